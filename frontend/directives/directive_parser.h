// What directive.l, directive.y and directive.c share. No other file includes it; directive.h is the contract.
//
// Texts are not copied while they are parsed: until a clause keeps a text, it is a range of bytes of the directive's
// text. A directive is read to its end even if it has errors: after a syntax error `next_token` skips the rest of the
// clause, by its parentheses, and hands out the token RESYNC, with which the grammar recovers.
#ifndef CURESTRUCT_FRONTEND_DIRECTIVE_PARSER_H
#define CURESTRUCT_FRONTEND_DIRECTIVE_PARSER_H

#include "frontend/directives/directive.h"

// Bytes [begin, end) of the text; the location type of the grammar.
typedef struct TextRange {
    size_t begin, end;
} TextRange;

typedef struct DirectiveParser {
    Arena *arena;
    Diag *diag;
    Loc at;
    const char *text;
    size_t length;
    const size_t *offset_in_file;
    Directive *directive;
    Clause clause; // being parsed
    Text string;   // its string, joined so far
    Loc here;      // the last place that was worked out; counting goes on from there
    int errors;

    // of the tokens
    void *scanner;   // flex's
    size_t position; // just after the last token
    int last_kind;   // the last token handed out, for recovery
    int before_last; // the one before it
    TextRange last;
    bool closed;      // the last token was the parenthesis that closes a clause
    int depth;        // of parentheses after that token; clause words are at depth 0 only
    bool has_pushed;  // the last token is to be handed out again
    bool resync;      // skip to the end of the clause first
    bool started;     // begin, end, enter, exit and update are no longer keywords
    bool is_update;   // the directive began with update
    const char *word; // of the clause that the tokens belong to, for messages; NULL before the first
} DirectiveParser;

// Reports an error at the range and counts it. After MANY_ERRORS of them the rest of the directive is skipped.
enum { MANY_ERRORS = 20 };
void directive_error(DirectiveParser *parser, TextRange range, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// The text of a range in which every run of blanks, line ends and comments is one blank, without blanks at its ends.
const char *directive_text(const DirectiveParser *parser, TextRange range);

// Actions of the grammar. A clause counts only after its end; one with a syntax error in it never does.
void clause_start(DirectiveParser *parser, ClauseKind kind, TextRange word);
void clause_end(DirectiveParser *parser);
void clause_unknown(DirectiveParser *parser, TextRange word);
void clause_set_operator(DirectiveParser *parser, TextRange operator); // checked: one of the reduction operators
void clause_set_word(DirectiveParser *parser, TextRange argument);     // checked against what the clause accepts
void clause_set_stream(DirectiveParser *parser, TextRange expression);
void clause_add_string(DirectiveParser *parser, TextRange literal); // adjacent literals are joined
void clause_add_name(DirectiveParser *parser, TextRange name);
void clause_add_range(DirectiveParser *parser, const TextRange *lower, TextRange count); // of the last name
void clause_add_size(DirectiveParser *parser, const TextRange *loop, TextRange size);

#endif
