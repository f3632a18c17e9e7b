/* The grammar of the text form (parse.h). Words that C does not reserve may be names as well; their place decides. */
%require "3.8"
%define api.pure full
%define api.prefix {crs_tree_}
%define api.token.prefix {TREE_}
%define api.location.type {ParseRange}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param { TreeParser *parser }

%code requires {
#include "ir/parse_expr.h"
#include "ir/parse_head.h"
#include "ir/parse_statement.h"
#define YYLLOC_DEFAULT(current, rhs, n)                                                    \
    do {                                                                                   \
        (current) = (n) ? YYRHSLOC(rhs, 1) : YYRHSLOC(rhs, 0);                             \
        if (n)                                                                             \
            (current).end = YYRHSLOC(rhs, n).end;                                          \
    } while (0)
}

%union {
    const char *text;
    int64_t number;
    bool flag;
    Operator op;
    const Type *type;
    ParseExpr expr;
    ParseExprs *exprs;
    ParseWords *words;
    ParsePath *path;
    ParseMarks marks;
    ParseField field;
    ParseFields *fields;
    Array *array;
    Symbol *symbol;
    SymbolRole role;
    Space space;
    Stmt *stmt;
    StmtList *list;
}

%code {
#include "ir/print.h"

#include <stdlib.h>
#include <string.h>

int crs_tree_scan_lex(void *scanner);
int crs_tree_word(const char *text);
static Operator update_operator(const char *text);
int crs_tree_lex(CRS_TREE_STYPE *value, CRS_TREE_LTYPE *location, TreeParser *parser);
static void yyerror(const ParseRange *location, TreeParser *parser, const char *message);
#define NEW(Type) ARENA_NEW(parser->arena, Type)
#define PUSH(list, item) VECTOR_PUSH(parser->arena, (list), (item))
#define STOP_AFTER_ERROR \
    if (parser->failed)  \
    YYABORT
}

%initial-action { (void)yynerrs; } // bison counts errors for an action that could ask; clang warns that none does

%token NEWLINE "the line's end" OTHER
%token <text> NAME "a name" INTEGER "a number" FLOAT STRING "a string" SCALAR "a type"
%token <text> COPY ALL TAG TAGS "[" INDEX UPDATE
%token FOR "for" IF "if" ELSE "else" WHILE "while" DO "do" BREAK "break" CONTINUE "continue" RETURN "return"
%token STRUCT "struct" VOLATILE "volatile" REGISTER "register" CONST "const" RESTRICT "restrict" ENUM "enum"
%token GRID_BARRIER SYNCTHREADS SYNCWARP
%token <text> NEST REGION IN NUMBER DIRECTIVE REFUSED TYPE SIZE ALIGN LOCAL POINTER AT ARRAY SCRATCH SHARED COUNTS
%token <text> BLOCKS PAD STAGES HOST ROWS OBJECT DERIVED LIVE ROTATES AFTER BEFORE MADE BASE PARAM SCALARS ITERATOR
%token <text> ARGUMENT
%token <text> LINES
%token <text> ADDRESS_TAKEN FUNCTION PURE BY_MEMBERS FINAL STEP RISING FALLING DEFINES LATER VERSION KERNEL GRID BLOCK
%token <text> MIN_BLOCKS IN_BLOCK IN_GRID LOWERED WAY ENTRY ONLY PASSES OWN
%token TO ".." USERS "::" OPEN "(" CLOSE ")" OPEN_BRACKET CLOSE_BRACKET "]" OPEN_BRACE "{" CLOSE_BRACE "}"
%token COMMA "," SEMICOLON ";" QUESTION "?" COLON ":" DOT "." ASSIGN "="
%token PLUS "+" MINUS "-" STAR "*" SLASH "/" PERCENT "%" AND "&" OR "|" XOR "^" TILDE "~" NOT "!" LT "<" GT ">"
%token SHL "<<" SHR ">>" LE "<=" GE ">=" EQ "==" NE "!=" AND_AND "&&" OR_OR "||"

