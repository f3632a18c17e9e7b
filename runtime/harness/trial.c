#include "trial.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PERTURBED_RUNS = 4, MOST_PERTURBED_RUNS = 20, MAX_ATTEMPTS = 60 };

static const long most_steps = 2200000, most_large_steps = 1300000, most_given_steps = 1L << 40;

const char trial_too_long[] = "too much work";

__attribute__((format(printf, 2, 3))) static bool refuse(Trial *trial, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(trial->reason, sizeof trial->reason, format, arguments);
    va_end(arguments);
    return false;
}

static long step_limit(const Trial *trial)
{
    if (trial->candidate->kind == CANDIDATE_GIVEN)
        return most_given_steps;
    if (trial->candidate->kind == CANDIDATE_GOAL)
        return trial->most_work;
    long most = trial->candidate->kind == CANDIDATE_LARGE || trial->candidate->kind == CANDIDATE_HUGE ? most_large_steps
                                                                                                      : most_steps;
    return most < trial->most_work ? most : trial->most_work;
}

static void build(Trial *trial, long alignment)
{
    trial->layout->draw = trial->draw;
    trial->layout->alignment = alignment;
    trial->layout->device_memory = trial->device_memory;
    layout_build(trial->layout);
}

// Each build's run, after one on other data where that is wanted.
static RunStatus run(Trial *trial, Worker *worker)
{
    Shared *shared = trial->layout->shared;
    shared->again = 0;
    if (!trial->again || trial->earlier.count == 0)
        return worker_run(worker);
    Image now = {0};
    image_take(trial->layout, &now);
    image_restore(trial->layout, &trial->earlier);
    RunStatus status = worker_run(worker);
    image_restore(trial->layout, &now);
    image_release(&now);
    if (status != RUN_DONE)
        return status;
    shared->again = 1;
    status = worker_run(worker);
    shared->again = 0;
    return status;
}

// Whether the kernels compute functions with other last bits than the C library.
static bool math_differs(const Trial *trial)
{
    const CrsFunction *function = trial->layout->function;
    return function->approximates || (function->calls_math && trial->sides->on_gpu);
}

static RunStatus run_reference(Trial *trial, bool probing, int perturbation)
{
    Notes *notes = &trial->layout->shared->notes;
    notes->probing = probing;
    notes->perturbation = perturbation;
    notes->perturb_math = math_differs(trial);
    notes->step_limit = step_limit(trial);
    return run(trial, &trial->sides->reference);
}

// Why a run did not end as it should, in words.
static void describe_end(const Trial *trial, const Worker *worker, RunStatus status, char *text, size_t size)
{
    const Shared *shared = worker->shared;
    if (status == RUN_TOO_LONG) {
        snprintf(text, size, "did not end within %u seconds", worker->seconds);
    } else if (status == RUN_ENDED) {
        snprintf(text, size, "ended the process with status %d", worker->exit_status);
    } else if (worker == &trial->sides->serial && (shared->signal == SIGILL || shared->signal == SIGTRAP)) {
        snprintf(text, size, "does what C leaves undefined: an array is left, or an integer overflows");
    } else {
        const Region *region = layout_find(trial->layout, shared->fault);
        size_t used = (size_t)snprintf(text, size, "crashed (%s)", signal_name(shared->signal));
        if (region && (shared->signal == SIGSEGV || shared->signal == SIGBUS)) {
            const Group *group = &trial->layout->groups[region->group];
            long size_of = group->element->size > 0 ? group->element->size : 1;
            long offset = shared->fault - region->pointer;
            long element = offset < 0 ? -((-offset + size_of - 1) / size_of) : offset / size_of;
            snprintf(text + used, size - used, ": accessed element %ld of '%s', of which %ld to %ld are touched",
                     element, group->path, group->low / size_of, group->high / size_of - 1);
        }
    }
}

// ---- finding out the memory

// After a run that crashed on memory: true when there is more of it now.
static bool grow(Trial *trial, RunStatus status)
{
    const Shared *shared = trial->layout->shared;
    return status == RUN_CRASHED && (shared->signal == SIGSEGV || shared->signal == SIGBUS) &&
           layout_grow(trial->layout, shared->fault);
}

