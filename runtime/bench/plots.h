// Draws a report as SVG: bars for one size, curves for a sweep.
#ifndef CRS_BENCH_PLOTS_H
#define CRS_BENCH_PLOTS_H

#include "tables.h"

#include <cmath>

namespace crs_bench
{

// What is drawn: bytes or operations per second, whichever is nearer to its ceiling at the largest size.
struct Measure {
    bool computes;
    double unit, ceiling;
    const char *words, *limit;
};

inline Measure measure_of(const Report &report)
{
    const Point &last = report.points.back();
    bool computes = last.operations / report.ceilings.fp32 > last.bytes / report.ceilings.copy;
    if (computes)
        return {true, 1e12, report.ceilings.fp32, "rate in TFLOPS", "multiply-add kernel"};
    return {false, 1e9, report.ceilings.copy, "rate in GB/s", "copy kernel"};
}

inline double rate_of(const Measure &measure, const Point &point, const Result &result)
{
    return (measure.computes ? point.operations : point.bytes) / result.seconds / measure.unit;
}

inline std::string limit_words(const Measure &measure)
{
    return text_of("%s: %.*f", measure.limit, measure.computes ? 1 : 0, measure.ceiling / measure.unit);
}

// From value to pixel.
struct Axis {
    bool logarithmic;
    double low, high, from, to;
    double at(double value) const
    {
        double part = logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
        return from + part * (to - from);
    }
};

// Round numbers from 0 or from the axis' low end on: steps of 1, 2 or 5, or powers of ten.
inline std::vector<double> ticks_of(const Axis &axis)
{
    std::vector<double> ticks;
    if (axis.logarithmic) {
        for (double tick = axis.low; tick <= axis.high * 1.001; tick *= 10)
            ticks.push_back(tick);
        return ticks;
    }
    double power = std::pow(10.0, std::floor(std::log10(axis.high / 5))), steps = axis.high / 5 / power;
    double step = power * (steps <= 1 ? 1 : steps <= 2 ? 2 : steps <= 5 ? 5 : 10);
    for (int i = 0; i * step <= axis.high * 1.001; i++)
        ticks.push_back(i * step);
    return ticks;
}

// "64K", as --size reads it.
inline std::string size_words(double size)
{
    static const char *const suffixes[] = {"", "K", "M", "G"};
    int k = 0;
    while (k < 3 && size >= 1024 && std::fmod(size, 1024) == 0) {
        size /= 1024;
        k++;
    }
    return text_of("%.0f%s", size, suffixes[k]);
}

inline std::string escaped(const std::string &text)
{
    std::string out;
    for (char c : text)
        out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
    return out;
}

inline void draw_text(double x, double y, const char *anchor, const std::string &text, const char *more = "")
{
    printf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>\n", x, y, anchor, more, escaped(text).c_str());
}

inline void draw_line(double x1, double y1, double x2, double y2, const char *style)
{
    printf("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2, style);
}

inline const char *color_of(size_t contender)
{
    static const char *const colors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#666666"};
    return colors[contender % 7];
}

static const char grid_style[] = "stroke=\"#dddddd\"", axis_style[] = "stroke=\"#333333\"",
                  limit_style[] = "stroke=\"black\" stroke-dasharray=\"6 4\"";

inline void begin_drawing(int width, int height, const std::string &title)
{
    printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
           "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n",
           width, height, width, height, width, height);
    draw_text(20, 24, "start", title, " font-size=\"15\"");
}

inline void draw_bars(const Report &report)
{
    const Point &point = report.points[0];
    Measure measure = measure_of(report);
    double most = measure.ceiling / measure.unit;
    size_t longest = 0;
    for (const Result &result : point.results) {
        most = std::max(most, rate_of(measure, point, result));
        longest = std::max(longest, result.name.size());
    }
    double left = 30 + 8.0 * (double)longest, bottom = 50 + 30.0 * (double)point.results.size();
    Axis axis = {false, 0, most * 1.02, left, left + 520};
    begin_drawing((int)left + 620, (int)bottom + 75, report.function + ", " + point.sizes + ", on " + report.device);
    for (double tick : ticks_of(axis)) {
        draw_line(axis.at(tick), 40, axis.at(tick), bottom, grid_style);
        draw_text(axis.at(tick), bottom + 18, "middle", text_of("%g", tick));
    }
    for (size_t i = 0; i < point.results.size(); i++) {
        double rate = rate_of(measure, point, point.results[i]), y = 48 + 30 * (double)i;
        draw_text(left - 8, y + 15, "end", point.results[i].name);
        printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"20\" fill=\"%s\"/>\n", left, y,
               axis.at(rate) - left, color_of(i));
        draw_text(axis.to + 10, y + 15, "start", text_of("%.*f", measure.computes ? 1 : 0, rate));
    }
    double limit = axis.at(measure.ceiling / measure.unit);
    draw_line(left, 40, left, bottom, axis_style);
    draw_line(left, bottom, axis.to, bottom, axis_style);
    draw_line(limit, 40, limit, bottom, limit_style);
    draw_text((left + axis.to) / 2, bottom + 38, "middle", measure.words);
    draw_line(left, bottom + 56, left + 30, bottom + 56, limit_style);
    draw_text(left + 38, bottom + 60, "start", limit_words(measure));
    puts("</svg>");
}

