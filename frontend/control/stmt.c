// Statements. Each read function adds its result to frame.before, the block being read.
#include "frontend/clang/assign.h"
#include "frontend/clang/call.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/inline.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/clang/words.h"
#include "frontend/control/assertion.h"
#include "frontend/control/branch_pointers.h"
#include "frontend/control/goto.h"
#include "frontend/control/init.h"
#include "frontend/control/loop.h"
#include "frontend/control/null_pointers.h"
#include "frontend/control/pointer_induction.h"
#include "frontend/control/stmt.h"
#include "frontend/control/swap_buffers.h"
#include "frontend/control/switch.h"
#include "frontend/control/unswitch.h"
#include "frontend/control/while.h"
#include "frontend/dataflow/scan.h"
#include "frontend/dataflow/without_effect.h"
#include "frontend/numbers/complex.h"

enum { MAX_STMT_DEPTH = 200 };

static bool refuse_statement(Reader *reader, CXCursor stmt)
{
    refuse(reader, stmt, "it contains %s", construct_name(reader, stmt));
    return false;
}

int next_stmt_id(Reader *reader)
{
    return reader->frame.nest ? ++reader->frame.nest->next_stmt : ++reader->frame.next_stmt;
}

void add_statement(Reader *reader, Stmt *stmt, CXCursor at)
{
    if (reader->frame.conditional || !reader->frame.before) {
        refuse(reader, at, "it has statements inside of an expression that is not always evaluated");
        return;
    }
    stmt->loc = cursor_loc(reader, at);
    if (stmt_is_numbered(stmt))
        stmt->id = next_stmt_id(reader);
    VECTOR_PUSH(reader->arena, reader->frame.before, stmt);
}

// Paths that jump over a statement know less of a pointer than those through it.
static bool may_have_changed(Reader *reader, const PointerStates *before, CXCursor at)
{
    if (null_pointers_changed(reader, before))
        refuse(reader, at, "it sets a pointer to null between jumps");
    return !reader->frame.refused;
}

bool read_statements(Reader *reader, const CXCursor *stmts, int count)
{
    if (has_labels(stmts, count)) {
        PointerStates before = null_pointers_save(reader);
        reader->frame.jumps++;
        bool good = read_labelled(reader, stmts, count) && may_have_changed(reader, &before, stmts[0]);
        reader->frame.jumps--;
        return good;
    }
    for (int i = 0, rotated; i < count; i += rotated ? rotated : 1) {
        rotated = swap_buffers_read(reader, stmts + i, count - i);
        if (reader->frame.refused || (!rotated && !read_statement(reader, stmts[i])))
            return false;
    }
    return true;
}

Stmt *read_body(Reader *reader, CXCursor stmt)
{
    StmtList items = {0}, *outer = reader->frame.before;
    int conditional = reader->frame.conditional;
    reader->frame.before = &items;
    reader->frame.conditional = 0;
    bool good = read_statement(reader, stmt);
    reader->frame.before = outer;
    reader->frame.conditional = conditional;
    if (!good)
        return NULL;
    Stmt *body = stmt_block(reader->arena, items.items, items.count);
    if (!body->loc.file)
        body->loc = cursor_loc(reader, stmt);
    return body;
}

// ---- kinds

// The branch of an `if` that is always taken. Its declarations are known only in it, which their cursors say.
static bool read_into(Reader *reader, CXCursor stmt)
{
    Stmt *body = read_body(reader, stmt);
    if (body && (body->kind != ST_BLOCK || body->nitems))
        VECTOR_PUSH(reader->arena, reader->frame.before, body);
    return body != NULL;
}

// 0 or 1: what the condition always is; -1: not known.
static int decided_test(const Expr *condition)
{
    const Expr *core = expr_strip_casts(condition);
    if (core->kind == EX_INT)
        return core->integer != 0;
    if (core->kind == EX_UNARY && core->op == OP_NOT) {
        int inner = decided_test(core->operands[0]);
        return inner < 0 ? -1 : !inner;
    }
    if (core->kind != EX_BINARY || (core->op != OP_LOGICAL_AND && core->op != OP_LOGICAL_OR))
        return -1;
    int decisive = core->op == OP_LOGICAL_OR, left = decided_test(core->operands[0]),
        right = decided_test(core->operands[1]);
    if (left == decisive || right == decisive)
        return decisive;
    return left < 0 || right < 0 ? -1 : !decisive;
}

