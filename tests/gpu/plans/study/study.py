"""Predicted against measured time of random legal schedules of many nests. STUDY: python3 study.py

    STUDY draw FOLDER [--count N] [NEST...]          here: draws candidates and writes their kernels
    STUDY time FOLDER                                on a GPU: compiles and times them; makes FOLDER/times
    STUDY table FOLDER                               puts what was measured into measured.txt.xz
    STUDY figures [--every N] [--rows] [NEST...]     predicts all times again and compares; needs no GPU

`draw` makes, for each nest of the files below, N different legal schedules at random that are predicted to take at most
LIMIT_US and LAUNCHES launches, and the planner's own choice.
FOLDER/candidates has a line for each: nest, number (0: the planner's own), predicted microseconds; and below it the
schedule. FOLDER/times has nest, number, outcome, microseconds and the relative difference of the results from the
reference's. measured.txt.xz has both.

`figures` prints for each nest how many candidates were timed, Spearman's rank correlation between predicted and
measured time, the median of predicted / measured, and how much slower than the fastest candidate the one is that the
model takes for the fastest; --every N predicts only each Nth candidate. At the end: the same for all nests of fitted.c,
which the model was fitted to, of held_out.c and unseen.c, which were looked at later, and of the other files, whose
times were measured before anybody had looked at their nests.
"""
import argparse
import json
import lzma
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(HERE))))
LIMIT_US, BATCH, CHUNK, LAUNCHES = 20000, 50, 50, 2000
TYPES = {"float": ("f", 4), "double": ("d", 8), "int": ("i", 4), "unsigned char": ("b", 1)}
FILES = {"fitted": "fitted.c", "held out": "held_out.c", "unseen": "unseen.c", "blind": "blind.c",
         "second": "second.c", "third": "third.c", "fourth": "fourth.c", "fifth": "fifth.c", "sixth": "sixth.c",
         "seventh": "seventh.c", "eighth": "eighth.c", "ninth": "ninth.c", "tenth": "tenth.c",
         "eleventh": "eleventh.c", "twelfth": "twelfth.c", "thirteenth": "thirteenth.c"}


def nests(files=tuple(FILES.values())):
    """name: (sizes as {name: value}, number that values are below, text of the function)"""
    found = {}
    for name in files:
        with open(os.path.join(HERE, name), encoding="utf-8") as file:
            form = r"^// (\S+=\S+)(?: values=(\d+))?\n(void (\w+)\(.*?^}\n)"
            for part in re.finditer(form, file.read(), re.S | re.M):
                sizes = dict(pair.split("=") for pair in part.group(1).split(","))
                found[part.group(4)] = (sizes, int(part.group(2) or 200), part.group(3))
    return found


def parameters(name, text):
    """(type, name, extents, is const) of each; extents: expressions, none for a number"""
    head = re.search(rf"void {name}\((.*?)\)\n{{", text, re.S).group(1)
    found = []
    for word in re.split(r",\s*", head):
        part = re.fullmatch(r"(const )?([\w ]+?) (\w+)((?:\[.*\])?)", word)
        found.append((part.group(2), part.group(3), re.findall(r"\[([^\]]*)\]", part.group(4)), bool(part.group(1))))
    return found


# ---- drawing

def explained(options, file, sizes, *more, refused=None):
    """The nests of the file, by function; None: the compiler has failed. refused: lines of the schedule file that it
    has found an error in are added to it, and nothing is printed."""
    words = [options.curestruct, "explain", "--format=json", "-w", *more, "--size",
             ",".join(f"{name}={value}" for name, value in sizes.items()), file]
    done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    lines = re.findall(r"schedules:(\d+):\d+: error", done.stderr) if refused is not None else []
    if lines:
        refused += [int(line) for line in lines]
        return None
    if done.returncode:
        print("draw:", *words, done.stderr[:400])
        return None
    return {nest["function"]: nest for nest in json.loads(done.stdout)["nests"]}


def renamed(text, name, number):
    return text.replace(f"void {name}(", f"void {name}_{number}(")


