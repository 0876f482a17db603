"""Puzzles of all kinds: those of the repository, random ones of every size, and mutations."""

import json
import random
import re
import string
from pathlib import Path

from common import REPOSITORY, Soak

SYMBOLS = "123456789ABCDEFGHIJKLMNOP"

# The rows and columns of a block.
BLOCKS = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4), 16: (4, 4), 25: (5, 5)}


def book() -> list[str]:
    """The puzzles of the books."""
    path = REPOSITORY / "crates/puzzles/data/book-puzzles.jsonl"
    return [json.loads(line)["puzzle"] for line in path.read_text().splitlines()]


def documented() -> list[str]:
    """All words of the documentation and of the list of kinds that look like puzzles."""
    texts = [path.read_text() for path in sorted(Path(REPOSITORY, "docs").rglob("*.md"))]
    texts.append((REPOSITORY / "crates/puzzles/src/kinds.rs").read_text())
    texts.append((REPOSITORY / "crates/puzzles/src/tatham.rs").read_text())
    texts += [path.read_text() for path in sorted(Path(REPOSITORY, "crates/puzzles/tests").rglob("*.rs"))]
    found = set()
    for text in texts:
        found.update(re.findall(r"csp:\{[^\n']*\}", text))
        for part in re.split(r"[`'\"\n]", text):
            part = part.strip()
            if re.fullmatch(r"[a-z0-9-]+:[^ ]{2,}.*", part) and "//" not in part or re.fullmatch(r"[.0-9]{81}", part):
                found.add(part)
    return sorted(found)


