// The entries that libFuzzer calls, and the folder in which targets work.
#include "tests/fuzz/fuzz.h"

#include "codegen/output/folder.h"
#include "ir/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[4096];
static pid_t owner;

void must(bool holds, const char *rule)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: broken rule: %s\n", rule);
    abort();
}

static void remove_folder(void)
{
    if (getpid() == owner)
        folder_remove(folder);
}

static void enter_folder(void)
{
    if (owner)
        return;
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/curestruct-fuzz-XXXXXX", parent ? parent : "/tmp");
    must(mkdtemp(folder) && chdir(folder) == 0, "there is a folder for scratch files");
    owner = getpid();
    atexit(remove_folder);
}

void write_file(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(name, "wb");
    must(file && fwrite(text, 1, length, file) == length && fclose(file) == 0, "scratch files can be written");
}

bool file_exists(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0;
}

void release_tables(void)
{
    type_release();
    intern_release();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enter_folder();
    char *text = malloc(size + 1);
    must(text, "there is memory");
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    fuzz_one(text, size);
    free(text);
    return 0;
}