%type <text> version name type_name scalar_words struct_words type_words pointer_words cast_words declared_words
%type <number> number offset
%type <flag> local is_region only
%type <type> cast_type declared_type type narrow scalar_type
%type <expr> expr binary unary primary
%type <exprs> arguments extents subscripts values
%type <words> tags names
%type <path> path
%type <marks> marks
%type <field> field parameter
%type <fields> fields parameters parameter_list
%type <array> array array_words array_shape local_array
%type <symbol> symbol symbol_words
%type <role> role
%type <space> space array_space
%type <stmt> statement plain loop loop_start loop_endless loop_stepped loop_tagged loop_head if else while kernel
%type <stmt> kernel_start
%type <stmt> body declaration
%type <list> statements

%left "||"
%left "&&"
%left "|"
%left "^"
%left "&"
%left "==" "!="
%left "<" "<=" ">" ">="
%left "<<" ">>"
%left "+" "-"
%left "*" "/" "%"

%%

trees: lines | trees nest lines ;
lines: %empty | lines NEWLINE ;

// ---- what a nest declares

nest: nest_head declarations nest_body statements "}" NEWLINE
        { parse_nest_end(parser, parse_block(parser, $4), @1); STOP_AFTER_ERROR; } ;
nest_body: "{" NEWLINE                  { parser->in_tree = true; } ;

nest_head: nest_start nest_words NEWLINE { STOP_AFTER_ERROR; } ;
nest_start: is_region name IN name      { parse_nest(parser, $1, $2, $4, @$); } ;
is_region: NEST { $$ = false; } | REGION { $$ = true; } ;
nest_words:
    %empty
  | nest_words NUMBER number            { parse_number(parser, $3, @3); }
  | nest_words DIRECTIVE STRING         { parse_nest_directive(parser, $3, @3); }
  | nest_words LOWERED                  { parser->is_lowered = true; }
  | nest_words REFUSED                  { parser->nest->refused = true; }
  ;

declarations: %empty | declarations declared NEWLINE { STOP_AFTER_ERROR; } ;
declared:
    TYPE declared_words SIZE number ALIGN number local "{" fields "}"
        { parse_struct(parser, $2, $4, $6, $7, $9, @2); }
  | array_words                         { (void)$1; }
  | array_words "=" "{" values "}"      { parse_constants(parser, $1, $4, @4); }
  | symbol_words                        { (void)$1; }
  | function_head body                  { parse_function_end(parser, $2); }
  | function_head                       { parse_function_end(parser, NULL); }
  | FINAL name "=" expr                 { parse_final(parser, $2, $4, @2); }
  | ENTRY name "=" expr                 { parse_entry(parser, $2, $4, @2); }
  | RISING name IN expr ".." expr       { parse_rising(parser, $2, $4, $6, @2); }
  | ROWS name "=" expr                  { parse_row_loop(parser, $2, $4, @2); }
  ;

local: %empty { $$ = false; } | LOCAL { $$ = true; } ;
fields: %empty { $$ = NEW(ParseFields); } | fields field ";" { $$ = $1; PUSH($$, $2); } ;
field:
    type name extents offset            { $$ = (ParseField){$1, $2, $3, $4, false}; }
  | POINTER type name offset            { $$ = (ParseField){$2, $3, NULL, $4, true}; }
  ;
offset: %empty { $$ = -1; } | AT number { $$ = $2; } ;

array_words:
    ARRAY array                         { $$ = $2; }
  | array_words HOST STRING             { $$ = $1; $$->held = HOST_POINTER; $$->host = $3; }
  | array_words HOST ROWS STRING        { $$ = $1; $$->held = HOST_ROWS; $$->host = $4; }
  | array_words HOST ROWS STRING AT values
        { $$ = $1; $$->held = HOST_ROWS; $$->host = $4; $$->row_path = parse_row_path(parser, $6, @6); }
  | array_words CONST                   { $$ = $1; $$->is_const = true; }
  | array_words RESTRICT                { $$ = $1; $$->is_restrict = true; }
  | array_words OBJECT                  { $$ = $1; $$->is_object = true; }
  | array_words VOLATILE                { $$ = $1; $$->is_volatile = true; }
  | array_words DERIVED                 { $$ = $1; $$->is_derived = true; }
  | array_words ENUM                    { $$ = $1; $$->is_enum = true; }
  | array_words LIVE                    { $$ = $1; $$->live_after = true; }
  | array_words ROTATES                 { $$ = $1; $$->rotates = true; }
  | array_words AFTER STRING            { $$ = $1; $$->pointer_after = $3; }
  | array_words MADE                    { $$ = $1; $$->loc = (Loc){0}; }
  | array_words BASE number             { $$ = $1; parse_base(parser, $$, $3, NULL, @3); }
  | array_words BASE number "+" expr    { $$ = $1; ParseExpr distance = $5; parse_base(parser, $$, $3, &distance, @3); }
  ;

