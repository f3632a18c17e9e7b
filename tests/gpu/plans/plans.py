"""Compares the cost model with times that were measured on a GPU. It needs no GPU:

    python3 tests/gpu/plans/plans.py [--curestruct PATH] [--rows] [--least N] [--within N] [NEST...]

random.txt has random legal schedules of the nests in nests.c with their times, and bench.txt the planned kernels of
the rows of ../bars/table.ini with theirs. For each nest, and for the bench, it prints how many there are, Spearman's
rank correlation between predicted and measured time, the median of predicted / measured, and of random schedules how
much slower than the fastest one the one is that the model takes for the fastest. --rows prints every row. Exit status
1 if a correlation is under --least, or some row's predicted / measured or measured / predicted is over --within.
"""
import argparse
import configparser
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SIZES = {"permute_zyx": "n=512,m=512,p=512", "heat13": "n=512", "conv5": "h=8192,w=8192", "life": "h=16384,w=16384"}


def table(name):
    """(name, microseconds, schedule) of each entry: a line that is not indented, with the indented lines below it."""
    entries = []
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        for line in file:
            if line.startswith(" "):
                entries[-1][2] += line
            elif not line.startswith("#"):
                entries.append([*line.split(), ""])
    return [(nest, float(time), schedule) for nest, time, schedule in entries]


def explained(curestruct, *arguments):
    done = subprocess.run([curestruct, "explain", "--format=json", *arguments], text=True, cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(f"plans: {' '.join(arguments)}: {done.stderr}")
    return {nest["function"]: nest for nest in json.loads(done.stdout)["nests"]}


def predicted(nest):
    """Microseconds and what bounds the kernel that takes longest; None: there is no prediction, and why."""
    cost = nest.get("cost")
    if not cost or "nanoseconds" not in cost:
        return None, nest.get("refused", "?")
    longest = max(cost["kernels"], key=lambda kernel: kernel["nanoseconds"])
    return cost["nanoseconds"] * 1e-3, longest["bound"]


# ---- ranks

def ranks(values):
    order = sorted(range(len(values)), key=lambda i: values[i])
    rank = [0.0] * len(values)
    at = 0
    while at < len(order):
        same = [i for i in order[at:] if values[i] == values[order[at]]]
        for i in same:
            rank[i] = at + (len(same) - 1) / 2
        at += len(same)
    return rank


def correlation(left, right):
    """Spearman's: Pearson's of the ranks."""
    a, b = ranks(left), ranks(right)
    mean_a, mean_b = statistics.mean(a), statistics.mean(b)
    top = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    bottom = (sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)) ** 0.5
    return top / bottom if bottom else 0.0


# ---- the two tables

def random_rows(curestruct, nest):
    """(measured, predicted, bound, schedule) of each random schedule: all of them are copies in one file."""
    with open(os.path.join(HERE, "nests.c"), encoding="utf-8") as file:
        text = re.search(rf"^void {nest}\(.*?^}}\n", file.read(), re.S | re.M).group()
    rows = [(time, schedule) for name, time, schedule in table("random.txt") if name == nest and schedule]
    with tempfile.TemporaryDirectory() as folder:
        source, schedules = os.path.join(folder, "nests.c"), os.path.join(folder, "schedules")
        with open(source, "w", encoding="utf-8") as file:
            file.writelines(text.replace(nest, f"{nest}_{i}") for i in range(len(rows)))
        with open(schedules, "w", encoding="utf-8") as file:
            file.writelines(f"nest crs_{nest}_{i}_1 {{ {rows[i][1]} }}\n" for i in range(len(rows)))
        nests = explained(curestruct, source, f"--schedule={schedules}", "--size", SIZES[nest])
    found = [(time, *predicted(nests[f"{nest}_{i}"]), schedule) for i, (time, schedule) in enumerate(rows)]
    for row in found:
        if row[1] is None:
            print(nest, "refused:", *row[3].split())
    return [row for row in found if row[1] is not None]


def bench_rows(curestruct):
    rows, found = configparser.ConfigParser(interpolation=None), []
    rows.read(os.path.join(HERE, "..", "bars", "table.ini"), encoding="utf-8")
    for name, time, _ in table("bench.txt"):
        row = rows[name]
        sizes = ",".join(part.strip() for part in row["size"].replace("\n", ",").split(",") if part.strip())
        schedule = [f"--schedule={row['schedule']}"] if "schedule" in row else []
        nest = explained(curestruct, row["source"], "--size", sizes, *schedule).get(row["function"])
        time_predicted, bound = predicted(nest)
        if time_predicted is None:
            print(f"{name}: not predicted: {bound}")
        else:
            found.append((time, time_predicted, bound, name))
    return found


def report(name, rows, options, chooses):
    measured, times = [row[0] for row in rows], [row[1] for row in rows]
    rank = correlation(times, measured)
    middle = statistics.median(t / m for t, m in zip(times, measured))
    line = f"{name:16} {len(rows):4} rows  rank {rank:6.3f}  predicted / measured {middle:5.2f}"
    if chooses:
        line += f"  chosen / best {measured[times.index(min(times))] / min(measured):5.2f}"
    print(line)
    for row in sorted(rows) if options.rows else []:
        print(f"    {row[0]:10.1f} {row[1]:10.1f} {row[1] / row[0]:6.2f}  {row[2]:20}", *row[3].split())
    worst = max(max(t / m, m / t) for t, m in zip(times, measured))
    return rank < options.least or worst > options.within


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--curestruct", default=os.path.join(ROOT, "build", "curestruct"))
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--least", type=float, default=-1)
    parser.add_argument("--within", type=float, default=float("inf"))
    parser.add_argument("nests", nargs="*", default=[*SIZES, "bench"])
    options = parser.parse_args()
    bad = False
    for nest in options.nests:
        rows = bench_rows(options.curestruct) if nest == "bench" else random_rows(options.curestruct, nest)
        bad = report(nest, rows, options, nest != "bench") or bad
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
