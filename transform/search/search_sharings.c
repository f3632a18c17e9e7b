#include "transform/search/sharing_choices.h"
#include "transform/search/search_parts.h"

#include "transform/plan/finish.h"

typedef struct Judged {
    Sharing sharing;
    double time; // ns at the largest sizes; 0: it makes no kernels
    bool varied;
} Judged;

typedef struct SharingSearch {
    Search *search;
    const Candidate *source, *private;
    Sharings taken; // of the nests before
    VECTOR(Judged) judged;
    double fastest; // of all
    int left;
} SharingSearch;

// ---- one sharing

static bool is_judged(const SharingSearch *sharing, const Sharing *wanted)
{
    FOR_EACH(i, &sharing->judged)
        if (sharing_equal(&sharing->judged.items[i].sharing, wanted))
            return true;
    return false;
}

// The time of the source with the sharings that were taken, and this one; 0: they make no kernels. What is made for it
// does not outlive the question.
static double time_of(SharingSearch *sharing, const Sharing *wanted)
{
    Search *search = sharing->search;
    Arena *arena = arena_new();
    int taken = sharing->taken.items.count;
    Built built = {0};
    VECTOR_PUSH(search->first->arena, &sharing->taken.items, *wanted);
    Variant variant = {.sharings = &sharing->taken, .at_large = true};
    const Candidate *source = candidate_in(sharing->source, arena);
    Program *program = finish_planned(source, &variant, &built, diag_collector(arena), NULL);
    sharing->taken.items.count = taken;
    Tried tried = {.complete = true};
    bool known = program && !launcher_obstacle(search->launched, program->facts, true) &&
                 search_price(search, program, 0, &tried);
    if (known) {
        tried.schedule = program->schedule;
        search_add(search, sharing->source, NULL, &tried);
    }
    arena_release(arena);
    return known ? tried.time[0] : 0;
}

static void judge(SharingSearch *sharing, const Sharings *proposed)
{
    FOR_EACH(i, &proposed->items) {
        const Sharing *wanted = &proposed->items.items[i];
        if (sharing->left <= 0 || is_judged(sharing, wanted))
            continue;
        sharing->left--;
        sharing->search->sharings++;
        Judged judged = {.sharing = *wanted, .time = time_of(sharing, wanted)};
        VECTOR_PUSH(sharing->search->first->arena, &sharing->judged, judged);
    }
}

// ---- the nests

// Whether it is faster than all that were varied and have the same loops along x and y.
static bool is_promising(const SharingSearch *sharing, const Judged *judged)
{
    FOR_EACH(i, &sharing->judged) {
        const Judged *other = &sharing->judged.items[i];
        if (other->varied && sharing_is_alike(&other->sharing, &judged->sharing) &&
            other->time <= SEARCH_EQUAL * judged->time)
            return false;
    }
    return !judged->varied;
}

// The fastest of all; `varies`: of those that are worth varying.
static Judged *fastest(const SharingSearch *sharing, bool varies)
{
    Judged *best = NULL;
    FOR_EACH(i, &sharing->judged) {
        Judged *judged = &sharing->judged.items[i];
        if (judged->time && (!varies || is_promising(sharing, judged)) && (!best || judged->time < best->time))
            best = judged;
    }
    return best;
}

static bool is_unlike_varied(const SharingSearch *sharing, const Judged *judged)
{
    FOR_EACH(i, &sharing->judged)
        if (sharing->judged.items[i].varied && sharing_is_alike(&sharing->judged.items[i].sharing, &judged->sharing))
            return false;
    return true;
}

// Which one to vary next; NULL: none is worth it. What was varied may be the fastest of its kind only: the fastest one
// of other kinds comes before further steps on the way, if it is not far behind.
static Judged *next_to_vary(const SharingSearch *sharing)
{
    static const double BEHIND = 1.5;
    Judged *best = fastest(sharing, true), *other = NULL;
    FOR_EACH(i, &sharing->judged) {
        Judged *judged = &sharing->judged.items[i];
        if (judged->time && is_unlike_varied(sharing, judged) && (!other || judged->time < other->time))
            other = judged;
    }
    return best && other && other->time < BEHIND * best->time ? other : best;
}

static void search_nest(SharingSearch *sharing, const char *root)
{
    Sharings first = {0};
    sharing->judged.count = 0;
    sharing_begin(sharing->private, root, &first);
    judge(sharing, &first);
    for (Judged *next; sharing->left > 0 && (next = next_to_vary(sharing));) {
        Sharings others = {0};
        next->varied = true;
        sharing_vary(sharing->private, &next->sharing, &others);
        judge(sharing, &others);
    }
    const Judged *best = fastest(sharing, false);
    if (best && best->time * SEARCH_EQUAL < sharing->fastest) {
        sharing->fastest = best->time;
        VECTOR_PUSH(sharing->search->first->arena, &sharing->taken.items, best->sharing);
    }
}

void search_sharings(Search *search, const Candidate *source)
{
    Variant variant = {0};
    Built built = {0};
    const Candidate *private = candidate_privatize(source).candidate;
    SharingSearch sharing = {.search = search, .source = source, .private = private};
    if (!private || !finish_planned(source, &variant, &built, diag_collector(source->arena), NULL))
        return;
    if (built.searches) // their times cannot be compared
        return;
    sharing.fastest = search->result->tried.items[search->result->chosen].time[0];
    // Each is planned together with all other nests, and has a step for each reduction; EFFORT_USUAL looks at fewer
    // where that takes long.
    enum { FEW_REDUCTIONS = 8 };
    int roots = built.roots.count, work = roots * (1 + source->facts->reductions.count / FEW_REDUCTIONS);
    for (int i = 0; i < roots; i++) {
        sharing.left = search->bounds->sharings / roots / (search->nest->effort == EFFORT_MORE ? 1 : work);
        search_nest(&sharing, built.roots.names[i]);
    }
}
