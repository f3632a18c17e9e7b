"""Translates, builds and runs many functions at once: `Workshop.test(functions)` gives a Result for each."""
import collections
import os
import re
import subprocess
from dataclasses import dataclass, field

from bounds import Bounds, names_in
from program import RECORD, text_of

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HELPERS = """static float help_float(float x, float y)
{
    float z = x;
    if (y > x)
        z = y * 0.5f;
    else if (x > 3)
        return x + 1;
    return z - 1.0f;
}
static inline double help_double(double x, int k) { return k % 3 == 0 ? x : x * 0.5 + k; }
static inline long clamp_place(long x, long low, long high) { return x < low ? low : x > high ? high : x; }
static unsigned help_unsigned(unsigned x, unsigned y)
{
    unsigned sum = 0;
    for (int k = 0; k < 3; k++)
        sum += (x ^ k) * (y + 1);
    return sum;
}"""
HEAD = "#include <math.h>\n#include <stddef.h>\n#include <stdlib.h>\n" + RECORD + "\n" + HELPERS + "\n\n"
DRIVER_TYPES = {"signed char": "schar", "unsigned char": "uchar", "unsigned short": "ushort", "unsigned": "uint",
                "unsigned long": "ulong", "size_t": "ulong", "long long": "long", "_Bool": "bool"}
PTX = ["-std=c++17", "-arch=sm_90", "-fmad=false", "-w", "-ptx"]
UNCHECKED = "-fno-sanitize=vla-bound,float-cast-overflow"   # rows of length 0; casts of what is not used


@dataclass
class Result:
    kind: str = "same"      # same, refused, differs, serial, generated, hangs, ptx, translate, compile
    detail: str = ""
    refusals: list = field(default_factory=list)    # (number of the nest, message)
    fallbacks: list = field(default_factory=list)   # (call, reason)
    assumes: bool = False      # -Wassume says what an ordinary call may break
    launches: int = 0

    @property
    def failed(self):
        return self.kind not in ("same", "refused")


def rounds_otherwise(function):
    """On a GPU, and in PTX."""
    return bool(names_in(function.body) & {"sin", "exp", "cosf"})


def failures(output):
    """What the driver says of each function that is not the same."""
    lines = [line.split(" ", 2) for line in output.splitlines()]
    return {line[1]: " ".join(line[::2]) for line in lines if line[0] not in ("same", "trace")}


def nests(statements):
    return sum(1 for s in statements if s[0] in ("nest", "region"))


def nest_at(lines):
    """The number of the nest in which the lines of a function end."""
    number, inside = -1, False
    for line in lines:
        if line.startswith("#pragma curestruct"):
            number += not inside and not line.endswith(" end")
            inside = (inside or line.endswith(" begin")) and not line.endswith(" end")
    return number


def driver_type(name):
    return DRIVER_TYPES.get(name, name)


def flat_range(function, array, touched, sizes):
    """The lowest and the highest element that a call touches."""
    if any(t is None for t in touched):
        return 0, array.section[1] - 1 if array.section else 0
    columns = [Bounds.value_of(function, sizes, c) for c in array.columns]
    shift = array.shift or [0] * array.ndim
    low = high = 0
    for d, (lowest, highest) in enumerate(touched):
        factor = columns[d - 1] if d else 1
        low, high = low * factor + lowest + shift[d], high * factor + highest + shift[d]
    if array.layout == "vla" and array.ndim > 1:
        row = 1     # the type says that rows exist as a whole
        for column in columns:
            row *= column
        low, high = (touched[0][0] + shift[0]) * row, (touched[0][1] + shift[0] + 1) * row - 1
    return min(low, 0), max(high, array.section[1] - 1 if array.section else 0)


def spec_of(function, touched):
    lines = ["F " + function.name]
    for call, sizes in enumerate(function.sizes):
        lines.append("C %d" % (hash_of(function.name) + call))
        lines += ["I %d" % value for value in sizes.values()]
        lines += [("S" if t == "float" else "D") + " 0.75" for _, t in function.factors]
        lines += arguments(function, touched[call], sizes, call == len(function.sizes) - 1 and function.overlap)
        lines.append("E")
    return lines


def hash_of(name):
    return sum(ord(c) * 31 ** i for i, c in enumerate(name)) % 1000003 * 16


