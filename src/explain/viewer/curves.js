// Curves from one candidate to another that keep clear of what is in their way.
//
// Interface: `around(places)` is the shape of a candidate or a g-candidate, `roomOf(points, width,
// height)` what is to be kept clear of, `curve(from, to, room)` the path between two shapes with
// its arrow head.

/**
 * A box with round corners: a circle if it has no width and no height.
 * @typedef {{x: number, y: number, dx: number, dy: number, r: number}} Shape
 *
 * @typedef {{x: number, y: number, weight: number}} Point
 *
 * What a curve should keep clear of: points, and how much each of them matters. They are kept
 * by squares, so that those near a place are found at once.
 * @typedef {{squares: Map<number, Point[]>, width: number, height: number}} Room
 */

/** The radius of a mark, by the height of the text in it. */
export const RADIUS = 0.6;
/** Samples of a curve. */
const SAMPLES = 28;
/** How far a curve may lean to a side, as a part of its length. */
const LEANS = [0.16, -0.16, 0.28, -0.28, 0.42, -0.42, 0.6, -0.6, 0.85, -0.85];
/** Space between a mark and a curve. */
const GAP = 0.7;
/** Length and half the width of an arrow head. */
const HEAD = [4.4, 1.9];

/** A curve is in the way of what is as near as this; squares have this size. */
const NEAR = 5;

const square = (/** @type {number} */ column, /** @type {number} */ row) => row * 4096 + column;

/** @param {Room} room @param {Point} point */
function put(room, point) {
  const key = square(Math.floor(point.x / NEAR), Math.floor(point.y / NEAR));
  const own = room.squares.get(key);
  if (own) own.push(point);
  else room.squares.set(key, [point]);
}

/** The room around points. @param {Point[]} points @param {number} width @param {number} height @returns {Room} */
export function roomOf(points, width, height) {
  const room = { squares: new Map(), width, height };
  for (const point of points) put(room, point);
  return room;
}

/** The shape around candidates. @param {{at: [number, number, number]}[]} places @returns {Shape} */
export function around(places) {
  const xs = places.map((place) => place.at[0]);
  const ys = places.map((place) => place.at[1]);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const r = RADIUS * Math.max(...places.map((place) => place.at[2]));
  return { x: (left + right) / 2, y: (top + bottom) / 2, dx: (right - left) / 2, dy: (bottom - top) / 2, r };
}

/** How far a point is outside a shape. @param {Shape} shape */
function outside(shape, x, y) {
  const dx = Math.max(Math.abs(x - shape.x) - shape.dx, 0);
  const dy = Math.max(Math.abs(y - shape.y) - shape.dy, 0);
  return Math.hypot(dx, dy) - shape.r;
}

/** The point of a shape's middle line that is nearest to a point. @param {Shape} shape */
function nearest(shape, x, y) {
  return {
    x: Math.min(Math.max(x, shape.x - shape.dx), shape.x + shape.dx),
    y: Math.min(Math.max(y, shape.y - shape.dy), shape.y + shape.dy),
  };
}

/**
 * The curve between two shapes; the room then has its points too, so that the next ones keep
 * clear of it. None if there is no way to draw it.
 * @param {Shape} from @param {Shape} to @param {Room} room
 * @returns {{line: string, head: string}|null}
 */
export function curve(from, to, room) {
  const start = nearest(from, to.x, to.y);
  const end = nearest(to, start.x, start.y);
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (length < 1e-6) return null;
  const normal = { x: -(end.y - start.y) / length, y: (end.x - start.x) / length };
  let best = null;
  for (const lean of LEANS) {
    // A short curve needs a bow that can be seen.
    const bow = Math.sign(lean) * Math.max(Math.abs(lean) * length, 11 * Math.abs(lean) + 7) * 1.2;
    const bend = {
      x: (start.x + end.x) / 2 + normal.x * bow,
      y: (start.y + end.y) / 2 + normal.y * bow,
    };
    const cut = trimmed([start, bend, end], from, to);
    if (!cut) continue;
    const cost = costOf(cut, room) + 1.5 * Math.abs(lean);
    if (!best || cost < best.cost) best = { cost, cut };
  }
  if (!best) return null;
  const points = sampled(best.cut);
  for (const point of points) put(room, { ...point, weight: 0.35 });
  return drawn(best.cut);
}

/** A point of a curve. @param {{x: number, y: number}[]} bend @param {number} t */
function at([a, b, c], t) {
  const [u, v, w] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
  return { x: u * a.x + v * b.x + w * c.x, y: u * a.y + v * b.y + w * c.y };
}

function sampled(bend) {
  return Array.from({ length: SAMPLES }, (_, i) => at(bend, (i + 0.5) / SAMPLES));
}

/** The part of a curve that is outside both shapes. */
function trimmed(bend, from, to) {
  const fine = 80;
  let first = 0;
  let last = fine;
  const clear = (shape, i, space) => {
    const point = at(bend, i / fine);
    return outside(shape, point.x, point.y) > space;
  };
  while (first < fine && !clear(from, first, GAP)) first++;
  while (last > 0 && !clear(to, last, GAP)) last--;
  if (last - first < 3) return null;
  return part(bend, first / fine, last / fine);
}

/** The part of a curve between two of its points. */
function part([a, b, c], from, to) {
  const mix = (p, q, t) => ({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t });
  const start = at([a, b, c], from);
  const end = at([a, b, c], to);
  const middle = mix(mix(a, b, from), mix(b, c, from), to);
  return [start, middle, end];
}

function costOf(bend, room) {
  let cost = 0;
  for (const { x, y } of sampled(bend)) {
    if (x < 1 || y < 1 || x > room.width - 1 || y > room.height - 1) cost += 2;
    const [column, row] = [Math.floor(x / NEAR), Math.floor(y / NEAR)];
    for (let i = column - 1; i <= column + 1; i++) {
      for (let j = row - 1; j <= row + 1; j++) {
        for (const point of room.squares.get(square(i, j)) ?? []) {
          const far = ((x - point.x) ** 2 + (y - point.y) ** 2) / NEAR ** 2;
          if (far < 1) cost += point.weight * (1 - far);
        }
      }
    }
  }
  return cost;
}

const digits = (number) => Math.round(number * 100) / 100;

/** A curve as the data of two SVG paths. */
function drawn([start, bend, end]) {
  const length = Math.hypot(end.x - bend.x, end.y - bend.y) || 1;
  const [x, y] = [(end.x - bend.x) / length, (end.y - bend.y) / length];
  const [long, wide] = HEAD;
  const neck = { x: end.x - x * long, y: end.y - y * long };
  const corner = (side) =>
    `${digits(neck.x - y * wide * side)} ${digits(neck.y + x * wide * side)}`;
  const to = { x: end.x - x * long * 0.8, y: end.y - y * long * 0.8 };
  return {
    line: `M${digits(start.x)} ${digits(start.y)}Q${digits(bend.x)} ${digits(bend.y)} ${digits(to.x)} ${digits(to.y)}`,
    head: `M${digits(end.x)} ${digits(end.y)}L${corner(1)}L${corner(-1)}Z`,
  };
}
