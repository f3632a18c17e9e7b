// Facts in words: messages with the user's own text, and the dump.
#include "analysis/internal.h"

#include <string.h>

static Loc place_of(const Access *access)
{
    return access->expr->loc.file ? access->expr->loc : access->stmt->loc;
}

const char *access_words(Arena *arena, const Access *access)
{
    Loc loc = access->expr->loc;
    bool quoted = loc.file && loc.file->text && loc.end > loc.begin && loc.end <= loc.file->length && access->array;
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
        return " in the same iteration";
    if (dependence->may)
        return " by another iteration, as far as can be told";
    if (dependence->has_distance[carrier] && dependence->distance[carrier] > 0)
        return arena_printf(facts->arena, " by a later iteration, distance %lld", (long long)dependence->distance[carrier]);
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

// k in A[k++], or x in x *= r: what it holds could be told from the iterator.
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
        return "counts the iterations so far that pass a condition, and each iteration also uses it (a compaction)";
    return "is an induction variable, which is not supported yet: write its value in terms of the loops' iterators";
}

bool dependence_explains(const Facts *facts, const Dependence *dependence)
{
    return is_scan(facts, dependence) || why_no_reduction(facts, dependence);
}

const char *dependence_words(const Facts *facts, const Dependence *dependence)
{
    Arena *arena = facts->arena;
    const char *source = access_words(arena, dependence->source), *sink = access_words(arena, dependence->sink);
    const char *reason = why_no_reduction(facts, dependence);
    if (reason)
        return arena_printf(arena, "'%s' is no reduction: %s", source, reason);
    if (is_scan(facts, dependence))
        return arena_printf(arena, "'%s' %s", source, running_value(facts, dependence));
    const char *first = dependence->source->is_write ? "written" : "read";
    const char *second = dependence->sink->is_write ? dependence->source->is_write ? "written again" : "written" : "read";
    if (is_array_scan(dependence, carrier_of(dependence)))
        return arena_printf(arena, "'%s' %s here is read as '%s'%s (a scan)", source, first, sink, when(facts, dependence));
    if (strcmp(source, sink) == 0)
        return arena_printf(arena, "'%s' %s here %s %s%s", source, first, dependence->may ? "may be" : "is", second, when(facts, dependence));
    return arena_printf(arena, "'%s' %s here %s %s as '%s'%s", source, first, dependence->may ? "may be" : "is", second, sink,
                        when(facts, dependence));
}

void note_dependence(Diag *diag, const Facts *facts, const Dependence *dependence)
{
    Loc source = place_of(dependence->source), sink = place_of(dependence->sink);
    diag_note(diag, source, "%s here", dependence->source->is_write ? "written" : "read");
    if (source.file != sink.file || source.begin != sink.begin || dependence->source->is_write != dependence->sink->is_write)
        diag_note(diag, sink, "%s here", dependence->sink->is_write ? "written" : "read");
    if (dependence->example && dependence->source->array && !dependence_explains(facts, dependence))
        diag_note(diag, sink, "for example in the iterations %s", dependence->example);
    const Array *array = dependence->source->array;
    bool scatter = dependence->may && array && !(dependence->source->affine && dependence->sink->affine);
    if (scatter)
        diag_note(diag, source, "a subscript of '%s' is not an affine function of iterators and parameters; write "
                  "'independent' if no two iterations touch one element", array->name);
    if (facts->internal->over_limit && dependence->may && !scatter)
        diag_note(diag, source, "the question took too many steps to answer");
}

// ---- the dump

static const char *direction_text(unsigned char direction)
{
    static const char *const text[] = {"?", "<", "=", "<=", ">", "<>", ">=", "*"};
    return text[direction & 7];
}

static void print_loops(Text *out, const Facts *facts)
{
    FOR_EACH(i, &facts->loops) {
        const LoopFact *fact = &facts->loops.items[i];
        text_printf(out, "loop %s: %s", fact->loop->name, verdict_word(fact->verdict));
        FOR_EACH(r, &fact->reductions)
            text_printf(out, " #%d", fact->reductions.items[r]);
        if (fact->verdict == LOOP_SEQUENTIAL)
            text_printf(out, ", %s", fact->witness ? dependence_words(facts, fact->witness) : fact->reason);
        if (fact->verdict == LOOP_OPAQUE)
            text_printf(out, ", it %s", facts->internal->loops.items[i]->opaque);
        if (!fact->affine)
            text_add(out, ", not affine");
        if (fact->constant_trip >= 0)
            text_printf(out, ", %lld iterations", (long long)fact->constant_trip);
        text_add(out, "\n");
    }
}

