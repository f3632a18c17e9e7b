// Options of C compilers, in one table.
#include "frontend/options/foreign.h"

#include <stddef.h>
#include <string.h>

#define ACCEPTED(name) {name, false, false, FOREIGN_ACCEPTED, NULL}
#define ACCEPTED_WITH(name) {name, true, false, FOREIGN_ACCEPTED, NULL}
#define LINKING(name) {name, true, false, FOREIGN_LINK, NULL}
#define LINKING_APART(name) {name, true, true, FOREIGN_LINK, NULL}
#define WRONG(name, advice) {name, false, false, FOREIGN_WRONG, advice}
#define WRONG_WITH(name, advice) {name, true, false, FOREIGN_WRONG, advice}

static const char narrow[] = "CUDA programs have 64-bit addresses; leave it out";
static const char chars[] = "char is signed in kernels; write 'unsigned char' in the source";
static const char layouts[] = "kernels have the usual layout of types; leave it out";
static const char wraps[] = "a nest is restructured as if signed integers did not overflow; compile this file without "
                            "it, or use unsigned integers";

static const ForeignOption table[] = {
    ACCEPTED("-c"),
    ACCEPTED_WITH("-O"),
    ACCEPTED_WITH("-g"),
    ACCEPTED_WITH("-f"),
    ACCEPTED_WITH("-m"),
    ACCEPTED_WITH("-pedantic"),
    ACCEPTED("-pipe"),
    ACCEPTED("-pthread"),
    ACCEPTED("-pg"),
    ACCEPTED("-xc"),
    ACCEPTED_WITH("-fdiagnostics-"),
    ACCEPTED_WITH("--coverage"),
    {"--param", false, true, FOREIGN_ACCEPTED, NULL},
    LINKING_APART("-l"),
    LINKING_APART("-L"),
    LINKING_APART("-Xlinker"),
    LINKING_APART("-T"),
    LINKING("-Wl,"),
    LINKING("-shared"),
    LINKING("-static"),
    LINKING("-rdynamic"),
    LINKING("-nostdlib"),
    LINKING("-nodefaultlibs"),
    LINKING("-nostartfiles"),
    LINKING("-pie"),
    LINKING("-no-pie"),
    WRONG("-m32", narrow),
    WRONG("-mx32", narrow),
    WRONG("-m16", narrow),
    WRONG("-funsigned-char", chars),
    WRONG("-fno-signed-char", chars),
    WRONG("-fshort-enums", layouts),
    WRONG_WITH("-fpack-struct", layouts),
    WRONG("-fwrapv", wraps),
    WRONG("-ftrapv", wraps),
    WRONG("-fno-strict-overflow", wraps),
};

static bool fits(const ForeignOption *option, const char *argument)
{
    size_t length = strlen(option->name);
    return strncmp(argument, option->name, length) == 0 && (option->joined || !argument[length]);
}

const ForeignOption *foreign_option(const char *argument)
{
    const ForeignOption *found = NULL;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (fits(&table[i], argument) && (!found || strlen(table[i].name) > strlen(found->name)))
            found = &table[i];
    return found;
}
