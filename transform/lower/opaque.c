// Loops of which nvcc must not know how the iterator moves (contract in lower.h). nvcc 13.0 computes wrong addresses
// where it runs several iterations of a loop side by side, and the loop has two places of one array:
//
//   for (long j = 0; j < m; j++)
//       sum += x[(j + 1) * pitch + i + 2] - x[j * pitch + i + 2];
//
// The second address is derived from the first one, and the constant in the first one is added twice. That needs a
// first place that moves by a distance which is not known at compile time. Each iteration of an opaque loop has its own
// addresses. nvcc unrolls such a loop, too, so that few loads in an iteration are under way together with those of
// other iterations. Loops of many accesses, and those in which threads wait for one another, stay rolled.
#include "transform/lower/lower.h"
#include "transform/tree/query.h"

// nvcc writes out loops of a constant number of iterations up to about this one; no loop is left of them.
enum { MOST_WRITTEN_OUT = 8 };

// Addresses of an opaque loop are not those of the iteration before plus a distance. A sweep with seven loads takes 5 %
// longer than a rolled loop, a sum of two loads 0.7 of its time.
enum { FEW_ACCESSES = 4 };

typedef enum Growth { // of an offset, from one iteration to the next
    GROWS_BY_CONSTANT,
    GROWS_BY_UNKNOWN, // the same number for all iterations
    GROWS_UNEVENLY
} Growth;

typedef struct Use {
    const Expr *access;
    int branch;
    bool written;
    Growth growth;
} Use;

typedef struct Iteration {
    Arena *arena;
    int branch;        // that what is looked at is in; 0: it always runs
    int branches;      // so far
    const Expr *place; // that the statement sets
    VECTOR(Use) uses;
    VECTOR(const Symbol *) iterators;  // of the loop, and of those inside it
    VECTOR(const Symbol *) inner;      // those inside it, and what is declared there
    int depth;                         // of loops inside it
    VECTOR(const Stmt *) declarations; // inside it
    VECTOR(const Symbol *) assigned;   // inside it
    bool stays;                        // a loop inside it does
} Iteration;

static void look_at_stmt(Iteration *iteration, const Stmt *stmt);

// ---- the accesses of an iteration

static bool look_at_expr(void *context, const Expr *expr);

static void look_at_operand(Iteration *iteration, const Expr *expr)
{
    int outer = iteration->branch;
    iteration->branch = ++iteration->branches;
    expr_walk(expr, look_at_expr, iteration);
    iteration->branch = outer;
}

static bool look_at_expr(void *context, const Expr *expr)
{
    Iteration *iteration = context;
    bool far = expr->kind == EX_ACCESS && (expr->array->space == SPACE_GLOBAL || expr->array->space == SPACE_SCRATCH);
    if (far)
        VECTOR_PUSH(iteration->arena, &iteration->uses,
                    ((Use){.access = expr, .branch = iteration->branch, .written = expr == iteration->place}));
    if (!expr_branches(expr))
        return true;
    expr_walk(expr->operands[0], look_at_expr, iteration);
    for (int i = 1; i < expr->noperands; i++)
        look_at_operand(iteration, expr->operands[i]);
    return false;
}

static void look_at_part(Iteration *iteration, const Stmt *stmt)
{
    int outer = iteration->branch;
    iteration->branch = ++iteration->branches;
    look_at_stmt(iteration, stmt);
    iteration->branch = outer;
}

static bool is_written_out(const Loop *loop)
{
    const Expr *lower = expr_strip_casts(loop->lower), *upper = expr_strip_casts(loop->upper);
    bool constant = !loop->endless && lower && upper && lower->kind == EX_INT && upper->kind == EX_INT;
    return loop->binding != BIND_SERIAL || (constant && upper->integer - lower->integer <= MOST_WRITTEN_OUT);
}

static void look_at_stmt(Iteration *iteration, const Stmt *stmt)
{
    if (!stmt)
        return;
    Arena *arena = iteration->arena;
    iteration->place = stmt->kind == ST_ASSIGN ? stmt->place : NULL;
    stmt_expressions(stmt, look_at_expr, iteration);
    if (stmt->kind == ST_DECLARE)
        VECTOR_PUSH(arena, &iteration->declarations, stmt);
    if (stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL)
        VECTOR_PUSH(arena, &iteration->assigned, stmt->place->symbol);
    if (stmt->kind == ST_DECLARE && iteration->depth > 0)
        VECTOR_PUSH(arena, &iteration->inner, (const Symbol *)stmt->symbol);
    if (stmt->kind == ST_LOOP) {
        VECTOR_PUSH(arena, &iteration->iterators, (const Symbol *)stmt->loop->iterator);
        VECTOR_PUSH(arena, &iteration->inner, (const Symbol *)stmt->loop->iterator);
        iteration->stays |= !is_written_out(stmt->loop);
    }
    iteration->stays |= stmt->kind == ST_WHILE;
    iteration->depth += stmt->kind == ST_LOOP;
    for (int i = 0; i < stmt->nitems; i++)
        look_at_stmt(iteration, stmt->items[i]);
    (stmt->kind == ST_IF ? look_at_part : look_at_stmt)(iteration, stmt->body);
    iteration->depth -= stmt->kind == ST_LOOP;
    look_at_part(iteration, stmt->otherwise);
}

