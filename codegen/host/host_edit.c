// Edits of the user's text: collected in any order, applied from left to right. A replacement may contain others only
// if it replaces a nest, because the serial text of a nest is rewritten, too. Everything else is copied byte for byte.
#include "codegen/host/macros.h"
#include "codegen/host/rewrite.h"

#include <stdlib.h>
#include <string.h>

// ---- places

size_t line_begin(const SourceFile *file, size_t at)
{
    while (at > 0 && file->text[at - 1] != '\n')
        at--;
    return at;
}

size_t line_end(const SourceFile *file, size_t at)
{
    while (at < file->length && file->text[at] != '\n')
        at++;
    return at;
}

bool is_blank(const SourceFile *file, size_t begin, size_t end)
{
    for (; begin < end; begin++)
        if (!strchr(" \t\r\v\f", file->text[begin]))
            return false;
    return true;
}

const char *line_directive(const Unit *unit, size_t at)
{
    Arena *scratch = arena_new();
    Text text = {.arena = scratch};
    emit_source_line(&text, unit, loc_in_file(unit->source, at, at).line);
    const char *directive = intern(text_string(&text));
    arena_release(scratch);
    return directive;
}

// ---- collecting

static void add_edit(Edits *edits, Edit edit)
{
    edit.order = edits->items.count;
    VECTOR_PUSH(edits->rewriting->arena, &edits->items, edit);
}

void edit_replace(Edits *edits, size_t begin, size_t end, const char *text)
{
    add_edit(edits, (Edit){.begin = begin, .end = end, .text = text});
}

void edit_insert(Edits *edits, size_t at, const char *text)
{
    edit_replace(edits, at, at, text);
}

void edit_nest(Edits *edits, const Program *program)
{
    add_edit(edits, (Edit){.begin = program->nest->lead, .end = program->nest->extent.end, .program = program});
}

// Insertions precede what begins at the same position; of two replacements the longer one contains the other.
static int compare_edits(const void *left, const void *right)
{
    const Edit *a = left, *b = right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    bool a_inserts = a->begin == a->end, b_inserts = b->begin == b->end;
    if (a_inserts != b_inserts)
        return a_inserts ? -1 : 1;
    if (!a_inserts && a->end != b->end)
        return a->end > b->end ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

// ---- applying

typedef struct Cursor {
    const Edits *edits;
    const SourceFile *file;
    HostText *out;
    bool in_nest; // what is inserted at its end comes after it
} Cursor;

static void add_segment(Arena *arena, HostText *out, Segment segment)
{
    if (segment.length)
        VECTOR_PUSH(arena, &out->segments, segment);
}

static void copy_bytes(const Cursor *cursor, size_t begin, size_t end)
{
    if (begin >= end)
        return;
    add_segment(cursor->out->text.arena, cursor->out, (Segment){cursor->out->text.length, begin, end - begin});
    text_add_n(&cursor->out->text, cursor->file->text + begin, end - begin);
}

// Line ends as the file has them.
static void add_made_text(const Cursor *cursor, const char *text)
{
    const char *newline = memchr(cursor->file->text, '\n', cursor->file->length);
    bool is_dos = newline && newline > cursor->file->text && newline[-1] == '\r';
    for (; *text; text++) {
        if (is_dos && *text == '\n' &&
            (!cursor->out->text.length || cursor->out->text.bytes[cursor->out->text.length - 1] != '\r'))
            text_add(&cursor->out->text, "\r");
        text_add_n(&cursor->out->text, text, 1);
    }
}

static void apply_range(const Cursor *cursor, size_t begin, size_t end, int first);

static const char *indent_of(const Cursor *cursor, size_t at)
{
    size_t start = line_begin(cursor->file, at), stop = start;
    while (stop < at && strchr(" \t", cursor->file->text[stop]))
        stop++;
    return intern_n(cursor->file->text + start, stop - start);
}

// The call of the launcher around the serial text, whose bytes keep their segments.
static void apply_nest(const Cursor *cursor, const Edit *edit, int next)
{
    Arena *arena = cursor->out->text.arena;
    HostText serial = {.text = {.arena = arena}};
    apply_range(&(Cursor){cursor->edits, cursor->file, &serial, true}, edit->begin, edit->end, next);
    const Rewriting *rewriting = cursor->edits->rewriting;
    static const char marker[] = "\001serial\001";
    Text frame = {.arena = arena};
    const char *indent = indent_of(cursor, edit->program->nest->extent.begin);
    if (!*indent_of(cursor, edit->begin)) // a pragma further left
        text_add(&frame, edit->begin < edit->program->nest->extent.begin ? indent : "");
    size_t start = frame.length;
    emit_replacement(&frame, edit->program, marker, indent, rewriting->form == FORM_HOST ? LANGUAGE_C : LANGUAGE_CUDA);
    char *split = strstr(frame.bytes, marker);
    *split = '\0';
    const char *head = frame.bytes, *tail = split + strlen(marker);
    size_t head_end = strrchr(head, '\n') - head, tail_end = strrchr(tail, '}') - tail;
    add_made_text(cursor, part_without_macros(arena, rewriting->macros, head, start + strlen("{"), head_end));
    if (rewriting->line_directives)
        add_made_text(cursor, arena_printf(arena, "\n%s", line_directive(rewriting->unit, edit->begin)));
    size_t moved = cursor->out->text.length;
    text_add_n(&cursor->out->text, text_string(&serial.text), serial.text.length);
    FOR_EACH(i, &serial.segments) {
        Segment segment = serial.segments.items[i];
        segment.out += moved;
        add_segment(arena, cursor->out, segment);
    }
    const char *before = arena_strndup(arena, tail, tail_end);
    add_made_text(cursor, part_without_macros(arena, rewriting->macros, before, 0, tail_end));
    if (rewriting->line_directives)
        add_made_text(cursor,
                      arena_printf(arena, "\n%s", line_directive(rewriting->unit, edit->end ? edit->end - 1 : 0)));
    add_made_text(cursor, tail + tail_end);
}

static void apply_range(const Cursor *cursor, size_t begin, size_t end, int first)
{
    size_t at = begin;
    for (int i = first; i < cursor->edits->items.count; i++) {
        const Edit *edit = &cursor->edits->items.items[i];
        if (edit->begin > end || (cursor->in_nest && edit->begin == end))
            break;
        if (edit->begin < at || edit->end > end)
            continue; // inside what was replaced
        copy_bytes(cursor, at, edit->begin);
        at = edit->end;
        if (edit->program)
            apply_nest(cursor, edit, i + 1);
        else
            add_made_text(cursor, edit->text);
    }
    copy_bytes(cursor, at, end);
}

HostText edits_apply(Edits *edits, size_t begin, size_t end)
{
    if (edits->items.count)
        qsort(edits->items.items, (size_t)edits->items.count, sizeof(Edit), compare_edits);
    HostText out = {.text = {.arena = edits->rewriting->arena}};
    apply_range(&(Cursor){edits, edits->rewriting->unit->source, &out, false}, begin, end, 0);
    return out;
}
