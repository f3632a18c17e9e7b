// The dependences in the iteration space of two loops, one inside the other: points are iterations, and an arrow runs
// from an iteration to one that has to wait for it.
#include "analysis/reason.h"
#include "analysis/words.h"
#include "codegen/html/svg.h"

#include <string.h>

enum { STEP = 46, LEFT = 66, TOP = 50, COLUMNS = 9, ROWS = 6, LONGEST = 3, MOST_ARROWS = 12 };

// A dependence, as far as the two loops show it.
typedef struct Arrow {
    int down, right; // iterations of the outer and of the inner loop; at most LONGEST
    bool removed;    // by a reduction or a private copy
    bool constant;   // its distance is drawn; otherwise it is the nearest one that there may be
    const Dependence *dependence;
} Arrow;

typedef struct IterationSpace {
    const Facts *facts;
    const LoopFact *outer, *inner; // outer NULL: one loop
    Arrow arrows[MOST_ARROWS];
    int count;
} IterationSpace;

// ---- which loops

static bool moves_along(const Dependence *dependence, LoopId loop)
{
    for (int i = 0; i < dependence->nloops; i++)
        if (dependence->loops[i] == loop)
            return dependence->has_distance[i] ? dependence->distance[i] != 0
                                               : dependence->direction[i] != DIRECTION_EQ;
    return false;
}

static bool is_interesting(const Facts *facts, LoopId loop)
{
    FOR_EACH(i, &facts->dependences)
        if (moves_along(&facts->dependences.items[i], loop))
            return true;
    return false;
}

static const LoopFact *parent_of(const Facts *facts, const LoopFact *loop)
{
    return loop->parent ? facts_loop(facts, loop->parent) : NULL;
}

static bool is_innermost(const Facts *facts, const LoopFact *loop)
{
    FOR_EACH(i, &facts->loops)
        if (facts->loops.items[i].parent == loop->id)
            return false;
    return true;
}

// The inner one of two is an interesting loop from `leaf` outwards, as far inside as there is one.
static IterationSpace choose_loops(const Facts *facts, const LoopFact *leaf)
{
    const LoopFact *inner = leaf, *outer;
    while (parent_of(facts, inner) && !is_interesting(facts, inner->id))
        inner = parent_of(facts, inner);
    if (!is_interesting(facts, inner->id))
        inner = leaf;
    if (!parent_of(facts, inner) && inner != leaf)
        for (const LoopFact *at = leaf; parent_of(facts, at); at = parent_of(facts, at))
            if (at->parent == inner->id)
                return (IterationSpace){.facts = facts, .outer = inner, .inner = at};
    outer = parent_of(facts, inner);
    while (outer && !is_interesting(facts, outer->id) && parent_of(facts, outer))
        outer = parent_of(facts, outer);
    if (outer && !is_interesting(facts, outer->id))
        outer = parent_of(facts, inner);
    return (IterationSpace){.facts = facts, .outer = outer, .inner = inner};
}

// ---- which arrows

// false: the dependence is not between iterations of this loop.
static bool component(const Dependence *dependence, const LoopFact *loop, int *length, bool *constant)
{
    for (int i = 0; loop && i < dependence->nloops; i++) {
        if (dependence->loops[i] != loop->id)
            continue;
        int64_t distance = dependence->has_distance[i]               ? dependence->distance[i]
                           : dependence->direction[i] & DIRECTION_EQ ? 0
                           : dependence->direction[i] & DIRECTION_LT ? 1
                                                                     : -1;
        *constant = *constant && (dependence->has_distance[i] || dependence->direction[i] == DIRECTION_EQ);
        *constant = *constant && distance >= -LONGEST && distance <= LONGEST;
        *length = (int)(distance > LONGEST ? LONGEST : distance < -LONGEST ? -LONGEST : distance);
        return true;
    }
    return !loop;
}

static void add_arrow(IterationSpace *space, const Dependence *dependence)
{
    Arrow arrow = {.constant = true, .dependence = dependence};
    arrow.removed = dependence->privatized || dependence->reduction >= 0;
    if (!component(dependence, space->outer, &arrow.down, &arrow.constant) ||
        !component(dependence, space->inner, &arrow.right, &arrow.constant))
        return;
    if (!arrow.down && !arrow.right && arrow.constant)
        return;
    if (!arrow.down && !arrow.right) // it may be 0 in both
        *(moves_along(dependence, space->inner->id) ? &arrow.right : &arrow.down) = 1;
    for (int i = 0; i < space->count; i++) {
        Arrow *known = &space->arrows[i];
        if (known->down == arrow.down && known->right == arrow.right && known->removed == arrow.removed &&
            known->constant == arrow.constant)
            return;
    }
    if (space->count < MOST_ARROWS)
        space->arrows[space->count++] = arrow;
}

