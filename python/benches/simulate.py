"""How long a job takes on clusters that nobody has here: a simulation from measured costs.

    python python/benches/measure.py costs PUZZLES > costs.txt
    python python/benches/simulate.py costs.txt --puzzles 200000

The driver does one thing at a time: it hands out a task or takes its result, at a cost for
the task and a cost for each of its puzzles. Workers take tasks in order. Tasks are sized as
the exchange of a job sizes them (src/classify/exchange.rs), with the same constants. The
costs of puzzles are drawn from the measured ones, with their tail.
"""

from __future__ import annotations

import argparse
import heapq
import pathlib
import random

#: The constants of the exchange.
TARGET, MANY, LIMIT, FIRST, MOST_OUT, AHEAD = 0.5, 64, 4, 16, 120_000, 2


def simulate(costs, workers, a_task, a_puzzle, latency):
    """Seconds of the job, the share of time that workers work, and that the driver works."""
    target = TARGET * min(max(workers / MANY, 1), 16)
    waiting, out = [(0, len(costs))], 0
    seconds, puzzles = 0.0, 0.0
    free = [0.0] * workers
    done = []
    now = busy = 0.0
    while waiting or done:
        if done and (done[0][0] <= now or out >= AHEAD * workers or not waiting):
            # Takes the next result.
            came, start, taken, end, took = heapq.heappop(done)
            cost = a_task / 2 + a_puzzle * (taken - start) / 2
            now = max(now, came) + cost
            busy += cost
            out -= 1
            seconds, puzzles = 0.7 * seconds + took, 0.7 * puzzles + taken - start
            if taken < end:
                waiting.append((taken, end))
            continue
        # Hands out the next task.
        start, end = waiting.pop()
        left = end - start + sum(last - first for first, last in waiting)
        size = FIRST if puzzles == 0 else int(target * puzzles / max(seconds, 1e-9))
        size = min(size, MOST_OUT // (AHEAD * workers), -(-left // (AHEAD * workers)))
        size = max(1, min(size, end - start))
        if start + size < end:
            waiting.append((start + size, end))
        cost = a_task / 2 + a_puzzle * size / 2
        now += cost
        busy += cost
        out += 1
        began = max(heapq.heappop(free), now + latency)
        took, taken = 0.0, start
        while taken < start + size and (taken == start or took < LIMIT * target):
            took += costs[taken]
            taken += 1
        heapq.heappush(free, began + took)
        heapq.heappush(done, (began + took + latency, start, taken, start + size, took))
    return now, sum(costs) / (now * workers), busy / now


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("costs", help="measured CPU seconds, one puzzle a line")
    parser.add_argument("--puzzles", type=int, default=200_000, help="puzzles of the job")
    parser.add_argument("--workers", default="1,4,8,16,64,512")
    parser.add_argument("--a-task", type=float, default=2e-3, help="seconds of the driver a task")
    parser.add_argument("--a-puzzle", type=float, default=5e-6, help="seconds of the driver a puzzle")
    parser.add_argument("--latency", type=float, default=5e-3, help="seconds to a worker, and back")
    arguments = parser.parse_args()
    measured = [float(line) for line in pathlib.Path(arguments.costs).read_text().split()]
    costs = random.Random(1).choices(measured, k=arguments.puzzles)
    mean = sum(costs) / len(costs)
    print(f"{len(costs)} puzzles, {1e3 * mean:.2f} ms each, the longest {max(costs):.1f} s")
    print("workers  seconds  workers busy  driver busy")
    for workers in map(int, arguments.workers.split(",")):
        took, used, busy = simulate(costs, workers, arguments.a_task, arguments.a_puzzle, arguments.latency)
        print(f"{workers:7} {took:8.1f} {100 * used:11.1f} % {100 * busy:10.1f} %")


if __name__ == "__main__":
    main()