def shuffled_square(dice: random.Random, size: int, rows: int, columns: int) -> list[list[int]]:
    """A complete Sudoku grid, blocks of this size, moved by symmetries; with one column per
    block a Latin square."""
    order = [
        [band * count + line for band in dice.sample(range(size // count), size // count) for line in dice.sample(range(count), count)]
        for count in (rows, columns)
    ]
    digits = dice.sample(range(size), size)
    return [[digits[(columns * (r % rows) + r // rows + c) % size] for c in order[1]] for r in order[0]]


def blanked(dice: random.Random, cells: list[str], share: float | None = None) -> list[str]:
    share = dice.random() if share is None else share
    return [cell if dice.random() < share else "." for cell in cells]


def square(dice: random.Random) -> str:
    kind = dice.choice(["sudoku", "sudoku", "sudoku-x", "windoku", "jigsaw", "jigsaw-x", "latin"])
    size = dice.choice(list(BLOCKS))
    rows, columns = BLOCKS[size] if kind != "latin" else (1, 1)
    if kind == "latin":
        size = dice.randint(1, 25)
    grid = shuffled_square(dice, size, rows, columns)
    text = "".join(blanked(dice, [SYMBOLS[n] for row in grid for n in row]))
    if kind.startswith("jigsaw"):
        blocks = [string.ascii_lowercase[r // rows * (size // columns) + c // columns] for r in range(size) for c in range(size)]
        for _ in range(dice.choice([0, 2, 20])):
            a, b = dice.randrange(size * size), dice.randrange(size * size)
            blocks[a], blocks[b] = blocks[b], blocks[a]
        text += "," + "".join(blocks)
    return f"{kind}:{text}"


def pandiagonal(dice: random.Random) -> str:
    size = dice.choice([5, 7, 11, 13, 17])
    step, digits = dice.randint(2, size - 2), dice.sample(range(size), size)
    cells = [SYMBOLS[digits[(step * r + c) % size]] for r in range(size) for c in range(size)]
    return "pandiagonal:" + "".join(blanked(dice, cells, dice.choice([0.05, 0.1, 0.2, 0.5])))


def futoshiki(dice: random.Random) -> str:
    size = dice.randint(1, 15)
    grid = shuffled_square(dice, size, 1, 1)
    signs = dice.random()

    def sign(a: int, b: int) -> str:
        return "-" if dice.random() > signs else "<" if a < b else ">"

    across = "".join(sign(grid[r][c], grid[r][c + 1]) for r in range(size) for c in range(size - 1))
    down = "".join(sign(grid[r][c], grid[r + 1][c]) for c in range(size) for r in range(size - 1))
    cells = "".join(blanked(dice, [SYMBOLS[n] for row in grid for n in row], dice.random() * 0.4))
    return f"{dice.choice(['futoshiki', 'futoshiki-hills'])}:{size},{cells},{across},{down}"


def kakuro(dice: random.Random) -> str:
    size = dice.randint(2, 11)
    inner = range(1, size)
    digit: dict[tuple[int, int], int] = {}
    for r in inner:
        for c in inner:
            used = set()
            for step in ((0, -1), (-1, 0)):
                y, x = r + step[0], c + step[1]
                while (y, x) in digit:
                    used.add(digit[y, x])
                    y, x = y + step[0], x + step[1]
            free = [d for d in range(1, 10) if d not in used]
            if free and dice.random() < 0.8:
                digit[r, c] = dice.choice(free)

    def line(cells: list[tuple[int, int]]) -> str:
        """A row or a column with the place before it."""
        texts = []
        for place, cell in enumerate(cells):
            if cell in digit:
                texts.append(".")
                continue
            total, after = 0, place + 1
            while after < len(cells) and cells[after] in digit:
                total += digit[cells[after]]
                after += 1
            texts.append(str(total) if total and dice.random() < 0.95 else "B")
        return ",".join(texts)

    rows = "/".join(line([(r, c) for c in range(size)]) for r in inner)
    columns = "/".join(line([(r, c) for r in range(size)]) for c in inner)
    return f"kakuro:{size};{rows};{columns}"


def hidato(dice: random.Random) -> str:
    kind = dice.choice(["numbrix", "hidato", "numbrix-topological", "hidato-topological"])
    size = dice.randint(2, 12)
    # A path forth and back, shortened, and turned by backbites: one end jumps.
    path = [(r, c if r % 2 == 0 else size - 1 - c) for r in range(size) for c in range(size)]
    path = path[: len(path) - dice.choice([0, 0, 1, size])]
    for _ in range(size * size * 4):
        if dice.random() < 0.5:
            path.reverse()
        r, c = path[0]
        near = [place for place in range(2, len(path)) if abs(path[place][0] - r) + abs(path[place][1] - c) == 1]
        if near:
            cut = dice.choice(near)
            path[:cut] = reversed(path[:cut])
    number = {cell: str(place + 1) for place, cell in enumerate(path)}
    share = dice.choice([0.15, 0.3, 0.5, 0.8])
    cells = [(number[r, c] if dice.random() < share else ".") if (r, c) in number else "B" for r in range(size) for c in range(size)]
    return f"{kind}:{size},{','.join(cells)}"


def coloured_map(dice: random.Random) -> str:
    colours, regions = dice.randint(2, 5), dice.choice([5, 12, 30, 60, 120, 250, 400])
    hidden = [dice.randrange(colours) for _ in range(regions)]
    honest = dice.random() < 0.7
    borders = set()
    for _ in range(int(regions * dice.uniform(1.0, 1.25 * colours))):
        a, b = dice.randrange(regions), dice.randrange(regions)
        if a != b and (not honest or hidden[a] != hidden[b]):
            borders.add((min(a, b) + 1, max(a, b) + 1))
    names = "BYRGOVI89"[:colours]
    cells = "".join(blanked(dice, [names[colour] for colour in hidden], dice.choice([0, 0.05, 0.2, 0.5])))
    return f"map:{colours},{cells},{':'.join(f'{a}-{b}' for a, b in sorted(borders))}"


def queens(dice: random.Random) -> str:
    if dice.random() < 0.3:
        size = dice.choice([4, 9, 16, 25])
        kind, squares = "sudoqueens", []
    else:
        size = dice.choice([1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 17, 20, 25, 31, 40, 67, 128])
        kind, squares = "queens", []
    many = dice.randint(0, size) if dice.random() < 0.5 else dice.randint(0, 4)
    columns, rows = dice.sample(range(size), size), dice.sample(range(size), size)
    for r in rows:
        for c in columns:
            if len(squares) < many and all(r != y and c != x and abs(r - y) != abs(c - x) for y, x in squares):
                squares.append((r, c))
    return f"{kind}:{size}" + "".join(f",r{r + 1}c{c + 1}" for r, c in squares)


def slitherlink(dice: random.Random) -> str:
    kind = dice.choice(["slitherlink", "slitherlink", "slitherlink-xtd"])
    rows, columns = dice.choice([2, 3, 4, 5, 7, 10]), dice.choice([2, 3, 4, 5, 7, 10])
    # The inside grows cell by cell; holes make it hard or contradictory, which is fine.
    inside = {(dice.randrange(rows), dice.randrange(columns))}
    for _ in range(rows * columns):
        r, c = dice.choice(sorted(inside))
        y, x = dice.choice([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
        around = [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]
        if 0 <= y < rows and 0 <= x < columns and sum(cell in inside for cell in around) == 1:
            inside.add((y, x))
    sides = [
        str(sum(((r, c) in inside) != (cell in inside) for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))))
        for r in range(rows) for c in range(columns)
    ]
    cells = blanked(dice, [side if side != "4" else "." for side in sides], dice.choice([0.3, 0.5, 0.7, 0.9, 1.0]))
    return f"{kind}:{rows}x{columns},{''.join(cells)}"


def csp(dice: random.Random) -> str:
    links: list[list[str]] = []
    if dice.random() < 0.15:
        # Pigeons in holes: one more or as many.
        holes = dice.randint(2, 16)
        names = {f"p{p}": [f"h{h}" for h in range(holes)] for p in range(holes + dice.randint(0, 1))}
        links = [[f"{p}={h}", f"{q}={h}"] for p in names for q in names if p < q for h in names[p]]
        values: list[str] = []
    else:
        count, size = dice.choice([2, 4, 8, 15, 30]), dice.choice([1, 2, 3, 4, 6])
        names = {f"x{n}": [str(v) for v in range(dice.randint(1, size))] for n in range(count)}
        hidden = {name: dice.choice(values) for name, values in names.items()}
        tight, dense = dice.uniform(0.05, 0.6), min(1.0, dice.uniform(0.5, 8) / count)
        variables = sorted(names)
        for place, a in enumerate(variables):
            for b in variables[place + 1 :]:
                if dice.random() < dense:
                    links += [
                        [f"{a}={v}", f"{b}={w}"] for v in names[a] for w in names[b]
                        if dice.random() < tight and (hidden[a], hidden[b]) != (v, w)
                    ]
        values = [f"{name}={value}" for name, value in hidden.items() if dice.random() < 0.15]
    problem: dict[str, object] = {"variables": names}
    if links or dice.random() < 0.5:
        problem["links"] = links
    if values:
        problem["values"] = values
    if dice.random() < 0.2:
        problem["groups"] = dice.random() < 0.5
    if dice.random() < 0.1 and len(names) > 1:
        labels = [f"{name}={value}" for name in names for value in names[name]]
        problem["same"] = [dice.sample(labels, min(2, len(labels)))]
    return "csp:" + json.dumps(problem, separators=(",", ":"))


RANDOM = [square, square, pandiagonal, futoshiki, kakuro, hidato, coloured_map, queens, slitherlink, csp]


def sukaku(dice: random.Random, puzzle: str) -> str:
    """The candidates of a puzzle, some of them missing."""
    lost = dice.choice([0, 0, 0.01, 0.1])
    cells = ("123456789" if cell in ".0" else cell.rjust(int(cell), ".").ljust(9, ".") for cell in puzzle)
    return "".join("." if dice.random() < lost else candidate for cell in cells for candidate in cell)


class Puzzles:
    """Puzzles to begin with."""

    def __init__(self, soak: Soak):
        sample = str(REPOSITORY / "data/cb-sample.txt.zst")
        self.sudokus = [line.split()[0] for line in soak.lines("isomorph", sample, "--first", "3000", "--seed", str(soak.seed), "-q")]
        records = (REPOSITORY / "data/records.jsonl").read_text().splitlines()
        self.hard = book() + [json.loads(line)["puzzle"] for line in records]
        self.documented = documented()
        self.generated: list[str] = []
        for options in (["--size", "4"], ["--size", "6"], ["--size", "8"], ["--size", "10"], ["--size", "12"],
                        ["--kind", "sudoku-x", "--size", "9"], ["--kind", "windoku", "--size", "9"],
                        ["--kind", "latin", "--size", "7"], ["--kind", "pandiagonal", "--size", "7"]):
            lines = soak.lines("generate", "top-down", "--count", "12", "--seed", str(soak.seed), *options, "-q")
            self.generated += [line.split("\t")[0] for line in lines]

    def any(self, dice: random.Random) -> str:
        """A puzzle of any kind; not all have one solution."""
        source = dice.random()
        if source < 0.2:
            return dice.choice(self.sudokus)
        if source < 0.27:
            return dice.choice(self.hard)
        if source < 0.37:
            return dice.choice(self.documented)
        if source < 0.5:
            return dice.choice(self.generated)
        if source < 0.54:
            return sukaku(dice, dice.choice(self.sudokus))
        return dice.choice(RANDOM)(dice)

    def mutated(self, dice: random.Random) -> str:
        """A puzzle that is changed in some places, or a random one."""
        line = self.any(dice)
        for _ in range(dice.choice([0, 0, 1, 1, 1, 2, 3, 8])):
            line = self.change(dice, line)
        # Line breaks would make several lines of it.
        return re.sub(r"[\r\n\x85\u2028\u2029\x0b\x0c]", " ", line)[:60_000]

    def change(self, dice: random.Random, line: str) -> str:
        at, to = sorted((dice.randint(0, len(line)), dice.randint(0, len(line))))
        other = dice.choice(self.documented)
        way = dice.randrange(16)
        if way <= 3:
            # A clue less, or more.
            places = [place for place, sign in enumerate(line) if (sign == ".") == (way == 3) and (sign == "." or sign.isalnum())]
            if not places:
                return line
            for place in dice.sample(places, min(len(places), dice.choice([1, 1, 2, 5]))):
                new = "." if way < 3 else dice.choice("1234567899ABR")
                line = line[:place] + new + line[place + 1 :]
            return line
        if way == 4:
            return line[:at] + dice.choice(string.printable) + line[at + 1 :]
        if way == 5:
            return line[:at] + dice.choice("\x00\x7f\u00e9\u00d7\ufeff\u200b\U0001f9e9\u0663,;:/ \t#\"\\{}-") + line[at:]
        if way == 6:
            return line[:at] + line[at + dice.choice([1, 1, 2, 9]) :]
        if way == 7:
            return line[:at] + line[at:to] * dice.choice([0, 2, 3, 20]) + line[to:]
        if way == 8:
            return line[:at] + other[len(other) // 2 :]
        if way == 9:
            return line[:to] + line[at:]
        if way == 10:
            # Another number.
            numbers = list(re.finditer(r"\d+", line))
            if not numbers:
                return line
            found = dice.choice(numbers)
            new = dice.choice(["0", "1", "2", "25", "26", "128", "129", "255", "65536", "4294967296", "99999999999999999999", "-1",
                               str(int(found[0][:9]) + 1), str(max(0, int(found[0][:9]) - 1))])
            return line[: found.start()] + new + line[found.end() :]
        if way == 11 and ":" in line:
            return dice.choice(self.documented).split(":")[0] + ":" + line.split(":", 1)[1]
        if way == 12:
            signs = list(line)
            dice.shuffle(signs)
            return line.split(":")[0] + ":" + "".join(signs) if ":" in line and dice.random() < 0.5 else "".join(signs)
        if way == 13:
            return dice.choice([line.upper(), line.lower(), line.swapcase(), line[::-1], line.title()])
        if way == 14:
            comment = dice.choice([" comment", "\ttab", " # hash", ",1,2", ";x", "\t" + other, " " + other, "\t\u00e9\x01\""])
            return line + comment
        return dice.choice(["1) ", "#12 ", "\"", "\u2022 ", "[", "csp:", "latin:", " "]) + line
