// Pictures as SVG. Colours are classes of style.css, which knows light and dark. A picture has a title and a
// description for those who do not see it, and a caption under it.
#ifndef CURESTRUCT_CODEGEN_HTML_SVG_H
#define CURESTRUCT_CODEGEN_HTML_SVG_H

#include "codegen/html/page.h"

// Opens a <figure>. `title` is also the first line of the caption, `words` is the rest of it and the description. Both
// are escaped here. Below `least` pixels of width the picture scrolls, but on a phone.
void svg_open(Page *page, double width, double height, double least, const char *title, const char *words);
void svg_close(Page *page);

void svg_rect(Page *page, double x, double y, double width, double height, const char *style);
// `share` (0 to 1) of the hot colour.
void svg_heat(Page *page, double x, double y, double width, double height, double share);
void svg_line(Page *page, double x1, double y1, double x2, double y2, const char *style);
void svg_circle(Page *page, double x, double y, double radius, const char *style);
void svg_arrow(Page *page, double x1, double y1, double x2, double y2, const char *style);
// `style`: "start", "middle" or "end", and other classes.
void svg_text(Page *page, double x, double y, const char *style, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
