"""Measures the table of what generated kernels have to reach, on a machine with a GPU, nvcc and Python alone:

    python3 tests/gpu/bars/bars.py export FOLDER [--curestruct PATH] [--table FILE] [ROW...]   here
    python3 FOLDER/bars.py run [--markdown] [ROW...]                                           there

table.ini, or the file that is given, has a row for each measurement: `source`, `function`, `size` and `vs` as
`curestruct bench` takes them, `schedule` if it is not the default, and `bar`, what has to be reached, separated by
commas:

    1.02 NAME     1.02 times the rate of the rival NAME, `best` of the best of them, in the same run
    0.97 copy     0.97 times the bytes a second of a copy kernel in the same run; `fp32` of a multiply-add
                  kernel's operations
    0.90 row:ROW  0.90 times the operations a second of another row
    1 us:404      404 microseconds at most

python3 tests/gpu/bars/bars.py predict [--curestruct PATH] [--table FILE] [--plan PLAN] [ROW...] prints what the cost
model says of the rows, without a GPU. ../polybench/table.ini is the table of PolyBench's kernels.

peers.csv has what others reached; these figures are printed beside and decide nothing. `run` ends with a line "N
reached, N missed, N failed"; the status is not 0 unless all were reached.
"""
import configparser
import csv
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
WITHIN = 0.99  # a bar is reached within 1 %


def read_table(wanted, path=os.path.join(HERE, "table.ini")):
    table = configparser.ConfigParser(interpolation=None)
    with open(path, encoding="utf-8") as file:
        table.read_file(file)
    unknown = [name for name in wanted if name not in table]
    if unknown:
        sys.exit(f"bars: no row {', '.join(unknown)}")
    return {name: table[name] for name in wanted or table.sections()}


def words(text):
    return [part.strip() for part in text.replace("\n", ",").split(",") if part.strip()]


# ---- here

# The value of an option, which is taken out.
def option(arguments, name, default):
    if name not in arguments:
        return default
    at = arguments.index(name)
    value = arguments[at + 1]
    del arguments[at:at + 2]
    return value