// ---- how they move

static Growth worse(Growth left, Growth right)
{
    return left > right ? left : right;
}

static const Stmt *declaration_of(const Iteration *iteration, const Symbol *symbol)
{
    FOR_EACH(i, &iteration->declarations)
        if (iteration->declarations.items[i]->symbol == symbol)
            return iteration->declarations.items[i];
    return NULL;
}

static bool mentions_iteration(const Iteration *iteration, const Expr *expr)
{
    FOR_EACH(i, &iteration->declarations)
        if (expr_mentions(expr, iteration->declarations.items[i]->symbol))
            return true;
    return expr_mentions_any(expr, iteration->iterators.items, iteration->iterators.count) ||
           expr_mentions_any(expr, iteration->assigned.items, iteration->assigned.count);
}

static Growth growth(const Iteration *iteration, Expr *value);

static Growth growth_of_atom(const Iteration *iteration, const Expr *atom)
{
    if (!mentions_iteration(iteration, atom))
        return GROWS_BY_CONSTANT;
    if (atom->kind == EX_SYMBOL && expr_mentions_any(atom, iteration->assigned.items, iteration->assigned.count))
        return GROWS_BY_UNKNOWN;
    const Stmt *declaration = atom->kind == EX_SYMBOL ? declaration_of(iteration, atom->symbol) : NULL;
    if (declaration)
        return declaration->value ? growth(iteration, declaration->value) : GROWS_UNEVENLY;
    if (atom->kind == EX_SYMBOL)
        return GROWS_BY_CONSTANT;
    if (atom->kind != EX_BINARY || atom->op != OP_MUL ||
        (mentions_iteration(iteration, atom->operands[0]) && mentions_iteration(iteration, atom->operands[1])))
        return GROWS_UNEVENLY;
    return worse(GROWS_BY_UNKNOWN, worse(growth(iteration, atom->operands[0]), growth(iteration, atom->operands[1])));
}

static Growth growth(const Iteration *iteration, Expr *value)
{
    Linear linear = linear_of(iteration->arena, value);
    Growth all = GROWS_BY_CONSTANT;
    FOR_EACH(i, &linear.terms)
        all = worse(all, growth_of_atom(iteration, expr_strip_casts(linear.terms.items[i].atom)));
    return all;
}

static Growth growth_of_access(const Iteration *iteration, const Expr *access)
{
    const Array *array = access->array;
    bool known = true; // the extents of the dimensions behind
    Growth all = GROWS_BY_CONSTANT;
    for (int d = array->ndim - 1; d >= 0; d--) {
        Growth here = growth(iteration, access->operands[d]);
        bool moves = mentions_iteration(iteration, access->operands[d]);
        all = worse(all, moves && !known ? worse(here, GROWS_BY_UNKNOWN) : here);
        known = known && array->extent[d] && array->extent[d]->kind == EX_INT;
    }
    return all;
}

// ---- which loops

// Whether it may be several elements in one iteration.
static bool differs(const Iteration *iteration, const Expr *access)
{
    return expr_mentions_any(access, iteration->inner.items, iteration->inner.count) ||
           expr_mentions_any(access, iteration->assigned.items, iteration->assigned.count);
}

// Whether both are one element, whose address the loop has anyway.
static bool is_same(const Iteration *iteration, const Use *left, const Use *right)
{
    bool once = left->branch == right->branch || !(left->written || right->written);
    return once && expr_equal(left->access, right->access) && !differs(iteration, left->access);
}

static bool has_derived(Iteration *iteration)
{
    FOR_EACH(i, &iteration->uses)
        iteration->uses.items[i].growth = growth_of_access(iteration, iteration->uses.items[i].access);
    FOR_EACH(i, &iteration->uses) {
        const Use *from = &iteration->uses.items[i];
        if (from->growth != GROWS_BY_UNKNOWN)
            continue;
        FOR_EACH(k, &iteration->uses) {
            const Use *use = &iteration->uses.items[k];
            if (use->access->array == from->access->array && !is_same(iteration, from, use))
                return true;
        }
    }
    return false;
}

static Stmt *hidden(void *context, Stmt *stmt)
{
    Arena *arena = context;
    if (stmt->kind != ST_LOOP || stmt->loop->copies == 1 || is_written_out(stmt->loop))
        return stmt;
    Iteration iteration = {.arena = arena};
    VECTOR_PUSH(arena, &iteration.iterators, (const Symbol *)stmt->loop->iterator);
    if (stmt->loop->defines)
        VECTOR_PUSH(arena, &iteration.iterators, stmt->loop->defines);
    look_at_stmt(&iteration, stmt->body);
    if (iteration.stays || !has_derived(&iteration))
        return stmt;
    Loop *loop = arena_copy(arena, stmt->loop, sizeof *loop);
    loop->opaque = iteration.uses.count <= FEW_ACCESSES && !tree_has_kind(stmt->body, ST_BARRIER);
    loop->copies = loop->opaque ? loop->copies : 1;
    return stmt_loop_for(arena, stmt, loop, stmt->body);
}

Stmt *hide_iterators(Arena *arena, Stmt *body)
{
    return stmt_rewrite(arena, body, hidden, NULL, arena);
}
