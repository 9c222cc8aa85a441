"""The general way of the reference beside Singular's char_series, system by system, under the same limit.

Every system is solved in this process first, several times where that is quick, and the shortest time counts; then by
Singular, whose own timer measures char_series alone, repeated in the same way. What does not end in time is stopped:
the reference runs in a process that is replaced then. With --certify the reference's chains are proved by Singular,
with a limit of its own.
"""

from __future__ import annotations

import math
import multiprocessing
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import casbridge
from benchmarks.measure import parser, print_machine, print_table
from casbridge.backends import registry
from casbridge.charset.general.method import GeneralSeries
from casbridge.limits import Deadline

#: Small systems that come with the examples; --data names a folder with more.
OWN = Path(__file__).resolve().parents[1] / "examples" / "systems"
SHARED = Path(__file__).resolve().parents[2] / "shared" / "data" / "symbolicdata"
_GRACE = 2.0
_SHORTEST = 1e-4
_BEFORE = "list answer = rows_of(char_series(equations));"


@dataclass(frozen=True)
class Run:
    """One system: seconds or None where it was not solved, and how many chains."""

    seconds: float | None
    chains: int
    closure: bool = False


def main(arguments: Sequence[str]) -> None:
    """Print a table of all systems, a line with the sums, and the systems where the reference is much slower."""
    options = parser("series", __doc__)
    options.add_argument("names", nargs="*", help="systems by name; all of the folder otherwise")
    options.add_argument("--data", type=Path, default=SHARED if SHARED.is_dir() else OWN, help="a folder of systems")
    options.add_argument("--seconds", type=float, default=10.0, help="limit for each system and side")
    options.add_argument("--repeats", type=int, default=5, help="how often quick ones are timed")
    options.add_argument("--certify", action="store_true", help="prove the reference's chains by Singular")
    options.add_argument("--certify-seconds", type=float, default=20.0, help="limit for each of these proofs")
    options.add_argument("--closure", action="store_true", help="the variant reference:closure")
    chosen = options.parse_args(list(arguments))
    found = registry.get("singular").availability()
    print_machine(f"Singular {found.version}" if found.available else "no Singular")
    files = sorted(path for path in chosen.data.iterdir() if path.suffix in (".xml", ".txt", ".ms"))
    if chosen.names:
        files = [path for path in files if path.stem in chosen.names]
    side = Reference(chosen.seconds, chosen.repeats, chosen.closure)
    rows: list[tuple[str, Run, Run | None, str]] = []
    for path in files:
        system = casbridge.read_system(path.read_text(encoding="utf-8"))
        ours, chains = side.run(system)
        theirs = singular(found.path, system, chosen.seconds, chosen.repeats) if found.available else None
        proved = certified(system, chains, chosen.certify_seconds) if chosen.certify and chains is not None else ""
        rows.append((path.stem, ours, theirs, proved))
        print(f"{path.stem}: {ours} {theirs} {proved}", flush=True)
    side.close()
    print()
    report(rows)


def report(rows: Sequence[tuple[str, Run, Run | None, str]]) -> None:
    """The tables."""

    def shown(run: Run | None) -> object:
        return "–" if run is None or run.seconds is None else run.seconds * 1000

    print_table(
        ("system", "chains", "reference [ms]", "Singular's chains", "Singular [ms]", "ratio", "certified"),
        [
            (
                name,
                ours.chains if ours.seconds is not None else "–",
                shown(ours),
                theirs.chains if theirs is not None and theirs.seconds is not None else "–",
                shown(theirs),
                "–" if (value := ratio(ours, theirs)) is None else value,
                proved or "–",
            )
            for name, ours, theirs, proved in rows
        ],
    )
    pairs = [(name, value) for name, ours, theirs, _ in rows if (value := ratio(ours, theirs)) is not None]
    solved = [
        sum(run is not None and run.seconds is not None for run in side)
        for side in ([r[1] for r in rows], [r[2] for r in rows])
    ]
    print(f"{len(rows)} systems; solved: reference {solved[0]}, Singular {solved[1]}, both {len(pairs)}")
    if pairs:
        mean = math.exp(sum(math.log(value) for _, value in pairs) / len(pairs))
        print(f"geometric mean of the ratios where both finish: {mean:.2f}")
    slower = [(name, value) for name, value in pairs if value > 3]
    print("more than 3 times slower: " + (", ".join(f"{n} ({v:.1f})" for n, v in slower) or "none"))
    lost = [
        n for n, ours, theirs, _ in rows if ours.seconds is None and theirs is not None and theirs.seconds is not None
    ]
    print("solved by Singular alone: " + (", ".join(lost) or "none"))