// As the head and a declaration in the tree have it.
array:
    array_shape
  | array COUNTS BLOCKS                 { $$ = $1; $$->counts_blocks = true; }
  | array PASSES number                 { $$ = $1; $$->passes = (int)$3; }
  | array PAD number                    { $$ = $1; $$->pad = (int)$3; }
  | array OWN                           { $$ = $1; $$->of_threads = true; }
  | array STAGES name                   { $$ = $1; parse_staged(parser, $$, $3, @3); }
  ;
array_shape: array_space declared_type name extents { $$ = parse_array(parser, $1, $2, $3, $4, @3); } ;
array_space: %empty { $$ = SPACE_GLOBAL; } | space ;
space: SCRATCH { $$ = SPACE_SCRATCH; } | SHARED { $$ = SPACE_SHARED; } | REGISTER { $$ = SPACE_REGISTER; } ;
extents: %empty { $$ = NEW(ParseExprs); } | extents OPEN_BRACKET expr "]" { $$ = $1; PUSH($$, $3); }
  | extents OPEN_BRACKET "?" "]"        { $$ = $1; PUSH($$, ((ParseExpr){0})); }
  ;
values: expr { $$ = NEW(ParseExprs); PUSH($$, $1); } | values "," expr { $$ = $1; PUSH($$, $3); } ;

role:
    PARAM { $$ = SYM_PARAM; } | SCALARS { $$ = SYM_LIVE; } | ITERATOR { $$ = SYM_ITERATOR; } | LOCAL { $$ = SYM_LOCAL; }
  | ARGUMENT { $$ = SYM_ARGUMENT; } ;
symbol: role declared_type name         { $$ = parse_symbol(parser, $1, $2, $3, @3); } ;
symbol_words:
    symbol
  | symbol_words HOST STRING            { $$ = $1; $$->host = $3; }
  | symbol_words BEFORE STRING          { $$ = $1; $$->host_before = $3; }
  | symbol_words LIVE                   { $$ = $1; $$->live_after = true; }
  | symbol_words AFTER STRING           { $$ = $1; $$->pointer_after = $3; }
  | symbol_words DERIVED                { $$ = $1; $$->is_derived = true; }
  | symbol_words ENUM                   { $$ = $1; $$->is_enum = true; }
  | symbol_words ADDRESS_TAKEN          { $$ = $1; $$->address_taken = true; }
  | symbol_words VOLATILE               { $$ = $1; $$->is_volatile = true; }
  | symbol_words WAY                    {
        $$ = $1;
        VECTOR_PUSH(parser->arena, &parser->nest->ways, (const Symbol *)$$);
    }
  | symbol_words MADE                   { $$ = $1; $$->loc = (Loc){0}; }
  ;

function_head: function_start function_words ;
function_start: FUNCTION type name "(" parameters ")" { parse_function(parser, $2, $3, $5, @3); STOP_AFTER_ERROR; } ;
function_words: %empty
  | function_words PURE                 { parser->function->pure = true; }
  | function_words BY_MEMBERS           { parser->function->by_members = true; }
  ;
parameters: %empty { $$ = NEW(ParseFields); } | parameter_list ;
parameter_list:
    parameter                           { $$ = NEW(ParseFields); PUSH($$, $1); }
  | parameter_list "," parameter        { $$ = $1; PUSH($$, $3); }
  ;
parameter: type name                    { $$ = (ParseField){.type = $1, .name = $2}; } ;

// ---- types

scalar_words: SCALAR | scalar_words SCALAR { $$ = intern_printf("%s %s", $1, $2); } ;
struct_words: STRUCT name               { $$ = intern_printf("struct %s", $2); } | STRING ;
type_name: TYPE name                    { $$ = $2; } ;
type_words: scalar_words | struct_words | NAME | type_name ;
pointer_words:
    type_words "*"                      { $$ = intern_printf("%s *", $1); }
  | pointer_words "*"                   { $$ = intern_printf("%s*", $1); }
  ;
