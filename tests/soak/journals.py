"""Damaged journals: `--resume` refuses them with a reason, or repairs them and writes the same
bytes as an undisturbed job. Never anything else."""

import random
import shlex
import shutil
import signal
import struct
import time
from pathlib import Path

from common import Count, Process, Soak, differences, snapshot
from kills import Kills, Scenario

# The signature before the first frame, and the head of a frame: two lengths, a checksum.
SIGNATURE, HEAD = 16, 16

# How many times a journal is damaged.
TIMES = 5


class Journals:
    """The part that damages."""

    def __init__(self, soak: Soak, made: list[Scenario], target: int):
        self.soak = soak
        self.kills = Kills(soak, None, "journals", made, 0)  # type: ignore[arg-type]
        self.scenarios = [scenario for scenario in made if "--resume" in scenario.commands[0] and len(scenario.commands) == 1]
        self.count = Count({"journals": target})
        self.others: list[bytes] = []

    def unit(self, unit: int) -> None:
        dice = self.soak.dice("journals", unit)
        scenario = self.scenarios[unit % len(self.scenarios)]
        reference = self.kills.referred(scenario)
        folder = self.soak.folder(f"journal-{scenario.name}")
        for name, text in scenario.inputs.items():
            (folder / name).write_text(text)
        self.interrupt(dice, scenario, folder, reference.seconds[0])
        journal = folder / f"{scenario.outputs[0]}.journal"
        if not journal.exists():
            self.count.add("jobs that ended too soon")
            return shutil.rmtree(folder)
        whole = journal.read_bytes()
        expected = {name: what for name, what in reference.files.items() if name not in reference.before or name in scenario.inputs}
        for _ in range(TIMES):
            if self.soak.over():
                break
            how, damaged = damage(dice, whole, self.others)
            case = self.soak.folder("damaged")
            shutil.rmtree(case)
            shutil.copytree(folder, case)
            (case / journal.name).write_bytes(damaged)
            command = [*scenario.commands[0], "--threads", str(dice.randint(1, 2))]
            ran = self.soak.run(*command, folder=case)
            self.count.add("journals")
            found = snapshot(case)
            kept = {"in.txt": folder / "in.txt", journal.name: damaged}
            again = "gradus " + shlex.join(command)

            def wrong(what: str) -> None:
                self.soak.defect("journals", unit, f"{scenario.name}, {how}: {what}", ran.text(), again, kept)

            if ran.panicked() or ran.hung or ran.code not in (1, reference.codes[0]):
                wrong(f"ends with {ran.code}")
            elif ran.code == 1:
                self.count.add("refused")
                if not ran.text().startswith("gradus:") or len(ran.text()) < 20:
                    wrong("refused without a reason")
                if scenario.outputs[0] in found:
                    wrong("refused, but there is an output")
                forced = self.soak.run(*[word for word in command if word != "--resume"], "--force", folder=case)
                if forced.code != reference.codes[0] or differences(expected, snapshot(case)):
                    wrong(f"--force does not start over: {forced.code}, {differences(expected, snapshot(case))[:5]}")
            else:
                self.count.add("repaired" if damaged != whole else "as it was")
                wrongs = differences(expected, found)
                if wrongs:
                    wrong("; ".join(wrongs[:8]))
            shutil.rmtree(case)
        self.others = [*self.others[-5:], whole]
        shutil.rmtree(folder)

    def interrupt(self, dice: random.Random, scenario: Scenario, folder: Path, seconds: float) -> None:
        """Leaves a job in the middle, with some frames in its journal."""
        journal = folder / f"{scenario.outputs[0]}.journal"
        process = Process([str(self.soak.binary), *scenario.commands[0]], folder)
        last, grown, wanted = 0, 0, dice.randint(1, 6)
        while not process.ended.is_set() and grown < wanted and time.monotonic() - process.start < 4 * seconds + 5:
            size = journal.stat().st_size if journal.exists() else 0
            grown, last = grown + (size > last), size
            time.sleep(0.002)
        process.signal(dice.choice([signal.SIGKILL, signal.SIGTERM]))
        process.wait()


def frames(journal: bytes) -> list[bytes]:
    """The frames of a journal, as far as they are complete."""
    found, at = [], SIGNATURE
    while at + HEAD <= len(journal):
        end = at + HEAD + struct.unpack_from("<I", journal, at)[0]
        if end > len(journal):
            break
        found.append(journal[at:end])
        at = end
    return found


def damage(dice: random.Random, whole: bytes, others: list[bytes]) -> tuple[str, bytes]:
    """A damaged journal, and what was done to it."""
    parts = frames(whole)
    head = whole[:SIGNATURE]
    way = dice.choice(["cut", "cut", "flip", "flip", "flip", "zeros", "noise", "after", "twice", "lost", "swapped", "foreign", "signature", "again", "middle"])
    if way == "cut":
        at = dice.randrange(len(whole))
        return f"cut off at {at}", whole[:at]
    if way == "flip":
        changed = bytearray(whole)
        places = [dice.randrange(len(whole)) for _ in range(dice.randint(1, 4))]
        for place in places:
            changed[place] ^= 1 << dice.randrange(8)
        return f"bits flipped at {places}", bytes(changed)
    if way in ("zeros", "noise"):
        at = dice.randrange(len(whole))
        size = min(dice.choice([1, 16, 512, 4096]), len(whole) - at)
        return f"{size} bytes of {way} at {at}", whole[:at] + (bytes(size) if way == "zeros" else dice.randbytes(size)) + whole[at + size :]
    if way == "after":
        return "bytes after the end", whole + dice.randbytes(dice.randint(1, 200))
    if way == "signature":
        return "another signature", dice.choice([b"gradus journal 2", b"gradus journal 4", b"GRADUS JOURNAL 3", b"\0" * 16]) + whole[16:]
    if way == "again":
        return "the whole journal twice", whole + dice.choice([whole, whole[SIGNATURE:]])
    if way == "middle":
        at = dice.randrange(len(whole))
        return f"a byte more at {at}", whole[:at] + dice.randbytes(1) + whole[at:]
    if not parts:
        return "nothing", whole
    at = dice.randrange(len(parts))
    if way == "twice":
        return f"frame {at} of {len(parts)} twice", head + b"".join([*parts[: at + 1], *parts[at:]])
    if way == "lost":
        return f"frame {at} of {len(parts)} lost", head + b"".join([*parts[:at], *parts[at + 1 :]])
    if way == "foreign" and others:
        stranger = dice.choice(frames(dice.choice(others)) or parts)
        return f"a frame of another journal after frame {at}", head + b"".join([*parts[: at + 1], stranger, *parts[at + 1 :]])
    to = dice.randrange(len(parts))
    parts[at], parts[to] = parts[to], parts[at]
    return f"frames {at} and {to} of {len(parts)} swapped", head + b"".join(parts)
