#include "analysis/model/cost/footprint.h"

#include <stdlib.h>

enum { COPIES = 24, MOST_INTERVALS = 512 };

typedef struct Union {
    Interval items[MOST_INTERVALS * 2];
    int count;
    double times; // such sets, apart from each other
} Union;

static int by_begin(const void *left, const void *right)
{
    const Interval *a = left, *b = right;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

static void merge(Union *places)
{
    int kept = 0;
    qsort(places->items, (size_t)places->count, sizeof *places->items, by_begin);
    for (int i = 1; i < places->count; i++) {
        if (places->items[i].begin > places->items[kept].end)
            places->items[++kept] = places->items[i];
        else if (places->items[i].end > places->items[kept].end)
            places->items[kept].end = places->items[i].end;
    }
    places->count = places->count ? kept + 1 : 0;
}

static double bytes_of(const Union *places)
{
    double bytes = 0;
    for (int i = 0; i < places->count; i++)
        bytes += (double)(places->items[i].end - places->items[i].begin);
    return bytes;
}

static void repeat(Union *places, int64_t stride, int64_t copies)
{
    int before = places->count;
    for (int64_t c = 1; c < copies; c++)
        for (int i = 0; i < before && places->count < 2 * MOST_INTERVALS; i++)
            places->items[places->count++] =
                (Interval){places->items[i].begin + c * stride, places->items[i].end + c * stride};
    merge(places);
}

static int64_t shortest(const Union *places)
{
    int64_t length = INT64_MAX;
    for (int i = 0; i < places->count; i++) {
        int64_t own = places->items[i].end - places->items[i].begin;
        length = own < length ? own : length;
    }
    return length;
}

// `count` copies of the set, at that distance. Of many overlapping ones a few are made, and the rest is as the last of
// these.
static void spread(Union *places, int64_t stride, int64_t count, int64_t granule)
{
    int64_t span = places->items[places->count - 1].end - places->items[0].begin;
    if (stride <= granule || stride <= shortest(places)) { // no gap of a whole granule
        for (int i = 0; i < places->count; i++)
            places->items[i].end += stride * (count - 1);
        merge(places);
        return;
    }
    if (stride >= span) {
        places->times *= (double)count;
        return;
    }
    int64_t most = MOST_INTERVALS / places->count < COPIES ? MOST_INTERVALS / places->count : COPIES;
    most = most < 2 ? 2 : most;
    if (count <= most) {
        repeat(places, stride, count);
        return;
    }
    repeat(places, stride, most - 1);
    double before = bytes_of(places);
    Union last = *places;
    repeat(&last, stride, 2);
    double after = bytes_of(&last);
    *places = last;
    places->times *= (after + (double)(count - most) * (after - before)) / after;
}

static int by_stride(const void *left, const void *right)
{
    const FormTerm *a = left, *b = right;
    return (llabs(a->factor) > llabs(b->factor)) - (llabs(a->factor) < llabs(b->factor));
}

static double granules_of(const Union *places, int64_t granule)
{
    double granules = 0;
    for (int i = 0; i < places->count; i++) {
        int64_t whole = (places->items[i].end - places->items[i].begin + granule - 1) / granule;
        granules += (double)whole;
    }
    return granules * places->times;
}

double group_footprint(const AccessGroup *group, const Window *window)
{
    Union places;
    FormTerm terms[MOST_TERMS];
    int count = 0;
    places.count = 0;
    places.times = 1;
    for (int i = 0; i < group->constants.count && i < MOST_INTERVALS; i++)
        places.items[places.count++] = group->constants.items[i];
    if (!places.count)
        return 0;
    merge(&places);
    for (int t = 0; t < group->form.count; t++)
        if (window->extent[group->form.terms[t].variable] > 1)
            terms[count++] = group->form.terms[t];
    qsort(terms, (size_t)count, sizeof *terms, by_stride);
    for (int t = 0; t < count; t++)
        spread(&places, llabs(terms[t].factor), window->extent[terms[t].variable], window->granule);
    return granules_of(&places, window->granule) * (double)window->granule;
}