type: type_words { $$ = parse_type(parser, $1, @$); } | pointer_words { $$ = parse_type(parser, $1, @$); } ;
// Without pointers: a statement that begins with two names declares one.
declared_words: scalar_words | struct_words | NAME | type_name ;
declared_type: declared_words           { $$ = parse_type(parser, $1, @$); } ;
cast_words: scalar_words | struct_words | type_name
  | cast_words "*"                      {
        size_t n = strlen($1);
        $$ = intern_printf(n && $1[n - 1] == '*' ? "%s*" : "%s *", $1);
    }
  ;
cast_type: cast_words                   { $$ = parse_type(parser, $1, @$); } ;
scalar_type: scalar_words               { $$ = parse_type(parser, $1, @$); } ;
narrow: %empty { $$ = NULL; } | OPEN_BRACKET scalar_type "]" { $$ = $2; } ;

// ---- statements

statements: %empty { $$ = NEW(StmtList); }
  | statements statement NEWLINE        { $$ = $1; if ($2) PUSH($$, $2); STOP_AFTER_ERROR; } ;
statement: marks plain                  { $$ = parse_statement(parser, $1, $2, @2); } ;
marks: %empty { $$ = (ParseMarks){NULL, -1, false}; }
  | marks DIRECTIVE STRING NEWLINE      { $$ = $1; $$.directive = parse_directive_words(parser, $3, @3); }
  | marks ALL                           { $$ = $1; $$.all_threads = true; }
  | marks COPY                          { $$ = $1; $$.id = (int)parse_number_text(parser, $2 + 1, @2); }
  ;
body: "{" NEWLINE statements "}"        { $$ = parse_block(parser, $3); } ;

plain:
    "{" NEWLINE statements "}"          {
        $$ = stmt_simple(parser->arena, ST_BLOCK);
        $$->items = $3->items;
        $$->nitems = $3->count;
    }
  | loop
  | if
  | while
  | kernel
  | declaration
  | expr                                { $$ = stmt_evaluate(parser->arena, $1.expr); }
  | expr "=" expr                       { $$ = parse_assign(parser, $1, $3, @1); }
  | expr ".." number "=" expr           { $$ = parse_assign(parser, $1, $5, @1); $$->neighbours = (int)$3; }
  | expr "=" expr LINES                 { $$ = parse_assign(parser, $1, $3, @1); $$->lines = true; }
  | expr "=" expr LATER                 { $$ = parse_assign(parser, $1, $3, @1); $$->asynchronous = true; }
  | expr "=" expr LATER "if" expr       {
        $$ = parse_assign(parser, $1, $3, @1);
        $$->asynchronous = true;
        $$->condition = $6.expr;
    }
  | expr ".." number "=" expr LATER     {
        $$ = parse_assign(parser, $1, $5, @1);
        $$->neighbours = (int)$3;
        $$->asynchronous = true;
    }
  | expr ".." number "=" expr LATER "if" expr
    {
        $$ = parse_assign(parser, $1, $5, @1);
        $$->neighbours = (int)$3;
        $$->asynchronous = true;
        $$->condition = $8.expr;
    }
  | expr UPDATE expr                    { $$ = parse_update(parser, $1, update_operator($2), NULL, $3, @1); }
  | expr UPDATE TAGS tags "]" expr      { $$ = parse_update(parser, $1, update_operator($2), $4, $6, @1); }
  | names "," name "=" names            { PUSH($1, $3); $$ = parse_rotation(parser, $1, $5, @1); }
  | "break"                             { $$ = stmt_simple(parser->arena, ST_BREAK); }
  | "continue"                          { $$ = stmt_simple(parser->arena, ST_CONTINUE); }
  | "return"                            { $$ = stmt_simple(parser->arena, ST_RETURN); }
  | "return" expr                       { $$ = stmt_simple(parser->arena, ST_RETURN); $$->value = $2.expr; }
  | GRID_BARRIER "(" ")"                { $$ = stmt_simple(parser->arena, ST_BARRIER); $$->blocks = true; }
  | SYNCTHREADS "(" ")"                 { $$ = stmt_simple(parser->arena, ST_BARRIER); }
  | SYNCWARP "(" ")"                    { $$ = stmt_simple(parser->arena, ST_BARRIER); $$->warp = true; }
  ;
