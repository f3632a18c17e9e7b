// The rungs of the ladder by their predicted time, and where each is under the roofline.
#include "codegen/html/requests.h"
#include "codegen/html/svg.h"

#include <math.h>
#include <string.h>

enum { MOST_RUNGS = 24 };

enum { FMA, ALU, SPECIAL, FP64, MEMORY, CONTROL, KINDS }; // of instructions, as the model of cost has them
static const char *const kind_names[KINDS] = {"fma", "alu", "special", "fp64", "memory", "control"};

typedef struct Predicted {
    const char *name;
    double microseconds, bytes;
    double sectors;             // between L2 and the multiprocessors
    double shared;              // wavefronts of shared memory
    double instructions[KINDS]; // of warps
} Predicted;

typedef struct Chart {
    Predicted rungs[MOST_RUNGS];
    int count;
    double operations; // of the nest; 0: none, or not known
    Roofline roof;
} Chart;

// ---- the numbers

// All launches of a kernel.
static void add_kernel(Predicted *predicted, const KernelCost *cost)
{
    const WarpCounts *counts = &cost->counts;
    double each[KINDS] = {
        counts->fma,    counts->alu + counts->index, counts->special + counts->convert, counts->fp64, counts->memory,
        counts->control};
    double warps = cost->launches;
    int64_t threads = 1;
    for (int d = 0; d < 3; d++) {
        warps *= (double)cost->shape.grid[d];
        threads *= cost->shape.block[d];
    }
    int64_t warps_of_a_block = (threads + WARP_SIZE - 1) / WARP_SIZE;
    warps *= (double)warps_of_a_block;
    predicted->bytes += cost->launches * (cost->read + cost->written);
    predicted->sectors += cost->launches * cost->l2 / 32;
    predicted->shared += warps * counts->shared_wavefronts;
    for (int k = 0; k < KINDS; k++)
        predicted->instructions[k] += warps * each[k];
}

static bool predict(const Page *page, const ExplainRung *rung, Predicted *predicted)
{
    Explanation own = {.arena = page->arena, .options = page->explanation->options};
    own.nest = rung->nest;
    own.facts = rung->facts;
    MappingSizes sizes = explain_typical_sizes(&own);
    ProgramCost cost = cost_of(page->arena, page->explanation->device, rung->program->host, &sizes);
    *predicted = (Predicted){.name = rung->name, .microseconds = cost.time * 1e-3};
    FOR_EACH(i, &cost.kernels)
        add_kernel(predicted, &cost.kernels.items[i]);
    return !cost.unknown && cost.kernels.count > 0;
}

static Chart chart_of(const Page *page)
{
    const Explanation *explanation = page->explanation;
    MappingSizes sizes = explain_typical_sizes(explanation);
    Chart chart = {.operations = explain_operations(explanation, &sizes), .roof = explain_roofline(explanation)};
    for (int i = 0; i < explanation->rungs.count && chart.count < MOST_RUNGS; i++)
        if (predict(page, &explanation->rungs.items[i], &chart.rungs[chart.count]))
            chart.count++;
    return chart;
}

// ---- bars

static const char *time_words(const Page *page, const Predicted *rung)
{
    return arena_printf(page->arena, rung->microseconds < 100 ? "%.1f us" : "%.0f us", rung->microseconds);
}

static void draw_bars(Page *page, const Chart *chart)
{
    enum { ROW = 24, LEFT = 150, LENGTH = 400 };
    double most = 0;
    Text words = {.arena = page->arena};
    for (int i = 0; i < chart->count; i++) {
        most = fmax(most, chart->rungs[i].microseconds);
        text_printf(&words, "%s%s %s", i ? ", " : "", chart->rungs[i].name, time_words(page, &chart->rungs[i]));
    }
    svg_open(page, LEFT + LENGTH + 110, chart->count * ROW + 8, 480, "Predicted time of each rung",
             arena_printf(page->arena, "%s.", text_string(&words)));
    for (int i = 0; i < chart->count; i++) {
        double length = LENGTH * chart->rungs[i].microseconds / most;
        svg_text(page, LEFT - 8, i * ROW + 18, "end", "%d %s", i + 1, chart->rungs[i].name);
        svg_rect(page, LEFT, i * ROW + 5, length, ROW - 6, i == chart->count - 1 ? "bar last" : "bar");
        svg_text(page, LEFT + length + 6, i * ROW + 18, "start", "%s", time_words(page, &chart->rungs[i]));
    }
    svg_close(page);
}

