#include "transform/search/sharing_choices.h"

#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

#include <string.h>

enum { MOST_SHARED = 6, LEAST_THREADS = 32, MOST_THREADS = 1024, MOST_EACH = 8, MOST_ARRAYS = 64 };

typedef struct Choosing {
    const Candidate *candidate;
    const Stmt *root;
    Sharings *sharings;
    const Loop *parallel[MOST_SHARED], *sums[MOST_SHARED], *serial[MOST_SHARED];
    int nparallel, nsums, nserial;
} Choosing;

static void add_to(const Loop **loops, int *count, const Loop *loop)
{
    if (*count < MOST_SHARED)
        loops[(*count)++] = loop;
}

static bool note_loop(void *context, const Stmt *stmt)
{
    Choosing *choosing = context;
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(choosing->candidate->facts, stmt->loop->origin) : NULL;
    if (!fact || stmt->loop->binding != BIND_SERIAL)
        return true;
    if (fact->verdict == LOOP_PARALLEL)
        add_to(choosing->parallel, &choosing->nparallel, stmt->loop);
    else if (fact->verdict == LOOP_REDUCTION)
        add_to(choosing->sums, &choosing->nsums, stmt->loop);
    if (fact->verdict != LOOP_PARALLEL)
        add_to(choosing->serial, &choosing->nserial, stmt->loop);
    return true;
}

static Choosing choosing_of(const Candidate *candidate, const char *root, Sharings *sharings)
{
    Choosing choosing = {.candidate = candidate, .root = tree_loop(candidate->tree, root), .sharings = sharings};
    if (choosing.root)
        stmt_walk((Stmt *)choosing.root, note_loop, &choosing);
    return choosing;
}

static void add(const Choosing *choosing, Sharing sharing)
{
    VECTOR_PUSH(choosing->candidate->arena, &choosing->sharings->items, sharing);
}

// ---- to begin with

void sharing_begin(const Candidate *candidate, const char *root, Sharings *sharings)
{
    enum { ALONE = 128, ALONG_X = 32, ALONG_Y = 8 };
    Choosing choosing = choosing_of(candidate, root, sharings);
    for (int x = 0; x < choosing.nparallel; x++) {
        Share of_x = {.loop = choosing.parallel[x]->name, .form = SHARE_TILES, .threads = ALONE};
        add(&choosing, (Sharing){.root = root, .x = of_x});
        of_x.threads = ALONG_X;
        for (int y = 0; y < choosing.nparallel; y++) {
            Share of_y = {.loop = choosing.parallel[y]->name, .form = SHARE_TILES, .threads = ALONG_Y};
            if (x != y)
                add(&choosing, (Sharing){.root = root, .x = of_x, .y = of_y, .outward = true});
        }
    }
    for (int i = 0; i < choosing.nsums; i++) {
        Share sum = {.loop = choosing.sums[i]->name, .form = SHARE_THREADS, .threads = ALONE};
        add(&choosing, (Sharing){.root = root, .x = sum});
    }
}

// ---- one choice more

static int64_t threads_of(const Sharing *sharing)
{
    return sharing->x.threads * (sharing->y.loop ? sharing->y.threads : 1);
}

static void vary_threads(const Choosing *choosing, const Sharing *sharing)
{
    for (int i = 0; i < 4; i++) {
        Sharing made = *sharing;
        Share *share = i & 1 ? &made.y : &made.x;
        if (!share->loop)
            continue;
        share->threads = i & 2 ? share->threads / 2 : share->threads * 2;
        if (threads_of(&made) <= MOST_THREADS && threads_of(&made) >= LEAST_THREADS && share->threads > 1)
            add(choosing, made);
    }
    Sharing wide = *sharing; // along x at the cost of y
    if (!sharing->y.loop || sharing->y.threads < 4)
        return;
    wide.x.threads *= 2;
    wide.y.threads /= 2;
    add(choosing, wide);
}

