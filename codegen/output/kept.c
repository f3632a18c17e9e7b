// Files that are built once per user and kept: where they are, and what they are named by.
#define _GNU_SOURCE
#include "codegen/output/kept.h"

#include "codegen/cuda/embedded.h"
#include "ir/supervise.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t hash_bytes(uint64_t hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 1099511628211u;
    return hash;
}

uint64_t kept_hash(const char *prefix, const char *compiler)
{
    uint64_t hash = hash_bytes(1469598103934665603u, compiler, strlen(compiler));
    hash = hash_bytes(hash, KEPT_SIMT_FLAGS KEPT_GENERATED_FLAGS, strlen(KEPT_SIMT_FLAGS KEPT_GENERATED_FLAGS));
    for (const EmbeddedFile *file = embedded_files; file->name; file++)
        if (strncmp(file->name, prefix, strlen(prefix)) == 0) {
            hash = hash_bytes(hash, file->name, strlen(file->name) + 1);
            hash = hash_bytes(hash, file->text, file->length);
        }
    return hash;
}

const char *kept_folder(Arena *arena)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const char *folder;
    if (base && base[0] == '/')
        folder = arena_printf(arena, "%s/curestruct", base);
    else if (home && home[0] == '/' && access(home, W_OK) == 0 && strcmp(home, "/") != 0) {
        mkdir(arena_printf(arena, "%s/.cache", home), 0700);
        folder = arena_printf(arena, "%s/.cache/curestruct", home);
    } else {
        folder = arena_printf(arena, "/tmp/curestruct-cache-%ld", (long)getuid());
    }
    if (base && base[0] == '/')
        mkdir(base, 0700);
    struct stat status;
    mkdir(folder, 0700);
    bool ours = lstat(folder, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == getuid() &&
                !(status.st_mode & (S_IWGRP | S_IWOTH)) && access(folder, W_OK) == 0;
    return ours ? folder : NULL;
}

bool kept_add(Arena *arena, const char *from, const char *to)
{
    char *beside = arena_printf(arena, "%s.XXXXXX", to);
    hold_interrupts(true);
    int target = mkstemp(beside);
    if (target >= 0)
        temporary_add(beside);
    hold_interrupts(false);
    FILE *source = fopen(from, "rb");
    FILE *copy = target >= 0 ? fdopen(target, "wb") : NULL;
    bool fine = source && copy;
    char bytes[65536];
    for (size_t count = sizeof bytes; fine && count == sizeof bytes;) {
        count = fread(bytes, 1, sizeof bytes, source);
        fine = fwrite(bytes, 1, count, copy) == count;
    }
    struct stat status;
    fine = fine && !ferror(source) && fstat(fileno(source), &status) == 0 && fchmod(target, status.st_mode & 0755) == 0;
    if (source)
        fclose(source);
    if (copy)
        fine = fclose(copy) == 0 && fine;
    fine = fine && rename(beside, to) == 0;
    if (fine)
        temporary_drop(beside);
    else if (target >= 0)
        temporary_remove(beside);
    return fine;
}
