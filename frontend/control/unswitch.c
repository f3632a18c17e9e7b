// Loop unswitching, where a condition that the nest does not change decides where a pointer points.
#include "frontend/clang/expr.h"
#include "frontend/clang/literal.h"
#include "frontend/numbers/half.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/assertion.h"
#include "frontend/control/stmt.h"
#include "frontend/control/unswitch.h"
#include "frontend/normalize/declare_ways.h"

// ---- conditions

// Whether both are the same expression of variables, in the form of the text. What the variables hold is not compared.
static bool is_same(Reader *reader, CXCursor one, CXCursor other)
{
    one = strip_conversions(reader, one);
    other = strip_conversions(reader, other);
    enum CXCursorKind kind = clang_getCursorKind(one);
    if (kind != clang_getCursorKind(other))
        return false;
    switch (kind) {
    case CXCursor_DeclRefExpr:
        return clang_equalCursors(clang_getCursorReferenced(one), clang_getCursorReferenced(other));
    case CXCursor_MemberRefExpr:
        if (!clang_equalCursors(clang_getCursorReferenced(one), clang_getCursorReferenced(other)))
            return false;
        break;
    case CXCursor_BinaryOperator:
        if (clang_getCursorBinaryOperatorKind(one) != clang_getCursorBinaryOperatorKind(other))
            return false;
        break;
    case CXCursor_UnaryOperator:
        if (clang_getCursorUnaryOperatorKind(one) != clang_getCursorUnaryOperatorKind(other))
            return false;
        break;
    case CXCursor_IntegerLiteral: {
        const Type *type = value_type(reader, clang_getCursorType(one));
        const Expr *left = type ? read_integer_constant(reader, one, type) : NULL;
        const Expr *right = left ? read_integer_constant(reader, other, type) : NULL;
        return right && left->integer == right->integer;
    }
    default: return false;
    }
    Children left = expression_children(reader, one), right = expression_children(reader, other);
    bool same = left.count == right.count;
    for (int i = 0; same && i < left.count; i++)
        same = is_same(reader, left.items[i], right.items[i]);
    return same;
}

int unswitch_value(Reader *reader, CXCursor test)
{
    const Frame *frame = &reader->frame;
    for (int i = 0; i < frame->nversion; i++)
        if (is_same(reader, reader->unswitched.items[i], test))
            return frame->version[i];
    return -1;
}

bool unswitch_branch(Reader *reader, CXCursor stmt, CXCursor *taken)
{
    if (!reader->frame.nversion || clang_getCursorKind(stmt) != CXCursor_IfStmt)
        return false;
    Children parts = children_of(reader, stmt);
    int known = parts.count > 1 ? constant_condition(reader, parts.items[0]) : -1;
    *taken = known == 1 ? parts.items[1] : parts.count == 3 ? parts.items[2] : clang_getNullCursor();
    return known >= 0;
}

// ---- which condition it is

// The condition, or a part of it, that the nest does not change; a null cursor: there is none.
static CXCursor fixed_part(Reader *reader, CXCursor test, Expr *condition)
{
    test = strip_conversions(reader, test);
    if (is_same(reader, test, test) && condition_is_fixed(reader, condition))
        return test;
    Children parts = expression_children(reader, test);
    bool joins = clang_getCursorKind(test) == CXCursor_BinaryOperator && condition->kind == EX_BINARY &&
                 (condition->op == OP_LOGICAL_AND || condition->op == OP_LOGICAL_OR) && parts.count == 2;
    CXCursor found = joins ? fixed_part(reader, parts.items[0], condition->operands[0]) : clang_getNullCursor();
    return joins && is_null_cursor(found) ? fixed_part(reader, parts.items[1], condition->operands[1]) : found;
}

CXCursor unswitch_enter(Reader *reader, CXCursor test, Expr *condition)
{
    Frame *frame = &reader->frame;
    CXCursor outer = frame->pointer_test;
    bool inside = frame->nest && !frame->nest->is_region && frame->nloop && !frame->inline_depth;
    if (inside && condition && is_null_cursor(outer))
        frame->pointer_test = fixed_part(reader, test, condition);
    return outer;
}

