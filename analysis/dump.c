// Facts as text: --dump-after=analyze.
#include "analysis/dump.h"
#include "analysis/reason.h"
#include "analysis/words.h"

static void print_loops(Text *out, const Facts *facts)
{
    FOR_EACH(i, &facts->loops) {
        const LoopFact *fact = &facts->loops.items[i];
        text_printf(out, "loop %s: %s", fact->loop->name, verdict_word(fact->verdict));
        FOR_EACH(r, &fact->reductions)
            text_printf(out, " #%d", fact->reductions.items[r]);
        if (fact->verdict == LOOP_SEQUENTIAL || fact->verdict == LOOP_OPAQUE)
            text_printf(out, ", %s", verdict_reason(facts, fact));
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
        const char *separator = " of ";
        for (int d = 1; d < access->ndim; d++)
            if (access->extents[d]) {
                text_add(out, separator);
                separator = " x ";
                print_expr(out, access->extents[d]);
            }
        for (int d = 0; d + 1 < access->ndim; d++)
            if (access->pitches[d]) {
                text_add(out, d == 0 ? " every " : ", ");
                print_expr(out, access->pitches[d]);
            }
    }
    text_add(out, access->conditional ? ", conditional\n" : "\n");
}

static void print_dependence(Text *out, const Facts *facts, const Dependence *dependence)
{
    text_printf(out, "  %s %s -> %s %s", dependence_kind(dependence), access_words(facts->arena, dependence->source),
                access_words(facts->arena, dependence->sink), dependence_vector(facts, dependence));
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
    text_printf(out, ", %s, %s%s, along", kinds[reduction->kind], forms[reduction->form],
                reduction->strict ? " strict" : "");
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
    text_printf(out, "array %s:%s%s%s%s%s", fact->array->name, fact->read ? " read" : "",
                fact->written ? " written" : "", fact->copy_in ? " copyin" : "", fact->copy_out ? " copyout" : "",
                fact->present ? " present" : "");
    if (fact->first && fact->last) {
        text_add(out, fact->measured ? ", measured, from " : ", from ");
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

static void print_privates(Text *out, const Facts *facts)
{
    FOR_EACH(i, &facts->privates) {
        const Private *found = &facts->privates.items[i];
        text_printf(out, "private %s to %s%s\n", found->symbol ? found->symbol->name : found->array->name,
                    facts_loop(facts, found->loop)->loop->name, found->last_value ? ", last value wanted" : "");
    }
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
    print_privates(out, facts);
    FOR_EACH(i, &facts->arrays)
        print_array(out, &facts->arrays.items[i]);
    FOR_EACH(i, &facts->measures) {
        text_printf(out, "measure %s\n", facts->measures.items[i].array->name);
        print_stmt(out, facts->measures.items[i].walk, 1);
    }
    FOR_EACH(i, &facts->assumptions)
        text_printf(out, "assume %s\n", facts->assumptions.items[i].words);
    FOR_EACH(i, &facts->finals) {
        text_printf(out, "final %s = ", facts->finals.items[i].symbol->name);
        print_expr(out, facts->finals.items[i].value);
        text_add(out, "\n");
    }
}
