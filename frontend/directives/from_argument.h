// The text of a directive of OpenMP or OpenACC while it is parsed: its tokens (from.c), and the arguments of its
// clauses (from_argument.c). No other file includes it; from.h is the contract.
#ifndef CURESTRUCT_FRONTEND_FROM_ARGUMENT_H
#define CURESTRUCT_FRONTEND_FROM_ARGUMENT_H

#include "frontend/directives/directive_parser.h"
#include "frontend/directives/from.h"

typedef struct Token {
    int kind; // 0: the end
    TextRange range;
} Token;

typedef struct Parse {
    DirectiveParser text; // for errors and the text of ranges
    FromDirective *from;
    VECTOR(Token) tokens;
    int at; // of the next token
    bool updates, finally;
    DirectiveKind kind; // of the pieces that are made
} Parse;

// Tokens.
const Token *from_peek(const Parse *parse);
bool from_accept(Parse *parse, int kind);
bool from_is_at(const Parse *parse, int kind, int ahead);
const char *from_words_of(const Parse *parse, TextRange range);
size_t from_file_place(const Parse *parse, size_t offset);
Loc from_loc_of(const Parse *parse, TextRange range);
bool from_skip_balanced(Parse *parse, TextRange *inside);

// Arguments after the clause's `(`, which they read up to its `)`. `at`: the clause's word. false: errors were
// reported.
bool from_argument_list(Parse *parse, const FromRow *row, const char *word, TextRange at, bool sections);
bool from_argument_map(Parse *parse, const FromRow *row, TextRange at);
bool from_argument_reduction(Parse *parse, const FromRow *row, TextRange at);
bool from_argument_sizes(Parse *parse, const FromRow *row, TextRange at);
bool from_argument_collapse(Parse *parse, const FromRow *row);

void from_argument_report_end(Parse *parse, const FromRow *row);
bool from_argument_skip_modifier(Parse *parse, int after, const char *const *words);
void from_argument_remark(Parse *parse, const FromRow *row, TextRange range);

#endif
