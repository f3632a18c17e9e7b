#define _GNU_SOURCE
#include "trace.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[300];

static void remove_file(void)
{
    unlink(path);
}

void trace_open(void)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/curestruct-trace-XXXXXX", folder && *folder ? folder : "/tmp");
    int file = mkstemp(path);
    if (file < 0) {
        perror("check: error: trace file");
        exit(1);
    }
    close(file);
    atexit(remove_file);
    setenv("CURESTRUCT_TRACE", path, 1);
}

void trace_clear(void)
{
    if (truncate(path, 0) != 0)
        perror("check: error: trace file");
}

static void read_line(Trace *trace, const CrsFunction *function, char *line)
{
    line[strcspn(line, "\n")] = 0;
    size_t name = strcspn(line, " ");
    for (int i = 0; i < function->launcher_count && i < 64; i++)
        if (strlen(function->launchers[i]) == name && strncmp(function->launchers[i], line, name) == 0)
            trace->seen |= 1ul << i;
    if (strcmp(line + name, " device") == 0) {
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
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        read_line(&trace, function, line);
    if (file)
        fclose(file);
    return trace;
}
