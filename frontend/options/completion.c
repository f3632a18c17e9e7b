// Completion of command lines, from the tables: a script for each shell.
#include "frontend/options/help.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ---- what the rows say

static bool is_of(const Option *option, Verb verb)
{
    return (option->verbs & 1 << verb) != 0;
}

// "cpu|gpu" has words to choose from, "LO:HI|special" has not.
static bool has_words(const Option *option)
{
    if (!option->argument || !strchr(option->argument, '|'))
        return false;
    for (const char *at = option->argument; *at; at++)
        if (!islower((unsigned char)*at) && *at != '|')
            return false;
    return true;
}

static void print_words(const Option *option)
{
    for (const char *at = has_words(option) ? option->argument : ""; *at; at++)
        putchar(*at == '|' ? ' ' : *at);
}

static bool takes_folder(const Option *option)
{
    return option->argument && strcmp(option->argument, "DIR") == 0;
}

// In single quotes, without what the shell's own syntax would read.
static void print_help(const char *help)
{
    for (const char *at = help ? help : ""; *at; at++) {
        bool blank = isspace((unsigned char)*at);
        if (!(blank && isspace((unsigned char)at[1])) && !strchr("'[]:\\", *at))
            putchar(blank ? ' ' : *at);
    }
}

static void print_verbs(const char *separator)
{
    bool first = true;
    for (int i = 0; i < VERB_COUNT; i++)
        if (verb_rows[i].word) {
            printf("%s%s", first ? "" : separator, verb_rows[i].word);
            first = false;
        }
}

// ---- bash

static void print_bash_options(Verb verb)
{
    printf("    %s:-*) COMPREPLY=($(compgen -W '", verb_rows[verb].word ? verb_rows[verb].word : "");
    for (int i = 0; i < option_count; i++)
        if (is_of(&option_rows[i], verb))
            printf("%s%s ", option_rows[i].name, option_rows[i].style == STYLE_LONG ? "=" : "");
    puts("' -- \"$current\")) ;;");
}

static void print_bash(void)
{
    puts("_curestruct()\n{\n"
         "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb= option= word\n"
         "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do");
    fputs("        case $word in ", stdout);
    print_verbs("|");
    puts(") verb=$word; break ;; esac\n    done\n"
         "    if [[ $current == = ]]; then\n        option=$before current=\n"
         "    elif [[ $before == = ]]; then\n        option=${COMP_WORDS[COMP_CWORD-2]}\n    fi\n"
         "    case $option in");
    for (int i = 0; i < option_count; i++)
        if (has_words(&option_rows[i])) {
            printf("    %s) COMPREPLY=($(compgen -W '", option_rows[i].name);
            print_words(&option_rows[i]);
            puts("' -- \"$current\")); return ;;");
        }
    puts("    ?*) return ;;\n    esac\n    case $verb:$current in");
    for (int i = 0; i < VERB_COUNT; i++)
        print_bash_options((Verb)i);
    fputs("    :*) COMPREPLY=($(compgen -W '", stdout);
    print_verbs(" ");
    puts("' -- \"$current\") $(compgen -f -- \"$current\")) ;;\n    esac\n"
         "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n    return 0\n}\n"
         "complete -o default -F _curestruct curestruct");
}

// ---- zsh

static void print_zsh_option(const Option *option)
{
    static const char *const joints[] = {
        [STYLE_ALONE] = "", [STYLE_JOINED] = "-", [STYLE_EITHER] = "+", [STYLE_LONG] = "=", [STYLE_MAYBE] = "=-"};
    printf(" \\\n        '*%s%s[", option->name, joints[option->style]);
    print_help(option->help);
    fputs("]", stdout);
    if (option->argument) {
        printf("%s:value:", option->style == STYLE_MAYBE ? ":" : "");
        if (has_words(option)) {
            putchar('(');
            print_words(option);
            putchar(')');
        } else {
            fputs(takes_folder(option) ? "_files -/" : "_files", stdout);
        }
    }
    putchar('\'');
}

static void print_zsh(void)
{
    fputs("#compdef curestruct\nlocal word verb\nfor word in ${words[2,CURRENT-1]}; do\n    case $word in (", stdout);
    print_verbs("|");
    puts(") verb=$word; break ;; esac\ndone\ncase $verb in");
    for (int i = VERB_COUNT - 1; i >= 0; i--) {
        printf("(%s)\n    _arguments -S", verb_rows[i].word ? verb_rows[i].word : "*");
        for (int k = 0; k < option_count; k++)
            if (is_of(&option_rows[k], (Verb)i))
                print_zsh_option(&option_rows[k]);
        if (i == VERB_COMPILE) {
            fputs(" \\\n        '1: : _alternative \"verbs:verb:(", stdout);
            print_verbs(" ");
            fputs(")\" \"files:file:_files\"'", stdout);
        }
        puts(" \\\n        '*:file:_files' ;;");
    }
    puts("esac");
}

// ---- fish

static void print_fish_words(const char *condition, int verbs)
{
    bool any = false;
    for (int i = 0; i < VERB_COUNT; i++)
        if (verb_rows[i].word && (verbs & 1 << i)) {
            printf("%s%s", any ? " " : condition, verb_rows[i].word);
            any = true;
        }
    fputs(any ? "'" : "", stdout);
}

static void print_fish_option(const Option *option)
{
    const char *name = option->name + strspn(option->name, "-");
    bool is_long = !strncmp(option->name, "--", 2), is_short = !is_long && !name[1];
    fputs("complete -c curestruct", stdout);
    if (is_of(option, VERB_COMPILE))
        print_fish_words(" -n 'not __fish_seen_subcommand_from ", ~option->verbs & ((1 << VERB_COUNT) - 1));
    else
        print_fish_words(" -n '__fish_seen_subcommand_from ", option->verbs);
    printf(" -%s %s", is_long ? "l" : is_short ? "s" : "o", name);
    if (has_words(option)) {
        fputs(" -x -a '", stdout);
        print_words(option);
        putchar('\'');
    } else if (option->argument && option->style != STYLE_MAYBE) {
        fputs(" -r", stdout);
    }
    fputs(" -d '", stdout);
    print_help(option->help);
    puts("'");
}

static void print_fish(void)
{
    for (int i = 0; i < VERB_COUNT; i++)
        if (verb_rows[i].word) {
            fputs("complete -c curestruct -n 'not __fish_seen_subcommand_from ", stdout);
            print_verbs(" ");
            printf("' -a %s -d '", verb_rows[i].word);
            print_help(verb_rows[i].purpose);
            puts("'");
        }
    for (int i = 0; i < option_count; i++)
        if (option_rows[i].style != STYLE_JOINED)
            print_fish_option(&option_rows[i]);
}

bool completion_print(const char *shell)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, shell) == 0) {
            shells[i].print();
            return true;
        }
    return false;
}
