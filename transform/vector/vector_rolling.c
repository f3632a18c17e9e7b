// Rolling windows: each iteration of the outermost unrolled loop loads only the elements that no earlier one has
// loaded.
#include "transform/vector/vector_rolling.h"

enum { HELD_AT_ONCE = 256, LEAST_TURNS = 3 }; // bytes of registers

typedef struct Cells {
    const ReuseWindow *window;
    const UnrolledLoops *unrolled;
    int stage[WINDOW_CELLS]; // the first iteration of the outermost loop that reads the element; -1: none does
    int64_t count;
} Cells;

// Which one the element is in the box; -1: it lies outside.
static int64_t number_of(const Cells *cells, const int64_t *offset, int64_t column)
{
    const ReuseWindow *window = cells->window;
    int64_t number = 0;
    for (int d = 0; d < window->ndim; d++) {
        int64_t at = offset[d] - window->low[d];
        if (at < 0 || at >= window->extent[d])
            return -1;
        number = number * window->extent[d] + at;
    }
    column -= window->first;
    return column < 0 || column >= window->columns ? -1 : number * window->columns + column;
}

static int64_t place_of(const Cells *cells, int64_t number, int64_t *offset)
{
    const ReuseWindow *window = cells->window;
    int64_t column = number % window->columns + window->first;
    number /= window->columns;
    for (int d = window->ndim - 1; d >= 0; d--) {
        offset[d] = number % window->extent[d] + window->low[d];
        number /= window->extent[d];
    }
    return column;
}

// The stage of the element that so many iterations of the outermost loop read later; -1: there is none.
static int stage_after(const Cells *cells, int64_t number, int64_t unrolled)
{
    int64_t offset[WINDOW_DIMS], column = place_of(cells, number, offset);
    for (int d = 0; d < cells->window->ndim; d++)
        offset[d] += unrolled * cells->window->iteration[0][d];
    number = number_of(cells, offset, column);
    return number < 0 ? -1 : cells->stage[number];
}

static void find_stages(Cells *cells, int64_t width)
{
    const ReuseWindow *window = cells->window;
    int64_t iteration[MAX_UNROLLED_LOOPS] = {0};
    for (int64_t number = 0; number < cells->count; number++)
        cells->stage[number] = -1;
    do {
        FOR_EACH(u, &window->uses) {
            WindowRow row = window_row(window, &window->uses.items[u], cells->unrolled, iteration, width);
            for (int64_t column = row.begin; column < row.end; column++) {
                int *stage = &cells->stage[number_of(cells, row.offset, column)];
                *stage = *stage < 0 ? (int)iteration[0] : *stage;
            }
        }
    } while (unrolled_next(cells->unrolled, iteration));
}

// Whether all iterations but the first load alike, and the first one reads what it would load in that way.
static bool is_steady(const Cells *cells)
{
    int64_t extent = cells->unrolled->extent[0];
    for (int64_t number = 0; number < cells->count; number++) {
        int stage = cells->stage[number];
        for (int64_t iteration = 0; stage >= 1 && iteration < extent; iteration++)
            if (stage_after(cells, number, iteration - stage) != iteration)
                return false;
    }
    return true;
}

// The elements, as in the first iteration, that `each` iteration loads, or the others, which the first one reads.
static WindowRows rows_of(Arena *arena, const Cells *cells, bool each)
{
    WindowRows rows = {0};
    int64_t columns = cells->window->columns;
    bool follows = false;
    for (int64_t number = 0; number < cells->count; number++) {
        bool moves = stage_after(cells, number, 1) == 1, mine = cells->stage[number] == 0 && moves == each;
        follows = follows && number % columns;
        if (mine && follows) {
            rows.items[rows.count - 1].end++;
        } else if (mine) {
            WindowRow row = {0};
            row.begin = place_of(cells, number, row.offset);
            row.end = row.begin + 1;
            VECTOR_PUSH(arena, &rows, row);
        }
        follows = mine;
    }
    return rows;
}

void window_roll(Arena *arena, ReuseWindow *window, const UnrolledLoops *unrolled, int64_t width)
{
    Cells cells = {.window = window, .unrolled = unrolled, .count = window->columns};
    int64_t bytes = 0;
    for (int d = 0; d < window->ndim; d++)
        cells.count *= window->extent[d];
    FOR_EACH(i, &window->rows)
        bytes += (window->rows.items[i].end - window->rows.items[i].begin) * window->array->element->size;
    if (!unrolled->count || unrolled->extent[0] < LEAST_TURNS || window->step_column[0] || bytes <= HELD_AT_ONCE)
        return;
    find_stages(&cells, width);
    if (!is_steady(&cells))
        return;
    window->each = rows_of(arena, &cells, true);
    window->before = rows_of(arena, &cells, false);
}
