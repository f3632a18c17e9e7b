// Visiting, rebuilding and comparing trees.
#include "ir/ir.h"

#include <string.h>

// ---- visiting

void expr_walk(const Expr *expr, ExprVisitor *visit, void *context)
{
    if (!expr || !visit(context, expr))
        return;
    for (int i = 0; i < expr->noperands; i++)
        expr_walk(expr->operands[i], visit, context);
    for (int i = 0; i < expr->npath; i++)
        for (int d = 0; d < expr->path[i].field->ndim; d++)
            expr_walk(expr->path[i].subscripts[d], visit, context);
}

void stmt_walk(const Stmt *root, StmtVisitor *visit, void *context)
{
    if (!root || !visit(context, root))
        return;
    for (int i = 0; i < root->nitems; i++)
        stmt_walk(root->items[i], visit, context);
    stmt_walk(root->body, visit, context);
    stmt_walk(root->otherwise, visit, context);
}

void stmt_expressions(const Stmt *stmt, ExprVisitor *visit, void *context)
{
    if (stmt->loop) {
        expr_walk(stmt->loop->lower, visit, context);
        expr_walk(stmt->loop->upper, visit, context);
        expr_walk(stmt->loop->step, visit, context);
        expr_walk(stmt->loop->definition, visit, context);
    }
    expr_walk(stmt->place, visit, context);
    expr_walk(stmt->value, visit, context);
    expr_walk(stmt->condition, visit, context);
    for (int d = 0; d < 3; d++) {
        expr_walk(stmt->grid[d], visit, context);
        expr_walk(stmt->block[d], visit, context);
    }
}

typedef struct TreeVisit {
    ExprVisitor *visit;
    void *context;
} TreeVisit;

static bool visit_expressions(void *context, const Stmt *stmt)
{
    TreeVisit *tree = context;
    stmt_expressions(stmt, tree->visit, tree->context);
    return true;
}

void stmt_walk_expressions(const Stmt *root, ExprVisitor *visit, void *context)
{
    stmt_walk(root, visit_expressions, &(TreeVisit){visit, context});
}

// ---- rebuilding expressions

// The operands after rewriting; the very same array when none of them changed.
static Expr **rewrite_list(Arena *arena, Expr **list, int count, ExprRewriter *rewrite, void *context)
{
    Expr **changed = NULL;
    for (int i = 0; i < count; i++) {
        Expr *operand = expr_rewrite(arena, list[i], rewrite, context);
        if (operand == list[i])
            continue;
        if (!changed)
            changed = arena_copy(arena, list, sizeof *list * (size_t)count);
        changed[i] = operand;
    }
    return changed ? changed : list;
}

static Member *rewrite_path(Arena *arena, const Expr *expr, ExprRewriter *rewrite, void *context)
{
    Member *changed = NULL;
    for (int i = 0; i < expr->npath; i++) {
        const Member *member = &expr->path[i];
        Expr **subscripts = rewrite_list(arena, member->subscripts, member->field->ndim, rewrite, context);
        if (subscripts == member->subscripts)
            continue;
        if (!changed)
            changed = arena_copy(arena, expr->path, sizeof(Member) * (size_t)expr->npath);
        changed[i].subscripts = subscripts;
    }
    return changed ? changed : expr->path;
}

static bool types_survive(Expr *const *before, Expr *const *after, int count)
{
    for (int i = 0; i < count; i++)
        if (before[i]->type != after[i]->type)
            return false;
    return true;
}

static bool is_one_of(const Expr *expr, Expr *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] == expr)
            return true;
    return false;
}

// The constructor's answer for `expr` over operands of the same types, or NULL for kinds that nothing folds.
static Expr *construct_again(Arena *arena, const Expr *expr, Expr **operands)
{
    switch (expr->kind) {
    case EX_BINARY: return expr_binary(arena, expr->op, operands[0], operands[1], expr->operands[0]->type);
    case EX_UNARY: return expr_unary(arena, expr->op, operands[0]);
    case EX_CAST: return expr_cast(arena, expr->type, operands[0]);
    case EX_SELECT: return expr_select(arena, operands[0], operands[1], operands[2]);
    default: return NULL;
    }
}

