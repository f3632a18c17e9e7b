// The bookkeeping of the reference: what the nests touch, and sums and products in higher precision with their bounds.
#include "hooks.h"
#include "shared.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Notes *notes;
enum { MAX_SPANS = 16 };
static Record *spans[MAX_SPANS]; // what crs_note_index found in this run, a record for each index array
static int span_count;
static uint64_t runs;
static uint64_t draws; // math results so far, so that every run draws the same for the same one

__attribute__((visibility("default"))) void crs_notes_begin(Notes *shared)
{
    notes = shared;
    notes->steps = 0;
    notes->too_long = 0;
    notes->inexact = 0;
    notes->assumption_failed = 0;
    notes->record_count = 0;
    memset(notes->goals, 0, sizeof notes->goals);
    memset(notes->loops, 0, sizeof notes->loops);
    span_count = 0;
    draws = 0;
    runs++;
}

void crs_step(void)
{
    if (++notes->steps > notes->step_limit) {
        notes->too_long = 1;
        _exit(1);
    }
}

void crs_step_of(int loop)
{
    if (loop < MAX_LOOPS)
        notes->loops[loop] |= LOOP_ITERATED;
    crs_step();
}

void crs_loops(int first, int count)
{
    for (int i = first; i < first + count && i < MAX_LOOPS; i++)
        notes->loops[i] |= LOOP_REACHED;
}

void *crs_scratch(long elements, long element)
{
    void *scratch = calloc((size_t)elements, (size_t)element);
    if (!scratch) {
        notes->too_long = 1;
        _exit(1);
    }
    return scratch;
}

void crs_scratch_end(void *scratch) { free(scratch); }

// ---- what is touched

static Record *new_record(RecordKind kind, const void *base)
{
    static Record unused;
    if (!notes->probing || notes->record_count == MAX_RECORDS)
        return &unused;
    Record *record = &notes->records[notes->record_count++];
    memset(record, 0, sizeof *record);
    record->kind = kind;
    record->base = (char *)base;
    return record;
}

void crs_touch(const void *base, long element, long first, long last, int touched)
{
    Record *record = new_record(RECORD_RANGE, base);
    if (!touched || last < first)
        return;
    record->low = first * element;
    record->high = (last + 1) * element;
}

void crs_touch_rows(const void *base, long element, long first_row, long last_row, long first_column, long last_column,
                    int touched)
{
    if (!touched || last_row < first_row)
        return;
    Record *record = new_record(RECORD_ROWS, base);
    record->low = first_row * (long)sizeof(void *);
    record->high = (last_row + 1) * (long)sizeof(void *);
    if (last_column >= first_column) {
        record->column_low = first_column * element;
        record->column_high = (last_column + 1) * element;
    }
}

void *crs_row_of(const void *table, long row, const long *path)
{
    char *found = *(char *const *)((const char *)table + row * path[0]);
    for (path++; *path >= 0; path++)
        found = *(char **)(found + *path);
    return found;
}

void crs_touch_path(const void *table, long element, const long *path, long first_row, long last_row, long first_column,
                    long last_column, int touched)
{
    if (!notes->probing || !touched || last_row < first_row)
        return;
    crs_touch(table, path[0], first_row, last_row, 1);
    crs_touch(crs_row_of(table, first_row, path), element, first_column, last_column, 1);
}

void crs_touch_index(const void *base, long limit, int monotone)
{
    Record *record = new_record(RECORD_INDEX, base);
    record->high = limit;
    record->monotone = monotone;
}

long crs_inside(long subscript, long first, long last)
{
    if (!notes->probing || last < first)
        return subscript;
    return subscript < first ? first : subscript > last ? last : subscript;
}

long crs_drawn_extent(long usual) { return notes->drawn_extent ? notes->drawn_extent : usual; }

static Record *span_of(const void *base)
{
    for (int i = 0; i < span_count; i++)
        if (spans[i]->base == base)
            return spans[i];
    Record *record = new_record(RECORD_INDEX, base);
    record->exact = 1;
    record->high = INT64_MAX;
    if (span_count < MAX_SPANS && record->base == base)
        spans[span_count++] = record;
    return record;
}