bool leaves(Reader *reader, CXCursor stmt)
{
    enum CXCursorKind kind = clang_getCursorKind(stmt);
    Children parts = kind == CXCursor_CompoundStmt ? children_of(reader, stmt) : (Children){0};
    return kind == CXCursor_ReturnStmt || kind == CXCursor_BreakStmt || kind == CXCursor_ContinueStmt ||
           (parts.count && leaves(reader, parts.items[parts.count - 1]));
}

static Stmt *read_branch(Reader *reader, CXCursor branch)
{
    return is_leaving_branch(reader, branch) ? leave_nest(reader, branch) : read_body(reader, branch);
}

// An `if`, or `c ? f() : g();` as a statement.
static bool read_if(Reader *reader, CXCursor stmt)
{
    Children parts = children_of(reader, stmt);
    if (parts.count < 2 || parts.count > 3)
        return refuse_statement(reader, stmt);
    int known = constant_condition(reader, parts.items[0]);
    if (known >= 0 && is_left_out(parts.items[1]) && is_left_out(parts.items[parts.count - 1]))
        return known ? read_into(reader, parts.items[1]) : parts.count == 3 ? read_into(reader, parts.items[2]) : true;
    Expr *condition = read_condition(reader, parts.items[0]);
    int decided = condition ? decided_test(condition) : -1; // of pointers that are never null
    if (decided >= 0 && is_left_out(parts.items[1]) && is_left_out(parts.items[parts.count - 1]))
        return decided ? read_into(reader, parts.items[1]) : parts.count != 3 || read_into(reader, parts.items[2]);
    if (condition && is_host_branch(reader, stmt, condition))
        return parts.count != 3 || read_into(reader, parts.items[2]);
    PointerStates before = null_pointers_save(reader);
    CXCursor outer = unswitch_enter(reader, parts.items[0], condition);
    BranchPointers pointers = condition ? branch_pointers_find(reader, stmt, &condition) : (BranchPointers){0};
    branch_pointers_enter(&pointers, true);
    Stmt *body = condition ? read_branch(reader, parts.items[1]) : NULL;
    if (condition && !body) {
        note_host_branch(reader, stmt, parts.items[1], condition); // which the launcher tests alone
        note_leaving_branch(reader, parts.items[1]);
    }
    PointerStates after = null_pointers_save(reader);
    null_pointers_restore(reader, &before);
    branch_pointers_enter(&pointers, false);
    Stmt *otherwise = body && parts.count == 3 ? read_branch(reader, parts.items[2]) : NULL;
    branch_pointers_leave(&pointers);
    if (body && parts.count == 3 && !otherwise)
        note_leaving_branch(reader, parts.items[2]);
    unswitch_leave(reader, outer);
    if (!leaves(reader, parts.items[1]))
        null_pointers_join(reader, &after);
    if (!body || (parts.count == 3 && !otherwise))
        return false;
    if (otherwise && otherwise->kind == ST_BLOCK && otherwise->nitems == 0)
        otherwise = NULL;
    add_statement(reader, stmt_if(reader->arena, condition, body, otherwise), stmt);
    return true;
}

static bool read_return(Reader *reader, CXCursor stmt)
{
    Function *function = reader->frame.function;
    if (reader->frame.inline_depth)
        return read_early_return(reader, stmt);
    if (!function)
        return refuse_statement(reader, stmt);
    Children parts = children_of(reader, stmt);
    Stmt *made = stmt_simple(reader->arena, ST_RETURN);
    if (parts.count == 1 && function->result->kind != TY_VOID) {
        made->value = read_converted(reader, parts.items[0], function->result);
        if (!made->value)
            return false;
    } else if (parts.count) {
        return refuse_statement(reader, stmt);
    }
    add_statement(reader, made, stmt);
    return true;
}

static bool read_compound(Reader *reader, CXCursor stmt)
{
    Children parts = children_of(reader, stmt);
    int site = site_of(reader, stmt), depth = reader->frame.block_depth;
    size_t last = reader->frame.block_last;
    reader->frame.block_depth = reader->frame.stmt_depth + 1;
    reader->frame.block_last = site < 0 ? 0 : reader->details.items[site].last;
    bool good = read_statements(reader, parts.items, parts.count);
    reader->frame.block_depth = depth;
    reader->frame.block_last = last;
    return good;
}

// Whether the one assignment to the variable is a statement of the block being read, before all other mentions.
static bool is_first_use(const Reader *reader, const DeclFacts *facts)
{
    const Frame *frame = &reader->frame;
    size_t write = facts->writes.items[0], last = facts->mentions.items[facts->mentions.count - 1];
    return frame->stmt_depth == frame->block_depth && facts->mentions.items[0] >= write && last < frame->block_last;
}