// Decades where the rates are far apart, otherwise from 0 on.
inline Axis rate_axis(const Report &report, const Measure &measure, double from, double to)
{
    double most = measure.ceiling / measure.unit, least = most;
    for (const Point &point : report.points)
        for (const Result &result : point.results) {
            most = std::max(most, rate_of(measure, point, result));
            least = std::min(least, rate_of(measure, point, result));
        }
    if (most < 100 * least)
        return {false, 0, most * 1.05, from, to};
    return {true, std::pow(10.0, std::floor(std::log10(least))), std::pow(10.0, std::ceil(std::log10(most))), from, to};
}

// Of all sizes at most about ten have a label.
inline void draw_sweep_axes(const Report &report, const Measure &measure, const Axis &x, const Axis &y)
{
    size_t every = (report.points.size() + 9) / 10;
    for (size_t i = 0; i < report.points.size(); i += every) {
        double at = x.at(report.points[i].size);
        draw_line(at, y.to, at, y.from, grid_style);
        draw_text(at, y.from + 18, "middle", size_words(report.points[i].size));
    }
    for (double tick : ticks_of(y)) {
        draw_line(x.from, y.at(tick), x.to, y.at(tick), grid_style);
        draw_text(x.from - 8, y.at(tick) + 4, "end", text_of("%g", tick));
    }
    draw_line(x.from, y.to, x.from, y.from, axis_style);
    draw_line(x.from, y.from, x.to, y.from, axis_style);
    draw_text((x.from + x.to) / 2, y.from + 42, "middle", report.swept + (x.logarithmic ? " (logarithmic)" : ""));
    double middle = (y.from + y.to) / 2;
    draw_text(22, middle, "middle", std::string(measure.words) + (y.logarithmic ? " (logarithmic)" : ""),
              text_of(" transform=\"rotate(-90 22 %.1f)\"", middle).c_str());
}

inline void draw_curve(const Report &report, const Measure &measure, size_t contender, const Axis &x, const Axis &y)
{
    printf("<polyline fill=\"none\" stroke-width=\"2\" stroke=\"%s\" points=\"", color_of(contender));
    for (const Point &point : report.points)
        printf("%.1f,%.1f ", x.at(point.size), y.at(rate_of(measure, point, point.results[contender])));
    puts("\"/>");
    for (const Point &point : report.points)
        printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x.at(point.size),
               y.at(rate_of(measure, point, point.results[contender])), color_of(contender));
}

inline void draw_legend(const Report &report, const Measure &measure, double left)
{
    const std::vector<Result> &contenders = report.points[0].results;
    for (size_t i = 0; i <= contenders.size(); i++) {
        double y = 60 + 22 * (double)i;
        bool limit = i == contenders.size();
        draw_line(left, y, left + 30, y,
                  limit ? limit_style : text_of("stroke-width=\"2\" stroke=\"%s\"", color_of(i)).c_str());
        if (!limit)
            printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", left + 15, y, color_of(i));
        draw_text(left + 38, y + 4, "start", limit ? limit_words(measure) : contenders[i].name);
    }
}

inline void draw_sweep(const Report &report)
{
    Measure measure = measure_of(report);
    size_t longest = limit_words(measure).size();
    for (const Result &result : report.points[0].results)
        longest = std::max(longest, result.name.size());
    Axis x = {true, report.points.front().size, report.points.back().size, 80, 640};
    for (const Point &point : report.points) {
        x.low = std::min(x.low, point.size);
        x.high = std::max(x.high, point.size);
    }
    x.logarithmic = x.low > 0;
    x.high = std::max(x.high, x.low + 1);
    Axis y = rate_axis(report, measure, 400, 45);
    begin_drawing(720 + 8 * (int)longest, 465, report.function + " on " + report.device);
    draw_sweep_axes(report, measure, x, y);
    double limit = y.at(measure.ceiling / measure.unit);
    draw_line(x.from, limit, x.to, limit, limit_style);
    for (size_t c = 0; c < report.points[0].results.size(); c++)
        draw_curve(report, measure, c, x, y);
    draw_legend(report, measure, 660);
    puts("</svg>");
}

inline void print_svg(const Report &report) { report.swept.empty() ? draw_bars(report) : draw_sweep(report); }

} // namespace crs_bench

#endif