static long floor_div(long a, long b) { return a / b - (a % b < 0); }

long crs_note_index(const void *base, long at_zero, long at_one, long other_at_one, long first, long last)
{
    long factor = at_one - at_zero, size = labs(factor), other = labs(other_at_one - at_zero);
    if (!notes->probing || factor == 0)
        return 0;
    // A second index with a smaller factor takes all places in between, one with a larger leaves those to this one.
    if (other > 0 && other < size)
        last -= size - 1;
    else if (other == size)
        last -= (last - first) / 2;
    long low = factor > 0 ? -floor_div(at_zero - first, size) : -floor_div(last - at_zero, size);
    long high = factor > 0 ? floor_div(last - at_zero, size) : floor_div(at_zero - first, size);
    if (other > size && high > other / size - 1)
        high = other / size - 1;
    low = low < 0 ? 0 : low;
    if (high < low)
        return 0;
    Record *record = span_of(base);
    record->low = low > record->low ? low : record->low;
    record->high = high + 1 < record->high ? high + 1 : record->high;
    return 0;
}

void crs_declared(const void *base, long bytes, const long *extents, int count)
{
    Record *record = new_record(RECORD_DECLARED, base);
    record->high = bytes;
    record->extent_count = count > MAX_EXTENTS ? MAX_EXTENTS : count;
    for (int i = 0; i < record->extent_count; i++)
        record->extents[i] = extents[i];
}

void crs_assume(int holds, const char *words)
{
    if (holds || notes->assumption_failed)
        return;
    notes->assumption_failed = 1;
    snprintf(notes->assumption, sizeof notes->assumption, "%s", words);
}

void crs_goal(int number, int holds, double work)
{
    if (number >= MAX_GOALS || !holds)
        return;
    notes->goals[number] = 1;
    notes->work[number] = work;
}

int crs_goals_only(void) { return notes->goals_only; }

// ---- sums and products

typedef struct Entry {
    void *place;
    int is_double, is_product;
    long terms;
    long double value;
    long double positive, negative; // magnitudes of the sum's terms by sign; inf and NaN left out
    double rounded;                 // the same in the type of the place, term by term in the source's order
    long double drift;              // the largest error of that on its way; of a product relative to its value
    int granule;                    // every term is a multiple of 2 to this power
    int special;                    // a term was inf or NaN
    int *slot;                      // where the table has it
} Entry;

// The places of one reduction that are not complete yet, found by hashing their address.
typedef struct Table {
    Entry *entries;
    int count, capacity;
    int *slots;            // index + 1 into entries, 0: free; 2 * capacity of them
    uint64_t settled, run; // results in this run, and its number
} Table;

static Table *tables;
static int table_count;

static Table *table_of(int reduction)
{
    if (reduction >= table_count) {
        tables = realloc(tables, (size_t)(reduction + 1) * sizeof *tables);
        memset(tables + table_count, 0, (size_t)(reduction + 1 - table_count) * sizeof *tables);
        table_count = reduction + 1;
    }
    return &tables[reduction];
}

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

static int *slot_of(const Table *table, const void *place)
{
    unsigned mask = 2u * (unsigned)table->capacity - 1;
    unsigned at = (unsigned)mix((uintptr_t)place) & mask;
    while (table->slots[at] && table->entries[table->slots[at] - 1].place != place)
        at = (at + 1) & mask;
    return &table->slots[at];
}

static void grow(Table *table)
{
    table->capacity = table->capacity ? 2 * table->capacity : 16;
    table->entries = realloc(table->entries, (size_t)table->capacity * sizeof *table->entries);
    free(table->slots);
    table->slots = calloc(2 * (size_t)table->capacity, sizeof *table->slots);
    for (int i = 0; i < table->count; i++) {
        Entry *entry = &table->entries[i];
        entry->slot = slot_of(table, entry->place);
        *entry->slot = i + 1;
    }
}

