// Which block and which thread computes which iteration: the tiles of the blocks, and the beginning of one of them with
// the numbers of its threads.
#include "codegen/html/svg.h"
#include "transform/plan/resources/assignment.h"
#include "transform/tree/loops.h"

enum { CELL = 20, HEIGHT = 18, LEFT = 60, TOP = 40, COLUMNS = 32, ROWS = 16, WIDE = 24, TALL = 12, LARGE = 26 };

typedef struct Tiles {
    Assignment assignment;
    const LoopShare *rows, *columns; // rows NULL: one loop
    const Facts *facts;
} Tiles;

// Of one iteration.
typedef struct Owner {
    int64_t block[3], thread[3];
} Owner;

static void divide(const LoopShare *share, int64_t number, Owner *owner)
{
    for (int p = share->nparts - 1; p >= 0; p--) {
        int64_t extent = share->part[p].extent, digit = p && extent ? number % extent : number;
        Binding binding = share->part[p].binding;
        number = p && extent ? number / extent : 0;
        if (binding_is_block(binding))
            owner->block[binding_dimension(binding)] = digit;
        else if (binding_is_thread(binding))
            owner->thread[binding_dimension(binding)] = digit;
    }
}

static Owner owner_of(const Tiles *tiles, int64_t row, int64_t column)
{
    Owner owner = {{0}, {0}};
    if (tiles->rows)
        divide(tiles->rows, row, &owner);
    divide(tiles->columns, column, &owner);
    return owner;
}

static bool same_block(const Owner *left, const Owner *right)
{
    return left->block[0] == right->block[0] && left->block[1] == right->block[1] && left->block[2] == right->block[2];
}

// Iterations after which the block changes at the latest: the parts after it. 0: no part is a block's.
static int64_t tile_extent(const LoopShare *share)
{
    int64_t extent = 1;
    for (int p = share->nparts - 1; p >= 0; p--) {
        if (binding_is_block(share->part[p].binding))
            return extent;
        extent *= share->part[p].extent ? share->part[p].extent : 1;
    }
    return 0;
}

static const char *name_of(const Tiles *tiles, const LoopShare *share)
{
    return facts_loop(tiles->facts, share->loop)->loop->name;
}

static void draw_axes(Page *page, const Tiles *tiles)
{
    svg_text(page, LEFT, 14, "start", "iterations of %s", name_of(tiles, tiles->columns));
    if (tiles->rows)
        svg_text(page, 4, TOP + 13, "start", "%s", name_of(tiles, tiles->rows));
}

// ---- blocks: each cell is a part of a tile, its first iteration decides

static void draw_blocks(Page *page, const Tiles *tiles)
{
    enum { PARTS = 4 }; // cells of a tile in each direction
    int64_t wide = tile_extent(tiles->columns), tall = tiles->rows ? tile_extent(tiles->rows) : 0;
    int rows = tiles->rows ? TALL : PARTS, columns = WIDE;
    double column_step = (double)(wide ? wide : COLUMNS) / PARTS, row_step = (double)(tall ? tall : ROWS) / PARTS;
    svg_open(page, LEFT + columns * LARGE + 12, TOP + rows * LARGE / 2.0 + 12, 520, "Tiles: the part of each block",
             arena_printf(page->arena,
                          "A block computes a tile of %lld%s iterations%s. Each is named by "
                          "its block's x, y and z.",
                          (long long)(wide ? wide : 1),
                          tiles->rows && tall ? arena_printf(page->arena, " x %lld", (long long)tall) : "",
                          tiles->rows && tall ? arena_printf(page->arena, " (%s x %s)", name_of(tiles, tiles->columns),
                                                             name_of(tiles, tiles->rows))
                                              : ""));
    draw_axes(page, tiles);
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns;) {
            int64_t row = (int64_t)(r * row_step);
            Owner owner = owner_of(tiles, tiles->rows ? row : 0, (int64_t)(c * column_step));
            int end = c + 1;
            for (; end < columns; end++) {
                Owner next = owner_of(tiles, tiles->rows ? row : 0, (int64_t)(end * column_step));
                if (!same_block(&owner, &next))
                    break;
            }
            double x = LEFT + c * LARGE, y = TOP + r * LARGE / 2.0;
            int64_t shade = (owner.block[0] + owner.block[1] + owner.block[2]) % 2;
            svg_rect(page, x, y, (end - c) * LARGE, LARGE / 2.0, shade ? "block odd" : "block");
            if (r % PARTS == 1 && end - c >= PARTS)
                svg_text(page, x + (end - c) * LARGE / 2.0, y + 12, "middle small", "%lld, %lld, %lld",
                         (long long)owner.block[0], (long long)owner.block[1], (long long)owner.block[2]);
            c = end;
        }
    for (int c = 0; c < columns; c += PARTS)
        svg_text(page, LEFT + c * LARGE + 2, TOP - 6, "start small", "%lld", (long long)(c * column_step));
    for (int r = PARTS; tiles->rows && r < rows; r += PARTS)
        svg_text(page, LEFT - 6, TOP + r * LARGE / 2.0 + 10, "end small", "%lld", (long long)(r * row_step));
    svg_close(page);
}

