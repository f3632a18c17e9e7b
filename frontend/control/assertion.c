// assert(c) calls a function that ends the program unless c. Kernels cannot do that. If c depends on nothing in the
// nest, the launcher tests it before; otherwise only the serial loop does, and a note says so.
#include "frontend/clang/expr.h"
#include "frontend/clang/literal.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/control/assertion.h"
#include "frontend/control/unswitch.h"
#include "frontend/control/stmt.h"
#include "frontend/host.h"
#include "frontend/numbers/half.h"

#include <string.h>

// ---- what assert makes: c ? (void)0 : fail(), or ({ if (c) ; else fail(); })

static bool is_failure(Reader *reader, CXCursor expr)
{
    static const char *const names[] = {"__assert_fail", "__assert", "__assert_func", "__assert_rtn"};
    CXCursor call = strip_conversions(reader, expr);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (clang_getCursorKind(call) == CXCursor_CallExpr && !strcmp(cursor_name(call), names[i]))
            return true;
    return false;
}

// Its condition and what happens otherwise; false: it is something else.
static bool find_choice(Reader *reader, CXCursor expr, CXCursor *condition, CXCursor *otherwise)
{
    expr = strip_parens(reader, expr);
    if (clang_getCursorKind(expr) == CXCursor_StmtExpr) {
        Children parts = children_of(reader, expr);
        Children stmts = children_of(reader, parts.count == 1 ? parts.items[0] : expr);
        if (stmts.count != 1 || clang_getCursorKind(stmts.items[0]) != CXCursor_IfStmt)
            return false;
        expr = stmts.items[0];
    } else if (clang_getCursorKind(expr) != CXCursor_ConditionalOperator) {
        return false;
    }
    Children parts = children_of(reader, expr);
    if (parts.count != 3)
        return false;
    *condition = parts.items[0];
    *otherwise = parts.items[2];
    return true;
}

bool is_assertion(Reader *reader, CXCursor expr)
{
    CXCursor condition, otherwise;
    return find_choice(reader, expr, &condition, &otherwise) && is_failure(reader, otherwise);
}

// ---- where it is tested

static bool test_fixed(void *context, const Expr *expr)
{
    bool divides = expr->kind == EX_BINARY && (expr->op == OP_DIV || expr->op == OP_REM || op_is_shift(expr->op));
    bool value = expr->kind == EX_INT || expr->kind == EX_FLOAT || expr->kind == EX_UNARY || expr->kind == EX_BINARY ||
                 expr->kind == EX_SELECT || expr->kind == EX_CAST;
    bool parameter = expr->kind == EX_SYMBOL && expr->symbol->role == SYM_PARAM && !expr->symbol->is_volatile;
    *(bool *)context &= (value && !divides) || parameter;
    return true;
}

bool read_assertion(Reader *reader, CXCursor expr)
{
    CXCursor condition, otherwise;
    Assertion assertion = {.loc = cursor_loc(reader, expr), .is_tested = reader->frame.nest != NULL};
    if (!find_choice(reader, expr, &condition, &otherwise))
        return false;
    reader->frame.conditional++; // no effects
    assertion.condition = read_condition(reader, condition);
    reader->frame.conditional--;
    if (!assertion.condition)
        return false;
    if (assertion.condition->kind == EX_INT && assertion.condition->integer)
        return true;
    expr_walk(assertion.condition, test_fixed, &assertion.is_tested);
    const Frame *frame = &reader->frame;
    while (!frame->nest && frame->outer)
        frame = frame->outer;
    bool known = !frame->nest; // or of a function that is read once more
    for (int i = 0; !known && i < frame->nest->assertions.count; i++)
        known = frame->nest->assertions.items[i].loc.begin == assertion.loc.begin;
    if (!known)
        VECTOR_PUSH(reader->arena, &frame->nest->assertions, assertion);
    return true;
}

// ---- branches

