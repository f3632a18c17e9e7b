// Sums that get loops of their own, with an element for each of their places.
#include "transform/plan/prepare_sums.h"

#include "transform/plan/arrange/arrange_columns.h"
#include "transform/plan/arrange/arrange_few.h"
#include "transform/plan/arrange/arrange_planes.h"
#include "transform/reduction/exact_minmax.h"
#include "transform/tree/order.h"
#include "transform/tree/formula.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"
#include "transform/tree/tree.h"

// ---- sums of columns in scalars, or next to other loops: with an element for each column, rows can be dealt out to
// blocks

static bool is_flat(const Stmt *rows)
{
    return !tree_has_kind(rows->body, ST_LOOP) && !tree_has_kind(rows->body, ST_WHILE);
}

// *in_scalars: all of them are.
static bool only_sums_in(const Preparation *preparation, const Stmt *rows, bool any_order, bool *in_scalars)
{
    const Facts *facts = preparation->state->facts;
    const LoopFact *fact = facts_loop(facts, rows->loop->id);
    bool all = fact && fact->verdict == LOOP_REDUCTION && is_flat(rows);
    *in_scalars = true;
    for (int i = 0; all && i < fact->reductions.count; i++) {
        const Reduction *reduction = &facts->reductions.items[fact->reductions.items[i]];
        *in_scalars = *in_scalars && reduction->kind == REDUCTION_SCALAR;
        all = (reduction->form != FORM_CHOICE || !any_order) && !(any_order && ordered_applies(reduction)) &&
              may_reassociate(preparation->state, reduction);
    }
    return all;
}

static bool only_sums(const Preparation *preparation, const Stmt *rows, bool *in_scalars)
{
    return only_sums_in(preparation, rows, true, in_scalars);
}

// Whether columns of arrays are what the loop inside of `column` goes along.
static bool goes_down(const Preparation *preparation, const Stmt *rows, const Stmt *column)
{
    const Facts *facts = preparation->state->facts;
    LoopId row = rows->loop->id, along = column->loop->id;
    bool any = false;
    FOR_EACH(i, &facts->accesses) {
        const Access *access = &facts->accesses.items[i];
        if (!access->array || !stmt_contains(rows, access->stmt) || access_stays(facts, access, row) ||
            access_stays(facts, access, along))
            continue;
        if (!access_walks(facts, access, along) || access_walks(facts, access, row))
            return false;
        any = true;
    }
    return any;
}

// `outermost`: of the parallel loops around the columns, each of which contains only the next one.
static bool has_columns(const Preparation *preparation, const Stmt *column, const Stmt *outermost)
{
    bool sums = false, places = false, others = false, shares = true;
    for (const Stmt *around = outermost; around != column; around = only_loop(around->body))
        shares = shares && !preparation_is_product(preparation, around, column);
    for (int i = 0; column->body->kind == ST_BLOCK && i < column->body->nitems; i++) {
        const Stmt *item = column->body->items[i];
        if (item->kind != ST_LOOP && item->kind != ST_ASSIGN && item->kind != ST_DECLARE)
            return false;
        if (item->kind != ST_LOOP)
            continue;
        bool in_scalars = false, adds = only_sums(preparation, item, &in_scalars);
        bool other = preparation_verdict(preparation, item) == LOOP_PARALLEL && is_flat(item);
        if (!(adds && loop_jumps(preparation->state->facts, item, column->loop, shares)) &&
            !(other && goes_down(preparation, item, column)))
            return false;
        sums = sums || (adds && in_scalars);
        places = places || (adds && !in_scalars);
        others = others || other;
    }
    return sums || (places && others);
}

