"""A small replay of path records, written from the definitions and sharing nothing with the
program: is every elimination of a path justified by its step, and is its end what it says?

It knows squares with rows, columns, and perhaps blocks or diagonals, and binary CSPs. Steps
whose patterns it does not know are taken as they are, and must agree with the solution. It
asks less than `gradus check`: a step must be right, not the simplest or best of its name.
"""

import json
import re
from typing import Any

from make import BLOCKS, SYMBOLS

Label = str
Step = dict[str, Any]


class False_(Exception):
    """A statement of a record is false."""


def ensure(holds: object, what: str) -> None:
    if not holds:
        raise False_(what)


class Model:
    """Labels, the variables that they are in, and further links."""

    def __init__(self) -> None:
        self.labels: dict[str, list[Label]] = {}
        self.of: dict[Label, set[str]] = {}
        self.more: dict[Label, set[Label]] = {}
        self.given: list[Label] = []
        self.start: set[Label] | None = None

    def add(self, label: Label, *variables: str) -> None:
        for variable in variables:
            self.labels.setdefault(variable, []).append(label)
        self.of.setdefault(label, set()).update(variables)

    def linked(self, a: Label, b: Label) -> bool:
        return a != b and (not self.of[a].isdisjoint(self.of[b]) or b in self.more.get(a, ()))


def model_of(puzzle: str) -> Model | None:
    """The model of a puzzle, or none if its kind is not known here."""
    if re.fullmatch(r"[.1-9]{81}", puzzle):
        return square("sudoku", puzzle)
    if re.fullmatch(r"[.1-9]{729}", puzzle):
        model = square("sudoku", "." * 81)
        model.start = {f"n{p % 9 + 1}r{p // 81 + 1}c{p // 9 % 9 + 1}" for p in range(729) if puzzle[p] != "."}
        return model
    kind, _, text = puzzle.partition(":")
    if kind in ("sudoku", "sudoku-x", "latin") and re.fullmatch(r"[.1-9A-P]+", text):
        return square(kind, text)
    if kind == "csp":
        problem = json.loads(text)
        if "same" in problem:
            return None
        model = Model()
        for variable, values in problem["variables"].items():
            for value in values:
                model.add(f"{variable}={value}", variable)
        for a, b in problem.get("links", []):
            model.more.setdefault(a, set()).add(b)
            model.more.setdefault(b, set()).add(a)
        model.given = problem.get("values", [])
        return model
    return None


def square(kind: str, text: str) -> Model:
    size = round(len(text) ** 0.5)
    rows, columns = BLOCKS.get(size, (1, size))
    model = Model()
    for place, symbol in enumerate(text):
        r, c = place // size, place % size
        for n in range(1, size + 1):
            variables = [f"r{r + 1}c{c + 1}", f"r{r + 1}n{n}", f"c{c + 1}n{n}"]
            if kind != "latin":
                variables.append(f"b{r // rows * (size // columns) + c // columns + 1}n{n}")
            if kind == "sudoku-x" and r + c == size - 1:
                variables.append(f"d1n{n}")
            if kind == "sudoku-x" and r == c:
                variables.append(f"a1n{n}")
            model.add(f"n{n}r{r + 1}c{c + 1}", *variables)
        if symbol != ".":
            model.given.append(f"n{SYMBOLS.index(symbol) + 1}r{r + 1}c{c + 1}")
    return model


class State:
    """The candidates that are left."""

    def __init__(self, model: Model, left: set[Label] | None = None):
        self.model = model
        if left is not None:
            self.left = left
            return
        self.left = set(model.of) if model.start is None else set(model.start)
        for label in model.given:
            self.put(label)

    def put(self, label: Label) -> None:
        self.left = {other for other in self.left if not self.model.linked(label, other)}

    def places(self, variable: str) -> list[Label]:
        ensure(variable in self.model.labels, f"no variable {variable}")
        return [label for label in self.model.labels[variable] if label in self.left]

    def is_empty(self) -> bool:
        return any(not self.places(variable) for variable in self.model.labels)

    def is_solved(self) -> bool:
        return all(len(self.places(variable)) == 1 for variable in self.model.labels)


def replay(model: Model, state: State, steps: list[Step], truth: set[Label] | None, depth: int = 0) -> None:
    """Applies steps; fails at the first that is not justified. `truth` is the solution."""
    for number, step in enumerate(steps, 1):
        try:
            ensure(isinstance(step, dict) and len(step) == 1, "not a step")
            ((kind, body),) = step.items()
            apply(model, state, kind, body, truth, depth)
        except False_ as error:
            raise False_(f"step {number}: {error}") from None
        if truth is not None and depth == 0:
            ensure(truth <= state.left, f"step {number} contradicts the solution")


