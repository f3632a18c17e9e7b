// Quotes words for a makefile.
#include "codegen/check/quote.h"

void quote_for_make(Text *out, const char *word)
{
    text_add(out, " '");
    for (; *word; word++) {
        if (*word == '\'')
            text_add(out, "'\\''");
        else if (*word == '$')
            text_add(out, "$$");
        else if (*word == '#')
            text_add(out, "\\#");
        else
            text_add_n(out, word, 1);
    }
    text_add(out, "'");
}
