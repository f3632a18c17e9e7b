// The order of the reductions is that of M. Harris, "Optimizing Parallel Reduction in CUDA", with a last one by
// shuffles; the other orders are those of common courses. Sizes of blocks are the customary ones of 256 threads.
#include "transform/ladder/rungs.h"

#define FORMS(kind, forms) {kind, forms, sizeof(forms) / sizeof *(forms)}

// ---- reductions

#define A_TILE "tile $k 256; bind $k.tile block.x; bind $k.elem thread.x"
#define TWO_EACH                                                                                                  \
    "tile $k 512; cyclic $k.elem 256 as $k.thread $k.own; bind $k.tile block.x; bind $k.thread thread.x; unroll " \
    "$k.own"
#define GRID "cyclic $k 270336; tile $k.worker 256; bind $k.worker.tile block.x; bind $k.worker.elem thread.x"

#define INTERLEAVED                                                                                                  \
    "A tree in shared memory: threads 0, 2, 4, .. add, then 0, 4, 8, .. . In each warp fewer and fewer lanes work, " \
    "but all warps go on."
#define STRIDED                                                                                                        \
    "The first threads add, at places 2, 4, 8, .. apart. Whole warps are done early, but the lanes of a warp meet in " \
    "the same banks of shared memory."
#define TREE                                                                                                        \
    "The first half of the threads adds what the second half has. Neighbours read neighbours, so no bank is asked " \
    "twice."
#define LAST_WARP "Once one warp is left, its lanes wait for each other alone, and no longer for the block."
#define UNROLLED "The number of threads is a constant, so the tree needs no loop."
#define SHUFFLE \
    "Lanes of a warp pass partial results from register to register. Shared memory holds one value for each warp."

static const RungForm reductions[] = {
    {"interleaved", "An element for each thread. " INTERLEAVED, A_TILE, "interleaved"},
    {"strided", STRIDED, A_TILE, "strided"},
    {"tree", TREE, A_TILE, "tree"},
    {"first_add",
     "Each thread adds two elements as it loads them: half as many blocks, and no thread is idle in the first step.",
     TWO_EACH, "tree"},
    {"last_warp", LAST_WARP, TWO_EACH, "last_warp"},
    {"unrolled", UNROLLED, TWO_EACH, "unrolled"},
    {"cascade",
     "As many threads as the device can hold walk through memory together, and each adds many elements before the "
     "tree, which is then a small part of the work.",
     GRID, "unrolled"},
    {"shuffle", SHUFFLE, GRID, "shuffle"},
};
const RungForms reduction_rungs = FORMS("a reduction", reductions);

#define A_BLOCK "bind $j block.x; cyclic $k 256; bind $k.worker thread.x"

static const RungForm rows[] = {
    {"one_thread", "A thread has a row on its own. Neighbouring threads read places that are a row apart.",
     "tile $j 256; bind $j.tile block.x; bind $j.elem thread.x", NULL},
    {"interleaved", "A block has a row, so that neighbouring threads read neighbouring places. " INTERLEAVED, A_BLOCK,
     "interleaved"},
    {"strided", STRIDED, A_BLOCK, "strided"},
    {"tree", TREE, A_BLOCK, "tree"},
    {"last_warp", LAST_WARP, A_BLOCK, "last_warp"},
    {"unrolled", UNROLLED, A_BLOCK, "unrolled"},
    {"shuffle", SHUFFLE, A_BLOCK, "shuffle"},
    {"warps", "A warp has a row: eight rows in a block, no barrier, and short rows leave fewer threads idle.",
     "tile $j 8; cyclic $k 32; bind $j.tile block.x; bind $j.elem thread.y; bind $k.worker thread.x", "shuffle"},
    {"lanes", "Eight lanes of a warp have a row, for rows that are shorter than a few warps.",
     "tile $j 32; cyclic $k 8; bind $j.tile block.x; bind $j.elem thread.y; bind $k.worker thread.x", "shuffle"},
};
const RungForms row_rungs = FORMS("reductions of rows", rows);

#define A_COLUMN "tile $j 256; bind $j.tile block.x; bind $j.elem thread.x"
#define EIGHT_ROWS "tile $j 32; cyclic $k 8; bind $j.tile block.x; bind $j.elem thread.x; bind $k.worker thread.y"

static const RungForm columns[] = {
    {"across", "A block has a column. Neighbouring threads read places that are a row apart.", A_BLOCK, "tree"},
    {"one_thread", "A thread has a column on its own. Neighbouring threads read neighbours, but there are few of them.",
     A_COLUMN, NULL},
    {"parts",
     "Eight threads share a column: a warp still reads along a row, and more of memory is asked for at a time.",
     EIGHT_ROWS, "tree"},
};
const RungForms column_rungs = FORMS("reductions of columns", columns);

// ---- products

#define SQUARES "tile $i 16; tile $j 16; interchange $i.elem $j.tile; "