// ---- the roofline, on logarithmic scales

enum { LEFT = 64, TOP = 30, WIDTH = 520, HEIGHT = 300 };

typedef struct Scale {
    double low, high; // powers of ten
} Scale;

static Scale scale_of(double least, double most)
{
    return (Scale){floor(log10(least)), fmax(ceil(log10(most)), floor(log10(least)) + 1)};
}

static double x_of(const Scale *scale, double value)
{
    return LEFT + WIDTH * (log10(value) - scale->low) / (scale->high - scale->low);
}

static double y_of(const Scale *scale, double value)
{
    return TOP + HEIGHT * (1 - (log10(value) - scale->low) / (scale->high - scale->low));
}

static double intensity(const Chart *chart, int rung)
{
    return chart->operations / fmax(chart->rungs[rung].bytes, 1);
}

static double speed(const Chart *chart, int rung) // 10^9 operations a second
{
    return chart->operations / (chart->rungs[rung].microseconds * 1e3);
}

static void draw_grid(Page *page, const Scale *x, const Scale *y)
{
    for (int power = (int)x->low; power <= x->high; power++) {
        double at = x_of(x, pow(10, power));
        svg_line(page, at, TOP, at, TOP + HEIGHT, "grid");
        svg_text(page, at, TOP + HEIGHT + 20, "middle small", "%g", pow(10, power));
    }
    for (int power = (int)y->low; power <= y->high; power++) {
        double at = y_of(y, pow(10, power));
        svg_line(page, LEFT, at, LEFT + WIDTH, at, "grid");
        svg_text(page, LEFT - 6, at + 4, "end small", "%g", pow(10, power));
    }
    svg_text(page, 4, 14, "start", "10^9 operations in a second");
    svg_text(page, LEFT + WIDTH / 2.0, TOP + HEIGHT + 40, "middle", "operations for each byte of DRAM");
}

static void draw_roof(Page *page, const Chart *chart, const Scale *x, const Scale *y)
{
    double ridge = chart->roof.peak / chart->roof.bandwidth, low = pow(10, x->low), high = pow(10, x->high);
    double first = fmax(low, pow(10, y->low) / chart->roof.bandwidth);
    if (ridge > first)
        svg_line(page, x_of(x, first), y_of(y, fmin(chart->roof.peak, first * chart->roof.bandwidth)),
                 x_of(x, fmin(ridge, high)), y_of(y, fmin(ridge, high) * chart->roof.bandwidth), "roof");
    if (ridge < high)
        svg_line(page, x_of(x, fmax(ridge, low)), y_of(y, chart->roof.peak), x_of(x, high), y_of(y, chart->roof.peak),
                 "roof");
}

