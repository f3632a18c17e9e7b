// Strength reduction of copy addresses. The address of an asynchronous copy is computed once before the loop, and then
// incremented. nvcc would multiply row numbers and row lengths in every iteration. Instructions between two
// multiply-adds cost twice, because they separate the multiply-adds that share an operand.
#include "codegen/cuda/c_expr.h"
#include "codegen/cuda/pointer_induction.h"
#include "transform/tree/loops.h"
#include "transform/tree/query.h"

// The copy of an iteration reads pointer[offset]; the next iteration finds the pointer `step` elements further.
struct Carried {
    const Stmt *copy, *loop;
    const char *pointer;
    Expr *begin; // the element in the first iteration
    Expr *offset, *step;
    const Carried *outer; // carried along loops around, or further copies of this one
};

// Symbols that differ within an iteration of the loop.
typedef struct Inner {
    Arena *arena;
    SymbolList symbols;
} Inner;

static bool collect_inner(void *context, const Stmt *stmt)
{
    Inner *inner = context;
    if (stmt->kind == ST_LOOP) {
        VECTOR_PUSH(inner->arena, &inner->symbols, (const Symbol *)stmt->loop->iterator);
        if (stmt->loop->defines)
            VECTOR_PUSH(inner->arena, &inner->symbols, (const Symbol *)stmt->loop->defines);
    }
    if (stmt->kind == ST_DECLARE && stmt->symbol)
        VECTOR_PUSH(inner->arena, &inner->symbols, (const Symbol *)stmt->symbol);
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL)
        VECTOR_PUSH(inner->arena, &inner->symbols, stmt->place->symbol);
    return true;
}

// Whether it may be computed if the loop has no iteration.
static bool look_for_risk(void *context, const Expr *expr)
{
    bool *safe = context;
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM);
    bool plain = expr->kind == EX_INT || expr->kind == EX_SYMBOL || expr->kind == EX_CAST || expr->kind == EX_UNARY ||
                 expr->kind == EX_BINARY || expr->kind == EX_SELECT ||
                 (expr->kind == EX_INTRINSIC && expr->intrinsic <= IN_GRID_DIM_Z);
    if (divides) {
        const Expr *divisor = expr_strip_casts(expr->operands[1]);
        plain = divisor->kind == EX_INT && divisor->integer > 0;
    }
    *safe = *safe && plain;
    return *safe;
}

static bool is_safe(const Expr *expr)
{
    bool safe = true;
    expr_walk(expr, look_for_risk, &safe);
    return safe;
}

// A subscript as  begin + step * iterator + offset,  where only `offset` differs within an iteration.
static bool take_apart(const Inner *inner, const Symbol *iterator, Expr *subscript, Expr **begin, Expr **step,
                       Expr **offset)
{
    Arena *arena = inner->arena;
    Linear all = linear_of(arena, subscript), within = {0}, fixed = {.constant = all.constant};
    int64_t factor = 0;
    FOR_EACH(i, &all.terms) {
        LinearTerm term = all.terms.items[i];
        const Expr *atom = expr_strip_casts(term.atom);
        if (atom->kind == EX_SYMBOL && atom->symbol == iterator)
            factor = term.factor;
        else if (expr_mentions(term.atom, iterator))
            return false;
        else if (expr_mentions_any(term.atom, inner->symbols.items, inner->symbols.count))
            VECTOR_PUSH(arena, &within.terms, term);
        else if (is_safe(term.atom))
            VECTOR_PUSH(arena, &fixed.terms, term);
        else
            return false;
    }
    *begin = linear_expr(arena, &fixed);
    *step = expr_index(arena, factor);
    *offset = linear_expr(arena, &within);
    return !all.overflow;
}

static Carried *carry(const Inner *inner, const Stmt *loop, const Stmt *copy)
{
    Arena *arena = inner->arena;
    const Expr *access = copy->value;
    Expr *begin[MAX_DIMS], *step[MAX_DIMS], *offset[MAX_DIMS];
    bool moves = false;
    if (access->npath || (access->array->space != SPACE_GLOBAL && access->array->space != SPACE_SCRATCH))
        return NULL;
    for (int d = 0; d < access->array->ndim; d++) {
        if (!take_apart(inner, loop->loop->iterator, access->operands[d], &begin[d], &step[d], &offset[d]))
            return NULL;
        moves = moves || step[d]->integer;
    }
    if (!moves)
        return NULL;
    Carried *carried = ARENA_NEW(arena, Carried);
    carried->copy = copy;
    carried->loop = loop;
    carried->begin = expr_access(arena, access->array, begin);
    carried->step = access_offset(arena, expr_access(arena, access->array, step));
    carried->offset = access_offset(arena, expr_access(arena, access->array, offset));
    return carried;
}

typedef struct Search {
    Emitter *emitter;
    const Stmt *loop;
    Inner inner;
} Search;

static bool look_for_copy(void *context, const Stmt *stmt)
{
    Search *search = context;
    if (stmt->kind == ST_LOOP && stmt != search->loop && stmt->loop->binding != BIND_UNROLL)
        return false;
    if (stmt->kind != ST_ASSIGN || !stmt->asynchronous)
        return true;
    Carried *carried = carry(&search->inner, search->loop, stmt);
    if (carried) {
        Emitter *emitter = search->emitter;
        const char *name = carried->begin->array->name;
        int number = ++emitter->pointers;
        carried->pointer =
            number == 1 ? intern_printf("crs_from_%s", name) : intern_printf("crs_from_%s_%d", name, number);
        carried->outer = emitter->carried;
        emitter->carried = carried;
    }
    return true;
}

const Carried *carried_begin(Emitter *emitter, const Stmt *stmt, int indent)
{
    const Carried *before = emitter->carried;
    const Loop *loop = stmt->loop;
    if (emitter->source || loop->binding != BIND_SERIAL || loop->endless || loop->factor || !loop_is_normal(loop) ||
        tree_leaves(stmt->body, ST_CONTINUE))
        return before;
    Search search = {emitter, stmt, {.arena = emitter->out->arena}};
    stmt_walk(stmt->body, collect_inner, &search.inner);
    stmt_walk(stmt, look_for_copy, &search);
    for (const Carried *carried = emitter->carried; carried != before; carried = carried->outer)
        emit_line(emitter->out, indent, "const %s *%s = &%s;", emit_type(carried->begin->array->element, LANGUAGE_CUDA),
                  carried->pointer, expr_string(emitter, carried->begin));
    return before;
}

void carried_end(Emitter *emitter, const Carried *before, int indent)
{
    for (; emitter->carried != before; emitter->carried = emitter->carried->outer)
        emit_line(emitter->out, indent, "%s += %s;", emitter->carried->pointer,
                  expr_string(emitter, emitter->carried->step));
}

const char *carried_source(const Emitter *emitter, const Stmt *copy)
{
    Arena *arena = emitter->out->arena;
    for (const Carried *carried = emitter->carried; carried; carried = carried->outer) {
        if (carried->copy != copy)
            continue;
        if (expr_is_int(carried->offset, 0))
            return carried->pointer;
        return arena_printf(arena, "&%s[%s]", carried->pointer, expr_string(emitter, carried->offset));
    }
    return arena_printf(arena, "&%s", expr_string(emitter, copy->value));
}
