#include "frontend/normalize/expand_elements.h"
#include "frontend/normalize/guard_pointers.h"
#include "frontend/normalize/host_elements.h"

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

Stmt *guard_pointers(Nest *nest, Stmt *body)
{
    ChangedArrays changed = {0};
    find_changed_arrays(nest->unit->arena, body, &changed);
    FOR_EACH(i, &nest->arrays) {
        Array *array = nest->arrays.items[i];
        if (array->is_followed && (!guard_pointer(nest, body, array) || !keep_reads(nest, &changed, array)))
            return NULL;
    }
    return body;
}
