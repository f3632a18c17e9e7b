// The resource space: threads of a block by results of a thread, with active blocks, S-cycles and AKBPSM.
#include "codegen/html/svg.h"

#include <math.h>

enum { CELL = 20, HEIGHT = 24, LEFT = 60, TOP = 24, MOST_ROWS = 16, MOST_COLUMNS = 40 };

// What the map is about: results of a thread, ascending, and threads.
typedef struct Axes {
    int64_t per_thread[MOST_ROWS];
    int rows, columns; // column c has 32 * (c + 1) threads
} Axes;

typedef struct Map {
    const char *title, *words;
    double (*value)(const ResourceRow *row);
    bool whole;
} Map;

static double active_blocks(const ResourceRow *row)
{
    return row->paper.active_blocks;
}

static double s_cycles(const ResourceRow *row)
{
    return row->paper.active_blocks ? row->paper.s_cycles : 0;
}

static double akbpsm(const ResourceRow *row)
{
    return row->paper.active_blocks ? row->paper.akbpsm : 0;
}

static void add_value(Axes *axes, int64_t per_thread)
{
    int at = axes->rows;
    for (int i = 0; i < axes->rows; i++)
        if (axes->per_thread[i] == per_thread)
            return;
    if (axes->rows == MOST_ROWS)
        return;
    for (; at > 0 && axes->per_thread[at - 1] > per_thread; at--)
        axes->per_thread[at] = axes->per_thread[at - 1];
    axes->per_thread[at] = per_thread;
    axes->rows++;
}

static Axes axes_of(const ResourceTable *table)
{
    Axes axes = {.rows = 0};
    for (int i = 0; i < table->count; i++) {
        const ResourceRow *row = &table->rows[i];
        add_value(&axes, row->per_thread);
        int column = row->threads / WARP_SIZE;
        axes.columns = column > axes.columns && column <= MOST_COLUMNS ? column : axes.columns;
    }
    return axes;
}

static int row_of(const Axes *axes, int64_t per_thread)
{
    for (int i = 0; i < axes->rows; i++)
        if (axes->per_thread[i] == per_thread)
            return i;
    return -1;
}

static double most_of(const ResourceTable *table, const Map *map)
{
    double most = 1;
    for (int i = 0; i < table->count; i++)
        most = map->value(&table->rows[i]) > most ? map->value(&table->rows[i]) : most;
    return most;
}

static void draw_axes(Page *page, const Axes *axes)
{
    double bottom = TOP + axes->rows * HEIGHT;
    for (int r = 0; r < axes->rows; r++)
        svg_text(page, LEFT - 6, TOP + (axes->rows - 1 - r) * HEIGHT + 16, "end small", "%lld",
                 (long long)axes->per_thread[r]);
    for (int c = 0; c < axes->columns; c += c ? 4 : 3)
        svg_text(page, LEFT + c * CELL + CELL / 2.0, bottom + 14, "middle small", "%d", WARP_SIZE * (c + 1));
    svg_text(page, 4, 14, "start", "results a thread");
    svg_text(page, LEFT + axes->columns * CELL / 2.0, bottom + 32, "middle", "threads of a block");
}

static void mark(Page *page, const Axes *axes, const ResourceRow *row, const char *style)
{
    int r = row ? row_of(axes, row->per_thread) : -1, c = row ? row->threads / WARP_SIZE - 1 : -1;
    if (r >= 0 && c >= 0 && c < axes->columns && row->threads % WARP_SIZE == 0)
        svg_rect(page, LEFT + c * CELL + 1, TOP + (axes->rows - 1 - r) * HEIGHT + 1, CELL - 2, HEIGHT - 2, style);
}

