#!/usr/bin/env python3
"""project.py FOLDER: writes a program of 20 files: 6 sources with directives, 6 without, main.c and 7 headers; and how
CMake, Make and Meson build it. Each source includes common.h and its own header, main.c includes all."""
import pathlib
import sys

KERNELS, PLAIN = 6, 6

KERNEL = """#include "common.h"
#include "kernel{k}.h"
#include <stdlib.h>
void kernel{k}(int n, const value *restrict x, value *restrict y)
{{
    value *offset = malloc(sizeof *offset); // C++ would want a cast
    *offset = OFFSET{k};
    value start = *offset;
    free(offset);
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = {k} * x[i] + start;
}}
"""

PLAIN_SOURCE = """#include "common.h"
value plain{k}(value x)
{{
    return x + {k};
}}
"""

CMAKE = """cmake_minimum_required(VERSION 3.20)
project(program LANGUAGES C)
find_package(curestruct REQUIRED)
file(GLOB plain src/plain*.c)
file(GLOB kernels src/kernel*.c)
curestruct_add_library(kernels STATIC ${kernels} OPTIONS -Werror=refused)
target_include_directories(kernels PUBLIC include)
target_compile_definitions(kernels PUBLIC SCALE=2)
add_executable(program src/main.c ${plain})
target_link_libraries(program kernels)
"""

MAKE = """SRC = src
CPPFLAGS = -I$(SRC)/../include -DSCALE=2
CFLAGS = -O2 -g -Wall -Wextra -Wno-unknown-pragmas -MMD -MP
objects = $(patsubst $(SRC)/%.c,%.o,$(wildcard $(SRC)/*.c))
program: $(objects)
\t$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)
%.o: $(SRC)/%.c
\t$(CC) $(CPPFLAGS) $(CFLAGS) -c $< -o $@
-include $(objects:.o=.d)
"""

MESON = """project('program', 'c', default_options: ['warning_level=2'])
add_project_arguments('-DSCALE=2', '-Wno-unknown-pragmas', language: 'c')
executable('program', {sources}, include_directories: 'include', link_args: get_option('runtime'))
"""

MESON_OPTIONS = "option('runtime', type: 'array', value: [])\n"


def main(folder):
    source, include = folder / "src", folder / "include"
    for path in (source, include):
        path.mkdir(parents=True)
    (include / "common.h").write_text("typedef int value;\n")
    for k in range(KERNELS):
        (include / f"kernel{k}.h").write_text(
            f"#define OFFSET{k} ({k} * SCALE)\nvoid kernel{k}(int n, const value *restrict x, value *restrict y);\n")
        (source / f"kernel{k}.c").write_text(KERNEL.format(k=k))
    for k in range(PLAIN):
        (source / f"plain{k}.c").write_text(PLAIN_SOURCE.format(k=k))
    lines = ['#include "common.h"'] + [f'#include "kernel{k}.h"' for k in range(KERNELS)] + ["#include <stdio.h>"]
    lines += [f"value plain{k}(value x);" for k in range(PLAIN)]
    lines += ["int main(void)", "{", "    value x[3] = {1, 2, 3}, y[3], total = 0;"]
    lines += [f"    kernel{k}(3, x, y);\n    total += y[2];" for k in range(KERNELS)]
    lines += [f"    total = plain{k}(total);" for k in range(PLAIN)]
    lines += ['    printf("%d\\n", total);', "    return 0;", "}", ""]
    (source / "main.c").write_text("\n".join(lines))
    (folder / "CMakeLists.txt").write_text(CMAKE)
    (folder / "Makefile").write_text(MAKE)
    names = ", ".join(f"'src/{path.name}'" for path in sorted(source.iterdir()))
    (folder / "meson.build").write_text(MESON.format(sources=names))
    (folder / "meson_options.txt").write_text(MESON_OPTIONS)


main(pathlib.Path(sys.argv[1]))
