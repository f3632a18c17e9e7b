#include "analysis/model/granule.h"

// ---- arithmetic

// Subscripts are index arithmetic: not entered.
static bool count_operation(void *context, const Expr *expr)
{
    StatementGranule *granule = context;
    granule->operations +=
        expr->kind == EX_BINARY || expr->kind == EX_SELECT || (expr->kind == EX_UNARY && expr->op != OP_NOT);
    granule->calls += expr->kind == EX_CALL;
    return expr->kind != EX_ACCESS;
}

static void count_arithmetic(StatementGranule *granule)
{
    const Stmt *stmt = granule->stmt;
    granule->operations += stmt->kind == ST_ASSIGN && stmt->op != OP_NONE;
    if (stmt->value)
        expr_walk(stmt->value, count_operation, granule);
    if (stmt->condition)
        expr_walk(stmt->condition, count_operation, granule);
}

// ---- memory

static int64_t bytes_of(const Access *access)
{
    return access->expr->type->size;
}

typedef struct Around {
    const Stmt *stmt;
    VECTOR(LoopId) loops;
    Arena *arena;
} Around;

static bool find_loops(void *context, const Stmt *stmt)
{
    Around *around = context;
    if (!stmt_contains(stmt, around->stmt))
        return false;
    if (stmt->kind == ST_LOOP && stmt != around->stmt)
        VECTOR_PUSH(around->arena, &around->loops, stmt->loop->id);
    return true;
}

static void add_access(const Facts *facts, StatementGranule *granule, const Access *access)
{
    OperandReuse operand = {.access = access};
    Around around = {.stmt = access->stmt, .arena = facts->arena};
    stmt_walk(facts->nest->body, find_loops, &around);
    FOR_EACH(l, &around.loops) {
        if (access_stays(facts, access, around.loops.items[l]))
            VECTOR_PUSH(facts->arena, &operand.loops, around.loops.items[l]);
    }
    VECTOR_PUSH(facts->arena, &granule->operands, operand);
    if (access->is_write) {
        granule->stores++;
        granule->bytes_stored += bytes_of(access);
    } else {
        granule->loads++;
        granule->bytes_loaded += bytes_of(access);
    }
}

// ---- entries

typedef struct Counting {
    const Facts *facts;
    Granules granules;
} Counting;

static bool count_statement(void *context, const Stmt *stmt)
{
    Counting *counting = context;
    StatementGranule granule = {.stmt = stmt};
    FOR_EACH(i, &counting->facts->accesses) {
        const Access *access = &counting->facts->accesses.items[i];
        if (access->stmt == stmt && access->array)
            add_access(counting->facts, &granule, access);
    }
    if (stmt->kind != ST_LOOP && stmt->kind != ST_BLOCK)
        count_arithmetic(&granule);
    if (granule.loads || granule.stores || granule.operations || granule.calls)
        VECTOR_PUSH(counting->facts->arena, &counting->granules, granule);
    return true;
}

Granules granules_of(const Facts *facts)
{
    Counting counting = {.facts = facts};
    stmt_walk(facts->nest->body, count_statement, &counting);
    return counting.granules;
}

int elements_per_result(const Facts *facts, const LoopId *loops, int count)
{
    int elements = 0;
    FOR_EACH(a, &facts->arrays) {
        bool read = false;
        FOR_EACH(i, &facts->accesses) {
            const Access *access = &facts->accesses.items[i];
            const Stmt *stmt = access->stmt;
            bool own =
                stmt->kind == ST_ASSIGN && stmt->place->kind == EX_ACCESS && expr_equal(stmt->place, access->expr);
            read = read || (access->array == facts->arrays.items[a].array && !access->is_write && !own &&
                            facts_inside_all(facts, stmt, loops, count));
        }
        elements += read;
    }
    return elements;
}
