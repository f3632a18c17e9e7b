// Runs a target on files and on all files of folders, without libFuzzer: replay FILE|FOLDER...
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int files;

static void replay_file(const char *path)
{
    Arena *arena = arena_new();
    Diag *diag = diag_new(arena, (DiagOptions){0});
    const SourceFile *file = source_file_read(arena, diag, path);
    must(file != NULL, "the input can be read");
    printf("%s\n", path);
    fflush(stdout);
    LLVMFuzzerTestOneInput((const uint8_t *)file->text, file->length);
    arena_release(arena);
    files++;
}

static int not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void replay(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, not_hidden, alphasort);
    if (count < 0)
        replay_file(path);
    for (int i = 0; i < count; i++) {
        char name[PATH_MAX];
        snprintf(name, sizeof name, "%s/%s", path, entries[i]->d_name);
        replay(name);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *path = realpath(argv[i], NULL); // targets work in a folder of their own
        if (path)
            replay(path);
        free(path);
    }
    printf("%d inputs\n", files);
    return files ? 0 : 1;
}