names: name { $$ = NEW(ParseWords); PUSH($$, $1); } | names "," name { $$ = $1; PUSH($$, $3); } ;

declaration:
    declared_type name                  { $$ = parse_declare(parser, $1, $2, false, NULL, @2); }
  | declared_type name "=" expr         { ParseExpr value = $4; $$ = parse_declare(parser, $1, $2, false, &value, @2); }
  | VOLATILE declared_type name         { $$ = parse_declare(parser, $2, $3, true, NULL, @3); }
  | VOLATILE declared_type name "=" expr
        { ParseExpr value = $5; $$ = parse_declare(parser, $2, $3, true, &value, @3); }
  | CONST declared_type name "=" expr
    {
        ParseExpr value = $5;
        $$ = parse_declare(parser, $2, $3, false, &value, @3);
        $$->symbol->role = SYM_ITERATOR;
    }
  | local_array                         { $$ = stmt_declare_array(parser->arena, $1); }
  ;
local_array: space declared_type name extents { $$ = parse_array(parser, $1, $2, $3, $4, @3); }
  | local_array COUNTS BLOCKS           { $$ = $1; $$->counts_blocks = true; }
  | local_array PASSES number           { $$ = $1; $$->passes = (int)$3; }
  | local_array PAD number              { $$ = $1; $$->pad = (int)$3; }
  | local_array OWN                     { $$ = $1; $$->of_threads = true; }
  | local_array STAGES name             { $$ = $1; parse_staged(parser, $$, $3, @3); }
  ;

loop: loop_head body                    { $$ = $1; $$->body = $2; } ;
loop_start:
    FOR name IN expr ".." expr          {
        ParseExpr upper = $6;
        $$ = parse_loop_head(parser, NULL, $2, $4, &upper, @$);
    }
  | FOR scalar_type name IN expr ".." expr
        { ParseExpr upper = $7; $$ = parse_loop_head(parser, $2, $3, $5, &upper, @$); }
  ;
loop_stepped:
    loop_start
  | loop_start STEP expr                { $$ = $1; parse_step(parser, $$, $3, 0, @3); }
  | loop_start STEP expr RISING         { $$ = $1; parse_step(parser, $$, $3, 1, @3); }
  | loop_start STEP expr FALLING        { $$ = $1; parse_step(parser, $$, $3, -1, @3); }
  | loop_start STEP "*" number          { $$ = $1; parse_factor(parser, $$, $4, 1, @4); }
  | loop_start STEP "/" number          { $$ = $1; parse_factor(parser, $$, $4, -1, @4); }
  ;
loop_endless: FOR name IN expr ".."      { $$ = parse_loop_head(parser, NULL, $2, $4, NULL, @$); } ;
loop_tagged:
    loop_stepped                        { $$ = $1; parse_tags(parser, $$, NULL, @1); STOP_AFTER_ERROR; }
  | loop_stepped TAGS tags "]"          { $$ = $1; parse_tags(parser, $$, $3, @3); STOP_AFTER_ERROR; }
  ;
loop_head:
    loop_endless                        { $$ = $1; parse_tags(parser, $$, NULL, @1); STOP_AFTER_ERROR; }
  | loop_endless TAGS tags "]"          { $$ = $1; parse_tags(parser, $$, $3, @3); STOP_AFTER_ERROR; }
  | loop_tagged
  | loop_tagged DEFINES name "=" expr   { $$ = $1; parse_definition(parser, $$, $3, $5, @3); }
  ;
tags: TAG { $$ = NEW(ParseWords); PUSH($$, $1); } | tags TAG { $$ = $1; PUSH($$, $2); } ;

if:
    IF "(" expr ")" body else           { $$ = stmt_if(parser->arena, $3.expr, $5, $6); }
  | IF VERSION version only "(" expr ")" body else
    { $$ = stmt_if(parser->arena, $6.expr, $8, $9); $$->name = $3; $$->limited = $4; }
  ;
version: name | STRING ;
only: %empty { $$ = false; } | ONLY { $$ = true; } ;
else:
    %empty { $$ = NULL; }
  | ELSE body { $$ = $2; }
  | ELSE if { $$ = parse_statement(parser, (ParseMarks){NULL, -1, false}, $2, @2); }
  ;