// `expr` over other operands. Constants fold if the operands keep their types. Otherwise the node is copied, and the
// rewriter that changed the types has to correct this node, too.
static Expr *rebuild(Arena *arena, const Expr *expr, Expr **operands, Member *path)
{
    bool typed = types_survive(expr->operands, operands, expr->noperands);
    Expr *made = typed ? construct_again(arena, expr, operands) : NULL;
    if (made && is_one_of(made, operands, expr->noperands))
        return made;
    if (!made) {
        made = arena_copy(arena, expr, sizeof *expr);
        made->operands = operands;
        made->path = path;
        for (int i = 0; expr->kind == EX_ACCESS && operands != expr->operands && i < made->noperands; i++)
            operands[i] = expr_without_widening(operands[i]);
    }
    made->loc = expr->loc;
    return made;
}

Expr *expr_rewrite(Arena *arena, Expr *expr, ExprRewriter *rewrite, void *context)
{
    if (!expr)
        return NULL;
    Expr **operands = rewrite_list(arena, expr->operands, expr->noperands, rewrite, context);
    Member *path = rewrite_path(arena, expr, rewrite, context);
    if (operands != expr->operands || path != expr->path)
        expr = rebuild(arena, expr, operands, path);
    return rewrite(context, expr);
}

// ---- rebuilding statements

typedef struct Rebuild {
    Arena *arena;
    StmtRewriter *stmts;
    ExprRewriter *exprs;
    void *context;
} Rebuild;

static Expr *rebuild_expr(const Rebuild *to, Expr *expr)
{
    return to->exprs ? expr_rewrite(to->arena, expr, to->exprs, to->context) : expr;
}

static Loop *rebuild_loop(const Rebuild *to, Loop *loop)
{
    Loop made = *loop;
    made.lower = rebuild_expr(to, loop->lower);
    made.upper = rebuild_expr(to, loop->upper);
    made.step = rebuild_expr(to, loop->step);
    made.definition = rebuild_expr(to, loop->definition);
    bool same = made.lower == loop->lower && made.upper == loop->upper && made.step == loop->step &&
                made.definition == loop->definition;
    return same ? loop : arena_copy(to->arena, &made, sizeof made);
}

static Stmt *rebuild_stmt(const Rebuild *to, Stmt *stmt);

static Stmt *rebuild_block(const Rebuild *to, Stmt *stmt)
{
    Stmt **items = ARENA_ARRAY(to->arena, Stmt *, stmt->nitems);
    bool same = true;
    for (int i = 0; i < stmt->nitems; i++) {
        items[i] = rebuild_stmt(to, stmt->items[i]);
        same = same && items[i] == stmt->items[i];
    }
    return same ? stmt : stmt_block(to->arena, items, stmt->nitems);
}

// A loop, a branch or a kernel keeps a body, at least an empty one.
static Stmt *rebuild_body(const Rebuild *to, Stmt *body)
{
    if (!body)
        return NULL;
    Stmt *made = rebuild_stmt(to, body);
    return made ? made : stmt_block(to->arena, NULL, 0);
}

static Stmt *rebuild_children(const Rebuild *to, Stmt *stmt)
{
    if (stmt->kind == ST_BLOCK)
        return rebuild_block(to, stmt);
    Stmt made = *stmt;
    made.loop = stmt->loop ? rebuild_loop(to, stmt->loop) : NULL;
    made.body = rebuild_body(to, stmt->body);
    made.otherwise = stmt->otherwise ? rebuild_stmt(to, stmt->otherwise) : NULL;
    made.place = rebuild_expr(to, stmt->place);
    made.value = rebuild_expr(to, stmt->value);
    made.condition = rebuild_expr(to, stmt->condition);
    bool same = made.loop == stmt->loop && made.body == stmt->body && made.otherwise == stmt->otherwise &&
                made.place == stmt->place && made.value == stmt->value && made.condition == stmt->condition;
    for (int d = 0; d < 3; d++) {
        made.grid[d] = rebuild_expr(to, stmt->grid[d]);
        made.block[d] = rebuild_expr(to, stmt->block[d]);
        same = same && made.grid[d] == stmt->grid[d] && made.block[d] == stmt->block[d];
    }
    return same ? stmt : arena_copy(to->arena, &made, sizeof made);
}

static Stmt *rebuild_stmt(const Rebuild *to, Stmt *stmt)
{
    Stmt *made = rebuild_children(to, stmt);
    return to->stmts ? to->stmts(to->context, made) : made;
}

