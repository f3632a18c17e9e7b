#include "compare.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the values of a region

typedef struct Walk {
    const Group *group;
    const Leaves *leaves;
    long first, last; // elements
} Walk;

static bool begin_walk(const Layout *layout, int region, Walk *walk)
{
    const Region *of = &layout->regions[region];
    walk->group = &layout->groups[of->group];
    walk->leaves = leaves_of(walk->group->element);
    long size = walk->group->element->size;
    if (!of->compared || size == 0 || walk->leaves->count == 0)
        return false;
    walk->first = walk->group->low / size;
    walk->last = walk->group->high / size;
    return walk->last > walk->first;
}

static const unsigned char *value_at(const Layout *layout, const Image *image, int region, const Walk *walk,
                                     long element, int leaf)
{
    return image_at(layout, image, region, element * walk->group->element->size + walk->leaves->items[leaf].offset);
}

// Calls f for every compared value.
typedef void ValueVisitor(void *context, int region, const Walk *walk, long element, int leaf);
static void visit_region(const Layout *layout, int region, ValueVisitor *visit, void *context)
{
    Walk walk;
    if (!begin_walk(layout, region, &walk))
        return;
    for (long e = walk.first; e < walk.last; e++)
        for (int l = 0; l < walk.leaves->count; l++)
            visit(context, region, &walk, e, l);
}

static void visit_values(const Layout *layout, ValueVisitor *visit, void *context)
{
    for (int r = 0; r < layout->region_count; r++)
        visit_region(layout, r, visit, context);
}

// ---- tolerance

void tolerance_begin(const Layout *layout, Tolerance *tolerance)
{
    size_t count = (size_t)layout->region_count + 1;
    *tolerance = (Tolerance){.region_count = layout->region_count};
    tolerance->least = calloc(count, sizeof(double *));
    tolerance->most = calloc(count, sizeof(double *));
    tolerance->array_most = calloc(count, sizeof(double));
}

void tolerance_release(Tolerance *tolerance)
{
    for (int i = 0; i < tolerance->region_count; i++) {
        free(tolerance->least[i]);
        free(tolerance->most[i]);
    }
    free(tolerance->least);
    free(tolerance->most);
    free(tolerance->array_most);
    *tolerance = (Tolerance){0};
}

typedef struct Movement {
    const Layout *layout;
    Tolerance *tolerance;
    const Image *from, *to;
} Movement;

static size_t value_index(const Walk *walk, long element, int leaf)
{
    return (size_t)(element - walk->first) * (size_t)walk->leaves->count + (size_t)leaf;
}

// Values before `at` have not moved in this pass, and none has in the passes before.
static void make_room(Tolerance *tolerance, int region, const Walk *walk, size_t at)
{
    size_t count = (size_t)(walk->last - walk->first) * (size_t)walk->leaves->count;
    tolerance->least[region] = malloc(count * sizeof(double));
    tolerance->most[region] = calloc(count, sizeof(double));
    for (size_t i = 0; i < count; i++)
        tolerance->least[region][i] = i < at || tolerance->passes > 0 ? 0 : INFINITY;
}

static void add_movement(void *context, int region, const Walk *walk, long element, int leaf)
{
    Movement *movement = context;
    Tolerance *tolerance = movement->tolerance;
    CrsKind kind = walk->leaves->items[leaf].kind;
    const unsigned char *from = value_at(movement->layout, movement->from, region, walk, element, leaf);
    const unsigned char *to = value_at(movement->layout, movement->to, region, walk, element, leaf);
    if (memcmp(from, to, leaf_size(kind)) == 0 && !tolerance->most[region])
        return;
    double distance = fabs((double)(leaf_value(kind, to) - leaf_value(kind, from)));
    if (isnan(distance))
        distance = memcmp(from, to, leaf_size(kind)) == 0 ? 0 : INFINITY;
    size_t at = value_index(walk, element, leaf);
    if (!tolerance->most[region])
        make_room(tolerance, region, walk, at);
    if (distance < tolerance->least[region][at])
        tolerance->least[region][at] = distance;
    if (distance > tolerance->most[region][at])
        tolerance->most[region][at] = distance;
    if (distance > tolerance->array_most[region])
        tolerance->array_most[region] = distance;
}

void tolerance_add(const Layout *layout, Tolerance *tolerance, const Image *reference, const Image *moved)
{
    Movement movement = {layout, tolerance, reference, moved};
    visit_values(layout, add_movement, &movement);
    tolerance->passes++;
}