static void vary_iterations(const Choosing *choosing, const Sharing *sharing)
{
    static const ShareForm forms[] = {SHARE_NEIGHBOURS, SHARE_STRIDED};
    for (int i = 0; i < 2; i++)
        for (int64_t each = 1; each <= MOST_EACH; each *= 2)
            for (int f = 0; f < (each == 1 ? 1 : 2); f++) {
                Sharing made = *sharing;
                Share *share = i ? &made.y : &made.x;
                if (!share->loop || share->form >= SHARE_THREADS)
                    continue;
                share->form = each == 1 ? SHARE_TILES : forms[f];
                share->each = each == 1 ? 0 : each;
                made.vectors = made.vectors && made.x.form == SHARE_NEIGHBOURS;
                add(choosing, made);
                if (i || share->form != SHARE_NEIGHBOURS)
                    continue;
                made.vectors = !made.vectors;
                add(choosing, made);
            }
}

static void vary_sums(const Choosing *choosing, const Sharing *sharing)
{
    int64_t sms = choosing->candidate->device->sms;
    Sharing made = *sharing;
    if (sharing->x.form < SHARE_THREADS)
        return;
    made.x.form = SHARE_TURNS;
    for (int64_t blocks = sms; blocks <= 8 * sms; blocks *= 2) {
        made.x.blocks = blocks;
        add(choosing, made);
    }
    for (int i = 0; i < choosing->nparallel && !sharing->y.loop; i++) {
        made = *sharing;
        made.y = (Share){.loop = choosing->parallel[i]->name, .form = SHARE_TILES, .threads = 4};
        add(choosing, made);
    }
}

// Bits of the arrays that the nest only reads.
static uint64_t arrays_read(const Choosing *choosing)
{
    const Facts *facts = choosing->candidate->facts;
    uint64_t bits = 0;
    for (int i = 0; i < facts->arrays.count && i < MOST_ARRAYS; i++)
        if (tree_mentions_array(choosing->root->body, facts->arrays.items[i].array) &&
            !tree_writes_array(choosing->root->body, facts->arrays.items[i].array))
            bits |= (uint64_t)1 << i;
    return bits;
}

static void vary_memory(const Choosing *choosing, const Sharing *sharing)
{
    uint64_t read = arrays_read(choosing);
    for (int i = 0; i < MOST_ARRAYS; i++) {
        Sharing made = *sharing;
        made.staged ^= (uint64_t)1 << i;
        if (read >> i & 1)
            add(choosing, made);
    }
    for (int i = 0; i < choosing->nserial; i++)
        for (int64_t depth = 8; depth <= 64; depth *= 2) {
            const LoopFact *fact = facts_loop(choosing->candidate->facts, choosing->serial[i]->origin);
            Sharing made = *sharing;
            if (fact->constant_trip >= 0 && fact->constant_trip <= depth)
                continue;
            made.cut = choosing->serial[i]->name;
            made.depth = depth;
            made.staged = sharing->staged ? sharing->staged : read;
            if (strcmp(made.cut, sharing->x.loop) != 0)
                add(choosing, made);
        }
    Sharing whole = *sharing;
    whole.cut = NULL;
    whole.depth = 0;
    whole.staged = sharing->cut ? 0 : read;
    add(choosing, whole);
}

void sharing_vary(const Candidate *candidate, const Sharing *sharing, Sharings *sharings)
{
    Choosing choosing = choosing_of(candidate, sharing->root, sharings);
    Sharing turned = *sharing;
    turned.outward = !sharing->outward;
    if (choosing.nserial)
        add(&choosing, turned);
    vary_threads(&choosing, sharing);
    vary_iterations(&choosing, sharing);
    vary_sums(&choosing, sharing);
    if (choosing.root)
        vary_memory(&choosing, sharing);
}

// ---- equality

static bool same_name(const char *left, const char *right)
{
    return left == right || (left && right && strcmp(left, right) == 0);
}

static bool same_share(const Share *left, const Share *right)
{
    return same_name(left->loop, right->loop) && left->form == right->form && left->threads == right->threads &&
           left->each == right->each && left->blocks == right->blocks;
}

bool sharing_equal(const Sharing *left, const Sharing *right)
{
    return same_name(left->root, right->root) && same_share(&left->x, &right->x) && same_share(&left->y, &right->y) &&
           left->outward == right->outward && left->vectors == right->vectors && same_name(left->cut, right->cut) &&
           left->depth == right->depth && left->staged == right->staged;
}

bool sharing_is_alike(const Sharing *left, const Sharing *right)
{
    return same_name(left->x.loop, right->x.loop) && same_name(left->y.loop, right->y.loop) &&
           left->outward == right->outward && left->x.form == right->x.form;
}