static void draw(Page *page, const SizeTable *sizes, const Axes *axes, const Map *map)
{
    const ResourceTable *table = sizes->table;
    double most = most_of(table, map);
    bool drawn[MOST_ROWS][MOST_COLUMNS] = {{false}};
    svg_open(page, LEFT + axes->columns * CELL + 12, TOP + axes->rows * HEIGHT + 42, 560, map->title, map->words);
    for (int i = 0; i < table->count; i++) {
        const ResourceRow *row = &table->rows[i];
        int c = row->threads / WARP_SIZE - 1, r = row_of(axes, row->per_thread);
        if (r < 0 || c < 0 || c >= axes->columns || row->threads % WARP_SIZE || drawn[r][c])
            continue;
        drawn[r][c] = true;
        double x = LEFT + c * CELL, y = TOP + (axes->rows - 1 - r) * HEIGHT, value = map->value(row);
        svg_heat(page, x, y, CELL, HEIGHT, 0.75 * (map->whole ? value / most : log1p(value) / log1p(most)));
        svg_rect(page, x, y, CELL, HEIGHT, row->paper_rank ? "cell" : "cell out");
        if (value > 0 && map->whole && value < 100)
            svg_text(page, x + CELL / 2.0, y + 16, row->paper_rank ? "middle small" : "middle small quiet", "%.0f",
                     value);
    }
    draw_axes(page, axes);
    mark(page, axes, table->by_paper, "ring paper");
    mark(page, axes, table->by_today, "ring today");
    mark(page, axes, sizes->chosen, "ring chosen");
    svg_close(page);
}

static const char *place_words(Page *page, const ResourceRow *row)
{
    return arena_printf(page->arena, "%d threads with %lld result%s each", row->threads, (long long)row->per_thread,
                        row->per_thread == 1 ? "" : "s");
}

// What the rings are.
static const char *rings(Page *page, const SizeTable *sizes)
{
    Text text = {.arena = page->arena};
    const ResourceTable *table = sizes->table;
    if (sizes->chosen)
        text_printf(&text, " The thick ring is the scheduled size, %s: %d active blocks, %.4g S-cycles.%s",
                    place_words(page, sizes->chosen), sizes->chosen->paper.active_blocks, s_cycles(sizes->chosen),
                    sizes->chosen->paper.active_blocks
                        ? ""
                        : " (The equation has all operands of a tile in shared memory; the schedule has fewer at a "
                          "time.)");
    else if (sizes->known)
        text_printf(&text, " The scheduled size, %d threads and tile %lld, is not on the map.", sizes->threads,
                    (long long)sizes->tile);
    if (table->by_paper)
        text_printf(&text, " The dashed ring is the paper's choice, %s.", place_words(page, table->by_paper));
    if (table->by_today)
        text_printf(&text, " The dotted ring is the choice by today's rules, %s.", place_words(page, table->by_today));
    return text_string(&text);
}

void page_resources(Page *page)
{
    SizeTable sizes;
    if (!explain_size_table(page->explanation, &sizes))
        return;
    Axes axes = axes_of(sizes.table);
    Map maps[] = {
        {"Active blocks, equation (1)",
         arena_printf(page->arena,
                      "Blocks of a multiprocessor at once, from 0 to %d; a tile has as many results as the threads "
                      "together. Cells with a faint number are ruled out by the paper's criterion.%s",
                      (int)most_of(sizes.table, &(Map){.value = active_blocks}), rings(page, &sizes)),
         active_blocks, true},
        {"S-cycles, equation (3)", "The hotter, the more; the paper wants a whole number, as large as possible.",
         s_cycles, true},
        {"AKBPSM, equation (2)",
         "Blocks of the whole launch for each multiprocessor, on a logarithmic scale. The paper wants as few as "
         "possible, "
         "but at least one.",
         akbpsm, false},
    };
    for (int i = 0; i < (sizes.table->query.results > 0 ? 3 : 2); i++)
        draw(page, &sizes, &axes, &maps[i]);
    if (sizes.table->query.results <= 0)
        page_sentence(page, "AKBPSM needs the number of results: --size gives it.");
}