while:
    WHILE "(" expr ")" body             { $$ = stmt_while(parser->arena, $3.expr, $5, false); }
  | DO body WHILE "(" expr ")"          { $$ = stmt_while(parser->arena, $5.expr, $2, true); }
  ;

kernel: kernel_start body               { $$ = $1; $$->body = $2; } ;
kernel_start:
    KERNEL name                         { $$ = parse_kernel(parser, $2, @1); }
  | kernel_start GRID "(" arguments ")" { $$ = $1; parse_launch(parser, $$->grid, $4, @4); }
  | kernel_start BLOCK "(" arguments ")" { $$ = $1; parse_launch(parser, $$->block, $4, @4); }
  | kernel_start MIN_BLOCKS number      { $$ = $1; $$->min_blocks = (int)$3; }
  | kernel_start IN_BLOCK               { $$ = $1; $$->persists = PERSISTS_IN_BLOCK; }
  | kernel_start IN_GRID                { $$ = $1; $$->persists = PERSISTS_IN_GRID; }
  ;

// ---- expressions

expr:
    binary
  | binary "?" narrow expr ":" expr     { $$ = parse_select(parser, $1, $3, $4, $6, @$); }
  ;
binary:
    unary
  | binary "||" binary                  { $$ = parse_binary(parser, OP_LOGICAL_OR, $1, $3, @$); }
  | binary "&&" binary                  { $$ = parse_binary(parser, OP_LOGICAL_AND, $1, $3, @$); }
  | binary "|" binary                   { $$ = parse_binary(parser, OP_OR, $1, $3, @$); }
  | binary "^" binary                   { $$ = parse_binary(parser, OP_XOR, $1, $3, @$); }
  | binary "&" binary                   { $$ = parse_binary(parser, OP_AND, $1, $3, @$); }
  | binary "==" binary                  { $$ = parse_binary(parser, OP_EQ, $1, $3, @$); }
  | binary "!=" binary                  { $$ = parse_binary(parser, OP_NE, $1, $3, @$); }
  | binary "<" binary                   { $$ = parse_binary(parser, OP_LT, $1, $3, @$); }
  | binary "<=" binary                  { $$ = parse_binary(parser, OP_LE, $1, $3, @$); }
  | binary ">" binary                   { $$ = parse_binary(parser, OP_GT, $1, $3, @$); }
  | binary ">=" binary                  { $$ = parse_binary(parser, OP_GE, $1, $3, @$); }
  | binary "<<" binary                  { $$ = parse_binary(parser, OP_SHL, $1, $3, @$); }
  | binary ">>" binary                  { $$ = parse_binary(parser, OP_SHR, $1, $3, @$); }
  | binary "+" binary                   { $$ = parse_binary(parser, OP_ADD, $1, $3, @$); }
  | binary "-" binary                   { $$ = parse_binary(parser, OP_SUB, $1, $3, @$); }
  | binary "*" binary                   { $$ = parse_binary(parser, OP_MUL, $1, $3, @$); }
  | binary "/" binary                   { $$ = parse_binary(parser, OP_DIV, $1, $3, @$); }
  | binary "%" binary                   { $$ = parse_binary(parser, OP_REM, $1, $3, @$); }
  ;
unary:
    primary
  | "-" unary                           { $$ = parse_unary(parser, OP_NEG, $2, @$); }
  | "!" unary                           { $$ = parse_unary(parser, OP_NOT, $2, @$); }
  | "~" unary                           { $$ = parse_unary(parser, OP_COMPLEMENT, $2, @$); }
  | "&" unary                           { $$ = parse_address(parser, $2, @$); }
  | "(" cast_type ")" unary             { $$ = parse_cast(parser, $2, $4, @$); }
  ;
primary:
    INTEGER                             { $$ = parse_integer(parser, $1, @1); }
  | FLOAT                               { $$ = parse_float(parser, $1, @1); }
  | INDEX                               { $$ = parse_index(parser, $1, @1); }
  | "(" expr ")"                        { $$ = $2; $$.literal = false; }
  | name                                { $$ = parse_name(parser, $1, NULL, NULL, @$); }
  | name subscripts                     { $$ = parse_name(parser, $1, $2, NULL, @$); }
  | name path                           { $$ = parse_name(parser, $1, NULL, $2, @$); }
  | name subscripts path                { $$ = parse_name(parser, $1, $2, $3, @$); }
  | name "(" arguments ")"              { $$ = parse_call(parser, $1, false, NULL, $3, @$); }
  | "::" name "(" arguments ")"         { $$ = parse_call(parser, $2, true, NULL, $4, @$); }
  | name OPEN_BRACKET scalar_type "]" "(" arguments ")" { $$ = parse_call(parser, $1, false, $3, $6, @$); }
  | "::" name OPEN_BRACKET scalar_type "]" "(" arguments ")" { $$ = parse_call(parser, $2, true, $4, $7, @$); }
  ;
