// Words of a makefile's commands.
#ifndef CURESTRUCT_CODEGEN_CHECK_QUOTE_H
#define CURESTRUCT_CODEGEN_CHECK_QUOTE_H

#include "ir/base.h"

void quote_for_make(Text *out, const char *word); // after a blank, for make and the shell

#endif
