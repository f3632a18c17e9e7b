// Pages for man, from the tables.
#include "frontend/options/help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// As roff reads it: a hyphen that may be copied, no escapes, and no command at the beginning of a line.
static void print_text(const char *text)
{
    if (*text == '.' || *text == '\'')
        fputs("\\&", stdout);
    for (; *text; text++) {
        bool blank = isspace((unsigned char)*text);
        if (blank && isspace((unsigned char)text[1]))
            continue;
        if (blank)
            putchar(' ');
        else if (*text == '-')
            fputs("\\-", stdout);
        else if (*text == '\\')
            fputs("\\e", stdout);
        else
            putchar(*text);
    }
}

static void print_entry(const char *name, const char *joint, const char *argument, const char *help)
{
    fputs(".TP\n\\fB", stdout);
    print_text(name);
    printf("\\fR%s", joint);
    if (argument) {
        fputs("\\fI", stdout);
        print_text(argument);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    print_text(help);
    putchar('\n');
}

static void print_synopsis(Verb verb)
{
    const VerbRow *row = &verb_rows[verb];
    puts(".SH SYNOPSIS");
    printf("\\fBcurestruct\\fR %s %s", row->word ? row->word : "", row->word ? "[\\fIoptions\\fR] " : "");
    print_text(row->arguments);
    putchar('\n');
    for (int i = 0; verb == VERB_COMPILE && i < VERB_COUNT; i++)
        if (verb_rows[i].word)
            printf(".br\n\\fBcurestruct %s\\fR [\\fIoptions\\fR] %s\n", verb_rows[i].word, verb_rows[i].arguments);
}

static void print_options(Verb verb)
{
    puts(".SH OPTIONS");
    for (int i = 0; i < option_count; i++) {
        const Option *option = &option_rows[i];
        if (option->help && (option->verbs & 1 << verb))
            print_entry(option->name, option->argument ? option_joint(option) : "", option->argument, option->help);
    }
}

static void print_rest(Verb verb)
{
    static const char *const variables[][2] = {
        {"CC", "the C compiler of check and bench"},
        {"CURESTRUCT_CC", "the host compiler of cc and of -E; by default cc"},
        {"CURESTRUCT_NVCC", "nvcc, and options for it; by default the one on the path or of /usr/local/cuda"},
        {"NO_COLOR", "no colour in messages, unless --color says otherwise"},
    };
    if (1 << verb & FOR_INPUT) {
        puts(".SH WARNINGS");
        for (int i = 0; i < WARN_COUNT; i++)
            print_entry(warning_name((Warning)i), "", NULL, warning_help((Warning)i));
    }
    puts(".SH EXIT STATUS");
    for (int i = 0; i < exit_status_count; i++)
        print_entry(exit_statuses[i].number, "", NULL, exit_statuses[i].meaning);
    puts(".SH ENVIRONMENT");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        print_entry(variables[i][0], "", NULL, variables[i][1]);
}

void manual_print(Verb verb)
{
    const VerbRow *row = &verb_rows[verb];
    const char *joint = row->word ? "-" : "", *word = row->word ? row->word : "";
    printf(".TH CURESTRUCT%s", row->word ? "\\-" : "");
    for (const char *at = word; *at; at++)
        putchar(toupper((unsigned char)*at));
    printf(" 1 \"\" \"curestruct %s\" \"User Commands\"\n.SH NAME\ncurestruct%s%s \\- ", options_version(), joint,
           word);
    print_text(row->purpose);
    putchar('\n');
    print_synopsis(verb);
    if (verb == VERB_COMPILE)
        puts(".SH DESCRIPTION\nRestructures the loops that \\fB#pragma curestruct\\fR names into CUDA kernels. Each "
             "command has a\npage of its own: \\fBcurestruct\\-check\\fR(1) and so on.");
    print_options(verb);
    print_rest(verb);
}
