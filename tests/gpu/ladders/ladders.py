#!/usr/bin/env python3
"""Catches a rung of a ladder that is wrong on a GPU, and counts of the CPU runtime that are not those of a GPU.

    ladders.py check [--large] [LADDER...]   here: compares every rung with the serial loop on the CPU runtime, at 0 to
                                             33 elements; --large: also at 1000003
    ladders.py export [--add] FOLDER [LADDER...]
                                             here: writes every rung as CUDA, and counts it on the CPU runtime; --add:
                                             other ladders stay in the folder
    FOLDER/ladders.py run [RESULTS]          there, with nvcc, g++, ncu and a GPU; RESULTS: FOLDER/results.json
    FOLDER/ladders.py sizes scan             there, after `run`: the rungs' times at the sizes that are compared, but
                                             for the last one
    ladders.py tables RESULTS [FILE]         here: what FOLDER/results.json has, as the tables of docs/ladder.md;
                                             FILE: the table below each ladder's heading is replaced

$CURESTRUCT is the compiler; without it, that of the build folder. If nvcc is here, `export` compiles the rungs for the
H200, so that `run` only links them. With nvdisasm ($NVDISASM or in $PATH) it also executes that code on the CPU
runtime, and counts its instructions. `run` compares each rung with the serial loop at all sizes, times it at a large
size and counts its requests and instructions at a small one, by Nsight Compute. It prints a table for each ladder, then
each number that is not as near as it should be. All numbers are in RESULTS, which is written again after each ladder. A
ladder that takes too long is stopped, and the next one begins. The status is not 0 if a rung is wrong.
"""
import collections
import csv
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..")
CURESTRUCT = os.environ.get("CURESTRUCT", os.path.join(ROOT, "build", "curestruct"))
# Of the timed size: bytes that have to move at least, or operations; and the heading in docs/ladder.md.
PROGRAMS = {
    "reduction": ("GB/s", 4 * 2**26, "Sum"),
    "segmented": ("GB/s", 4 * 2**20 * 63.5 + 8 * 2**20, "Sums of segments"),
    "transposition": ("GB/s", 8 * 2**26, "Transposition"),
    "stencil": ("GB/s", 8 * 2**26, "Stencil"),
    "histogram": ("GB/s", 2**26, "Histogram"),
    "scan": ("GB/s", 8 * 2**26, "Scan"),
    "product": ("GFLOP/s", 2 * 2048**3, "Product"),
    "columns": ("GB/s", 4 * 2**26, "Columns"),
    "elements": ("GB/s", 8 * 2**26, "Elements"),
    "plane": ("GB/s", 8 * 2**26, "Plane"),
    "layers": ("GB/s", 8 * 2**27, "Layers"),
}
PROFILE = ("-g -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -mllvm -simplifycfg-sink-common=false "
           "-mllvm -disable-block-placement "
           "-fsanitize-coverage=bb,no-prune,trace-pc,trace-loads,trace-stores").split()
COUNTS = ["requests", "sectors", "shared", "cycles", "instructions"]
# What to add up for each of them: the first of several names that the profiler knows.
LDST = ("ld", "st")
METRICS = {
    "requests": [[f"l1tex__t_requests_pipe_lsu_mem_global_op_{op}"] for op in LDST],
    "sectors": [[f"l1tex__t_sectors_pipe_lsu_mem_global_op_{op}"] for op in LDST],
    "shared": [[f"smsp__sass_inst_executed_op_shared_{op}", f"smsp__inst_executed_op_shared_{op}"] for op in LDST],
    "cycles": [[f"smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_{op}",
                f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}"] for op in LDST],
    "conflicts": [[f"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{op}"] for op in LDST],
    "async": [["smsp__inst_executed_op_ldgsts", "smsp__sass_inst_executed_op_ldgsts"]],
    "instructions": [["smsp__inst_executed"]],
}
TIME = "gpu__time_duration"
LONGEST = 75  # seconds of one program, or of one run of the profiler
OPCODES = "sass__inst_executed_per_opcode"


def call(command, **options):
    made = subprocess.run(command, capture_output=True, text=True, **options)
    if made.returncode:
        sys.exit(" ".join(command) + "\n" + made.stdout[-2000:] + made.stderr[-2000:])
    return made.stdout


def limited(command, folder=HERE, longest=LONGEST, **options):
    """One that takes too long is stopped with all that it has started, and has status 124."""
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True, **options) as started:
        try:
            output, errors = started.communicate(timeout=longest)
            status = started.returncode
        except subprocess.TimeoutExpired:
            os.killpg(started.pid, signal.SIGKILL)
            output, errors = started.communicate()
            status = 124
    return subprocess.CompletedProcess(command, status, output, errors)