static enum CXChildVisitResult find_effect(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    enum CXUnaryOperatorKind unary =
        kind == CXCursor_UnaryOperator ? clang_getCursorUnaryOperatorKind(cursor) : CXUnaryOperator_Invalid;
    enum CXBinaryOperatorKind binary =
        kind == CXCursor_BinaryOperator ? clang_getCursorBinaryOperatorKind(cursor) : CXBinaryOperator_Invalid;
    bool steps = unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec;
    bool assigns = kind == CXCursor_CompoundAssignOperator || binary == CXBinaryOperator_Assign;
    *(bool *)context |= steps || assigns || kind == CXCursor_CallExpr || kind == CXCursor_StmtExpr ||
                        clang_isVolatileQualifiedType(clang_getCanonicalType(clang_getCursorType(cursor)));
    return CXChildVisit_Recurse;
}

bool expression_has_effects(CXCursor expr)
{
    bool found = false;
    find_effect(expr, expr, &found);
    clang_visitChildren(expr, find_effect, &found);
    return found;
}

int constant_condition(Reader *reader, CXCursor expr)
{
    expr = strip_parens(reader, expr);
    int assumed = unswitch_value(reader, expr);
    if (assumed >= 0)
        return assumed;
    enum CXBinaryOperatorKind op = clang_getCursorKind(expr) == CXCursor_BinaryOperator
                                       ? clang_getCursorBinaryOperatorKind(expr)
                                       : CXBinaryOperator_Invalid;
    Children parts = expression_children(reader, expr);
    if (parts.count == 2 && (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)) {
        int left = constant_condition(reader, parts.items[0]), decisive = op == CXBinaryOperator_LOr;
        if (left == decisive)
            return left;
        int right = constant_condition(reader, parts.items[1]);
        return left >= 0 || (right == decisive && !expression_has_effects(parts.items[0])) ? right : -1;
    }
    if (parts.count == 1 && clang_getCursorKind(expr) == CXCursor_UnaryOperator &&
        clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_LNot) {
        int value = constant_condition(reader, parts.items[0]);
        return value < 0 ? -1 : !value;
    }
    const Type *type = value_type(reader, clang_getCursorType(expr));
    if (!type || !type_is_integer(type) || expression_has_effects(expr))
        return -1;
    const Expr *value = read_integer_constant(reader, expr, type);
    return value ? value->integer != 0 : -1;
}

static enum CXChildVisitResult find_label(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    *(bool *)context |= kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt || kind == CXCursor_DefaultStmt;
    return CXChildVisit_Recurse;
}

bool is_left_out(CXCursor stmt)
{
    bool found = false;
    find_label(stmt, stmt, &found);
    clang_visitChildren(stmt, find_label, &found);
    return !found;
}

// ---- branches that only the host can run

// With the values of parameters of functions that are read in place.
static Expr *with_given(Reader *reader, Expr *value)
{
    for (int i = reader->frame.given.count - 1; i >= 0; i--) {
        const FinalValue *given = &reader->frame.given.items[i];
        value = expr_substitute(reader->arena, value, given->symbol, given->value);
    }
    return value;
}

bool condition_is_fixed(Reader *reader, Expr *value)
{
    bool fixed = type_is_integer(value->type);
    expr_walk(value, test_fixed, &fixed);
    return fixed && is_stable(reader, value);
}

static Expr *negation(Arena *arena, Expr *condition)
{
    bool compares = condition->kind == EX_BINARY && op_is_comparison(condition->op) &&
                    type_is_integer(condition->operands[0]->type);
    return compares ? expr_binary(arena, op_negated(condition->op), condition->operands[0], condition->operands[1],
                                  condition->operands[0]->type)
                    : expr_unary(arena, OP_NOT, condition);
}

static const Loop *loop_of(const Reader *reader, const Expr *value)
{
    for (int i = 0; i < reader->frame.nloop; i++) {
        const Loop *loop = reader->frame.loops[i].loop;
        if (loop && value->kind == EX_SYMBOL && value->symbol == loop->iterator && !loop->not_equal &&
            !loop->from_zero && !loop->endless && !loop->factor && !loop->tested)
            return loop;
    }
    return NULL;
}

