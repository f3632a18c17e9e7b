// Several programs of one nest, made one after the other from the source as it then stands: what each leaves in the
// nest, and whether one launcher serves them all.
#include "transform/plan/candidate.h"

// ---- names

void aside_take(Restructuring *state, SourceMark mark, Aside *aside)
{
    Nest *nest = state->nest;
    for (int i = mark.symbols; i < nest->symbols.count; i++)
        VECTOR_PUSH(state->arena, &aside->symbols, nest->symbols.items[i]);
    for (int i = mark.arrays + aside->scratch.count; i < nest->arrays.count; i++) {
        Array *array = nest->arrays.items[i];
        if (array->space == SPACE_SCRATCH)
            VECTOR_PUSH(state->arena, &aside->scratch, array);
        else
            VECTOR_PUSH(state->arena, &aside->arrays, array);
    }
    int loops = nest->next_loop; // ids stay apart
    source_return(state, mark);
    nest->next_loop = loops;
    FOR_EACH(i, &aside->scratch)
    VECTOR_PUSH(nest->unit->arena, &nest->arrays, aside->scratch.items[i]);
    state->relaxed = (NumberSet){0};
    state->reassociates = false;
    state->serial = NULL;
}

void aside_return(Restructuring *state, const Aside *aside)
{
    Arena *arena = state->nest->unit->arena;
    FOR_EACH(i, &aside->symbols)
    VECTOR_PUSH(arena, &state->nest->symbols, aside->symbols.items[i]);
    FOR_EACH(i, &aside->arrays)
    VECTOR_PUSH(arena, &state->nest->arrays, aside->arrays.items[i]);
}

// ---- what the launcher tests and copies

static bool same_array(const Facts *facts, const ArrayFact *fact)
{
    const ArrayFact *other = facts_array(facts, fact->array);
    return other && other->copy_in <= fact->copy_in && other->copy_out == fact->copy_out &&
           other->written == fact->written;
}

static bool is_assumed(const Facts *facts, const Assumption *wanted)
{
    FOR_EACH(i, &facts->assumptions)
    {
        const Assumption *assumption = &facts->assumptions.items[i];
        bool same = wanted->condition ? assumption->condition && expr_equal(assumption->condition, wanted->condition)
                                      : assumption->a && wanted->a && assumption->a->array == wanted->a->array &&
                                            assumption->scalar == wanted->scalar &&
                                            (!wanted->b || (assumption->b && assumption->b->array == wanted->b->array));
        if (same)
            return true;
    }
    return false;
}

const char *launcher_obstacle(const Facts *facts, const Facts *others)
{
    if (facts->arrays.count != others->arrays.count)
        return "it touches other arrays";
    FOR_EACH(i, &facts->arrays)
    if (!same_array(others, &facts->arrays.items[i]))
        return "it reads or writes more of an array";
    FOR_EACH(i, &others->assumptions)
    if (!is_assumed(facts, &others->assumptions.items[i]))
        return intern_printf("it assumes more: %s", others->assumptions.items[i].words);
    return NULL;
}

Program *way_settle(Restructuring *state, const Way *way, Program *program)
{
    if (!program || !way->divided)
        return program;
    const char *why = launcher_obstacle(way->plain.facts, state->facts);
    if (why) {
        diag_refuse(state->diag, state->nest->loc, "rfactor refused: %s", why);
        return NULL;
    }
    Aside aside = {0};
    aside_take(state, way->plain, &aside);
    aside_return(state, &aside);
    program->facts = state->facts;
    return program;
}