static bool runs_serially(Trial *trial)
{
    build(trial, 1);
    return !trial->layout->too_large && worker_run(&trial->sides->serial) == RUN_DONE;
}

// The least memory after the pointer of a group whose size was guessed, by halving.
static void tighten(Trial *trial, int index)
{
    Layout *layout = trial->layout;
    long size = layout->groups[index].element->size;
    long enough = layout->groups[index].high / size, least = layout->groups[index].least_high / size;
    layout->groups[index].guessed = false;
    while (least < enough) {
        long middle = least + (enough - least) / 2;
        layout->groups[index].high = middle * size;
        if (runs_serially(trial))
            enough = middle;
        else
            least = middle + 1;
    }
    layout->groups[index].high = layout->groups[index].least_high = enough * size;
}

static void tighten_all(Trial *trial)
{
    for (int i = 0; i < trial->layout->group_count; i++)
        if (trial->layout->groups[i].guessed)
            tighten(trial, i);
}

static void note_loops(Trial *trial)
{
    bool any = false, all = true;
    for (int i = 0; i < MAX_LOOPS; i++) {
        unsigned char loop = trial->layout->shared->notes.loops[i];
        any |= loop & LOOP_ITERATED;
        all &= loop == 0 || loop & LOOP_ITERATED;
    }
    trial->iterated = any && all;
}

// With as much more memory as it takes.
static bool runs_growing(Trial *trial)
{
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        build(trial, 1);
        RunStatus status = trial->layout->too_large ? RUN_ENDED : worker_run(&trial->sides->serial);
        if (status == RUN_DONE)
            return true;
        if (!grow(trial, status))
            return false;
    }
    return false;
}

static bool find_memory(Trial *trial)
{
    char how[400];
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        build(trial, 1);
        if (trial->layout->too_large)
            return refuse(trial, "too much memory");
        RunStatus status = run_reference(trial, true, 0);
        const Notes *notes = &trial->layout->shared->notes;
        bool fallback_wanted =
            trial->overlap || trial->layout->spec->expect_fallback || trial->candidate->kind == CANDIDATE_GIVEN;
        if (notes->assumption_failed && !fallback_wanted)
            return refuse(trial, "%s does not hold", notes->assumption);
        trial->too_long = status == RUN_TOO_LONG;
        if (trial->too_long)
            return refuse(trial, "%s", trial_too_long);
        trial->refused = notes->assumption_failed;
        bool changed = layout_learn(trial->layout);
        if (status != RUN_DONE && !changed && !grow(trial, status)) {
            describe_end(trial, &trial->sides->reference, status, how, sizeof how);
            trial->crashed = true;
            return refuse(trial, "the serial original %s", how);
        }
        trial->work = notes->steps;
        note_loops(trial);
        if (status == RUN_DONE && !changed)
            return !trial->refused || runs_growing(trial) || refuse(trial, "%s does not hold", notes->assumption);
    }
    return refuse(trial, "the memory that it touches was not found out");
}

static bool same_indices(const Layout *layout, const Image *one, const Image *other)
{
    for (int r = 0; r < layout->region_count; r++) {
        const Group *group = &layout->groups[layout->regions[r].group];
        bool distinct = !group->is_value && group->is_index && group->index.distinct;
        if (distinct && memcmp(image_at(layout, one, r, group->low), image_at(layout, other, r, group->low),
                               (size_t)(group->high - group->low)) != 0)
            return false;
    }
    return true;
}

// Whether the function itself fills the index arrays that are to have no repetitions: then they hold the same after
// runs on different indices, and what is drawn does not matter.
static bool fills_indices(Trial *trial)
{
    Layout *layout = trial->layout;
    Image before[2] = {{0}}, after[2] = {{0}};
    bool ran = runs_growing(trial);
    uint64_t seed = trial->draw.seed;
    if (ran)
        tighten_all(trial);
    for (int i = 0; i < 2 && ran; i++) {
        trial->draw.seed = seed + (uint64_t)i;
        build(trial, 1);
        image_take(layout, &before[i]);
        ran = !layout->too_large && worker_run(&trial->sides->serial) == RUN_DONE;
        image_take(layout, &after[i]);
    }
    trial->draw.seed = seed;
    bool filled = ran && same_indices(layout, &after[0], &after[1]) && !same_indices(layout, &before[0], &before[1]);
    for (int i = 0; i < 2; i++) {
        image_release(&before[i]);
        image_release(&after[i]);
    }
    return filled;
}

