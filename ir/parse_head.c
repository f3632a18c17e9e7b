// Reading what a nest declares: structs, arrays, symbols, helper functions. Extents may name what is declared below
// them.
#include "ir/parse_expr.h"
#include "ir/parse_head.h"
#include "ir/parse_statement.h"
#include "ir/print.h"

#include <string.h>

// ---- nests

void parse_nest(TreeParser *parser, bool is_region, const char *name, const char *function, ParseRange range)
{
    Nest *nest = ARENA_NEW(parser->arena, Nest);
    *nest = (Nest){.unit = parser->unit, .is_region = is_region, .kernel_name = name, .function_name = function};
    nest->number = 1;
    nest->words = is_region ? "the region" : "the loop";
    nest->loc = nest->extent = parse_loc(parser, range);
    parser->nest = nest;
    parser->structs.count = parser->bases.count = parser->ahead.count = parser->origins.count = 0;
    parser->last_id = 0;
    parser->in_tree = parser->is_lowered = false;
    parser->locals.count = parser->local_arrays.count = 0;
    parse_nest_directive(parser, is_region ? "begin" : "", range);
    VECTOR_PUSH(parser->arena, &parser->unit->nests, nest);
}

void parse_number(TreeParser *parser, int64_t number, ParseRange range)
{
    if (number < 1)
        parse_error(parser, range, "nests are counted from 1");
    parser->nest->number = (int)number;
}

const Directive *parse_directive_words(TreeParser *parser, const char *text, ParseRange range)
{
    if (parser->failed)
        return NULL;
    if (!parser->parse_directive) {
        DirectiveText *words = ARENA_NEW(parser->arena, DirectiveText);
        words->text = text;
        return (const Directive *)words;
    }
    const Directive *directive = parser->parse_directive(parser->context, parse_loc(parser, range), text);
    parser->failed = !directive;
    return directive;
}

void parse_nest_directive(TreeParser *parser, const char *text, ParseRange range)
{
    parser->nest->directive = parse_directive_words(parser, text, range);
}

void parse_nest_end(TreeParser *parser, Stmt *body, ParseRange range)
{
    Nest *nest = parser->nest;
    nest->next_stmt = parser->last_id;
    const char *broken = parser->failed ? NULL : nest_broken_rule(parser->arena, nest, body);
    if (broken)
        parse_error(parser, range, "the tree breaks a rule: %s", broken);
    nest->body = body; // only now: a scheduled tree may hold copies of a statement
}

// ---- types

typedef struct ScalarName {
    const char *name;
    TypeKind kind;
} ScalarName;

static const Type *scalar_named(const char *name)
{
    static const ScalarName names[] = {
        {"void", TY_VOID},
        {"_Bool", TY_BOOL},
        {"char", TY_I8},
        {"signed char", TY_I8},
        {"unsigned char", TY_U8},
        {"short", TY_I16},
        {"unsigned short", TY_U16},
        {"int", TY_I32},
        {"unsigned int", TY_U32},
        {"long", TY_I64},
        {"unsigned long", TY_U64},
        {"long long", TY_I64},
        {"unsigned long long", TY_U64},
        {"crs_half", TY_U16},
        {"crs_bfloat", TY_U16},
        {"float", TY_F32},
        {"double", TY_F64},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, name) == 0)
            return type_named(names[i].kind, name);
    return NULL;
}

const Type *parse_type(TreeParser *parser, const char *words, ParseRange range)
{
    size_t length = strcspn(words, "*");
    while (length && words[length - 1] == ' ')
        length--;
    const char *base = intern_n(words, length);
    const Type *type = scalar_named(base);
    FOR_EACH(i, &parser->structs)
        if (strcmp(parser->structs.items[i]->name, base) == 0)
            type = parser->structs.items[i];
    if (!type)
        parse_error(parser, range, "'%s' is not a type", base);
    type = type ? type : type_scalar(TY_I32);
    for (const char *star = strchr(words, '*'); star; star = strchr(star + 1, '*'))
        type = type_pointer(type);
    return type;
}

static int64_t natural_place(const Type *type, int64_t end)
{
    int64_t align = type->align > 0 ? type->align : 1;
    return end > INT32_MAX ? 0 : (end + align - 1) / align * align;
}

