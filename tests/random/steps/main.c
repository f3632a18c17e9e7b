// Random schedules: steps drawn from the table are tried on nests, one after the other, whether accepted or refused.
//
//   random-steps --steps N [--seed S] [--finished FILE] [--nest NAME] [--walk K] FILE...
//   random-steps --nest NAME --apply "STEP; STEP" FILE     these steps, with the tree after each
//
// FILE: trees, as `curestruct --dump-after=canonical_nest` prints them. The steps are spread evenly over the nests, and
// come in walks of a dozen or a few dozen (walk.c). Each nest has a process of its own. An internal error, a crash, or
// a walk of more than a minute is reported with the nest, the walk and its steps, of which as many as possible are left
// out. Exit status 1 when anything failed.
#define _GNU_SOURCE
#include "tests/random/steps/steps.h"

#include "tests/tree/read.h"
#include "transform/plan/plan.h"
#include "transform/schedule/step_table.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS = 60, SHRINKING = 10, MESSAGE = 300 };

typedef struct Options {
    long steps;
    uint64_t seed;
    const char *finished, *nest, *apply;
    int walk; // -1: all
} Options;

typedef struct Input {
    const SourceFile *source;
    int index; // of the nest in its file
    const char *name;
} Input;

typedef struct Run {
    Arena *arena;
    Options options;
    VECTOR(Input) nests;
    Progress *progress; // shared with the process that works
    int failures;
} Run;

// ---- one nest, in a process of its own

static void split_steps(Arena *arena, const char *text, Words *words)
{
    while (*text) {
        text += strspn(text, " ;\n");
        size_t length = strcspn(text, ";\n");
        if (length)
            VECTOR_PUSH(arena, words, arena_strndup(arena, text, length));
        text += length;
    }
}

// The steps of the planned schedule; if there are several versions, of all of them in turn.
static void plan(const Candidate *first, Words *planned)
{
    Diag *diag = diag_collector(first->arena);
    Program *program = restructure(first, diag, NULL, NULL);
    if (!program)
        return;
    Words all = {0};
    split_steps(first->arena, program->schedule, &all);
    FOR_EACH(i, &all)
        if (strncmp(all.items[i], "version ", 8) != 0)
            VECTOR_PUSH(first->arena, planned, all.items[i]);
}

static uint64_t seed_of(const Run *run, const Input *input, int number)
{
    uint64_t hash = run->options.seed * 1000003 + (uint64_t)number;
    for (const char *at = input->name; *at; at++)
        hash = hash * 131 + (unsigned char)*at;
    return hash;
}

// Walks until the nest's share of the steps is done. `given`: these steps instead.
static void work(const Run *run, const Input *input, const Words *given, long share)
{
    Arena *arena = arena_new();
    Words planned = {0};
    Candidate first;
    Walk one = {.name = input->name,
                .source = input->source,
                .index = input->index,
                .planned = &planned,
                .progress = run->progress,
                .given = given,
                .talks = run->options.apply};
    if (!walk_begin(&one, arena, diag_collector(arena), &first))
        exit(0);
    if (!given)
        plan(&first, &planned);
    one.finished = run->options.finished && !given ? fopen(run->options.finished, "a") : NULL;
    Progress *progress = run->progress;
    int last = run->options.walk >= 0 ? run->options.walk : progress->walk + 1000000;
    for (; progress->walk <= last && (given || progress->steps < share); progress->walk++) {
        alarm(given && !run->options.apply ? SHRINKING : SECONDS);
        walk(&one, seed_of(run, input, progress->walk));
        if (given)
            break;
    }
    fflush(NULL);
    _exit(0);
}

// Runs `work` in a process. Its status, 0 if all is well; *message: the first line that it wrote to stderr.
static int in_process(const Run *run, const Input *input, const Words *given, long share, char *message)
{
    FILE *errors = tmpfile();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!run->options.apply)
            dup2(fileno(errors), STDERR_FILENO);
        work(run, input, given, share);
    }
    int status = 0;
    waitpid(child, &status, 0);
    rewind(errors);
    message[0] = '\0';
    if (fgets(message, MESSAGE, errors))
        message[strcspn(message, "\n")] = '\0';
    fclose(errors);
    return status;
}

// ---- failures

static const char *name_of(const char *message, int status)
{
    if (message[0])
        return message;
    return WIFSIGNALED(status) ? WTERMSIG(status) == SIGALRM ? "over a minute" : strsignal(WTERMSIG(status)) : "?";
}

// Leaves out steps as long as the same goes wrong.
static void shrink(const Run *run, const Input *input, Words *steps, int status, const char *message)
{
    char now[MESSAGE];
    Progress kept = *run->progress;
    for (int i = steps->count - 1; i >= 0; i--) {
        Words fewer = {0};
        FOR_EACH(j, steps)
            if (j != i)
                VECTOR_PUSH(run->arena, &fewer, steps->items[j]);
        if (in_process(run, input, &fewer, 0, now) == status && strcmp(now, message) == 0)
            *steps = fewer;
    }
    *run->progress = kept;
}