// Rows of one array are regions of their own but one array to the user.
static double array_movement(const Layout *layout, const Tolerance *tolerance, int region)
{
    double most = tolerance->array_most[region];
    int group = layout->regions[region].group;
    if (layout->regions[region].ordinal > 0 ||
        (region + 1 < layout->region_count && layout->regions[region + 1].group == group))
        for (int r = 0; r < layout->region_count; r++)
            if (layout->regions[r].group == group && tolerance->array_most[r] > most)
                most = tolerance->array_most[r];
    return most;
}

static double unit_at(CrsKind kind, double value)
{
    if (!isfinite(value))
        return 0;
    if (kind == CRS_F32)
        return fabs(value) * FLT_EPSILON + 0x1p-149;
    if (kind == CRS_F16 || kind == CRS_BF16)
        return fabs(value) * (kind == CRS_F16 ? 0x1p-10 : 0x1p-7) + (kind == CRS_F16 ? 0x1p-24 : 0x1p-133);
    return kind == CRS_F64 ? fabs(value) * DBL_EPSILON : 0;
}

enum { FEW_UNITS = 16, MOST_HIDDEN = 512 }; // in the last place

// How far the value may lie from the reference; 0: it did not move.
static double allowed(const Layout *layout, const Tolerance *tolerance, int region, const Walk *walk, long element,
                      int leaf, double reference)
{
    if (!tolerance || !tolerance->most[region])
        return 0;
    size_t at = value_index(walk, element, leaf);
    double least = tolerance->least[region][at], most = tolerance->most[region][at];
    CrsKind kind = walk->leaves->items[leaf].kind;
    double unit = unit_at(kind, reference), slack = 2 * unit, array_most = array_movement(layout, tolerance, region);
    // Movements of few units in the last place are rounded: they may be as far in each run, or none, whatever the value
    // rests on.
    bool hidden = array_most <= MOST_HIDDEN * unit;
    if (most == 0 && !tolerance->everywhere && !hidden)
        return slack;
    if (most > FEW_UNITS * unit && least >= 0.99 * most)
        return 1.01 * most + slack;
    return 2 * array_most + slack;
}

// ---- comparison

typedef struct Comparing {
    const Layout *layout;
    const Image *serial, *reference, *actual;
    const Tolerance *tolerance;
    bool reordered;
    Comparison *result;
} Comparing;

static bool same(CrsKind kind, const unsigned char *left, const unsigned char *right, bool zeros_equal)
{
    if (memcmp(left, right, leaf_size(kind)) == 0)
        return true;
    if (!kind_is_float(kind))
        return false;
    long double a = leaf_value(kind, left), b = leaf_value(kind, right);
    return (isnan(a) && isnan(b)) || (zeros_equal && a == b);
}

static void report(Comparing *comparing, int region, const Walk *walk, long element, int leaf,
                   const unsigned char *expected, const unsigned char *actual, double bound)
{
    Comparison *result = comparing->result;
    result->different++;
    if (result->mismatch_count == MAX_MISMATCHES)
        return;
    CrsKind kind = walk->leaves->items[leaf].kind;
    char place[200], wanted[50], got[50], margin[60] = "";
    layout_place_name(comparing->layout, &comparing->layout->regions[region], element, &walk->leaves->items[leaf],
                      place, sizeof place);
    leaf_print(wanted, sizeof wanted, kind, expected);
    leaf_print(got, sizeof got, kind, actual);
    if (bound > 0)
        snprintf(margin, sizeof margin, " (within %.3g)", bound);
    snprintf(result->mismatches[result->mismatch_count++], sizeof result->mismatches[0], "%s: expected %s%s, got %s",
             place, wanted, margin, got);
}

// A pointer to memory that the function has got itself, in each run elsewhere.
static bool is_of_function(const Layout *layout, const unsigned char *place)
{
    const char *pointer;
    memcpy(&pointer, place, sizeof pointer);
    return pointer && !layout_find(layout, pointer);
}

static void compare_value(void *context, int region, const Walk *walk, long element, int leaf)
{
    Comparing *comparing = context;
    const Layout *layout = comparing->layout;
    CrsKind kind = walk->leaves->items[leaf].kind;
    const unsigned char *actual = value_at(layout, comparing->actual, region, walk, element, leaf);
    const unsigned char *serial = value_at(layout, comparing->serial, region, walk, element, leaf);
    comparing->result->values++;
    double bound = 0;
    const unsigned char *expected = serial;
    if (comparing->reference && comparing->tolerance && comparing->tolerance->most[region]) {
        expected = value_at(layout, comparing->reference, region, walk, element, leaf);
        bound = allowed(layout, comparing->tolerance, region, walk, element, leaf, (double)leaf_value(kind, expected));
        if (bound == 0)
            expected = serial;
    }
    if (kind == CRS_POINTER && is_of_function(layout, expected) && is_of_function(layout, actual))
        return;
    if (bound == 0) {
        if (!same(kind, expected, actual, comparing->reordered))
            report(comparing, region, walk, element, leaf, expected, actual, 0);
        return;
    }
    if (same(kind, expected, actual, true) || isinf(bound))
        return;
    double wanted = (double)leaf_value(kind, expected), got = (double)leaf_value(kind, actual);
    double error = fabs(got - wanted);
    if (!isfinite(got) && fabs(wanted) <= bound) {
        comparing->result->undecided++;
        return;
    }
    if (!(error <= bound))
        report(comparing, region, walk, element, leaf, expected, actual, bound);
    Comparison *result = comparing->result;
    if (result->bound == 0 || (isfinite(error / bound) && error / bound > result->error / result->bound)) {
        result->error = error;
        result->bound = bound;
    }
}

