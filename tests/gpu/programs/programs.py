"""Times the programs of examples/programs on a machine with a GPU, nvcc and Python alone: one core against the GPU.

    python3 tests/gpu/programs/programs.py export FOLDER [--curestruct PATH] [NAME...]   here
    python3 FOLDER/programs.py run [--small] [--markdown] [--prebuilt] [NAME...]         there

`run` builds each program twice, serially with the C compiler (-O3 -march=native) and with nvcc, runs both on the sizes
of the table below, and prints a line for each: the times of the whole programs in seconds, the start of CUDA included,
and what CURESTRUCT_TIME counts. The results agree where all words that are printed do, numbers within a thousandth.
With --prebuilt, NAME.gpu is taken where it is there. The status is 0 if every program is right. All takes four minutes
at most.
"""
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
LIMIT = 60  # seconds for one run
# Arguments: of the usual run, and of a small one.
SIZES = {
    "align": ("256 60000", "64 2000"),
    "clusters": ("800000 32 64", "20000 16 16"),
    "conjugate": ("144", "40"),
    "language": ("8 128 192 4 2 12", "8 32 64 4 2 20"),
    "image": ("10240 12800", "512 768"),
    "lattice": ("1024 2048 200", "128 128 50"),
    "particles": ("56 40", "8 20"),
    "shock": ("1536 1536 100", "128 128 20"),
}


# ---- here

def export(arguments):
    compiler = os.path.join(ROOT, "build", "curestruct")
    if "--curestruct" in arguments:
        at = arguments.index("--curestruct")
        compiler = os.path.abspath(arguments[at + 1])
        del arguments[at:at + 2]
    folder = arguments[0]
    os.makedirs(folder, exist_ok=True)
    for name in arguments[1:] or SIZES:
        source = os.path.join(ROOT, "examples", "programs", name + ".c")
        shutil.copy(source, folder)
        subprocess.run([compiler, "-Werror=refused", "-Wno-assume", source, "-o", os.path.join(folder, name + ".cu")],
                       check=True)
    shutil.copy(os.path.abspath(__file__), folder)


# ---- there

def build(name, prebuilt):
    serial = ["cc", "-std=gnu11", "-O3", "-march=native", "-w", name + ".c", "-o", name + ".serial", "-lm"]
    parallel = ["nvcc", "-std=c++17", "-O3", "-arch=native", "-w", name + ".cu", "-o", name + ".gpu"]
    ready = prebuilt and os.path.exists(os.path.join(HERE, name + ".gpu"))
    for command in (serial,) if ready else (serial, parallel):
        done = subprocess.run(command, cwd=HERE, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        if done.returncode != 0:
            return done.stdout[-2000:]
    return None


def run(program, words, **more):
    begin = time.monotonic()
    try:
        done = subprocess.run([os.path.join(HERE, program), *words], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, env=dict(os.environ, **more), timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return LIMIT, None, "", ""
    return time.monotonic() - begin, done.returncode, done.stdout, done.stderr


def agree(first, second):
    for a, b in zip(first.split(), second.split()):
        try:
            if abs(float(a) - float(b)) > 1e-3 * max(abs(float(a)), abs(float(b))):
                return False
        except ValueError:
            if a != b and not (re.search(r"\d", a) and re.search(r"\d", b)):
                return False
    return len(first.split()) == len(second.split())


# What the last line of the table of CURESTRUCT_TIME says: calls, serial calls, launches, copies, MB.
def counts(table):
    found = re.search(r"^all +(\d+) +(\d+) +(\d+) +(\d+) +([\d.]+)", table, re.MULTILINE)
    return found.groups() if found else ("?",) * 5


def measure(arguments):
    small, markdown = "--small" in arguments, "--markdown" in arguments
    present = [name for name in SIZES if os.path.exists(os.path.join(HERE, name + ".cu"))]
    names = [word for word in arguments if not word.startswith("--")] or present
    with ThreadPoolExecutor(8) as pool:
        built = dict(zip(names, pool.map(lambda name: build(name, "--prebuilt" in arguments), names)))
    wrong = 0
    rows = [("program", "sizes", "1 core, s", "GPU, s", "times", "calls", "serial", "launches", "copies", "MB",
             "results")]
    for name in names:
        words = SIZES[name][1 if small else 0].split()
        if built[name]:
            print(f"{name}: does not compile:\n{built[name]}")
            wrong += 1
            continue
        serial, serial_status, serial_text, _ = run(name + ".serial", words)
        run(name + ".gpu", words)
        gpu, status, text, errors = run(name + ".gpu", words)
        *_, table = run(name + ".gpu", words, CURESTRUCT_TIME="1")
        with open(os.path.join(HERE, name + ".times"), "w", encoding="utf-8") as file:
            file.write(table)
        right = status == 0 and serial_status in (0, None)
        wrong += not right
        rows.append((name, " ".join(words), f"{serial:.2f}{'+' if serial_status is None else ''}", f"{gpu:.3f}",
                     f"{serial / gpu:.1f}", *counts(table),
                     f"status {status}" if not right else "agree" if agree(serial_text, text) else "both right"))
        if errors:
            print(f"{name}: {errors[-500:]}", end="")
    if markdown:
        for number, row in enumerate(rows):
            print("| " + " | ".join(row) + " |" + ("\n" + "|---" * len(row) + "|" if number == 0 else ""))
    else:
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            print("  ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip())
    print(f"{len(names) - wrong} right, {wrong} wrong; NAME.times has the time of each nest")
    return 1 if wrong else 0


if len(sys.argv) > 2 and sys.argv[1] == "export":
    export(sys.argv[2:])
elif len(sys.argv) > 1 and sys.argv[1] == "run":
    sys.exit(measure(sys.argv[2:]))
else:
    sys.exit(__doc__)
