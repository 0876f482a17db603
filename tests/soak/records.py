"""Mutated path records: `gradus check` never fails on them and accepts none that is false.

Most mutants are false, and refused. Whether one that is accepted is true is decided without
the checker: its steps are replayed here, its solution is that of `gradus solve`, and what it
claims about its rating is compared with the record that `gradus explain` makes of its puzzle
and theory.
"""

import copy
import json
import random
import re
import threading
from typing import Any

from common import Count, Ran, Soak
from make import Puzzles, sukaku
from replay import False_, State, depth, ensure, longest, model_of, replay

# Records per run of the checker.
BATCH = 40

Record = dict[str, Any]

THEORIES = """BRT W1 S SFin SFin+x2y2 W B gW gB BC Z tW TyW FW F3W S+W S+B S+gW S+gB Trid-OR5W
te spb bpb bpbb gte spbx""".split()

KNOWN = set("puzzle theory rating status longest end strategy solution version steps state".split())

# The chains of a theory; "whip-" begins the names of typed whips.
WHIPS = {"biv-chain", "z-chain", "t-whip", "whip", "whip-"}
CHAINS = {
    "BRT": set(), "W1": set(), "S": set(), "SFin": set(), "SFin+x2y2": set(), "W": WHIPS, "B": WHIPS | {"braid"},
    "gW": WHIPS | {"g-whip"}, "gB": WHIPS | {"g-whip", "braid", "g-braid"}, "BC": {"biv-chain"}, "Z": {"biv-chain", "z-chain"},
    "tW": {"biv-chain", "t-whip"}, "TyW": {"whip-"}, "FW": WHIPS, "F3W": WHIPS, "Trid-OR5W": WHIPS,
    "te": set(), "gte": set(), "spb": set(), "spbx": set(), "bpb": WHIPS | {"braid"}, "bpbb": WHIPS | {"braid"},
}