def rung_words(own):
    """An object's name, and what nvcc compiles for it."""
    return own, ["-DNAME=" + own, own + ".cu"]


def main_words(program):
    return program, ["-include", program + ".rungs.h", "programs.h"]


# ---- here

def rungs_of(source):
    """The rungs that are schedules of the nest, and the steps of each; None: the planner's own."""
    rungs, name = {}, None
    for line in call([CURESTRUCT, "ladder", "--no-check", source]).splitlines():
        title = re.match(r"\d+\. (\w+)$", line)
        if title:
            name, steps, open_text = title[1], [], False
        elif name and line.endswith("The schedule:"):
            open_text = True
        elif name and open_text and line.startswith("//   "):
            steps.append(line[5:])
            rungs[name] = " ".join(steps)
        elif name == "planned" and line.startswith("//"):
            rungs[name] = None
        else:
            open_text = False
    rungs["planned"] = None
    return rungs


def export_program(program, folder):
    source = os.path.join(HERE, program + ".c")
    rungs = rungs_of(source)
    with open(os.path.join(folder, program + ".rungs.h"), "w") as file:
        file.write(f"#define LADDER_{program}\n#define NAME(x) {program}_##x\n#define RUNGS(X) "
                   + " ".join(f"X({name})" for name in list(rungs) + ["serial"]) + "\n")
    for name, steps in rungs.items():
        own = f"{program}_{name}"
        command = [CURESTRUCT, "-Wno-assume", "--prelude=" + os.path.join(folder, "curestruct.cuh"),
                   "-o", os.path.join(folder, own + ".cu"), source, "-DNAME=" + own]
        if steps:
            with open(os.path.join(folder, own + ".schedule"), "w") as file:
                file.write("nest crs_%s_1 { %s }\n" % (own, steps))
            command[1:1] = ["--style=plain", "--schedule=" + file.name]
        call(command)
    shutil.copy(source, folder)
    return list(rungs)


def build_here(folder, program, rungs):
    """On the CPU runtime, with counters."""
    include = ["-I" + os.path.join(ROOT, "runtime", "simt", "include"), "-I" + folder]
    common = ["clang++", "-std=c++17", "-w", "-fPIC", *include]
    main = os.path.join(folder, program + ".o")
    call([*common, "-O1", "-x", "c++", "-c", "-include", program + ".rungs.h", os.path.join(HERE, "programs.h"), "-o",
          main])
    serial = os.path.join(folder, program + "_serial.o")
    call(["clang", "-O2", "-w", f"-DNAME={program}_serial", "-c", os.path.join(HERE, program + ".c"), "-o", serial])
    objects = [main, serial]
    for name in rungs:
        objects.append(os.path.join(folder, f"{program}_{name}.o"))
        call([*common, *PROFILE, "-ffp-contract=off", "-fno-strict-aliasing",
              f"-DNAME={program}_{name}", "-x", "c++", "-c",
              os.path.join(folder, f"{program}_{name}.cu"), "-o", objects[-1]])
    call([*common, "-o", os.path.join(folder, program), *objects, os.path.join(folder, "simt.a"), "-pthread", "-lm"])
    for made in objects:
        os.remove(made)


def build_runtime(folder):
    simt, objects = os.path.join(ROOT, "runtime", "simt"), []
    for source in sorted(glob.glob(simt + "/*.cpp") + glob.glob(simt + "/*/*.cpp")):
        objects.append(os.path.join(folder, os.path.basename(source) + ".o"))
        call(["clang++", "-std=c++17", "-O2", "-fPIC", "-w", "-I" + os.path.join(simt, "include"), "-c", source, "-o",
              objects[-1]])
    call(["ar", "rcs", os.path.join(folder, "simt.a"), *objects])
    for made in objects:
        os.remove(made)


