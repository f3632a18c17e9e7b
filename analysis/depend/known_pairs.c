#include "analysis/depend/known_pairs.h"

#include "analysis/arrays/spread.h"
#include "analysis/sets/expression.h"
#include "analysis/sets/polynomial.h"

#include <string.h>

typedef struct KnownText {
    uint64_t hash;
    const char *text;
} KnownText;

typedef struct KnownPair {
    PairKey key;
    const PairShape *shape;
    int questions;
    long operations;
} KnownPair;

enum { BUCKETS = 256, MOST_PAIRS = 20000, MOST_TEXTS = 4000 };

struct KnownPairs {
    Arena *arena; // of the nest as the user wrote it, which lives the longest
    int count;
    VECTOR(KnownText) texts;
    VECTOR(KnownPair) pairs[BUCKETS];
};

KnownPairs *known_pairs_new(Arena *arena)
{
    KnownPairs *known = ARENA_NEW(arena, KnownPairs);
    known->arena = arena;
    return known;
}

// ---- texts

// Its number; -1: there are too many.
static int text_number(KnownPairs *known, const Text *text)
{
    uint64_t hash = 14695981039346656037u;
    const char *string = text_string(text);
    for (const char *at = string; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211u;
    FOR_EACH(i, &known->texts)
        if (known->texts.items[i].hash == hash && strcmp(known->texts.items[i].text, string) == 0)
            return i;
    if (known->texts.count == MOST_TEXTS)
        return -1;
    VECTOR_PUSH(known->arena, &known->texts, ((KnownText){hash, arena_printf(known->arena, "%s", string)}));
    return known->texts.count - 1;
}

static void add_text(Text *text, bool *fine, char *taken)
{
    *fine = *fine && taken;
    if (taken)
        text_take(text, taken);
    text_add(text, ";");
}

static void add_aff(Text *text, bool *fine, __isl_keep isl_pw_aff *value)
{
    if (value)
        add_text(text, fine, isl_pw_aff_to_str(value));
    else
        text_add(text, "-;");
}

// All that depend_conflict_pairs asks of one access.
static int site_number(Analysis *analysis, Arena *scratch, const AccessSite *site)
{
    Text text = {.arena = scratch};
    bool fine = site->possible && site->domain;
    if (!fine)
        return -1;
    text_printf(&text, "%d %d;", site->declared, site->ndim);
    add_text(&text, &fine, isl_set_to_str(site->possible));
    add_text(&text, &fine, isl_set_to_str(site->domain));
    for (int d = 0; d < site->ndim; d++) {
        add_aff(&text, &fine, site->dims[d]);
        add_aff(&text, &fine, site->low[d]);
        add_aff(&text, &fine, site->high[d]);
    }
    return fine ? text_number(analysis->pairs, &text) : -1;
}

// How its iterations follow each other. Which ones there are is in the domains.
static int loop_number(Analysis *analysis, Arena *scratch, const LoopNode *loop)
{
    Text text = {.arena = scratch};
    bool fine = true;
    const Expr *step = expr_strip_casts(loop->loop->step);
    text_printf(&text, "%d %lld;", loop->loop->step_sign, (long long)(step->kind == EX_INT ? step->integer : 0));
    add_aff(&text, &fine, loop->step);
    return fine ? text_number(analysis->pairs, &text) : -1;
}

void known_pairs_begin(Analysis *analysis)
{
    query_begin(analysis);
    unsigned long allowance = lift_allowance(analysis->ctx);
    Arena *scratch = arena_new();
    FOR_EACH(i, &analysis->sites)
        analysis->sites.items[i].number = site_number(analysis, scratch, &analysis->sites.items[i]);
    FOR_EACH(i, &analysis->loops)
        analysis->loops.items[i]->number = loop_number(analysis, scratch, analysis->loops.items[i]);
    arena_release(scratch);
    isl_ctx_reset_operations(analysis->ctx); // what is printed does not count
    isl_ctx_set_max_operations(analysis->ctx, allowance);
}

static int loops_number(Analysis *analysis, const LoopNode *const *loops, int nloops)
{
    Arena *scratch = arena_new();
    Text text = {.arena = scratch};
    bool fine = true;
    for (int l = 0; l < nloops; l++) {
        text_printf(&text, "%d,", loops[l]->number);
        fine = fine && loops[l]->number >= 0;
    }
    int number = fine ? text_number(analysis->pairs, &text) : -1;
    arena_release(scratch);
    return number;
}

// ---- pairs

bool known_pairs_key(Analysis *analysis, int first, int second, const LoopNode *const *loops, int nloops, PairKey *key)
{
    const AccessSite *a = &analysis->sites.items[first], *b = &analysis->sites.items[second];
    *key = (PairKey){.first = a->number,
                     .second = b->number,
                     .loops = loops_number(analysis, loops, nloops),
                     .same = first == second,
                     .same_view = spread_is_same_view(analysis, first, second),
                     .forward = a->position < b->position,
                     .back = b->position < a->position};
    return analysis->met == analysis->context && key->first >= 0 && key->second >= 0 && key->loops >= 0;
}

static bool is_key(const PairKey *left, const PairKey *right)
{
    return left->first == right->first && left->second == right->second && left->loops == right->loops &&
           left->same == right->same && left->same_view == right->same_view && left->forward == right->forward &&
           left->back == right->back;
}

static int bucket_of(const PairKey *key)
{
    return (key->first * 31 + key->second * 7 + key->loops) % BUCKETS;
}

static const DependenceShape *copied(Arena *arena, const DependenceShape *shape, const LoopNode *const *loops)
{
    if (!shape)
        return NULL;
    DependenceShape *made = arena_copy(arena, shape, sizeof *shape);
    for (int l = 0; l < made->nloops && loops; l++)
        made->loops[l] = loops[l]->loop->id;
    return made;
}

static PairShape *copied_pair(Arena *arena, const PairShape *pair, const LoopNode *const *loops, int nloops)
{
    PairShape *made = arena_copy(arena, pair, sizeof *pair);
    for (int back = 0; back < 2; back++) {
        for (int l = 0; l < nloops; l++)
            made->ways[back].carried[l] = copied(arena, pair->ways[back].carried[l], loops);
        made->ways[back].text = copied(arena, pair->ways[back].text, loops);
    }
    return made;
}

PairShape *known_pair(Analysis *analysis, const PairKey *key, const LoopNode *const *loops, int nloops)
{
    KnownPairs *known = analysis->pairs;
    int bucket = bucket_of(key);
    FOR_EACH(i, &known->pairs[bucket]) {
        const KnownPair *pair = &known->pairs[bucket].items[i];
        if (!is_key(&pair->key, key))
            continue;
        query_begin(analysis);
        if (analysis->budget < pair->questions || (long)isl_ctx_get_max_operations(analysis->ctx) <= pair->operations)
            return NULL;
        analysis->budget -= pair->questions;
        analysis->operations += pair->operations;
        return copied_pair(analysis->arena, pair->shape, loops, nloops);
    }
    return NULL;
}

void known_pair_keep(Analysis *analysis, const PairKey *key, const PairShape *shape, int nloops, int questions,
                     long operations)
{
    KnownPairs *known = analysis->pairs;
    if (known->count++ >= MOST_PAIRS)
        return;
    KnownPair pair = {*key, copied_pair(known->arena, shape, NULL, nloops), questions, operations};
    VECTOR_PUSH(known->arena, &known->pairs[bucket_of(key)], pair);
}