static void report(Run *run, const Input *input, int status, const char *message)
{
    Words steps = {0};
    for (int i = 0; i < run->progress->count; i++)
        VECTOR_PUSH(run->arena, &steps, arena_printf(run->arena, "%s", run->progress->words[i]));
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGALRM)
        shrink(run, input, &steps, status, message);
    printf("%s: %s\n  in walk %d of seed %llu; --nest %s --apply \"", input->name, name_of(message, status),
           run->progress->walk, (unsigned long long)run->options.seed, input->name);
    FOR_EACH(i, &steps)
        printf("%s%s", i ? "; " : "", steps.items[i]);
    printf("\" %s\n", input->source->path);
    fflush(stdout);
    run->failures++;
}

static void try_nest(Run *run, const Input *input, long share)
{
    enum { MOST_FAILURES = 5 };
    Words given = {0};
    char message[MESSAGE];
    Progress *progress = run->progress;
    if (run->options.apply)
        split_steps(run->arena, run->options.apply, &given);
    progress->walk = run->options.walk >= 0 ? run->options.walk : 0;
    progress->steps = 0;
    for (int failures = 0; failures < MOST_FAILURES; failures++) {
        progress->count = 0;
        int status = in_process(run, input, run->options.apply ? &given : NULL, share, message);
        if (status == 0)
            return;
        report(run, input, status, message);
        if (run->options.apply || run->options.walk >= 0)
            return;
        progress->walk++;
    }
}

// ---- the command line

static void add_nests(Run *run, const char *path)
{
    Diag *diag = diag_new(run->arena, (DiagOptions){0});
    const SourceFile *source = source_file_read(run->arena, diag, path);
    Arena *arena = arena_new();
    Unit *unit = source ? read_trees(arena, diag, source) : NULL;
    run->failures += !unit;
    for (int i = 0; unit && i < unit->nests.count; i++) {
        const char *stem = path_name(path);
        const char *name =
            arena_printf(run->arena, "%.*s:%s", (int)strcspn(stem, "."), stem, unit->nests.items[i]->kernel_name);
        if (!run->options.nest || strcmp(run->options.nest, name) == 0)
            VECTOR_PUSH(run->arena, &run->nests, ((Input){source, i, name}));
    }
    arena_release(arena);
}

static bool take_option(Options *options, const char *word, const char *value)
{
    if (strcmp(word, "--steps") == 0)
        options->steps = atol(value);
    else if (strcmp(word, "--seed") == 0)
        options->seed = (uint64_t)atoll(value);
    else if (strcmp(word, "--finished") == 0)
        options->finished = value;
    else if (strcmp(word, "--nest") == 0)
        options->nest = value;
    else if (strcmp(word, "--apply") == 0)
        options->apply = value;
    else if (strcmp(word, "--walk") == 0)
        options->walk = atoi(value);
    else
        return false;
    return true;
}

static void print_totals(const Run *run, long steps)
{
    const Progress *progress = run->progress;
    printf("%d nests, %ld steps, %ld accepted, %ld schedules, %ld of them finished, %d failures\n", run->nests.count,
           steps, progress->accepted, progress->walks, progress->finished, run->failures);
    printf("the slowest step took %.1f s: %s of %s\n", progress->slowest, progress->slowest_words,
           progress->slowest_nest);
    for (int i = 0; i < STEP_KINDS && !run->options.apply; i++)
        printf("%8ld of %6ld  %s %s\n", progress->done[i], progress->tried[i], step_rows[i].word,
               step_rows[i].arguments);
}

int main(int argc, char **argv)
{
    Run run = {.arena = arena_new(), .options = {.steps = 1000, .walk = -1}};
    run.progress = mmap(NULL, sizeof *run.progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run.progress == MAP_FAILED)
        return 2;
    int at = 1;
    while (at + 1 < argc && take_option(&run.options, argv[at], argv[at + 1]))
        at += 2;
    while (at < argc)
        add_nests(&run, argv[at++]);
    long total = 0;
    FOR_EACH(i, &run.nests) {
        time_t start = time(NULL);
        try_nest(&run, &run.nests.items[i], (run.options.steps + run.nests.count - 1) / run.nests.count);
        total += run.progress->steps;
        if (time(NULL) - start > SECONDS)
            printf("%s took %ld s\n", run.nests.items[i].name, (long)(time(NULL) - start));
    }
    print_totals(&run, total);
    bool failed = run.failures || !run.nests.count;
    arena_release(run.arena);
    type_release();
    intern_release();
    return failed;
}
