// Which thread of the first warp touches which element, and the sectors that this costs.
#include "codegen/html/requests.h"
#include "codegen/html/svg.h"

#include <stdlib.h>

enum { MOST_SECTORS = 2 * WARP_SIZE, LANE = 20, LEFT = 8, TOP = 24, MEMORY = 120, SECTOR_HEIGHT = 22, GAP = 5 };

typedef struct Sectors {
    int64_t number[MOST_SECTORS]; // ascending
    int count;
} Sectors;

static int compare(const void *left, const void *right)
{
    int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
    return a < b ? -1 : a > b;
}

static Sectors sectors_of(const WarpRequest *request)
{
    Sectors sectors = {.count = 0};
    for (int i = 0; i < WARP_SIZE; i++) {
        int64_t last = (request->lane[i] + request->width - 1) / SECTOR_BYTES;
        for (int64_t s = request->lane[i] / SECTOR_BYTES; (request->active >> i & 1) && s <= last; s++) {
            bool known = false;
            for (int k = 0; k < sectors.count; k++)
                known = known || sectors.number[k] == s;
            if (!known && sectors.count < MOST_SECTORS)
                sectors.number[sectors.count++] = s;
        }
    }
    qsort(sectors.number, (size_t)sectors.count, sizeof *sectors.number, compare);
    return sectors;
}

// ---- where a byte is in the picture

typedef struct Strip {
    Sectors sectors;
    double x[MOST_SECTORS], width;
} Strip;

static Strip strip_of(const WarpRequest *request)
{
    Strip strip = {.sectors = sectors_of(request)};
    int gaps = 0, count = strip.sectors.count;
    for (int s = 1; s < count; s++)
        gaps += strip.sectors.number[s] != strip.sectors.number[s - 1] + 1;
    strip.width = (double)(WARP_SIZE * LANE - gaps * GAP) / (count ? count : 1);
    double x = LEFT;
    for (int s = 0; s < count; s++) {
        x += s && strip.sectors.number[s] != strip.sectors.number[s - 1] + 1 ? GAP : 0;
        strip.x[s] = x;
        x += strip.width;
    }
    return strip;
}

static double place_of(const Strip *strip, int64_t byte)
{
    for (int s = 0; s < strip->sectors.count; s++)
        if (strip->sectors.number[s] == byte / SECTOR_BYTES)
            return strip->x[s] + strip->width * (double)(byte % SECTOR_BYTES) / SECTOR_BYTES;
    return LEFT;
}

static void draw_lanes(Page *page, const WarpRequest *request, const Strip *strip)
{
    for (int i = 0; i < WARP_SIZE; i++) {
        double x = LEFT + i * LANE, first = place_of(strip, request->lane[i]);
        bool active = request->active >> i & 1;
        svg_rect(page, x + 1, TOP, LANE - 2, 18, !active ? "idle" : i % 2 ? "lane odd" : "lane");
        svg_text(page, x + LANE / 2.0, TOP + 13, "middle small", "%d", i);
        if (!active)
            continue;
        double width = strip->width * (double)request->width / SECTOR_BYTES;
        svg_line(page, x + LANE / 2.0, TOP + 18, first + width / 2, MEMORY, i % 2 ? "ray odd" : "ray");
        svg_rect(page, first, MEMORY, width, SECTOR_HEIGHT, i % 2 ? "lane odd" : "lane");
    }
}

static void draw(Page *page, const WarpRequest *request, const char *title, const char *words)
{
    Strip strip = strip_of(request);
    int count = strip.sectors.count;
    int64_t first = strip.sectors.number[0] * SECTOR_BYTES, last = (strip.sectors.number[count - 1] + 1) * SECTOR_BYTES;
    svg_open(page, WARP_SIZE * LANE + 2 * LEFT, MEMORY + SECTOR_HEIGHT + 24, 520, title, words);
    svg_text(page, LEFT, 14, "start", "the 32 threads of the warp");
    for (int s = 0; s < count; s++)
        svg_rect(page, strip.x[s], MEMORY, strip.width, SECTOR_HEIGHT, "sector");
    draw_lanes(page, request, &strip);
    for (int s = 0; s < count; s++)
        svg_rect(page, strip.x[s], MEMORY, strip.width, SECTOR_HEIGHT, "frame");
    svg_text(page, LEFT, MEMORY + SECTOR_HEIGHT + 16, "start", "%d sector%s, bytes %lld to %lld of %s", count,
             count == 1 ? "" : "s", (long long)first, (long long)last - 1, request->access->array->name);
    svg_close(page);
}

// ---- in words

static int64_t bytes_used(const WarpRequest *request)
{
    int64_t bytes = 0;
    for (int i = 0; i < WARP_SIZE; i++) {
        bool seen = false;
        for (int k = 0; k < i; k++)
            seen = seen || ((request->active >> k & 1) && request->lane[k] == request->lane[i]);
        bytes += (request->active >> i & 1) && !seen ? request->width : 0;
    }
    return bytes;
}

static const char *words_of(Page *page, const KernelCost *cost, const WarpRequest *request)
{
    const Array *array = request->access->array;
    Text text = {.arena = page->arena};
    int shown[] = {0, 1, 31};
    for (int i = 0; i < 3; i++)
        if (request->active >> shown[i] & 1)
            text_printf(&text, "%s %d touches %s", text.length ? ", thread" : "Thread", shown[i],
                        element_words(page, array, request->lane[shown[i]], &cost->sizes));
    int64_t used = bytes_used(request), moved = (int64_t)request->sectors * SECTOR_BYTES;
    text_printf(&text, "%s%d thread%s, %lld byte%s each: %d sector%s of 32 bytes, of which %.0f %% %s.",
                text.length ? ". " : "", __builtin_popcount(request->active),
                __builtin_popcount(request->active) == 1 ? "" : "s", (long long)request->width,
                request->width == 1 ? "" : "s", request->sectors, request->sectors == 1 ? "" : "s",
                moved ? 100.0 * (double)(used < moved ? used : moved) / (double)moved : 0.0,
                request->writes ? "are written" : "are used");
    return text_string(&text);
}

void page_warp(Page *page, const KernelCost *cost)
{
    enum { MOST = 8 };
    int left;
    WarpRequests requests = first_warp_requests(page, cost, false, MOST, &left);
    FOR_EACH(i, &requests) {
        const WarpRequest *request = &requests.items[i];
        if (request->active)
            draw(
                page, request,
                arena_printf(page->arena, "%s of %s", request->writes ? "Store" : "Load", request->access->array->name),
                words_of(page, cost, request));
    }
    if (left)
        page_sentence(page, "Other requests of this warp that are not drawn: %d.", left);
}
