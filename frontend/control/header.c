// Whether a for statement counts: i from a value to a bound by a step, none of which its body changes.
#include "frontend/clang/literal.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/control/loop.h"
#include "frontend/dataflow/scan.h"
#include "frontend/numbers/half.h"

#include <string.h>

static bool deny(Counting *counting, CXCursor place, const char *reason)
{
    if (!counting->reason) {
        counting->reason = reason;
        counting->place = place;
    }
    return false;
}

// ---- the parts of the header

static bool by_semicolons(Reader *reader, CXCursor stmt, Children parts, ForParts *header)
{
    Loc loc = cursor_loc(reader, stmt);
    if (!loc.file || !loc.file->text || (loc.file == reader->unit->source && macro_around(reader, loc.begin)))
        return false;
    const char *text = loc.file->text;
    size_t open = skip_blanks(text, loc.file->length, loc.begin + strlen("for"));
    if (open >= loc.file->length || text[open] != '(')
        return false;
    size_t first = find_semicolon(text, loc.file->length, open + 1);
    size_t second = find_semicolon(text, loc.file->length, first);
    for (int i = 0; i < parts.count - 1; i++) {
        size_t at = cursor_loc(reader, parts.items[i]).begin;
        *(at < first ? &header->init : at < second ? &header->condition : &header->increment) = parts.items[i];
    }
    return true;
}

bool split_for(Reader *reader, CXCursor stmt, ForParts *header)
{
    Children parts = children_of(reader, stmt);
    CXCursor none = clang_getNullCursor();
    *header = (ForParts){none, none, none, none};
    if (parts.count == 0)
        return false;
    header->body = parts.items[parts.count - 1];
    if (parts.count == 4) {
        header->init = parts.items[0];
        header->condition = parts.items[1];
        header->increment = parts.items[2];
        return true;
    }
    return parts.count == 1 || by_semicolons(reader, stmt, parts, header);
}

// ---- the iterator and its step

static bool names_iterator(Reader *reader, CXCursor expr, const Counting *counting)
{
    expr = strip_conversions(reader, expr);
    return clang_getCursorKind(expr) == CXCursor_DeclRefExpr &&
           facts_of(reader, clang_getCursorReferenced(expr)) == counting->facts;
}

static bool take_iterator(Reader *reader, CXCursor target, Counting *counting)
{
    CXCursor name = strip_parens(reader, target);
    if (clang_getCursorKind(name) != CXCursor_DeclRefExpr)
        return deny(counting, target, "it increments something that is not a variable");
    counting->decl = clang_getCursorReferenced(name);
    counting->facts = facts_of(reader, counting->decl);
    counting->name = cursor_name(name);
    CXType type = cursor_type(name);
    counting->is_pointer = is_stepped_pointer(type);
    if (counting->is_pointer)
        counting->type = type_scalar(TY_I64);
    else
        counting->type = type_obstacle(reader, type) ? NULL : value_type(reader, type);
    if (!counting->type || !type_is_integer(counting->type) || counting->type->kind == TY_BOOL)
        return deny(counting, target, "its iterator is not an integer");
    if (clang_isVolatileQualifiedType(type))
        return deny(counting, target, "its iterator is volatile");
    if (counting->facts->address_taken)
        return deny(counting, target, "the address of its iterator is taken");
    return true;
}

// The operand that is multiplied by, divided by or shifted by a constant: iterator *= 2, iterator = iterator >> 1.
static bool take_factor(Reader *reader, enum CXBinaryOperatorKind op, CXCursor by, Counting *counting)
{
    bool shifts = op == CXBinaryOperator_Shl || op == CXBinaryOperator_ShlAssign || op == CXBinaryOperator_Shr ||
                  op == CXBinaryOperator_ShrAssign;
    bool divides = op == CXBinaryOperator_Div || op == CXBinaryOperator_DivAssign || op == CXBinaryOperator_Shr ||
                   op == CXBinaryOperator_ShrAssign;
    if (!shifts && !divides && op != CXBinaryOperator_Mul && op != CXBinaryOperator_MulAssign)
        return false;
    Expr *value = read_integer_constant(reader, by, type_scalar(TY_I64));
    if (!value || value->integer < (shifts ? 1 : 2) || value->integer > (shifts ? 30 : INT32_MAX))
        return false;
    counting->factor = shifts ? (int64_t)1 << value->integer : value->integer;
    counting->divides = divides;
    return true;
}