static int64_t constant_extent(TreeParser *parser, ParseExpr extent, ParseRange range)
{
    bool fits =
        extent.expr && extent.expr->kind == EX_INT && extent.expr->integer > 0 && extent.expr->integer <= INT32_MAX;
    if (!fits)
        parse_error(parser, range, "a member has extents that are positive numbers");
    return fits ? extent.expr->integer : 1;
}

static void add_field(TreeParser *parser, Type *type, const ParseField *read, int64_t *end, ParseRange range)
{
    Field field = {.name = read->name, .type = read->type};
    for (int d = 0; read->extents && d < read->extents->count; d++) {
        if (d == MAX_DIMS) {
            parse_error(parser, range, "a member has too many dimensions");
            return;
        }
        field.extent[field.ndim++] = constant_extent(parser, read->extents->items[d], range);
    }
    bool is_anything = read->is_pointer && field.type->kind == TY_VOID;
    field.type = is_anything ? NULL : field.type;
    field.offset = read->offset >= 0 ? read->offset : natural_place(read->type, *end);
    if (read->is_pointer) {
        type->pointers[type->npointers++] = field;
        return;
    }
    int64_t size = field.type->size;
    for (int d = 0; d < field.ndim && size < INT32_MAX; d++)
        size *= field.extent[d];
    *end = field.offset + size;
    type->fields[type->nfields++] = field;
}

void parse_struct(TreeParser *parser, const char *name, int64_t size, int64_t align, bool is_local,
                  const ParseFields *fields, ParseRange range)
{
    Type *type = ARENA_NEW(parser->arena, Type);
    *type = (Type){.kind = TY_STRUCT, .name = name, .size = size, .align = align, .is_local = is_local};
    type->loc = parse_loc(parser, range);
    type->fields = ARENA_ARRAY(parser->arena, Field, fields->count);
    type->pointers = ARENA_ARRAY(parser->arena, Field, fields->count);
    int64_t end = 0;
    FOR_EACH(i, fields)
        add_field(parser, type, &fields->items[i], &end, range);
    VECTOR_PUSH(parser->arena, &parser->structs, type);
}

// ---- arrays

Array *find_parsed_array(TreeParser *parser, const char *name)
{
    for (int i = parse_is_local(parser) ? parser->local_arrays.count - 1 : -1; i >= 0; i--)
        if (strcmp(parser->local_arrays.items[i]->name, name) == 0)
            return parser->local_arrays.items[i];
    FOR_EACH(i, &parser->nest->arrays)
        if (strcmp(parser->nest->arrays.items[i]->name, name) == 0)
            return parser->nest->arrays.items[i];
    return NULL;
}

static void parse_extents(TreeParser *parser, Array *array, const ParseExprs *extents, ParseRange range)
{
    if (extents->count > MAX_DIMS)
        parse_error(parser, range, "an array has %d dimensions at most", MAX_DIMS);
    for (int d = 0; d < extents->count && d < MAX_DIMS; d++) {
        array->extent[d] = extents->items[d].expr ? parse_root(parser, extents->items[d]) : NULL;
    }
    array->ndim = extents->count < MAX_DIMS ? extents->count : MAX_DIMS;
}

Array *parse_array(TreeParser *parser, Space space, const Type *element, const char *name, const ParseExprs *extents,
                   ParseRange range)
{
    Array *found = parse_is_local(parser) ? NULL : find_parsed_array(parser, name);
    if (found && parser->in_tree)
        return found;
    if (found)
        parse_error(parser, range, "'%s' is declared twice", name);
    Array *array = ARENA_NEW(parser->arena, Array);
    *array = (Array){.name = name, .element = element, .space = space, .loc = parse_loc(parser, range)};
    parse_extents(parser, array, extents, range);
    if (parse_is_local(parser))
        VECTOR_PUSH(parser->arena, &parser->local_arrays, array);
    else
        VECTOR_PUSH(parser->arena, &parser->nest->arrays, array);
    return array;
}

void parse_staged(TreeParser *parser, Array *array, const char *name, ParseRange range)
{
    array->staged = find_parsed_array(parser, name);
    if (!array->staged)
        parse_error(parser, range, "'%s' is not an array of the nest", name);
}

void parse_base(TreeParser *parser, Array *array, int64_t number, const ParseExpr *distance, ParseRange range)
{
    if (number < 1 || number > parser->nest->arrays.count) {
        parse_error(parser, range, "bases are counted from 1, and there are no more than arrays");
        return;
    }
    while (parser->bases.count < number)
        VECTOR_PUSH(parser->arena, &parser->bases, arena_printf(parser->arena, "base"));
    array->base = parser->bases.items[number - 1];
    array->from_base = distance ? parse_root(parser, *distance) : NULL;
}

