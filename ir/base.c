// Arenas as chunk lists, growing vectors on them, and the table of interned strings.
#include "ir/base.h"

#include "ir/supervise.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 4 * 1024, CHUNK_SIZE = 64 * 1024, ALIGNMENT = 16 }; // most arenas stay small

typedef struct Chunk {
    struct Chunk *next;
    size_t size, used;
    _Alignas(ALIGNMENT) unsigned char bytes[];
} Chunk;

struct Arena {
    Chunk *chunks;         // the newest first
    Arena *adopted, *next; // arenas that live as long; beside it in such a list
};

_Noreturn void internal_bug(const char *file, int line, const char *what)
{
    fprintf(stderr, "curestruct: internal error: %s (%s:%d)\n", what, file, line);
    fprintf(stderr, "curestruct: this is a bug in curestruct, not in your program\n");
    exit(70);
}

static void *must_allocate(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory) {
        supervise_report("out of memory");
        exit(70);
    }
    return memory;
}

Arena *arena_new(void)
{
    return must_allocate(sizeof(Arena));
}

void arena_release(Arena *arena)
{
    if (!arena)
        return;
    for (Arena *adopted = arena->adopted; adopted;) {
        Arena *next = adopted->next;
        arena_release(adopted);
        adopted = next;
    }
    for (Chunk *chunk = arena->chunks; chunk;) {
        Chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    free(arena);
}

void arena_adopt(Arena *arena, Arena *other)
{
    other->next = arena->adopted;
    arena->adopted = other;
}

void *arena_alloc(Arena *arena, size_t size)
{
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    Chunk *chunk = arena->chunks;
    if (!chunk || chunk->size - chunk->used < size) {
        size_t usual = chunk ? CHUNK_SIZE : FIRST_CHUNK, room = size > usual ? size : usual;
        chunk = must_allocate(sizeof(Chunk) + room);
        chunk->size = room;
        chunk->next = arena->chunks;
        arena->chunks = chunk;
    }
    void *memory = chunk->bytes + chunk->used;
    chunk->used += size;
    return memory;
}

void *arena_copy(Arena *arena, const void *bytes, size_t size)
{
    void *copy = arena_alloc(arena, size);
    if (size)
        memcpy(copy, bytes, size);
    return copy;
}

char *arena_strndup(Arena *arena, const char *text, size_t length)
{
    char *copy = arena_alloc(arena, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *arena_vprintf(Arena *arena, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = arena_alloc(arena, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

char *arena_printf(Arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = arena_vprintf(arena, format, arguments);
    va_end(arguments);
    return text;
}

void *vector_grow(Arena *arena, void *items, int *capacity, size_t item_size)
{
    int grown = *capacity ? *capacity * 2 : 8;
    void *moved = arena_alloc(arena, (size_t)grown * item_size);
    if (items)
        memcpy(moved, items, (size_t)*capacity * item_size);
    *capacity = grown;
    return moved;
}

// ---- interned strings: an open-addressing table of pointers into one arena

static struct {
    Arena *arena;
    const char **slots;
    size_t count, capacity;
} table;

static size_t hash_text(const char *text, size_t length)
{
    size_t hash = 14695981039346656037u; // FNV-1a
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return hash;
}

static const char **find_slot(const char **slots, size_t capacity, const char *text, size_t length)
{
    size_t at = hash_text(text, length) & (capacity - 1);
    while (slots[at] && (strncmp(slots[at], text, length) != 0 || slots[at][length] != '\0'))
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

static void grow_table(void)
{
    size_t capacity = table.capacity ? table.capacity * 2 : 1024;
    const char **slots = must_allocate(capacity * sizeof *slots);
    for (size_t i = 0; i < table.capacity; i++)
        if (table.slots[i])
            *find_slot(slots, capacity, table.slots[i], strlen(table.slots[i])) = table.slots[i];
    free(table.slots);
    table.slots = slots;
    table.capacity = capacity;
}

const char *intern_n(const char *text, size_t length)
{
    if (!table.arena)
        table.arena = arena_new();
    if (2 * (table.count + 1) > table.capacity)
        grow_table();
    const char **slot = find_slot(table.slots, table.capacity, text, length);
    if (!*slot) {
        *slot = arena_strndup(table.arena, text, length);
        table.count++;
    }
    return *slot;
}

const char *intern(const char *text)
{
    return intern_n(text, strlen(text));
}

const char *intern_printf(const char *format, ...)
{
    char small[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length < sizeof small)
        return intern_n(small, (size_t)length);
    Arena *scratch = arena_new();
    va_start(arguments, format);
    const char *interned = intern(arena_vprintf(scratch, format, arguments));
    va_end(arguments);
    arena_release(scratch);
    return interned;
}

void intern_release(void)
{
    arena_release(table.arena);
    free(table.slots);
    memset(&table, 0, sizeof table);
}

// ---- bytes and strings

bool is_identifier_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

int compare_strings(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *path_folder(Arena *arena, const char *path)
{
    const char *name = path_name(path);
    if (name == path)
        return ".";
    size_t length = (size_t)(name - path) - 1;
    return length ? arena_strndup(arena, path, length) : "/";
}

// ---- text

void text_add_n(Text *text, const char *bytes, size_t length)
{
    if (text->capacity - text->length < length + 1) {
        size_t capacity = text->capacity ? text->capacity * 2 : 256;
        while (capacity - text->length < length + 1)
            capacity *= 2;
        char *moved = arena_alloc(text->arena, capacity);
        if (text->length)
            memcpy(moved, text->bytes, text->length);
        text->bytes = moved;
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add(Text *text, const char *string)
{
    text_add_n(text, string, strlen(string));
}

void text_take(Text *text, char *string)
{
    text_add(text, string);
    free(string);
}

void text_vprintf(Text *text, const char *format, va_list arguments)
{
    char small[512];
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(small, sizeof small, format, again);
    va_end(again);
    if ((size_t)length < sizeof small)
        text_add_n(text, small, (size_t)length);
    else
        text_add(text, arena_vprintf(text->arena, format, arguments));
}

void text_printf(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(text, format, arguments);
    va_end(arguments);
}

bool text_add_file(Text *text, const char *path)
{
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return false;
    char bytes[16 * 1024];
    size_t count = sizeof bytes;
    while (count == sizeof bytes) { // fewer: the end, or an error
        count = fread(bytes, 1, sizeof bytes, stream);
        text_add_n(text, bytes, count);
    }
    int error = ferror(stream) ? errno : 0;
    fclose(stream);
    errno = error;
    return !error;
}

const char *text_string(const Text *text)
{
    return text->bytes ? text->bytes : "";
}
