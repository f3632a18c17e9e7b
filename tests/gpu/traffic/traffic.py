#!/usr/bin/env python3
"""Catches a prediction of memory traffic that is not what a GPU does: for every nest of tests/explain/Inputs/mapped.c
under each of the eight mappings, and for vectors.c as it is scheduled, the requests and sectors of all loads and of all
stores as `explain` predicts them against those that Nsight Compute counts.

    traffic.py export FOLDER [--curestruct PATH]   here
    FOLDER/traffic.py run                          there, with nvcc, make and ncu: status 0 when all are equal
"""
import collections
import csv
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MAPPINGS = ["1D-1", "1D-2", "1D-3", "1D-4", "2D-1", "2D-2", "2D-3", "2D-4"]
SIZES = {"mapped": "n=100,m=70,p=9", "vectors": "n=4099,m=72"}
METRICS = {f"l1tex__t_{what}_pipe_lsu_mem_global_op_{op}.sum": (kind, what)
           for what in ("requests", "sectors") for op, kind in (("ld", "load"), ("st", "store"))}
HERE = os.path.dirname(os.path.abspath(__file__))


def export(folder, curestruct):
    inputs = os.path.join(HERE, "..", "..", "explain", "Inputs")
    cases = [("mapped", mapping, ["-DMAPPING=" + mapping]) for mapping in MAPPINGS] + [("vectors", "schedule", [])]
    for stem, mapping, defines in cases:
        case, source, sizes = os.path.join(folder, mapping), os.path.join(inputs, stem + ".c"), ["--size", SIZES[stem]]
        os.makedirs(folder, exist_ok=True)
        shutil.rmtree(case, ignore_errors=True)
        subprocess.run([curestruct, "check", "--export=" + case, *sizes, source, *defines], check=True)
        with open(os.path.join(case, "explanation.json"), "w") as file:
            subprocess.run([curestruct, "explain", "--format=json", *sizes, source, *defines], check=True, stdout=file)
    shutil.copy(os.path.join(HERE, "traffic.py"), folder)


def chosen_rows(nest, mapping):
    """In one dimension several mappings are one; what was vectorized is loaded once for an element."""
    seen = set()
    for row in nest["arrangement"]["accesses"]:
        line = nest["function"] == "row_sums" or mapping == "schedule"
        key = (row["kind"], row["address"])
        if row.get("chosen") and (line or row["mapping"] == mapping) and (mapping != "schedule" or key not in seen):
            seen.add(key)
            yield row


def predicted(case, mapping):
    sums = {}
    for nest in json.load(open(os.path.join(case, "explanation.json")))["nests"]:
        counts = sums.setdefault(nest["function"], collections.Counter())
        for row in chosen_rows(nest, mapping):
            for what in ("requests", "sectors"):
                counts[row["kind"], what] += row[what] // row["repeats"]
    return sums


def counted(case):
    """Of the first call, whose arrays are copied to aligned places; the first function launches one kernel a call."""
    command = ["ncu", "--csv", "--metrics", ",".join(METRICS), "--target-processes", "all", "./check", ".", "gpu"]
    output = subprocess.run(command, cwd=case, capture_output=True, text=True).stdout
    if "PASS" not in output or "FAIL" in output:
        return {}  # other results than the serial code's
    launches = {}  # of each function, in their order
    for row in csv.DictReader(line for line in output.splitlines() if line.startswith('"')):
        name = re.match(r"crs_(\w+?)_\d+_", row["Kernel Name"])
        if name and row["Metric Name"] in METRICS:
            counts = launches.setdefault(name[1], {}).setdefault(int(row["ID"]), {})
            counts[METRICS[row["Metric Name"]]] = int(row["Metric Value"].replace(",", ""))
    calls = len(next(iter(launches.values()), {}))
    sums = {}
    for name, made in launches.items():
        sums[name] = collections.Counter()
        for number in sorted(made)[:len(made) // calls]:
            sums[name].update(made[number])
    return sums


def run_case(mapping):
    case = os.path.join(HERE, mapping)
    built = subprocess.run(["make", "-s", "gpu", "ON=gpu"], cwd=case, capture_output=True, text=True)
    if built.returncode:
        return 1, mapping + ": not built\n" + built.stdout[-2000:] + built.stderr[-2000:]
    expected, found, lines, wrong = predicted(case, mapping), counted(case), [], 0
    for name, counts in expected.items():
        wanted = {key: count for key, count in found.get(name, {}).items() if count or key in counts}
        same = bool(counts) and dict(counts) == wanted
        wrong += not same
        lines.append(f"{mapping} {name}: " + ("equal, " if same else "DIFFERENT, ")
                     + ", ".join(f"{kind} {what} {count}" for (kind, what), count in sorted(counts.items()))
                     + ("" if same else f"; counted {found.get(name)}"))
    return wrong, "\n".join(lines)


def run():
    cases = [name for name in MAPPINGS + ["schedule"] if os.path.isdir(os.path.join(HERE, name))]
    with ThreadPoolExecutor(len(cases)) as pool:
        results = list(pool.map(run_case, cases))
    for _, text in results:
        print(text)
    wrong = sum(count for count, _ in results)
    nests = sum(len(text.splitlines()) for _, text in results)
    print(f"traffic: {len(cases)} schedules, {nests} nests, {wrong} differ, " + ("FAIL" if wrong else "PASS"))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    if sys.argv[1] == "export":
        export(sys.argv[2],
               sys.argv[4] if len(sys.argv) > 4 else os.path.join(HERE, "..", "..", "..", "build", "curestruct"))
    else:
        run()
