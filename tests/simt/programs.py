#!/usr/bin/env python3
"""Runs CUDA programs with `curestruct simt` and compares what it reports.

programs.py --curestruct PROGRAM [--each] FILE.cu...

A line with the comment `// mistake: KIND` is one that has to be reported, and the only one of its file. A file without
such a line has to run without a report, and with status 0. All files are compiled together, each in a namespace of its
own, and run in processes of their own; with --each, every file is compiled as it is. Status: the number of failures.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

HEADERS = "algorithm cassert climits cmath cstdio cstdlib cstring functional iomanip iostream map numeric random"
HEADERS += " sstream string utility vector stdio.h stdlib.h string.h math.h assert.h time.h"
DRIVER = """
#include <cooperative_groups.h>
#include <sys/wait.h>
#include <unistd.h>

static int call(int (*program)(), int, char **) { return program(); }
static int call(int (*program)(int, char **), int argc, char **argv) { return program(argc, argv); }

%s
#define RUN(program, name)                                                                               \\
    fflush(nullptr);                                                                                     \\
    if (pid_t child = fork()) {                                                                          \\
        int status = 0;                                                                                  \\
        waitpid(child, &status, 0);                                                                      \\
        int number = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);                   \\
        fprintf(stderr, "== %%s status %%d\\n", name, number);                                           \\
    } else {                                                                                             \\
        exit(call(program::main, 1, argv));                                                              \\
    }

int main(int, char **argv)
{
%s    return 0;
}
"""


def mistake_of(path):
    with open(path) as text:
        for number, line in enumerate(text, 1):
            found = re.search(r"// mistake: (.*)", line)
            if found:
                return number, found.group(1).strip()
    return None, None


def run(curestruct, path):
    result = subprocess.run([curestruct, "simt", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return result.returncode, result.stdout, result.stderr


def run_together(curestruct, paths):
    """{path: (status, reports)}, and what was printed besides."""
    parts, calls = [], []
    for i, path in enumerate(paths):
        with open(path) as text:
            macros = re.findall(r"^ *# *define +(\w+)", text.read(), re.M)
        undefine = "".join(f"#undef {name}\n" for name in macros)
        parts.append(f'namespace program{i}\n{{\n#include "{os.path.abspath(path)}"\n}}\n{undefine}')
        calls.append(f'    RUN(program{i}, "{path}")\n')
    includes = "".join(f"#include <{header}>\n" for header in HEADERS.split())
    with tempfile.TemporaryDirectory() as folder:
        together = os.path.join(folder, "together.cu")
        with open(together, "w") as text:
            text.write(includes + DRIVER % ("".join(parts), "".join(calls)))
        _, _, errors = run(curestruct, together)
    status = {name: int(number) for name, number in re.findall(r"^== (.*) status (\d+)$", errors, re.M)}
    return status, errors


def places(pattern, errors, path):
    found = re.findall(pattern, errors, re.M)
    return [int(line) for name, line in found if os.path.abspath(name) == os.path.abspath(path)]


def failure_of(path, status, errors):
    """A race is between two lines; a report begins with one and names the other one."""
    expected, kind = mistake_of(path)
    lines = places(r"^(.*):(\d+): error: ", errors, path)
    others = places(r"^  after an? \w+ at (.*):(\d+) by", errors, path) if kind and kind.startswith("race") else []
    if expected is None:
        return None if status == 0 and not lines else f"status {status}, reports at lines {lines}"
    if len(lines) != 1 or expected not in lines + others or status != 3:
        return f"{kind}: line {expected} is wrong; status {status}, reports at lines {lines + others}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--curestruct", required=True)
    parser.add_argument("--each", action="store_true")
    parser.add_argument("--show", action="store_true", help="print all reports")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    failures = 0
    status, errors = ({}, "") if arguments.each else run_together(arguments.curestruct, arguments.files)
    if arguments.show or (not arguments.each and not status):
        sys.stderr.write(errors)
    for path in arguments.files:
        own = errors
        if arguments.each:
            status[path], _, own = run(arguments.curestruct, path)
            if arguments.show:
                sys.stderr.write(own)
        failure = failure_of(path, status.get(path), own)
        if failure:
            print(f"{path}: {failure}")
            failures += 1
    marked = sum(mistake_of(path)[0] is not None for path in arguments.files)
    print(f"{len(arguments.files) - marked} right programs, {marked} mistakes, {failures} failures")
    return min(failures, 100)


sys.exit(main())