bool trial_prepare(Trial *trial)
{
    trial->crashed = false;
    if (!find_memory(trial))
        return false;
    if (trial->layout->indistinct && !fills_indices(trial))
        return refuse(trial, "more indices than targets, which are to be distinct");
    tighten_all(trial);
    return true;
}

// ---- the runs

typedef struct Runs {
    Image before, serial, reference, generated;
    Tolerance tolerance;
    Vacuity vacuity;
} Runs;

static void runs_release(Runs *runs)
{
    image_release(&runs->before);
    image_release(&runs->serial);
    image_release(&runs->reference);
    image_release(&runs->generated);
    tolerance_release(&runs->tolerance);
}

// The data of the call before: of the same sizes, otherwise different.
static void take_earlier(Trial *trial)
{
    if (!trial->again)
        return;
    uint64_t seed = trial->draw.seed;
    trial->draw.seed = ~seed;
    build(trial, 16);
    trial->draw.seed = seed;
    image_take(trial->layout, &trial->earlier);
}

// The serial run; data that it does not get along with (a division by 0, an index that nothing is known of) is drawn
// again from positive numbers.
static bool run_serial(Trial *trial, Runs *runs)
{
    char how[400] = "";
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        take_earlier(trial);
        build(trial, trial->unaligned ? 1 : 16);
        image_take(trial->layout, &runs->before);
        RunStatus status = run(trial, &trial->sides->serial);
        if (status == RUN_DONE) {
            image_take(trial->layout, &runs->serial);
            bool fixed = trial->draw.positive || trial->layout->spec->data;
            if (fixed || !mostly_nan(trial->layout, &runs->before, &runs->serial))
                return true;
            trial->draw.positive = true;
            continue;
        }
        if (grow(trial, status)) {
            tighten_all(trial);
            continue;
        }
        describe_end(trial, &trial->sides->serial, status, how, sizeof how);
        if (trial->draw.positive || status == RUN_TOO_LONG)
            break;
        trial->draw.positive = true;
    }
    trial->crashed = true;
    return refuse(trial, "the serial original %s", how);
}

static Verdict refuse_as_vacuous(Trial *trial, const Runs *runs)
{
    if (!runs->vacuity.vacuous) {
        refuse(trial, "rounding alone may make values 0 that others are divided by");
        return TRIAL_VACUOUS;
    }
    refuse(trial, "rounding alone may change the results altogether: an error of %.2g is allowed on values around %.2g",
           runs->vacuity.bound, runs->vacuity.magnitude);
    return TRIAL_VACUOUS;
}

static void perturb(Trial *trial, Runs *runs, int most)
{
    Image moved = {0};
    while (runs->tolerance.passes < most) {
        image_restore(trial->layout, &runs->before);
        if (run_reference(trial, false, runs->tolerance.passes + 1) != RUN_DONE)
            break;
        image_take(trial->layout, &moved);
        tolerance_add(trial->layout, &runs->tolerance, &runs->reference, &moved);
    }
    image_release(&moved);
}

// Of many values that rest on several sums a few move equally far by chance, as if they rested on one: where values
// differ, more runs tell.
static bool look_closer(Trial *trial, Runs *runs)
{
    int passes = runs->tolerance.passes;
    if (passes > 0 && passes < MOST_PERTURBED_RUNS)
        perturb(trial, runs, MOST_PERTURBED_RUNS);
    return runs->tolerance.passes > passes;
}

