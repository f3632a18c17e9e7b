// A target without libFuzzer.
//
//     replay FILE|FOLDER...                   the inputs that are there
//     replay --seeds A..B FOUND FILE|FOLDER...  random ones: bytes, or mutations of those files (for text)
//
// Random inputs follow from the seed and the files alone. One that breaks a rule is written to the folder FOUND, the
// rest go on, and the status is 1 at the end.
#include "tests/fuzz/fuzz.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

typedef VECTOR(const SourceFile *) Files;

// ---- the files

static void gather_file(Arena *arena, Files *files, const char *path)
{
    const SourceFile *file = source_file_read(arena, diag_new(arena, (DiagOptions){0}), path);
    must(file != NULL, "the input can be read");
    VECTOR_PUSH(arena, files, file);
}

static int not_hidden(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void gather(Arena *arena, Files *files, const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, not_hidden, alphasort);
    if (count < 0)
        gather_file(arena, files, path);
    for (int i = 0; i < count; i++) {
        gather(arena, files, arena_printf(arena, "%s/%s", path, entries[i]->d_name));
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

static int replay(const Files *files)
{
    FOR_EACH(i, files) {
        printf("%s\n", files->items[i]->path);
        fflush(stdout);
        LLVMFuzzerTestOneInput((const uint8_t *)files->items[i]->text, files->items[i]->length);
    }
    printf("%d inputs\n", files->count);
    return files->count ? 0 : 1;
}

// ---- random inputs

typedef struct Random {
    uint64_t state; // xorshift
} Random;

static unsigned draw(Random *random, unsigned count)
{
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return (unsigned)(random->state >> 20) % count;
}

static Random bytewise;

// libFuzzer's part in the mutations of words.c: bytes change, go or come.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size)
{
    size_t at = size ? draw(&bytewise, (unsigned)size) : 0;
    unsigned kind = draw(&bytewise, 3);
    if (kind == 0 && size) {
        memmove(data + at, data + at + 1, --size - at);
    } else if (kind == 1 && size < max_size) {
        memmove(data + at + 1, data + at, size++ - at);
        data[at] = (uint8_t)draw(&bytewise, 256);
    } else if (size) {
        data[at] = (uint8_t)draw(&bytewise, 256);
    }
    return size;
}

static size_t random_input(uint64_t seed, const Files *files, uint8_t *bytes)
{
    Random random = {seed * 0x9e3779b97f4a7c15u + 12345};
    for (int i = 0; i < 4; i++)
        draw(&random, 1);
    bytewise = random;
    size_t size = 0;
#ifdef FUZZ_TEXT
    const SourceFile *file = files->items[draw(&random, (unsigned)files->count)];
    size = file->length < LONGEST ? file->length : LONGEST;
    memcpy(bytes, file->text, size);
    for (unsigned i = draw(&random, 4) + 1; i > 0; i--)
        size = LLVMFuzzerCustomMutator(bytes, size, LONGEST, draw(&random, 1u << 30));
#else
    (void)files;
    static const unsigned longest[] = {60, 150, 400};
    size = 20 + draw(&random, longest[draw(&random, 3)]);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)draw(&random, 256);
#endif
    return size;
}

// Runs seeds in a process of its own until one ends it; the last that was begun is told through the pipe.
static bool run_seeds(uint64_t *seed, uint64_t end, const Files *files)
{
    int told[2], status;
    must(pipe(told) == 0, "there are pipes");
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, 1), dup2(nothing, 2);
        static uint8_t bytes[LONGEST];
        for (uint64_t at = *seed; at < end; at++) {
            must(write(told[1], &at, sizeof at) == sizeof at, "the seed can be told");
            LLVMFuzzerTestOneInput(bytes, random_input(at, files, bytes));
        }
        exit(0);
    }
    close(told[1]);
    for (uint64_t at; read(told[0], &at, sizeof at) == sizeof at;)
        *seed = at;
    close(told[0]);
    waitpid(child, &status, 0);
    return status == 0;
}

static int run_random(const char *seeds, const char *found, const Files *files)
{
    char *rest;
    uint64_t begin = strtoull(seeds, &rest, 10), end = strtoull(rest + strspn(rest, "."), NULL, 10);
    int failed = 0;
    for (uint64_t seed = begin; seed < end; seed++) {
        if (run_seeds(&seed, end, files))
            continue;
        static uint8_t bytes[LONGEST];
        char name[PATH_MAX];
        snprintf(name, sizeof name, "%s/seed-%llu", found, (unsigned long long)seed);
        mkdir(found, 0777);
        write_file(name, (const char *)bytes, random_input(seed, files, bytes));
        printf("found: %s\n", name);
        failed++;
    }
    printf("%llu random inputs, %d found\n", (unsigned long long)(end - begin), failed);
    return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    bool random = argc > 3 && strcmp(argv[1], "--seeds") == 0;
    Arena *arena = arena_new();
    Files files = {0};
    for (int i = random ? 4 : 1; i < argc; i++) {
        char *path = realpath(argv[i], NULL); // targets work in a folder of their own
        if (path)
            gather(arena, &files, arena_strndup(arena, path, strlen(path)));
        free(path);
    }
    int status = random ? run_random(argv[2], argv[3], &files) : replay(&files);
    arena_release(arena);
    return status;
}
