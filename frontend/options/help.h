// What the command line prints about itself, all of it from the tables: help, the manual, completion for shells.
#ifndef CURESTRUCT_FRONTEND_HELP_H
#define CURESTRUCT_FRONTEND_HELP_H

#include "frontend/options/table.h"

void help_print(Verb verb);               // --help
void manual_print(Verb verb);             // --manual: a page for man
bool completion_print(const char *shell); // --completion=bash|zsh|fish; false: there is no such shell

#endif
