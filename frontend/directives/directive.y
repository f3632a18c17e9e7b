/* `#pragma curestruct ...`: the grammar of docs/directives.md. It has no values: every action works on ranges of the
   text. C expressions are balanced runs of tokens; their meaning is the reader's. */
%require "3.8"
%define api.pure full
%define api.prefix {crs_directive_}
%define api.token.prefix {TOKEN_}
%define api.location.type {TextRange}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param { DirectiveParser *parser }

%code requires {
#include "frontend/directives/directive.h"
#include "frontend/directives/directive_parser.h"
#define YYLLOC_DEFAULT(current, rhs, n)                                                    \
    do {                                                                                   \
        (current).begin = (n) ? YYRHSLOC(rhs, 1).begin : YYRHSLOC(rhs, 0).end;             \
        (current).end = (n) ? YYRHSLOC(rhs, n).end : YYRHSLOC(rhs, 0).end;                 \
    } while (0)
}

%code {
int crs_directive_lex(CRS_DIRECTIVE_STYPE *value, CRS_DIRECTIVE_LTYPE *location, DirectiveParser *parser);
static void yyerror(const TextRange *location, DirectiveParser *parser, const char *message);
}

%initial-action { (void)yynerrs; } // bison counts errors for an action that could ask; clang warns that none does

%token BEGIN "begin" END "end" ENTER "enter" EXIT "exit" UPDATE "update" WAIT "wait"
%token REDUCTION "reduction" INDEPENDENT "independent" PRIVATE "private"
%token COPYIN "copyin" COPYOUT "copyout" COPY "copy" CREATE "create" PRESENT "present"
%token DELETE "delete" HOST "host" TO_DEVICE "device of update"
%token NAME "name" MAPPING "mapping" TILE "tile" BLOCK "block" REDUCE "reduce" SCHEDULE "schedule"
%token PRECISION "precision" EXACT "exact" ASYNC "async" FINALIZE "finalize" DEVICE "device"
%token UNKNOWN "unknown clause"
%token IDENTIFIER NUMBER STRING OTHER
%token OPEN "(" CLOSE ")" OPEN_BRACKET "[" CLOSE_BRACKET "]" COMMA "," COLON ":" QUESTION "?" DOT "." ARROW "->"
%token PLUS "+" MINUS "-" STAR "*" AND "&" OR "|" XOR "^" AND_AND "&&" OR_OR "||"
%token RESYNC

%%

directive: opening clauses ;

opening:
    %empty
  | BEGIN                               { parser->directive->kind = DIRECTIVE_BEGIN; }
  | END                                 { parser->directive->kind = DIRECTIVE_END; }
  | ENTER                               { parser->directive->kind = DIRECTIVE_ENTER; }
  | EXIT                                { parser->directive->kind = DIRECTIVE_EXIT; }
  | UPDATE                              { parser->directive->kind = DIRECTIVE_UPDATE; }
  | wait
  | wait "(" expression ")"             { clause_set_stream(parser, @3); clause_end(parser); }
  ;

wait: WAIT                              { parser->directive->kind = DIRECTIVE_WAIT;
                                          clause_start(parser, CLAUSE_ASYNC, @1); } ;

clauses:
    %empty
  | clauses clause                      { yyerrok; }
  | clauses "," clause                  { yyerrok; }
  ;

clause:
    reduction "(" operator names ")"    { clause_end(parser); }
  | private "(" names ")"               { clause_end(parser); }
  | data "(" sections ")"               { clause_end(parser); }
  | one_word "(" expression ")"         { clause_set_word(parser, @3); clause_end(parser); }
  | stream "(" expression ")"           { clause_set_stream(parser, @3); clause_end(parser); }
  | sized "(" sizes ")"                 { clause_end(parser); }
  | schedule "(" strings ")"            { clause_end(parser); }
  | plain                               { clause_end(parser); }
  | unknown
  | unknown "(" balanced ")"
  | error RESYNC
  ;

reduction: REDUCTION                    { clause_start(parser, CLAUSE_REDUCTION, @1); } ;
stream: ASYNC                           { clause_start(parser, CLAUSE_ASYNC, @1); } ;
private: PRIVATE                        { clause_start(parser, CLAUSE_PRIVATE, @1); } ;
schedule: SCHEDULE                      { clause_start(parser, CLAUSE_SCHEDULE, @1); } ;

data:
    COPYIN                              { clause_start(parser, CLAUSE_COPYIN, @1); }
  | COPYOUT                             { clause_start(parser, CLAUSE_COPYOUT, @1); }
  | COPY                                { clause_start(parser, CLAUSE_COPY, @1); }
  | CREATE                              { clause_start(parser, CLAUSE_CREATE, @1); }
  | DELETE                              { clause_start(parser, CLAUSE_DELETE, @1); }
  | HOST                                { clause_start(parser, CLAUSE_HOST, @1); }
  | TO_DEVICE                           { clause_start(parser, CLAUSE_TO_DEVICE, @1); }
  | PRESENT                             { clause_start(parser, CLAUSE_PRESENT, @1); }
  ;

one_word:
    NAME                                { clause_start(parser, CLAUSE_NAME, @1); }
  | MAPPING                             { clause_start(parser, CLAUSE_MAPPING, @1); }
  | REDUCE                              { clause_start(parser, CLAUSE_REDUCE, @1); }
  | PRECISION                           { clause_start(parser, CLAUSE_PRECISION, @1); }
  | DEVICE                              { clause_start(parser, CLAUSE_DEVICE, @1); }
  ;

