// kernel_note: the comment above a kernel. It says along which loops the threads lie, and what the lanes of a warp
// touch together in each access of the source: the reason for the mapping.
#include "analysis/words.h"
#include "transform/lower/lower.h"
#include "transform/plan/resources/assignment.h"
#include "transform/plan/resources/staged.h"

#include <string.h>

enum { MOST_LINES = 12 };

typedef struct Note {
    const Candidate *state;
    Arena *arena; // of the note's making
    const Stmt *scheduled;
    Text words;
    VECTOR(const char *) lines;
    const Stmt *loop;      // the innermost one around the last statement that was asked for
    Assignment assignment; // in it
    bool known;
} Note;

// ---- the threads of a block

static const LoopShare *share_along(const Assignment *assignment, Binding binding)
{
    for (int i = 0; i < assignment->count; i++)
        for (int p = 0; p < assignment->loops[i].nparts; p++)
            if (assignment->loops[i].part[p].binding == binding)
                return &assignment->loops[i];
    return NULL;
}

// "Blocks of 32 x 8 threads along j, i. The lanes of a warp together:"
static void add_block(Note *note, const Assignment *assignment)
{
    int dimensions = assignment->block[2] > 1 ? 3 : assignment->block[1] > 1 ? 2 : 1;
    text_add(&note->words, "Blocks of ");
    for (int d = 0; d < dimensions; d++)
        text_printf(&note->words, "%s%lld", d ? " x " : "", (long long)assignment->block[d]);
    text_add(&note->words, " threads along ");
    for (int d = 0; d < dimensions; d++) {
        const LoopShare *share = share_along(assignment, (Binding)(BIND_THREAD_X + d));
        const LoopFact *fact = share ? facts_loop(note->state->facts, share->loop) : NULL;
        text_printf(&note->words, "%s%s", d ? ", " : "", fact ? fact->loop->iterator->name : "none");
    }
    text_add(&note->words, ". The lanes of a warp together:\n");
}

// ---- accesses

static const char *way_words(Space space)
{
    return space == SPACE_SHARED ? "; in shared memory" : space == SPACE_REGISTER ? "; held in registers" : "";
}

static void add_line(Note *note, const char *line)
{
    FOR_EACH(i, &note->lines)
        if (!strcmp(note->lines.items[i], line))
            return;
    VECTOR_PUSH(note->arena, &note->lines, line);
}

// A result for the loop around one statement is valid for the next one, too.
static const Assignment *assignment_at(Note *note, int stmt_id)
{
    const Stmt *loop = assignment_loop(note->scheduled, stmt_id);
    if (!loop || loop != note->loop)
        note->known = assignment_of(note->arena, note->scheduled, stmt_id, &note->assignment);
    note->loop = loop;
    return note->known ? &note->assignment : NULL;
}

static void add_access(Note *note, const Access *access)
{
    const Assignment *assignment = assignment_at(note, access->stmt->id);
    if (!assignment || !share_along(assignment, BIND_THREAD_X))
        return;
    if (!note->words.length)
        add_block(note, assignment);
    MappedAccess mapped = mapping_access(note->state->facts, assignment, access);
    add_line(note, arena_printf(note->arena, "  %s %s: %s%s", access->is_write ? "store" : "load ",
                                access_words(note->arena, access), mapping_words(note->arena, &mapped),
                                way_words(staged_space(note->scheduled, access))));
}

// "After each iteration of j.elem.skew the threads of a block wait for one another."
static bool add_waiting(void *context, const Stmt *stmt)
{
    Note *note = context;
    if (stmt->kind == ST_LOOP && stmt->loop->persists == PERSISTS_IN_BLOCK)
        text_printf(&note->words, "After each iteration of %s the threads of a block wait for one another.\n",
                    stmt->loop->name);
    return true;
}

const char *kernel_note(const Candidate *state, const Stmt *scheduled)
{
    Note note = {.state = state, .arena = arena_new(), .scheduled = scheduled};
    note.words.arena = note.arena;
    FOR_EACH(i, &state->facts->accesses) {
        const Access *access = &state->facts->accesses.items[i];
        if (access->array && (access->array->space == SPACE_GLOBAL || access->array->space == SPACE_SCRATCH))
            add_access(&note, access);
    }
    FOR_EACH(i, &note.lines)
        if (i < MOST_LINES)
            text_printf(&note.words, "%s\n", note.lines.items[i]);
    if (note.lines.count > MOST_LINES)
        text_printf(&note.words, "  and %d more\n", note.lines.count - MOST_LINES);
    stmt_walk(scheduled, add_waiting, &note);
    const char *words = note.words.length ? intern(text_string(&note.words)) : NULL;
    arena_release(note.arena);
    return words;
}
