#!/usr/bin/env python3
"""bounded.py each CURESTRUCT OUTPUT FILE...: translates each file; fails when one takes more than LIMIT seconds of the
processor.
bounded.py linear CURESTRUCT FOLDER: translates files of BASE, FEW and MANY nests; fails when a nest beyond FEW takes
more than TWICE as much time or memory as one from BASE to FEW. BASE is large enough that the nests need more memory
than libclang, which is gone before they are planned: below it, further nests seem to cost nothing."""
import os
import subprocess
import sys

LIMIT, BASE, FEW, MANY, TWICE = 10, 250, 500, 1000, 2.0


def translate(curestruct, file, output):
    """Seconds of the processor and KB."""
    command = [curestruct, file, "-o", output + ".cu", "--host=" + output + ".c"]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{file}: exit status {child.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def nests(count):
    kinds = (
        "void f{k}(int n, float *restrict A, const float *restrict B)\n{{\n#pragma curestruct\n"
        "    for (int i = 0; i < n; i++) A[i] = B[i] + {k};\n}}\n",
        "void f{k}(int n, float *restrict A, const float *restrict B)\n{{\n#pragma curestruct\n"
        "    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) A[i*n+j] = B[j*n+i];\n}}\n",
        "float f{k}(int n, const float *restrict A)\n{{\n    float s = 0;\n#pragma curestruct\n"
        "    for (int i = 0; i < n; i++) s += A[i];\n    return s;\n}}\n",
        "void f{k}(int n, float *A)\n{{\n#pragma curestruct\n    for (int i = 1; i < n; i++) A[i] += A[i-1];\n}}\n",
    )
    return "".join(kinds[k % len(kinds)].format(k=k) for k in range(count))


def each(curestruct, output, files):
    for file in files:
        seconds, _ = translate(curestruct, file, output)
        print(f"{os.path.basename(file)}: {seconds:.2f} s")
        if seconds > LIMIT:
            sys.exit(f"{file}: more than {LIMIT} s")


def linear(curestruct, folder):
    os.makedirs(folder, exist_ok=True)
    cost = {}
    for count in (BASE, FEW, MANY):
        file = os.path.join(folder, f"{count}.c")
        with open(file, "w") as out:
            out.write(nests(count))
        runs = [translate(curestruct, file, os.path.join(folder, f"out{count}")) for _ in range(2)]
        cost[count] = tuple(min(run[what] for run in runs) for what in range(2))  # others use the caches as well
        print(f"{count} nests: {cost[count][0]:.2f} s, {cost[count][1] // 1024} MB")
    for what, name in enumerate(("time", "memory")):
        few = (cost[FEW][what] - cost[BASE][what]) / (FEW - BASE)
        many = (cost[MANY][what] - cost[FEW][what]) / (MANY - FEW)
        if many > TWICE * few:
            sys.exit(f"{name} is not linear in the number of nests: {few:g} a nest, then {many:g}")


if sys.argv[1] == "each":
    each(sys.argv[2], sys.argv[3], sys.argv[4:])
else:
    linear(sys.argv[2], sys.argv[3])