subscripts: OPEN_BRACKET expr "]" { $$ = NEW(ParseExprs); PUSH($$, $2); }
  | subscripts OPEN_BRACKET expr "]"    { $$ = $1; PUSH($$, $3); } ;
path:
    "." name                            { $$ = NEW(ParsePath); PUSH($$, ((ParseMember){$2, NULL, @2})); }
  | "." name subscripts                 { $$ = NEW(ParsePath); PUSH($$, ((ParseMember){$2, $3, @2})); }
  | path "." name                       { $$ = $1; PUSH($$, ((ParseMember){$3, NULL, @3})); }
  | path "." name subscripts            { $$ = $1; PUSH($$, ((ParseMember){$3, $4, @3})); }
  ;
arguments: %empty { $$ = NEW(ParseExprs); } | values ;

number: INTEGER                         { $$ = parse_number_text(parser, $1, @1); } ;

name: NAME | NEST | REGION | IN | NUMBER | DIRECTIVE | REFUSED | TYPE | SIZE | ALIGN | LOCAL | POINTER | AT | ARRAY
  | SCRATCH | SHARED | COUNTS | BLOCKS | PAD | STAGES | HOST | ROWS | OBJECT | DERIVED | LIVE | ROTATES | AFTER | BEFORE | MADE
  | BASE | PARAM | SCALARS | ITERATOR | ARGUMENT | ADDRESS_TAKEN | FUNCTION | PURE | BY_MEMBERS | FINAL | STEP | RISING
  | LINES
  | FALLING | DEFINES | LATER | VERSION | KERNEL | GRID | BLOCK | MIN_BLOCKS | IN_BLOCK | IN_GRID | LOWERED | WAY
  | PASSES | OWN
  | ENTRY | ONLY ;

%%

// ---- tokens

static const struct {
    const char *text;
    int token;
} words[] = {
    {"for", TREE_FOR}, {"if", TREE_IF}, {"else", TREE_ELSE}, {"while", TREE_WHILE}, {"do", TREE_DO},
    {"break", TREE_BREAK}, {"continue", TREE_CONTINUE}, {"return", TREE_RETURN}, {"struct", TREE_STRUCT},
    {"volatile", TREE_VOLATILE}, {"register", TREE_REGISTER}, {"const", TREE_CONST}, {"restrict", TREE_RESTRICT},
    {"enum", TREE_ENUM}, {"crs_grid_barrier", TREE_GRID_BARRIER},
    {"__syncthreads", TREE_SYNCTHREADS}, {"__syncwarp", TREE_SYNCWARP}, {"void", TREE_SCALAR},
    {"_Bool", TREE_SCALAR}, {"char", TREE_SCALAR}, {"signed", TREE_SCALAR}, {"unsigned", TREE_SCALAR},
    {"short", TREE_SCALAR}, {"int", TREE_SCALAR}, {"long", TREE_SCALAR}, {"float", TREE_SCALAR},
    {"double", TREE_SCALAR}, {"nest", TREE_NEST}, {"region", TREE_REGION}, {"in", TREE_IN}, {"number", TREE_NUMBER},
    {"directive", TREE_DIRECTIVE}, {"refused", TREE_REFUSED}, {"type", TREE_TYPE}, {"size", TREE_SIZE},
    {"align", TREE_ALIGN}, {"local", TREE_LOCAL}, {"pointer", TREE_POINTER}, {"at", TREE_AT}, {"array", TREE_ARRAY},
    {"scratch", TREE_SCRATCH}, {"shared", TREE_SHARED}, {"counts", TREE_COUNTS}, {"blocks", TREE_BLOCKS},
    {"pad", TREE_PAD}, {"passes", TREE_PASSES}, {"own", TREE_OWN}, {"stages", TREE_STAGES}, {"host", TREE_HOST},
    {"rows", TREE_ROWS}, {"object", TREE_OBJECT},
    {"derived", TREE_DERIVED}, {"live", TREE_LIVE}, {"rotates", TREE_ROTATES}, {"after", TREE_AFTER},
    {"before", TREE_BEFORE}, {"made", TREE_MADE}, {"base", TREE_BASE},
    {"param", TREE_PARAM}, {"scalar", TREE_SCALARS}, {"iterator", TREE_ITERATOR}, {"argument", TREE_ARGUMENT},
    {"address_taken", TREE_ADDRESS_TAKEN}, {"function", TREE_FUNCTION}, {"pure", TREE_PURE},
    {"by_members", TREE_BY_MEMBERS}, {"final", TREE_FINAL}, {"step", TREE_STEP}, {"rising", TREE_RISING},
    {"falling", TREE_FALLING}, {"defines", TREE_DEFINES}, {"later", TREE_LATER}, {"version", TREE_VERSION},
    {"lines", TREE_LINES},
    {"kernel", TREE_KERNEL}, {"grid", TREE_GRID}, {"block", TREE_BLOCK}, {"min_blocks", TREE_MIN_BLOCKS},
    {"in_block", TREE_IN_BLOCK}, {"in_grid", TREE_IN_GRID},
    {"lowered", TREE_LOWERED},
    {"way", TREE_WAY},
    {"entry", TREE_ENTRY},
    {"only", TREE_ONLY},
};