// The rungs from top to bottom.
static void order_by_speed(const Chart *chart, int *order)
{
    for (int i = 0; i < chart->count; i++) {
        int at = i;
        for (; at > 0 && speed(chart, order[at - 1]) < speed(chart, i); at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

// Names in a column to the right, each with a line to its point, one below the other.
static void draw_points(Page *page, const Chart *chart, const Scale *x, const Scale *y)
{
    enum { BELOW = 16, COLUMN = LEFT + WIDTH + 14 };
    int order[MOST_RUNGS], last = chart->count - 1;
    double label[MOST_RUNGS];
    order_by_speed(chart, order);
    for (int i = 0; i <= last; i++) {
        double at = y_of(y, speed(chart, order[i]));
        label[i] = i ? fmax(at, label[i - 1] + BELOW) : at;
    }
    for (int i = last; i >= 0; i--)
        label[i] = fmin(label[i], i < last ? label[i + 1] - BELOW : TOP + HEIGHT - 2);
    for (int i = 0; i <= last; i++)
        svg_line(page, x_of(x, intensity(chart, order[i])), y_of(y, speed(chart, order[i])), COLUMN - 4, label[i],
                 "leader");
    for (int i = last; i >= 0; i--) { // the fastest is on top of the others
        int rung = order[i];
        svg_circle(page, x_of(x, intensity(chart, rung)), y_of(y, speed(chart, rung)), 5,
                   rung == last ? "dot last" : "dot");
        svg_text(page, COLUMN, label[i] + 4, "start small", "%d %s", rung + 1, chart->rungs[rung].name);
    }
}

static void draw_roofline(Page *page, const Chart *chart)
{
    double least_x = chart->roof.peak / chart->roof.bandwidth, most_x = least_x, least_y = chart->roof.peak,
           most_y = chart->roof.peak;
    for (int i = 0; i < chart->count; i++) {
        least_x = fmin(least_x, intensity(chart, i));
        most_x = fmax(most_x, intensity(chart, i));
        least_y = fmin(least_y, speed(chart, i));
        most_y = fmax(most_y, speed(chart, i));
    }
    Scale x = scale_of(least_x, most_x), y = scale_of(least_y, most_y);
    svg_open(page, LEFT + WIDTH + 150, TOP + HEIGHT + 48, 520, "The rungs under the roofline",
             arena_printf(page->arena,
                          "From bottom to top: 10^9 operations in a second, at most %.0f by arithmetic%s; the slope is "
                          "DRAM with %.0f GB/s. Numbers are those of the table.",
                          chart->roof.peak, chart->roof.doubles ? " on doubles" : "", chart->roof.bandwidth));
    draw_grid(page, &x, &y);
    draw_roof(page, chart, &x, &y);
    draw_points(page, chart, &x, &y);
    svg_close(page);
}

// ---- the table

static void add_table(Page *page, const Chart *chart)
{
    static const ReportColumn columns[] = {{"number", "number", true},
                                           {"rung", "rung", false},
                                           {"microseconds", "us, predicted", true},
                                           {"gain", "gain", true},
                                           {"megabytes", "MB of DRAM", true},
                                           {"speed", "10^9 operations/s", true},
                                           {"share", "% of DRAM's rate", true}};
    Report *report = report_new(page->arena);
    report_table(report, "rungs", columns, 7);
    for (int i = 0; i < chart->count; i++) {
        const Predicted *rung = &chart->rungs[i];
        report_row(report, false);
        report_cell_integer(report, i + 1);
        report_cell(report, rung->name);
        report_cell_real(report, rung->microseconds, 1);
        if (i)
            report_cell_real(report, chart->rungs[i - 1].microseconds / rung->microseconds, 2);
        else
            report_cell(report, NULL);
        report_cell_real(report, rung->bytes * 1e-6, 2);
        if (chart->operations > 0)
            report_cell_real(report, speed(chart, i), 1);
        else
            report_cell(report, NULL);
        report_cell_real(report, rung->bytes / (rung->microseconds * 10 * chart->roof.bandwidth), 0);
    }
    html_parts(page, &report->root, 4);
}

// Kinds that no rung executes have no column.
static void add_counts(Page *page, const Chart *chart)
{
    ReportColumn columns[4 + KINDS] = {{"number", "number", true},
                                       {"rung", "rung", false},
                                       {"sectors", "L2 sectors", true},
                                       {"wavefronts", "shared wavefronts", true}};
    int kinds[KINDS], count = 0;
    for (int k = 0; k < KINDS; k++) {
        bool used = false;
        for (int i = 0; i < chart->count; i++)
            used |= chart->rungs[i].instructions[k] >= 0.5;
        if (used)
            kinds[count++] = k;
    }
    for (int c = 0; c < count; c++)
        columns[4 + c] = (ReportColumn){kind_names[kinds[c]], kind_names[kinds[c]], true};
    Report *report = report_new(page->arena);
    report_table(report, "counts", columns, 4 + count);
    for (int i = 0; i < chart->count; i++) {
        const Predicted *rung = &chart->rungs[i];
        report_row(report, false);
        report_cell_integer(report, i + 1);
        report_cell(report, rung->name);
        report_cell_real(report, rung->sectors * 1e-3, 1);
        report_cell_real(report, rung->shared * 1e-3, 1);
        for (int c = 0; c < count; c++)
            report_cell_real(report, rung->instructions[kinds[c]] * 1e-3, 1);
    }
    html_parts(page, &report->root, 4);
}

void page_ladder(Page *page)
{
    if (!page->explanation->rungs.count || !page->explanation->device->bandwidth)
        return;
    Chart chart = chart_of(page);
    MappingSizes typical = explain_typical_sizes(page->explanation);
    const char *sizes = explain_sizes_words(page->arena, &typical);
    if (chart.count < 2)
        return;
    page_open_section(page, "The ladder, predicted", 3);
    page_sentence(
        page,
        "The rungs of 'curestruct ladder', from naive to planned%s%s. The times are predicted for one %s, not "
        "measured.",
        sizes ? ", for " : "", sizes ? sizes : "", page->explanation->device->title);
    draw_bars(page, &chart);
    if (chart.operations > 0 && chart.roof.peak > 0)
        draw_roofline(page, &chart);
    add_table(page, &chart);
    add_counts(page, &chart);
    page_close_section(page);
}
