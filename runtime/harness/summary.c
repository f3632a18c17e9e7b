#include "summary.h"

#include <stdlib.h>
#include <string.h>

static void print_sizes(FILE *out, const CrsFunction *function, const Candidate *candidate)
{
    for (int i = 0; i < function->size_count; i++)
        fprintf(out, "%s%s=%ld", i ? ", " : "", function->sizes[i], candidate->values[i]);
    if (function->size_count == 0)
        fprintf(out, "no sizes");
}

void report_failure(Summary *summary, const Check *check, const Trial *trial)
{
    fprintf(summary->out, "  ");
    print_sizes(summary->out, check->layout.function, trial->candidate);
    const char *version = check->layout.shared->version;
    fprintf(summary->out, "; %s data%s%s%s%s%s, seed %llu: ", data_set_name(trial->draw.set),
            shape_name(trial->draw.shape),
            trial->draw.positive && trial->draw.shape != SHAPE_POSITIVE ? ", positive" : "",
            trial->device_memory ? ", in device memory"
            : trial->again       ? ", second call"
                                 : "",
            *version ? ", version " : "", version, (unsigned long long)check->seed);
    const Comparison *comparison = &trial->comparison;
    if (comparison->different == 0) {
        size_t length = strlen(trial->reason);
        fprintf(summary->out, "%s%s", trial->reason, length && trial->reason[length - 1] == '\n' ? "" : "\n");
        return;
    }
    fprintf(summary->out, "%ld of %ld values differ\n", comparison->different, comparison->values);
    for (int i = 0; i < comparison->mismatch_count; i++)
        fprintf(summary->out, "    %s\n", comparison->mismatches[i]);
}

bool print_summary(const CrsFunction *function, Summary *summary)
{
    bool passed = summary->failures == 0;
    printf("%s: %d of %d nests, %d of %d size%s%s", function->name, function->launcher_count, function->nest_count,
           summary->sizes, summary->tried, summary->tried == 1 ? "" : "s",
           passed && summary->fallbacks ? "" : " ran on the device");
    if (passed && summary->bound > 0)
        printf(", largest error %.2e of %.2e allowed", summary->error, summary->bound);
    else if (passed)
        printf(", bit for bit");
    if (passed && summary->fallbacks)
        printf(", fell back");
    int ran, kernels = goals_kernels(function, &summary->goals, &ran);
    printf(", %s", passed ? "PASS" : "FAIL");
    if (passed && summary->fallbacks == 0 && ran < kernels)
        printf(", but %d of %d kernels did not run", kernels - ran, kernels);
    printf("\n");
    fwrite(summary->details, 1, summary->details_length, stdout);
    for (int i = 0; passed && i < function->launcher_count && i < 64; i++)
        if (!(summary->seen >> i & 1))
            printf("  note: %s was never reached\n", function->launchers[i]);
    for (int i = 0; passed && summary->fallbacks == 0 && i < function->version_count && i < 64; i++)
        if (!(summary->versions >> i & 1))
            printf("  note: version %s of %s was never reached\n", function->versions[i].name,
                   function->launchers[function->versions[i].launcher]);
    return passed;
}

void note_reason(const Check *check, const Trial *trial, char *text, size_t size)
{
    FILE *out = fmemopen(text, size - 1, "w");
    if (!out)
        return;
    print_sizes(out, check->layout.function, trial->candidate);
    fprintf(out, ": %s", trial->reason);
    fclose(out);
}

void note_skip(const Check *check, Summary *summary, const Trial *trial)
{
    if (summary->skipped++ == 0)
        note_reason(check, trial, summary->first_skip, sizeof summary->first_skip);
    // Sizes that are tried for the sake of a goal alone may ask too much of the original.
    if (trial->crashed && trial->candidate->kind != CANDIDATE_GOAL && summary->crashed++ == 0)
        note_reason(check, trial, summary->first_crash, sizeof summary->first_crash);
}

void judge(const Check *check, Summary *summary)
{
    bool fallback = check->spec->expect_fallback;
    if (summary->failures > 0)
        return;
    if (summary->sizes == 0 && summary->partial > 0) {
        summary->sizes = summary->partial;
        fprintf(summary->out, "  note: no size gave every loop an iteration\n");
    }
    if (summary->sizes == 0 && summary->compared > 0) {
        summary->failures++;
        fprintf(summary->out, fallback          ? "  no launcher left its loop to the serial original\n"
                              : summary->device ? "  the loops had no iteration at any size, which proves nothing\n"
                                                : "  no launcher ran on the device, which proves nothing\n");
        if (summary->crashed)
            fprintf(summary->out, "  %s\n", summary->first_crash);
    } else if (summary->sizes == 0) {
        summary->failures++;
        fprintf(summary->out, summary->vacuous ? "  no size proves anything; %s\n" : "  no size could be tried; %s\n",
                summary->vacuous ? summary->first_vacuous : summary->first_skip);
    } else {
        if (summary->crashed > 2 * summary->sizes)
            fprintf(summary->out, "  note: %d sizes do not count; %s\n", summary->crashed, summary->first_crash);
        if (summary->vacuous)
            fprintf(summary->out, "  note: %d more sizes prove nothing; %s\n", summary->vacuous,
                    summary->first_vacuous);
        if (check->spec->verbose && summary->skipped)
            fprintf(summary->out, "  %d combinations of sizes left out; %s\n", summary->skipped, summary->first_skip);
        if (check->spec->verbose && summary->device_memory)
            fprintf(summary->out, "  also with all arrays in device memory\n");
        if (check->spec->verbose && summary->again)
            fprintf(summary->out, "  also a second time in the same process\n");
        if (check->spec->verbose && summary->overlaps)
            fprintf(summary->out, "  also with pointers that overlap, %d times\n", summary->overlaps);
    }
}