void compare(const Layout *layout, const Image *serial, const Image *reference, const Tolerance *tolerance,
             bool reordered, const Image *actual, Comparison *result)
{
    Comparing comparing = {layout, serial, reference, actual, tolerance, reordered, result};
    visit_values(layout, compare_value, &comparing);
}

// ---- what a tolerance is worth

typedef struct Weighing {
    const Layout *layout;
    const Image *reference;
    const Tolerance *tolerance;
    double magnitude, bound; // these and the next of one region
    long values, moved, loose;
    long all_moved, all_loose;
    Vacuity *result;
} Weighing;

static void end_region(Weighing *weighing, double mean)
{
    weighing->all_moved += weighing->moved;
    weighing->all_loose += weighing->loose;
    if (weighing->loose > 0 && weighing->bound > weighing->result->bound) {
        weighing->result->bound = weighing->bound;
        weighing->result->magnitude = mean;
    }
}

static void weigh_value(void *context, int region, const Walk *walk, long element, int leaf)
{
    Weighing *weighing = context;
    CrsKind kind = walk->leaves->items[leaf].kind;
    double value =
        (double)leaf_value(kind, value_at(weighing->layout, weighing->reference, region, walk, element, leaf));
    if (isfinite(value)) {
        weighing->magnitude += fabs(value);
        weighing->values++;
    }
}

static void weigh_bound(void *context, int region, const Walk *walk, long element, int leaf)
{
    Weighing *weighing = context;
    CrsKind kind = walk->leaves->items[leaf].kind;
    const Tolerance *tolerance = weighing->tolerance;
    if (tolerance->most[region][value_index(walk, element, leaf)] == 0)
        return;
    double value =
        (double)leaf_value(kind, value_at(weighing->layout, weighing->reference, region, walk, element, leaf));
    double bound = allowed(weighing->layout, tolerance, region, walk, element, leaf, value);
    double mean = weighing->values ? weighing->magnitude / (double)weighing->values : 0;
    weighing->moved++;
    weighing->loose += bound > mean;
    weighing->bound = bound > weighing->bound ? bound : weighing->bound;
}

Vacuity vacuity(const Layout *layout, const Image *reference, const Tolerance *tolerance)
{
    Vacuity result = {0};
    Weighing weighing = {.layout = layout, .reference = reference, .tolerance = tolerance, .result = &result};
    for (int r = 0; r < layout->region_count; r++) {
        if (!tolerance->most[r])
            continue;
        weighing.magnitude = weighing.bound = 0;
        weighing.values = weighing.moved = weighing.loose = 0;
        visit_region(layout, r, weigh_value, &weighing);
        visit_region(layout, r, weigh_bound, &weighing);
        end_region(&weighing, weighing.values ? weighing.magnitude / (double)weighing.values : 0);
    }
    result.vacuous = 2 * weighing.all_loose > weighing.all_moved;
    return result;
}

// ---- sense of the data

typedef struct NanCount {
    const Layout *layout;
    const Image *before, *after;
    long changed, lost;
} NanCount;

static void count_nan(void *context, int region, const Walk *walk, long element, int leaf)
{
    NanCount *count = context;
    CrsKind kind = walk->leaves->items[leaf].kind;
    if (!kind_is_float(kind))
        return;
    const unsigned char *before = value_at(count->layout, count->before, region, walk, element, leaf);
    const unsigned char *after = value_at(count->layout, count->after, region, walk, element, leaf);
    if (memcmp(before, after, leaf_size(kind)) == 0)
        return;
    count->changed++;
    count->lost += !isfinite(leaf_value(kind, after));
}

bool mostly_nan(const Layout *layout, const Image *before, const Image *after)
{
    NanCount count = {layout, before, after, 0, 0};
    visit_values(layout, count_nan, &count);
    return count.lost * 10 > count.changed;
}
