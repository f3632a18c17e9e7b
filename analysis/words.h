// Facts in words: the text of messages.
#ifndef CURESTRUCT_ANALYSIS_WORDS_H
#define CURESTRUCT_ANALYSIS_WORDS_H

#include "analysis/facts.h"

bool dependence_explains(const Facts *facts, const Dependence *dependence); // its words name a reason: a scan, a cast
const char *user_words(Arena *arena, Expr *expr);   // without casts, members as the user names them: "s->n * 2"
void note_assertions(Diag *diag, const Nest *nest); // of those that the launcher does not test
void note_assumptions(Diag *diag,
                      const Facts *facts); // those that an ordinary call may break [-Wassume]

const char *access_words(Arena *arena, const Access *access);                   // the user's text: "A[i-1]"
const char *dependence_words(const Facts *facts, const Dependence *dependence); // "'A[i]' written here is read as ..."

// "A[i] written here is read as A[i-1], distance (1)": one warning line's tail and the notes at both places.
void note_dependence(Diag *diag, const Facts *facts, const Dependence *dependence);
const char *verdict_word(LoopVerdict verdict);

#endif
