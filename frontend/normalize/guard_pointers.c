#include "frontend/normalize/expand_elements.h"
#include "frontend/normalize/guard_pointers.h"
#include "frontend/normalize/host_elements.h"

#include <ctype.h>
#include <string.h>

// An array, and where the nest certainly accesses it: where one of the guards is passed. NULL: always.
typedef struct Followed {
    Arena *arena;
    const Array *array;
    VECTOR(const HostGuard *) guards;
    const Expr *lost; // an access elsewhere
} Followed;

static void note_certain(void *context, const Expr *access, const HostGuard *guard, bool certain)
{
    Followed *followed = context;
    if (access->array == followed->array && certain)
        VECTOR_PUSH(followed->arena, &followed->guards, guard);
}

static void note_lost(void *context, const Expr *access, const HostGuard *guard, bool certain)
{
    (void)certain;
    Followed *followed = context;
    bool covered = access->array != followed->array;
    FOR_EACH(i, &followed->guards)
        covered = covered || host_guard_implies(guard, followed->guards.items[i]);
    if (!covered && !followed->lost)
        followed->lost = access;
}

static const char *either_text(const Followed *followed)
{
    Text text = {.arena = followed->arena};
    FOR_EACH(i, &followed->guards) {
        const HostGuard *guard = followed->guards.items[i];
        const char *words = host_guard_text(followed->arena, guard);
        bool repeated = false;
        if (!words)
            return NULL;
        for (int k = 0; k < i; k++)
            repeated |= host_guard_implies(guard, followed->guards.items[k]);
        if (!repeated)
            text_printf(&text, "%s%s", text.length ? " || " : "", words);
    }
    return text.length ? intern(text_string(&text)) : NULL;
}

// What the pointer rests on stays as it is: known before the nest, and away from what the nest writes, which the
// launcher tests as for any other parameter.
static bool keep_reads(Nest *nest, const ChangedArrays *changed, const Array *array)
{
    FOR_EACH(i, &array->host_reads) {
        const Expr *read = array->host_reads.items[i];
        const char *text = host_expression_text(nest->unit->arena, read);
        if (!text || !element_is_known(nest, changed, read)) {
            diag_refuse(nest->unit->diag, nest->loc,
                        "%s stays serial: the pointer '%s' depends on '%s', whose value is not known before it",
                        nest->words, array->host, text ? text : read->array->name);
            return false;
        }
        element_parameter(nest, read, text, array->host_guard);
    }
    return true;
}

static bool guard_pointer(Nest *nest, Stmt *body, Array *array)
{
    Followed followed = {.arena = nest->unit->arena, .array = array};
    host_accesses_walk(followed.arena, body, note_certain, &followed);
    host_accesses_walk(followed.arena, body, note_lost, &followed);
    if (followed.lost) {
        diag_refuse(nest->unit->diag, nest->loc,
                    "%s stays serial: whether it needs the pointer '%s' depends on data; assign it to a variable "
                    "before",
                    nest->words, array->host);
        diag_note(nest->unit->diag, followed.lost->loc, "here");
        return false;
    }
    array->host_guard = either_text(&followed);
    return true;
}

// ---- members of structs whose pointer the nest tests

static bool is_in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

// Whether the text follows the pointer: "grid->n" that with the text "grid".
static bool follows(const char *text, const char *pointer)
{
    size_t length = strlen(pointer);
    for (const char *at = text; (at = strstr(at, pointer)); at++) {
        char before = at == text ? ' ' : at[-1];
        if (!is_in_name(before) && before != '.' && before != '>' && !strncmp(at + length, "->", 2))
            return true;
    }
    return false;
}

// The host does not follow the pointer where it is null. No iteration does there.
static const char *guard_of(const Nest *nest, const char *host)
{
    const char *guard = NULL;
    FOR_EACH(i, &nest->symbols) {
        const char *given = nest->symbols.items[i]->given;
        if (given && follows(host, given))
            guard = guard ? intern_printf("%s && %s != 0", guard, given) : intern_printf("%s != 0", given);
    }
    return guard;
}

static void guard_members(Nest *nest)
{
    FOR_EACH(i, &nest->symbols) {
        Symbol *symbol = nest->symbols.items[i];
        if (symbol->host && !symbol->host_guard)
            symbol->host_guard = guard_of(nest, symbol->host);
    }
    FOR_EACH(i, &nest->arrays) {
        Array *array = nest->arrays.items[i];
        if (array->host && !array->is_followed && !array->host_guard)
            array->host_guard = guard_of(nest, array->host);
    }
}

Stmt *guard_pointers(Nest *nest, Stmt *body)
{
    ChangedArrays changed = {0};
    guard_members(nest);
    find_changed_arrays(nest->unit->arena, body, &changed);
    FOR_EACH(i, &nest->arrays) {
        Array *array = nest->arrays.items[i];
        if (array->is_followed && (!guard_pointer(nest, body, array) || !keep_reads(nest, &changed, array)))
            return NULL;
    }
    return body;
}