// The reference agrees with the serial original: within the tolerance, which holds for any order of the additions.
static Verdict check_reference(Trial *trial, Runs *runs, bool reordered)
{
    Comparison own = {0};
    const Tolerance *tolerance = runs->tolerance.passes ? &runs->tolerance : NULL;
    compare(trial->layout, &runs->serial, &runs->reference, tolerance, reordered, &runs->reference, &own);
    if (tolerance)
        compare(trial->layout, &runs->serial, &runs->reference, tolerance, reordered, &runs->serial, &own);
    if (own.different == 0)
        return own.undecided ? refuse_as_vacuous(trial, runs) : TRIAL_PASSED;
    if (look_closer(trial, runs))
        return check_reference(trial, runs, reordered);
    if (runs->vacuity.vacuous)
        return refuse_as_vacuous(trial, runs);
    refuse(trial,
           tolerance ? "the serial original and the same loops with sums in higher precision differ by more than the "
                       "rounding of the sums explains\n    %s"
                     : "the compiler's own tree of the loops does not do what the source does (a bug of the "
                       "compiler, unless the source has undefined behaviour: an overflow, a value that was never set "
                       "or returned)\n    %s",
           own.mismatches[0]);
    return TRIAL_FAILED;
}

static Verdict run_references(Trial *trial, Runs *runs, bool reordered)
{
    Layout *layout = trial->layout;
    image_restore(layout, &runs->before);
    RunStatus status = run_reference(trial, false, 0);
    if (status != RUN_DONE) {
        char how[400];
        describe_end(trial, &trial->sides->reference, status, how, sizeof how);
        refuse(trial, "the reference %s", how);
        return TRIAL_FAILED;
    }
    image_take(layout, &runs->reference);
    if (trial->draw.grain != GRAIN_EIGHTHS && mostly_nan(layout, &runs->before, &runs->serial))
        return TRIAL_INEXACT;
    if (layout->shared->notes.inexact && reordered) {
        if (trial->draw.set == DATA_EXACT && !trial->never_exact)
            return TRIAL_INEXACT;
        tolerance_begin(layout, &runs->tolerance);
        runs->tolerance.everywhere = math_differs(trial);
        perturb(trial, runs, PERTURBED_RUNS);
        runs->vacuity = vacuity(layout, &runs->reference, &runs->tolerance);
    }
    return check_reference(trial, runs, reordered);
}

static Verdict check_canaries(Trial *trial, const Runs *runs)
{
    const Region *region;
    const char *byte = layout_broken_canary(trial->layout, &runs->serial, &region);
    if (byte) {
        trial->crashed = true;
        refuse(trial, "the serial original writes outside of '%s'", trial->layout->groups[region->group].path);
        return TRIAL_SKIPPED;
    }
    byte = layout_broken_canary(trial->layout, &runs->generated, &region);
    if (!byte)
        return TRIAL_PASSED;
    const Group *group = &trial->layout->groups[region->group];
    bool after = byte >= region->pointer + group->high;
    refuse(trial, "the generated code writes outside of '%s': %ld bytes %s it", group->path,
           after ? (long)(byte - (region->pointer + group->high)) + 1 : (long)(region->pointer + group->low - byte),
           after ? "after" : "before");
    return TRIAL_FAILED;
}

// Whether some array has no memory, since nothing of it is touched: of a program, it would have a block.
static bool lacks_block(const Trial *trial)
{
    bool lacks = false;
    for (int i = 0; i < trial->layout->region_count; i++)
        lacks = lacks || trial->layout->regions[i].begin == trial->layout->regions[i].end;
    return lacks && trial->sides->generated[0].note_block;
}

static bool collides(const Trial *trial, const Trace *trace)
{
    return trial->layout->function->collides && strstr(trace->reason, "two iterations write one element");
}

static Verdict check_trace(Trial *trial)
{
    Trace trace = trial->trace = trace_read(trial->layout->function);
    // Buffers made to overlap do so from some size on only: where nobody chose the size, the device is right there.
    bool chosen = trial->candidate->kind == CANDIDATE_GIVEN;
    if (trial->overlap)
        return TRIAL_PASSED;
    if (trial->layout->spec->expect_fallback && trace.serial == 0 && chosen) {
        refuse(trial, trace.device ? "ran on the device although a fallback was expected" : "no launcher was called");
        return TRIAL_FAILED;
    }
    if (!trial->layout->spec->expect_fallback && trace.serial > 0) {
        refuse(trial, "left to the serial original, which proves nothing: %s", trace.reason);
        return lacks_block(trial) || collides(trial, &trace) ? TRIAL_SKIPPED : TRIAL_FAILED;
    }
    return TRIAL_PASSED;
}