class Records:
    """The part with records."""

    def __init__(self, soak: Soak, puzzles: Puzzles, target: int):
        self.soak = soak
        self.count = Count({"records": target})
        self.lock = threading.Lock()
        self.explained: dict[tuple[str, str], Record | None] = {}
        self.solved: dict[str, str | None] = {}
        dice = soak.dice("bases", 0)
        kinds = [line for line in puzzles.documented if ":" in line and len(line) < 400]
        good = [line for line in kinds + puzzles.generated if self.solution(line)]
        one_of_each: dict[str, list[str]] = {}
        for line in good:
            one_of_each.setdefault(line.split(":")[0], []).append(line)
        self.bases = [dice.choice(lines) for _ in range(2) for lines in one_of_each.values() if lines]
        self.bases += dice.sample(puzzles.sudokus, 12) + dice.sample(puzzles.hard[:250], 12)
        self.bases += [sukaku(random.Random(0), puzzle) for puzzle in dice.sample(puzzles.sudokus, 2)]

    def solution(self, puzzle: str) -> str | None:
        with self.lock:
            if puzzle in self.solved:
                return self.solved[puzzle]
        ran = self.soak.run("solve", "-", "-q", stdin=f"{puzzle}\t\n".encode())
        solution = ran.out.decode().strip() if ran.code == 0 else None
        with self.lock:
            self.solved[puzzle] = solution
        return solution

    def explain(self, theory: str, puzzle: str) -> Record | None:
        """What `explain` says about a puzzle in a theory; none if it is not defined."""
        key = theory, puzzle
        with self.lock:
            if key in self.explained:
                return self.explained[key]
        ran = self.soak.run("explain", "--json", "--theory", theory, "--", puzzle) if "\0" not in puzzle else None
        record = json.loads(ran.out) if ran and ran.code == 0 else None
        with self.lock:
            if len(self.explained) > 3000:
                self.explained.clear()
            self.explained[key] = record
        return record

    def unit(self, unit: int) -> None:
        dice = self.soak.dice("records", unit)
        folder = self.soak.folder("records")
        bases: list[Record] = []
        while len(bases) < 4:
            record = self.explain(dice.choice(THEORIES), dice.choice(self.bases))
            if record and len(json.dumps(record)) < 300_000:
                bases.append(record)
        whole = self.check(bases)
        for base, verdict in zip(bases, whole):
            if verdict.startswith("refused"):
                self.wrong(unit, "a record of explain is refused", verdict, base, json.dumps(base))
        mutants = []
        while len(mutants) < BATCH:
            base = dice.choice(bases)
            text = mutant(dice, base, bases)
            if text is not None:
                mutants.append((base, text))
        (folder / "in.jsonl").write_text("".join(f"{text}\n" for _, text in mutants))
        verdicts = self.check([text for _, text in mutants])
        self.count.add("records", len(mutants))
        for (base, text), verdict in zip(mutants, verdicts):
            self.count.add(verdict.split(":")[0])
            if verdict.startswith("failed"):
                self.wrong(unit, "check fails on a record", verdict, base, text)
            elif verdict != "accepted":
                continue
            try:
                how = self.truth(base, text)
                self.count.add(f"accepted, {how}")
            except (False_, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
                self.wrong(unit, "a false record is accepted", f"{type(error).__name__}: {error}", base, text)
        (folder / "in.jsonl").unlink()
        folder.rmdir()

    def wrong(self, unit: int, what: str, said: str, base: Record, text: str) -> None:
        files = {"in.jsonl": text.encode("utf-8", "surrogatepass"), "base.jsonl": json.dumps(base, ensure_ascii=False).encode()}
        self.soak.defect("records", unit, what, said, "gradus check in.jsonl", files)  # type: ignore[arg-type]

    def check(self, records: list[Any]) -> list[str]:
        """The verdict of each record: accepted, not verified, refused or failed, and why."""
        texts = [record if isinstance(record, str) else json.dumps(record, ensure_ascii=False) for record in records]
        ran = self.checked(texts)
        if ran.code not in (0, 1, 3) or ran.panicked() or ran.hung or b"paths:" not in ran.err:
            if len(texts) == 1:
                return [f"failed: exit code {ran.code}: {ran.text()} {ran.out.decode('utf-8', 'replace')}"]
            return [verdict for text in texts for verdict in self.check([text])]
        verdicts = ["accepted"] * len(texts)
        for line in ran.out.decode("utf-8", "replace").split("\n"):
            found = re.match(r"-:(\d+): (.*)", line) or re.match(r"stdin:(\d+): (.*)", line)
            if found:
                listed = "not verified" if "not verified: " in line else "refused"
                verdicts[int(found[1]) - 1] = f"{listed}: {found[2]}"
        counted = re.search(rb"not verified: (\d+), refused: (\d+)", ran.err)
        numbers = [sum(verdict.startswith(word) for verdict in verdicts) for word in ("not verified", "refused")]
        if counted and len(texts) > 1 and numbers != [int(number) for number in counted.groups()]:
            return [verdict for text in texts for verdict in self.check([text])]
        return verdicts

    def checked(self, texts: list[str]) -> Ran:
        self.count.add("runs of check")
        data = "".join(f"{text}\n" for text in texts).encode("utf-8", "surrogatepass")
        ran = self.soak.run("check", "-", "--threads", "1", "--budget", "200000", stdin=data)
        self.count.most("s of one run of check", ran.cpu)
        return ran

    def truth(self, base: Record, text: str) -> str:
        """Fails if a record is false; returns how that was decided."""
        record = json.loads(text)
        ensure(set(record) <= KNOWN, "unknown keys")
        puzzle, end = record["puzzle"], record["end"]
        # Names in another case are the same names.
        theory = {name.lower(): name for name in THEORIES}.get(record["theory"].lower(), "")
        ensure(theory, f"unknown theory {record['theory']}")
        ensure(record.get("version") is None or re.fullmatch(r"gradus \d+\.\d+\.\d+.*", record["version"]), "version")
        ensure(record.get("strategy") in ("simplest first", "by length", "in turn", "few steps", None), "strategy")
        solution, again = self.solution(puzzle), self.explain(theory, puzzle)
        steps, state = record["steps"], record.get("state")
        ensure(allowed(theory, steps), "a rule that the theory lacks")
        # The end.
        if end == "solved":
            ensure(solution is not None, "a solution of a puzzle that solve rejects")
            known = written(solution or "")
            if puzzle.count(":") > 1 and again:
                # An ID, which solve writes in its own way.
                known = again.get("solution") or known
            ensure(record.get("solution") == known, "another solution")
        else:
            ensure(record.get("solution") is None, "a solution without an end")
        if end == "contradiction":
            ensure(solution is None, "a contradiction of a puzzle with a solution")
        # The steps.
        model = model_of(puzzle)
        if model:
            known = again or base
            first = State(model)
            truth = None
            if solution and known["puzzle"] == puzzle:
                truth = true_labels(model, puzzle, solution)
            try:
                replay(model, first, steps, truth)
            except KeyError as error:
                raise False_(f"unknown name {error}") from None
            unknown = any("specific" in step for step in steps)
            ensure(end != "solved" or first.is_solved(), "it does not solve")
            ensure(end != "contradiction" or unknown or first.is_empty(), "no contradiction")
            ensure(end != "stuck" or not first.is_solved(), "it solves")
        elif puzzle == base["puzzle"]:
            claims = labels_of(base["steps"])
            values, gone = labels_of(steps)
            if base["end"] == "solved":
                ensure(values <= claims[0] and not (gone & claims[0]), "a step contradicts the solution")
        if theory in ("te", "gte"):
            ensure(record["longest"] == depth(steps), "another depth")
        elif theory not in ("spbx", "SFin", "SFin+x2y2", "Trid-OR5W", "FW", "F3W", "bpbb"):
            ensure(record["longest"] == longest(steps), "another longest step")
        # The rating.
        rating, status = record.get("rating"), record.get("status")
        if status is not None and again is None:
            # No level solves a puzzle with no or several solutions.
            ensure(status in ("infinite", "not applicable") and rating is None, f"{status} {rating} of a puzzle that explain rejects")
        elif status is not None and again:
            real, known_as = again["rating"], again["status"]
            if known_as is None and (theory in ("BRT", "W1") or rating in (0, 1)):
                # It has no rating of its own; up to 1 that by whips is the same.
                by_whips = self.explain("W", puzzle) or {}
                real, known_as = by_whips.get("rating"), by_whips.get("status")
                if theory in ("BRT", "W1") and status == "infinite":
                    ensure(known_as == "infinite" or real > (theory == "W1"), "infinite, but it solves")
                    known_as = "infinite"
            if known_as is None:
                ensure((end == "solved") == (status in ("exact", "upper")), f"{status} where the path is {end}")
                ensure(status == "infinite" or rating == longest(steps), "a rating that is not that of the path")
            elif status == "exact":
                ensure(known_as != "exact" or rating == real, f"rating {rating} instead of {real}")
                ensure(known_as in ("exact", "upper", "lower"), f"exact instead of {known_as}")
            elif status == "upper":
                # A class is 0, or not applicable, where less than it is enough.
                ensure(known_as in ("exact", "upper", "lower") or theory in ("bpb", "bpbb") and rating == 0, f"a bound instead of {known_as}")
                ensure(known_as != "exact" or rating >= real, f"bound {rating} below {real}")
            else:
                ensure(rating is None and status == known_as, f"{status} instead of {known_as}")
        else:
            ensure(rating is None, "a rating without a status")
        ensure(state is None or model is None or isinstance(state["before_step"], int), "a state without a place")
        if json.loads(text) == base:
            return "the same in other words"
        return "replayed" if model else "consistent with its base"


def written(solution: str) -> str:
    """The solution that `solve` prints as a puzzle, as records have it."""
    line = solution.split("\t")[0]
    found = re.match(r"([a-z0-9-]+):(.*)", line)
    if not found:
        return line
    kind, text = found.groups()
    if kind == "map" and re.search(r",[0-3]+$", text):
        # An ID: Tatham's colours.
        return text.rsplit(",", 1)[1].translate(str.maketrans("0123", "RYGB"))
    if kind == "csp":
        return " ".join(json.loads(text)["values"])
    if kind in ("queens", "sudoqueens"):
        size, *squares = text.split(",")
        board = ["."] * int(size) ** 2
        for square in squares:
            row, column = re.findall(r"\d+", square)
            board[(int(row) - 1) * int(size) + int(column) - 1] = "Q"
        return "".join(board)
    if kind.startswith("jigsaw"):
        return text.split(",")[0]
    if kind == "kakuro":
        return text.split(";")[-1].replace("/", "")
    if kind.startswith(("numbrix", "hidato", "slitherlink")):
        return text.split(",", 1)[1]
    if kind.startswith(("map", "futoshiki")) and text.count(",") > 1:
        return text.split(",")[1]
    return text.split(":")[-1]


def true_labels(model: Any, puzzle: str, solution: str) -> set[str] | None:
    """The labels of a solution."""
    text = written(solution)
    if puzzle.startswith("csp:"):
        found = set(text.split())
        return found if found <= set(model.of) else None
    size = round(len(text) ** 0.5)
    if size * size != len(text):
        return None
    symbols = "123456789ABCDEFGHIJKLMNOP"
    return {f"n{symbols.index(sign) + 1}r{place // size + 1}c{place % size + 1}" for place, sign in enumerate(text)}


def labels_of(steps: list[Any]) -> tuple[set[str], set[str]]:
    """The labels that steps outside of trials assert, and those that they eliminate."""
    values, gone = set(), set()
    for step in steps:
        ((kind, body),) = step.items()
        if "value" in body:
            values.add(body["value"])
        gone.update(body.get("eliminates", []))
        if kind == "trial":
            gone.add(body["hypothesis"])
    return values, gone


def allowed(theory: str, steps: list[Any], inside: int = 0) -> bool:
    """Returns true if a theory has the rules of these steps."""
    chains = CHAINS.get(theory.removeprefix("S+"), set())
    trials = theory in ("te", "gte", "spb", "spbx", "bpb", "bpbb")
    if trials and inside == 0 and theory in ("bpb", "bpbb"):
        chains = set()
    for step in steps:
        ((kind, body),) = step.items()
        name = re.sub(r"\[\d+\]$", "", body.get("rule", ""))
        if kind == "chain":
            short = body["rule"] == "whip[1]" and theory != "BRT"
            named = name in chains or any(chain.endswith("-") and name.startswith(chain) for chain in chains)
            if not short and not named and not (trials and inside == 0):
                return False
        if kind == "subset" and not (theory.startswith("S") or theory in ("spb", "spbx", "Trid-OR5W")):
            return False
        if kind == "forcing" and theory not in ("FW", "F3W"):
            return False
        if kind == "trial":
            if not trials or not allowed(theory, body["steps"], inside + 1):
                return False
    return True


LABELS = re.compile(r"^(n\d+r\d+c\d+|[^ ]+=[^ ]+)$")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values of a record."""
    found = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


WORDS = ["solved", "stuck", "stopped", "contradiction", "exact", "upper", "lower", "infinite", "not applicable", "simplest first", "few steps",
         "by length", "whip[1]", "whip[2]", "braid[3]", "z-chain[3]", "biv-chain[2]", "naked-single", "hidden-single-in-a-row", "n1r1c1", "r1c1", "r1n1", "",
         "gradus 0.1.0", "gradus 9.9.9"]


def mutant(dice: random.Random, base: Record, bases: list[Record]) -> str | None:
    """A record with a change or two, as text; none if that changed nothing."""
    record = copy.deepcopy(base)
    before = json.dumps(base, ensure_ascii=False)
    if dice.random() < 0.12:
        return garbled(dice, before)
    for _ in range(dice.choice([1, 1, 1, 1, 2, 3])):
        try:
            if not change(dice, record, bases):
                return None
        except (ValueError, TypeError, AttributeError, KeyError):
            # What it was to change is no longer of the right form.
            break
    text = json.dumps(record, ensure_ascii=False)
    return None if text == before else text


def garbled(dice: random.Random, text: str) -> str:
    """The text itself is changed."""
    spot, to = sorted((dice.randrange(len(text)), dice.randrange(len(text))))
    way = dice.randrange(6)
    if way == 0:
        return text[:spot] + chr(dice.randrange(32, 127)) + text[spot + 1 :]
    if way == 1:
        return text[:spot]
    if way == 2:
        return text[:spot] + text[min(to, spot + 20) :]
    if way == 3:
        # A key twice.
        key = dice.choice(["rating", "status", "end", "theory", "longest"])
        return text[:-1] + f', "{key}": {json.dumps(dice.choice([1, 2, None, "W", "exact", "stuck"]))}' + "}"
    if way == 4:
        return dice.choice(["[" * 3000, "{}", "null", "[]", '{"puzzle":1}', text + text, "\ufeff" + text, text.replace(":", ": " * 3), text.replace("n", "\\u006e", 3)])
    return re.sub(r"\d+", lambda found: found[0] if dice.random() < 0.98 else str(int(found[0]) + 1), text)


def change(dice: random.Random, record: Record, bases: list[Record]) -> bool:
    """Changes something; returns false if it could not."""
    steps = record.get("steps")
    way = dice.randrange(14)
    if way == 0:
        record["rating"] = dice.choice([None, 0, 1, 2, 65535, 65536, -1, 4.0, "4", (record.get("rating") or 0) + dice.choice([-1, 1])])
    elif way == 1:
        record["status"] = dice.choice([None, "exact", "upper", "lower", "infinite", "not applicable"])
        if dice.random() < 0.5:
            record["rating"] = dice.choice([None, record.get("longest"), 0, 3])
    elif way == 2:
        record["theory"] = dice.choice(THEORIES + ["S5", "Trid-OR0W", "w"])
    elif way == 3:
        record["end"] = dice.choice(["solved", "stuck", "stopped", "contradiction"])
        if dice.random() < 0.6:
            record["solution"] = None
        if dice.random() < 0.6:
            record["rating"] = record["status"] = None
    elif way == 4:
        signs = list(str(record.get("puzzle", "")))
        free = [place for place, sign in enumerate(signs) if sign == "." or sign.isdigit()]
        if free:
            signs[dice.choice(free)] = dice.choice("123456789....")
            record["puzzle"] = "".join(signs)
    elif way == 5:
        record["longest"] = dice.choice([None, 0, 1, 65536, (record.get("longest") or 0) + dice.choice([-1, 1])])
    elif way == 6:
        key = dice.choice(sorted(record))
        if dice.random() < 0.5:
            del record[key]
        else:
            record[dice.choice(["more", "steps2", "Rating", key + " "])] = record[key]
    elif way == 7 and steps:
        del steps[dice.randrange(len(steps))]
    elif way == 8 and steps:
        spot = dice.randrange(len(steps))
        steps.insert(dice.randint(0, len(steps)), copy.deepcopy(steps[spot]))
        if dice.random() < 0.7:
            del steps[spot]
    elif way == 9 and steps:
        other = dice.choice(bases).get("steps")
        if other:
            steps.insert(dice.randint(0, len(steps)), copy.deepcopy(dice.choice(other)))
    elif way == 10 and steps:
        # The end of the path is missing.
        del steps[dice.randrange(len(steps)) :]
        record.update({"end": dice.choice(["stopped", "stuck"]), "solution": None, "rating": None, "status": None})
        record["longest"] = longest(steps)
    else:
        # Any value, deep inside.
        deep = [path for path in places(record.get("steps", []))]
        if not deep:
            return False
        path = dice.choice(deep)
        holder, key = at(record["steps"], path[:-1]), path[-1]
        value = holder[key]
        same = [at(record["steps"], other) for other in dice.sample(deep, min(30, len(deep)))]
        same = [other for other in same if type(other) is type(value)]
        if isinstance(value, str):
            holder[key] = dice.choice([*(other for other in same if bool(LABELS.match(other)) == bool(LABELS.match(value))), dice.choice(WORDS), value + " ",
                                       re.sub(r"\d", lambda found: dice.choice("123456789"), value, count=1)])
        elif isinstance(value, list) and value and dice.random() < 0.7:
            spot = dice.randrange(len(value))
            if dice.random() < 0.5:
                del value[spot]
            else:
                value.insert(dice.randint(0, len(value)), copy.deepcopy(value[spot]))
        elif isinstance(value, (int, type(None))):
            holder[key] = dice.choice([None, 0, 1, 2, -1, 300, "1"])
        elif isinstance(holder, dict) and dice.random() < 0.4:
            del holder[key]
        elif same:
            holder[key] = copy.deepcopy(dice.choice(same))
    return True