// No iteration has `iterator op bound`, over parameters; NULL: not known.
static Expr *never_in_loop(Reader *reader, Operator op, const Loop *loop, Expr *bound)
{
    Arena *arena = reader->arena;
    bool above = op == OP_GT || op == OP_GE, up = loop->step_sign > 0;
    bool narrow = bound->type->size < (int64_t)sizeof(int64_t) || type_is_signed(bound->type);
    if (!narrow || !condition_is_fixed(reader, bound) || !condition_is_fixed(reader, loop->lower) ||
        !condition_is_fixed(reader, loop->upper))
        return NULL;
    // The largest or the least value.
    Expr *end =
        above == up ? index_sub(arena, loop->upper, expr_index(arena, up ? 1 : -1)) : index_cast(arena, loop->lower);
    return expr_binary(arena, op_negated(op), end, index_cast(arena, bound), type_scalar(TY_I64));
}

// A condition over parameters that holds only if this one holds in no iteration; NULL: not known.
static Expr *never(Reader *reader, Expr *condition)
{
    if (condition_is_fixed(reader, condition))
        return negation(reader->arena, condition);
    if (condition->kind != EX_BINARY)
        return NULL;
    Expr *left = condition->operands[0], *right = condition->operands[1];
    // Of `a && b` one part would do, but which one is rarely so is not known.
    if (condition->op == OP_LOGICAL_OR) {
        Expr *first = never(reader, left), *second = first ? never(reader, right) : NULL;
        return second ? expr_both(reader->arena, first, second) : NULL;
    }
    if (!op_is_comparison(condition->op) || condition->op == OP_EQ || condition->op == OP_NE ||
        !type_is_integer(left->type))
        return NULL;
    const Loop *loop = loop_of(reader, left), *other = loop_of(reader, right);
    return loop    ? never_in_loop(reader, condition->op, loop, right)
           : other ? never_in_loop(reader, op_mirrored(condition->op), other, left)
                   : NULL;
}

// Of a region the host runs such parts in between (region_parts.h).
static bool may_leave_out(const Reader *reader)
{
    return reader->frame.nest && !reader->frame.nest->is_region;
}

static enum CXChildVisitResult find_loop_statement(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    *(bool *)context |= kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
    return CXChildVisit_Recurse;
}

void note_host_branch(Reader *reader, CXCursor stmt, CXCursor branch, Expr *condition)
{
    bool loops = false; // that is work for the device, which would never run there
    find_loop_statement(branch, branch, &loops);
    clang_visitChildren(branch, find_loop_statement, &loops);
    if (!reader->frame.refused_call || reader->reads_again || reader->keeps_branches || loops || !is_left_out(branch) ||
        !may_leave_out(reader) || !never(reader, with_given(reader, condition)))
        return;
    VECTOR_PUSH(reader->arena, &reader->host_branches, stmt);
    reader->reads_again = true;
}

bool is_host_branch(Reader *reader, CXCursor stmt, Expr *condition)
{
    bool known = false;
    FOR_EACH(i, &reader->host_branches)
        known |= clang_equalCursors(reader->host_branches.items[i], stmt);
    condition = with_given(reader, condition);
    Expr *tested = known && may_leave_out(reader) ? never(reader, condition) : NULL;
    if (!tested)
        return false;
    Assertion assertion = {.condition = tested,
                           .loc = cursor_loc(reader, stmt),
                           .is_tested = true,
                           .may_fail = condition_is_fixed(reader, condition)};
    bool repeated = false;
    FOR_EACH(i, &reader->frame.nest->assertions) {
        const Assertion *other = &reader->frame.nest->assertions.items[i];
        repeated |= other->loc.begin == assertion.loc.begin && expr_equal(other->condition, assertion.condition);
    }
    if (!repeated)
        VECTOR_PUSH(reader->arena, &reader->frame.nest->assertions, assertion);
    return true;
}

