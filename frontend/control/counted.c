// While statements that count: `k = 0; while (k < n) { ..; k++; }` is read as the equivalent for statement. After the
// loop an assignment gives the variable its value, unless nothing reads it there.
#include "frontend/clang/variable.h"
#include "frontend/control/continue.h"
#include "frontend/control/loop.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/scan.h"
#include "frontend/numbers/ends_within.h"

typedef struct Counted {
    const Symbol *symbol; // what counts
    Expr *bound;          // converted to the type in which C compares
    Operator comparison;  // the symbol is its left operand
    int64_t step;
    Stmt *body; // without the change of the symbol, which is its last statement
} Counted;

static const Symbol *counting_symbol(const Expr *expr)
{
    while (expr->kind == EX_CAST && type_is_integer(expr->type))
        expr = expr->operands[0];
    bool own = expr->kind == EX_SYMBOL && (expr->symbol->role == SYM_LOCAL || expr->symbol->role == SYM_LIVE);
    bool plain = own && !expr->symbol->address_taken && !expr->symbol->is_volatile && !expr->symbol->is_enum;
    return plain && type_is_integer(expr->type) && expr->type->kind != TY_BOOL ? expr->symbol : NULL;
}

// ---- its parts

static bool read_step(const Stmt *last, Counted *counted)
{
    const Symbol *symbol = counted->symbol;
    if (last->kind != ST_ASSIGN || last->place->kind != EX_SYMBOL || last->place->symbol != symbol)
        return false;
    const Expr *by = last->value;
    Operator op = last->op;
    if (op == OP_NONE) {
        const Expr *sum = expr_strip_casts(last->value);
        if (sum->kind != EX_BINARY || expr_strip_casts(sum->operands[0])->kind != EX_SYMBOL ||
            expr_strip_casts(sum->operands[0])->symbol != symbol)
            return false;
        op = sum->op;
        by = sum->operands[1];
    }
    by = expr_strip_casts(by);
    if (by->kind != EX_INT || (op != OP_ADD && op != OP_SUB) || by->integer <= 0 || by->integer > INT32_MAX)
        return false;
    counted->step = op == OP_ADD ? by->integer : -by->integer;
    return true;
}

static bool read_bound(const Expr *condition, Counted *counted)
{
    if (condition->kind != EX_BINARY || op_mirrored(condition->op) == condition->op ||
        !type_is_integer(condition->operands[0]->type))
        return false;
    for (int side = 0; side < 2; side++) {
        counted->symbol = counting_symbol(condition->operands[side]);
        counted->bound = condition->operands[1 - side];
        counted->comparison = side ? op_mirrored(condition->op) : condition->op;
        if (counted->symbol && !expr_mentions(counted->bound, counted->symbol))
            return true;
    }
    return false;
}

typedef struct Change {
    const Symbol *symbol;
    bool found;
} Change;

static bool find_change(void *context, const Stmt *stmt)
{
    Change *change = context;
    bool assigns = stmt->kind == ST_ASSIGN && stmt->place->kind == EX_SYMBOL && stmt->place->symbol == change->symbol;
    change->found |= assigns || stmt->kind == ST_ROTATE;
    return !change->found;
}

static bool read_counted(Reader *reader, const Expr *condition, const Stmt *body, Counted *counted)
{
    if (body->kind != ST_BLOCK || body->nitems == 0 || !read_bound(condition, counted) ||
        !read_step(body->items[body->nitems - 1], counted))
        return false;
    bool up = counted->comparison == OP_LT || counted->comparison == OP_LE;
    counted->body = stmt_block(reader->arena, body->items, body->nitems - 1);
    Change change = {.symbol = counted->symbol};
    stmt_walk(counted->body, find_change, &change);
    return up == (counted->step > 0) && !change.found && !contains_jump(counted->body, ST_BREAK) &&
           !contains_jump(counted->body, ST_CONTINUE) && !changes_bound(counted->body, counted->bound);
}

// ---- where it begins

static bool sets(const Stmt *stmt, const Symbol *symbol)
{
    bool assigns = stmt->kind == ST_ASSIGN && stmt->op == OP_NONE && stmt->place->kind == EX_SYMBOL &&
                   stmt->place->symbol == symbol;
    return assigns || (stmt->kind == ST_DECLARE && stmt->symbol == symbol && stmt->value);
}

static bool find_mention(void *context, const Expr *expr)
{
    Change *mention = context;
    mention->found |= expr->kind == EX_SYMBOL && expr->symbol == mention->symbol;
    return !mention->found;
}

// The index of the preceding statement that sets it to a value which the loop may also compute; -1: there is none.
static int setting_of(const StmtList *before, const Counted *counted)
{
    for (int i = before->count - 1; i >= 0; i--) {
        const Stmt *stmt = before->items[i];
        bool set = sets(stmt, counted->symbol);
        for (int k = i + 1; set && k < before->count; k++)
            set = !changes_bound(before->items[k], stmt->value);
        if (set)
            return changes_bound(counted->body, stmt->value) ? -1 : i;
        Change mention = {.symbol = counted->symbol};
        stmt_walk_expressions(stmt, find_mention, &mention);
        if (mention.found || (stmt->kind != ST_DECLARE && stmt->kind != ST_ASSIGN))
            return -1;
    }
    return -1;
}

static void remove_statement(StmtList *list, int index)
{
    for (int i = index; i + 1 < list->count; i++)
        list->items[i] = list->items[i + 1];
    list->count--;
}

// ---- who reads it after the loop

typedef struct Naming {
    Reader *reader;
    const Symbol *symbol;
    DeclFacts *facts;
} Naming;