static bool take_step(Reader *reader, CXCursor increment, Counting *counting)
{
    increment = strip_conversions(reader, increment);
    Children parts = expression_children(reader, increment);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(increment);
    if (clang_getCursorKind(increment) == CXCursor_UnaryOperator && parts.count == 1) {
        enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(increment);
        bool up = unary == CXUnaryOperator_PreInc || unary == CXUnaryOperator_PostInc;
        if (!up && unary != CXUnaryOperator_PreDec && unary != CXUnaryOperator_PostDec)
            return deny(counting, increment, "its third part does not add a step to its iterator, as 'i++' does");
        counting->unit = up ? 1 : -1;
        return take_iterator(reader, parts.items[0], counting);
    }
    if (parts.count != 2)
        return deny(counting, increment, "its third part does not add a step to its iterator, as 'i++' does");
    if (op == CXBinaryOperator_AddAssign || op == CXBinaryOperator_SubAssign) {
        counting->step = parts.items[1];
        counting->subtracts = op == CXBinaryOperator_SubAssign;
        return take_iterator(reader, parts.items[0], counting);
    }
    if (take_factor(reader, op, parts.items[1], counting) && op != CXBinaryOperator_Mul && op != CXBinaryOperator_Div &&
        op != CXBinaryOperator_Shl && op != CXBinaryOperator_Shr)
        return take_iterator(reader, parts.items[0], counting);
    counting->factor = 0;
    if (op != CXBinaryOperator_Assign)
        return deny(counting, increment, "its third part does not add a step to its iterator, as 'i++' does");
    CXCursor sum = strip_conversions(reader, parts.items[1]);
    Children terms = expression_children(reader, sum);
    enum CXBinaryOperatorKind sum_op = clang_getCursorBinaryOperatorKind(sum);
    counting->subtracts = sum_op == CXBinaryOperator_Sub;
    if (terms.count == 2 && take_factor(reader, sum_op, terms.items[1], counting))
        return take_iterator(reader, parts.items[0], counting) &&
               (names_iterator(reader, terms.items[0], counting) ||
                deny(counting, increment, "its third part does not add a step to its iterator, as 'i++' does"));
    if ((sum_op != CXBinaryOperator_Add && !counting->subtracts) || terms.count != 2 ||
        !take_iterator(reader, parts.items[0], counting))
        return deny(counting, increment, "its third part does not add a step to its iterator, as 'i++' does");
    bool first = names_iterator(reader, terms.items[0], counting);
    if (!first && (counting->subtracts || !names_iterator(reader, terms.items[1], counting)))
        return deny(counting, increment, "its third part does not add a step to its iterator, as 'i++' does");
    counting->step = terms.items[first ? 1 : 0];
    return true;
}

// ---- the condition

static enum CXBinaryOperatorKind mirrored(enum CXBinaryOperatorKind op)
{
    switch (op) {
    case CXBinaryOperator_LT: return CXBinaryOperator_GT;
    case CXBinaryOperator_GT: return CXBinaryOperator_LT;
    case CXBinaryOperator_LE: return CXBinaryOperator_GE;
    case CXBinaryOperator_GE: return CXBinaryOperator_LE;
    default: return op;
    }
}

