// Facts in words: messages with the user's own text.
#include "analysis/analysis.h"
#include "analysis/depend/scan.h"
#include "analysis/sets/domain.h"
#include "analysis/words.h"

#include <ctype.h>
#include <string.h>

static Loc place_of(const Access *access)
{
    return access->expr->loc.file ? access->expr->loc : access->stmt->loc;
}

// A scalar that is a member of a struct, or that a pointer leads to, as the source writes it: "a.v", not "a_v".
static bool is_path(Loc loc)
{
    const char *text = loc.file->text;
    bool steps = false;
    for (size_t i = loc.begin; i < loc.end; i++) {
        bool arrow = i + 1 < loc.end && text[i] == '-' && text[i + 1] == '>';
        steps = steps || text[i] == '.' || arrow;
        if (!isalnum((unsigned char)text[i]) && !strchr("_.*[]()", text[i]) && !arrow)
            return false;
        i += arrow;
    }
    return steps && !isdigit((unsigned char)text[loc.begin]);
}

const char *access_words(Arena *arena, const Access *access)
{
    Loc loc = access->expr->loc;
    bool quoted = loc.file && loc.file->text && loc.end > loc.begin && loc.end <= loc.file->length &&
                  (access->array || is_path(loc));
    if (!quoted)
        return access->scalar ? access->scalar->name : expr_text(arena, access->expr);
    Text text = {.arena = arena};
    bool blank = false;
    for (size_t i = loc.begin; i < loc.end; i++) {
        char c = loc.file->text[i];
        bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (space && !blank)
            text_add(&text, " ");
        else if (!space)
            text_add_n(&text, &c, 1);
        blank = space;
    }
    return text_string(&text);
}

const char *verdict_word(LoopVerdict verdict)
{
    static const char *const words[] = {"parallel", "reduction", "sequential", "opaque"};
    return words[verdict];
}

// ---- dependences

static int carrier_of(const Dependence *dependence)
{
    for (int l = 0; l < dependence->nloops; l++)
        if (dependence->direction[l] != DIRECTION_EQ)
            return l;
    return -1;
}

static const char *when(const Facts *facts, const Dependence *dependence)
{
    int carrier = carrier_of(dependence);
    if (carrier < 0)
        return "";
    if (dependence->may)
        return " by another iteration, as far as is known";
    if (dependence->has_distance[carrier] && dependence->distance[carrier] > 0)
        return arena_printf(facts->arena, " by a later iteration, distance %lld",
                            (long long)dependence->distance[carrier]);
    return " by a later iteration";
}

static const Update *update_of(const Facts *facts, const Access *access)
{
    int update = facts->internal->sites.items[access->index].update;
    return update < 0 ? NULL : &facts->internal->updates.items[update];
}

// A running value: updated as a reduction would be, and read by something else in each iteration.
static bool is_scan(const Facts *facts, const Dependence *dependence)
{
    const Update *source = update_of(facts, dependence->source), *sink = update_of(facts, dependence->sink);
    const Update *update = source ? source : sink;
    bool running = update && update->op != OP_NONE && (update->form != FORM_CHOICE || update->choice);
    return dependence->source->scalar && running && (!source || !sink);
}

static const char *why_no_reduction(const Facts *facts, const Dependence *dependence)
{
    const Update *source = update_of(facts, dependence->source), *sink = update_of(facts, dependence->sink);
    const Update *update = source && source->reason ? source : sink && sink->reason ? sink : NULL;
    return update ? update->reason : NULL;
}

static bool is_fixed_value(void *context, const Expr *expr)
{
    bool *fixed = context;
    bool parameter = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM;
    *fixed = *fixed && (parameter || expr->kind == EX_INT || expr->kind == EX_CAST || expr->kind == EX_UNARY);
    return *fixed;
}

// k in A[k++], or x in x *= r: its value could be computed from the iterator.
static const char *running_value(const Facts *facts, const Dependence *dependence)
{
    const Update *source = update_of(facts, dependence->source), *sink = update_of(facts, dependence->sink);
    const Update *update = source ? source : sink;
    const Access *write = source ? dependence->source : dependence->sink;
    bool fixed = update->op == OP_ADD && type_is_integer(update->place->type);
    expr_walk(update->value, is_fixed_value, &fixed);
    if (!fixed)
        return "is a running value that each iteration also uses (a scan)";
    if (write->conditional)
        return "counts the iterations so far that pass a condition, and each iteration also uses it (a compaction): it "
               "can run in parallel if it only grows and the arrays that it indexes have known extents";
    if (write->scalar->address_taken)
        return "counts the iterations so far, each of which uses it, and other code may reach it: let a variable of "
               "the function's own "
               "count, or write its value in terms of the loops' iterators";
    return "counts the iterations so far, and each of them uses it: write its value in terms of the loops' iterators";
}

