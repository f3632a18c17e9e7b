// `enter`, `exit` and `update` become calls of functions of the prelude, one for each array.
#include "codegen/host/host_data.h"

#include "codegen/cuda/cuda.h"
#include "codegen/output/paths.h"
#include "frontend/directives/directive.h"

#include <string.h>

static const char *const functions[] = {
    [MOVE_ENTER_COPYIN] = "crs_enter_copyin",
    [MOVE_ENTER_CREATE] = "crs_enter_create",
    [MOVE_ENTER_COPYIN_APART] = "crs_enter_copyin_apart",
    [MOVE_ENTER_CREATE_APART] = "crs_enter_create_apart",
    [MOVE_EXIT_COPYOUT] = "crs_exit_copyout",
    [MOVE_EXIT_DELETE] = "crs_exit_delete",
    [MOVE_FINALIZE_COPYOUT] = "crs_finalize_copyout",
    [MOVE_FINALIZE_DELETE] = "crs_finalize_delete",
    [MOVE_UPDATE_HOST] = "crs_update_host",
    [MOVE_UPDATE_DEVICE] = "crs_update_device",
    [MOVE_WAIT] = "crs_wait_all",
    [MOVE_WAIT_FOR] = "crs_wait_for",
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

// Around the nests that leave their arrays on the device, and around what runs on the host instead.
static const struct {
    const char *name, *result, *parameters;
} of_residency[] = {
    {"crs_keep_begin", "int", "void"},
    {"crs_keep_end", "void", "const char *words, int crs_kept"},
    {"crs_keep_on", "void", "void"},
    {"crs_whole_begin", "int", "const char *words, const char *missing"},
    {"crs_whole_on", "void", "const char *missing"},
    {"crs_keep_off", "void", "const char *words"},
    {"crs_host_reads", "void", "const char *words, const void *first, unsigned long bytes"},
    {"crs_host_writes", "void", "const char *words, const void *first, unsigned long bytes"},
    {"crs_host_wrote", "void", "const char *words, const void *first, unsigned long bytes"},
    {"crs_host_frees", "void", "const char *words, const void *first, unsigned long bytes"},
    {"crs_device_begin", "void", "const char *words"},
    {"crs_device_end", "void", "const char *words"},
};

// In the place of calls that allocate memory (runtime/prelude/blocks.cuh).
static const struct {
    const char *name, *declared;
} of_blocks[] = {
    {"malloc", "void *crs_noted_malloc(unsigned long bytes)"},
    {"calloc", "void *crs_noted_calloc(unsigned long count, unsigned long bytes)"},
    {"realloc", "void *crs_noted_realloc(void *block, unsigned long bytes)"},
    {"aligned_alloc", "void *crs_noted_aligned_alloc(unsigned long align, unsigned long bytes)"},
    {"posix_memalign", "int crs_noted_posix_memalign(void **block, unsigned long align, unsigned long bytes)"},
    {"free", "void crs_noted_free(void *block)"},
    {"variable", "void crs_noted_variable(void *first, unsigned long bytes)"},
};

enum { OF_BLOCKS = sizeof of_blocks / sizeof *of_blocks };

static bool is_called(const Unit *unit, const char *name)
{
    if (!strcmp(name, "variable")) // at file scope
        return unit->host->notes_blocks;
    FOR_EACH(i, &unit->host->allocations) {
        ByteRange range = unit->host->allocations.items[i];
        if (unit->host->notes_blocks && range.end - range.begin == strlen(name) &&
            !strncmp(unit->source->text + range.begin, name, strlen(name)))
            return true;
    }
    return false;
}

enum { OF_RESIDENCY = sizeof of_residency / sizeof *of_residency };

bool is_inserted(const Unit *unit, const char *name)
{
    FOR_EACH(i, &unit->host->insertions)
        if (strstr(unit->host->insertions.items[i].text, name))
            return true;
    return false;
}

static bool is_used(const Unit *unit, int kind)
{
    FOR_EACH(i, &unit->host->moves)
        FOR_EACH(k, &unit->host->moves.items[i].items)
            if (unit->host->moves.items[i].items.items[k].kind == (MoveKind)kind)
                return true;
    return false;
}

// What the function of a directive takes.
static const char *parameters_of(int kind)
{
    switch (kind) {
    case MOVE_WAIT: return "void";
    case MOVE_WAIT_FOR: return "void *stream";
    default: return "const char *words, const char *name, const void *first, const void *end,\n    unsigned long bytes";
    }
}

// A nest runs in a stream of its own.
static bool has_async(const Unit *unit)
{
    FOR_EACH(i, &unit->nests)
        if (directive_stream(unit->nests.items[i]->directive))
            return true;
    return false;
}

// The input includes the installed header.
static bool has_allocator(const Unit *unit)
{
    FOR_EACH(i, &unit->host->dependencies)
        if (!strcmp(path_name(unit->host->dependencies.items[i].path), "curestruct.h"))
            return true;
    return false;
}

bool uses_data(const Unit *unit)
{
    return unit->host->moves.count || unit->host->insertions.count || has_allocator(unit) || has_async(unit) ||
           unit->host->notes_blocks;
}

void emit_data_names(Text *out, const Unit *unit)
{
    if (has_allocator(unit))
        text_add(out, "crs_alloc_managed crs_free_managed crs_use_stream crs_wait_stream crs_use_device\n");
    if (has_async(unit))
        text_add(out, "crs_use_stream\n");
    for (int i = 0; i < FUNCTIONS; i++)
        if (is_used(unit, i))
            text_printf(out, "%s\n", functions[i]);
    for (int i = 0; i < OF_RESIDENCY; i++)
        if (is_inserted(unit, of_residency[i].name))
            text_printf(out, "%s\n", of_residency[i].name);
    for (int i = 0; i < OF_BLOCKS; i++)
        if (is_called(unit, of_blocks[i].name))
            text_printf(out, "crs_noted_%s\n", of_blocks[i].name);
}

void emit_data_prototypes(Text *out, const Unit *unit, Language language)
{
    for (int i = 0; i < FUNCTIONS; i++)
        if (is_used(unit, i))
            text_printf(out, "extern %svoid %s(%s);\n", language == LANGUAGE_C ? "" : "\"C\" ", functions[i],
                        parameters_of(i));
    if (has_async(unit))
        text_printf(out, "extern %svoid *crs_use_stream(void *stream);\n", language == LANGUAGE_C ? "" : "\"C\" ");
    for (int i = 0; i < OF_RESIDENCY; i++)
        if (is_inserted(unit, of_residency[i].name))
            text_printf(out, "extern %s%s %s(%s);\n", language == LANGUAGE_C ? "" : "\"C\" ", of_residency[i].result,
                        of_residency[i].name, of_residency[i].parameters);
    for (int i = 0; i < OF_BLOCKS; i++)
        if (is_called(unit, of_blocks[i].name))
            text_printf(out, "extern %s%s;\n", language == LANGUAGE_C ? "" : "\"C\" ", of_blocks[i].declared);
}

static void emit_move(Text *out, const HostMove *move, const char *words)
{
    if (move->kind == MOVE_WAIT || move->kind == MOVE_WAIT_FOR) {
        text_printf(out, move->first ? "%s((void *)(%s));" : "%s();", functions[move->kind], move->first);
        return;
    }
    if (move->row_from)
        text_printf(out, "{ long crs_row; for (crs_row = %s; crs_row < %s; crs_row++) ", move->row_from, move->row_end);
    text_printf(out, "%s(%s, ", functions[move->kind], words);
    emit_string(out, move->name);
    text_printf(out, ", %s, %s, %s);%s", move->first, move->end, move->bytes, move->row_from ? " }" : "");
}

// On one line where the lines below are to keep their numbers.
static const char *calls_of(const Edits *edits, const HostMoves *moves)
{
    const Rewriting *rewriting = edits->rewriting;
    Text text = {.arena = rewriting->arena}, words = {.arena = rewriting->arena};
    emit_string(&words, arena_printf(rewriting->arena, "%s (%s:%d)", moves->function, rewriting->unit->shown_path,
                                     moves->loc.line));
    const char *newline = rewriting->line_directives ? " " : "\n    ";
    if (moves->place == MOVES_END)
        text_add(&text, newline);
    else
        text_printf(&text, "{%s", moves->condition ? "" : "   ");
    if (moves->condition && moves->place == MOVES_ALONE)
        text_printf(&text, " if (%s) {   ", moves->condition);
    else if (moves->condition && moves->place == MOVES_BEGIN) // it decides about the end, too
        text_printf(&text, "   int crs_holds = (%s) ? 1 : 0;%sif (crs_holds) {   ", moves->condition, newline);
    else if (moves->condition)
        text_add(&text, "if (crs_holds) {   ");
    FOR_EACH(i, &moves->items) {
        text_add(&text, i ? newline : "");
        emit_move(&text, &moves->items.items[i], text_string(&words));
    }
    text_add(&text, moves->condition ? " }" : "");
    text_add(&text, moves->place == MOVES_BEGIN ? newline : "   }");
    return text_string(&text);
}

void edit_moves(Edits *edits, MovesPlace place)
{
    const HostFile *host = edits->rewriting->unit->host;
    for (int i = 0; i < host->moves.count; i++) { // the outermost block first, and last at its end
        const HostMoves *moves = &host->moves.items[place == MOVES_END ? host->moves.count - 1 - i : i];
        if (moves->place == place)
            edit_insert(edits, moves->range.begin, calls_of(edits, moves));
    }
}

// ---- what OpenMP or OpenACC gives to the device, and the host does

static bool runs_on_device(const Unit *unit, Program *const *programs, ByteRange part)
{
    FOR_EACH(i, &unit->nests) {
        Loc extent = unit->nests.items[i]->extent;
        if (programs[i] && extent.begin <= part.begin && part.end <= extent.end)
            return true;
    }
    return false;
}

static bool all_on_device(const Unit *unit, Program *const *programs, const HostDevice *device)
{
    FOR_EACH(i, &device->parts)
        if (!runs_on_device(unit, programs, device->parts.items[i]))
            return false;
    return true;
}

void plan_devices(Arena *arena, Unit *unit, Program *const *programs)
{
    FOR_EACH(i, &unit->host->devices) {
        const HostDevice *device = &unit->host->devices.items[i];
        if (all_on_device(unit, programs, device))
            continue;
        if (device->range.end == 0) {
            diag_warning(unit->diag, device->loc, WARN_IGNORED_DIRECTIVE,
                         "'%s' runs on the host with the host's copy of its data, since a macro yields it",
                         device->words);
            continue;
        }
        Text words = {.arena = arena};
        emit_string(&words, arena_printf(arena, "%s (%s:%d)", device->function, unit->shown_path, device->loc.line));
        HostInsertion begin = {device->range.begin, device->range.begin,
                               arena_printf(arena, "{   crs_device_begin(%s);\n", text_string(&words))};
        HostInsertion end = {device->range.end, device->range.begin,
                             arena_printf(arena, "\ncrs_device_end(%s);   }", text_string(&words))};
        VECTOR_PUSH(arena, &unit->host->insertions, begin);
        VECTOR_PUSH(arena, &unit->host->insertions, end);
    }
}

// `return(x)`: what is inserted before its value must not become a part of the word.
static bool continues_word(const SourceFile *file, const HostInsertion *insertion)
{
    return insertion->at > 0 && is_identifier_byte(file->text[insertion->at - 1]) &&
           is_identifier_byte(insertion->text[0]);
}

void edit_residency(Edits *edits)
{
    const Rewriting *rewriting = edits->rewriting;
    const SourceFile *file = rewriting->unit->source;
    FOR_EACH(i, &rewriting->unit->host->insertions) {
        const HostInsertion *insertion = &rewriting->unit->host->insertions.items[i];
        Text text = {.arena = rewriting->arena};
        size_t begin = line_begin(file, insertion->indent);
        int indent = (int)strspn(file->text + begin, " \t");
        if (continues_word(file, insertion))
            text_add(&text, " ");
        for (const char *at = insertion->text; *at; at++)
            if (*at != '\n')
                text_add_n(&text, at, 1);
            else if (rewriting->line_directives)
                text_add(&text, " ");
            else
                text_printf(&text, "\n%.*s", indent, file->text + begin);
        edit_insert(edits, insertion->at, text_string(&text));
    }
}

bool edit_data(Edits *edits, ByteRange range)
{
    const HostFile *host = edits->rewriting->unit->host;
    FOR_EACH(i, &host->moves)
        if (host->moves.items[i].place == MOVES_ALONE && host->moves.items[i].range.begin == range.begin) {
            edit_replace(edits, range.begin, range.end, calls_of(edits, &host->moves.items[i]));
            return true;
        }
    return false;
}