void parse_constants(TreeParser *parser, Array *array, const ParseExprs *values, ParseRange range)
{
    int64_t bytes = array_bytes(array), count = array->element->size > 0 ? bytes / array->element->size : 0;
    if (count != values->count) {
        parse_error(parser, range, "a table has as many numbers as elements");
        return;
    }
    bool is_real = type_is_float(array->element);
    int64_t *constants = is_real ? NULL : ARENA_ARRAY(parser->arena, int64_t, values->count);
    double *reals = is_real ? ARENA_ARRAY(parser->arena, double, values->count) : NULL;
    FOR_EACH(i, values) {
        const Expr *value = values->items[i].expr;
        if (value->kind != (is_real ? EX_FLOAT : EX_INT))
            parse_error(parser, range, "a table holds numbers of its type");
        else if (is_real)
            reals[i] = value->real;
        else
            constants[i] = value->integer;
    }
    array->constants = constants;
    array->reals = reals;
}

const int64_t *parse_row_path(TreeParser *parser, const ParseExprs *values, ParseRange range)
{
    int64_t *path = ARENA_ARRAY(parser->arena, int64_t, values->count + 1);
    FOR_EACH(i, values) {
        const Expr *value = values->items[i].expr;
        if (!value || value->kind != EX_INT || value->integer < 0)
            parse_error(parser, range, "the path of a table consists of numbers");
        else
            path[i] = value->integer;
    }
    path[values->count] = -1;
    return path;
}

// ---- symbols

static const Symbol *known_symbol(const TreeParser *parser, const char *name)
{
    FOR_EACH(i, &parser->nest->symbols)
        if (strcmp(parser->nest->symbols.items[i]->name, name) == 0)
            return parser->nest->symbols.items[i];
    return NULL;
}

static const Symbol *expected_symbol(const TreeParser *parser, const char *name)
{
    FOR_EACH(i, &parser->ahead)
        if (strcmp(parser->ahead.items[i]->name, name) == 0)
            return parser->ahead.items[i];
    return NULL;
}

// ---- names ahead of their line

typedef struct WordReader {
    const char *at, *end; // of the line
} WordReader;

static const char *next_word(WordReader *line)
{
    while (line->at < line->end && *line->at == ' ')
        line->at++;
    const char *start = line->at;
    if (line->at < line->end && *start == '"')
        do
            line->at++;
        while (line->at < line->end && *line->at != '"');
    while (line->at < line->end && *line->at != ' ')
        line->at++;
    return intern_n(start, (size_t)(line->at - start));
}

static bool is_role(const char *word)
{
    return !strcmp(word, "param") || !strcmp(word, "scalar") || !strcmp(word, "iterator") || !strcmp(word, "local") ||
           !strcmp(word, "argument");
}

static bool is_scalar_word(const char *word)
{
    return scalar_named(word) || !strcmp(word, "unsigned") || !strcmp(word, "signed");
}

// The name that a line of the head declares as a symbol, and its type's words; NULL: it declares something else.
static const char *declared_name(WordReader line, const char **type)
{
    if (!is_role(next_word(&line)))
        return NULL;
    const char *word = next_word(&line);
    bool in_two = !strcmp(word, "struct") || !strcmp(word, "type");
    word = *word == '"' ? intern_n(word + 1, strcspn(word + 1, "\"")) : word;
    *type = in_two ? *word == 's' ? intern_printf("struct %s", next_word(&line)) : next_word(&line) : word;
    bool scalar = is_scalar_word(word);
    for (word = next_word(&line); scalar && is_scalar_word(word); word = next_word(&line))
        *type = intern_printf("%s %s", *type, word);
    return word;
}

static const Symbol *find_ahead(TreeParser *parser, const char *name)
{
    const SourceFile *source = parser->source;
    for (size_t at = parser->last.end; at < source->length && source->text[at] != '{';) {
        const char *start = source->text + at, *stop = memchr(start, '\n', source->length - at);
        size_t length = stop ? (size_t)(stop - start) : source->length - at;
        const char *type = NULL, *declared = declared_name((WordReader){start, start + length}, &type);
        if (declared && strcmp(declared, name) == 0) {
            Symbol *symbol = ARENA_NEW(parser->arena, Symbol);
            *symbol = (Symbol){.name = intern(name), .type = parse_type(parser, type, parser->last)};
            VECTOR_PUSH(parser->arena, &parser->ahead, symbol);
            return symbol;
        }
        at += length + 1;
    }
    return NULL;
}