Stmt *stmt_rewrite(Arena *arena, Stmt *root, StmtRewriter *stmts, ExprRewriter *exprs, void *context)
{
    return root ? rebuild_stmt(&(Rebuild){arena, stmts, exprs, context}, root) : NULL;
}

// ---- substitution

typedef struct Substitution {
    const Symbol *symbol;
    Expr *with;
} Substitution;

static Expr *substitute(void *context, Expr *expr)
{
    const Substitution *substitution = context;
    return expr->kind == EX_SYMBOL && expr->symbol == substitution->symbol ? substitution->with : expr;
}

Expr *expr_substitute(Arena *arena, Expr *expr, const Symbol *symbol, Expr *with)
{
    Substitution substitution = {symbol, expr_cast(arena, symbol->type, with)};
    return expr_rewrite(arena, expr, substitute, &substitution);
}

Stmt *stmt_substitute(Arena *arena, Stmt *stmt, const Symbol *symbol, Expr *with)
{
    Substitution substitution = {symbol, expr_cast(arena, symbol->type, with)};
    return stmt_rewrite(arena, stmt, NULL, substitute, &substitution);
}

typedef struct ArrayChange {
    Arena *arena;
    const Array *array, *with;
} ArrayChange;

static Expr *change_array(void *context, Expr *expr)
{
    const ArrayChange *change = context;
    if (expr->kind != EX_ACCESS || expr->array != change->array)
        return expr;
    Expr *made = arena_copy(change->arena, expr, sizeof *expr);
    made->array = change->with;
    return made;
}

Stmt *stmt_use_array(Arena *arena, Stmt *stmt, const Array *array, const Array *with)
{
    return stmt_rewrite(arena, stmt, NULL, change_array, &(ArrayChange){arena, array, with});
}

typedef struct EqualChange {
    const Expr *old;
    Expr *with;
} EqualChange;

static Expr *change_equal(void *context, Expr *expr)
{
    const EqualChange *change = context;
    return expr_equal(expr, change->old) ? change->with : expr;
}

Expr *expr_replace_equal(Arena *arena, Expr *expr, const Expr *old, Expr *with)
{
    return expr_rewrite(arena, expr, change_equal, &(EqualChange){old, with});
}

Stmt *stmt_replace_equal(Arena *arena, Stmt *stmt, const Expr *old, Expr *with)
{
    return stmt_rewrite(arena, stmt, NULL, change_equal, &(EqualChange){old, with});
}

// ---- comparing and finding

static bool text_equal(const char *left, const char *right)
{
    return left == right || (left && right && !strcmp(left, right));
}

static bool paths_equal(const Expr *left, const Expr *right)
{
    if (left->npath != right->npath)
        return false;
    for (int i = 0; i < left->npath; i++) {
        if (left->path[i].field != right->path[i].field)
            return false;
        for (int d = 0; d < left->path[i].field->ndim; d++)
            if (!expr_equal(left->path[i].subscripts[d], right->path[i].subscripts[d]))
                return false;
    }
    return true;
}

// Zeros of both signs differ, and a NaN equals itself.
static bool same_bits(double left, double right)
{
    // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    return memcmp(&left, &right, sizeof left) == 0;
}

bool expr_equal(const Expr *left, const Expr *right)
{
    if (left == right)
        return true;
    if (!left || !right || left->kind != right->kind || left->type != right->type || left->op != right->op ||
        left->intrinsic != right->intrinsic || left->integer != right->integer || !same_bits(left->real, right->real) ||
        !text_equal(left->text, right->text) || left->symbol != right->symbol || left->array != right->array ||
        left->function != right->function || left->noperands != right->noperands)
        return false;
    for (int i = 0; i < left->noperands; i++)
        if (!expr_equal(left->operands[i], right->operands[i]))
            return false;
    return paths_equal(left, right);
}

static int64_t end_of(const Field *field)
{
    int64_t size = field->type->size;
    for (int d = 0; d < field->ndim; d++)
        size *= field->extent[d];
    return field->offset + size;
}

// .v[0] and .v[1]
static bool subscripts_differ(const Member *left, const Member *right)
{
    for (int d = 0; d < left->field->ndim; d++) {
        const Expr *one = expr_strip_casts(left->subscripts[d]), *other = expr_strip_casts(right->subscripts[d]);
        if (one->kind == EX_INT && other->kind == EX_INT && one->integer != other->integer)
            return true;
    }
    return false;
}

