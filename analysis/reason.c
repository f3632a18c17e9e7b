#include "analysis/reason.h"
#include "analysis/sets/domain.h"
#include "analysis/words.h"

static bool is_carried(const Dependence *dependence, LoopId loop)
{
    for (int l = 0; l < dependence->nloops; l++) {
        if (dependence->loops[l] == loop)
            return dependence->direction[l] & (DIRECTION_LT | DIRECTION_GT);
        if (!(dependence->direction[l] & DIRECTION_EQ))
            return false;
    }
    return false;
}

// The scalars and arrays that have to be private for the loop to be parallel: "s and t", or NULL.
static const char *needed_privates(const Facts *facts, const LoopFact *loop)
{
    const char *names = NULL;
    FOR_EACH(i, &facts->privates) {
        const Private *found = &facts->privates.items[i];
        bool needed = false;
        FOR_EACH(d, &facts->dependences) {
            const Dependence *dependence = &facts->dependences.items[d];
            bool same =
                found->symbol ? dependence->source->scalar == found->symbol : dependence->source->array == found->array;
            needed = needed || (same && dependence->privatized && is_carried(dependence, loop->id));
        }
        const char *name = found->symbol ? found->symbol->name : found->array->name;
        if (needed)
            names = names ? arena_printf(facts->arena, "%s and '%s'", names, name)
                          : arena_printf(facts->arena, "'%s'", name);
    }
    return names;
}

static const char *parallel_reason(const Facts *facts, const LoopFact *loop)
{
    const char *privates = needed_privates(facts, loop);
    if (find_loop(facts->internal, loop->id)->independent)
        return "'independent' was asserted, and nothing disproves it";
    if (privates)
        return arena_printf(facts->arena,
                            "every iteration writes %s before it reads them: each has its own; no other element "
                            "that an iteration writes is touched by another one",
                            privates);
    return "no element that an iteration writes is touched by another one";
}

static const char *reduction_reason(const Facts *facts, const LoopFact *loop)
{
    Text places = {.arena = facts->arena};
    FOR_EACH(i, &loop->reductions) {
        const Reduction *reduction = &facts->reductions.items[loop->reductions.items[i]];
        text_add(&places, i ? ", " : "");
        print_expr(&places, reduction->place);
        if (reduction->op != OP_NONE)
            text_printf(&places, " (%s)", operator_text(reduction->op));
    }
    return arena_printf(facts->arena, "its iterations share only the updates of %s, which may be reordered",
                        text_string(&places));
}

const char *verdict_reason(const Facts *facts, const LoopFact *loop)
{
    switch (loop->verdict) {
    case LOOP_PARALLEL: return parallel_reason(facts, loop);
    case LOOP_REDUCTION: return reduction_reason(facts, loop);
    case LOOP_SEQUENTIAL: return loop->witness ? dependence_words(facts, loop->witness) : loop->reason;
    case LOOP_OPAQUE: break;
    }
    FOR_EACH(i, &facts->loops)
        if (&facts->loops.items[i] == loop)
            return arena_printf(facts->arena, "it %s", facts->internal->loops.items[i]->opaque);
    unreachable_bug("a loop that is none of the facts'");
}

const char *dependence_kind(const Dependence *dependence)
{
    static const char *const kinds[] = {"flow", "anti", "output"};
    return kinds[dependence->kind];
}

const char *dependence_vector(const Facts *facts, const Dependence *dependence)
{
    static const char *const directions[] = {"?", "<", "=", "<=", ">", "<>", ">=", "*"};
    Text text = {.arena = facts->arena};
    text_add(&text, "(");
    for (int l = 0; l < dependence->nloops; l++) {
        if (dependence->has_distance[l])
            text_printf(&text, "%s%lld", l ? ", " : "", (long long)dependence->distance[l]);
        else
            text_printf(&text, "%s%s", l ? ", " : "", directions[dependence->direction[l] & 7]);
    }
    text_add(&text, ")");
    return text_string(&text);
}
