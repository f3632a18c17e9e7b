#!/usr/bin/env python3
"""export.py CURESTRUCT FOLDER [THREADS]: makes a folder that builds and times every variant, or those of so many
threads (`make run` there, with nvcc and a GPU).

A variant is a function of its own with its schedule in the directive; those with as many threads share a translation
unit, and the units are compiled at the same time. A schedule that is refused has no kernel and is left out; the table
of the report says so.
"""
import os
import re
import shutil
import subprocess
import sys

from variants import KERNELS

HERE = os.path.dirname(os.path.abspath(__file__))

MAKEFILE = """# Builds and times all variants: make -j run >results.csv
NVCC ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc) nvcc)
ARCH ?= sm_90
OBJECTS = $(patsubst %.cu,%.o,$(wildcard *.cu))
run: timing
\t@./timing 100 75
timing: $(OBJECTS)
\t@$(NVCC) -arch=$(ARCH) -o $@ $^
%.o: %.cu
\t@$(NVCC) -std=c++17 -O3 -arch=$(ARCH) -w -c -o $@ $<
.PHONY: run
"""


def name_of(kernel, row):
    return f"{kernel.name}_{row[0]}_{row[1]}"


def source_of(kernel, rows):
    functions = [f'void {name_of(kernel, row)}{kernel.head}\n{{\n#pragma curestruct schedule("'
                 + " ".join(kernel.schedule(row[0], row[1] // row[0]).split()) + f'"){kernel.body}\n}}\n'
                 for row in rows]
    return "\n".join(functions)


def registration(kernel, rows, made):
    lines = []
    for threads, tile in rows:
        name = name_of(kernel, (threads, tile))
        if name in made:
            lines.append(f'static study::Register add_{name}({{"{kernel.name}", {threads}, {tile}, {kernel.n}, '
                         f"[](int n, float *a, float *b, float *c) {{ {name}{kernel.call}; }}}});")
    return "\n".join(lines) + "\n"


def write(folder, name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


def export_unit(curestruct, folder, kernel, number, rows):
    stem = f"{kernel.name}_{number}"
    source = os.path.join(folder, stem + ".c")
    write(folder, stem + ".c", source_of(kernel, rows))
    made = subprocess.run([curestruct, "--device=h200", source, "-o", "-"], capture_output=True, text=True)
    if made.returncode:
        sys.exit(made.stderr)
    kernels = re.findall(r'static int crs_(\w+_\d+_\d+)_1\(', made.stdout)
    write(folder, stem + ".cu", '#include "timing.cuh"\n' + made.stdout + registration(kernel, rows, kernels))
    return len(kernels)


def main():
    curestruct, folder = sys.argv[1:3]
    wanted = [int(word) for word in sys.argv[3:]] or range(32, 1025, 32)
    os.makedirs(folder, exist_ok=True)
    for name in ("timing.cu", "timing.cuh"):
        shutil.copy(os.path.join(HERE, name), folder)
    write(folder, "Makefile", MAKEFILE)
    for kernel in KERNELS:
        made = 0
        for threads in wanted:
            made += export_unit(curestruct, folder, kernel, threads,
                                [(threads, threads << shift) for shift in range(8)])
        print(f"{kernel.name}: {made} of {8 * len(wanted)} rows have a kernel")


if __name__ == "__main__":
    main()
