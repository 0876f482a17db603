"""What all parts of the soak test share: runs of the program, what it must never say, the
list of defects, and files."""

import hashlib
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]

# Words of a program that failed where it should have refused.
PANIC = (b"panicked at", b"which is a defect", b"which is a bug", b"internal error", b"RUST_BACKTRACE")

# A run that takes longer and computes nothing any more hangs; on a busy machine others may.
PATIENCE = 600.0


class Over(Exception):
    """The time of the soak test is over."""


@dataclass
class Ran:
    """How a run of the program ended. `code` is negative if a signal ended it."""

    code: int
    out: bytes
    err: bytes
    seconds: float
    cpu: float
    """Seconds that its threads computed: unlike the time, hardly a matter of the machine's load."""
    hung: bool = False

    def text(self) -> str:
        return self.err.decode("utf-8", "replace").strip()

    def panicked(self) -> bool:
        said = self.out + self.err
        return self.code in (101, 134) or any(word in said for word in PANIC)


class Process:
    """A process that is started, signalled and waited for. It leads a group of its own, so
    that nothing it started outlives it."""

    latest = float("inf")
    """When everything ends that is still running."""

    def __init__(self, command: list[str], folder: Path, stdin: bytes = b"", env: dict[str, str] | None = None):
        self.files = [tempfile.TemporaryFile() for _ in range(3)]
        self.files[0].write(stdin)
        self.files[0].seek(0)
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=self.files[0], stdout=self.files[1], stderr=self.files[2],
            env=os.environ | {"NO_COLOR": "1"} | (env or {}), start_new_session=True,
        )
        self.ended = threading.Event()
        self.ran: Ran | None = None
        threading.Thread(target=self._reap, daemon=True).start()

    def _reap(self) -> None:
        _, status, usage = os.wait4(self.process.pid, 0)
        seconds = time.monotonic() - self.start
        self.process.returncode = code = os.waitstatus_to_exitcode(status)
        texts = []
        for file in self.files[1:]:
            file.seek(0)
            texts.append(file.read())
        self.ran = Ran(code, *texts, seconds, usage.ru_utime + usage.ru_stime)
        self.ended.set()

    def spent(self) -> float:
        """The seconds that it has computed so far."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def signal(self, number: int) -> None:
        if not self.ended.is_set():
            os.kill(self.process.pid, number)

    def end_group(self) -> None:
        """Ends what the process left behind."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def wait(self, patience: float = PATIENCE) -> Ran:
        hung, spent, limit = False, -1.0, self.start + patience
        while not hung and not self.ended.wait(1.0):
            now = time.monotonic()
            if now > Process.latest:
                self.end_group()
                self.ended.wait()
                raise Over
            if now > limit:
                hung = self.spent() <= spent or now > self.start + 6 * patience
                spent, limit = self.spent(), now + 60
        if hung:
            self.end_group()
            self.ended.wait()
        assert self.ran
        self.ran.hung = hung
        for file in self.files:
            file.close()
        return self.ran


class Count:
    """Numbers of one part, for the table at the end."""

    def __init__(self, target: dict[str, int]):
        self.target, self.numbers, self.largest = target, dict.fromkeys(target, 0), {}

    def add(self, name: str, number: int = 1) -> None:
        self.numbers[name] = self.numbers.get(name, 0) + number

    def most(self, name: str, value: float) -> None:
        self.largest[name] = max(value, self.largest.get(name, 0.0))

    def progress(self) -> float:
        """The share of the target that is done, of the one that is farthest behind."""
        return min((self.numbers[name] / many for name, many in self.target.items() if many), default=1.0)


class Soak:
    """One run of the soak test."""

    def __init__(self, binary: Path, seed: int, finds: Path, work: Path, end: float):
        self.binary, self.seed, self.finds, self.work, self.end = binary, seed, finds, work, end
        self.lock = threading.RLock()
        self.defects: list[dict[str, str]] = []
        self.last = 0

    def over(self) -> bool:
        return time.monotonic() >= self.end

    def dice(self, part: str, unit: int) -> random.Random:
        """Random numbers that depend on nothing but the seed, the part and the unit."""
        return random.Random(f"{self.seed}/{part}/{unit}")

    def folder(self, name: str) -> Path:
        """A new folder."""
        with self.lock:
            self.last += 1
            path = self.work / f"{name}-{self.last}"
        path.mkdir(parents=True)
        return path

    def run(self, *arguments: str, folder: Path | None = None, stdin: bytes = b"", patience: float = PATIENCE) -> Ran:
        return Process([str(self.binary), *arguments], folder or self.work, stdin).wait(patience)

    def lines(self, *arguments: str) -> list[str]:
        """The lines that a command prints; it must not fail."""
        ran = self.run(*arguments)
        if ran.code not in (0, 3):
            raise SystemExit(f"{shlex.join(arguments)}: {ran.text()}")
        lines = ran.out.decode().splitlines()
        return [line for line in lines if not line.startswith("#")]

    def defect(self, part: str, unit: int, what: str, said: str = "", command: str = "", files: dict[str, bytes | Path] | None = None) -> None:
        """Records a defect: keeps its files, and how to repeat it."""
        with self.lock:
            name = f"{part}-{unit}-{len(self.defects)}"
            place = self.finds / name
            place.mkdir(parents=True)
            for file, content in (files or {}).items():
                if isinstance(content, bytes):
                    (place / file).write_bytes(content)
                elif content.is_dir():
                    shutil.copytree(content, place / file, symlinks=True)
                elif content.exists():
                    shutil.copy(content, place / file)
            again = command and f"cd {shlex.quote(str(place))} && {command.replace('gradus ', str(self.binary) + ' ', 1)}"
            again = again or f"{Path(__file__).with_name('soak.py')} {self.binary} --seed {self.seed} --only {part} --unit {unit}"
            found = {"part": part, "unit": str(unit), "what": what, "said": said[-2000:], "again": again, "kept": str(place)}
            (place / "defect.json").write_text(json.dumps(found, indent=1) + "\n")
            self.defects.append(found)
            print(f"DEFECT  {part} {unit}: {what}\n        {again}", flush=True)


def digest(name: str, data: bytes) -> str:
    if name.endswith("state.json"):
        # How long the stages of a pipeline took.
        data = re.sub(rb'"seconds": [\d.e+-]+', b'"seconds": 0', data)
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def snapshot(folder: Path) -> dict[str, str]:
    """Everything below a folder: names, contents, targets of links."""
    found = {}
    for place, _, files in os.walk(folder):
        for file in files:
            path = Path(place, file)
            name = str(path.relative_to(folder))
            try:
                found[name] = f"-> {os.readlink(path)}" if path.is_symlink() else digest(name, path.read_bytes())
            except FileNotFoundError:
                # It is gone by now.
                pass
    return found


def differences(expected: dict[str, str], found: dict[str, str]) -> list[str]:
    said = [f"{name} is missing" for name in expected.keys() - found.keys()]
    said += [f"{name} is left over" for name in found.keys() - expected.keys()]
    said += [f"{name} differs" for name in expected.keys() & found.keys() if expected[name] != found[name]]
    return sorted(said)
