// Names of pragmas. Case does not count, nor does a suffix of the name: curestruct_begin.
#include "frontend/directives/pragma.h"
#include "frontend/options/suggest.h"
#include "ir/base.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST_NAME = 32 };

static const char ours[] = "curestruct", beginning[] = "cure";

const char *pragma_meant(const char *name)
{
    static const char *const candidates[] = {ours, NULL};
    char lower[LONGEST_NAME + 1] = "";
    for (int i = 0; name[i] && i < LONGEST_NAME; i++)
        lower[i] = (char)tolower((unsigned char)name[i]);
    if (!strncmp(lower, ours, strlen(ours))) {
        const char *rest = lower + strlen(ours);
        rest += *rest == '_';
        return !strcmp(rest, "begin") ? "curestruct begin" : !strcmp(rest, "end") ? "curestruct end" : ours;
    }
    return !strncmp(lower, beginning, strlen(beginning)) ? ours : suggest(lower, candidates);
}