static bool take_moved(CXCursor term, enum CXBinaryOperatorKind op, Counting *counting)
{
    if (is_null_cursor(counting->moved)) {
        counting->moved = term;
        counting->moved_by = op;
        return true;
    }
    if (op == CXBinaryOperator_Mul || counting->moved_by == CXBinaryOperator_Mul || counting->nfurther_moved == 3)
        return false;
    counting->further_subtracts[counting->nfurther_moved] = op == CXBinaryOperator_Sub;
    counting->further_moved[counting->nfurther_moved++] = term;
    return true;
}

// i + k, k + i, i - k, i * k, k * i, and sums of more terms: i + k - 1.
static bool take_side(Reader *reader, CXCursor side, Counting *counting)
{
    if (names_iterator(reader, side, counting))
        return true;
    CXCursor sum = strip_conversions(reader, side);
    Children terms = expression_children(reader, sum);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(sum);
    if (terms.count != 2 || (op != CXBinaryOperator_Add && op != CXBinaryOperator_Sub && op != CXBinaryOperator_Mul))
        return false;
    bool first = cursor_mentions(terms.items[0], counting->decl);
    if (first == cursor_mentions(terms.items[1], counting->decl) || (!first && op == CXBinaryOperator_Sub))
        return false;
    return take_side(reader, terms.items[first ? 0 : 1], counting) &&
           take_moved(terms.items[first ? 1 : 0], op, counting);
}

// n - i > k, which is i + k < n.
static bool take_opposite(Reader *reader, CXCursor side, CXCursor other, Counting *counting)
{
    CXCursor difference = strip_conversions(reader, side);
    Children terms = expression_children(reader, difference);
    if (clang_getCursorBinaryOperatorKind(difference) != CXBinaryOperator_Sub || terms.count != 2 ||
        !names_iterator(reader, terms.items[1], counting) || cursor_mentions(terms.items[0], counting->decl))
        return false;
    counting->moved = other;
    counting->moved_by = CXBinaryOperator_Add;
    counting->bound = terms.items[0];
    counting->compared = side;
    counting->opposite = true;
    return true;
}

bool read_comparison(Reader *reader, CXCursor condition, Counting *counting)
{
    counting->moved = clang_getNullCursor();
    counting->nfurther_moved = 0;
    counting->opposite = false;
    condition = strip_conversions(reader, condition);
    Children parts = expression_children(reader, condition);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(condition);
    bool compares = op == CXBinaryOperator_LT || op == CXBinaryOperator_LE || op == CXBinaryOperator_GT ||
                    op == CXBinaryOperator_GE || op == CXBinaryOperator_NE;
    if (names_iterator(reader, condition, counting)) { // for (i = n; i; i--)
        counting->bound = clang_getNullCursor();
        counting->compared = condition;
        counting->comparison = CXBinaryOperator_NE;
        return true;
    }
    if (!compares || parts.count != 2)
        return deny(counting, condition, "its condition does not compare the iterator with a bound, as 'i < n' does");
    for (int i = 0; i < 2; i++)
        if (take_opposite(reader, parts.items[i], parts.items[1 - i], counting)) {
            counting->comparison = i == 0 ? mirrored(op) : op;
            return true;
        }
    bool first = take_side(reader, parts.items[0], counting);
    if (!first) {
        counting->moved = clang_getNullCursor();
        counting->nfurther_moved = 0;
    }
    if (!first && !take_side(reader, parts.items[1], counting))
        return deny(counting, condition, "its condition does not compare the iterator with a bound, as 'i < n' does");
    counting->bound = parts.items[first ? 1 : 0];
    counting->compared = parts.items[first ? 0 : 1];
    counting->comparison = first ? op : mirrored(op);
    return true;
}

// i < n, or i < n && i < m.
static bool take_condition(Reader *reader, CXCursor condition, Counting *counting)
{
    CXCursor stripped = strip_conversions(reader, condition);
    Children parts = expression_children(reader, stripped);
    if (clang_getCursorBinaryOperatorKind(stripped) != CXBinaryOperator_LAnd || parts.count != 2)
        return read_comparison(reader, condition, counting);
    if (counting->nfurther == 3)
        return deny(counting, condition, "its condition has more than 4 parts");
    counting->further[counting->nfurther++] = parts.items[1];
    return take_condition(reader, parts.items[0], counting);
}