// ---- drawing

static double x_of(int column)
{
    return LEFT + column * STEP;
}

static double y_of(int row)
{
    return TOP + row * STEP;
}

static void draw_arrow(Page *page, const Arrow *arrow, int rows)
{
    enum { RADIUS = 6 };
    const char *style = arrow->removed    ? arrow->constant ? "arrow removed" : "arrow removed dashed"
                        : arrow->constant ? "arrow kept"
                                          : "arrow kept dashed";
    double length = __builtin_hypot(arrow->right, arrow->down), x = arrow->right / length, y = arrow->down / length;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < COLUMNS; column++) {
            int to_row = row + arrow->down, to_column = column + arrow->right;
            if (to_row < 0 || to_row >= rows || to_column < 0 || to_column >= COLUMNS)
                continue;
            svg_arrow(page, x_of(column) + x * RADIUS, y_of(row) + y * RADIUS, x_of(to_column) - x * RADIUS,
                      y_of(to_row) - y * RADIUS, style);
        }
}

static void draw(Page *page, const IterationSpace *space, const char *title, const char *words)
{
    int rows = space->outer ? ROWS : 1;
    svg_open(page, x_of(COLUMNS), y_of(rows) - STEP / 2.0, 400, title, words);
    svg_text(page, x_of(0), 16, "start", "iterations of %s", space->inner->loop->name);
    svg_arrow(page, x_of(0), 28, x_of(3), 28, "axis");
    if (space->outer) {
        svg_text(page, 4, TOP + 4, "start", "%s", space->outer->loop->name);
        svg_arrow(page, 12, TOP + 12, 12, TOP + 3 * STEP, "axis");
    }
    for (int i = 0; i < space->count; i++)
        draw_arrow(page, &space->arrows[i], rows);
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < COLUMNS; column++)
            svg_circle(page, x_of(column), y_of(row), 4, "point");
    svg_close(page);
}

static const char *words_of(Page *page, const IterationSpace *space)
{
    Text text = {.arena = page->arena};
    text_printf(&text, "Each point is an iteration%s. ",
                space->outer ? ", of the outer loop from top to bottom and of the inner one from left to right" : "");
    if (!space->count)
        text_printf(&text, "There are no arrows: no dependence was found between iterations of %s.",
                    space->outer ? "these two loops" : "the loop");
    for (int i = 0; i < space->count; i++) {
        const Arrow *arrow = &space->arrows[i];
        text_printf(&text, "%s%s: %s%s, %s. ", arrow->constant ? "Arrow " : "Dashed arrow ",
                    dependence_vector(space->facts, arrow->dependence), dependence_kind(arrow->dependence),
                    arrow->constant ? "" : ", of which the nearest is drawn",
                    !arrow->removed                 ? "which has to be kept"
                    : arrow->dependence->privatized ? "removed by a private copy"
                                                    : "removed by a reduction");
    }
    if (space->count == MOST_ARROWS)
        text_add(&text, "There may be further arrows: the table has all dependences.");
    return text_string(&text);
}

void page_iteration_space(Page *page)
{
    enum { MOST = 4 };
    const Facts *facts = page->explanation->facts;
    int drawn = 0;
    FOR_EACH(i, &facts->loops) {
        const LoopFact *leaf = &facts->loops.items[i];
        if (!is_innermost(facts, leaf) || drawn == MOST)
            continue;
        IterationSpace space = choose_loops(facts, leaf);
        FOR_EACH(d, &facts->dependences)
            add_arrow(&space, &facts->dependences.items[d]);
        const char *title = space.outer
                                ? arena_printf(page->arena, "Iteration space of loops %s and %s",
                                               space.outer->loop->name, space.inner->loop->name)
                                : arena_printf(page->arena, "Iteration space of loop %s", space.inner->loop->name);
        draw(page, &space, title, words_of(page, &space));
        drawn++;
    }
}