// `p = A + i*n;` on a local pointer: from here on it is a name for its target. If it is assigned more than once, or
// elsewhere, its place in the array is a variable (pointer_induction.h).
static bool read_pointer_assignment(Reader *reader, CXCursor expr, CXCursor target, CXCursor value)
{
    CXCursor name = strip_parens(reader, target);
    if (clang_getCursorBinaryOperatorKind(expr) != CXBinaryOperator_Assign ||
        clang_getCursorKind(name) != CXCursor_DeclRefExpr) {
        refuse(
            reader, expr,
            "it changes a pointer other than by fixed amounts or an exchange; use a pointer that stays, and an index");
        return false;
    }
    DeclFacts *facts = facts_of(reader, clang_getCursorReferenced(name));
    CXCursor decl = clang_getCursorReferenced(name);
    bool is_local = clang_getCursorKind(decl) == CXCursor_VarDecl &&
                    clang_Cursor_getStorageClass(decl) != CX_SC_Static &&
                    clang_getCursorKind(clang_getCursorSemanticParent(decl)) != CXCursor_TranslationUnit;
    // Once, before any use, and in the same block as all of them.
    bool good = is_local && !facts->address_taken && facts->writes.count == 1 && facts->mentions.count > 0 &&
                is_first_use(reader, facts);
    bool is_parameter = clang_getCursorKind(decl) == CXCursor_ParmDecl;
    if (!is_local && !is_parameter) {
        refuse(reader, expr, "it changes the pointer '%s'", cursor_name(name));
        return false;
    }
    Variable *assigned = find_declared(reader, decl);
    if (!assigned || branch_pointers_skip(assigned))
        return assigned;
    assigned->assignments++;
    branch_pointers_note(reader, assigned);
    if (is_null_value(reader, value))
        return null_pointers_assign(reader, assigned, expr);
    Reference *reference = ARENA_NEW(reader->arena, Reference);
    if (!read_pointer(reader, value, reference))
        return false;
    if (!good)
        return pointer_induction_assign(reader, decl, reference, expr);
    if (!freeze_reference(reader, reference, cursor_name(name))) {
        refuse(reader, expr, "it changes the pointer '%s'", cursor_name(name));
        return false;
    }
    Variable *variable = declare_variable(reader, decl);
    variable->target = reference;
    VECTOR_PUSH(reader->arena, &reader->frame.pointed, variable);
    return true;
}

bool read_assigned_pointer(Reader *reader, CXCursor expr, Reference *reference)
{
    Children parts = expression_children(reader, expr);
    if (!reader->frame.before || reader->frame.conditional) {
        refuse(reader, expr, "it assigns inside of an expression that is not always evaluated");
        return false;
    }
    return read_pointer_assignment(reader, expr, parts.items[0], parts.items[1]) &&
           read_pointer(reader, parts.items[0], reference);
}

static bool read_assignment_statement(Reader *reader, CXCursor expr)
{
    Children parts = expression_children(reader, expr);
    Expr *place;
    if (parts.count == 2) {
        enum CXTypeKind kind = clang_getCanonicalType(clang_getCursorType(parts.items[0])).kind;
        if (kind == CXType_Pointer && clang_getCursorKind(expr) == CXCursor_CompoundAssignOperator)
            return read_assignment(reader, expr, &place);
        if (kind == CXType_Pointer)
            return read_pointer_assignment(reader, expr, parts.items[0], parts.items[1]);
        if (kind == CXType_Record)
            return read_record_assignment(reader, expr, parts.items[0], parts.items[1]);
        if (is_complex(clang_getCursorType(parts.items[0])))
            return read_complex_assignment(reader, expr);
    }
    return read_assignment(reader, expr, &place);
}