// for (i = n; i-- > 0;), for (i = n; i-- != 0;) or for (i = n; i--;)
static bool take_countdown(Reader *reader, const ForParts *header, Counting *counting)
{
    CXCursor condition =
        is_null_cursor(header->condition) ? header->condition : strip_conversions(reader, header->condition);
    if (is_null_cursor(condition))
        return deny(counting, header->body, "it has neither a condition nor an increment");
    Children parts = expression_children(reader, condition);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(condition);
    bool compares = parts.count == 2 && (op == CXBinaryOperator_GT || op == CXBinaryOperator_NE);
    Expr *zero = compares ? read_integer_constant(reader, parts.items[1], type_scalar(TY_I64)) : NULL;
    if (compares && (!zero || zero->integer != 0))
        return deny(counting, condition, "it has no increment, such as 'i++'");
    CXCursor decrement = compares ? strip_conversions(reader, parts.items[0]) : condition;
    Children operand = expression_children(reader, decrement);
    if (clang_getCursorUnaryOperatorKind(decrement) != CXUnaryOperator_PostDec || operand.count != 1)
        return deny(counting, condition, "it has no increment, such as 'i++'");
    counting->counts_down = true;
    counting->comparison = compares ? op : CXBinaryOperator_NE;
    counting->unit = -1;
    return take_iterator(reader, operand.items[0], counting);
}

// ---- several increments

// `i++, j--`: the parts in order. -1: more than there is room for.
static int comma_parts(Reader *reader, CXCursor expr, CXCursor *parts, int room)
{
    CXCursor stripped = strip_conversions(reader, expr);
    Children inner = expression_children(reader, stripped);
    if (clang_getCursorBinaryOperatorKind(stripped) != CXBinaryOperator_Comma || inner.count != 2) {
        parts[0] = strip_parens(reader, expr);
        return room > 0 ? 1 : -1;
    }
    int count = room > 1 ? comma_parts(reader, inner.items[0], parts, room - 1) : -1;
    if (count < 0)
        return -1;
    parts[count] = inner.items[1];
    return count + 1;
}

static bool is_list(Reader *reader, CXCursor increment)
{
    return clang_getCursorBinaryOperatorKind(strip_conversions(reader, increment)) == CXBinaryOperator_Comma;
}

static int64_t constant_step(Reader *reader, const Counting *counting)
{
    Expr *step = counting->unit ? NULL : read_integer_constant(reader, counting->step, type_scalar(TY_I64));
    int64_t by = counting->unit ? counting->unit : step ? step->integer : 0;
    by = counting->subtracts ? -by : by;
    return by > -INT32_MAX && by < INT32_MAX ? by : 0;
}

int64_t step_of(Reader *reader, CXCursor increment, CXCursor decl)
{
    CXCursor none = clang_getNullCursor();
    Counting one = {.decl = none, .step = none, .place = none};
    bool steps = take_step(reader, increment, &one) && one.facts == facts_of(reader, decl) && !one.factor;
    return steps ? constant_step(reader, &one) : 0;
}

static bool is_plain_int(const Type *type)
{
    return type && type_is_signed(type) && type->size >= 4;
}