// The power of two of the lowest bit that is set in a finite value.
static int lowest_bit(long double value)
{
#if LDBL_MANT_DIG == 64 // of x86: each term of each sum comes here, and conversions to integers are slow
    uint64_t digits;
    uint16_t head;
    memcpy(&digits, &value, sizeof digits);
    memcpy(&head, (const char *)&value + sizeof digits, sizeof head);
    head &= 0x7fff;
    return (head ? head : 1) - 16383 - 63 + __builtin_ctzll(digits);
#else
    int exponent;
    long double fraction = frexpl(fabsl(value), &exponent);
    uint64_t bits = (uint64_t)ldexpl(fraction, 64);
    return exponent - 64 + __builtin_ctzll(bits);
#endif
}

static double in_type(const Entry *entry, long double value)
{
    return entry->is_double ? (double)value : (double)(float)value;
}

static void note_drift(Entry *entry)
{
    long double error = fabsl((long double)entry->rounded - entry->value);
    if (entry->is_product)
        error = entry->value != 0 ? error / fabsl(entry->value) : 0;
    if (error > entry->drift)
        entry->drift = error;
}

static void add_term(Entry *entry, long double value)
{
    entry->terms++;
    if (entry->is_product)
        entry->value *= value;
    else
        entry->value += value;
    if (!isfinite(value)) {
        entry->special = 1;
        return;
    }
    double term = in_type(entry, value);
    entry->rounded =
        in_type(entry, entry->is_product ? (long double)entry->rounded * term : (long double)entry->rounded + term);
    note_drift(entry);
    *(value > 0 ? &entry->positive : &entry->negative) += fabsl(value);
    if (value != 0) {
        int low = lowest_bit(value);
        if (low < entry->granule)
            entry->granule = low;
        // The error of a product of powers of two is none: their lowest bit is their only one.
        if (entry->is_product && ldexpl(1, low) != fabsl(value))
            entry->granule = INT32_MIN;
    }
}

static Entry *entry_of(int reduction, void *place, int is_double, int is_product)
{
    Table *table = table_of(reduction);
    if (2 * (table->count + 1) > table->capacity)
        grow(table);
    int *slot = slot_of(table, place);
    if (*slot)
        return &table->entries[*slot - 1];
    Entry *entry = &table->entries[table->count++];
    *slot = table->count;
    *entry =
        (Entry){.place = place, .is_double = is_double, .is_product = is_product, .granule = INT32_MAX, .slot = slot};
    entry->value = entry->rounded = is_product ? 1 : 0;
    add_term(entry, is_double ? (long double)*(double *)place : (long double)*(float *)place);
    return entry;
}

void crs_add_f32(int reduction, float *place, long double value) { add_term(entry_of(reduction, place, 0, 0), value); }

void crs_add_f64(int reduction, double *place, long double value) { add_term(entry_of(reduction, place, 1, 0), value); }

void crs_mul_f32(int reduction, float *place, long double value) { add_term(entry_of(reduction, place, 0, 1), value); }

void crs_mul_f64(int reduction, double *place, long double value) { add_term(entry_of(reduction, place, 1, 1), value); }

// Every partial sum of every order, a sum of some of the terms, is representable.
static int is_exact(const Entry *entry, int digits)
{
    if (entry->is_product)
        return entry->granule != INT32_MIN;
    long double largest = entry->positive > entry->negative ? entry->positive : entry->negative;
    return largest == 0 || largest <= ldexpl(1, digits + entry->granule);
}

// The error of N roundings, relative to the magnitude of the partial results. At worst N u / (1 - N u) (Higham,
// Accuracy and Stability of Numerical Algorithms, 2nd ed., (4.4)). Where the roundings are not biased, lambda sqrt(N)
// u, but with a probability of 2 exp(-lambda^2 / 2) (Higham and Mary, SIAM J. Sci. Comput. 41(5), 2019, theorem 2.4).
static long double relative_bound(long terms, int digits, int unbiased)
{
    static const long double lambda = 5;
    long double unit = ldexpl(1, -digits), worst = (long double)terms * unit;
    worst = worst < 0.5L ? worst / (1 - worst) : 1;
    long double likely = lambda * sqrtl((long double)terms) * unit;
    return unbiased && likely < worst ? likely : worst;
}

