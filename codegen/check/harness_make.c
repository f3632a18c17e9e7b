// Makefile and README of the check folder.
#include "codegen/check/harness.h"
#include "codegen/check/quote.h"
#include "codegen/output/kept.h"

#include <string.h>

// Contraction is off in both builds. Each shared object binds to its own symbols, because all of them define the
// user's. The user's variables lie between state_begin.o and state_end.o (runtime/harness/state_begin.c). DEFINED: the
// serial original traps where its behaviour is undefined in C, because such sizes and data mean nothing.
// missing.o has what the user's text names and no file defines: variables of other files are zero, and a call of
// another file's function stops. The linker says which names these are.
// RACES: loads and stores of the generated code call the CPU runtime (runtime/simt/races.h) instead of the sanitizer's
// library. The linker does not get the option. All of the CPU runtime is one translation unit, because most of the time
// goes into headers that its files share. Initial-exec: check has the generated code from its start on (load_generated
// in runtime/harness/check.c), so thread-local variables need no call of __tls_get_addr, which would take as long as
// all other work. simt.o is secondary: an archive that is newer than the sources, such as the copy of one that was
// built for another folder, does not need it. HEADER: the CPU runtime's header, compiled before (by GCC alone, as clang
// asks for the files that it was compiled from; an empty file stands for none).
static const char rules[] =
    "SHARED = -shared -fPIC -fvisibility=hidden -ffp-contract=off -fno-strict-aliasing -Wl,-Bsymbolic -w\n"
    "DEFINED = -fsanitize=bounds,signed-integer-overflow,float-cast-overflow,shift-exponent"
    " -fsanitize-undefined-trap-on-error\n"
    "SIMT = simt/simt.a\n"
    "STATE = state_begin.o missing.o state_end.o\n"
    "CHECK = check\n"
    "RACES = -fsanitize=thread\n"
    "PROFILE =\n"
    "HEADER =\n"
    "GENERATED = " KEPT_GENERATED_FLAGS "\n"
    "\n"
    "run: $(ON)\n"
    "\t./$(CHECK) . $(ON)\n"
    "\n"
    "cpu: $(CHECK) spec.so serial.so reference.so generated-cpu.so\n"
    "gpu: $(CHECK) spec.so serial.so reference.so generated-gpu.so\n"
    "\n"
    "spec.so: spec.c\n"
    "\t$(CC) -shared -fPIC -I. -o $@ spec.c\n"
    "state_%.o: harness/state_%.c\n"
    "\t$(CC) -O1 -fPIC -w -c -o $@ $<\n"
    "helpers/%.o: helpers/%.c\n"
    "\t$(CC) -O1 -fPIC -fvisibility=hidden -ffp-contract=off -fno-strict-aliasing -w $(C_FLAGS) -c -o $@ $<\n"
    "serial.o: serial.c\n"
    "\t$(CC) -O1 $(SHARED) $(DEFINED) $(C_FLAGS) -c -o $@ $<\n"
    "missing.s: serial.o $(HELPERS)\n"
    "\tLC_ALL=C $(CC) $(SHARED) -Wl,-z,defs,--warn-unresolved-symbols -o missing.so $^ -lm 2>&1 |"
    " sed -n 's/.*undefined \\(reference to\\|symbol:\\) *[^A-Za-z_0-9]*\\([A-Za-z_0-9]*\\).*/\\2/p' | sort -u |"
    " sed 's/.*/.data\\n.balign 64\\n.globl &\\n&: .zero 4096/' >$@\n"
    "\techo '.section .note.GNU-stack,\"\",%progbits' >>$@\n"
    "missing.o: missing.s\n"
    "\t$(CC) -c -o $@ $<\n"
    "serial.so: serial.o $(HELPERS) $(STATE)\n"
    "\t$(CC) $(SHARED) -o $@ state_begin.o serial.o $(HELPERS) missing.o state_end.o -lm\n"
    "reference.so: reference.c harness/hooks.c $(HELPERS) $(STATE)\n"
    "\t$(CC) -O1 $(SHARED) $(C_FLAGS) $(REFERENCE_FLAGS) -c -o reference.o reference.c\n"
    "\t$(CC) -O1 $(SHARED) -I. -c -o hooks.o harness/hooks.c\n"
    "\t$(CC) $(SHARED) -o $@ state_begin.o reference.o $(HELPERS) missing.o state_end.o hooks.o -lm\n"
    "generated-cpu.o: generated.cu out.cu $(SIMT)\n"
    "\t$(CXX) $(GENERATED) $(HEADER) -Isimt/include $(CXX_FLAGS) $(or $(PROFILE),$(RACES))"
    " -c -o $@ -x c++ generated.cu\n"
    "simt/header:\n"
    "\techo '#include <cuda_runtime.h>' >$@\n"
    "simt/header.gch: simt/header\n"
    "\t: >$@\n"
    "\t$(CXX) -dM -E -x c++ /dev/null | grep -q __clang__ ||"
    " $(CXX) $(GENERATED) -Isimt/include $(RACES) -x c++-header -o $@ $<\n"
    "generated-cpu.so: generated-cpu.o $(HOST) $(HELPERS) $(SIMT) $(STATE)\n"
    "\t$(CXX) $(SHARED) -o $@ state_begin.o generated-cpu.o $(HOST) $(HELPERS) missing.o state_end.o $(SIMT)"
    " -pthread -lm\n"
    "generated-gpu.so: generated.cu out.cu $(HOST) $(HELPERS) $(STATE)\n"
    "\t$(NVCC) -std=c++17 -O2 -arch=$(ARCH) -fmad=false -shared -w -Xcompiler "
    "-fPIC,-fvisibility=hidden,-ffp-contract=off,-w"
    " -Xlinker -Bsymbolic $(NVCC_FLAGS) state_begin.o generated.cu $(HOST) $(HELPERS) missing.o state_end.o -o $@\n"
    "generated.o: generated.c host.c\n"
    "\t$(CC) -O1 -fPIC -fvisibility=hidden -ffp-contract=off -fno-strict-aliasing -w $(C_FLAGS) -c -o $@ generated.c\n"
    "check: $(wildcard harness/*.c harness/*.h)\n"
    "\t$(CC) -O2 -w -o $@ $(filter-out harness/hooks.c harness/state_%.c,$(wildcard harness/*.c)) -lm -ldl\n"
    "simt/simt.a: simt/simt.o\n"
    "\trm -f $@\n"
    "\tar rcs $@ $^\n"
    ".SECONDARY: simt/simt.o\n"
    "simt/simt.o: $(wildcard simt/*.cpp simt/*/*.cpp)\n"
    "\tprintf '#include \"%s\"\\n' $^ | $(CXX) " KEPT_SIMT_FLAGS " -I. -Isimt/include -x c++ -c -o $@ -\n"
    "clean:\n"
    "\trm -f *.so *.o helpers/*.o check simt/simt.o simt/simt.a\n"
    ".PHONY: run cpu gpu clean\n";

