/* The grammar of schedules: blocks for nests, steps, and the words of a step. It has no values: every action works on
   ranges of the text. The words of each step are a row of steps.def; a new step changes nothing here. Where words
   do not fit the step, the rest is read all the same; an error of the grammar ends it. */
%require "3.8"
%define api.pure full
%define api.prefix {crs_schedule_}
%define api.token.prefix {STEPS_}
%define api.location.type {WordRange}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param { ScheduleParser *parser }

%code requires {
#include "transform/schedule/schedule_parser.h"
#define YYLLOC_DEFAULT(current, rhs, n)                                                    \
    do {                                                                                   \
        (current).begin = (n) ? YYRHSLOC(rhs, 1).begin : YYRHSLOC(rhs, 0).end;             \
        (current).end = (n) ? YYRHSLOC(rhs, n).end : YYRHSLOC(rhs, 0).end;                 \
    } while (0)
}

%code {
int crs_schedule_lex(CRS_SCHEDULE_STYPE *value, CRS_SCHEDULE_LTYPE *location, ScheduleParser *parser);
static void yyerror(const WordRange *location, ScheduleParser *parser, const char *message);
}

%initial-action { (void)yynerrs; } // bison counts errors for an action that could ask; clang warns that none does

%token NEST "nest" WORD NUMBER OTHER SEMICOLON ";" OPEN "{" CLOSE "}"

%%

file: steps | blocks ;

blocks: block | blocks block ;
block: opening steps "}"                { schedule_end_nest(parser); } ;
opening: "nest" WORD "{"                { schedule_begin_nest(parser, @2); } ;

steps: %empty | list | list ";" ;
list: step | list ";" step ;

step: first words                       { schedule_end_step(parser); } ;
first: WORD                             { schedule_begin_step(parser, @1); } ;
words: %empty | words word | words group ;
word: simple                            { schedule_add_word(parser, @1); } ;
simple: WORD | NUMBER | OTHER | "nest" ;
group: open members close ;
open: "{"                               { schedule_add_word(parser, @1); } ;
close: "}"                              { schedule_add_word(parser, @1); } ;
members: member | members member ;
member: NUMBER                          { schedule_add_word(parser, @1); } ;

%%

// Called for errors other than syntax errors: the parser's stack has an end, which these rules do not come to.
static void yyerror(const WordRange *location, ScheduleParser *parser, const char *message)
{
    (void)location;
    (void)parser;
    unreachable_bug(message);
}

static bool expects(const yypcontext_t *context, yysymbol_kind_t symbol)
{
    yysymbol_kind_t expected[YYNTOKENS];
    int count = yypcontext_expected_tokens(context, expected, YYNTOKENS);
    for (int i = 0; i < count; i++)
        if (expected[i] == symbol)
            return true;
    return false;
}

// The words that are allowed where the error is.
static const char *expected_there(const yypcontext_t *context, const ScheduleParser *parser)
{
    bool word = expects(context, YYSYMBOL_WORD), number = expects(context, YYSYMBOL_NUMBER);
    bool open = expects(context, YYSYMBOL_OPEN), close = expects(context, YYSYMBOL_CLOSE);
    if (number && !word)
        return close ? "the number of a statement or '}'" : "the number of a statement";
    if (word && number)
        return parser->nest ? "';' or '}'" : "';'";
    if (open)
        return "'{' after the name of the nest";
    if (word && expects(context, YYSYMBOL_NEST))
        return "a step or 'nest'";
    if (word && !close && !expects(context, YYSYMBOL_YYEOF))
        return "the name of a nest";
    if (word)
        return parser->nest ? "a step or '}'" : "a step";
    return "another 'nest' or the end";
}

static int yyreport_syntax_error(const yypcontext_t *context, ScheduleParser *parser)
{
    WordRange at = *yypcontext_location(context);
    const char *expected = expected_there(context, parser);
    if (yypcontext_token(context) == YYSYMBOL_YYEOF)
        schedule_error(parser, at, "expected %s, found the end of the schedule", expected);
    else
        schedule_error(parser, at, "expected %s, found '%.*s'", expected, (int)(at.end - at.begin),
                       parser->text + at.begin);
    return 0;
}