// `i < j` if j is decremented while i is incremented, or `j > i`.
static void find_meeting(Reader *reader, Counting *counting)
{
    bool up = counting->comparison == CXBinaryOperator_LT || counting->comparison == CXBinaryOperator_LE;
    int64_t step = constant_step(reader, counting);
    if (counting->nfurther || !is_null_cursor(counting->moved) || counting->comparison == CXBinaryOperator_NE ||
        counting->factor || step == 0 || up != (step > 0))
        return;
    for (int i = 0; i < counting->nbeside; i++) {
        Counting other = {.decl = clang_getNullCursor(), .step = clang_getNullCursor(), .place = clang_getNullCursor()};
        if (!take_step(reader, counting->beside[i], &other) || other.factor ||
            !names_iterator(reader, counting->bound, &other))
            continue;
        int64_t by = constant_step(reader, &other);
        if (by != 0 && up == (by < 0) && is_plain_int(other.type) && other.type == counting->type) {
            counting->meets = up ? -by : by;
            counting->own_step = step;
        }
    }
}

static bool take_head(Reader *reader, CXCursor increment, CXCursor condition, Counting *counting)
{
    return take_step(reader, increment, counting) && take_condition(reader, condition, counting);
}

// The variable that the condition compares is the iterator; the others change at the end of the body.
static bool take_several(Reader *reader, const ForParts *header, Counting *counting)
{
    CXCursor parts[MOST_PARTS];
    int count = comma_parts(reader, header->increment, parts, MOST_PARTS), chosen = -1;
    for (int i = 0; i < count && chosen < 0; i++) {
        Counting one = *counting;
        if (!take_head(reader, parts[i], header->condition, &one))
            continue;
        *counting = one;
        chosen = i;
    }
    for (int i = 0; chosen >= 0 && i < count; i++) {
        if (i != chosen && cursor_mentions(parts[i], counting->decl))
            return deny(counting, parts[i], "it increments its iterator and what depends on it");
        if (i != chosen)
            counting->beside[counting->nbeside++] = parts[i];
    }
    if (chosen < 0)
        return deny(counting, header->increment, "its condition compares none of the variables that it increments");
    find_meeting(reader, counting);
    return true;
}

// ---- the first value

// `a = 1, b = 2` or `int a = 1, b = 2`: its parts, in order. -1: too many.
static int init_parts(Reader *reader, CXCursor init, CXCursor *parts, int room)
{
    Children inner = children_of(reader, init);
    if (clang_getCursorKind(init) == CXCursor_DeclStmt) {
        for (int i = 0; i < inner.count && i < room; i++)
            parts[i] = inner.items[i];
        return inner.count <= room ? inner.count : -1;
    }
    return comma_parts(reader, init, parts, room);
}

// The value that the part gives the iterator, or null.
static CXCursor value_for_iterator(Reader *reader, CXCursor part, Counting *counting)
{
    if (clang_getCursorKind(part) == CXCursor_VarDecl) {
        counting->declares |= facts_of(reader, part) == counting->facts;
        return facts_of(reader, part) == counting->facts ? clang_Cursor_getVarDeclInitializer(part)
                                                         : clang_getNullCursor();
    }
    Children sides = expression_children(reader, part);
    bool assigns = clang_getCursorBinaryOperatorKind(part) == CXBinaryOperator_Assign && sides.count == 2;
    return assigns && names_iterator(reader, sides.items[0], counting) ? sides.items[1] : clang_getNullCursor();
}

static bool is_assignment(Reader *reader, CXCursor expr)
{
    CXCursor inner = is_null_cursor(expr) ? expr : strip_conversions(reader, expr);
    return !is_null_cursor(inner) && clang_getCursorBinaryOperatorKind(inner) == CXBinaryOperator_Assign;
}

// `a = i = 0` or `i = a = 0`: the other targets get the number before the loop. Each type has it, so that the order
// does not matter.
static bool take_chain(Reader *reader, CXCursor part, Counting *counting)
{
    CXCursor value = part;
    bool found = false;
    int count = 0;
    for (;;) {
        CXCursor inner = strip_conversions(reader, value);
        Children sides = expression_children(reader, inner);
        if (clang_getCursorBinaryOperatorKind(inner) != CXBinaryOperator_Assign || sides.count != 2)
            break;
        value = sides.items[1];
        if (names_iterator(reader, sides.items[0], counting))
            found = true;
        else if (count == 3 || cursor_type(sides.items[0]).kind == CXType_Pointer ||
                 cursor_mentions(sides.items[0], counting->decl))
            return false;
        else
            counting->chained[count++] = sides.items[0];
    }
    Expr *number = found ? read_integer_constant(reader, value, type_scalar(TY_I64)) : NULL;
    if (!number || number->integer < 0 || number->integer > INT8_MAX)
        return false;
    counting->nchained = count;
    counting->first = value;
    return true;
}

