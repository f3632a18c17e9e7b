// Versions beside a program that was planned.
#include "transform/plan/resources/resource_table.h"
#include "transform/plan/versions.h"

static Program *planned(Restructuring *state, const Way *base, const Variant *variant)
{
    Way way = {.source = base->source, .variant = *variant};
    Program *program;
    if (variant->divided) {
        Step step = version_division(state, variant, &base->built);
        program = way_divided(state, &way, &step);
    } else {
        program = way_finish(state, &way);
    }
    return program && version_came_out(&way.variant, &way.built) ? program : NULL;
}

// What is planned beside what works already may fail without a word.
static Program *tried(Restructuring *state, const Way *base, const Variant *variant)
{
    Diag *diag = state->diag;
    state->diag = diag_collector(state->arena);
    Program *program = planned(state, base, variant);
    state->diag = diag;
    return program;
}

Program *versions_by_plan(Restructuring *state, const Way *base, Program *program)
{
    PlannedVersions all = versions_worth_having(state, &base->built);
    Version versions[MOST_PLANNED];
    Program *programs[MOST_PLANNED];
    int kept = 0;
    Aside aside = {0};
    struct ResourceChoices *sizes = state->sizes; // of the first plan are told
    state->sizes = NULL;
    for (int v = 0; v < all.count; v++) {
        const Variant *variant = &all.items[v].variant;
        bool last = v == all.count - 1;
        if (variant->of == VERSIONED_NONE) {
            programs[kept] = program;
        } else {
            aside_take(state, base->mark, &aside);
            programs[kept] = tried(state, base, variant);
            if (!programs[kept] && last)
                programs[kept > 0 && programs[kept - 1] == program ? --kept : kept] = program;
            if (!programs[kept])
                continue;
        }
        versions[kept++] = all.items[v].version;
    }
    state->sizes = sizes;
    if (!all.count)
        return program;
    aside_take(state, base->mark, &aside);
    aside_return(state, &aside);
    if (kept > 1)
        return versions_join(state, versions, programs, kept);
    return programs[0];
}