def counted_here(folder, program, rungs):
    """The runtime's file: a line for a launch, then one for each access."""
    path = os.path.join(folder, "profile.txt")
    if os.path.exists(path):
        os.remove(path)
    call([os.path.join(folder, program), "count"], env={**os.environ, "CURESTRUCT_SIMT_PROFILE": path})
    counts, rung, loads = {name: collections.Counter() for name in rungs}, None, set()
    for line in open(path):
        fields = line.rstrip("\n").split("\t")
        if fields[0] == "launch":
            rung = rung_of(program, rungs, fields[1])
            counts[rung]["launches"] += 1
            continue
        kind, memory = fields[3], fields[4]
        requests, _, sectors, cycles = map(int, fields[6:10])
        if kind == "load" and memory == "global":
            loads.add((fields[1], fields[2]))
        elif (fields[1], fields[2]) in loads:
            counts[rung]["copies"] += requests  # of an asynchronous copy, which ncu does not count as a store
            continue
        counts[rung]["shared" if memory == "shared" else "requests"] += requests
        counts[rung]["sectors"] += sectors
        counts[rung]["cycles"] += cycles
        counts[rung][f"{memory} {kind}"] += requests
    os.remove(path)
    return counts


def tool(name):
    """A program of the CUDA toolkit; None: it is not here."""
    places = [os.environ.get(name.upper()), shutil.which(name), "/usr/local/cuda/bin/" + name]
    return next((place for place in places if place and os.path.exists(place)), None)


def compiled(folder, own, words):
    """The object that `run` links; the machine code in it, as the CPU runtime reads it."""
    with tempfile.TemporaryDirectory() as kept:
        call([tool("nvcc"), "-std=c++17", "-O3", "-w", "-arch=sm_90", "-x", "cu", "-c", *words, "-o", own + ".o",
              "--keep", "--keep-dir", kept], cwd=folder)
        return call([tool("nvdisasm"), "-c", *glob.glob(kept + "/*.cubin")]) if tool("nvdisasm") else ""


def machine_here(folder, program, rungs):
    """What warps execute of nvcc's code for the H200: counts, and how often each opcode; {}: there is no such tool.

    The objects stay in the folder."""
    if not tool("nvcc"):
        return {}
    code, path = os.path.join(folder, "code.sass"), os.path.join(folder, "profile.txt")
    with ThreadPoolExecutor(os.cpu_count()) as pool, open(code, "w") as file:
        file.writelines(pool.map(lambda name: compiled(folder, *rung_words(f"{program}_{name}")), rungs))
    compiled(folder, *main_words(program))
    if not tool("nvdisasm"):
        return {}
    call([os.path.join(folder, program), "count"],
         env={**os.environ, "CURESTRUCT_SIMT_PROFILE": path, "CURESTRUCT_SIMT_MACHINE": code})
    counts = {name: {"counts": collections.Counter(), "opcodes": collections.Counter(), "kinds": {}} for name in rungs}
    for line in open(path):
        fields = line.rstrip("\n").split("\t")
        if fields[0] == "launch":
            made = counts[rung_of(program, rungs, fields[1])]
        elif fields[0] == "machine":
            made["counts"].update(dict(zip(("requests", "lanes", "sectors", "shared", "cycles"), map(int, fields[1:]))))
        elif fields[0] == "executed":
            made["opcodes"][fields[1]] += int(fields[3])
            made["counts"]["instructions"] += int(fields[3])
            made["kinds"][fields[1]] = fields[2]
        else:
            print(program, line.rstrip())
    os.remove(path)
    os.remove(code)
    return counts


def rung_of(program, rungs, kernel):
    name = re.sub(r"^.*crs_" + program + "_", "", kernel)
    return max((rung for rung in rungs if name.startswith(rung + "_1_")), key=len)


def remove_program(program, folder):
    for path in glob.glob(os.path.join(folder, program + "[._]*")):
        os.remove(path)