static const RungForm products[] = {
    {"naive",
     "A thread for each result. The lanes of a warp have different rows, so that each access takes many sectors.",
     SQUARES "bind $i.tile block.x; bind $j.tile block.y; bind $i.elem thread.x; bind $j.elem thread.y", NULL},
    {"coalesced", "The lanes of a warp have neighbouring columns: they read neighbours, or all the same element.",
     SQUARES "bind $i.tile block.y; bind $j.tile block.x; bind $i.elem thread.y; bind $j.elem thread.x", NULL},
    {"shared_tile",
     "A block loads squares of its operands to shared memory, and each thread reads all of a row and a column there.",
     SQUARES "bind $i.tile block.y; bind $j.tile block.x; bind $i.elem thread.y; bind $j.elem thread.x; tile $k 16$s",
     NULL},
};
const RungForms product_rungs = FORMS("a product", products);

// ---- histograms

static const RungForm histograms[] = {
    {"own_copies", "Every thread counts in a copy of its own, in global memory. Then the copies are added up.",
     "privatize $x global 1024 threads 256; combine $x threads 256", NULL},
    {"global_atomics",
     "All threads count in one histogram in global memory, by atomic operations: as many threads as the device can "
     "hold. Those with equal keys wait for each other.",
     "privatize $x global 1 threads 256 blocks 1056; combine $x threads 256", NULL},
    {"shared_copy", "Every block counts in one copy in shared memory. Threads with equal keys wait for each other.",
     "privatize $x shared 1 threads 256 blocks 528; combine $x threads 256", NULL},
    {"shared_copies", "Several copies in each block: fewer threads share a place.",
     "privatize $x shared 8 threads 256 blocks 528; combine $x threads 32", NULL},
    {"rotated", "A copy for each lane, of which the lanes add up different keys at a time: no bank is asked twice.",
     "privatize $x shared 32 threads 512 blocks 528 rotated; combine $x threads 32", NULL},
};
const RungForms histogram_rungs = FORMS("a histogram", histograms);

// ---- parallel loops

static const RungForm lines[] = {
    {"chunks", "A thread has 64 neighbouring elements. At any time the lanes of a warp are 64 elements apart.",
     "tile $j 64 as $j.part $j.own; tile $j.part 256; bind $j.part.tile block.x; bind $j.part.elem thread.x", NULL},
    {"coalesced", "Neighbouring threads have neighbouring elements, so a warp reads whole sectors.",
     "tile $j 256; bind $j.tile block.x; bind $j.elem thread.x", NULL},
};
const RungForms line_rungs = FORMS("a parallel loop", lines);

#define A_ROW "tile $i 256; bind $i.tile block.x; bind $i.elem thread.x"
#define PLANE                                                                                          \
    "tile $i 8; tile $j 32; interchange $i.elem $j.tile; bind $i.tile block.y; bind $j.tile block.x; " \
    "bind $i.elem thread.y; bind $j.elem thread.x"

static const RungForm planes[] = {
    {"rows", "A thread has a row. Neighbouring threads are a row apart, and there are few of them.", A_ROW, NULL},
    {"coalesced", "A thread for each element, and the lanes of a warp have neighbouring columns.", PLANE, NULL},
};
const RungForms plane_rungs = FORMS("a plane of parallel iterations", planes);

#define FOUR_ROWS                                                                                                   \
    "tile $j 1 as $j.group $j.lane; tile $i 4 as $i.group $i.own; tile $i.group 8 as $i.tile $i.thread; tile "      \
    "$j.group "                                                                                                     \
    "32 as $j.tile $j.thread; interchange $i.own $j.tile; interchange $i.own $j.thread; interchange $i.thread "     \
    "$j.tile; "                                                                                                     \
    "bind $i.tile block.y; bind $j.tile block.x; bind $i.thread thread.y; bind $j.thread thread.x; unroll $i.own; " \
    "vectorize $j.lane"

static const RungForm stencils[] = {
    {"naive",
     "A thread for each element. The lanes of a warp have different rows, so that each access takes many sectors.",
     SQUARES "bind $i.tile block.x; bind $j.tile block.y; bind $i.elem thread.x; bind $j.elem thread.y", NULL},
    {"coalesced",
     "The lanes of a warp have neighbouring columns. What neighbours read again comes from the cache, if it still has "
     "it.",
     PLANE, NULL},
    {"halo",
     "A block loads its tile and the elements around it to shared memory. Threads load more than one element for that, "
     "and ask for each whether it exists.",
     PLANE "; stage $a shared at $j.elem", NULL},
    {"row_registers", "A thread has four rows of a column, and loads what several of them read once, to registers.",
     FOUR_ROWS, NULL},
};
const RungForms stencil_rungs = FORMS("a stencil", stencils);

#define SQUARE                                                                                          \
    "tile $i 32; tile $j 32; interchange $i.elem $j.tile; bind $r.tile block.y; bind $w.tile block.x; " \
    "bind $r.elem thread.y; bind $w.elem thread.x; stage $a shared at $j.elem"

