// The table of OpenMP and OpenACC (contract in from_table.h).
#include "frontend/directives/from_table.h"

#include <string.h>

enum {
    OMP = FROM_OMP,
    ACC = FROM_ACC,
    BOTH = FROM_OMP | FROM_ACC,
    LOOP = FROM_LOOP,
    DATA = FROM_DATA,
    TEAM = FROM_TEAM,
    ALONE = FROM_ALONE,
    WORK = FROM_LOOP | FROM_DATA | FROM_TEAM,
    ANY = FROM_LOOP | FROM_DATA | FROM_TEAM | FROM_ALONE,
};

#define SEQUENCE "statements run in the order of the text"
#define MOVES "each nest moves its data, and a region keeps them on the device"
#define ARRANGES "the compiler arranges the iterations"
#define HOST_THREAD "one thread of the host runs it"
#define CREATES "of a region; `copy` of a nest, and beside `update` or `enter data`"
#define HOST_KEEPS "it is left to the compiler of the host"

const FromRow from_directives[] = {
    {OMP, "target", DATA, 1, 0, FROM_IMPLIED, "begin .. end", "before a block with loops; otherwise nothing"},
    {OMP, "teams", TEAM, 2, 0, FROM_IMPLIED, NULL, HOST_THREAD},
    {OMP, "distribute", LOOP, 3, 0, FROM_INDEPENDENT, "independent", NULL},
    {OMP, "parallel", TEAM, 4, 0, FROM_IMPLIED, NULL, HOST_THREAD},
    {OMP, "masked", FROM_INSIDE, 5, 0, FROM_IMPLIED, NULL, HOST_THREAD},
    {OMP, "master", FROM_INSIDE, 5, 0, FROM_IMPLIED, NULL, HOST_THREAD},
    {OMP, "taskloop", LOOP, 6, 0, FROM_INDEPENDENT, "independent", NULL},
    {OMP, "for", LOOP, 6, 0, FROM_INDEPENDENT, "independent", NULL},
    {OMP, "loop", LOOP, 6, 0, FROM_INDEPENDENT, "independent", NULL},
    {OMP, "sections", FROM_INSIDE, 6, 0, FROM_IMPLIED, NULL, HOST_THREAD},
    {OMP, "simd", LOOP, 7, 0, FROM_IMPLIED, NULL, "a nest of which nothing is asserted"},
    {OMP, "target data", DATA, 0, 0, FROM_IMPLIED, "begin .. end", NULL},
    {OMP, "target enter data", ALONE, 0, 0, FROM_OURS, "enter", NULL},
    {OMP, "target exit data", ALONE, 0, 0, FROM_OURS, "exit", NULL},
    {OMP, "target update", ALONE, 0, 0, FROM_OURS, "update", NULL},
    {OMP, "section", FROM_INSIDE, 0, 0, FROM_IMPLIED, NULL, SEQUENCE},
    {OMP, "single", FROM_INSIDE, 0, 0, FROM_IMPLIED, NULL, HOST_THREAD},
    {OMP, "critical", FROM_INSIDE, 0, 0, FROM_IMPLIED, NULL, "the loop is not asserted to be independent"},
    {OMP, "atomic", FROM_INSIDE, 0, 0, FROM_IMPLIED, NULL, "the loop is not asserted to be independent"},
    {OMP, "ordered", FROM_INSIDE, 0, 0, FROM_IMPLIED, NULL, "the loop is not asserted to be independent"},
    {OMP, "barrier", ALONE, 0, 0, FROM_IMPLIED, NULL, SEQUENCE},
    {OMP, "flush", ALONE, 0, 0, FROM_IMPLIED, NULL, SEQUENCE},
    {OMP, "taskwait", ALONE, 0, 0, FROM_IMPLIED, NULL, SEQUENCE},
    {OMP, "taskyield", ALONE, 0, 0, FROM_IMPLIED, NULL, SEQUENCE},
    {OMP, "task", FROM_HOST, 0, 0, FROM_HINT, NULL, HOST_KEEPS},
    {OMP, "taskgroup", FROM_HOST, 0, 0, FROM_HINT, NULL, HOST_KEEPS},
    {OMP, "scope", FROM_INSIDE, 0, 0, FROM_IMPLIED, NULL, HOST_THREAD},
    {OMP, "scan", ALONE, 0, 0, FROM_IMPLIED, NULL, "the nest computes as the serial loop does"},
    {OMP, "tile", FROM_HOST, 0, 0, FROM_HINT, NULL, ARRANGES},
    {OMP, "unroll", FROM_HOST, 0, 0, FROM_HINT, NULL, ARRANGES},
    {OMP, "cancel", FROM_HOST, 0, 0, FROM_UNREAD, NULL, "an iteration cannot end the others"},
    {OMP, "cancellation point", ALONE, 0, 0, FROM_IMPLIED, NULL, SEQUENCE},
    {OMP, "threadprivate", FROM_FUNCTION, 0, 0, FROM_HINT, NULL, HOST_KEEPS},
    {OMP, "declare target", FROM_FUNCTION, 0, 0, FROM_HINT, NULL, "functions of the file are read by themselves"},
    {OMP, "begin declare target", FROM_FUNCTION, 0, 0, FROM_HINT, NULL, "functions of the file are read by themselves"},
    {OMP, "end declare target", FROM_FUNCTION, 0, 0, FROM_IMPLIED, NULL, NULL},
    {OMP, "declare simd", FROM_FUNCTION, 0, 0, FROM_HINT, NULL, "functions of the file are read by themselves"},
    {OMP, "declare reduction", FROM_FUNCTION, 0, 0, FROM_HINT, NULL,
     "a reduction by an operator of your own is not read"},
    {OMP, "requires", FROM_FUNCTION, 0, 0, FROM_HINT, NULL, HOST_KEEPS},

    {ACC, "parallel", DATA, 1, 0, FROM_INDEPENDENT, "begin .. end", "its loops are asserted to be independent"},
    {ACC, "kernels", DATA, 1, 0, FROM_IMPLIED, "begin .. end", "nothing is asserted of its loops"},
    {ACC, "serial", TEAM, 1, 0, FROM_IN_ORDER, NULL, HOST_THREAD},
    {ACC, "loop", LOOP, 2, 0, FROM_IMPLIED, NULL, "independent in `parallel` and before a loop by itself"},
    {ACC, "data", DATA, 0, 0, FROM_IMPLIED, "begin .. end", NULL},
    {ACC, "enter data", ALONE, 0, 0, FROM_OURS, "enter", NULL},
    {ACC, "exit data", ALONE, 0, 0, FROM_OURS, "exit", NULL},
    {ACC, "update", ALONE, 0, 0, FROM_OURS, "update", NULL},
    {ACC, "declare", FROM_FUNCTION, 0, 0, FROM_HINT, NULL, MOVES},
    {ACC, "host_data", TEAM, 0, 0, FROM_IMPLIED, NULL, HOST_THREAD},
    {ACC, "wait", ALONE, 0, 0, FROM_IMPLIED, NULL, SEQUENCE},
    {ACC, "cache", ALONE, 0, 0, FROM_HINT, NULL, "the compiler decides what shared memory holds"},
    {ACC, "atomic", FROM_INSIDE, 0, 0, FROM_IMPLIED, NULL, "the loop is not asserted to be independent"},
    {ACC, "routine", FROM_FUNCTION, 0, 0, FROM_HINT, NULL, "functions of the file are read by themselves"},
    {ACC, "init", ALONE, 0, 0, FROM_HINT, NULL, "the first call of a nest starts the device"},
    {ACC, "shutdown", ALONE, 0, 0, FROM_HINT, NULL, "the device is given back when the program ends"},
    {ACC, "set", ALONE, 0, 0, FROM_HINT, NULL, "the current device of CUDA is used"},
};