sized:
    TILE                                { clause_start(parser, CLAUSE_TILE, @1); }
  | BLOCK                               { clause_start(parser, CLAUSE_BLOCK, @1); }
  ;

plain:
    INDEPENDENT                         { clause_start(parser, CLAUSE_INDEPENDENT, @1); }
  | EXACT                               { clause_start(parser, CLAUSE_EXACT, @1); }
  | FINALIZE                            { clause_start(parser, CLAUSE_FINALIZE, @1); }
  ;

unknown: UNKNOWN                        { clause_unknown(parser, @1); } ;

operator: operator_token ":"            { clause_set_operator(parser, @1); } ;
operator_token: "+" | "-" | "*" | "&" | "|" | "^" | "&&" | "||" | IDENTIFIER ;

names: name | names "," name ;
name: path                              { clause_add_name(parser, @1); } ;
path: IDENTIFIER | path "." IDENTIFIER | path "->" IDENTIFIER ;

sections: section | sections "," section ;
section: name | section range ;
range:
    "[" expression ":" expression "]"   { clause_add_range(parser, &@2, @4); }
  | "[" ":" expression "]"              { clause_add_range(parser, NULL, @3); }
  ;

sizes: size | sizes "," size ;
size:
    expression                          { clause_add_size(parser, NULL, @1); }
  | expression ":" expression           { clause_add_size(parser, &@1, @3); }
  ;

strings: string | strings string ;
string: STRING                          { clause_add_string(parser, @1); } ;

expression: part | expression part ;
part: token | "(" balanced ")" | "[" balanced "]" | "?" expression ":" ;

balanced: %empty | balanced token | balanced punctuation | balanced "(" balanced ")" | balanced "[" balanced "]" ;
punctuation: "," | ":" | "?" ;
token:
    IDENTIFIER | NUMBER | STRING | OTHER
  | "+" | "-" | "*" | "&" | "|" | "^" | "&&" | "||" | "." | "->"
  ;

%%

// Called for what is no syntax error: the parser's stack has an end.
static void yyerror(const TextRange *location, DirectiveParser *parser, const char *message)
{
    (void)message;
    directive_error(parser, *location, "parentheses are nested too deep");
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

static bool is_data(ClauseKind kind)
{
    return kind >= CLAUSE_COPYIN && kind <= CLAUSE_PRESENT;
}

// What is missing inside the parentheses of a clause.
static void report_argument(const yypcontext_t *context, DirectiveParser *parser)
{
    TextRange at = *yypcontext_location(context);
    ClauseKind kind = parser->clause.kind;
    const char *word = parser->word;
    bool colon = expects(context, YYSYMBOL_COLON), close = expects(context, YYSYMBOL_CLOSE);
    bool bracket = expects(context, YYSYMBOL_CLOSE_BRACKET);
    if (kind == CLAUSE_REDUCTION && colon)
        directive_error(parser, at, "expected ':' after the operator in 'reduction'");
    else if (kind == CLAUSE_REDUCTION && expects(context, YYSYMBOL_PLUS))
        directive_error(parser, at, "expected an operator in 'reduction': one of + * min max & | ^ && ||");
    else if (kind == CLAUSE_SCHEDULE && !close)
        directive_error(parser, at, "expected a string in 'schedule'");
    else if (yypcontext_token(context) == YYSYMBOL_YYEOF)
        directive_error(parser, at, "expected ')' to close '%s'", word);
    else if (is_data(kind) && (colon || bracket))
        directive_error(parser, at, "expected a section [first:count] in '%s'", word);
    else if (colon || bracket)
        directive_error(parser, at, "expected '%c' in '%s'", bracket ? ']' : ':', word);
    else if (close)
        directive_error(parser, at, "expected %s in '%s'", expects(context, YYSYMBOL_COMMA) ? "',' or ')'" : "')'",
                        word);
    else if (kind == CLAUSE_TILE || kind == CLAUSE_BLOCK)
        directive_error(parser, at, "expected a size in '%s'", word);
    else if (expects(context, YYSYMBOL_NUMBER))
        directive_error(parser, at, "expected an argument in '%s'", word);
    else
        directive_error(parser, at, "expected a name in '%s'", word);
}

static void report_between(DirectiveParser *parser, TextRange at, bool is_argument)
{
    if (is_argument)
        directive_error(parser, at, "'%s' takes no argument", parser->word);
    else
        directive_error(parser, at, "expected a clause");
}

static int yyreport_syntax_error(const yypcontext_t *context, DirectiveParser *parser)
{
    TextRange at = *yypcontext_location(context);
    bool opens = yypcontext_token(context) == YYSYMBOL_OPEN;
    bool after_plain = parser->before_last == TOKEN_INDEPENDENT || parser->before_last == TOKEN_EXACT ||
                       parser->before_last == TOKEN_FINALIZE;
    parser->resync = true;
    if (expects(context, YYSYMBOL_REDUCTION))
        report_between(parser, at, opens && after_plain);
    else if (expects(context, YYSYMBOL_OPEN) && !expects(context, YYSYMBOL_NUMBER))
        directive_error(parser, at, "expected '(' after '%s'", parser->word);
    else
        report_argument(context, parser);
    return 0;
}
