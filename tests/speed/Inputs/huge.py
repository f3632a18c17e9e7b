"""huge.py CURESTRUCT FOLDER: inputs of sizes that only programs write, a file each. Each is translated or refused by a
message, in SECONDS of the processor and with MEGABYTES of memory; where a text is given, the message has it. The files
of LARGE may take more, since libclang's tree of one, or what is emitted of the other, does."""
import os
import subprocess
import sys

SECONDS, MEGABYTES = 20, 400  # the budget is 10 seconds; tests share machines
LARGE = {"terms": 700, "nests": 490}
HEAD = "void f(float *restrict a, const float *restrict b, int n)\n{\n#pragma curestruct\n"
NEST = "    for (int i = 0; i < n; i++)"

PAIRS = "pairs of accesses to one array or variable, and 15000000 are the most that are analysed"


def nest(body):
    return HEAD + NEST + body + "\n}\n"


def each(count, text):
    return "".join(text.format(k=k) for k in range(count))


STENCIL = "{w}[i][j] = a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1] + a[i][j] * {k};\n"
STENCILS = ("void f(float a[restrict 500][500], float b[restrict 500][500], float c[restrict 500][500], int n)\n{\n"
            "#pragma curestruct\nfor (int i = 1; i < n; i++)\nfor (int j = 1; j < n; j++) {\n"
            + "".join(STENCIL.format(w="bc"[k % 2], k=k) for k in range(1000)) + "}\n}\n")


POINTERS = ", ".join(f"float *p{k}" for k in range(1000))
INPUTS = {
    "terms": (nest(" a[i] = b[i]" + " + 1.0f" * 1000000 + ";"), "an expression in it is nested more than 1000 deep"),
    "elsewhere": ("int g(int x)\n{\n    return x" + " + x" * 500000 + ";\n}\n" + nest(" a[i] = b[i];"), ""),
    "statements": (nest(" {\n" + each(10000, "a[10000*i+{k}] = b[i] + {k};\n") + "}"), PAIRS),
    "locals": (nest(" {\nfloat t0 = b[i];\n" + "".join(f"float t{k + 1} = t{k} * 2 + b[i+{k}];\n" for k in range(600))
                    + "a[i] = t600;\n}"), ""),
    "cases": (HEAD.replace("const float", "const int") + NEST + " switch (b[i]) {\n"
              + each(10000, "case {k}: a[i] = {k}; break;\n") + "}\n}\n", PAIRS),
    "pointers": (f"void f({POINTERS}, int n)\n{{\n#pragma curestruct\n{NEST} {{\n"
                 + each(999, "p{k}[i] = p999[i] + {k};\n") + "}\n}\n",
                 "499500 pairs of pointers would have to be tested for overlap before each run, and 10000 are the "
                 "most"),
    "conditions": (nest(" " + "if (b[i] > 0) " * 5000 + "a[i] = b[i];"),
                   "statements in it are nested more than 200 deep"),
    "otherwise": (HEAD.replace("#pragma curestruct\n", "") + each(2000, "if (n == {k}) a[{k}] = 1; else ") + ";\n"
                  "#pragma curestruct\n" + NEST + " a[i] = b[i];\n}\n", ""),
    "schedule": (HEAD.replace("curestruct\n", 'curestruct schedule("'
                              + "; ".join("tile i" + ".tile" * k + " 4" for k in range(300)) + '")\n') +
                 NEST + " a[i] = b[i];\n}\n", "31 loops would be nested, and at most 30 can be"),
    "stencils": (STENCILS, ""),
    "scalars": (nest(" {\nfloat t0 = b[i];\n" + "".join(f"float t{k + 1} = t{k} * 2;\n" for k in range(10000))
                     + "a[i] = t10000;\n}"), ""),
    "nests": (HEAD.replace("#pragma curestruct\n", "")
              + each(4000, "#pragma curestruct\n" + NEST + " a[i] = b[i] + {k};\n") + "}\n", ""),
    "functions": (each(20000, "int g{k}(int x) {{ return x + {k}; }}\n") + nest(" a[i] = b[i];"), ""),
    "lines": (HEAD.replace("{\n", "{\nint s = 0;\n" + "s += n;\n" * 50000) + NEST + " a[i] = b[i] + s;\n}\n", ""),
}

curestruct, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
failures = 0
for name, (text, message) in INPUTS.items():
    path = os.path.join(folder, name + ".c")
    with open(path, "w") as file:
        file.write(text)
    with open(path + ".log", "w") as log:
        child = subprocess.Popen([curestruct, path, "-o", path + "u"], stdout=log, stderr=log)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    with open(path + ".log") as log:
        said = log.read()
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    answered = message in said and (message or not said)
    fine = child.returncode == 0 and answered and seconds <= SECONDS and megabytes <= LARGE.get(name, MEGABYTES)
    failures += not fine
    print(f"{name}: status {child.returncode}, {seconds:.2f} s, {megabytes:.0f} MB"
          + ("" if fine else f": FAILED\n{said[:1000]}"))
sys.exit(1 if failures else 0)
