// Jumps forward to labels of the same block become if and else: the two paths up to the point where they meet. Those
// out of a loop to a label after it end the loop, and a variable says so.
//
//     for (j..) { if (c) goto bad; s += x[j]; } y = s; bad: ;
//     ->   int left = 0; for (j..) { if (c) { left = 1; break; } s += x[j]; } if (!left) y = s;
#include "frontend/clang/expr.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/goto.h"
#include "frontend/control/stmt.h"

enum { MAX_COPIES = 4 };

typedef struct Jumps {
    Reader *reader;
    const CXCursor *items; // of the block
    int count;
    int *copies; // of each of them, so far
} Jumps;

typedef struct Way {
    CXCursor *items; // what it runs before it goes on
    int count;
    int next; // at this item of the block
} Way;

bool has_goto(Reader *reader, CXCursor stmt)
{
    enum CXCursorKind kind = clang_getCursorKind(stmt);
    if (kind == CXCursor_GotoStmt || kind == CXCursor_IndirectGotoStmt)
        return true;
    Children parts = children_of(reader, stmt);
    bool found = false;
    for (int i = 0; i < parts.count && !found; i++)
        found = clang_isStatement(clang_getCursorKind(parts.items[i])) && has_goto(reader, parts.items[i]);
    return found;
}

static CXCursor first_goto(Reader *reader, CXCursor stmt)
{
    Children parts = children_of(reader, stmt);
    for (int i = 0; i < parts.count; i++)
        if (clang_isStatement(clang_getCursorKind(parts.items[i])) && has_goto(reader, parts.items[i]))
            return first_goto(reader, parts.items[i]);
    return stmt;
}

static bool is_loop(enum CXCursorKind kind)
{
    return kind == CXCursor_ForStmt || kind == CXCursor_WhileStmt || kind == CXCursor_DoStmt;
}

static bool refuse_jump(const Jumps *jumps, CXCursor at)
{
    refuse(jumps->reader, first_goto(jumps->reader, at),
           "it contains a goto that does not jump forward in its block, or jumps past a declaration");
    return false;
}

static bool can_be_copied(Reader *reader, CXCursor stmt)
{
    enum CXCursorKind kind = clang_getCursorKind(stmt);
    bool plain =
        kind != CXCursor_ForStmt && kind != CXCursor_WhileStmt && kind != CXCursor_DoStmt && kind != CXCursor_DeclStmt;
    Children parts = children_of(reader, stmt);
    for (int i = 0; i < parts.count && plain; i++)
        plain = !clang_isStatement(clang_getCursorKind(parts.items[i])) || can_be_copied(reader, parts.items[i]);
    return plain;
}

static CXCursor without_labels(Reader *reader, CXCursor stmt)
{
    while (clang_getCursorKind(stmt) == CXCursor_LabelStmt) {
        Children parts = children_of(reader, stmt);
        if (parts.count != 1)
            return stmt;
        stmt = parts.items[0];
    }
    return stmt;
}

static CXCursor label_of(Reader *reader, CXCursor jump)
{
    Children parts = children_of(reader, jump);
    return parts.count == 1 ? clang_getCursorReferenced(parts.items[0]) : clang_getNullCursor();
}

// The item that the jump leads to; -1: none of the block.
static int target_of(const Jumps *jumps, CXCursor jump)
{
    CXCursor label = label_of(jumps->reader, jump);
    for (int i = 0; i < jumps->count; i++)
        for (CXCursor at = jumps->items[i]; clang_getCursorKind(at) == CXCursor_LabelStmt;) {
            if (clang_equalLocations(clang_getCursorLocation(at), clang_getCursorLocation(label)))
                return i;
            Children inner = children_of(jumps->reader, at);
            if (inner.count != 1)
                break;
            at = inner.items[0];
        }
    return -1;
}

// The furthest item that a jump below the statement leads to; -1: there is none.
static int furthest(const Jumps *jumps, CXCursor stmt)
{
    if (clang_getCursorKind(stmt) == CXCursor_GotoStmt)
        return target_of(jumps, stmt);
    Children parts = children_of(jumps->reader, stmt);
    int most = -1;
    for (int i = 0; i < parts.count; i++) {
        int target = clang_isStatement(clang_getCursorKind(parts.items[i])) ? furthest(jumps, parts.items[i]) : -1;
        most = target > most ? target : most;
    }
    return most;
}

