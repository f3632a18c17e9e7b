#define _GNU_SOURCE
#include "trace.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int file; // in memory: no file remains, however the check ends
static char path[60];

void trace_open(void)
{
    file = memfd_create("trace", 0);
    if (file < 0) {
        perror("check: error: trace");
        exit(1);
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", file); // every worker inherits the descriptor
    if (access(path, W_OK) != 0) {
        fprintf(stderr, "check: error: trace: '%s' cannot be opened; is /proc mounted?\n", path);
        exit(1);
    }
    setenv("CURESTRUCT_TRACE", path, 1);
    setenv("CURESTRUCT_LAUNCHES", path, 1);
}

void trace_clear(void)
{
    if (ftruncate(file, 0) != 0)
        perror("check: error: trace");
}

// A launcher that names none has taken its last one.
static void note_version(Trace *trace, const CrsFunction *function, int launcher, const char *name)
{
    int taken = -1;
    for (int v = 0; v < function->version_count && v < 64; v++)
        if (function->versions[v].launcher == launcher && (!*name || strcmp(function->versions[v].name, name) == 0))
            taken = v;
    trace->versions |= taken < 0 ? 0 : 1ul << taken;
}

static void note_kernel(Trace *trace, const CrsFunction *function, const char *name)
{
    for (int i = 0; i < function->goal_count && i < MAX_FUNCTION_GOALS; i++)
        trace->launched[i] |= strcmp(function->goals[i].kernel, name) == 0;
}

static void read_line(Trace *trace, const CrsFunction *function, char *line)
{
    line[strcspn(line, "\n")] = 0;
    static const char kernel[] = "launched ";
    if (strncmp(line, kernel, sizeof kernel - 1) == 0) {
        note_kernel(trace, function, line + sizeof kernel - 1);
        trace->launches++;
        return;
    }
    size_t name = strcspn(line, " ");
    static const char device[] = " device";
    bool ran = strncmp(line + name, device, sizeof device - 1) == 0;
    const char *version = line + name + (ran ? sizeof device - 1 : 0);
    for (int i = 0; i < function->launcher_count && i < 64; i++) {
        if (strlen(function->launchers[i]) != name || strncmp(function->launchers[i], line, name) != 0)
            continue;
        trace->seen |= 1ul << i;
        if (ran)
            note_version(trace, function, i, version + strspn(version, ": "));
    }
    if (ran) {
        trace->device++;
        return;
    }
    static const char serial[] = " serial: ";
    if (strncmp(line + name, serial, sizeof serial - 1) != 0)
        return;
    if (trace->serial++ == 0)
        snprintf(trace->reason, sizeof trace->reason, "%.*s: %s", (int)name, line, line + name + sizeof serial - 1);
}

Trace trace_read(const CrsFunction *function)
{
    Trace trace = {0};
    char line[1000];
    FILE *stream = fopen(path, "re");
    while (stream && fgets(line, sizeof line, stream))
        read_line(&trace, function, line);
    if (stream)
        fclose(stream);
    return trace;
}
