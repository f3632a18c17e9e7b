"""vectors.py EXPLANATION PROFILE: compares the requests and sectors of loads and of stores in each function, as explain
predicts them for the schedule that was chosen, with those that check --profile has counted."""

import json
import re
import sys


def predicted(path):
    nests = {}
    for nest in json.load(open(path))["nests"]:
        sums = nests.setdefault(nest["function"], {})
        seen = set()
        for row in nest["arrangement"]["accesses"]:
            if not row.get("chosen") or (row["kind"], row["address"]) in seen:
                continue  # the same element again is in a register
            seen.add((row["kind"], row["address"]))
            if row["requests"] is None:
                sys.exit("%s: %s is not predicted" % (nest["function"], row["address"]))
            requests, sectors = sums.get(row["kind"], (0, 0))
            sums[row["kind"]] = (requests + row["requests"] // row["repeats"],
                                 sectors + row["sectors"] // row["repeats"])
    return nests


def counted(path):
    """Each kernel is launched once a call, as often in all calls."""
    nests, sums = {}, None
    for line in open(path):
        kernel = re.match(r"crs_(\w+?)_\d+_\w+, grid", line)
        access = re.match(r"\s+\d+:\d+\s+(load|store)\s+global\s+\d+\s+(\d+)\s+\S+\s+(\d+)", line)
        if kernel:
            sums = nests.setdefault(kernel[1], {})
        elif access:
            requests, sectors = sums.get(access[1], (0, 0))
            sums[access[1]] = (requests + int(access[2]), sectors + int(access[3]))
    return nests


expected, found = predicted(sys.argv[1]), counted(sys.argv[2])
print("%d nests, %s" % (len(expected), "equal" if expected == found else "different"))
for name in expected:
    if expected[name] != found.get(name):
        print(name, expected[name], found.get(name))
sys.exit(0 if expected == found else 1)