def arguments(function, touched, sizes, overlap):
    lines, globals_, position = [], [], {}
    ranges = {a.name: flat_range(function, a, touched[a.name], sizes) for a in function.arrays.values()
              if a.layout not in ("constant", "table")}
    for array in function.arrays.values():
        if array.alias:
            (low, high), (lowest, highest) = ranges[array.name], ranges[array.alias]
            ranges[array.alias] = (min(low, lowest), max(high, highest))
    if overlap:
        first, second, shift = overlap
        low, high = ranges[first]
        ranges[first] = (min(low, ranges[second][0] + shift), max(high, ranges[second][1] + shift))
    order = [a for a in function.arrays.values() if a.layout not in ("constant", "table") and not a.alias]
    # an array that overlaps an earlier argument is given by it
    base = {}
    if overlap:
        names = [a.name for a in order]
        if names.index(first) > names.index(second):
            low, high = ranges[first]
            ranges[second], first, second, shift = (low - shift, high - shift), second, first, -shift
        base[second] = (first, shift)
    count = len(sizes)
    for array in function.arrays.values():
        if array.alias or array.layout == "table":
            continue
        type_name = "record" if array.layout == "record" else driver_type(array.type)
        if array.layout == "constant":
            total = 1
            for extent in array.columns:
                total *= extent
            globals_.append("G %s %s %s %d %d" % (array.name, type_name, array.values, array.limit, total))
            continue
        position[array.name] = count
        count += 1
        if array.name in base:
            lines.append("O %d %d" % (position[base[array.name][0]], base[array.name][1]))
        else:
            low, high = ranges[array.name]
            lines.append("P %s %s %d %d %d" % (type_name, array.values, array.limit, low, high - low + 1))
    for type_name, values, _, result in function.scalars.values():
        if result:
            lines.append("P %s data 0 0 1" % driver_type(type_name))
    return lines + globals_


