// Reading the text form: the entry, places in the text, statements. parse.y has the grammar.
#include "ir/parse_expr.h"
#include "ir/parse_head.h"
#include "ir/parse_statement.h"
#include "ir/print.h"
#include "parse.tab.h"
#include "parse.lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// ---- places

ParseRange parse_here(TreeParser *parser)
{
    const char *text = parser->source->text;
    for (; parser->counted < parser->last.begin; parser->counted++)
        if (text[parser->counted] == '\n') {
            parser->line++;
            parser->line_begin = parser->counted + 1;
        }
    parser->last.line = parser->line;
    parser->last.column = (int)(parser->last.begin - parser->line_begin) + 1;
    return parser->last;
}

Loc parse_loc(const TreeParser *parser, ParseRange range)
{
    return (Loc){parser->source, range.line, range.column, range.begin, range.end};
}

void parse_error(TreeParser *parser, ParseRange range, const char *format, ...)
{
    if (parser->failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    diag_error(parser->diag, parse_loc(parser, range), "%s", arena_vprintf(parser->arena, format, arguments));
    va_end(arguments);
    parser->failed = true;
}

int64_t parse_number_text(TreeParser *parser, const char *text, ParseRange range)
{
    char *end;
    errno = 0;
    long long value = strtoll(text, &end, 10);
    if (*end || errno || value > INT32_MAX * (int64_t)1024) {
        parse_error(parser, range, "'%s' is not a number that fits here", text);
        return 0;
    }
    return value;
}

// ---- loops

static const Symbol *iterator_named(TreeParser *parser, const Type *type, const char *name, ParseRange range)
{
    if (!type) {
        const Symbol *symbol = find_parsed_symbol(parser, name);
        if (!symbol || symbol->role != SYM_ITERATOR)
            parse_error(parser, range, "'%s' is not an iterator of the nest", name);
        return symbol;
    }
    Symbol *symbol = ARENA_NEW(parser->arena, Symbol);
    *symbol = (Symbol){.name = name, .type = type, .role = SYM_ITERATOR, .loc = parse_loc(parser, range)};
    VECTOR_PUSH(parser->arena, &parser->locals, symbol);
    return symbol;
}

Stmt *parse_loop_head(TreeParser *parser, const Type *type, const char *name, ParseExpr lower, const ParseExpr *upper,
                      ParseRange range)
{
    enum { BITS_OF_TURNS = 62 }; // as the front end counts what never ends by itself
    Loop loop = {.id = nest_loop_id(parser->nest), .name = name, .step_sign = 1, .endless = !upper};
    loop.iterator = iterator_named(parser, type, name, range);
    loop.lower = parse_root(parser, lower);
    loop.upper = upper ? parse_root(parser, *upper) : expr_index(parser->arena, INT64_C(1) << BITS_OF_TURNS);
    loop.step = expr_index(parser->arena, 1);
    Stmt *stmt = stmt_loop(parser->arena, &loop, NULL);
    stmt->loc = parse_loc(parser, range);
    return stmt;
}

void parse_step(TreeParser *parser, Stmt *stmt, ParseExpr step, int sign, ParseRange range)
{
    stmt->loop->step = parse_root(parser, step);
    const Expr *constant = expr_strip_casts(stmt->loop->step);
    if (constant->kind != EX_INT && !sign)
        parse_error(parser, range, "a step that is not a constant needs 'rising' or 'falling' after it");
    stmt->loop->step_sign = sign ? sign : constant->integer < 0 ? -1 : 1;
}

void parse_factor(TreeParser *parser, Stmt *stmt, int64_t factor, int sign, ParseRange range)
{
    Arena *arena = parser->arena;
    Loop *loop = stmt->loop;
    if (factor < 2 || !loop->iterator) {
        parse_error(parser, range, "a factor is at least 2");
        return;
    }
    Expr *value = expr_cast(arena, type_scalar(TY_I64), expr_symbol(arena, loop->iterator));
    loop->factor = factor;
    loop->step_sign = sign;
    loop->step =
        sign > 0 ? index_mul(arena, value, expr_index(arena, factor - 1))
                 : index_sub(arena, expr_binary(arena, OP_DIV, value, expr_index(arena, factor), type_scalar(TY_I64)),
                             value);
}

void parse_definition(TreeParser *parser, Stmt *stmt, const char *name, ParseExpr value, ParseRange range)
{
    const Symbol *symbol = find_parsed_symbol(parser, name);
    if (!symbol) {
        parse_error(parser, range, "'%s' is not declared", name);
        return;
    }
    stmt->loop->defines = symbol;
    stmt->loop->definition = parse_converted(parser, value, symbol->type);
}

// ---- tags

typedef struct TagReader {
    TreeParser *parser;
    const ParseWords *words;
    int next;
    ParseRange range;
} TagReader;

static const char *take_tag(TagReader *reader)
{
    if (reader->next < reader->words->count)
        return reader->words->items[reader->next++];
    parse_error(reader->parser, reader->range, "a word is missing at the end");
    return "0";
}

static int64_t take_number(TagReader *reader)
{
    return parse_number_text(reader->parser, take_tag(reader), reader->range);
}

static bool take_binding(const char *word, Loop *loop)
{
    for (Binding binding = BIND_UNROLL; binding <= BIND_HOST; binding++)
        if (strcmp(word, binding_text(binding)) == 0) {
            loop->binding = binding;
            return true;
        }
    return false;
}

static bool take_flag(const char *word, Loop *loop)
{
    const struct {
        const char *word;
        bool *flag;
    } flags[] = {{"swizzled", &loop->swizzled},   {"cyclic", &loop->cyclic},       {"ahead", &loop->ahead},
                 {"opaque", &loop->opaque},       {"unordered", &loop->unordered}, {"wraps", &loop->may_wrap},
                 {"from_zero", &loop->from_zero}, {"not_equal", &loop->not_equal}, {"carries", &loop->carries}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(word, flags[i].word) == 0) {
            *flags[i].flag = true;
            return true;
        }
    return false;
}

static bool take_persistence(const char *word, Loop *loop)
{
    if (strcmp(word, "in_block") == 0)
        loop->persists = PERSISTS_IN_BLOCK;
    else if (strcmp(word, "in_grid") == 0)
        loop->persists = PERSISTS_IN_GRID;
    return loop->persists;
}

static bool take_tensor(const char *word, Loop *loop)
{
    if (strcmp(word, "tensor_sum") == 0)
        loop->tensor = TENSOR_SUM;
    else if (strcmp(word, "tensor_rows") == 0)
        loop->tensor = TENSOR_ROWS;
    else if (strcmp(word, "tensor_columns") == 0)
        loop->tensor = TENSOR_COLUMNS;
    return loop->tensor;
}

static bool take_counted(TagReader *reader, const char *word, Loop *loop)
{
    if (strcmp(word, "limit") == 0)
        loop->limit = take_number(reader);
    else if (strcmp(word, "multiple") == 0)
        loop->multiple = take_number(reader);
    else if (strcmp(word, "tested") == 0)
        loop->tested = take_number(reader);
    else if (strcmp(word, "copies") == 0)
        loop->copies = (int)take_number(reader);
    else if (strcmp(word, "slides") == 0)
        loop->slides = (int)take_number(reader);
    else if (strcmp(word, "min_blocks") == 0)
        loop->min_blocks = (int)take_number(reader);
    else
        return false;
    return true;
}

static bool take_distinct(TagReader *reader, const char *word, Loop *loop)
{
    if (strcmp(word, "distinct") != 0)
        return false;
    int count = 0;
    while (count < MAX_DISTINCT && loop->distinct[count])
        count++;
    const Array *array = find_parsed_array(reader->parser, take_tag(reader));
    if (!array || count == MAX_DISTINCT)
        parse_error(reader->parser, reader->range, "a loop writes distinct elements of at most 4 arrays of the nest");
    else
        loop->distinct[count] = array;
    return true;
}

static LoopId origin_named(TreeParser *parser, const char *base, LoopId otherwise)
{
    FOR_EACH(i, &parser->origins)
        if (strcmp(parser->origins.items[i].base, base) == 0)
            return parser->origins.items[i].origin;
    ParseOrigin origin = {base, otherwise ? otherwise : nest_loop_id(parser->nest)};
    VECTOR_PUSH(parser->arena, &parser->origins, origin);
    return origin.origin;
}

void parse_tags(TreeParser *parser, Stmt *stmt, const ParseWords *words, ParseRange range)
{
    Loop *loop = stmt->loop;
    TagReader reader = {parser, words, 0, range};
    const char *of = NULL;
    bool made = false;
    if (words && !is_tag_word(words->items[0]))
        loop->name = take_tag(&reader);
    while (words && reader.next < words->count && !parser->failed) {
        const char *word = take_tag(&reader);
        if (strcmp(word, "named") == 0)
            loop->name = take_tag(&reader);
        else if (strcmp(word, "of") == 0)
            of = take_tag(&reader);
        else if (strcmp(word, "made") == 0)
            made = true;
        else if (strcmp(word, "serpentine") == 0) {
            loop->serpentine = find_parsed_symbol(parser, take_tag(&reader));
            if (!loop->serpentine)
                parse_error(parser, range, "a loop alternates with an iterator of the nest");
        } else if (!take_binding(word, loop) && !take_flag(word, loop) && !take_persistence(word, loop) &&
                   !take_tensor(word, loop) && !take_counted(&reader, word, loop) &&
                   !take_distinct(&reader, word, loop))
            parse_error(parser, range, "'%s' is not a mark of a loop", word);
    }
    if (parse_is_local(parser))
        loop->origin = loop->id;
    else if (!made)
        loop->origin = of ? origin_named(parser, of, 0)
                          : origin_named(parser, loop_base(loop), strchr(loop->name, '.') ? 0 : loop->id);
}

// ---- other statements

Stmt *parse_assign(TreeParser *parser, ParseExpr place, ParseExpr value, ParseRange range)
{
    if (place.expr->kind != EX_SYMBOL && place.expr->kind != EX_ACCESS)
        parse_error(parser, range, "nothing can be assigned to this");
    return stmt_assign(parser->arena, place.expr, OP_NONE, parse_converted(parser, value, place.expr->type), NULL);
}

static const Type *joined_type(TreeParser *parser, const ParseWords *words, ParseRange range)
{
    Text text = {.arena = parser->arena};
    FOR_EACH(i, words)
        text_printf(&text, "%s%s", i ? " " : "", words->items[i]);
    return parse_type(parser, text_string(&text), range);
}

Stmt *parse_update(TreeParser *parser, ParseExpr place, Operator op, const ParseWords *type, ParseExpr value,
                   ParseRange range)
{
    const Type *target = place.expr->type;
    if ((place.expr->kind != EX_SYMBOL && place.expr->kind != EX_ACCESS) || !type_is_arithmetic(target) ||
        !type_is_arithmetic(value.expr->type)) {
        parse_error(parser, range, "no number can be combined with this");
        return NULL;
    }
    const Type *compute = type              ? joined_type(parser, type, range)
                          : op_is_shift(op) ? type_promoted(target)
                                            : type_common(target, value.expr->type);
    Expr *operand = op_is_shift(op) ? value.expr : parse_converted(parser, value, compute);
    return stmt_assign(parser->arena, place.expr, op, operand, compute);
}

static const Symbol *declared_symbol(TreeParser *parser, const Type *type, const char *name, bool is_volatile,
                                     ParseRange range)
{
    const Symbol *found = parse_is_local(parser) ? NULL : find_parsed_symbol(parser, name);
    if (found && found->type != type)
        parse_error(parser, range, "'%s' has another type in what the nest declares", name);
    if (found)
        return found;
    Symbol *symbol = ARENA_NEW(parser->arena, Symbol);
    *symbol = (Symbol){.name = name, .type = type, .role = SYM_LOCAL, .is_volatile = is_volatile};
    symbol->loc = parse_loc(parser, range);
    if (parse_is_local(parser))
        VECTOR_PUSH(parser->arena, &parser->locals, symbol);
    else
        VECTOR_PUSH(parser->arena, &parser->nest->symbols, symbol);
    return symbol;
}

Stmt *parse_declare(TreeParser *parser, const Type *type, const char *name, bool is_volatile, const ParseExpr *value,
                    ParseRange range)
{
    const Symbol *symbol = declared_symbol(parser, type, name, is_volatile, range);
    return stmt_declare(parser->arena, (Symbol *)symbol, value ? parse_converted(parser, *value, type) : NULL);
}

static const Array **arrays_named(TreeParser *parser, const ParseWords *names, ParseRange range)
{
    const Array **arrays = ARENA_ARRAY(parser->arena, const Array *, names->count);
    FOR_EACH(i, names) {
        arrays[i] = find_parsed_array(parser, names->items[i]);
        if (!arrays[i])
            parse_error(parser, range, "'%s' is not an array of the nest", names->items[i]);
    }
    return arrays;
}

Stmt *parse_rotation(TreeParser *parser, const ParseWords *rotated, const ParseWords *taken, ParseRange range)
{
    if (rotated->count != taken->count)
        parse_error(parser, range, "as many pointers as names are needed");
    if (parser->failed)
        return NULL;
    return stmt_rotate(parser->arena, arrays_named(parser, rotated, range), arrays_named(parser, taken, range),
                       rotated->count);
}

void parse_launch(TreeParser *parser, Expr **extents, const ParseExprs *values, ParseRange range)
{
    if (values->count > 3)
        parse_error(parser, range, "a launch has three dimensions at most");
    for (int d = 0; d < values->count && d < 3; d++)
        extents[d] = parse_root(parser, values->items[d]);
}

Stmt *parse_kernel(TreeParser *parser, const char *name, ParseRange range)
{
    if (!parser->is_lowered || parser->function)
        parse_error(parser, range, "a kernel needs the word 'lowered' in the head of its nest");
    return stmt_kernel(parser->arena, name, NULL);
}

Stmt *parse_statement(TreeParser *parser, ParseMarks marks, Stmt *stmt, ParseRange range)
{
    if (!stmt)
        return NULL;
    if (!stmt->loc.line)
        stmt->loc = parse_loc(parser, range);
    stmt->directive = marks.directive;
    stmt->all_threads = marks.all_threads;
    if (!stmt_is_numbered(stmt) || parse_is_local(parser))
        return stmt;
    stmt->id = marks.id < 0 ? parser->last_id + 1 : marks.id;
    parser->last_id = stmt->id > parser->last_id ? stmt->id : parser->last_id;
    return stmt;
}

Stmt *parse_block(TreeParser *parser, const StmtList *items)
{
    if (items->count == 1 && items->items[0]->kind != ST_BLOCK)
        return items->items[0];
    Stmt *block = stmt_simple(parser->arena, ST_BLOCK);
    block->items = items->items;
    block->nitems = items->count;
    return block;
}

// ---- the entry

Unit *parse_trees(Arena *arena, Diag *diag, const SourceFile *source, DirectiveReader *directive, void *context)
{
    Unit *unit = ARENA_NEW(arena, Unit);
    *unit = (Unit){.arena = arena, .diag = diag, .source = source};
    TreeParser parser = {.arena = arena, .diag = diag, .source = source, .unit = unit};
    parser.parse_directive = directive;
    parser.context = context;
    parser.line = 1;
    parser.after_newline = true;
    if (source->length > INT32_MAX) {
        diag_error(diag, (Loc){.file = source}, "the text is too long");
        return NULL;
    }
    if (crs_tree_scan_lex_init_extra(&parser, &parser.scanner) != 0)
        unreachable_bug("the scanner cannot be set up");
    crs_tree_scan__scan_bytes(source->text, (int)source->length, parser.scanner);
    int status = crs_tree_parse(&parser);
    crs_tree_scan_lex_destroy(parser.scanner);
    if (status == 2 && !parser.failed)
        diag_error(diag, parse_loc(&parser, parser.last), "it is nested too deep");
    return status || parser.failed ? NULL : unit;
}
