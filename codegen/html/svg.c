#include "codegen/html/svg.h"

#include <math.h>
#include <stdarg.h>

// With at most one decimal.
static const char *number(Page *page, double value)
{
    double tenths = round(value * 10);
    bool whole = fmod(tenths, 10) == 0;
    return arena_printf(page->arena, whole ? "%.0f" : "%.1f", tenths / 10 + 0.0);
}

void svg_open(Page *page, double width, double height, double least, const char *title, const char *words)
{
    int id = ++page->ids;
    const char *name = html_escaped(page->arena, title), *rest = html_escaped(page->arena, words);
    text_printf(page->out, "<figure>\n<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"%s\">", name);
    text_printf(page->out,
                "<svg role=\"img\" aria-labelledby=\"t%d\" aria-describedby=\"d%d\" viewBox=\"0 0 %s %s\" "
                "width=\"%s\" style=\"--least:%spx\">\n<title id=\"t%d\">%s</title><desc id=\"d%d\">%s</desc>\n",
                id, id, number(page, width), number(page, height), number(page, width), number(page, least), id, name,
                id, rest);
    page->caption = arena_printf(page->arena, "<figcaption><strong>%s</strong> %s</figcaption>", name, rest);
}

void svg_close(Page *page)
{
    text_printf(page->out, "</svg></div>\n%s\n</figure>\n", page->caption);
}

void svg_rect(Page *page, double x, double y, double width, double height, const char *style)
{
    text_printf(page->out, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" class=\"%s\"/>\n", number(page, x),
                number(page, y), number(page, width), number(page, height), style);
}

void svg_heat(Page *page, double x, double y, double width, double height, double share)
{
    text_printf(page->out,
                "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" class=\"heat\" fill-opacity=\"%.2f\"/>\n",
                number(page, x), number(page, y), number(page, width), number(page, height),
                share < 0   ? 0
                : share > 1 ? 1
                            : share);
}

void svg_line(Page *page, double x1, double y1, double x2, double y2, const char *style)
{
    text_printf(page->out, "<line x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\" class=\"%s\"/>\n", number(page, x1),
                number(page, y1), number(page, x2), number(page, y2), style);
}

void svg_circle(Page *page, double x, double y, double radius, const char *style)
{
    text_printf(page->out, "<circle cx=\"%s\" cy=\"%s\" r=\"%s\" class=\"%s\"/>\n", number(page, x), number(page, y),
                number(page, radius), style);
}

void svg_arrow(Page *page, double x1, double y1, double x2, double y2, const char *style)
{
    enum { HEAD = 7 };
    double length = hypot(x2 - x1, y2 - y1), x = (x2 - x1) / length, y = (y2 - y1) / length;
    svg_line(page, x1, y1, x2 - x * HEAD, y2 - y * HEAD, style);
    text_printf(page->out, "<path d=\"M%s %sL%s %sL%s %sz\" class=\"%s head\"/>\n", number(page, x2), number(page, y2),
                number(page, x2 - x * HEAD - y * HEAD / 2), number(page, y2 - y * HEAD + x * HEAD / 2),
                number(page, x2 - x * HEAD + y * HEAD / 2), number(page, y2 - y * HEAD - x * HEAD / 2), style);
}

void svg_text(Page *page, double x, double y, const char *style, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = arena_vprintf(page->arena, format, arguments);
    va_end(arguments);
    text_printf(page->out, "<text x=\"%s\" y=\"%s\" class=\"%s\">%s</text>\n", number(page, x), number(page, y), style,
                html_escaped(page->arena, text));
}