static Verdict run_generated(Trial *trial, Runs *runs)
{
    Worker *worker = &trial->sides->generated[trial->order % trial->sides->order_count];
    image_restore(trial->layout, &runs->before);
    trace_clear();
    Shared *shared = trial->layout->shared;
    shared->races = !trial->sides->on_gpu && trial->work <= trial->most_watched;
    shared->most_blocks = trial->most_blocks;
    RunStatus status = run(trial, worker);
    shared->races = 0;
    if (status != RUN_DONE) {
        char how[400];
        describe_end(trial, worker, status, how, sizeof how);
        refuse(trial, "the generated code %s\n%s", how, worker_errors(worker));
        return TRIAL_FAILED;
    }
    image_take(trial->layout, &runs->generated);
    Verdict verdict = check_trace(trial);
    return verdict == TRIAL_PASSED ? check_canaries(trial, runs) : verdict;
}

static Verdict run_all(Trial *trial, Runs *runs)
{
    const CrsFunction *function = trial->layout->function;
    const CrsSpec *spec = trial->layout->spec;
    bool reordered = function->reassociates || math_differs(trial);
    bool overlapping = trial->overlap || spec->alias_count > 0 || spec->expect_fallback || trial->refused;
    if (!run_serial(trial, runs))
        return TRIAL_SKIPPED;
    // Where buffers overlap in a way that matters, the reference is not right (a sum gets to its place late), and the
    // serial loop itself has to have run: there is nothing to tolerate.
    if (!overlapping || reordered) {
        Verdict verdict = run_references(trial, runs, reordered);
        if (verdict != TRIAL_PASSED && !overlapping)
            return verdict;
        if (verdict == TRIAL_INEXACT)
            return verdict;
        if (verdict != TRIAL_PASSED)
            tolerance_release(&runs->tolerance);
    }
    Verdict verdict = run_generated(trial, runs);
    if (verdict != TRIAL_PASSED)
        return verdict;
    bool tolerant = runs->tolerance.passes > 0;
    compare(trial->layout, &runs->serial, tolerant ? &runs->reference : NULL, tolerant ? &runs->tolerance : NULL,
            reordered, &runs->generated, &trial->comparison);
    if (trial->comparison.different && tolerant && look_closer(trial, runs)) {
        trial->comparison = (Comparison){0};
        compare(trial->layout, &runs->serial, &runs->reference, &runs->tolerance, reordered, &runs->generated,
                &trial->comparison);
    }
    if (trial->comparison.different)
        return TRIAL_FAILED;
    bool proves = !runs->vacuity.vacuous && trial->comparison.undecided == 0;
    return proves ? TRIAL_PASSED : refuse_as_vacuous(trial, runs);
}

// A data section is what the user asserts: sizes and data for which it says too little prove nothing.
static Verdict excuse(Trial *trial, Verdict verdict)
{
    for (int i = 0; verdict == TRIAL_FAILED && i < trial->layout->group_count; i++) {
        const Group *group = &trial->layout->groups[i];
        if (!group->outgrown)
            continue;
        refuse(trial, "the serial original touches more of '%s' than its data section says", group->path);
        verdict = TRIAL_SKIPPED;
    }
    return verdict;
}

static Verdict run_once(Trial *trial)
{
    Runs runs = {0};
    trial->reason[0] = 0;
    trial->comparison = (Comparison){0};
    trial->trace = (Trace){0};
    Verdict verdict = run_all(trial, &runs);
    runs_release(&runs);
    image_release(&trial->earlier);
    return excuse(trial, verdict);
}