// An expression for its effects; what has none is dropped.
static bool read_effects(Reader *reader, CXCursor expr)
{
    Children parts = expression_children(reader, expr);
    enum CXBinaryOperatorKind binary = clang_getCursorBinaryOperatorKind(expr);
    if (is_assertion(reader, expr))
        return read_assertion(reader, expr);
    switch (clang_getCursorKind(expr)) {
    case CXCursor_ParenExpr: return parts.count == 1 && read_effects(reader, parts.items[0]);
    case CXCursor_CompoundAssignOperator: return read_assignment_statement(reader, expr);
    case CXCursor_BinaryOperator:
        if (binary == CXBinaryOperator_Assign)
            return read_assignment_statement(reader, expr);
        if (binary == CXBinaryOperator_Comma)
            return parts.count == 2 && read_effects(reader, parts.items[0]) && read_effects(reader, parts.items[1]);
        break;
    case CXCursor_UnaryOperator: {
        enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(expr);
        Expr *place;
        if (unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec)
            return read_assignment(reader, expr, &place);
        if (unary == CXUnaryOperator_Extension && parts.count == 1)
            return read_effects(reader, parts.items[0]);
        break;
    }
    case CXCursor_CallExpr: return read_call_statement(reader, expr);
    case CXCursor_ConditionalOperator: return read_if(reader, expr);
    case CXCursor_CStyleCastExpr: // (void)x
        if (clang_getCanonicalType(clang_getCursorType(expr)).kind == CXType_Void)
            return parts.count == 1 && read_effects(reader, parts.items[0]);
        break;
    case CXCursor_DeclRefExpr: // (void)x
        if (!clang_isVolatileQualifiedType(clang_getCursorType(expr)))
            return true;
        break;
    case CXCursor_UnexposedExpr:
        if (parts.count == 1)
            return read_effects(reader, parts.items[0]);
        break;
    default: break;
    }
    return read_value(reader, expr) != NULL;
}

// `#pragma unroll` before a loop, or an attribute: only the statement counts.
static bool read_attributed(Reader *reader, CXCursor stmt)
{
    Children parts = children_of(reader, stmt);
    CXCursor last = parts.count ? parts.items[parts.count - 1] : stmt;
    if (parts.count == 0 || !clang_isStatement(clang_getCursorKind(last)))
        return refuse_statement(reader, stmt);
    return read_statement(reader, last);
}

static bool read_loop(Reader *reader, CXCursor stmt, bool (*read)(Reader *reader, CXCursor stmt))
{
    const EarlyReturns *early = reader->frame.early;
    Escape *escape = reader->frame.escape;
    int returns = early ? early->from_loops : 0, jumps = escape ? escape->jumps : 0;
    PointerStates before = null_pointers_enter_loop(reader, stmt);
    if (escape)
        escape->depth++;
    bool good = read(reader, stmt) && null_pointers_leave_loop(reader, &before, stmt) &&
                (!early || early->from_loops == returns || return_after_loop(reader, stmt));
    if (escape)
        escape->depth--;
    return good && (!escape || !escape->depth || escape->jumps == jumps || escape_after_loop(reader, stmt));
}

static bool read_kind(Reader *reader, CXCursor stmt)
{
    enum CXCursorKind kind = clang_getCursorKind(stmt);
    bool holds_others = kind == CXCursor_CompoundStmt || kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt ||
                        kind == CXCursor_DoStmt;
    if (holds_others && reader->frame.nloop && is_without_effect(reader, stmt))
        return true;
    switch (kind) {
    case CXCursor_CompoundStmt: return read_compound(reader, stmt);
    case CXCursor_NullStmt: return true;
    case CXCursor_DeclStmt: return read_declaration(reader, stmt);
    case CXCursor_IfStmt: return read_if(reader, stmt);
    case CXCursor_ForStmt: return read_loop(reader, stmt, read_for);
    case CXCursor_WhileStmt: return read_loop(reader, stmt, read_while);
    case CXCursor_DoStmt: return read_loop(reader, stmt, read_do);
    case CXCursor_SwitchStmt: return read_switch(reader, stmt);
    case CXCursor_UnexposedStmt: return read_attributed(reader, stmt);
    case CXCursor_ReturnStmt: return read_return(reader, stmt);
    case CXCursor_GotoStmt:
        return (reader->frame.escape && read_escape(reader, stmt)) || refuse_statement(reader, stmt);
    case CXCursor_BreakStmt:
    case CXCursor_ContinueStmt:
        if ((kind == CXCursor_BreakStmt ? reader->frame.breakable : reader->frame.continuable) == 0)
            return refuse_statement(reader, stmt);
        add_statement(reader, stmt_simple(reader->arena, kind == CXCursor_BreakStmt ? ST_BREAK : ST_CONTINUE), stmt);
        return true;
    default: return clang_isExpression(kind) ? read_effects(reader, stmt) : refuse_statement(reader, stmt);
    }
}

bool read_statement(Reader *reader, CXCursor stmt)
{
    if (reader->frame.stmt_depth == MAX_STMT_DEPTH) {
        refuse(reader, stmt, "statements in it are nested more than %d deep", MAX_STMT_DEPTH);
        return false;
    }
    reader->frame.stmt_depth++;
    bool good = read_kind(reader, stmt);
    reader->frame.stmt_depth--;
    return good;
}