const FromRow from_clauses[] = {
    {BOTH, "reduction", WORK, 0, SHAPE_REDUCTION, FROM_OURS, "reduction", NULL},
    {BOTH, "private", WORK, 0, SHAPE_NAMES, FROM_OURS, "private", NULL},
    {BOTH, "firstprivate", WORK, 0, SHAPE_NAMES, FROM_FIRST, "private", "a value may come in"},
    {OMP, "lastprivate", WORK, 0, SHAPE_NAMES, FROM_IMPLIED, NULL, "a nest leaves the last iteration's values"},
    {OMP, "shared", WORK, 0, SHAPE_NAMES, FROM_IMPLIED, NULL, NULL},
    {BOTH, "default", WORK, 0, SHAPE_TEXT, FROM_IMPLIED, NULL, "what is shared is found"},
    {OMP, "linear", LOOP, 0, SHAPE_TEXT, FROM_IMPLIED, NULL, "a nest leaves the last iteration's values"},
    {OMP, "in_reduction", WORK, 0, SHAPE_TEXT, FROM_UNREAD, NULL, "tasks share no reduction with a nest"},
    {OMP, "task_reduction", WORK, 0, SHAPE_TEXT, FROM_UNREAD, NULL, "tasks share no reduction with a nest"},
    {BOTH, "collapse", LOOP, 0, SHAPE_TEXT, FROM_COLLAPSE, "independent", "of so many loops"},
    {OMP, "ordered", LOOP, 0, SHAPE_MAYBE, FROM_IN_ORDER, NULL, "the loop is not asserted to be independent"},
    {OMP, "safelen", LOOP, 0, SHAPE_TEXT, FROM_IN_ORDER, NULL, "the loop is not asserted to be independent"},
    {OMP, "simdlen", LOOP, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "aligned", LOOP, 0, SHAPE_TEXT, FROM_IMPLIED, NULL, "alignment is tested at run time"},
    {OMP, "nontemporal", LOOP, 0, SHAPE_NAMES, FROM_HINT, NULL, ARRANGES},
    {OMP, "order", LOOP, 0, SHAPE_TEXT, FROM_IMPLIED, NULL, NULL},
    {OMP, "bind", LOOP, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "schedule", LOOP, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "dist_schedule", LOOP, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "grainsize", LOOP, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "num_tasks", LOOP, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "nogroup", LOOP, 0, SHAPE_NONE, FROM_IMPLIED, NULL, SEQUENCE},
    {OMP, "untied", LOOP, 0, SHAPE_NONE, FROM_IMPLIED, NULL, NULL},
    {OMP, "nowait", ANY, 0, SHAPE_NONE, FROM_IMPLIED, NULL, SEQUENCE},
    {OMP, "depend", ANY, 0, SHAPE_TEXT, FROM_IMPLIED, NULL, SEQUENCE},
    {BOTH, "if", ALONE, 0, SHAPE_TEXT, FROM_CONDITION, "if", "the directive counts where the condition holds"},
    {BOTH, "if", WORK, 0, SHAPE_TEXT, FROM_HINT, NULL, "the launcher decides, and data on the device is used there"},
    {OMP, "num_threads", LOOP | TEAM, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "num_teams", WORK, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "thread_limit", WORK, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "proc_bind", WORK, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {OMP, "copyin", WORK, 0, SHAPE_NAMES, FROM_IMPLIED, NULL, "one thread of the host runs what is not a nest"},
    {OMP, "allocate", WORK, 0, SHAPE_TEXT, FROM_HINT, NULL, MOVES},
    {OMP, "map", ANY, 0, SHAPE_MAP, FROM_OURS, NULL,
     "to: `copyin`, from: `copyout`, tofrom: `copy`, alloc: `create` as OpenACC's"},
    {OMP, "to", ALONE, 0, SHAPE_SECTIONS, FROM_OURS, "device", NULL},
    {OMP, "from", ALONE, 0, SHAPE_SECTIONS, FROM_OURS, "host", NULL},
    {OMP, "defaultmap", WORK, 0, SHAPE_TEXT, FROM_HINT, NULL, MOVES},
    {OMP, "is_device_ptr", WORK, 0, SHAPE_NAMES, FROM_IMPLIED, NULL, "the launcher asks where a pointer points"},
    {OMP, "has_device_addr", WORK, 0, SHAPE_NAMES, FROM_IMPLIED, NULL, "the launcher asks where a pointer points"},
    {OMP, "use_device_ptr", DATA, 0, SHAPE_NAMES, FROM_UNREAD, NULL, "the block has the host's pointers"},
    {OMP, "use_device_addr", DATA, 0, SHAPE_NAMES, FROM_UNREAD, NULL, "the block has the host's pointers"},
    {OMP, "device", ANY, 0, SHAPE_TEXT, FROM_HINT, NULL, "the current device of CUDA is used"},

    {ACC, "copy", WORK, 0, SHAPE_SECTIONS, FROM_OURS, "copy", "also `pcopy`, `present_or_copy`"},
    {ACC, "pcopy", WORK, 0, SHAPE_SECTIONS, FROM_OURS, "copy", NULL},
    {ACC, "present_or_copy", WORK, 0, SHAPE_SECTIONS, FROM_OURS, "copy", NULL},
    {ACC, "copyin", ANY, 0, SHAPE_SECTIONS, FROM_OURS, "copyin", "also `pcopyin`, `present_or_copyin`"},
    {ACC, "pcopyin", ANY, 0, SHAPE_SECTIONS, FROM_OURS, "copyin", NULL},
    {ACC, "present_or_copyin", ANY, 0, SHAPE_SECTIONS, FROM_OURS, "copyin", NULL},
    {ACC, "copyout", ANY, 0, SHAPE_SECTIONS, FROM_OURS, "copyout", "also `pcopyout`, `present_or_copyout`"},
    {ACC, "pcopyout", ANY, 0, SHAPE_SECTIONS, FROM_OURS, "copyout", NULL},
    {ACC, "present_or_copyout", ANY, 0, SHAPE_SECTIONS, FROM_OURS, "copyout", NULL},
    {ACC, "create", ANY, 0, SHAPE_SECTIONS, FROM_OURS, "create", CREATES},
    {ACC, "pcreate", WORK, 0, SHAPE_SECTIONS, FROM_OURS, "copy", NULL},
    {ACC, "pcreate", ALONE, 0, SHAPE_SECTIONS, FROM_OURS, "create", "of `enter data`"},
    {ACC, "present_or_create", WORK, 0, SHAPE_SECTIONS, FROM_OURS, "copy", NULL},
    {ACC, "present_or_create", ALONE, 0, SHAPE_SECTIONS, FROM_OURS, "create", "of `enter data`"},
    {ACC, "present", WORK, 0, SHAPE_SECTIONS, FROM_OURS, "copy", "the launcher asks where a pointer points"},
    {ACC, "no_create", WORK, 0, SHAPE_SECTIONS, FROM_OURS, "copy", "the launcher asks where a pointer points"},
    {ACC, "deviceptr", WORK, 0, SHAPE_NAMES, FROM_IMPLIED, NULL, "the launcher asks where a pointer points"},
    {ACC, "attach", ANY, 0, SHAPE_NAMES, FROM_IMPLIED, NULL, MOVES},
    {ACC, "detach", ALONE, 0, SHAPE_NAMES, FROM_IMPLIED, NULL, MOVES},
    {ACC, "delete", ALONE, 0, SHAPE_SECTIONS, FROM_OURS, "delete", NULL},
    {ACC, "finalize", ALONE, 0, SHAPE_NONE, FROM_FINALLY, "finalize", NULL},
    {ACC, "host", ALONE, 0, SHAPE_SECTIONS, FROM_OURS, "host", NULL},
    {ACC, "device", ALONE, 0, SHAPE_SECTIONS, FROM_OURS, "device", NULL},
    {ACC, "self", ALONE, 0, SHAPE_SECTIONS, FROM_OURS, "host", NULL},
    {ACC, "self", WORK, 0, SHAPE_MAYBE, FROM_HINT, NULL, "the launcher decides, and the results are the same"},
    {ACC, "if_present", ALONE | TEAM, 0, SHAPE_NONE, FROM_IMPLIED, NULL, NULL},
    {ACC, "use_device", TEAM, 0, SHAPE_NAMES, FROM_UNREAD, NULL, "the block has the host's pointers"},
    {ACC, "independent", LOOP, 0, SHAPE_NONE, FROM_INDEPENDENT, "independent", NULL},
    {ACC, "auto", LOOP, 0, SHAPE_NONE, FROM_IN_ORDER, NULL, "the loop is not asserted to be independent"},
    {ACC, "seq", LOOP, 0, SHAPE_NONE, FROM_IN_ORDER, NULL, "not a nest of its own; in one, not asserted independent"},
    {ACC, "gang", LOOP, 0, SHAPE_MAYBE, FROM_HINT, NULL, ARRANGES},
    {ACC, "worker", LOOP, 0, SHAPE_MAYBE, FROM_HINT, NULL, ARRANGES},
    {ACC, "vector", LOOP, 0, SHAPE_MAYBE, FROM_HINT, NULL, ARRANGES},
    {ACC, "num_gangs", WORK, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {ACC, "num_workers", WORK, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {ACC, "vector_length", WORK, 0, SHAPE_TEXT, FROM_HINT, NULL, ARRANGES},
    {ACC, "tile", LOOP, 0, SHAPE_SIZES, FROM_OURS, "tile", "a size `*` is chosen by the compiler"},
    {ACC, "device_type", ANY, 0, SHAPE_TEXT, FROM_HINT, NULL, "the clauses after it are read for every device"},
    {ACC, "dtype", ANY, 0, SHAPE_TEXT, FROM_HINT, NULL, "the clauses after it are read for every device"},
    {ACC, "async", ANY, 0, SHAPE_MAYBE, FROM_IMPLIED, NULL, SEQUENCE},
    {ACC, "wait", ANY, 0, SHAPE_MAYBE, FROM_IMPLIED, NULL, SEQUENCE},
};

const int from_directive_count = sizeof from_directives / sizeof *from_directives;
const int from_clause_count = sizeof from_clauses / sizeof *from_clauses;

// ---- languages

const char *from_language_name(FromLanguage language)
{
    return language == FROM_OMP ? "OpenMP" : "OpenACC";
}

const char *from_language_word(FromLanguage language)
{
    return language == FROM_OMP ? "omp" : "acc";
}

const char *from_language_macro(FromLanguage language)
{
    return language == FROM_OMP ? "_OPENMP" : "_OPENACC";
}

const char *from_language_version(FromLanguage language)
{
    return language == FROM_OMP ? "201511" : "201711";
}

int from_language_of(const char *word, size_t length)
{
    if (length != 3)
        return 0;
    return !strncmp(word, "omp", length) ? FROM_OMP : !strncmp(word, "acc", length) ? FROM_ACC : 0;
}

int from_languages(const char *list)
{
    int languages = 0;
    while (true) {
        size_t length = strcspn(list, ",");
        int language = from_language_of(list, length);
        if (!language)
            return 0;
        languages |= language;
        if (!list[length])
            return languages;
        list += length + 1;
    }
}

// ---- for the manual

static const char *column_of(const FromRow *row)
{
    if (row->meaning == FROM_UNREAD)
        return "not obeyed, a warning each time";
    if (row->meaning == FROM_HINT)
        return "no effect, a warning";
    return NULL;
}

static void print_rows(Text *out, const FromRow *rows, int count, FromLanguage language)
{
    for (int i = 0; i < count; i++) {
        const FromRow *row = &rows[i];
        if (!(row->languages & (int)language))
            continue;
        const char *read = column_of(row);
        if (read)
            text_printf(out, "| `%s` | %s | %s |\n", row->words, read, row->why ? row->why : "");
        else if (row->ours)
            text_printf(out, "| `%s` | `%s` | %s |\n", row->words, row->ours, row->why ? row->why : "");
        else
            text_printf(out, "| `%s` | %s | %s |\n", row->words, row->meaning == FROM_OURS ? "a data clause" : "-",
                        row->why ? row->why : "");
    }
}

void from_print_table(Text *out, FromLanguage language)
{
    text_printf(out, "| directive of %s | read as | |\n|---|---|---|\n", from_language_name(language));
    print_rows(out, from_directives, from_directive_count, language);
    text_printf(out, "\n| clause of %s | read as | |\n|---|---|---|\n", from_language_name(language));
    print_rows(out, from_clauses, from_clause_count, language);
}