// Each initialization of a sum in a loop of its own, right before the sum, which then merges it
// (transform/reduction/reduce_first.c).
static void bring_first_values(Groups *groups)
{
    const Pieces *pieces = groups->pieces;
    Groups made = {.pieces = pieces, .apart = groups->apart};
    uint64_t firsts = 0;
    for (int p = 0; p < pieces->count; p++) {
        const Stmt *piece = pieces->items[p];
        bool sets = piece->kind == ST_DECLARE || (piece->kind == ST_ASSIGN && piece->op == OP_NONE);
        firsts |= sets && !(pieces->copied >> p & 1) && expr_is_constant(piece->value) ? bit(p) : 0;
    }
    for (int g = 0; g < groups->count; g++) {
        uint64_t others = groups->items[g] & ~firsts;
        for (int p = 0; p < pieces->count; p++) {
            if (!(firsts >> p & 1) || (!(pieces->dependents[p] & others) && g + 1 < groups->count))
                continue;
            made.items[made.count++] = bit(p);
            firsts &= ~bit(p);
        }
        if (others)
            made.items[made.count++] = others;
    }
    *groups = made;
}

// Gives each sum and each group of other statements loops of their own.
static bool separate_sums(Preparation *preparation, const Stmt *stmt)
{
    Pieces pieces;
    if (stmt_rotates(stmt) || pieces_of(preparation->state, stmt, &pieces))
        return false;
    Groups groups = {.pieces = &pieces, .apart = true};
    groups_find(&groups);
    bring_first_values(&groups);
    return groups.count > 1 && preparation_separate(preparation, &groups);
}

bool separate_columns(Preparation *preparation, const Stmt *stmt)
{
    const Stmt *column = stmt;
    for (const Stmt *inner = stmt; inner && preparation_verdict(preparation, inner) == LOOP_PARALLEL;
         inner = only_loop(inner->body))
        column = inner;
    return has_columns(preparation, column, stmt) && separate_sums(preparation, stmt);
}

// ---- few sums of long loops: a thread may have a part of each (transform/plan/arrange/arrange_few.h)

static bool is_long_sum(const Preparation *preparation, const Stmt *stmt, const Loop *const *places, int nplaces)
{
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(preparation->state->facts, stmt->loop->id) : NULL;
    bool in_scalars, is_long = fact && (fact->constant_trip < 0 || fact->constant_trip >= FEW_LONG_SUM);
    return is_long && only_sums(preparation, stmt, &in_scalars) &&
           !few_have_rows(preparation->state->facts, fact->id, places, nplaces);
}

// In loops of their own, the sums can be the inner loops of what they add up.
bool separate_few(Preparation *preparation, const Stmt *stmt)
{
    int64_t count = 1;
    int nplaces = 0;
    const Loop *places[MAX_DEPTH];
    const Stmt *body = stmt;
    for (const Stmt *inner = stmt; inner; inner = only_loop(inner->body)) {
        const LoopFact *fact = facts_loop(preparation->state->facts, inner->loop->id);
        bool few =
            fact && fact->verdict == LOOP_PARALLEL && fact->constant_trip > 0 && fact->constant_trip <= FEW_MOST_SUMS;
        if (!few || (count *= fact->constant_trip) > FEW_MOST_SUMS)
            return false;
        places[nplaces++] = inner->loop;
        body = inner->body;
    }
    bool sums = false;
    for (int i = 0; i < stmt_count(body); i++)
        sums = sums || is_long_sum(preparation, stmt_item(body, i), places, nplaces);
    return sums && count > 1 && separate_sums(preparation, stmt);
}

// ---- sums of long loops, whatever their number is

bool long_sums_find(const Candidate *source, LongSums *sums)
{
    const Preparation preparation = {.nest = source, .state = source};
    *sums = (LongSums){0};
    const Stmt *places = preparation_places(&preparation, source->nest->body, sums->places, &sums->count);
    for (int i = 0; places && i < stmt_count(places->body); i++) {
        const Stmt *item = stmt_item(places->body, i);
        bool in_scalars;
        if (item->kind == ST_ASSIGN || item->kind == ST_DECLARE)
            continue;
        const Stmt *last = item->kind == ST_LOOP ? item : NULL;
        bool first = !sums->nlines;
        for (const Stmt *line = last; line && preparation_verdict(&preparation, line) == LOOP_REDUCTION;
             last = line, line = only_loop(line->body))
            if (first)
                sums->lines[sums->nlines++] = line->loop->id;
        if (!last || !only_sums_in(&preparation, last, false, &in_scalars))
            return false;
    }
    return sums->nlines;
}

