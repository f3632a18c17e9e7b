"""mapped.py MAPPING EXPLANATION PROFILE: compares the requests and sectors that explain predicts under the chosen
mapping, which has to be that one, with those that check --profile has counted, access by access."""

import json
import re
import sys


def predicted(path, mapping):
    nests = {}
    for nest in json.load(open(path))["nests"]:
        line = nest["function"] == "row_sums"  # in one dimension several mappings are one
        rows = [row for row in nest["arrangement"]["accesses"] if row.get("chosen")
                and (line or row["mapping"] == mapping)]
        nests[nest["function"]] = sorted((row["kind"], row["requests"] // row["repeats"],
                                          row["sectors"] // row["repeats"])
                                          for row in rows)
    return nests


def counted(path):
    """By function, summed over the launches that one call makes. The first function makes one."""
    nests, calls = {}, None
    for line in open(path):
        kernel = re.match(r"crs_(\w+?)_\d+_\w+, grid.*?(?:each of (\d+) launches|(\d+) launches together)?$",
                          line.strip())
        access = re.match(r"\s+\d+:\d+\s+(load|store)\s+global\s+\d+\s+(\d+)\s+\S+\s+(\d+)", line)
        if kernel:
            launches, factor = int(kernel[2] or kernel[3] or 1), int(kernel[2] or 1)
            calls = calls or launches
            rows = nests.setdefault(kernel[1], [])
        elif access:
            rows.append((access[1], int(access[2]) * factor / calls, int(access[3]) * factor / calls))
    return {name: sorted(rows) for name, rows in nests.items()}


expected, found = predicted(sys.argv[2], sys.argv[1]), counted(sys.argv[3])
same = expected == found and all(expected.values())
print("%d nests, %d accesses, %s" % (len(expected), sum(map(len, expected.values())), "equal" if same else "different"))
for name in expected:
    if expected[name] != found.get(name):
        print(name, expected[name], found.get(name))
sys.exit(0 if same else 1)