int crs_tree_word(const char *text)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].text, text) == 0)
            return words[i].token;
    return TREE_NAME;
}

bool parse_is_reserved(const char *name)
{
    int token = crs_tree_word(name);
    return token == TREE_SCALAR || (token >= TREE_FOR && token <= TREE_SYNCWARP);
}

bool parse_is_word(const char *name)
{
    return crs_tree_word(name) != TREE_NAME;
}

// In quotes: what stands between them, without escapes.
static const char *unquoted(TreeParser *parser, const char *text, size_t length)
{
    Text out = {.arena = parser->arena};
    for (size_t i = 1; i + 1 < length; i++) {
        bool is_escape = text[i] == '\\' && i + 2 < length;
        i += is_escape;
        text_add_n(&out, is_escape && text[i] == 'n' ? "\n" : text + i, 1);
    }
    return intern(text_string(&out));
}

int crs_tree_lex(CRS_TREE_STYPE *value, CRS_TREE_LTYPE *location, TreeParser *parser)
{
    int token;
    do {
        token = crs_tree_scan_lex(parser->scanner);
        *location = parse_here(parser);
        if (token == 0 && !parser->after_newline)
            token = TREE_NEWLINE;
    } while (token == TREE_NEWLINE && parser->after_newline);
    parser->after_newline = token == TREE_NEWLINE || token == 0;
    const char *text = parser->source->text + location->begin;
    size_t length = location->end - location->begin;
    value->text = token == TREE_STRING ? unquoted(parser, text, length) : intern_n(text, length);
    return token;
}

static void yyerror(const ParseRange *location, TreeParser *parser, const char *message)
{
    parse_error(parser, *location, "%s", message);
}

static int yyreport_syntax_error(const yypcontext_t *context, TreeParser *parser)
{
    yysymbol_kind_t expected[5];
    const ParseRange *location = yypcontext_location(context);
    int count = yypcontext_expected_tokens(context, expected, 5);
    Text out = {.arena = parser->arena};
    for (int i = 0; i < count; i++)
        text_printf(&out, "%s%s", i ? " or " : ", expected ", yysymbol_name(expected[i]));
    int length = (int)(location->end - location->begin);
    bool line_end = yypcontext_token(context) == YYSYMBOL_NEWLINE || length == 0;
    if (line_end)
        parse_error(parser, *location, "unexpected end of the line%s", text_string(&out));
    else
        parse_error(parser, *location, "unexpected '%.*s'%s", length, parser->source->text + location->begin,
                   text_string(&out));
    return 0;
}

static Operator update_operator(const char *text)
{
    for (Operator op = OP_ADD; op <= OP_FLOOR_MOD; op++)
        if (!op_is_comparison(op) && strcmp(text, intern_printf("%s=", operator_text(op))) == 0)
            return op;
    return OP_NONE;
}
