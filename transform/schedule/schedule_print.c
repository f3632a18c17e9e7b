// Steps as text, and the table of all steps.
#include "transform/schedule/step_table.h"

#include <string.h>

// ---- steps

static void print_groups(Text *out, const Step *step)
{
    for (int g = 0; g < step->ngroups; g++) {
        const char *mark = g ? " {" : "{";
        for (int n = 0; n < 64; n++) {
            if (!(step->groups[g] >> n & 1))
                continue;
            text_printf(out, "%s%d", mark, n + 1);
            mark = " ";
        }
        text_add(out, "}");
    }
}

static void print_argument(Text *out, const Step *step, const Argument *argument)
{
    text_add(out, " ");
    switch (argument->kind) {
    case ARGUMENT_NUMBER: text_printf(out, "%lld", (long long)*argument_number((Step *)step, argument)); break;
    case ARGUMENT_FLAG: text_add(out, argument->name); break;
    case ARGUMENT_GROUPS: print_groups(out, step); break;
    case ARGUMENT_CHOICE: text_add(out, argument_chosen(step, argument)); break;
    default: text_add(out, *argument_text((Step *)step, argument));
    }
}

// Whether the brackets at `at` are a part of the step.
static bool is_given(const Step *step, const char *at)
{
    for (;;) {
        Item item = item_next(&at);
        if (item.kind == ITEM_ARGUMENT)
            return argument_is_given(step, item.argument);
        if (item.kind == ITEM_CLOSE)
            return false;
    }
}

void step_print(Text *out, const Step *step)
{
    const char *at = step_rows[step->kind].arguments;
    text_add(out, step_rows[step->kind].word);
    for (Item item = item_next(&at); item.kind != ITEM_END; item = item_next(&at)) {
        if (item.kind == ITEM_OPEN && !is_given(step, at))
            item_skip(&at);
        else if (item.kind == ITEM_WORD)
            text_printf(out, " %s", item.word);
        else if (item.kind == ITEM_ARGUMENT)
            print_argument(out, step, item.argument);
    }
}

void schedule_print(Text *out, const Schedule *schedule)
{
    FOR_EACH(i, &schedule->steps) {
        step_print(out, &schedule->steps.items[i]);
        text_add(out, ";\n");
    }
}

void schedule_print_nest(Text *out, const char *nest, const char *steps)
{
    text_printf(out, "nest %s {\n", nest);
    while (*steps) {
        size_t length = strcspn(steps, "\n");
        text_printf(out, "    %.*s\n", (int)length, steps);
        steps += length + (steps[length] == '\n');
    }
    text_add(out, "}\n");
}

// ---- the table

static const char *const titles[] = {
    [PART_SOURCE] = "Steps that change the source",
    [PART_THREADS] = "Which thread does what",
    [PART_WORK] = "What a thread does",
    [PART_DATA] = "Where data is meanwhile",
    [PART_VERSIONS] = "Several versions",
};
enum { PARTS = sizeof titles / sizeof *titles };

static void print_row(Text *out, const StepRow *row, bool markdown)
{
    const char *form =
        markdown ? "| `%s %s` | %s | %s | `%s` |\n" : "\n  %s %s\n      %s\n      requires: %s\n      %s\n";
    text_printf(out, form, row->word, row->arguments, row->does, row->requires, row->example);
}

static void print_part(Text *out, StepPart part, bool markdown)
{
    text_printf(out, markdown ? "## %s\n\n" : "%s\n", titles[part]);
    if (markdown)
        text_add(out, "| step | what it does | requires | example |\n|---|---|---|---|\n");
    for (int kind = 0; kind < STEP_KINDS; kind++)
        if (step_rows[kind].part == part)
            print_row(out, &step_rows[kind], markdown);
    text_add(out, "\n");
}

static void print_old_words(Text *out, bool markdown)
{
    text_add(out, markdown ? "## Earlier words\n\nThey are read and never printed: "
                           : "Earlier words, which are read and never printed:\n");
    bool first = true;
    for (int kind = 0; kind < STEP_KINDS; kind++) {
        const StepRow *row = &step_rows[kind];
        if (!row->old)
            continue;
        if (markdown)
            text_printf(out, "%s`%s` (now `%s`)", first ? "" : ",\n", row->old, row->word);
        else
            text_printf(out, "  %s (now %s)\n", row->old, row->word);
        first = false;
    }
    text_add(out, markdown ? ".\n" : "");
}

void steps_print(Text *out, bool markdown)
{
    for (int part = 0; part < PARTS; part++)
        print_part(out, (StepPart)part, markdown);
    print_old_words(out, markdown);
}