def ratio(ours: Run, theirs: Run | None) -> float | None:
    """The reference's time over Singular's, None where one did not finish."""
    if theirs is None or ours.seconds is None or theirs.seconds is None:
        return None
    return max(ours.seconds, _SHORTEST) / max(theirs.seconds, _SHORTEST)


class Reference:
    """A process that solves systems, and is replaced when it does not end in time."""

    def __init__(self, seconds: float, repeats: int, closure: bool) -> None:
        self._limits = (seconds, repeats, closure)
        self._context = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None

    def run(self, system: casbridge.PolynomialSystem) -> tuple[Run, list[Any] | None]:
        """The time, and the chains."""
        if self._process is None:
            self._pipe, theirs = self._context.Pipe()
            self._process = self._context.Process(target=serve, args=(theirs, *self._limits), daemon=True)
            self._process.start()
            self._pipe.recv()
        assert self._pipe is not None
        self._pipe.send(system)
        if self._pipe.poll(self._limits[0] * 1.2 + _GRACE):
            try:
                seconds, chains = self._pipe.recv()
            except EOFError:
                seconds, chains = None, None
                self.close()
            return Run(seconds, len(chains or ())), chains
        self.close()
        return Run(None, 0), None

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None


def serve(pipe: Connection, seconds: float, repeats: int, closure: bool) -> None:
    """Solves what comes through the pipe: (seconds, chains), or (None, None) for what takes too long."""
    warm_up = casbridge.read_system("variables: x y z\nx^2 - 2\ny^2 - 8\nx*z - 1")
    list(GeneralSeries(warm_up))
    pipe.send("ready")
    while True:
        system = pipe.recv()
        best: float | None = None
        chains: list[Any] | None = None
        spent = 0.0
        for _ in range(repeats):
            started = time.perf_counter()
            try:
                chains = list(GeneralSeries(system, Deadline.after(seconds), closure=closure))
            except casbridge.CasbridgeError:
                best, chains = None, None
                break
            taken = time.perf_counter() - started
            best = taken if best is None else min(best, taken)
            spent += taken
            if spent > seconds / 10:
                break
        pipe.send((best, chains))


def singular(executable: str, system: casbridge.PolynomialSystem, seconds: float, repeats: int) -> Run:
    """Singular's own time for char_series: the shortest of several where they are quick, else of one."""
    before, _ = casbridge.render(system, "singular:char_series").text.split(_BEFORE)
    loop = f"""system("--ticks-per-sec", 1000000);
int started, taken, round, spent;
int best = -1;
for (round = 1; round <= {repeats} and spent < {int(seconds * 100_000)}; round++)
{{
  started = rtimer;
  matrix series = char_series(equations);
  taken = rtimer - started;
  if (best < 0 or taken < best) {{ best = taken; }}
  spent = spent + taken;
  int chains = nrows(series);
  print("casbridge " + string(best) + " " + string(chains));
  kill series, chains;
}}
quit;
"""
    with tempfile.TemporaryDirectory(prefix="casbridge-") as folder:
        script = Path(folder) / "series.sing"
        script.write_text(before + loop, encoding="utf-8")
        try:
            done = subprocess.run(
                [executable, "-q", "--no-rc", str(script)],
                capture_output=True,
                text=True,
                timeout=seconds * 1.1 + _GRACE,
                stdin=subprocess.DEVNULL,
            )
            said = done.stdout
        except subprocess.TimeoutExpired as error:
            said = (error.stdout or b"").decode() if isinstance(error.stdout, bytes) else error.stdout or ""
    lines = [line.split() for line in said.splitlines() if line.startswith("casbridge ")]
    if not lines or int(lines[-1][1]) > seconds * 1_000_000:
        return Run(None, 0)
    return Run(int(lines[-1][1]) / 1_000_000, int(lines[-1][2]))


def certified(system: casbridge.PolynomialSystem, chains: Iterable[Any], seconds: float) -> str:
    """What Singular says of the certificate."""
    try:
        script = casbridge.certificate(system, list(chains), wu=True)
        return str(casbridge.verify(script, seconds=seconds).proof)
    except casbridge.CasbridgeError as error:
        return type(error).__name__