bool dependence_explains(const Facts *facts, const Dependence *dependence)
{
    return is_scan(facts, dependence) || why_no_reduction(facts, dependence);
}

// Between two loops that were fused, of which the second one's iteration would run too early.
static const char *reversed_words(const Facts *facts, const Dependence *dependence)
{
    Arena *arena = facts->arena;
    const LoopNode *first = find_loop(facts->internal, dependence->loops[0]);
    const LoopNode *second = facts->internal->sites.items[dependence->sink->index].loop;
    while (second->depth > first->depth)
        second = second->parent;
    bool fixed = dependence->has_distance[0], writes = dependence->source->is_write;
    const char *later =
        fixed ? arena_printf(arena, "iteration k + %lld", (long long)-dependence->distance[0]) : "a later iteration";
    const char *verb = dependence->may ? writes ? "may write" : "may read" : writes ? "writes" : "reads";
    return arena_printf(arena, "%s of '%s' %s '%s', which %s of '%s' %s before as '%s'",
                        fixed ? "iteration k" : "an iteration", second->loop->name,
                        dependence->sink->is_write ? "writes" : "reads", access_words(arena, dependence->sink), later,
                        first->loop->name, verb, access_words(arena, dependence->source));
}

const char *dependence_words(const Facts *facts, const Dependence *dependence)
{
    Arena *arena = facts->arena;
    if (dependence->nloops == 1 && dependence->direction[0] == DIRECTION_GT)
        return reversed_words(facts, dependence);
    const char *source = access_words(arena, dependence->source), *sink = access_words(arena, dependence->sink);
    const char *reason = why_no_reduction(facts, dependence);
    if (reason)
        return arena_printf(arena, "'%s' is not a reduction: %s", source, reason);
    if (is_scan(facts, dependence))
        return arena_printf(arena, "'%s' %s", source, running_value(facts, dependence));
    const char *first = dependence->source->is_write ? "written" : "read";
    const char *second =
        dependence->sink->is_write ? dependence->source->is_write ? "written again" : "written" : "read";
    if (is_array_scan(dependence, carrier_of(dependence)))
        return arena_printf(arena, "'%s' %s here is read as '%s'%s (a scan)", source, first, sink,
                            when(facts, dependence));
    if (strcmp(source, sink) == 0)
        return arena_printf(arena, "'%s' %s here %s %s%s", source, first, dependence->may ? "may be" : "is", second,
                            when(facts, dependence));
    return arena_printf(arena, "'%s' %s here %s %s as '%s'%s", source, first, dependence->may ? "may be" : "is", second,
                        sink, when(facts, dependence));
}

void note_dependence(Diag *diag, const Facts *facts, const Dependence *dependence)
{
    Loc source = place_of(dependence->source), sink = place_of(dependence->sink);
    diag_note(diag, source, "%s here", dependence->source->is_write ? "written" : "read");
    if (source.file != sink.file || source.begin != sink.begin ||
        dependence->source->is_write != dependence->sink->is_write)
        diag_note(diag, sink, "%s here", dependence->sink->is_write ? "written" : "read");
    if (dependence->example && dependence->source->array && !dependence_explains(facts, dependence))
        diag_note(diag, sink, "for example in the iterations %s", dependence->example);
    const Array *array = dependence->source->array;
    bool scatter = dependence->may && array && !(dependence->source->affine && dependence->sink->affine);
    if (scatter)
        diag_note(diag, source,
                  "a subscript of '%s' is not an affine function of iterators and parameters; write "
                  "'independent' if no two iterations touch one element",
                  array->name);
    if (facts->internal->over_limit && dependence->may && !scatter)
        diag_note(diag, source, "the question took too many steps to answer");
}

// ---- expressions

static Expr *as_written(void *context, Expr *expr)
{
    Arena *arena = context;
    if (expr->kind == EX_CAST && type_is_integer(expr->type) && type_is_integer(expr->operands[0]->type))
        return expr->operands[0];
    if (expr->kind == EX_SYMBOL && expr->symbol->host) {
        Symbol *symbol = arena_copy(arena, expr->symbol, sizeof *expr->symbol);
        symbol->name = symbol->host;
        expr = expr_symbol(arena, symbol);
    }
    if (!type_is_integer(expr->type))
        return expr;
    Expr *made = arena_copy(arena, expr, sizeof *expr); // of one type with all others, so that none is converted
    made->type = type_scalar(TY_I32);
    return made;
}

const char *user_words(Arena *arena, Expr *expr)
{
    return expr_text(arena, expr_rewrite(arena, expr, as_written, arena));
}

// ---- assumptions

// Whether an ordinary call may break it and no earlier assumption says the same.
static bool is_worth_a_note(const Facts *facts, int index)
{
    const Assumption *assumption = &facts->assumptions.items[index];
    bool repeated = false;
    for (int i = 0; i < index; i++)
        repeated = repeated || (facts->assumptions.items[i].may_fail &&
                                !strcmp(facts->assumptions.items[i].words, assumption->words));
    return assumption->may_fail && !repeated;
}

