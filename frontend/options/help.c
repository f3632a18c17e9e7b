// --help.
#include "frontend/options/help.h"

#include <ctype.h>
#include <stdio.h>

static int print_option(const Option *option)
{
    int width = printf("  %s%s%s", option->name, option->argument ? option_joint(option) : "",
                       option->argument ? option->argument : "");
    return printf("%*s%s\n", width < 26 ? 26 - width : 2, "", option->help);
}

static void print_warnings(void)
{
    puts("\nWarnings:");
    for (int i = 0; i < WARN_COUNT; i++)
        printf("  %-24s%s\n", warning_name((Warning)i), warning_help((Warning)i));
}

void help_print(Verb verb)
{
    if (verb == VERB_COMPILE) {
        printf("usage: curestruct %s\n", verb_rows[VERB_COMPILE].arguments);
        for (int i = 0; i < VERB_COUNT; i++)
            if (verb_rows[i].word)
                printf("       curestruct %-8s %-8s %s\n", verb_rows[i].word, verb_rows[i].arguments,
                       verb_rows[i].purpose);
        puts("\nRestructures the loops that `#pragma curestruct` names into CUDA kernels.\n");
    } else {
        printf("usage: curestruct %s [options] %s\n\n%c%s.\n\n", verb_rows[verb].word, verb_rows[verb].arguments,
               toupper((unsigned char)verb_rows[verb].purpose[0]), verb_rows[verb].purpose + 1);
    }
    for (int i = 0; i < option_count; i++)
        if (option_rows[i].help && (option_rows[i].verbs & 1 << verb))
            print_option(&option_rows[i]);
    bool has_input = (1 << verb & FOR_INPUT) != 0;
    if (has_input)
        puts("  @FILE                   the options in FILE\n"
             "  -- ARGUMENTS            what follows goes to clang");
    if (has_input)
        print_warnings();
    puts("\nExit status:");
    for (int i = 0; i < exit_status_count; i++)
        printf("  %-24s%s\n", exit_statuses[i].number, exit_statuses[i].meaning);
}