class Workshop:
    """Where and with what to build."""

    def __init__(self, folder, curestruct, cc="gcc", cxx="g++", nvcc=None, simt=None, ptx=None):
        self.folder, self.curestruct, self.cc, self.cxx, self.nvcc = folder, curestruct, cc, cxx, nvcc
        self.ptx = ptx     # the nvcc whose PTX runs in place of the kernels
        self.simt, self.given = simt or os.path.join(folder, "libsimt.a"), bool(simt)
        self.driver = os.path.join(folder, "driver")
        self.count = 0
        self.options = []  # for the translations
        self.launches = collections.Counter()   # of PTX: executed, or why not

    def prepare(self):
        os.makedirs(self.folder, exist_ok=True)
        if not self.given:
            self.build_runtime()
        self.run([self.cc, "-O1", "-fno-builtin", "-rdynamic", os.path.join(os.path.dirname(__file__), "driver.c"),
                  "-o", self.driver, "-ldl", "-lm"])

    def build_runtime(self):
        """CUDA on the CPU, unless it is there and newer than its sources: one translation unit."""
        simt = os.path.join(ROOT, "runtime", "simt")
        sources = sorted(os.path.join(folder, file) for folder, _, files in os.walk(simt)
                         for file in files if file.endswith(".cpp"))
        newest = max(os.path.getmtime(f) for f in sources)
        if os.path.exists(self.simt) and os.path.getmtime(self.simt) >= newest:
            return
        unit = os.path.join(self.folder, "simt.cpp")
        with open(unit, "w") as file:
            file.writelines('#include "%s"\n' % source for source in sources)
        self.run([self.cxx, "-std=c++17", "-O2", "-fPIC", "-pthread", "-I", os.path.join(simt, "include"), "-c", unit,
                  "-o", unit + ".o"])
        if os.path.exists(self.simt):
            os.remove(self.simt)    # ar keeps the members that an earlier runtime had
        self.run(["ar", "rcs", self.simt, unit + ".o"])

    @staticmethod
    def run(command, **options):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              **options)
        if done.returncode != 0:
            raise RuntimeError("%s\n%s" % (" ".join(command), (done.stdout + done.stderr)[-3000:]))
        return done

    def test(self, pairs, name="batch", host=False, order="forward"):
        """pairs: (function, touched). Functions that do not build are found and tested alone, the others together."""
        results = {}
        try:
            self.build_and_run(pairs, name, host, order, results)
            return results
        except RuntimeError as error:
            if len(pairs) == 1:
                word = "translate" if self.curestruct in str(error).split("\n")[0] else "compile"
                return {pairs[0][0].name: Result(word, str(error)[-1500:])}
            guilty = self.guilty(pairs, str(error), name, host)
        rest = [p for p in pairs if p not in guilty]
        if not rest:
            rest = guilty[len(guilty) // 2:]
            guilty = guilty[:len(guilty) // 2]
            results = self.test(guilty, name + "g", host, order)
        else:
            for number, pair in enumerate(guilty):
                results.update(self.test([pair], "%sg%d" % (name, number), host, order))
        results.update(self.test(rest, name + "r", host, order))
        return results

    def guilty(self, pairs, message, name, host):
        """Those that the messages name, else those on which the translation fails, else all."""
        by_name = {pair[0].name: pair for pair in pairs}
        found = set()
        for path, line in re.findall(r"(\S+\.(?:c|cu)):(\d+):\d+: (?:fatal )?error", message):
            lines = open(path).read().split("\n")[:int(line)] if path.startswith(self.folder) else []
            names = re.findall(r"\bcrs_(f\d+(?:_\d+)?)_\d+(?:_|\b)|\b(f\d+(?:_\d+)?)\(", "\n".join(lines))
            names = [n for pair in names for n in pair if n in by_name]
            found.update(names[-1:])
        if not found and "exit status" in message:
            return self.bisect(pairs, name + "t", host)
        return [by_name[n] for n in found] or pairs

    def bisect(self, pairs, name, host):
        path = lambda suffix: os.path.join(self.folder, name + suffix)
        self.write([f for f, _ in pairs], path(".c"))
        try:
            self.translate(path(".c"), path(".cu"), path("-host.c") if host else None)
            return []
        except RuntimeError:
            half = len(pairs) // 2
            if len(pairs) == 1:
                return pairs
            return self.bisect(pairs[:half], name, host) + self.bisect(pairs[half:], name, host)

    def write(self, functions, path):
        """The C file; the first line of each function."""
        text, line, first = [HEAD], HEAD.count("\n") + 1, []
        for function in functions:
            first.append((line, function.name))
            text.append(text_of(function) + "\n")
            line += text[-1].count("\n")
        with open(path, "w") as file:
            file.write("".join(text))
        return first

    def translate(self, source, cu, host_file):
        command = [self.curestruct, *self.options, source, "-o", cu] + (["--host=" + host_file] if host_file else [])
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                                  timeout=120)
        except subprocess.TimeoutExpired:
            raise RuntimeError("%s\ntakes over 120 s" % " ".join(command))
        if done.returncode != 0:
            raise RuntimeError("%s\nexit status %d\n%s" % (" ".join(command), done.returncode, done.stderr[-2000:]))
        return done.stderr

    def export(self, pairs, name):
        """What a machine with a GPU needs to build and run these; see on-gpu.sh. Without functions that round otherwise
        there."""
        pairs = [p for p in pairs if not rounds_otherwise(p[0])]
        path = lambda suffix: os.path.join(self.folder, name + suffix)
        self.write([f for f, _ in pairs], path(".c"))
        self.translate(path(".c"), path(".cu"), path("-host.c"))
        self.write_spec(pairs, path(".spec"))

    @staticmethod
    def write_spec(pairs, path):
        with open(path, "w") as file:
            for function, touched in pairs:
                file.write("\n".join(spec_of(function, touched)) + "\n")

    def build_and_run(self, pairs, name, host, order, results):
        path = lambda suffix: os.path.join(self.folder, name + suffix)
        first = self.write([f for f, _ in pairs], path(".c"))
        messages = self.translate(path(".c"), path(".cu"), path("-host.c") if host else None)
        lines = open(path(".c")).read().split("\n")
        for function, _ in pairs:
            results[function.name] = Result()
        for line, message, notes in re.findall(
                r"\.c:(\d+):\d+: warning: (.*) \[-Wrefused\]((?:\n(?!.*: warning: ).*)*)", messages):
            message += " (the question took too many steps to answer)" if "took too many steps" in notes else ""
            start, guilty = [entry for entry in first if entry[0] <= int(line)][-1]
            results[guilty].refusals.append((nest_at(lines[start - 1:int(line)]), message))
        for line in re.findall(r"\.c:(\d+):\d+: (?:warning|note): .* \[-Wassume\]", messages):
            results[[entry for entry in first if entry[0] <= int(line)][-1][1]].assumes = True
        self.write_spec(pairs, path(".spec"))
        self.build_and_drive(path, host, order, results, {f.name for f, _ in pairs if rounds_otherwise(f)})

    def build_and_drive(self, path, host, order, results, otherwise=()):
        """`otherwise`: the functions that may differ as PTX."""
        flags = ["-O0", "-w", "-fPIC", "-ffp-contract=off"]
        self.run([self.cc, "-shared", "-std=gnu11", "-fno-strict-aliasing", "-fsanitize=undefined",
                  "-fsanitize-undefined-trap-on-error", UNCHECKED] + flags
                  + [path(".c"), "-o", path("-serial.so"), "-lm"])
        cuda = ["-std=c++17", "-pthread", "-I", os.path.join(ROOT, "runtime", "simt", "include")]
        inputs = ["-x", "c++", path(".cu"), "-x", "none", self.simt]
        if host:
            self.run([self.cc, "-std=gnu11", "-c"] + flags + [path("-host.c"), "-o", path("-host.o")])
            inputs.insert(0, path("-host.o"))
        self.run([self.cxx, "-shared"] + flags + cuda + inputs + ["-o", path("-generated.so"), "-lm", "-ldl"])
        if self.nvcc:
            self.run([self.nvcc, "-std=c++17", "-arch=sm_75", "-w", "-c", path(".cu"), "-o", path("-nvcc.o")])
        # A random plan may give each of many threads its own copy of an array; the device has no memory for that, and
        # the serial loop runs, instead of minutes of filling copies.
        environment = dict(os.environ, CURESTRUCT_SIMT_ORDER=order, CURESTRUCT_SIMT_THREADS="1",
                           CURESTRUCT_SIMT_TIMEOUT="15", CURESTRUCT_SIMT_MEMORY=str(1 << 30))
        self.read(self.drive(path, environment), results)
        if self.ptx:
            self.run_ptx(path, environment, results, otherwise)

    def drive(self, path, environment):
        with open(path(".err"), "w") as errors:
            done = subprocess.run([self.driver, path("-serial.so"), path("-generated.so"), path(".spec"),
                                   path(".trace")],
                                  stdout=subprocess.PIPE, stderr=errors, text=True, errors="replace", env=environment)
        if done.returncode != 0:
            raise RuntimeError("driver %s\n%s" % (path(".spec"), open(path(".err")).read()[-500:]))
        return done.stdout

    def run_ptx(self, path, environment, results, otherwise):
        """The PTX of the kernels in place of their text, in each version. Only what the text gets right may be wrong:
        a version that is not meant for these sizes may round otherwise."""
        self.run([self.ptx, *PTX, path(".cu"), "-o", path(".ptx")])
        report = path(".ptx-report")
        open(report, "w").close()
        versions = sorted(set(re.findall(r'crs_version\(crs_now, "(\w+)"', open(path(".cu")).read())))
        for version in ["", *versions]:
            asked = dict(environment, CURESTRUCT_VERSION=version)
            ptx = dict(asked, CURESTRUCT_SIMT_PTX=path(".ptx"), CURESTRUCT_SIMT_PTX_REPORT=report)
            wrong = failures(self.drive(path, ptx))
            as_text = failures(self.drive(path, asked)) if wrong else {}
            for name in wrong:
                if name not in as_text and name not in otherwise and not results[name].failed:
                    results[name].kind, results[name].detail = "ptx", "version '%s': %s" % (version, wrong[name])
        for line in open(report):
            word, _, why = line.rstrip("\n").split("\t")
            self.launches[word if word == "executed" else why] += 1

    def about_ptx(self):
        others = [entry for entry in self.launches.most_common() if entry[0] != "executed"]
        text = "%d launches executed as PTX, %d as text" % (self.launches["executed"], sum(n for _, n in others))
        return "".join([text] + ["\n%6d  %s" % (count, why) for why, count in others])

    @staticmethod
    def read(output, results):
        for line in output.splitlines():
            word, name, rest = (line.split(" ", 2) + [""])[:3]
            result = results[name]
            if word == "trace":
                call, text = rest.split(": ", 1)
                if " device" in text:
                    result.launches += 1
                else:
                    result.fallbacks.append((int(call), text.split(" ", 1)[1]))
            elif word != "same":
                result.kind, result.detail = word, rest
        for result in results.values():
            if result.kind == "same" and result.refusals:
                result.kind = "refused"