def apply(model: Model, state: State, kind: str, body: Step, truth: set[Label] | None, depth: int) -> None:
    if kind == "single":
        ensure(state.places(body["variable"]) == [body["value"]], "not a Single")
        state.put(body["value"])
        return
    if kind == "trial":
        inner = State(model, set(state.left))
        ensure(body["hypothesis"] in state.left, "the hypothesis is no candidate")
        inner.put(body["hypothesis"])
        replay(model, inner, body["steps"], None, depth + 1)
        ensure(not inner.places(body["empty"]), "the trial meets no contradiction")
        state.left.discard(body["hypothesis"])
        return
    targets = body.get("eliminates", [])
    ensure(all(target in model.of for target in targets), "no such label")
    if kind == "chain":
        for target in targets:
            ensure(target in state.left, f"{target} is no candidate")
            chain(state, body, target)
        size = re.search(r"\[(\d+)\]$", body["rule"])
        ensure(size and int(size[1]) == len(body["links"]), "another length than the name says")
    elif kind == "forcing":
        starts = {branch["start"]: branch["links"] for branch in body["branches"]}
        ensure(set(starts) == set(state.places(body["variable"])), "not all branches")
        for start, links in starts.items():
            end = partial(state, start, links)
            ensure(all(linked(model, end, target) for target in targets if target != start), "a branch leaves a target")
    elif kind in ("subset", "finned"):
        subset(state, body, targets, body.get("fins"))
    elif kind == "guardian":
        state.put(body["value"])
        return
    state.left.difference_update(targets)


def members(right: Any) -> list[Label]:
    """The labels of a candidate or of a group."""
    return right if isinstance(right, list) else [right]


def linked(model: Model, right: list[Label], label: Label) -> bool:
    return all(model.linked(one, label) for one in right)


def chain(state: State, body: Step, target: Label) -> None:
    """With the target true, each link leaves its right-linking candidate, and the last nothing."""
    model, true = state.model, [[target]]
    braid, grouped = "braid" in body["rule"], body["rule"].startswith("g-")
    links = body["links"]
    ensure(links, "an empty chain")
    for place, link in enumerate(links):
        variable = state.places(link["variable"])
        left = [label for label in variable if not any(linked(model, right, label) for right in true)]
        # What the author reads as a link, too: other labels of the group's own variable.
        before = true if braid else true[-1:]
        led = any(linked(model, right, link["left"]) for right in before)
        led = led or len(true) > 1 and any(len(right) > 1 and not model.of[right[0]].isdisjoint(model.of[link["left"]]) for right in before)
        ensure(led, "not continuous")
        left = [label for label in left if label != link["left"]]
        if place == len(links) - 1:
            # The right end of a bivalue chain is linked to the target.
            ensure(not left, "the chain ends with candidates left")
        else:
            right = members(link["right"])
            ensure(len(right) == 1 or grouped, "a group in a chain without groups")
            ensure(set(left) <= set(right) and left, "another candidate is left")
            true.append(right)


def partial(state: State, start: Label, links: list[Step]) -> list[Label]:
    """The end of a partial whip on a candidate."""
    model, true = state.model, [[start]]
    for link in links:
        left = [label for label in state.places(link["variable"]) if not any(linked(model, right, label) for right in true)]
        right = members(link["right"])
        ensure(set(left) <= set(right) and left, "another candidate is left")
        true.append(right)
    return true[-1]


def subset(state: State, body: Step, targets: list[Label], fins: str | None) -> None:
    """As many bases as covers: the bases' values take all covers, unless one is a fin."""
    model, bases, covers = state.model, body["bases"], body["covers"]
    ensure(len(bases) == len(covers) > 1, "not as many bases as covers")
    for variables in (bases, covers):
        labels = [label for variable in variables for label in model.labels.get(variable, [])]
        ensure(len(labels) == len(set(labels)), "variables that overlap")
    inside = {label for base in bases for label in state.places(base)}
    taken = {label for cover in covers for label in state.places(cover)}
    out = inside - taken
    ensure(not out or fins and all(label in model.labels[fins] for label in out), "a base is not covered")
    for target in targets:
        ensure(target in taken and target not in inside, f"{target} is not taken")
        ensure(all(model.linked(fin, target) for fin in out), f"{target} does not see a fin")


def longest(steps: list[Step]) -> int:
    """The longest chain or largest Subset, also inside trials."""
    found = [0]
    for step in steps:
        ((kind, body),) = step.items()
        if kind == "trial":
            found.append(longest(body["steps"]))
        elif kind in ("subset", "finned"):
            found.append(len(body["bases"]))
        elif size := re.search(r"\[(\d+)\]$", body.get("rule", "")):
            found.append(int(size[1]))
    return max(found)


def depth(steps: list[Step]) -> int:
    """The depth of the deepest trial."""
    return max((1 + depth(step["trial"]["steps"]) for step in steps if "trial" in step), default=0)