static bool all_lead_to(const Jumps *jumps, CXCursor stmt, int target)
{
    enum CXCursorKind kind = clang_getCursorKind(stmt);
    if (kind == CXCursor_GotoStmt)
        return target_of(jumps, stmt) == target;
    Children parts = children_of(jumps->reader, stmt);
    bool all = kind != CXCursor_IndirectGotoStmt && kind != CXCursor_LabelStmt && kind != CXCursor_SwitchStmt;
    for (int i = 0; i < parts.count && all; i++)
        all = !clang_isStatement(clang_getCursorKind(parts.items[i])) || all_lead_to(jumps, parts.items[i], target);
    return all;
}

static bool find_way(const Jumps *jumps, CXCursor stmt, int after, Way *way)
{
    Reader *reader = jumps->reader;
    Children parts = {.items = arena_copy(reader->scratch, &stmt, sizeof stmt), .count = 1};
    if (clang_getCursorKind(stmt) == CXCursor_CompoundStmt)
        parts = children_of(reader, stmt);
    *way = (Way){parts.items, parts.count, after};
    if (parts.count && clang_getCursorKind(parts.items[parts.count - 1]) == CXCursor_GotoStmt)
        way->next = target_of(jumps, parts.items[--way->count]);
    for (int i = 0; i < way->count; i++)
        if (furthest(jumps, parts.items[i]) >= 0)
            return false;
    return way->next >= after;
}

static bool read_range(Jumps *jumps, int from, int end);

static Stmt *read_way(Jumps *jumps, const Way *way, int end)
{
    Reader *reader = jumps->reader;
    StmtList items = {0}, *outer = reader->frame.before;
    int conditional = reader->frame.conditional;
    reader->frame.before = &items;
    reader->frame.conditional = 0;
    bool good = read_statements(reader, way->items, way->count) && read_range(jumps, way->next, end);
    reader->frame.before = outer;
    reader->frame.conditional = conditional;
    return good ? stmt_block(reader->arena, items.items, items.count) : NULL;
}

static bool is_empty(const Stmt *stmt)
{
    return stmt->kind == ST_BLOCK && stmt->nitems == 0;
}

// *end: the item where both ways have met.
static bool read_branch(Jumps *jumps, CXCursor stmt, int at, int *end)
{
    Reader *reader = jumps->reader;
    Children parts = children_of(reader, stmt);
    Way yes, no = {.next = at + 1};
    if (parts.count < 2 || parts.count > 3 || !find_way(jumps, parts.items[1], at + 1, &yes) ||
        (parts.count == 3 && !find_way(jumps, parts.items[2], at + 1, &no)))
        return refuse_jump(jumps, stmt);
    int meet = yes.next > no.next ? yes.next : no.next;
    for (int i = at + 1; i < meet; i++) {
        int target = furthest(jumps, jumps->items[i]);
        meet = target > meet ? target : meet;
    }
    if (meet > *end)
        return refuse_jump(jumps, stmt);
    Expr *condition = read_condition(reader, parts.items[0]);
    Stmt *body = condition ? read_way(jumps, &yes, meet) : NULL, *otherwise = body ? read_way(jumps, &no, meet) : NULL;
    if (!otherwise)
        return false;
    if (is_empty(body)) {
        Loc loc = condition->loc;
        condition = expr_unary(reader->arena, OP_NOT, condition);
        condition->loc = loc;
        body = otherwise;
        otherwise = NULL;
    }
    add_statement(reader, stmt_if(reader->arena, condition, body, otherwise && !is_empty(otherwise) ? otherwise : NULL),
                  stmt);
    *end = meet;
    return true;
}

// ---- out of a loop

bool read_escape(Reader *reader, CXCursor jump)
{
    Escape *escape = reader->frame.escape;
    if (!clang_equalLocations(clang_getCursorLocation(label_of(reader, jump)), clang_getCursorLocation(escape->label)))
        return false;
    escape->jumps++;
    store_value(reader, expr_symbol(reader->arena, escape->left), expr_int(reader->arena, 1, escape->left->type), jump);
    add_statement(reader, stmt_simple(reader->arena, ST_BREAK), jump);
    return !reader->frame.refused;
}

