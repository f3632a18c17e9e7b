// Prints a report as text, Markdown, CSV or JSON.
#ifndef CRS_BENCH_TABLES_H
#define CRS_BENCH_TABLES_H

#include "results.h"

#include <algorithm>
#include <stdarg.h>
#include <stdio.h>

namespace crs_bench
{

__attribute__((format(printf, 1, 2))) inline std::string text_of(const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

using Row = std::vector<std::string>;

// The first `left` columns are words, the others are numbers.
inline void print_rows(const std::vector<Row> &rows, size_t left, bool markdown)
{
    std::vector<int> widths(rows[0].size(), 3);
    for (const Row &row : rows)
        for (size_t c = 0; c < row.size(); c++)
            widths[c] = std::max(widths[c], (int)row[c].size());
    for (size_t r = 0; r < rows.size(); r++) {
        std::string line;
        for (size_t c = 0; c < rows[r].size(); c++)
            line += text_of(markdown ? "%s%*s " : "%s%*s",
                            markdown ? "| "
                            : c      ? "  "
                                     : "",
                            c < left ? -widths[c] : widths[c], rows[r][c].c_str());
        line += markdown ? "|" : "";
        line.erase(line.find_last_not_of(' ') + 1);
        puts(line.c_str());
        for (size_t c = 0; markdown && r == 0 && c < widths.size(); c++)
            fputs(c < left ? "|---" : "|---:", stdout);
        if (markdown && r == 0)
            puts("|");
    }
}

inline void print_times(const Report &report, bool markdown)
{
    bool sweep = !report.swept.empty();
    std::vector<Row> rows = {
        {report.function, "time", "spread", "GB/s", "of copy", "GFLOPS", "of fp32", "ratio", "differs"}};
    if (sweep)
        rows[0].insert(rows[0].begin(), "sizes");
    for (const Point &point : report.points)
        for (const Result &result : point.results) {
            double bandwidth = point.bytes / result.seconds, rate = point.operations / result.seconds;
            Row row = {result.name,
                       text_of("%.2f us", result.seconds * 1e6),
                       text_of("%.1f %%", result.spread * 100),
                       text_of("%.1f", bandwidth * 1e-9),
                       text_of("%.1f %%", 100 * bandwidth / report.ceilings.copy),
                       text_of("%.1f", rate * 1e-9),
                       text_of("%.1f %%", 100 * rate / report.ceilings.fp32),
                       text_of("%.3f", result.seconds / point.results[0].seconds),
                       text_of("%.2g", result.difference)};
            if (sweep)
                row.insert(row.begin(), point.sizes);
            rows.push_back(row);
        }
    print_rows(rows, sweep ? 2 : 1, markdown);
}

// A kernel of a sweep is listed once, at the first size that launches it like this.
inline void print_kernels(const Report &report, bool markdown)
{
    bool sweep = !report.swept.empty();
    std::vector<KernelUse> seen;
    std::vector<Row> rows = {{"kernel", "threads", "registers", "shared", "spilled", "blocks/SM", "occupancy"}};
    if (sweep)
        rows[0].insert(rows[0].begin(), "from");
    for (const Point &point : report.points)
        for (const KernelUse &kernel : point.kernels) {
            if (std::any_of(seen.begin(), seen.end(), [&](const KernelUse &other) { return kernel.is_same(other); }))
                continue;
            seen.push_back(kernel);
            rows.push_back({kernel.name, text_of("%d", kernel.threads), text_of("%d", kernel.registers),
                            text_of("%zu B", kernel.shared), text_of("%zu B", kernel.spilled),
                            text_of("%d", kernel.blocks), text_of("%.0f %%", kernel.occupancy * 100)});
            if (sweep)
                rows.back().insert(rows.back().begin(), point.sizes);
        }
    printf(
        "\nThe kernels, as the CUDA runtime reports them (registers and spilled bytes of a thread, shared memory of a "
        "block):\n%s",
        markdown ? "\n" : "");
    print_rows(rows, sweep ? 2 : 1, markdown);
}

// The command that profiles the kernels of the report and no others.
inline std::string profile_command(const Report &report)
{
    std::vector<std::string> names;
    std::string all;
    for (const Point &point : report.points)
        for (const KernelUse &kernel : point.kernels)
            if (std::find(names.begin(), names.end(), kernel.name) == names.end())
                names.push_back(kernel.name);
    for (const std::string &name : names)
        all += (all.empty() ? "" : "|") + name;
    return "ncu --set full --kernel-name 'regex:^(" + all + ")$' ./timing once";
}

// Whole calls take their time from the host's clock.
inline bool has_calls(const Report &report)
{
    const std::vector<Result> &results = report.points[0].results;
    return std::any_of(results.begin(), results.end(), [](const Result &result) { return result.as_called; });
}

inline void print_text(const Report &report, bool markdown)
{
    printf("%s%s on %s: median of %d rounds of %d, copy %.0f GB/s, fp32 %.1f TFLOPS\n%s",
           report.swept.empty() ? "" : "sweep of ",
           report.swept.empty() ? report.points[0].sizes.c_str() : report.swept.c_str(), report.device.c_str(),
           report.rounds, report.repetitions, report.ceilings.copy * 1e-9, report.ceilings.fp32 * 1e-12,
           markdown ? "\n" : "");
    print_times(report, markdown);
    if (has_calls(report))
        printf(
            "%sas called: from host pointers, with all copies and tests, by the host's clock; median of %d rounds of "
            "%d\n",
            markdown ? "\n" : "", report.rounds, report.calls);
    print_kernels(report, markdown);
    printf("\nTo profile them, in the folder of --export=DIR or --keep=DIR after `make timing`:\n%s    %s\n",
           markdown ? "\n" : "", profile_command(report).c_str());
}

inline void print_csv(const Report &report)
{
    printf("function,sizes,contender,seconds,spread,bytes_per_second,of_copy,operations_per_second,of_fp32,ratio,"
           "difference\n");
    for (const Point &point : report.points)
        for (const Result &result : point.results)
            printf("%s,\"%s\",%s,%.9g,%.4g,%.6g,%.4g,%.6g,%.4g,%.5g,%.3g\n", report.function.c_str(),
                   point.sizes.c_str(), result.name.c_str(), result.seconds, result.spread,
                   point.bytes / result.seconds, point.bytes / result.seconds / report.ceilings.copy,
                   point.operations / result.seconds, point.operations / result.seconds / report.ceilings.fp32,
                   result.seconds / point.results[0].seconds, result.difference);
}

inline void print_json_point(const Report &report, const Point &point)
{
    printf("{\"function\": \"%s\", \"sizes\": \"%s\", \"device\": \"%s\", \"bytes\": %.17g, \"operations\": %.17g,\n"
           " \"copy_ceiling\": %.6g, \"fp32_ceiling\": %.6g, \"contenders\": [",
           report.function.c_str(), point.sizes.c_str(), report.device.c_str(), point.bytes, point.operations,
           report.ceilings.copy, report.ceilings.fp32);
    for (const Result &result : point.results)
        printf("%s\n  {\"name\": \"%s\", \"seconds\": %.9g, \"spread\": %.4g, \"ratio\": %.5g, \"difference\": %.3g}",
               &result == &point.results[0] ? "" : ",", result.name.c_str(), result.seconds, result.spread,
               result.seconds / point.results[0].seconds, result.difference);
    fputs("],\n \"kernels\": [", stdout);
    for (const KernelUse &kernel : point.kernels)
        printf("%s\n  {\"name\": \"%s\", \"threads\": %d, \"registers\": %d, \"shared\": %zu, \"spilled\": %zu, "
               "\"blocks\": %d, \"occupancy\": %.4g}",
               &kernel == &point.kernels[0] ? "" : ",", kernel.name.c_str(), kernel.threads, kernel.registers,
               kernel.shared, kernel.spilled, kernel.blocks, kernel.occupancy);
    printf("]}");
}

// One object, or an array of them: one for each size of a sweep.
inline void print_json(const Report &report)
{
    bool sweep = !report.swept.empty();
    fputs(sweep ? "[" : "", stdout);
    for (const Point &point : report.points) {
        fputs(&point == &report.points[0] ? "" : ",\n", stdout);
        print_json_point(report, point);
    }
    puts(sweep ? "]" : "");
}

} // namespace crs_bench

#endif
