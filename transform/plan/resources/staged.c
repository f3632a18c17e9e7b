#include "transform/plan/resources/staged.h"
#include "transform/tree/loops.h"

enum { WARP = 32, SECTOR = 32, LONG = 1 << 20, DEEPEST = 64 };

// ---- spaces

static const Array *root_of(const Array *array)
{
    while (array->staged)
        array = array->staged;
    return array;
}

// Shared memory anywhere on the path counts more than the registers into which it is read.
static Space space_between(const Array *held)
{
    Space space = held->space;
    for (; held->staged; held = held->staged)
        if (held->space == SPACE_SHARED)
            space = SPACE_SHARED;
    return space;
}

typedef struct Search {
    const Access *access;
    bool found, direct; // a copy of the statement; one that touches the array itself
    Space space;        // of what stands for it in another
} Search;

static bool look_at_expression(void *context, const Expr *expr)
{
    Search *search = context;
    if (expr->kind != EX_ACCESS || root_of(expr->array) != search->access->array)
        return true;
    if (!expr->array->staged)
        search->direct = true;
    else if (search->space != SPACE_SHARED)
        search->space = space_between(expr->array);
    return true;
}

static bool look_at_statement(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (stmt->id != search->access->stmt->id || stmt->kind == ST_BLOCK || stmt->kind == ST_LOOP)
        return true;
    search->found = true;
    if (!search->access->is_write)
        stmt_expressions(stmt, look_at_expression, search);
    else if (stmt->place)
        look_at_expression(search, stmt->place);
    return true;
}

// A scalar that stands for an access that is no longer mentioned.
Space staged_space(const Stmt *scheduled, const Access *access)
{
    Search search = {.access = access, .space = SPACE_GLOBAL};
    if (access->stmt->id)
        stmt_walk(scheduled, look_at_statement, &search);
    return search.space != SPACE_GLOBAL || search.direct || !search.found ? search.space : SPACE_REGISTER;
}

// ---- values in the first warp

typedef struct Lane {
    const Stmt *root;
    int64_t thread[3];
    int depth;
} Lane;

typedef struct Definition {
    const Symbol *symbol;
    const Stmt *declared; // ST_DECLARE, or
    const Loop *loop;     // the loop whose iterator it is or that defines it
} Definition;

static bool look_for_definition(void *context, const Stmt *stmt)
{
    Definition *definition = context;
    if (stmt->kind == ST_DECLARE && stmt->symbol == definition->symbol)
        definition->declared = stmt;
    if (stmt->kind == ST_LOOP &&
        (stmt->loop->iterator == definition->symbol || stmt->loop->defines == definition->symbol))
        definition->loop = stmt->loop;
    return !definition->declared && !definition->loop;
}

static bool value_of(Lane *lane, const Expr *expr, int64_t *value);

static bool value_of_iterator(Lane *lane, const Loop *loop, int64_t *value)
{
    int64_t step = 0,
            coordinate = binding_is_thread(loop->binding) ? lane->thread[binding_dimension(loop->binding)] : 0;
    if (coordinate && !value_of(lane, loop->step, &step))
        return false;
    bool known = value_of(lane, loop->lower, value);
    *value += coordinate * step;
    return known;
}

// Parameters are long, and multiples of whatever tiles and sectors there are.
static bool value_of_symbol(Lane *lane, const Symbol *symbol, int64_t *value)
{
    Definition definition = {.symbol = symbol};
    if (symbol->role == SYM_PARAM) {
        *value = LONG;
        return true;
    }
    stmt_walk(lane->root, look_for_definition, &definition);
    if (definition.declared && definition.declared->value)
        return value_of(lane, definition.declared->value, value);
    if (!definition.loop)
        return false;
    return definition.loop->defines == symbol ? value_of(lane, definition.loop->definition, value)
                                              : value_of_iterator(lane, definition.loop, value);
}

static bool value_of_binary(Lane *lane, const Expr *expr, int64_t *value)
{
    int64_t left, right;
    if (!value_of(lane, expr->operands[0], &left) || !value_of(lane, expr->operands[1], &right))
        return false;
    bool divides = expr->op == OP_DIV || expr->op == OP_REM || expr->op == OP_FLOOR_DIV || expr->op == OP_CEIL_DIV ||
                   expr->op == OP_FLOOR_MOD;
    if (divides && (right <= 0 || left < 0))
        return false;
    switch (expr->op) {
    case OP_ADD: return !__builtin_add_overflow(left, right, value);
    case OP_SUB: return !__builtin_sub_overflow(left, right, value);
    case OP_MUL: return !__builtin_mul_overflow(left, right, value);
    case OP_DIV:
    case OP_FLOOR_DIV: *value = left / right; return true;
    case OP_REM:
    case OP_FLOOR_MOD: *value = left % right; return true;
    case OP_CEIL_DIV: *value = left / right + (left % right != 0); return true;
    case OP_MIN: *value = left < right ? left : right; return true;
    case OP_MAX: *value = left > right ? left : right; return true;
    default: return false;
    }
}