bool expr_members_apart(const Expr *left, const Expr *right)
{
    for (int i = 0; i < left->npath && i < right->npath; i++) {
        const Member *one = &left->path[i], *other = &right->path[i];
        if (one->field != other->field)
            return end_of(one->field) <= other->field->offset || end_of(other->field) <= one->field->offset;
        if (subscripts_differ(one, other))
            return true;
    }
    return false;
}

typedef struct Mention {
    const Symbol *symbol;
    bool found;
} Mention;

static bool look_for_symbol(void *context, const Expr *expr)
{
    Mention *mention = context;
    mention->found = mention->found || (expr->kind == EX_SYMBOL && expr->symbol == mention->symbol);
    return !mention->found;
}

bool expr_mentions(const Expr *expr, const Symbol *symbol)
{
    Mention mention = {symbol, false};
    expr_walk(expr, look_for_symbol, &mention);
    return mention.found;
}

static bool look_for_access(void *context, const Expr *expr)
{
    bool *found = context;
    *found = *found || expr->kind == EX_ACCESS;
    return !*found;
}

bool expr_has_access(const Expr *expr)
{
    bool found = false;
    expr_walk(expr, look_for_access, &found);
    return found;
}

bool expr_is_indirect(const Expr *expr)
{
    bool found = false;
    for (int d = 0; expr->kind == EX_ACCESS && d < expr->noperands; d++)
        found = found || expr_has_access(expr->operands[d]);
    return found;
}

bool stmt_mentions(const Stmt *root, const Symbol *symbol)
{
    Mention mention = {symbol, false};
    stmt_walk_expressions(root, look_for_symbol, &mention);
    return mention.found;
}

const Expr *expr_strip_casts(const Expr *expr)
{
    while (expr->kind == EX_CAST && type_is_integer(expr->type) && type_is_integer(expr->operands[0]->type))
        expr = expr->operands[0];
    return expr;
}

bool expr_is_int(const Expr *expr, int64_t value)
{
    expr = expr_strip_casts(expr);
    return expr->kind == EX_INT && expr->integer == value;
}

typedef struct Containment {
    const Stmt *stmt; // looked for by identity, or
    int id;           // by this when not 0
    bool found;
} Containment;

static bool look_for_statement(void *context, const Stmt *stmt)
{
    Containment *containment = context;
    containment->found =
        containment->found || (containment->id ? stmt->id == containment->id : stmt == containment->stmt);
    return !containment->found;
}

bool stmt_contains(const Stmt *root, const Stmt *stmt)
{
    Containment containment = {.stmt = stmt};
    stmt_walk(root, look_for_statement, &containment);
    return containment.found;
}

const Stmt *stmt_first_numbered(const Stmt *root)
{
    const Stmt *found = root->id > 0 ? root : NULL;
    for (int i = 0; i < root->nitems && !found; i++)
        found = stmt_first_numbered(root->items[i]);
    found = found || !root->body ? found : stmt_first_numbered(root->body);
    return found || !root->otherwise ? found : stmt_first_numbered(root->otherwise);
}

bool stmt_contains_id(const Stmt *root, int id)
{
    Containment containment = {.id = id};
    if (id != 0)
        stmt_walk(root, look_for_statement, &containment);
    return containment.found;
}

const Stmt *stmt_find_loop(const Stmt *root, LoopId id)
{
    if (!root || (root->kind == ST_LOOP && root->loop->id == id))
        return root;
    const Stmt *found = NULL;
    for (int i = 0; i < root->nitems && !found; i++)
        found = stmt_find_loop(root->items[i], id);
    found = found ? found : stmt_find_loop(root->body, id);
    return found ? found : stmt_find_loop(root->otherwise, id);
}

const Stmt *stmt_find_loop_named(const Stmt *root, const char *name)
{
    if (!root || (root->kind == ST_LOOP && text_equal(root->loop->name, name)))
        return root;
    const Stmt *found = NULL;
    for (int i = 0; i < root->nitems && !found; i++)
        found = stmt_find_loop_named(root->items[i], name);
    found = found ? found : stmt_find_loop_named(root->body, name);
    return found ? found : stmt_find_loop_named(root->otherwise, name);
}

static bool note_rotation(void *context, const Stmt *stmt)
{
    bool *found = context;
    *found = *found || stmt->kind == ST_ROTATE;
    return !*found;
}

bool stmt_rotates(const Stmt *root)
{
    bool found = false;
    stmt_walk(root, note_rotation, &found);
    return found;
}