bool escape_after_loop(Reader *reader, CXCursor loop)
{
    Stmt *leave = stmt_simple(reader->arena, ST_BREAK);
    leave->id = next_stmt_id(reader);
    leave->loc = cursor_loc(reader, loop);
    Expr *left = expr_symbol(reader->arena, reader->frame.escape->left);
    add_statement(reader, stmt_if(reader->arena, left, leave, NULL), loop);
    return !reader->frame.refused;
}

// The jump that others below the statement agree with; null: they lead to different labels.
static CXCursor common_jump(const Jumps *jumps, CXCursor stmt)
{
    CXCursor jump = first_goto(jumps->reader, stmt);
    return all_lead_to(jumps, stmt, target_of(jumps, jump)) ? jump : clang_getNullCursor();
}

// The loop, and what the jumps out of it skip.
static bool read_left_loop(Jumps *jumps, CXCursor loop, int at, int *end)
{
    Reader *reader = jumps->reader;
    CXCursor jump = common_jump(jumps, loop);
    int target = is_null_cursor(jump) ? -1 : target_of(jumps, jump);
    if (target <= at || target > *end || reader->frame.escape || reader->frame.early || !reader->frame.before)
        return refuse_jump(jumps, loop);
    Symbol *left = new_symbol(reader, "left", type_scalar(TY_I32), SYM_LOCAL, cursor_loc(reader, loop));
    add_statement(reader, stmt_declare(reader->arena, left, expr_int(reader->arena, 0, left->type)), loop);
    Escape escape = {.label = label_of(reader, jump), .left = left};
    reader->frame.escape = &escape;
    bool good = read_statement(reader, loop);
    reader->frame.escape = NULL;
    Stmt *skipped = good ? read_way(jumps, &(Way){.next = at + 1}, target) : NULL;
    if (!skipped)
        return false;
    if (!is_empty(skipped))
        add_statement(
            reader,
            stmt_if(reader->arena, expr_unary(reader->arena, OP_NOT, expr_symbol(reader->arena, left)), skipped, NULL),
            loop);
    *end = target;
    return !reader->frame.refused;
}

static bool read_range(Jumps *jumps, int from, int end)
{
    Reader *reader = jumps->reader;
    for (int at = from; at < end;) {
        CXCursor stmt = without_labels(reader, jumps->items[at]);
        enum CXCursorKind kind = clang_getCursorKind(stmt);
        int next = at + 1;
        if (jumps->copies[at] && (jumps->copies[at] == MAX_COPIES || !can_be_copied(reader, stmt)))
            return refuse_jump(jumps, stmt);
        jumps->copies[at]++;
        if (kind == CXCursor_GotoStmt) {
            next = target_of(jumps, stmt);
            if (next <= at || next > end)
                return refuse_jump(jumps, stmt);
        } else if (kind == CXCursor_IfStmt && furthest(jumps, stmt) >= 0) {
            next = end;
            if (!read_branch(jumps, stmt, at, &next))
                return false;
        } else if (is_loop(kind) && furthest(jumps, stmt) >= 0) {
            next = end;
            if (!read_left_loop(jumps, stmt, at, &next))
                return false;
        } else if (furthest(jumps, stmt) >= 0) {
            return refuse_jump(jumps, stmt);
        } else if (!read_statement(reader, stmt)) {
            return false;
        }
        at = next;
    }
    return true;
}

bool has_labels(const CXCursor *stmts, int count)
{
    for (int i = 0; i < count; i++)
        if (clang_getCursorKind(stmts[i]) == CXCursor_LabelStmt)
            return true;
    return false;
}

bool read_labelled(Reader *reader, const CXCursor *stmts, int count)
{
    Jumps jumps = {reader, stmts, count, ARENA_ARRAY(reader->scratch, int, count)};
    bool jumped = false;
    for (int i = 0; i < count; i++) {
        jumps.copies[i] = 0;
        if (jumped && clang_getCursorKind(without_labels(reader, stmts[i])) == CXCursor_DeclStmt)
            return refuse_jump(&jumps, stmts[i]);
        jumped = jumped || furthest(&jumps, stmts[i]) >= 0;
    }
    return read_range(&jumps, 0, count);
}