// ---- threads

static int64_t number_of(const Tiles *tiles, const Owner *owner)
{
    const int64_t *block = tiles->assignment.block;
    return owner->thread[0] + block[0] * (owner->thread[1] + block[1] * owner->thread[2]);
}

static void draw_threads(Page *page, const Tiles *tiles)
{
    const Owner first = owner_of(tiles, 0, 0);
    int rows = tiles->rows ? ROWS : 1;
    svg_open(
        page, LEFT + COLUMNS * CELL + 12, TOP + rows * HEIGHT + 10, 560, "Threads: the beginning of the first tile",
        "Each cell is an iteration, with the number of the thread that computes it. Threads of the first warp, 0 to "
        "31, have the strong colour, and other warps alternate. Empty cells belong to other blocks.");
    draw_axes(page, tiles);
    for (int c = 0; c < COLUMNS; c += 4)
        svg_text(page, LEFT + c * CELL + CELL / 2.0, TOP - 6, "middle small", "%d", c);
    for (int r = 0; r < rows; r++) {
        if (r % 4 == 0 && r)
            svg_text(page, LEFT - 6, TOP + r * HEIGHT + 13, "end small", "%d", r);
        for (int c = 0; c < COLUMNS; c++) {
            Owner owner = owner_of(tiles, r, c);
            double x = LEFT + c * CELL, y = TOP + r * HEIGHT;
            int64_t thread = number_of(tiles, &owner);
            bool ours = same_block(&owner, &first);
            svg_rect(page, x, y, CELL, HEIGHT,
                     !ours                         ? "cell"
                     : thread < WARP_SIZE          ? "cell warp first"
                     : thread / WARP_SIZE % 2 == 1 ? "cell warp odd"
                                                   : "cell warp");
            if (ours)
                svg_text(page, x + CELL / 2.0, y + 13, "middle tiny", "%lld", (long long)thread);
        }
    }
    svg_close(page);
}

// ---- which loops

// The assignment of the results, or of the first statement with an array; the last two of its loops that it divides.
static bool find_tiles(const Explanation *explanation, Tiles *tiles)
{
    LoopId loops[MAX_DEPTH];
    int count;
    const Access *write = explain_result(explanation, loops, &count);
    *tiles = (Tiles){.facts = explanation->facts};
    bool known = false;
    FOR_EACH(i, &explanation->facts->accesses) {
        const Access *access = write && count ? write : &explanation->facts->accesses.items[i];
        if (!known && access->array && explanation->scheduled)
            known = assignment_of(explanation->arena, explanation->scheduled, access->stmt->id, &tiles->assignment);
    }
    for (int i = 0; known && i < tiles->assignment.count; i++) {
        const LoopShare *share = &tiles->assignment.loops[i];
        bool ours = !count;
        for (int l = 0; l < count; l++)
            ours = ours || loops[l] == share->loop;
        if (ours && facts_loop(explanation->facts, share->loop)) { // not one that a step made of several
            tiles->rows = tiles->columns;
            tiles->columns = share;
        }
    }
    return tiles->columns;
}

void page_tiles(Page *page)
{
    Tiles tiles;
    if (!find_tiles(page->explanation, &tiles))
        return;
    draw_blocks(page, &tiles);
    draw_threads(page, &tiles);
}