def launches(cost):
    return sum(int(re.match(r"\d+", kernel["predicted"]).group()) if "launches" in kernel["predicted"] else 1
               for kernel in cost["kernels"])


def draw_nest(options, name, sizes, text, folder):
    """(predicted us, schedule) of each candidate, the planner's first."""
    file, found, seen = os.path.join(folder, "draw.c"), [], set()
    with open(file, "w", encoding="utf-8") as out:
        out.write(renamed(text, name, 0))
    planned = (explained(options, file, sizes) or {}).get(f"{name}_0", {}).get("cost", {})
    found.append((planned.get("nanoseconds", 0) * 1e-3, ""))
    with open(file, "w", encoding="utf-8") as out:
        out.writelines(renamed(text, name, i) for i in range(BATCH))
    for seed in range(1, 60):
        for nest in (explained(options, file, sizes, f"--plan=random:{seed}") or {}).values():
            cost, schedule = nest.get("cost", {}), nest.get("plan", {}).get("schedule")
            if not schedule or schedule in seen or len(found) > options.count:
                continue
            seen.add(schedule)
            if cost.get("nanoseconds", 1e18) <= LIMIT_US * 1e3 and launches(cost) <= LAUNCHES:
                found.append((cost["nanoseconds"] * 1e-3, schedule))
        if len(found) > options.count or (seed > 12 and len(found) < seed * BATCH / 60):
            break
    print(f"{name}: {len(found) - 1} of {len(seen)}", flush=True)
    return found


def read_again(options, name, sizes, text, found, own):
    """Those candidates whose schedules are read as they are printed."""
    source, schedules = os.path.join(own, f"{name}.c"), os.path.join(own, "schedules")
    while True:
        refused = []
        with open(source, "w", encoding="utf-8") as out:
            out.writelines(renamed(text, name, i) for i in range(1, len(found)))
        with open(schedules, "w", encoding="utf-8") as out:
            for i in range(1, len(found)):
                out.write(f"nest crs_{name}_{i}_1 {{ {' '.join(found[i][1].split())} }}\n")
        explained(options, source, sizes, f"--schedule={schedules}", refused=refused)
        if not refused:
            return found
        found = [one for i, one in enumerate(found) if i not in refused]


def write_kernels(options, name, text, found, folder, own):
    """Files of CHUNK candidates each, compiled one by one; their names."""
    names = []
    for first in [0, *range(1, len(found), CHUNK)]:
        numbers = [0] if first == 0 else range(first, min(first + CHUNK, len(found)))
        source, schedules = os.path.join(own, f"{name}.c"), os.path.join(own, "schedules")
        with open(source, "w", encoding="utf-8") as out:
            out.writelines(renamed(text, name, i) for i in numbers)
        with open(schedules, "w", encoding="utf-8") as out:
            out.writelines(f"nest crs_{name}_{i}_1 {{ {found[i][1]} }}\n" for i in numbers if i)
        words = [options.curestruct, "-w", source, "-o", os.path.join(folder, f"{name}-{first}.cu"),
                 f"--prelude={os.path.join(folder, 'prelude.cuh')}"]
        done = subprocess.run(words + ([f"--schedule={schedules}"] if first else []), stderr=subprocess.PIPE,
                              text=True, check=False)
        if done.returncode:
            print("draw:", *words, done.stderr[:400])
            continue
        names.append(f"{name}-{first}.cu")
    return names


