// Temporary and exported folders.
#define _XOPEN_SOURCE 700
#include "codegen/output/folder.h"

#include "ir/supervise.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void folder_remove(const char *folder)
{
    temporary_remove(folder);
}

static bool make_folders(Arena *arena, Diag *diag, const char *wanted)
{
    char *path = arena_printf(arena, "%s", wanted);
    for (char *slash = strchr(path + 1, '/');; slash = strchr(slash + 1, '/')) {
        if (slash)
            *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST) {
            diag_fatal(diag, "cannot make the folder %s: %s", path, strerror(errno));
            return false;
        }
        if (!slash)
            return true;
        *slash = '/';
    }
}

const char *folder_create(Arena *arena, Diag *diag, const char *wanted)
{
    if (wanted)
        return make_folders(arena, diag, wanted) ? wanted : NULL;
    const char *parent = getenv("TMPDIR");
    char *path = arena_printf(arena, "%s/curestruct-XXXXXX", parent && *parent ? parent : "/tmp");
    hold_interrupts(true);
    bool made = mkdtemp(path) != NULL;
    int reason = errno;
    if (made)
        temporary_add(path);
    hold_interrupts(false);
    if (!made)
        diag_fatal(diag, "cannot make a temporary folder %s: %s", path, strerror(reason));
    return made ? path : NULL;
}

bool folder_write(Arena *arena, Diag *diag, const char *folder, const char *name, const char *text, size_t length)
{
    const char *path = arena_printf(arena, "%s/%s", folder, name);
    if (!make_folders(arena, diag, path_folder(arena, path)))
        return false;
    FILE *stream = fopen(path, "wb");
    bool written = stream && fwrite(text, 1, length, stream) == length;
    int reason = errno;
    if (stream && fclose(stream) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (!written)
        diag_fatal(diag, "cannot write %s: %s", path, strerror(reason));
    return written;
}
