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

// Of the elements, as in the first iteration: each iteration loads it.
static bool loaded_by_each(const Cells *cells, int64_t number)
{
    return cells->stage[number] == 0 && stage_after(cells, number, 1) == 1;
}

// The first one reads it, and no later one loads what is there then.
static bool loaded_before(const Cells *cells, int64_t number)
{
    return cells->stage[number] == 0 && stage_after(cells, number, 1) != 1;
}

typedef bool CellTest(const Cells *cells, int64_t number);

static WindowRows rows_of(Arena *arena, const Cells *cells, CellTest *test)
{
    WindowRows rows = {0};
    int64_t columns = cells->window->columns;
    bool follows = false;
    for (int64_t number = 0; number < cells->count; number++) {
        bool mine = test(cells, number);
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
    window->each = rows_of(arena, &cells, loaded_by_each);
    window->before = rows_of(arena, &cells, loaded_before);
}

// ---- windows that slide

// Whether the first iteration reads an element that this one becomes, or has been, some iterations away.
static bool meets_first(const Cells *cells, int64_t number, int64_t direction)
{
    for (int64_t away = 1; away <= SLIDING_TURNS; away++)
        if (stage_after(cells, number, direction * away) == 0)
            return true;
    return false;
}

// Elements between those that the first iteration reads: they are loaded before it, though later ones read them first.
static bool close_gaps(Cells *cells)
{
    bool any = false;
    for (int64_t number = 0; number < cells->count; number++) {
        if (cells->stage[number] <= 0 || !meets_first(cells, number, 1) || !meets_first(cells, number, -1))
            continue;
        cells->stage[number] = 0;
        any = true;
    }
    return any;
}

// What an iteration loads, and later ones use as well.
static bool is_passed_on(const Cells *cells, int64_t number)
{
    int64_t offset[WINDOW_DIMS], column = place_of(cells, number, offset);
    for (int d = 0; d < cells->window->ndim; d++)
        offset[d] -= cells->window->iteration[0][d];
    int64_t before = number_of(cells, offset, column);
    return loaded_by_each(cells, number) && before >= 0 && loaded_before(cells, before);
}

static bool loaded_and_used_up(const Cells *cells, int64_t number)
{
    return loaded_by_each(cells, number) && !is_passed_on(cells, number);
}

static bool loaded_or_passed_on(const Cells *cells, int64_t number)
{
    return loaded_before(cells, number) || is_passed_on(cells, number);
}

// By how much the window moves, in the only dimension in which it does; 0: it does not; more dimensions: false.
static bool one_direction(const ReuseWindow *window, int64_t *step)
{
    int directions = 0;
    *step = 0;
    for (int d = 0; d < window->ndim; d++)
        if (window->iteration[0][d]) {
            *step = window->iteration[0][d];
            directions++;
        }
    return directions <= 1;
}

static WindowRows moved_on(Arena *arena, const ReuseWindow *window, const WindowRows *rows)
{
    WindowRows made = {0};
    FOR_EACH(i, rows) {
        WindowRow row = rows->items[i];
        for (int d = 0; d < window->ndim; d++)
            row.offset[d] += window->iteration[0][d];
        VECTOR_PUSH(arena, &made, row);
    }
    return made;
}

// Rows whose registers are free come first.
static void turn_round(WindowRows *rows)
{
    for (int i = 0, k = rows->count - 1; i < k; i++, k--) {
        WindowRow row = rows->items[i];
        rows->items[i] = rows->items[k];
        rows->items[k] = row;
    }
}

bool window_find_slide(Arena *arena, ReuseWindow *window, const UnrolledLoops *unrolled, int64_t width)
{
    Cells cells = {.window = window, .unrolled = unrolled, .count = window->columns};
    bool ahead = unrolled->loops[0]->loop->slides > 1;
    int64_t step;
    for (int d = 0; d < window->ndim; d++)
        cells.count *= window->extent[d];
    if (window->step_column[0] || !one_direction(window, &step))
        return false;
    find_stages(&cells, width);
    window->gaps = close_gaps(&cells);
    if (!is_steady(&cells))
        return false;
    window->slides = true;
    window->each = rows_of(arena, &cells, ahead ? loaded_and_used_up : loaded_by_each);
    window->before = rows_of(arena, &cells, ahead ? loaded_or_passed_on : loaded_before);
    WindowRows passed_on = ahead ? rows_of(arena, &cells, is_passed_on) : (WindowRows){0};
    window->next = moved_on(arena, window, &passed_on);
    window->kept = step ? rows_of(arena, &cells, ahead ? loaded_or_passed_on : loaded_before) : (WindowRows){0};
    if (step < 0)
        turn_round(&window->kept);
    return true;
}