def export(arguments):
    compiler = os.path.abspath(option(arguments, "--curestruct", "build/curestruct"))
    table = option(arguments, "--table", os.path.join(HERE, "table.ini"))
    folder, rows = os.path.abspath(arguments[0]), read_table(arguments[1:], table)
    root = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
    os.makedirs(folder, exist_ok=True)
    failed = 0
    for name, row in rows.items():
        shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
        command = [compiler, "bench", row["source"], f"--function={row['function']}", "--size",
                   ",".join(words(row["size"]))]
        for rival in words(row.get("vs", "")):
            command += ["--vs", rival]
        if "schedule" in row:
            command.append(f"--schedule={row['schedule']}")
        command.append(f"--export={os.path.join(folder, name)}")
        done = subprocess.run(command, cwd=root, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        if done.returncode != 0:
            failed += 1
            print(f"{name}: not exported: {done.stdout.strip()}", file=sys.stderr)
    for file in ("bars.py", "peers.csv"):
        shutil.copy(os.path.join(HERE, file), folder)
    shutil.copy(table, os.path.join(folder, "table.ini"))
    return 1 if failed else 0


def predict(arguments):
    compiler = os.path.abspath(option(arguments, "--curestruct", "build/curestruct"))
    table, plan = option(arguments, "--table", os.path.join(HERE, "table.ini")), option(arguments, "--plan", "usual")
    rows = read_table(arguments, table)
    for name, row in rows.items():
        command = [compiler, "explain", "--format=json", "--section=cost", row["source"], "--size",
                   ",".join(words(row["size"]))] + ([] if plan == "usual" else [f"--plan={plan}"])
        done = subprocess.run(command, cwd=os.path.dirname(os.path.dirname(os.path.dirname(HERE))), text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        nests = json.loads(done.stdout)["nests"] if done.returncode == 0 else []
        costs = [nest.get("cost", {}) for nest in nests if nest["function"] == row["function"]]
        known = costs and all("nanoseconds" in cost for cost in costs)
        time = f"{sum(cost['nanoseconds'] for cost in costs) * 1e-3:.1f} us" if known else "no kernels"
        print(f"{name:16} {time:>16}  {row['bar']}", flush=True)
    return 0


# ---- there

def build(name):
    return subprocess.run(["make", "-s", "-C", os.path.join(HERE, name), "timing"], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


def measure(name):
    done = subprocess.run(["./timing", "json"], cwd=os.path.join(HERE, name), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=120, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip() or f"exit status {done.returncode}")
    return json.loads(done.stdout)


def rate(result, kind, contender=0):
    return result[kind] / result["contenders"][contender]["seconds"]


# How many times what is asked for is reached; a name for it.
def reached(bar, result, results):
    least, against = bar.split()
    if against in ("copy", "fp32"):
        kind = "bytes" if against == "copy" else "operations"
        part = rate(result, kind) / result[against + "_ceiling"]
    elif against.startswith("us:"):
        part = float(against[3:]) * 1e-6 / result["contenders"][0]["seconds"]
    elif against.startswith("row:"):
        part = rate(result, "operations") / rate(results[against[4:]], "operations")
    else:
        rivals = result["contenders"][1:]
        times = [rival["seconds"] for rival in rivals if against in (rival["name"], "best")]
        if not times:
            raise RuntimeError(f"no rival '{against}'")
        part = min(times) / result["contenders"][0]["seconds"]
    return float(least), part, against


def in_words(result, contender=0):
    bandwidth, operations = rate(result, "bytes", contender), rate(result, "operations", contender)
    if operations > 4 * bandwidth:
        return f"{operations * 1e-12:.1f} TFLOPS"
    return f"{bandwidth * 1e-9:.0f} GB/s"


def read_peers():
    peers = {}
    with open(os.path.join(HERE, "peers.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            peers.setdefault(row["row"], []).append(f"{row['peer']} {row['rate']} {row['unit']}")
    return peers


def print_row(columns, widths, markdown):
    if markdown:
        print("| " + " | ".join(columns) + " |")
    else:
        print("  ".join(column.ljust(width) for column, width in zip(columns, widths)).rstrip(), flush=True)


def run(arguments):
    markdown = "--markdown" in arguments
    rows = read_table([argument for argument in arguments if argument != "--markdown"])
    rows = {name: row for name, row in rows.items() if os.path.isdir(os.path.join(HERE, name))}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        builds = dict(zip(rows, pool.map(build, rows)))
    peers, results, counts = read_peers(), {}, {"reached": 0, "missed": 0, "failed": 0}
    widths = (26, 12, 14, 8, 34, 40)
    print_row(("row", "time", "rate", "of copy", "asked for: reached", "measured before"), widths, markdown)
    if markdown:
        print_row(["---"] * len(widths), widths, markdown)
    for name, row in rows.items():
        try:
            if builds[name].returncode != 0:
                raise RuntimeError(builds[name].stdout.strip()[-2000:])
            result = results[name] = measure(name)
            said = []
            for bar in words(row["bar"]):
                least, part, against = reached(bar, result, results)
                fine = part >= least * WITHIN
                counts["reached" if fine else "missed"] += 1
                said.append(f"{least:g} {against}: {part:.3f}{'' if fine else ' MISSED'}")
            print_row((name, f"{result['contenders'][0]['seconds'] * 1e6:.1f} us", in_words(result),
                       f"{rate(result, 'bytes') / result['copy_ceiling']:.3f}", ", ".join(said),
                       ", ".join(peers.get(name, []))),
                      widths, markdown)
        except (RuntimeError, KeyError, ValueError, subprocess.TimeoutExpired) as error:
            counts["failed"] += 1
            print_row((name, "failed", str(error).replace("\n", " / "), "", row["bar"], ""), widths, markdown)
    print(f"{counts['reached']} reached, {counts['missed']} missed, {counts['failed']} failed")
    return 1 if counts["missed"] or counts["failed"] else 0


if __name__ == "__main__":
    verbs = {"export": export, "run": run, "predict": predict}
    if len(sys.argv) < 2 or sys.argv[1] not in verbs or (sys.argv[1] == "export" and len(sys.argv) < 3) or \
            "--help" in sys.argv:
        sys.exit(__doc__)
    sys.exit(verbs[sys.argv[1]](sys.argv[2:]))