// How far a reordered sum or product may be from the exact one. In any order, each partial sum is at most as large as
// the sum of all terms of one sign. Biased roundings, such as those of equal terms, also occur in the source's order:
// `drift` is their sum there. Shorter chains of the same terms have a smaller drift.
static long double bound_of(const Entry *entry)
{
    int digits = entry->is_double ? 53 : 24;
    if (entry->special || entry->terms <= 1 || is_exact(entry, digits))
        return 0;
    long double largest = entry->positive > entry->negative ? entry->positive : entry->negative;
    long double worst = relative_bound(entry->terms, digits, 0), likely = relative_bound(entry->terms, digits, 1);
    if (entry->is_product) {
        long double least =
            entry->is_double ? 0x1p-1022L : 0x1p-126L; // products may lose bits below the normal numbers
        likely += 4 * entry->drift;
        return (likely < worst ? likely : worst) * fabsl(entry->value) + (long double)entry->terms * least;
    }
    worst *= entry->positive + entry->negative;
    likely = likely * largest + 4 * entry->drift;
    return likely < worst ? likely : worst;
}

static int draw_sign(void)
{
    return mix(++draws * 0x9e3779b97f4a7c15u + (uint64_t)notes->perturbation * 0x632be59bd9b4e019u) & 1 ? 1 : -1;
}

// Random from one sum of a reduction to the next. Sums of two reductions that are settled together, as a mean and a
// mean of squares are, never move the same way, nor opposite ways, in all runs: a value that rests on both does not
// seem to rest on one.
static int sum_sign(int reduction, uint64_t number)
{
    unsigned run = (unsigned)notes->perturbation;
    int random = mix(number * 0x9e3779b97f4a7c15u + run * 0x632be59bd9b4e019u) & 1;
    return random ^ (__builtin_popcount((unsigned)reduction & run) & 1) ? 1 : -1;
}

void crs_settle(int reduction)
{
    Table *table = table_of(reduction);
    table->settled = table->run == runs ? table->settled : 0;
    table->run = runs;
    for (int i = 0; i < table->count; i++) {
        Entry *entry = &table->entries[i];
        long double bound = bound_of(entry);
        int sign = sum_sign(reduction, table->settled++);
        notes->inexact |= bound != 0;
        long double value = entry->value + (notes->perturbation ? sign * bound : 0);
        if (entry->is_double)
            *(double *)entry->place = (double)value;
        else
            *(float *)entry->place = (float)value;
        *entry->slot = 0;
    }
    table->count = 0;
}

// ---- running values

typedef struct Running {
    Entry entry;
    // Of a recurrence: the value, the same of magnitudes, the largest one, and the roundings that came into it.
    long double value, magnitude, largest, error;
    long steps;
    double last; // what was returned
    uint64_t begun, run;
} Running;

static Running *running_values;
static int running_count;

static Running *running_of(int scan)
{
    if (scan >= running_count) {
        running_values = realloc(running_values, (size_t)(scan + 1) * sizeof *running_values);
        memset(running_values + running_count, 0, (size_t)(scan + 1 - running_count) * sizeof *running_values);
        running_count = scan + 1;
    }
    return &running_values[scan];
}

static double next_value(int scan, double before, long double value, int is_double, int is_product)
{
    Running *running = running_of(scan);
    Entry *entry = &running->entry;
    if (running->run != runs || memcmp(&running->last, &before, sizeof before) != 0) {
        running->begun = running->run == runs ? running->begun + 1 : 0;
        running->run = runs;
        *entry = (Entry){.is_double = is_double, .is_product = is_product, .granule = INT32_MAX};
        entry->value = entry->rounded = is_product ? 1 : 0;
        add_term(entry, before);
    }
    add_term(entry, value);
    long double bound = bound_of(entry);
    int sign = sum_sign(scan, running->begun);
    notes->inexact |= bound != 0;
    running->last = in_type(entry, entry->value + (notes->perturbation ? sign * bound : 0));
    return running->last;
}

float crs_next_sum_f32(int scan, float before, long double term) { return (float)next_value(scan, before, term, 0, 0); }