static const char *quoted(Arena *arena, const char *words)
{
    return strchr(words, '\'') ? words : arena_printf(arena, "'%s'", words);
}

static bool is_by_block(const Measure *measure)
{
    return measure->by_block;
}

static bool is_distinct(const Measure *measure)
{
    return measure->distinct || measure->ascending;
}

// The arrays of which that holds, quoted; "": of none.
static const char *arrays_measured(const Facts *facts, bool (*holds)(const Measure *measure))
{
    Text names = {.arena = facts->arena};
    FOR_EACH(i, &facts->measures) {
        const Measure *measure = &facts->measures.items[i];
        bool named = !holds(measure);
        for (int k = 0; k < i && !named; k++)
            named = facts->measures.items[k].array == measure->array && holds(&facts->measures.items[k]);
        if (!named)
            text_printf(&names, "%s'%s'", names.length ? ", " : "", measure->array->host);
    }
    return text_string(&names);
}

// Arrays whose extents are those of their blocks of memory.
static void note_blocks(Diag *diag, const Facts *facts)
{
    const char *names = arrays_measured(facts, is_by_block);
    if (*names)
        diag_warning(diag, facts->nest->loc, WARN_ASSUME,
                     "the nest runs on the device only if this file allocates %s: the subscripts do not say how much "
                     "it touches, so the block of memory is looked up",
                     names);
}

static bool is_by_bounds(const Measure *measure)
{
    return measure->by_bounds;
}

// Arrays of which the launcher only knows that what is touched lies between bounds.
static void note_bounds(Diag *diag, const Facts *facts)
{
    const char *names = arrays_measured(facts, is_by_bounds);
    if (*names)
        diag_warning(diag, facts->nest->loc, WARN_ASSUME,
                     "the nest runs on the device only if all that the subscripts of %s may reach is in memory: which "
                     "elements it touches is not known before; a section such as copy(x[0:n]) says it",
                     names);
}

static bool is_in_rows(const Measure *measure)
{
    return measure->in_rows && !measure->rises;
}

static bool is_rising(const Measure *measure)
{
    return measure->rises;
}

// Offsets of rows, whose lengths a pointer or a counter adds up.
static void note_risings(Diag *diag, const Facts *facts)
{
    const char *names = arrays_measured(facts, is_rising);
    if (*names)
        diag_warning(diag, facts->nest->loc, WARN_ASSUME,
                     "the nest runs on the device only if the elements of %s do not decrease: the launcher goes "
                     "through them at each call",
                     names);
}

// Arrays with subscripts from the data that may not leave their rows.
static void note_rows(Diag *diag, const Facts *facts)
{
    const char *names = arrays_measured(facts, is_in_rows);
    if (*names)
        diag_warning(diag, facts->nest->loc, WARN_ASSUME,
                     "the nest runs on the device only if the subscripts that data give stay within the rows of %s: "
                     "the launcher goes through them at each call; 'independent' says that no two iterations touch "
                     "one element",
                     names);
}

// Arrays of which no two iterations may write one element.
static void note_scatters(Diag *diag, const Facts *facts)
{
    const char *names = arrays_measured(facts, is_distinct);
    if (*names)
        diag_warning(diag, facts->nest->loc, WARN_ASSUME,
                     "the nest runs on the device only if no two iterations write one element of %s: the launcher "
                     "goes through the subscripts at each call; 'independent' says that they differ",
                     names);
}

void note_assumptions(Diag *diag, const Facts *facts)
{
    Text words = {.arena = facts->arena};
    int count = 0;
    note_blocks(diag, facts);
    note_scatters(diag, facts);
    note_rows(diag, facts);
    note_risings(diag, facts);
    note_bounds(diag, facts);
    FOR_EACH(i, &facts->assumptions)
        if (is_worth_a_note(facts, i))
            text_printf(&words, "%s%s", count++ ? " and " : "",
                        quoted(facts->arena, facts->assumptions.items[i].words));
    if (!count)
        return;
    diag_warning(diag, facts->nest->loc, WARN_ASSUME, "the nest runs on the device only if %s", text_string(&words));
    FOR_EACH(i, &facts->assumptions) {
        const Assumption *assumption = &facts->assumptions.items[i];
        if (is_worth_a_note(facts, i) && assumption->loc.line)
            diag_note(diag, assumption->loc, "%s is needed here", quoted(facts->arena, assumption->words));
    }
}

void note_assertions(Diag *diag, const Nest *nest)
{
    FOR_EACH(i, &nest->assertions)
        if (!nest->assertions.items[i].is_tested)
            diag_warning(diag, nest->assertions.items[i].loc, WARN_ASSERT,
                         "this assertion is not tested on the device, since it depends on what the nest computes or "
                         "reads; the serial loop tests it");
}