const Candidate *long_sums_apart(const Candidate *source)
{
    Preparation preparation = {.nest = source, .state = source};
    LongSums sums;
    const Stmt *body = source->nest->body, *places = preparation_places(&preparation, body, sums.places, &sums.count);
    if (!places)
        return NULL;
    return only_loop(places->body) || separate_sums(&preparation, stmt_item(body, 0)) ? preparation.state : NULL;
}

// ---- sums of planes, next to other statements (transform/plan/arrange/arrange_planes.h)

static bool is_plane(const Preparation *preparation, const Stmt *stmt)
{
    bool in_scalars;
    const Stmt *row = stmt->kind == ST_LOOP ? only_loop(stmt->body) : NULL;
    return row && preparation_verdict(preparation, stmt) == LOOP_REDUCTION &&
           only_sums(preparation, row, &in_scalars) && in_scalars;
}

bool separate_planes(Preparation *preparation, const Stmt *stmt)
{
    bool planes = false, others = false;
    for (int i = 0; i < stmt_count(stmt->body); i++) {
        const Stmt *item = stmt_item(stmt->body, i);
        bool plane = is_plane(preparation, item) && planes_have_rows(preparation->state->facts, item, stmt->loop->id,
                                                                     item->loop->id, only_loop(item->body)->loop->id);
        if (!plane && item->kind != ST_ASSIGN && item->kind != ST_DECLARE)
            return false;
        planes = planes || plane;
        others = others || !plane;
    }
    return planes && others && separate_sums(preparation, stmt);
}

// ---- products of which each result has another number of terms

// The loops of a sum in place and of its results, outermost first, if they are all that the outermost one does.
typedef struct Triangle {
    const Stmt *loops[MAX_DEPTH];
    int count, sum; // loops[sum]: the only one of which the iterations are terms
} Triangle;

static bool find_triangle(const Preparation *preparation, const Stmt *outermost, Triangle *triangle)
{
    *triangle = (Triangle){.sum = -1};
    Varying all = {0};
    for (const Stmt *loop = outermost; loop && triangle->count < MAX_DEPTH; loop = only_loop(loop->body)) {
        LoopVerdict verdict = preparation_verdict(preparation, loop);
        if (verdict == LOOP_REDUCTION && triangle->sum < 0)
            triangle->sum = triangle->count;
        else if (verdict != LOOP_PARALLEL)
            return false;
        all.loops[all.count++] = loop->loop;
        triangle->loops[triangle->count++] = loop;
    }
    bool varies = false;
    for (int i = 0; i < triangle->count; i++)
        varies = varies || varying_mentions_bounds(&all, triangle->loops[i]->loop);
    return varies && triangle->sum >= 0 && triangle->count > 2 &&
           !tree_has_kind(triangle->loops[triangle->count - 1]->body, ST_LOOP);
}

// The results outside of the sum.
static bool permute_results(Preparation *preparation, const Triangle *triangle)
{
    const char *sum = triangle->loops[triangle->sum]->loop->name;
    for (int i = triangle->sum + 1; i < triangle->count; i++) {
        Step step = {.kind = STEP_PERMUTE, .loop = sum, .other = triangle->loops[i]->loop->name};
        if (!preparation_step(preparation, step))
            return false;
    }
    return true;
}

bool accumulate_triangle(Preparation *preparation, const Stmt *outermost)
{
    const Candidate *mark = preparation->state;
    Triangle found, made;
    if (!find_triangle(preparation, outermost, &found))
        return false;
    const char *first = found.loops[found.sum ? 0 : 1]->loop->name;
    bool right = permute_results(preparation, &found) &&
                 find_triangle(preparation, tree_loop(preparation->state->nest->body, first), &made) &&
                 made.sum == made.count - 1;
    const Stmt *const *inner = right ? &made.loops[made.count - 3] : NULL;
    Varying results = {.count = made.count - 1};
    for (int i = 0; right && i < results.count; i++)
        results.loops[i] = made.loops[i]->loop;
    right = right && varying_mentions_bounds(&results, inner[2]->loop) &&
            preparation_is_product(preparation, inner[0], inner[1]) &&
            preparation_step(preparation, (Step){.kind = STEP_ACCUMULATE, .loop = inner[2]->loop->name});
    if (!right)
        preparation->state = mark;
    return right;
}