def export(folder, programs, add):
    folder, expected = os.path.abspath(folder), {}
    path = os.path.join(folder, "expected.json")
    if not add:
        shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder, exist_ok=True)
    if os.path.exists(path):
        expected = json.load(open(path))
    for name in ("ladders.py", "ladder.h", "programs.h"):
        shutil.copy(os.path.join(HERE, name), folder)
    build_runtime(folder)
    for program in programs:
        remove_program(program, folder)
        ladder = {"rungs": export_program(program, folder)}
        build_here(folder, program, ladder["rungs"])
        ladder["counts"] = counted_here(folder, program, ladder["rungs"])
        ladder["machine"] = machine_here(folder, program, ladder["rungs"])
        os.remove(os.path.join(folder, program))
        print(program, " ".join(ladder["rungs"]), flush=True)
        expected[program] = ladder
        with open(path, "w") as file:  # now, in case that a later ladder is stopped
            json.dump(expected, file)
    os.remove(os.path.join(folder, "simt.a"))


# ---- here: only a comparison

def build_all_rungs(folder, program, rungs, library):
    """On the CPU runtime. All rungs are one translation unit: the headers take most of the time."""
    unit = os.path.join(folder, program + "_all.cpp")
    with open(unit, "w") as file:
        for name in rungs:
            file.write(f'#undef NAME\n#define NAME {program}_{name}\n#include "{program}_{name}.cu"\n')
        file.write(f'#undef NAME\n#include "{program}.rungs.h"\n#include "programs.h"\n')
    compiler, serial = os.environ.get("CXX", "clang++"), os.path.join(folder, program + "_serial.o")
    call([os.environ.get("CC", "clang"), "-O2", "-w", f"-DNAME={program}_serial", "-c",
          os.path.join(HERE, program + ".c"), "-o", serial])
    call([compiler, "-std=c++17", "-w", "-fPIC", "-O1", "-ffp-contract=off", "-fno-strict-aliasing",
          "-I" + os.path.join(ROOT, "runtime", "simt", "include"), "-I" + folder, "-I" + HERE, unit, serial, library,
          "-pthread", "-lm", "-ldl", "-o", os.path.join(folder, program)])


def check_here(programs, large):
    """The status: 0 if every rung is right at every size."""
    failures, count = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        library = os.environ.get("SIMT_LIBRARY")
        if not library:
            build_runtime(folder)
            library = os.path.join(folder, "simt.a")
        for program in programs:
            rungs = export_program(program, folder)
            build_all_rungs(folder, program, rungs, library)
            right, wrong = check(program, folder, 1 if large else 2, None)
            sizes = max(right.values(), default=0)
            lacking = [name for name in rungs if right[name] < max(sizes, 1)]
            print(f"{program}: {len(rungs)} rungs, {sizes} sizes, " + ("FAIL" if lacking or wrong else "right"))
            print("\n".join(wrong[:6]), end="\n" if wrong else "", flush=True)
            failures += bool(lacking or wrong)
            count += len(rungs)
    print(f"ladders: {len(programs)}, rungs: {count}, " + ("FAIL" if failures else "PASS"))
    return 1 if failures else 0


# ---- there

def compile_one(job):
    output, command = job
    made = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    return None if made.returncode == 0 else f"{output}: {made.stdout[-600:]}{made.stderr[-600:]}"