static bool value_of(Lane *lane, const Expr *expr, int64_t *value)
{
    if (lane->depth == DEEPEST)
        return false;
    lane->depth++;
    bool known = false;
    *value = 0;
    switch (expr->kind) {
    case EX_INT:
        *value = expr->integer;
        known = true;
        break;
    case EX_CAST: known = type_is_integer(expr->type) && value_of(lane, expr->operands[0], value); break;
    case EX_SYMBOL: known = value_of_symbol(lane, expr->symbol, value); break;
    case EX_BINARY: known = value_of_binary(lane, expr, value); break;
    case EX_INTRINSIC:
        known = expr->intrinsic <= IN_BLOCK_Z;
        *value = expr->intrinsic <= IN_THREAD_Z ? lane->thread[expr->intrinsic - IN_THREAD_X] : 0;
        break;
    default: break;
    }
    lane->depth--;
    return known;
}

// The place of the element in its array, in elements.
static bool place_of(Lane *lane, const Expr *access, int64_t *place)
{
    *place = 0;
    for (int d = 0; d < access->array->ndim; d++) {
        int64_t subscript, extent = LONG; // rows behind pointers are separate
        const Expr *known = d > 0 ? access->array->extent[d] : NULL;
        if (!value_of(lane, access->operands[d], &subscript) || (known && !value_of(lane, known, &extent)) ||
            __builtin_mul_overflow(*place, extent, place) || __builtin_add_overflow(*place, subscript, place))
            return false;
    }
    return true;
}

// ---- copies

typedef struct Finder {
    Arena *arena;
    const Stmt *root;
    const int64_t *block;
    StagedCopies *copies;
} Finder;

// Each lane has so many neighbouring elements, as one access.
static void describe(const Finder *finder, const Expr *access, int64_t each, StagedCopy *copy)
{
    int64_t places[WARP], size = access->array->element->size, bytes = each * size,
                          threads = finder->block[0] * finder->block[1] * finder->block[2];
    int lanes = threads < WARP ? (int)threads : WARP, shortest = WARP, run = 1;
    for (int i = 0; i < lanes; i++) {
        Lane lane = {
            finder->root,
            {i % finder->block[0], i / finder->block[0] % finder->block[1], i / finder->block[0] / finder->block[1]},
            0};
        if (!place_of(&lane, access, &places[i]))
            return;
    }
    copy->each = (int)each;
    copy->stride = lanes > 1 ? places[1] - places[0] : 0;
    for (int i = 0; i < lanes; i++) {
        int64_t first = places[i] * size / SECTOR, last = (places[i] * size + bytes - 1) / SECTOR;
        for (int64_t sector = first; sector <= last; sector++) {
            bool seen = false;
            for (int k = 0; k < i; k++)
                seen =
                    seen || (places[k] * size / SECTOR <= sector && sector <= (places[k] * size + bytes - 1) / SECTOR);
            copy->sectors += !seen;
        }
        bool next = i > 0 && places[i] == places[i - 1] + copy->stride;
        if (i > 0 && !next && run < shortest)
            shortest = run;
        run = next ? run + 1 : 1;
    }
    copy->run = run < shortest ? run : shortest;
}

static void add_copy(const Finder *finder, const Expr *access, const Array *held, int lanes, bool out)
{
    StagedCopy copy = {.array = access->array, .held = held, .out = out};
    for (int i = 0; i < finder->copies->items.count; i++) {
        const StagedCopy *known = &finder->copies->items.items[i];
        if (known->array == copy.array && known->held == held && known->out == out)
            return;
    }
    describe(finder, access, lanes > 1 ? lanes : 1, &copy);
    VECTOR_PUSH(finder->arena, &finder->copies->items, copy);
}

// The copy of the array's elements, NULL for a scalar; false: the expression is not such a copy.
static bool holds_copy(const Expr *expr, const Array *array, const Array **held)
{
    *held = expr->kind == EX_ACCESS ? expr->array : NULL;
    return expr->kind == EX_ACCESS ? expr->array->staged && root_of(expr->array) == array
                                   : expr->kind == EX_SYMBOL && expr->symbol->role == SYM_LOCAL;
}

static bool look_for_copies(void *context, const Stmt *stmt)
{
    Finder *finder = context;
    const Array *held;
    if (stmt->kind != ST_ASSIGN || stmt->op != OP_NONE || stmt->id != 0)
        return true;
    const Expr *place = stmt->place, *value = expr_strip_casts(stmt->value);
    if (place->kind == EX_ACCESS && place->array->space == SPACE_GLOBAL && holds_copy(value, place->array, &held))
        add_copy(finder, place, held, stmt->neighbours, true);
    if (value->kind == EX_ACCESS && value->array->space == SPACE_GLOBAL && holds_copy(place, value->array, &held))
        add_copy(finder, value, held, stmt->neighbours, false);
    return true;
}

StagedCopies staged_copies(Arena *arena, const Stmt *scheduled, const int64_t *block)
{
    StagedCopies copies = {0};
    Finder finder = {arena, scheduled, block, &copies};
    stmt_walk(scheduled, look_for_copies, &finder);
    return copies;
}