double crs_next_sum_f64(int scan, double before, long double term) { return next_value(scan, before, term, 1, 0); }

float crs_next_product_f32(int scan, float before, long double factor)
{
    return (float)next_value(scan, before, factor, 0, 1);
}

double crs_next_product_f64(int scan, double before, long double factor)
{
    return next_value(scan, before, factor, 1, 1);
}

// The composition of functions x -> factor * x + term in another order rounds each product and each sum once, as the
// source does, the factors of a part in addition; products may lose bits below the normal numbers.
static double next_of_recurrence(int scan, double before, long double factor, long double term, int is_double)
{
    Running *running = running_of(scan);
    Entry *entry = &running->entry;
    if (running->run != runs || memcmp(&running->last, &before, sizeof before) != 0) {
        running->begun = running->run == runs ? running->begun + 1 : 0;
        running->run = runs;
        running->value = before;
        running->magnitude = running->largest = fabs(before);
        running->error = running->steps = 0;
        entry->is_double = is_double;
    }
    long double unit = is_double ? 0x1p-53L : 0x1p-24L, least = is_double ? 0x1p-1022L : 0x1p-126L;
    running->value = factor * running->value + term;
    running->magnitude = fabsl(factor) * running->magnitude + fabsl(term);
    running->largest = fmaxl(running->largest, running->magnitude);
    running->error = fabsl(factor) * running->error + 4 * unit * running->magnitude;
    running->steps++;
    long double likely = relative_bound(4 * running->steps, is_double ? 53 : 24, 1) * running->magnitude;
    long double bound = fminl(2 * running->error, likely) + 8 * unit * running->magnitude +
                        (long double)running->steps * least * running->largest;
    bound = isfinite(bound) ? bound : 0;
    notes->inexact |= bound != 0;
    int sign = sum_sign(scan, running->begun);
    running->last = in_type(entry, running->value + (notes->perturbation ? sign * bound : 0));
    return running->last;
}

float crs_next_linear_f32(int scan, float before, long double factor, long double term)
{
    return (float)next_of_recurrence(scan, before, factor, term, 0);
}

double crs_next_linear_f64(int scan, double before, long double factor, long double term)
{
    return next_of_recurrence(scan, before, factor, term, 1);
}

// ---- math functions

static double moved(double value, double unit, double ulps)
{
    int sign = draw_sign();
    if (!notes->perturb_math || ulps == 0 || !isfinite(value))
        return value;
    notes->inexact = 1;
    return notes->perturbation ? value + sign * ulps * unit : value;
}

float crs_math_f32(float value, double ulps)
{
    int exponent;
    frexp((double)value, &exponent);
    return (float)moved((double)value, ldexp(1, exponent < -125 ? -149 : exponent - 24), ulps);
}

double crs_math_f64(double value, double ulps)
{
    int exponent;
    frexp(value, &exponent);
    return moved(value, ldexp(1, exponent < -1021 ? -1074 : exponent - 53), ulps);
}

long double crs_fused_f64(double value)
{
    if (!isfinite(value) || value == 0)
        return value;
    notes->inexact = 1;
    if (!notes->perturbation)
        return value;
    int exponent;
    frexp(value, &exponent);
    long double half = ldexpl(1, exponent < -1021 ? -1075 : exponent - 54);
    return value + (long double)draw_sign() * half;
}

// The device takes subnormal results for zero.
static float moved_to_zero(float value, double ulps)
{
    return crs_math_f32(value, fabs((double)value) < 0x1p-125 ? 0x1p24 : ulps);
}

float crs_quotient_f32(float value) { return moved_to_zero(value, 4); }
double crs_quotient_f64(double value) { return crs_math_f64(value, 3); }
float crs_root_f32(float value) { return moved_to_zero(value, 2); }
float crs_exponential_f32(float value, float argument)
{
    return moved_to_zero(value, 3 + 1.173 * fabs((double)argument));
}
float crs_wave_f32(float value) { return moved_to_zero(value, 3 + 7.5 / fmax(fabs((double)value), 1e-30)); }