static void print_access(Text *out, const Access *access)
{
    text_printf(out, "  %s ", access->is_write ? "write" : "read");
    print_expr(out, access->expr);
    if (access->array && !access->affine)
        text_add(out, " not affine");
    if (access->array && access->affine) {
        text_add(out, " as ");
        for (int d = 0; d < access->ndim; d++) {
            text_add(out, "[");
            print_expr(out, access->dims[d]);
            text_add(out, "]");
        }
        for (int d = 1; d < access->ndim; d++)
            if (access->extents[d]) {
                text_add(out, d == 1 ? " of " : " x ");
                print_expr(out, access->extents[d]);
            }
    }
    text_add(out, access->conditional ? ", conditional\n" : "\n");
}

static void print_dependence(Text *out, const Facts *facts, const Dependence *dependence)
{
    static const char *const kinds[] = {"flow", "anti", "output"};
    text_printf(out, "  %s %s -> %s (", kinds[dependence->kind], access_words(facts->arena, dependence->source),
                access_words(facts->arena, dependence->sink));
    for (int l = 0; l < dependence->nloops; l++) {
        if (dependence->has_distance[l])
            text_printf(out, "%s%lld", l ? ", " : "", (long long)dependence->distance[l]);
        else
            text_printf(out, "%s%s", l ? ", " : "", direction_text(dependence->direction[l]));
    }
    text_add(out, ")");
    text_add(out, dependence->may ? " may" : "");
    text_add(out, dependence->privatized ? " privatized" : "");
    if (dependence->reduction >= 0)
        text_printf(out, " reduction #%d", dependence->reduction);
    text_add(out, "\n");
}

static void print_reduction(Text *out, const Facts *facts, const Reduction *reduction)
{
    static const char *const kinds[] = {"scalar", "element", "by key"};
    static const char *const forms[] = {"operator", "function", "keep old", "keep new", "choice"};
    text_printf(out, "reduction #%d: %s ", reduction->index, operator_text(reduction->op));
    print_expr(out, reduction->place);
    text_printf(out, ", %s, %s%s, along", kinds[reduction->kind], forms[reduction->form], reduction->strict ? " strict" : "");
    FOR_EACH(i, &reduction->loops)
        text_printf(out, " %s", facts_loop(facts, reduction->loops.items[i])->loop->name);
    text_add(out, reduction->reassociates ? ", reassociates\n" : "\n");
    FOR_EACH(i, &reduction->others) {
        text_add(out, "  with ");
        print_expr(out, reduction->others.items[i]);
        text_add(out, "\n");
    }
    FOR_EACH(i, &reduction->values) {
        text_add(out, reduction->has_key ? "  key " : "  value ");
        print_expr(out, reduction->values.items[i]);
        text_add(out, "\n");
    }
}

static void print_array(Text *out, const ArrayFact *fact)
{
    text_printf(out, "array %s:%s%s%s%s%s", fact->array->name, fact->read ? " read" : "", fact->written ? " written" : "",
                fact->copy_in ? " copyin" : "", fact->copy_out ? " copyout" : "", fact->present ? " present" : "");
    if (fact->first && fact->last) {
        text_add(out, ", from ");
        print_expr(out, fact->first);
        text_add(out, " to ");
        print_expr(out, fact->last);
    }
    if (fact->last_row && fact->last_column) {
        text_add(out, ", last row ");
        print_expr(out, fact->last_row);
        text_add(out, ", last column ");
        print_expr(out, fact->last_column);
    }
    if (fact->touched) {
        text_add(out, " when ");
        print_expr(out, fact->touched);
    }
    if (fact->indexes_array)
        text_printf(out, ", indexes %s", fact->indexed->name);
    if (fact->indexes_array && fact->index_limit) {
        text_add(out, " below ");
        print_expr(out, fact->index_limit);
    }
    text_add(out, fact->monotone ? ", monotone" : "");
    text_add(out, fact->written_by_key ? ", written by key" : "");
    text_add(out, "\n");
}

void print_facts(Text *out, const Facts *facts)
{
    print_loops(out, facts);
    text_add(out, "accesses\n");
    FOR_EACH(i, &facts->accesses)
        print_access(out, &facts->accesses.items[i]);
    text_add(out, "dependences\n");
    FOR_EACH(i, &facts->dependences)
        print_dependence(out, facts, &facts->dependences.items[i]);
    FOR_EACH(i, &facts->reductions)
        print_reduction(out, facts, &facts->reductions.items[i]);
    FOR_EACH(i, &facts->privates) {
        const Private *found = &facts->privates.items[i];
        text_printf(out, "private %s to %s%s\n", found->symbol ? found->symbol->name : found->array->name,
                    facts_loop(facts, found->loop)->loop->name, found->last_value ? ", last value wanted" : "");
    }
    FOR_EACH(i, &facts->arrays)
        print_array(out, &facts->arrays.items[i]);
    FOR_EACH(i, &facts->assumptions)
        text_printf(out, "assume %s\n", facts->assumptions.items[i].words);
    FOR_EACH(i, &facts->finals) {
        text_printf(out, "final %s = ", facts->finals.items[i].symbol->name);
        print_expr(out, facts->finals.items[i].value);
        text_add(out, "\n");
    }
}