static enum CXChildVisitResult find_name(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Naming *naming = context;
    if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr)
        return CXChildVisit_Recurse;
    DeclFacts *facts = facts_of(naming->reader, clang_getCursorReferenced(cursor));
    bool valid = facts->variable && facts->variable_epoch == naming->reader->frame.epoch;
    if (!valid || facts->variable->symbol != naming->symbol)
        return CXChildVisit_Recurse;
    naming->facts = facts;
    return CXChildVisit_Break;
}

static bool is_mentioned_behind(Reader *reader, CXCursor stmt, const Symbol *symbol)
{
    Naming naming = {.reader = reader, .symbol = symbol};
    int site = site_of(reader, stmt);
    clang_visitChildren(stmt, find_name, &naming);
    return !naming.facts || site < 0 ||
           moments_from(&naming.facts->mentions, reader->details.items[site].last) < naming.facts->mentions.count;
}

static bool is_wanted(Reader *reader, CXCursor stmt, const Symbol *symbol)
{
    const StmtList *block = reader->frame.before;
    bool declared = false;
    FOR_EACH(i, block)
        declared |= block->items[i]->kind == ST_DECLARE && block->items[i]->symbol == symbol;
    return !declared || is_mentioned_behind(reader, stmt, symbol);
}

// ---- the loop

// C compares what the symbol holds: its conversion to that type changes nothing.
static bool compares_value(const Reader *reader, const Counted *counted, const Expr *lower)
{
    const Type *type = counted->symbol->type, *compared = counted->bound->type;
    bool wide = type_is_signed(type) && type->size >= 4;
    return type == compared || type_widens(type, compared) ||
           (wide && counted->step > 0 && is_not_negative(reader, lower));
}

static bool may_wrap(const Counted *counted)
{
    const Type *type = counted->symbol->type;
    bool unit = counted->step == 1 || counted->step == -1;
    bool exclusive = counted->comparison == OP_LT || counted->comparison == OP_GT;
    bool reached = counted->bound->type == type || ends_within(counted->bound, type, counted->step > 0);
    return !(type_is_signed(type) && type->size >= 4) && !(unit && exclusive && reached);
}

static int depth_of(const Stmt *stmt);

typedef struct Depth {
    const Stmt *root;
    int deepest;
} Depth;

static bool find_loop(void *context, const Stmt *stmt)
{
    Depth *depth = context;
    if (stmt->kind != ST_LOOP || stmt == depth->root)
        return true;
    int inner = depth_of(stmt);
    depth->deepest = inner > depth->deepest ? inner : depth->deepest;
    return false;
}

static int depth_of(const Stmt *stmt)
{
    Depth depth = {.root = stmt};
    stmt_walk(stmt, find_loop, &depth);
    return depth.deepest + (stmt->kind == ST_LOOP);
}

// The iterator takes the name over where the variable itself is gone.
static Symbol *make_iterator(Reader *reader, const Symbol *symbol, bool kept)
{
    Symbol *iterator = new_symbol(reader, symbol->name, symbol->type, SYM_ITERATOR, symbol->loc);
    if (!kept) {
        Symbol *gone = (Symbol *)symbol;
        const char *name = gone->name;
        gone->name = iterator->name;
        iterator->name = name;
    }
    return iterator;
}

static Stmt *make_loop(Reader *reader, const Counted *counted, Expr *lower, bool kept, Loop *loop)
{
    Arena *arena = reader->arena;
    const Symbol *symbol = counted->symbol;
    Expr *end = expr_cast(arena, type_scalar(TY_I64), counted->bound);
    if (counted->comparison == OP_LE || counted->comparison == OP_GE)
        end = index_add(arena, end, expr_index(arena, counted->step > 0 ? 1 : -1));
    *loop = (Loop){.step_sign = counted->step > 0 ? 1 : -1, .may_wrap = may_wrap(counted)};
    loop->id = loop->origin = nest_loop_id(reader->frame.nest);
    loop->name = loop_name(reader, symbol->name);
    loop->iterator = make_iterator(reader, symbol, kept);
    loop->lower = lower;
    loop->upper = end;
    loop->upper->loc = counted->bound->loc;
    loop->step = expr_index(arena, counted->step);
    Stmt *body = stmt_substitute(arena, counted->body, symbol, expr_symbol(arena, loop->iterator));
    return stmt_loop(arena, loop, body);
}

bool read_counted_while(Reader *reader, CXCursor stmt, const Expr *condition, const Stmt *body)
{
    Counted counted;
    StmtList *before = reader->frame.before;
    if (!reader->frame.nest || reader->frame.conditional || !read_counted(reader, condition, body, &counted) ||
        reader->frame.nloop + depth_of(counted.body) >= MAX_DEPTH)
        return false;
    int setting = setting_of(before, &counted);
    const Stmt *set = setting >= 0 ? before->items[setting] : NULL;
    Expr *first = set ? set->value : expr_symbol(reader->arena, counted.symbol);
    Expr *lower = expr_cast(reader->arena, type_scalar(TY_I64), expr_cast(reader->arena, counted.symbol->type, first));
    if (!compares_value(reader, &counted, lower))
        return false;
    bool wanted = is_wanted(reader, stmt, counted.symbol);
    Loop loop;
    Stmt *made = make_loop(reader, &counted, lower, wanted || !set, &loop);
    if (set && (set->kind == ST_ASSIGN || !wanted))
        remove_statement(before, setting);
    add_statement(reader, made, stmt);
    if (!wanted)
        return true;
    Expr *way = index_mul(reader->arena, loop_trip_count(reader->arena, &loop), loop.step);
    Expr *last = expr_cast(reader->arena, counted.symbol->type, index_add(reader->arena, lower, way));
    add_statement(reader, stmt_assign(reader->arena, expr_symbol(reader->arena, counted.symbol), OP_NONE, last, NULL),
                  stmt);
    return true;
}