// Takes the finest grain of which sums are exact. Where there is none, not even of few terms, there never is: the
// function has square roots, exponentials and the like.
static Verdict run_exactly(Trial *trial)
{
    enum { FEW_STEPS = 1 << 16 };
    Verdict verdict = run_once(trial);
    bool positive = trial->draw.positive;
    while (verdict == TRIAL_INEXACT && trial->draw.grain < GRAIN_ONES) {
        trial->draw.grain++;
        trial->draw.positive = positive;
        verdict = run_once(trial);
    }
    if (verdict != TRIAL_INEXACT)
        return verdict;
    trial->draw.positive = positive;
    bool known = trial->never_exact, few = trial->work < FEW_STEPS;
    trial->draw.grain = GRAIN_EIGHTHS;
    trial->never_exact = true;
    verdict = run_once(trial);
    trial->never_exact = known || few;
    return verdict;
}

// Sums of numbers of both signs lose what sums of positive ones keep.
Verdict trial_run(Trial *trial)
{
    Verdict verdict = run_exactly(trial);
    if (verdict != TRIAL_VACUOUS || trial->draw.positive || trial->layout->spec->data)
        return verdict;
    trial->draw.positive = true;
    return run_exactly(trial);
}

// ---- few peaks, elsewhere each time

static bool run_planted(Trial *trial, const Image *flat, Worker *worker, Image *result)
{
    image_restore(trial->layout, flat);
    layout_plant(trial->layout);
    bool ran = worker_run(worker) == RUN_DONE;
    image_take(trial->layout, result);
    return ran;
}

// Whether the two builds agree on these data, bit for bit.
static bool agree(Trial *trial, const Image *flat)
{
    Layout *layout = trial->layout;
    Worker *generated = &trial->sides->generated[trial->order % trial->sides->order_count];
    Image expected = {0}, result = {0};
    layout->draw = trial->draw;
    layout->shared->most_blocks = trial->most_blocks;
    bool same = run_planted(trial, flat, &trial->sides->serial, &expected) &&
                run_planted(trial, flat, generated, &result) && image_equal(layout, &expected, &result);
    image_release(&expected);
    image_release(&result);
    return same;
}

Verdict trial_scatter(Trial *trial, int times)
{
    Image flat = {0};
    Trial scattered = *trial;
    Verdict verdict = TRIAL_PASSED;
    scattered.draw.shape = SHAPE_SPARSE;
    scattered.draw.places = times;
    scattered.draw.flat = true;
    build(&scattered, 16);
    image_take(trial->layout, &flat);
    scattered.draw.flat = false;
    for (int i = 0; i < times; i++) {
        scattered.draw.place = i;
        scattered.order = i;
        if (agree(&scattered, &flat))
            continue;
        verdict = trial_run(&scattered); // it knows what rounding allows, but takes its time
        break;
    }
    image_release(&flat);
    if (verdict == TRIAL_FAILED)
        *trial = scattered;
    return verdict;
}

// ---- several versions

// The serial build's results on fresh data; false: it does not get along with them.
static bool run_fresh(Trial *trial, Image *before, Image *expected)
{
    trial->layout->draw = trial->draw;
    build(trial, trial->unaligned ? 1 : 16);
    image_take(trial->layout, before);
    bool ran = worker_run(&trial->sides->serial) == RUN_DONE;
    image_take(trial->layout, expected);
    return ran;
}

static bool agrees(Trial *trial, Runs *runs)
{
    Verdict verdict = run_generated(trial, runs);
    return verdict == TRIAL_PASSED && image_equal(trial->layout, &runs->serial, &runs->generated);
}

Verdict trial_versions(Trial *trial, const char *const *versions, int count, int *judged)
{
    Runs runs = {0};
    bool fresh = false;
    Verdict verdict = TRIAL_PASSED;
    int order = trial->order;
    *judged = 0;
    for (int i = 0; i < count && verdict != TRIAL_FAILED; i++) {
        if (!fresh && !run_fresh(trial, &runs.before, &runs.serial)) {
            verdict = TRIAL_SKIPPED;
            break;
        }
        snprintf(trial->layout->shared->version, MAX_VERSION_NAME, "%s", versions[i]);
        trial->order = order + i;
        trial->most_blocks = (order + i) % 2;
        fresh = agrees(trial, &runs);
        verdict = fresh ? TRIAL_PASSED : trial_run(trial);
        *judged += !fresh;
    }
    runs_release(&runs);
    return verdict;
}
