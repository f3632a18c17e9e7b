#define _GNU_SOURCE
#include "codegen/output/compiler.h"

#include "codegen/output/process.h"
#include "ir/base.h"

#include <stdlib.h>
#include <string.h>

// A copy: setenv may move what getenv returns.
const char *compiler_from_environment(const char *name, const char *otherwise)
{
    const char *value = getenv(name);
    return value && *value ? intern(value) : otherwise;
}

const char *compiler_clang(void)
{
    const char *asked = compiler_from_environment("CXX", "");
    if (strstr(asked, "clang"))
        return asked;
    // Version 17 is the first one that has this standard.
    static const char *const names[] = {"clang++-19", "clang++",    "clang++-20", "clang++-21",
                                        "clang++-22", "clang++-23", "clang++-18", "clang++-17"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *question[] = {names[i], "-std=c++23", "-fsyntax-only", "-x", "c++", "/dev/null", NULL};
        if (process_run(question, "/dev/null") == 0)
            return names[i];
    }
    return NULL;
}
