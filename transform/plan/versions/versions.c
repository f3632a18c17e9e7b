// Versions in addition to a planned program.
#include "transform/plan/versions/versions.h"

#include "transform/plan/divisions.h"
#include "transform/plan/prepare_sums.h"
#include "transform/plan/prepare_windowed_sum.h"

// Before the first scan of it was divided, beside what was planned since.
static const Candidate *undivided(const Candidate *source)
{
    const Candidate *found = source;
    for (const Candidate *at = source; at->before; at = at->before)
        if (at->step && at->step->kind == STEP_SCAN)
            found = at->before;
    return candidate_beside(found, source->nest);
}

// But for loops that were written out, which is always better.
static const Candidate *as_read(const Candidate *source)
{
    const Candidate *found = source;
    while (found->before && !(found->step && found->step->kind == STEP_UNROLL_FULLY))
        found = found->before;
    return candidate_beside(found, source->nest);
}

// Loops of a sum that can be one.
static const Candidate *lines_joined(const Candidate *source)
{
    LongSums sums;
    return long_sums_find(source, &sums) ? sum_joined(source, sums.lines, sums.nlines).source : source;
}

// NULL, silently: an additional plan may fail.
static Program *planned(const Candidate *source, const Built *base, const Variant *variant)
{
    if (variant->part)
        source = version_divided(source, variant, base);
    if (!source)
        return NULL;
    if (variant->of == VERSIONED_SCANS)
        source = undivided(source);
    if (variant->whole)
        source = as_read(source);
    if (variant->of == VERSIONED_FEW)
        source = long_sums_apart(source);
    if (source && variant->alone)
        source = lines_joined(source);
    LoopId windows[MAX_DEPTH];
    int count;
    if (source && variant->windows)
        source = windows_joined(source, windows, &count);
    if (!source)
        return NULL;
    Built built = {0};
    Program *program = finish_planned(source, variant, &built, diag_collector(source->arena), NULL);
    return program && version_came_out(variant, &built) ? program : NULL;
}

// Without those that the last one's launcher does not test or copy enough for; how many are left.
static int drop_obstructed(Arena *arena, Version *versions, Program **programs, int count)
{
    int kept = 0;
    for (int v = 0; v < count; v++) {
        if (v < count - 1 && version_obstacle(arena, programs[count - 1]->facts, programs[v]->facts, &versions[v]))
            continue;
        versions[kept] = versions[v];
        programs[kept++] = programs[v];
    }
    return kept;
}

Program *versions_by_plan(const Candidate *source, const Built *built, Program *program)
{
    PlannedVersions all = versions_worth_having(source, built);
    Version versions[MOST_PLANNED];
    Program *programs[MOST_PLANNED];
    int kept = 0, kept_of[MOST_PLANNED + 1] = {0}; // of the first v versions
    source = candidate_beside(source, program->nest);
    for (int v = 0; v < all.count; v++) {
        const Variant *variant = &all.items[v].variant;
        bool last = v == all.count - 1;
        kept_of[v] = kept;
        if (kept_of[all.items[v].spare])
            continue;
        if (variant->of == VERSIONED_NONE) {
            programs[kept] = program;
        } else {
            programs[kept] = planned(source, built, variant);
            if (programs[kept])
                source = candidate_beside(source, programs[kept]->nest);
            else if (last)
                programs[kept > 0 && programs[kept - 1] == program ? --kept : kept] = program;
            if (!programs[kept])
                continue;
        }
        versions[kept++] = all.items[v].version;
    }
    if (!all.count)
        return program;
    kept = drop_obstructed(source->arena, versions, programs, kept);
    return kept > 1 ? versions_join(source->arena, versions, programs, kept) : programs[0];
}