def build_there(expected):
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    jobs = []
    for program, ladder in expected.items():
        for own, words in [rung_words(f"{program}_{name}") for name in ladder["rungs"]] + [main_words(program)]:
            if not os.path.exists(os.path.join(HERE, own + ".o")):
                jobs.append((own, [nvcc, "-std=c++17", "-O3", "-w", "-arch=native", "-x", "cu", "-c", *words,
                                   "-o", own + ".o"]))
        serial = program + "_serial.o"
        jobs.append((serial, ["gcc", "-O2", "-w", f"-DNAME={program}_serial", "-c", program + ".c", "-o", serial]))
    links = [(program, [nvcc, "-arch=native", "-o", program, program + ".o", program + "_serial.o",
                        *(f"{program}_{name}.o" for name in ladder["rungs"])])
             for program, ladder in expected.items()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = [text for text in pool.map(compile_one, jobs) if text]
        failed += [text for text in pool.map(compile_one, links) if text]
    print("\n".join(failed[:4]), end="\n" if failed else "", flush=True)


def check(program, folder=HERE, left_out=0, longest=LONGEST):
    """How many sizes each rung was right at, but for the last ones; the lines of those at which it was wrong."""
    made = limited(["./" + program, "check", str(left_out)], folder, longest,
                   env={**os.environ, "CURESTRUCT_ON_ERROR": "abort", "CURESTRUCT_SIMT_STRICT": "1"})
    right, wrong = collections.Counter(), []
    for line in made.stdout.splitlines():
        if line.startswith("check ") and line.endswith(" right"):
            right[line.split()[1]] += 1
        else:
            wrong.append(f"{program}: {line}")
    if made.returncode:
        wrong.append(f"{program}: status {made.returncode}: {made.stderr[-400:]}")
    return right, wrong


def profiler():
    places = [shutil.which("ncu"), "/usr/local/cuda/bin/ncu", *glob.glob("/opt/nvidia/nsight-compute/*/ncu")]
    return next((place for place in places if place and os.path.exists(place)), "ncu")


def known_metrics():
    names = set()
    made = limited([profiler(), "--query-metrics"])
    for line in made.stdout.splitlines():
        names.add(line.split(" ")[0])
    return names


def profiled(program, what, metrics, rungs):
    """For each rung the kernels' metrics, in the order of the launches."""
    command = [profiler(), "--csv", "--print-units", "base", "--clock-control", "none",
               "--metrics", ",".join(name + ".sum" for name in metrics), "./" + program, *what]
    output = limited(command).stdout
    launches = collections.OrderedDict()
    for row in csv.DictReader(line for line in output.splitlines() if line.startswith('"')):
        if "crs_" + program not in row["Kernel Name"]:
            continue
        value = float(row["Metric Value"].replace(",", ""))
        made = launches.setdefault(int(row["ID"]), (rung_of(program, rungs, row["Kernel Name"]), {}))
        made[1][row["Metric Name"].removesuffix(".sum")] = value
    if not launches and "No kernels were profiled" not in output:
        print(program, "ncu:", output[-400:], flush=True)
    of_rungs = {name: [] for name in rungs}
    for rung, values in launches.values():
        of_rungs[rung].append(values)
    return of_rungs


def report_module():
    """The module that reads reports of Nsight Compute; None: it is not here."""
    real = os.path.realpath(shutil.which(profiler()) or profiler())
    places = [os.path.join(os.path.dirname(real), *up, "extras", "python") for up in ([], [".."], ["..", ".."])]
    places += glob.glob("/opt/nvidia/nsight-compute/*/extras/python")
    places += glob.glob("/usr/local/cuda*/nsight-compute*/extras/python")
    for place in places:
        if os.path.exists(os.path.join(place, "ncu_report.py")):
            sys.path.insert(0, place)
            try:
                import ncu_report
                return ncu_report
            except ImportError as error:
                print("ncu_report:", error)
    return None


def opcodes_there(program, rungs):
    """For each rung, how often warps execute each opcode; {}: this Nsight Compute does not tell."""
    module, path = report_module(), os.path.join(HERE, program + ".ncu-rep")
    made = limited([profiler(), "--metrics", OPCODES, "-f", "-o", path, "./" + program, "count"])
    if module is None or not os.path.exists(path):
        print(program, "opcodes:", "no ncu_report" if module is None else made.stdout[-300:] + made.stderr[-300:])
        return {}
    counts = {name: collections.Counter() for name in rungs}
    for action in module.load_report(path).range_by_idx(0):
        if "crs_" + program not in action.name():
            continue
        metric = action.metric_by_name(OPCODES)
        names = metric.correlation_ids()
        for i in range(metric.num_instances()):
            counts[rung_of(program, rungs, action.name())][names.as_string(i)] += metric.as_uint64(i)
    return counts


def of_kinds(opcodes, kinds):
    """Of "FADD" or "FADD.FTZ", by kind; those that the machine here did not execute are "other"."""
    sums = collections.Counter()
    for opcode, count in opcodes.items():
        sums[kinds.get(opcode.split(".")[0], "other")] += count
    return sums


def print_kinds(program, ladder, there):
    """Executed instructions by kind, machine code on the CPU / GPU; returns those that differ by more than a tenth."""
    kinds = {opcode: kind for made in ladder["machine"].values() for opcode, kind in made["kinds"].items()}
    columns, outside = sorted(set(kinds.values()) | {"other"}), []
    print(f"{program:14} " + " ".join(f"{kind:>17}" for kind in columns))
    for name in ladder["rungs"]:
        here = of_kinds(ladder["machine"][name]["opcodes"], kinds)
        found = of_kinds(there.get(name, {}), kinds)
        cells = [f"{here[kind]:>8}" + (" " * 9 if here[kind] == found[kind] else f"/{found[kind]:<8}")
                 for kind in columns]
        far = [(program, name, kind, here[kind], found[kind]) for kind in columns
               if not is_near("instructions", here[kind], found[kind])]
        outside += far
        print(f"{name:14} " + " ".join(cells) + (" *" if far else ""))
    return outside


def fastest_call(launches, calls=3):
    """Microseconds; kernels of one call add up."""
    each = len(launches) // calls
    times = [sum(values[TIME] for values in launches[i * each:(i + 1) * each]) for i in range(calls if each else 0)]
    return min(times, default=0) / 1000


def is_near(what, expected, found):
    return expected == found if what in ("sectors", "cycles") else abs(expected - found) <= 0.1 * max(expected, 1)


def row_of(program, name, right, sizes, fastest, here, there):
    """The rung's line, and which of its counts are not near."""
    work = PROGRAMS[program][1]
    cells = [f"{name:14} {right:2}/{sizes}", f"{fastest:9.1f} {work / fastest / 1000 if fastest else 0:8.0f}"]
    pairs = {what: (here.get(what, 0), round(there.get(what, 0))) for what in COUNTS
             if what != "instructions" or what in here}
    for expected, found in pairs.values():
        cells.append(f"{expected:>8}" + (" " * 9 if expected == found else f"/{found:<8}"))
    far = [(program, name, what, *pair) for what, pair in pairs.items() if not is_near(what, *pair)]
    return " ".join(cells) + (" *" if far else ""), far


def run(path=os.path.join(HERE, "results.json")):
    begun = time.time()
    expected = json.load(open(os.path.join(HERE, "expected.json")))
    build_there(expected)
    print(f"linked: {time.time() - begun:.0f} s", flush=True)
    with ThreadPoolExecutor(len(expected)) as pool:
        checks = dict(zip(expected, pool.map(check, expected)))
    print(f"compared with the serial loops: {time.time() - begun:.0f} s", flush=True)
    known = known_metrics()
    chosen = {what: [next((name for name in names if name in known), names[-1]) for names in kinds]
              for what, kinds in METRICS.items()}
    chosen = {what: [name for name in names if not known or name in known] for what, names in chosen.items()}
    print("not known to ncu here:", ", ".join(what for what, names in chosen.items() if not names) or "none")
    print("counts: CPU/GPU where they differ, of nvcc's code if the export had nvdisasm")
    print("*: sectors or cycles differ, or others by more than a tenth")
    print("shared from", chosen["shared"][:1], "cycles from", chosen["cycles"][:1])
    results, failed, outside = {}, 0, []
    for program, ladder in expected.items():
        right, wrong = checks[program]
        rungs = ladder["rungs"]
        times = profiled(program, ["time"], [TIME], rungs)
        counts = profiled(program, ["count"], [name for names in chosen.values() for name in names], rungs)
        print(f"\n{program:14} right    us {PROGRAMS[program][0]:>11}  " + "  ".join(f"{what:16}" for what in COUNTS))
        results[program] = {}
        sizes = max(right.values(), default=0)
        for name in rungs:
            there = {what: sum(values.get(metric, 0) for values in counts[name] for metric in names)
                     for what, names in chosen.items()}
            fastest = fastest_call(times[name])
            here = ladder["machine"][name]["counts"] if ladder["machine"] else ladder["counts"][name]
            row, far = row_of(program, name, right[name], sizes, fastest, here, there)
            outside += far
            print(row, flush=True)
            results[program][name] = {"right": right[name], "us": fastest, "cpu": here, "text": ladder["counts"][name],
                                      "gpu": there, "kernels": counts[name]}
        if ladder["machine"]:
            opcodes = opcodes_there(program, rungs)
            outside += print_kinds(program, ladder, opcodes)
            for name in rungs:
                results[program][name]["opcodes"] = {"cpu": ladder["machine"][name]["opcodes"],
                                                     "gpu": opcodes.get(name, {})}
        failed += len(wrong) + sum(right[name] < max(sizes, 1) for name in rungs)
        print("\n".join(line[:200] for line in wrong[:6]), end="\n" if wrong else "", flush=True)
        with open(path, "w") as file:  # now, in case that a later ladder is stopped
            json.dump(results, file, indent=1)
        print(f"{program}: {time.time() - begun:.0f} s", flush=True)
    print(f"\nnot near, rung and what, CPU GPU: {len(outside)}")
    for row in outside:
        print("   ", *row)
    print(f"\nladders: {len(expected)}, rungs: {sum(len(ladder['rungs']) for ladder in expected.values())}, "
          + (f"{failed} failures, FAIL" if failed else "PASS"))
    sys.exit(1 if failed else 0)


def sizes(programs):
    """Microseconds of a call, a line for each rung and a column for each size."""
    expected = json.load(open(os.path.join(HERE, "expected.json")))
    for program in programs:
        rungs = expected[program]["rungs"]
        made = limited(["./" + program, "check", "1"])
        checked = list(dict.fromkeys(" ".join(line.split()[2:5]) for line in made.stdout.splitlines()))
        times = [profiled(program, ["time", str(i)], [TIME], rungs) for i in range(len(checked))]
        print(f"\n{program:14} " + " ".join(f"{title:>14}" for title in checked))
        for name in rungs:
            print(f"{name:14} " + " ".join(f"{fastest_call(of[name]):14.1f}" for of in times), flush=True)


def table(program, ladder):
    """Lines of docs/ladder.md: times, and what the profiler counted."""
    unit, work, _ = PROGRAMS[program]
    lines = [f"{'rung':14} {'us':>9}  {unit:>7}    gain  requests  sectors  shared  cycles  instructions"]
    before = 0
    for name, rung in ladder.items():
        gain = f"{before / rung['us']:.2f}" if before else ""
        counts = [round(rung["gpu"].get(what, 0)) for what in COUNTS]
        lines.append(f"{name:14} {rung['us']:9.1f}  {work / rung['us'] / 1000:7.0f} {gain:>7}  {counts[0]:8} "
                     f"{counts[1]:8} {counts[2]:7} {counts[3]:7} {counts[4]:13}")
        before = rung["us"]
    return "".join(f"    {line}\n" for line in lines)


def tables(results, path=None):
    made = {program: table(program, ladder) for program, ladder in json.load(open(results)).items()}
    if not path:
        print("\n".join(made.values()))
        return
    text = open(path).read()
    for program, lines in made.items():
        first = rf"(### {PROGRAMS[program][2]}\n(?:(?!#).*\n)*?)    rung +us .*\n(?:    .*\n)*"
        text, found = re.subn(first, lambda match, lines=lines: match[1] + lines, text)
        if not found:
            print(f"{path} has no such table:\n{lines}")
    with open(path, "w") as file:
        file.write(text)


if __name__ == "__main__":
    verb, words = sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2:]
    if verb == "check":
        sys.exit(check_here([word for word in words if word != "--large"] or list(PROGRAMS), "--large" in words))
    elif verb == "export" and words != ["--add"] and words:
        add, words = words[0] == "--add", [word for word in words if word != "--add"]
        export(words[0], words[1:] or list(PROGRAMS), add)
    elif verb == "sizes":
        sizes(words)
    elif verb == "tables" and words:
        tables(*words[:2])
    elif verb == "run":
        run(*words[:1])
    else:
        sys.exit(__doc__)