const Symbol *find_parsed_local(const TreeParser *parser, const char *name)
{
    for (int i = parse_is_local(parser) ? parser->locals.count - 1 : -1; i >= 0; i--)
        if (strcmp(parser->locals.items[i]->name, name) == 0)
            return parser->locals.items[i];
    return NULL;
}

const Symbol *find_parsed_symbol(TreeParser *parser, const char *name)
{
    const Symbol *local = find_parsed_local(parser, name), *known = local ? local : known_symbol(parser, name);
    if (known || parser->in_tree || parser->function)
        return known;
    const Symbol *expected = expected_symbol(parser, name);
    return expected ? expected : find_ahead(parser, name);
}

Symbol *parse_symbol(TreeParser *parser, SymbolRole role, const Type *type, const char *name, ParseRange range)
{
    if (known_symbol(parser, name))
        parse_error(parser, range, "'%s' is declared twice", name);
    Symbol *symbol = (Symbol *)expected_symbol(parser, name);
    symbol = symbol ? symbol : ARENA_NEW(parser->arena, Symbol);
    *symbol = (Symbol){.name = name, .type = type, .role = role, .loc = parse_loc(parser, range)};
    VECTOR_PUSH(parser->arena, &parser->nest->symbols, symbol);
    return symbol;
}

static FinalValue known_value(TreeParser *parser, const char *name, ParseExpr value, ParseRange range)
{
    const Symbol *symbol = find_parsed_symbol(parser, name);
    if (!symbol)
        parse_error(parser, range, "'%s' is not declared", name);
    return (FinalValue){symbol, symbol ? parse_converted(parser, value, symbol->type) : NULL};
}

void parse_entry(TreeParser *parser, const char *name, ParseExpr value, ParseRange range)
{
    FinalValue entry = known_value(parser, name, value, range);
    VECTOR_PUSH(parser->arena, &parser->nest->entries, entry);
}

void parse_rising(TreeParser *parser, const char *name, ParseExpr first, ParseExpr end, ParseRange range)
{
    Rising rising = {find_parsed_array(parser, name), parse_converted(parser, first, type_scalar(TY_I64)),
                     parse_converted(parser, end, type_scalar(TY_I64))};
    if (!rising.array)
        parse_error(parser, range, "'%s' is not declared", name);
    VECTOR_PUSH(parser->arena, &parser->nest->risings, rising);
}

void parse_row_loop(TreeParser *parser, const char *name, ParseExpr value, ParseRange range)
{
    FinalValue loop = known_value(parser, name, value, range);
    VECTOR_PUSH(parser->arena, &parser->nest->row_loops, loop);
}

void parse_final(TreeParser *parser, const char *name, ParseExpr value, ParseRange range)
{
    FinalValue final = known_value(parser, name, value, range);
    VECTOR_PUSH(parser->arena, &parser->nest->finals, final);
}

// ---- helper functions

void parse_function(TreeParser *parser, const Type *result, const char *name, const ParseFields *parameters,
                    ParseRange range)
{
    Function *function = ARENA_NEW(parser->arena, Function);
    *function = (Function){.name = name, .result = result, .loc = parse_loc(parser, range)};
    function->parameters = ARENA_ARRAY(parser->arena, const Symbol *, parameters->count);
    parser->locals.count = parser->local_arrays.count = 0;
    FOR_EACH(i, parameters) {
        Symbol *symbol = ARENA_NEW(parser->arena, Symbol);
        *symbol = (Symbol){.name = parameters->items[i].name, .type = parameters->items[i].type, .role = SYM_ARGUMENT};
        symbol->loc = function->loc;
        function->parameters[function->nparameters++] = symbol;
        VECTOR_PUSH(parser->arena, &parser->locals, symbol);
    }
    FOR_EACH(i, &parser->nest->functions)
        if (strcmp(parser->nest->functions.items[i]->name, name) == 0)
            parse_error(parser, range, "'%s' is declared twice", name);
    VECTOR_PUSH(parser->arena, &parser->nest->functions, function);
    parser->function = function;
}

void parse_function_end(TreeParser *parser, Stmt *body)
{
    parser->function->body = body;
    parser->function = NULL;
    parser->locals.count = parser->local_arrays.count = 0;
}