// The other parts run before the iterator is set: they must not depend on it, and it must not depend on their
// assignments.
static bool are_independent(Reader *reader, Counting *counting)
{
    for (int i = 0; i < counting->nother; i++) {
        CXCursor other = counting->others[i];
        if (cursor_mentions(other, counting->decl))
            return false;
        if (clang_getCursorKind(other) == CXCursor_VarDecl)
            continue;
        Children sides = expression_children(reader, other);
        CXCursor target = sides.count == 2 ? written_variable(reader, sides.items[0]) : clang_getNullCursor();
        if (is_null_cursor(target) || clang_getCursorBinaryOperatorKind(other) != CXBinaryOperator_Assign)
            return false;
        CXCursor decl = clang_getCursorReferenced(target);
        if (cursor_mentions(counting->first, decl) || cursor_mentions(sides.items[1], decl))
            return false;
        for (int k = 0; k < counting->nother; k++)
            if (k != i && cursor_mentions(counting->others[k], decl))
                return false;
    }
    return true;
}

static bool take_init(Reader *reader, CXCursor init, Counting *counting)
{
    CXCursor parts[MOST_PARTS];
    if (is_null_cursor(init))
        return true;
    int count = init_parts(reader, init, parts, MOST_PARTS);
    if (count == 1) {
        CXCursor value = value_for_iterator(reader, parts[0], counting);
        if ((is_null_cursor(value) || is_assignment(reader, value)) && take_chain(reader, parts[0], counting))
            return true;
    }
    for (int i = 0; i < count; i++) {
        CXCursor value =
            is_null_cursor(counting->first) ? value_for_iterator(reader, parts[i], counting) : counting->first;
        if (is_null_cursor(counting->first) && !is_null_cursor(value))
            counting->first = value;
        else
            counting->others[counting->nother++] = parts[i];
    }
    if (is_null_cursor(counting->first))
        return deny(counting, init, "its first part does not set the iterator");
    return are_independent(reader, counting) || deny(counting, init, "its first part does more than set variables");
}

// ---- what the body must not change

typedef struct Changes {
    Reader *reader;
    Counting *counting;
    size_t first, last;
    bool of_pointers; // the bound of a pointer: stores through the pointer do not change it
} Changes;

static enum CXChildVisitResult find_load(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    bool *found = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    *found |= kind == CXCursor_ArraySubscriptExpr || kind == CXCursor_MemberRefExpr || kind == CXCursor_UnaryOperator;
    return *found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static bool loads(CXCursor expr)
{
    bool found = false;
    if (find_load(expr, expr, &found) == CXChildVisit_Recurse)
        clang_visitChildren(expr, find_load, &found);
    return found;
}

static enum CXChildVisitResult find_change(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    Changes *changes = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_UnaryExpr) // sizeof
        return CXChildVisit_Continue;
    if (kind != CXCursor_DeclRefExpr && kind != CXCursor_MemberRefExpr)
        return CXChildVisit_Recurse;
    DeclFacts *facts = facts_of(changes->reader, clang_getCursorReferenced(cursor));
    bool is_number = cursor_type(cursor).kind != CXType_Pointer && !is_address(cursor);
    bool changed = moments_in(&facts->writes, changes->first, changes->last) ||
                   (!is_number && !changes->of_pointers && moments_in(&facts->stores, changes->first, changes->last));
    if (facts == changes->counting->facts)
        deny(changes->counting, cursor, "its bound or step depends on its iterator");
    else if (changed)
        deny(changes->counting, cursor, "its bound or step is changed in its body");
    return CXChildVisit_Recurse;
}