// The nests of the reference are printed as C99.
static bool is_before_c99(const Options *options)
{
    bool before = false;
    FOR_EACH(i, &options->clang_arguments) {
        const char *word = options->clang_arguments.items[i];
        if (strncmp(word, "-std=", 5) == 0 || strcmp(word, "-ansi") == 0)
            before = strstr(word, "89") || strstr(word, "90") || word[1] == 'a';
    }
    return before;
}

void harness_makefile(const Harness *harness, Text *out)
{
    const char *user = arena_printf(harness->arena, "user%s", harness->input_folder);
    const char *arch = harness->options->arch;
    CheckOn on = harness->options->on;
    text_add(out, "# Builds the serial original and the generated code and compares them: make run [ON=cpu|gpu]\n");
    text_printf(out, "CC ?= cc\nCXX ?= c++\n");
    text_add(out, "NVCC ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc) nvcc)\n");
    text_printf(out, "ON = %s\n",
                on == ON_CPU   ? "cpu"
                : on == ON_GPU ? "gpu"
                               : "$(if $(wildcard /dev/nvidiactl),gpu,cpu)");
    text_printf(out, "ARCH = %s\n", arch ? arch : "$(if $(wildcard /dev/nvidiactl),native,sm_75)");
    text_printf(out, "HOST =%s\n", harness->host_form ? " generated.o" : "");
    text_add(out, "HELPERS =");
    FOR_EACH(i, &harness->helpers)
        text_printf(out, " helpers/%d.o", i);
    text_add(out, "\nC_FLAGS = -I. -iquote");
    quote_for_make(out, user);
    text_printf(out, "%s\n", harness_flags(harness, false));
    text_printf(out, "REFERENCE_FLAGS =%s\n", is_before_c99(harness->options) ? " -std=gnu99 -fgnu89-inline" : "");
    text_add(out, "CXX_FLAGS = -I. -iquote");
    quote_for_make(out, user);
    text_printf(out, "%s\nNVCC_FLAGS = -I. -Xcompiler", harness_flags(harness, true));
    quote_for_make(out, arena_printf(harness->arena, "-iquote,%s", user));
    text_printf(out, "%s\n\n", harness_flags(harness, true));
    text_add(out, rules);
}

void harness_readme(const Harness *harness, Text *out)
{
    text_printf(out, "Compares the loops of %s that curestruct restructured with their serial original.\n\n",
                harness->unit->source->path);
    text_add(out,
             "make run          builds and runs: on the GPU if there is one (nvcc is all that is needed), otherwise on "
             "the CPU\n"
             "make run ON=cpu   on the CPU, with any C++17 compiler\n\n"
             "It prints a line per function and fails when one differs. CURESTRUCT_SEED=n draws other data.\n"
             "out.cu is the generated code, serial.c the original, reference.c the original in higher precision.\n");
}