void unswitch_leave(Reader *reader, CXCursor outer)
{
    reader->frame.pointer_test = outer;
}

void unswitch_note(Reader *reader)
{
    CXCursor test = reader->frame.pointer_test;
    if (!reader->frame.nest || is_null_cursor(test) || !is_null_cursor(reader->frame.switches))
        return;
    while (clang_getCursorKind(test) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(test) == CXUnaryOperator_LNot)
        test = strip_conversions(reader, expression_children(reader, test).items[0]);
    reader->frame.switches = test;
}

bool unswitch_again(Reader *reader, Nest *nest)
{
    CXCursor found = reader->frame.switches;
    bool known = nest->body && !reader->frame.refused && ways_are_set(nest);
    if (known || reader->keeps_loops || reader->passes_over || reader->reads_again)
        return false;
    bool more = !is_null_cursor(found) && reader->unswitched.count < MAX_VERSIONS;
    bool any = reader->unswitched.count > 0;
    if (more) {
        VECTOR_PUSH(reader->arena, &reader->unswitched, found);
    } else {
        reader->unswitched.count = 0;
        reader->keeps_loops = true; // the message is about the nest as it is written
    }
    return more || any;
}

// ---- reading

bool unswitch_own_way(Reader *reader, Variable *variable, Symbol *way)
{
    if (!reader->frame.nversion)
        return false;
    VECTOR_PUSH(reader->arena, &reader->frame.version_ways, way);
    VECTOR_PUSH(reader->arena, &reader->frame.version_pointers, variable);
    return true;
}

// What pointers point to in one version says nothing about another one.
static void forget_pointers(Reader *reader)
{
    Frame *frame = &reader->frame;
    FOR_EACH(i, &frame->pointed)
        VECTOR_PUSH(reader->arena, &frame->version_pointers, frame->pointed.items[i]);
    FOR_EACH(i, &frame->version_pointers) {
        Variable *variable = frame->version_pointers.items[i];
        variable->kept = variable->array ? variable->array : variable->kept;
        variable->array = NULL;
        variable->target = NULL;
        variable->way = NULL;
        variable->nullness = NOT_NULL;
        variable->places.count = 0;
        variable->assignments = variable->skips = 0;
        variable->set_in = 0;
        if (variable->home == HOME_NEST)
            variable->facts->variable_epoch = 0;
    }
    frame->pointed.count = frame->version_pointers.count = frame->version_ways.count = 0;
}

static bool read_versions(Reader *reader, CXCursor loop);

// { p_way = 0; for i .. }
static Stmt *read_version(Reader *reader, CXCursor loop, bool value)
{
    Frame *frame = &reader->frame;
    StmtList items = {0}, *outer = frame->before;
    frame->version[frame->nversion++] = value;
    frame->before = &items;
    bool good = read_versions(reader, loop);
    StmtList all = {0};
    frame->before = &all;
    FOR_EACH(i, &frame->version_ways)
        add_statement(reader, stmt_declare(reader->arena, frame->version_ways.items[i], expr_index(reader->arena, 0)),
                      loop);
    FOR_EACH(i, &items)
        VECTOR_PUSH(reader->arena, &all, items.items[i]);
    forget_pointers(reader);
    frame->before = outer;
    frame->nversion--;
    return good ? stmt_block(reader->arena, all.items, all.count) : NULL;
}

static bool read_versions(Reader *reader, CXCursor loop)
{
    if (reader->frame.nversion == reader->unswitched.count)
        return read_statement(reader, loop);
    CXCursor test = reader->unswitched.items[reader->frame.nversion];
    Expr *condition = read_condition(reader, test);
    if (!condition || !condition_is_fixed(reader, condition))
        return false;
    Stmt *yes = read_version(reader, loop, true);
    Stmt *no = yes ? read_version(reader, loop, false) : NULL;
    if (no)
        add_statement(reader, stmt_if(reader->arena, condition, yes, no), test);
    return no != NULL;
}

bool unswitch_read(Reader *reader, CXCursor loop)
{
    bool good = read_versions(reader, loop);
    reader->frame.nest->is_region |= good && reader->unswitched.count > 0;
    return good;
}