static const RungForm transposes[] = {
    {"rows", "A thread has a row. Neighbouring threads are a row apart, and there are few of them.", A_ROW, NULL},
    {"coalesced", "A thread for each element. A warp goes along rows of one array, and across those of the other one.",
     PLANE, NULL},
    {"tile",
     "A square goes through shared memory, so that both arrays are walked along their rows. But the lanes of a warp "
     "read a column of the square, whose elements are all in one bank.",
     SQUARE, NULL},
    {"padded", "Each row of the square has one more element, so that the elements of a column are in different banks.",
     SQUARE " pad 1", NULL},
    {"vectorized",
     "A thread stores four neighbours at once, by one access of 16 bytes: a quarter of the stores, and of the work for "
     "indices and tests.",
     "$otile $r 32; tile $w 32; interchange $r.elem $w.tile; tile $w.elem 4 as $w.thread $w.lane; bind $r.tile "
     "block.y; bind $w.tile block.x; bind $r.elem thread.y; bind $w.thread thread.x; stage $a shared at $w.thread pad "
     "1; vectorize $w.lane",
     NULL},
};
const RungForms transpose_rungs = FORMS("a transposition", transposes);

// ---- scans

#define ALONE                                                                                                      \
    "One thread takes all elements one after the other, as the serial loop does: once for the total, and once to " \
    "store each running value."
#define PARTS                                                                                                        \
    "The loop is cut into parts. A thread adds up each part; one thread adds up the totals; then a thread for each " \
    "part goes through it again, from the value before it. Neighbouring threads are a part apart in memory."
#define BY_BLOCK "; bind $k.part block.x; cyclic $k 256; bind $k.worker thread.x"
#define THREADS(part) "; tile " part " 256; bind " part ".tile block.x; bind " part ".elem thread.x"

static const RungForm scans[] = {
    {"one_thread", ALONE, "scan $k 1073741824", NULL},
    {"parts", PARTS, "scan $k 1024", NULL},
    {"totals",
     "A block adds up a part, by a tree: neighbouring threads read neighbouring places. The rest is as before.",
     "scan $k 1024" BY_BLOCK THREADS("$k.part#3") "; reduce $t tree", NULL},
    {"levels", "The totals are cut into parts in their turn, so that no thread has to go through all of them.",
     "scan $k 1024; scan $k.part#2 1024" BY_BLOCK THREADS("$k.part.part") THREADS("$k.part.part#3")
         THREADS("$k.part#4") "; reduce $t tree",
     NULL},
    {"short_parts",
     "Parts of 32 elements, a thread for each: more threads, and what neighbouring threads read is nearer together.",
     "scan $k 32; scan $k.part#2 1024" THREADS("$k.part") THREADS("$k.part.part") THREADS("$k.part.part#3")
         THREADS("$k.part#4"),
     NULL},
};
const RungForms scan_rungs = FORMS("a scan", scans);

static const RungForm recurrences[] = {
    {"one_thread", ALONE, "scan $k 1073741824", NULL},
    {"parts", PARTS, "scan $k 1024", NULL},
};
const RungForms recurrence_rungs = FORMS("a scan", recurrences);

// ---- the planner's steps

const RungForm planned_rungs[PLANNED_LEVELS] = {
    {.name = "mapped",
     .idea = "From here on, the planner's own schedule, one group of its steps after the other. The first group is its "
             "loops: which thread does what, and nothing else."},
    {.name = "registers", .idea = "What a thread has in its hands stays in registers, and short loops are unrolled."},
    {.name = "shared", .idea = "What the threads of a block share is loaded to shared memory once."},
    {.name = "vectors", .idea = "Accesses of 16 bytes, and layouts in shared memory that need no bank twice."},
    {.name = "pipelined", .idea = "Copies for the next iterations run while one works."},
};
const char planned_idea[] = "What the planner chose, with its versions and vectors: not in plain style.";

const char *rung_steps(Arena *arena, const RungForm *form, const RungNames *names)
{
    Text text = {.arena = arena};
    for (const char *at = form->steps; *at; at++) {
        if (*at != '$') {
            text_add_n(&text, at, 1);
            continue;
        }
        switch (*++at) {
        case 'i': text_add(&text, names->outer); break;
        case 'j': text_add(&text, names->inner); break;
        case 'k': text_add(&text, names->along); break;
        case 'x': text_add(&text, names->place); break;
        case 'a': text_add(&text, names->array); break;
        case 't': text_add(&text, names->total); break;
        case 's': text_add(&text, names->stages); break;
        case 'w': text_add(&text, names->writes); break;
        case 'r': text_add(&text, names->reads); break;
        case 'o': text_add(&text, names->order); break;
        default: unreachable_bug("a name that rungs do not have");
        }
    }
    return text_string(&text);
}