def main_text(name, sizes, values, text, count):
    """The program that times the nest's candidates."""
    words = parameters(name, text)
    types = ", ".join(word[0] if not word[2] else "void *" for word in words)
    lines = ['#include "study.cuh"\n']
    lines += [f'extern "C" void {name}_{i}({types});' for i in range(count)]
    lines.append(f"static void (*const candidates[])({types}) = {{"
                 + ", ".join(f"{name}_{i}" for i in range(count)) + "};")
    lines.append("static void call(int number, std::vector<Buffer> &buffers)\n{")
    arguments, buffers, exact = [], [], True
    for kind, word, extents, const in words:
        if not extents:
            arguments.append(sizes[word])
            continue
        arguments.append(f"buffers[{len(buffers)}].memory")
        elements = 1
        for extent in extents:
            elements *= eval(extent, {}, {size: int(value) for size, value in sizes.items()})  # over the sizes
        letter, width = TYPES[kind]
        exact = exact and (const or letter in "ib")
        below = values if letter in "ib" else 0
        buffers.append(f"{{{elements}, {width}, '{letter}', {'false' if const else 'true'}, {below}u}}")
    lines.append(f"    candidates[number]({', '.join(arguments)});\n}}\n\nint main(int argc, char **argv)\n{{")
    lines.append(f"    std::vector<int> numbers;\n    for (int i = 0; i < {count}; i++)\n        numbers.push_back(i);")
    tolerance = "0" if exact else "1e-4"
    lines.append(f"    return study({{{', '.join(buffers)}}}, numbers, call, {tolerance}, argc, argv);\n}}")
    return "\n".join(lines) + "\n"


def draw(options):
    os.makedirs(options.folder, exist_ok=True)
    shutil.copy(os.path.join(HERE, "study.cuh"), options.folder)
    shutil.copy(os.path.join(HERE, "study.py"), options.folder)
    with open(os.path.join(options.folder, "candidates"), "w", encoding="utf-8") as table:
        for name, (sizes, values, text) in nests().items():
            if options.nests and name not in options.nests:
                continue
            with tempfile.TemporaryDirectory() as own:
                found = read_again(options, name, sizes, text, draw_nest(options, name, sizes, text, own), own)
                write_kernels(options, name, text, found, options.folder, own)
            with open(os.path.join(options.folder, f"{name}.main.cu"), "w", encoding="utf-8") as out:
                out.write(main_text(name, sizes, values, text, len(found)))
            for i, (predicted, schedule) in enumerate(found):
                table.write(f"{name} {i} {predicted:.3f}\n    {' '.join(schedule.split())}\n")
            table.flush()


# ---- timing

