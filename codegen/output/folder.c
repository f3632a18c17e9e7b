// Temporary and exported folders.
#define _XOPEN_SOURCE 700
#include "codegen/output/folder.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char temporary_folder[4096]; // what an interrupt has to remove; "" when there is none

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *position)
{
    (void)status, (void)type, (void)position;
    return remove(path);
}

void folder_remove(const char *folder)
{
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    if (strcmp(folder, temporary_folder) == 0)
        temporary_folder[0] = '\0';
}

static void on_interrupt(int signal_number)
{
    if (temporary_folder[0])
        folder_remove(temporary_folder);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static bool make_folders(Diag *diag, char *path)
{
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
    if (wanted) {
        char *path = arena_strndup(arena, wanted, strlen(wanted));
        return make_folders(diag, path) ? path : NULL;
    }
    const char *parent = getenv("TMPDIR");
    char *path = arena_printf(arena, "%s/curestruct-XXXXXX", parent && *parent ? parent : "/tmp");
    if (strlen(path) >= sizeof temporary_folder || !mkdtemp(path)) {
        diag_fatal(diag, "cannot make a temporary folder %s: %s", path, strerror(errno));
        return NULL;
    }
    strcpy(temporary_folder, path);
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    return path;
}

bool folder_write(Arena *arena, Diag *diag, const char *folder, const char *name, const char *text, size_t length)
{
    char *path = arena_printf(arena, "%s/%s", folder, name);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    bool made = make_folders(diag, path);
    *slash = '/';
    if (!made)
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