// ---- branches that leave the nest
//
// Only the host can run them, and whether one of them runs depends on the data: the nest has a variable in its place.

// A call that ends the program.
static bool is_end(CXCursor stmt)
{
    static const char *const names[] = {"exit", "abort", "_exit", "_Exit"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (clang_getCursorKind(stmt) == CXCursor_CallExpr && !strcmp(cursor_name(stmt), names[i]))
            return true;
    return false;
}

// A jump to a label that is not in the nest.
static bool jumps_out(Reader *reader, CXCursor jump)
{
    Children parts = children_of(reader, jump);
    if (parts.count != 1)
        return false;
    Loc label = cursor_loc(reader, clang_getCursorReferenced(parts.items[0])), nest = reader->frame.nest->extent;
    return label.file && label.file == nest.file && (label.begin < nest.begin || label.begin >= nest.end);
}

// Whether the statement ends by leaving the nest, if it ends.
static bool ends_by_leaving(Reader *reader, CXCursor stmt)
{
    enum CXCursorKind kind = clang_getCursorKind(stmt);
    Children parts = kind == CXCursor_CompoundStmt ? children_of(reader, stmt) : (Children){0};
    if (parts.count)
        return ends_by_leaving(reader, parts.items[parts.count - 1]);
    return kind == CXCursor_ReturnStmt || (kind == CXCursor_GotoStmt && jumps_out(reader, stmt)) || is_end(stmt);
}

static enum CXChildVisitResult find_other_end(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool loops = kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
    *(bool *)context |= loops || kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt ||
                        kind == CXCursor_SwitchStmt || kind == CXCursor_IndirectGotoStmt;
    return CXChildVisit_Recurse;
}

// Work for the device would never run there, and what may end otherwise stays in the nest.
static bool is_straight(CXCursor branch)
{
    bool found = false;
    find_other_end(branch, branch, &found);
    clang_visitChildren(branch, find_other_end, &found);
    return !found;
}

void note_leaving_branch(Reader *reader, CXCursor branch)
{
    const Frame *frame = &reader->frame;
    bool own = frame->nest && !frame->function && !frame->inline_depth && !frame->nest->is_region;
    bool plain = own && (!frame->nest->directive || !frame->nest->directive->clauses.count);
    if (!plain || !frame->refused || reader->reads_again || !is_left_out(branch) || !is_straight(branch) ||
        !ends_by_leaving(reader, branch))
        return;
    LeavingBranch leaving = {branch, frame->refused_because, frame->refused_note, frame->refused_at};
    VECTOR_PUSH(reader->arena, &reader->leaving, leaving);
    reader->reads_again = true;
}

bool is_leaving_branch(const Reader *reader, CXCursor branch)
{
    FOR_EACH(i, &reader->leaving)
        if (clang_equalCursors(reader->leaving.items[i].branch, branch))
            return reader->frame.nest && !reader->frame.inline_depth;
    return false;
}

Stmt *leave_nest(Reader *reader, CXCursor branch)
{
    Nest *nest = reader->frame.nest;
    const LeavingBranch *first = &reader->leaving.items[0];
    if (!nest->leaving) {
        Symbol *symbol = nest_symbol(nest, "left", type_scalar(TY_I32), SYM_LIVE);
        symbol->live_after = true;
        symbol->loc = first->loc;
        Leaving *leaving = ARENA_NEW(reader->arena, Leaving);
        *leaving = (Leaving){symbol, first->because, first->note, first->loc};
        nest->leaving = leaving;
    }
    Expr *left = expr_symbol(reader->arena, nest->leaving->symbol);
    Stmt *made = stmt_assign(reader->arena, left, OP_OR, expr_int(reader->arena, 1, left->type), left->type);
    made->id = next_stmt_id(reader);
    made->loc = cursor_loc(reader, branch);
    return made;
}
