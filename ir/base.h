// Memory, vectors and interned strings: every stage uses them.
//
// One arena holds everything that lives as long as the translation of one file; nothing in it is freed singly. A pass
// that needs scratch memory makes an arena of its own and releases it at its end. Only base.c calls free.
#ifndef CURESTRUCT_IR_BASE_H
#define CURESTRUCT_IR_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- arenas

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_release(Arena *arena);             // NULL is fine
void arena_adopt(Arena *arena, Arena *other); // the other one is released with it

// `size` zeroed bytes, aligned for any type. Never NULL: out of memory ends the process with exit status 70.
void *arena_alloc(Arena *arena, size_t size);
#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count) ((Type *)arena_alloc((arena), sizeof(Type) * (size_t)(count)))

void *arena_copy(Arena *arena, const void *bytes, size_t size);
char *arena_strndup(Arena *arena, const char *text, size_t length); // NUL-terminated
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *arena, const char *format, va_list arguments);

// ---- interned strings: equal text, equal pointer, for the life of the process

const char *intern(const char *text);
const char *intern_n(const char *text, size_t length);
const char *intern_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void intern_release(void); // at exit, so that leak checkers see nothing

// ---- vectors: VECTOR(Type) in a struct or a local; items, count. Zero-initialize; storage comes from an arena.

#define VECTOR(Type)         \
    struct {                 \
        Type *items;         \
        int count, capacity; \
    }
#define VECTOR_PUSH(arena, vector, item)                                                                           \
    do {                                                                                                           \
        if ((vector)->count == (vector)->capacity)                                                                 \
            (vector)->items = vector_grow((arena), (vector)->items, &(vector)->capacity, sizeof *(vector)->items); \
        (vector)->items[(vector)->count++] = (item);                                                               \
    } while (0)
// NOLINTNEXTLINE(bugprone-macro-parentheses): the index is declared
#define FOR_EACH(index, vector) for (int index = 0; index < (vector)->count; index++)

void *vector_grow(Arena *arena, void *items, int *capacity, size_t item_size);

// ---- bytes and strings

bool is_identifier_byte(char byte);                       // a letter, a digit or _
int compare_strings(const void *left, const void *right); // of an array of const char *, for qsort
const char *path_name(const char *path);                  // "mm.c" of "src/mm.c"
const char *path_folder(Arena *arena, const char *path);  // "src" of "src/mm.c"; "." of "mm.c"; "/" of "/mm.c"

// ---- text that grows (emission, messages). Zero-initialize with an arena: Text t = {.arena = a}.

typedef struct Text {
    Arena *arena;
    char *bytes; // NUL-terminated after anything was added, otherwise NULL
    size_t length, capacity;
} Text;

void text_add(Text *text, const char *string);
void text_take(Text *text, char *string); // from malloc, as other libraries return it; frees it
void text_add_n(Text *text, const char *bytes, size_t length);
void text_printf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_vprintf(Text *text, const char *format, va_list arguments);
bool text_add_file(Text *text, const char *path); // all of it; false: it cannot be read, errno says why
const char *text_string(const Text *text);        // never NULL

// ---- our own bugs: a line on stderr and exit status 70

#define unreachable_bug(what) internal_bug(__FILE__, __LINE__, (what))
_Noreturn void internal_bug(const char *file, int line, const char *what);

#endif