static void check_unchanged(Reader *reader, CXCursor expr, const SiteDetail *detail, Counting *counting)
{
    if (is_null_cursor(expr))
        return;
    Changes changes = {.reader = reader, .counting = counting, .first = detail->body_first, .last = detail->last};
    changes.of_pointers = counting->is_pointer && !loads(expr);
    if (find_change(expr, expr, &changes) == CXChildVisit_Recurse)
        clang_visitChildren(expr, find_change, &changes);
}

static void check_moved_unchanged(Reader *reader, const SiteDetail *detail, Counting *counting)
{
    check_unchanged(reader, counting->moved, detail, counting);
    for (int i = 0; i < counting->nfurther_moved; i++)
        check_unchanged(reader, counting->further_moved[i], detail, counting);
}

bool read_counting(Reader *reader, const ForParts *header, const SiteDetail *detail, Counting *counting)
{
    CXCursor none = clang_getNullCursor();
    *counting = (Counting){.decl = none, .step = none, .bound = none, .compared = none, .first = none, .place = none};
    counting->moved = none;
    bool good;
    if (is_null_cursor(header->increment))
        good = take_countdown(reader, header, counting);
    else if (is_null_cursor(header->condition))
        good = deny(counting, header->increment, "it has no condition, such as 'i < n'");
    else
        good = is_list(reader, header->increment) ? take_several(reader, header, counting)
                                                  : take_head(reader, header->increment, header->condition, counting);
    if (!good || !take_init(reader, header->init, counting))
        return false;
    if (moments_in(&counting->facts->writes, detail->body_first, detail->last))
        return deny(counting, write_of(reader, header->body, counting->facts),
                    intern_printf("the iterator '%s' is changed in the loop's body", counting->name));
    check_unchanged(reader, counting->bound, detail, counting);
    check_moved_unchanged(reader, detail, counting);
    check_unchanged(reader, counting->step, detail, counting);
    for (int i = 0; i < counting->nfurther && !counting->reason; i++) {
        Counting one = *counting;
        if (!read_comparison(reader, counting->further[i], &one))
            return deny(counting, one.place, one.reason);
        check_unchanged(reader, one.bound, detail, counting);
        check_moved_unchanged(reader, detail, &one);
        if (one.reason && !counting->reason)
            deny(counting, one.place, one.reason);
    }
    return counting->reason == NULL;
}

typedef struct WriteSearch {
    Reader *reader;
    DeclFacts *facts;
    CXCursor found;
} WriteSearch;

static enum CXChildVisitResult find_write(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    WriteSearch *search = context;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    enum CXUnaryOperatorKind unary = clang_getCursorUnaryOperatorKind(cursor);
    bool writes =
        kind == CXCursor_CompoundAssignOperator ||
        (kind == CXCursor_BinaryOperator && clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign) ||
        (kind == CXCursor_UnaryOperator && unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec);
    if (!writes)
        return CXChildVisit_Recurse;
    Children parts = expression_children(search->reader, cursor);
    CXCursor target = parts.count ? written_variable(search->reader, parts.items[0]) : clang_getNullCursor();
    if (is_null_cursor(target) || facts_of(search->reader, clang_getCursorReferenced(target)) != search->facts)
        return CXChildVisit_Recurse;
    search->found = cursor;
    return CXChildVisit_Break;
}

CXCursor write_of(Reader *reader, CXCursor inside, DeclFacts *facts)
{
    WriteSearch search = {.reader = reader, .facts = facts, .found = inside};
    if (find_write(inside, inside, &search) != CXChildVisit_Break)
        clang_visitChildren(inside, find_write, &search);
    return search.found;
}