def compiled(words, limit, folder):
    try:
        return subprocess.run(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=limit,
                              check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def missing_text(folder, name, objects):
    """Functions that do nothing, instead of those whose file could not be compiled."""
    with open(os.path.join(folder, f"{name}.main.cu"), encoding="utf-8") as file:
        declared = re.findall(rf'^extern "C" void ({name}_(\d+))\((.*)\);', file.read(), re.M)
    have = set()
    for one in objects:
        first = int(one.rsplit("-", 1)[1][:-2])
        have.update([0] if first == 0 else range(first, first + CHUNK))
    return "".join(f'#include <stdlib.h>\nextern "C" void {function}({types}) {{ abort(); }}\n'
                   for function, number, types in declared if int(number) not in have)


def time_nest(folder, name, until):
    """Lines of the nest's program, which is run again after each candidate that has ended it."""
    lines, begin, reference = [], 0, 0
    while time.time() < until:
        with open(os.path.join(folder, f"{name}.err"), "a", encoding="utf-8") as err, \
                subprocess.Popen([os.path.join(folder, f"{name}.run"), str(begin), str(reference)],
                                 stdout=subprocess.PIPE, stderr=err, text=True) as process:
            try:
                out, _ = process.communicate(timeout=max(until - time.time(), 1))
            except subprocess.TimeoutExpired:
                process.kill()
                out, _ = process.communicate()
                begin = 1 << 30
        began, why = None, ""
        for line in out.splitlines():
            why = line if line.startswith("error") else why
            if line.startswith("begin"):
                began = int(line.split()[1])
            elif line[:1].isdigit():
                lines.append(f"{name} {line}")
                began = None
        if process.returncode == 0 or begin == 1 << 30:
            break
        if began is None:
            lines.append(f"{name} {begin} failed 0 0 status {process.returncode}")
            break
        lines.append(f"{name} {began} {'stuck' if process.returncode == 9 else 'failed'} 0 0 {why}")
        begin = began + 1
        reference = begin if began == reference else reference
    return lines


def measure(options):
    folder, begin = options.folder, time.time()
    with open(os.path.join(folder, "candidates"), encoding="utf-8") as file:
        names = list(dict.fromkeys(line.split()[0] for line in file if not line.startswith(" ")))
    names = [name for name in names if not options.nests or name in options.nests]
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    flags = [nvcc, "-std=c++17", "-O3", "-Xcompiler", "-O0", f"-arch={options.arch}", "-w", "-c"]
    sources = [one for one in sorted(os.listdir(folder)) if re.fullmatch(r".*-\d+\.cu|.*\.main\.cu", one)
               and re.split(r"-\d|\.", one)[0] in names]
    sources.sort(key=lambda one: -os.path.getsize(os.path.join(folder, one)))
    with ThreadPoolExecutor(options.jobs) as pool:
        done = dict(zip(sources, pool.map(
            lambda one: compiled([*flags, "-o", one[:-3] + ".o", one], options.compile, folder), sources)))
        print(f"compiled {sum(done.values())} of {len(done)} in {time.time() - begin:.0f} s", flush=True)
        print(*(f"not compiled: {one}" for one in sources if not done[one]), sep="\n")

        def link(name):
            objects = [one[:-3] + ".o" for one in sources if done[one] and re.fullmatch(name + r"-\d+\.cu", one)]
            missing = missing_text(folder, name, objects)
            with open(os.path.join(folder, f"{name}.missing.cpp"), "w", encoding="utf-8") as out:
                out.write(missing)
            return compiled([nvcc, f"-arch={options.arch}", "-o", f"{name}.run", *objects, f"{name}.main.o",
                             f"{name}.missing.cpp"], options.compile, folder)
        linked = dict(zip(names, pool.map(link, names)))
    print(f"linked {sum(linked.values())} of {len(linked)} in {time.time() - begin:.0f} s", flush=True)
    if options.compile_only:
        return
    out = options.out or os.path.join(folder, "times")
    open(out, "w", encoding="utf-8").close()
    for name in names:
        started = time.time()
        lines = time_nest(folder, name, started + options.each) if linked[name] else [f"{name} 0 failed 0 0 link"]
        with open(out, "a", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
        timed = sum(" timed " in line for line in lines)
        print(f"{name}: {timed} of {len(lines)} timed in {time.time() - started:.1f} s, "
              f"{time.time() - begin:.0f} s in all", flush=True)
        for line in lines:
            if " timed " not in line:
                print("   ", line)
        if time.time() - begin > options.whole:
            print("out of time")
            break


# ---- figures

MEASURED = os.path.join(HERE, "measured.txt.xz")


def table(options):
    """For each candidate: nest, number, outcome, measured us, predicted us of that time; below it the schedule. Nests
    that are not in the folder keep what is there."""
    times, before = {}, []
    with lzma.open(MEASURED, "rt", encoding="utf-8") as file:
        before = file.read().splitlines(keepends=True)
    with open(options.out or os.path.join(options.folder, "times"), encoding="utf-8") as file:
        for line in file:
            name, number, outcome, measured, *_ = line.split()
            times[name, number] = (outcome, measured)
    measured_now = {name for name, _ in times}
    with open(os.path.join(options.folder, "candidates"), encoding="utf-8") as file, \
            lzma.open(MEASURED, "wt", encoding="utf-8", preset=9 | lzma.PRESET_EXTREME) as out:
        out.writelines(row + schedule for row, schedule in zip(before[::2], before[1::2])
                       if row.split()[0] not in measured_now)
        for line in file:
            if not line.startswith(" "):
                name, number, predicted = line.split()
                outcome, measured = times.get((name, number), ("missing", "0"))
                out.write(f"{name} {number} {outcome} {float(measured):.6g} {float(predicted):.4g}\n")
            else:
                out.write(line)


def measured_rows():
    """{nest: [(number, outcome, measured, schedule)]}"""
    found, row = {}, None
    with lzma.open(MEASURED, "rt", encoding="utf-8") as file:
        for line in file:
            if not line.startswith(" "):
                name, number, outcome, measured, _ = line.split()
                row = (int(number), outcome, float(measured))
            else:
                found.setdefault(name, []).append((*row, line.strip()))
    return found


def predicted_again(options, name, nest, rows):
    """(measured, predicted, bound, schedule) of each row that can be predicted. Steps that have changed since the times
    were measured may refuse some schedules, whose rows are left out."""
    sizes, _, text = nest
    with tempfile.TemporaryDirectory() as own:
        source, schedules = os.path.join(own, f"{name}.c"), os.path.join(own, "schedules")
        with open(source, "w", encoding="utf-8") as out:
            out.writelines(renamed(text, name, row[0]) for row in rows)
        with open(schedules, "w", encoding="utf-8") as out:
            out.writelines(f"nest crs_{name}_{row[0]}_1 {{ {row[3]} }}\n" for row in rows)
        refused = []
        found = explained(options, source, sizes, f"--schedule={schedules}", refused=refused) or {}
    if refused:
        left = [row for line, row in enumerate(rows, 1) if line not in refused]
        print(f"{name}: refused:", *(row[0] for row in rows if row not in left))
        return predicted_again(options, name, nest, left)
    again = []
    for number, _, measured, schedule in rows:
        cost = found.get(f"{name}_{number}", {}).get("cost", {})
        if "nanoseconds" not in cost:
            print(f"{name} {number}: not predicted: {schedule}")
            continue
        longest = max(cost["kernels"], key=lambda kernel: kernel["nanoseconds"])
        again.append((measured, cost["nanoseconds"] * 1e-3, longest["bound"], schedule))
    return again


def summed_up(title, figures):
    ranks, chosen = [figure[0] for figure in figures], [figure[1] for figure in figures]
    if figures:
        print(f"{title:20} {len(figures):4} nests  rank {statistics.median(ranks):6.3f}, least {min(ranks):6.3f}  "
              f"chosen / best {statistics.median(chosen):5.2f}, most {max(chosen):5.2f}")


def figures(options):
    sys.path.insert(0, os.path.dirname(HERE))
    from plans import correlation  # pylint: disable=import-outside-toplevel
    rows, parts = measured_rows(), {}
    for part in FILES.values():
        for name, nest in nests([part]).items():
            if (options.nests and name not in options.nests) or name not in rows:
                continue
            timed = [row for row in rows[name] if row[1] == "timed" and row[0]][::options.every]
            again = predicted_again(options, name, nest, timed) if timed else []
            if len(again) < 2:
                continue
            measured, times = [row[0] for row in again], [row[1] for row in again]
            rank, chosen = correlation(times, measured), measured[times.index(min(times))] / min(measured)
            middle = statistics.median(p / m for p, m in zip(times, measured))
            parts.setdefault(part, []).append((rank, chosen))
            print(f"{name:20} {len(again):4} rows   rank {rank:6.3f}  predicted / measured {middle:5.2f}  "
                  f"chosen / best {chosen:5.2f}", flush=True)
            for row in sorted(again) if options.rows else []:
                print(f"    {row[0]:10.1f} {row[1]:10.1f} {row[1] / row[0]:6.2f}  {row[2]:20}", row[3])
    for title, part in FILES.items():
        summed_up(title, parts.get(part, []))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("verb", choices=["draw", "time", "table", "figures"])
    parser.add_argument("folder", nargs="?", help="of 'draw', 'time' and 'table'")
    parser.add_argument("nests", nargs="*")
    parser.add_argument("--curestruct", default=os.path.join(ROOT, "build", "curestruct"))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--out")
    parser.add_argument("--compile", type=float, default=100, help="seconds that a file may take")
    parser.add_argument("--each", type=float, default=15, help="seconds that the runs of a nest may take")
    parser.add_argument("--whole", type=float, default=540, help="seconds after which no further nest begins")
    parser.add_argument("--compile-only", action="store_true")
    options = parser.parse_intermixed_args()
    if options.verb == "figures" and options.folder:
        options.nests.insert(0, options.folder)
    {"draw": draw, "time": measure, "table": table, "figures": figures}[options.verb](options)


if __name__ == "__main__":
    sys.exit(main())
