// Liveness of the elements of a local array. `double t[3];` at the top of a function serves many loops, and each sets
// the elements that it reads. So the walk goes through the function as it runs and knows which elements have been set
// since the nest, on all ways that lead to a place: those with constant subscripts, and those of the iterators of
// loops with constant bounds, which are all set after such a loop. A call may read all elements, and nothing after it
// does so by its pointers, if it keeps none.
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/dataflow/escapes.h"
#include "frontend/dataflow/live_elements.h"
#include "frontend/dataflow/scan.h"

enum { MOST_ELEMENTS = 64, MOST_KEYS = 64, MOST_RANK = 3, MOST_LOOPS = 16, MOST_SET = 8 };

// A subscript from 0, or ~l of the iterator of the l-th loop around.
typedef struct Key {
    int subscripts[MOST_RANK];
} Key;

typedef struct Known {
    uint64_t elements;
    Key keys[MOST_KEYS]; // of this iteration of the loops around
    int nkey;
} Known;

typedef struct Counted {
    DeclFacts *iterator; // NULL: its bounds are not constant
    int64_t first, end;
} Counted;

typedef struct Walk {
    Reader *reader;
    DeclFacts *facts;
    CXCursor nest; // its last statement
    int rank, extent[MOST_RANK];
    uint64_t all;
    Counted loops[MOST_LOOPS];
    int nloop;
    Known *broken, *continued, *labels; // where control leaves the loop, its iteration; where a case label begins
    bool read;                          // an element may be read that was not set
    bool comes_to_nest;
    bool escapes; // something may keep a pointer to an element
    int nested;   // 0: in an expression that is always evaluated as a whole
    int budget;
} Walk;

// ---- what is known

// No way leads here.
static void set_unreached(const Walk *walk, Known *known)
{
    *known = (Known){.elements = walk->all};
}

static bool same_key(const Walk *walk, const Key *left, const Key *right)
{
    for (int d = 0; d < walk->rank; d++)
        if (left->subscripts[d] != right->subscripts[d])
            return false;
    return true;
}

static bool has_key(const Walk *walk, const Known *known, const Key *key)
{
    for (int i = 0; i < known->nkey; i++)
        if (same_key(walk, &known->keys[i], key))
            return true;
    return false;
}

static int place_of(const Walk *walk, const Key *key)
{
    int place = 0;
    for (int d = 0; d < walk->rank && place >= 0; d++)
        place = key->subscripts[d] < 0 ? -1 : place * walk->extent[d] + key->subscripts[d];
    return place;
}

static bool is_set(const Walk *walk, const Known *known, const Key *key)
{
    int place = place_of(walk, key);
    bool set = has_key(walk, known, key) || (place >= 0 && known->elements >> place & 1);
    for (int d = 0; d < walk->rank && !set; d++) {
        if (key->subscripts[d] >= 0)
            continue;
        const Counted *loop = &walk->loops[~key->subscripts[d]];
        Key one = *key;
        set = true;
        for (int64_t i = loop->first; i < loop->end && set; i++) {
            one.subscripts[d] = (int)i;
            set = is_set(walk, known, &one);
        }
    }
    return set;
}

static void set(const Walk *walk, Known *known, const Key *key)
{
    int place = place_of(walk, key);
    if (place >= 0)
        known->elements |= (uint64_t)1 << place;
    else if (known->nkey < MOST_KEYS && !has_key(walk, known, key))
        known->keys[known->nkey++] = *key;
}

static void meet(const Walk *walk, Known *known, const Known *other)
{
    int kept = 0;
    if (known->elements == walk->all)
        *known = *other;
    if (other->elements == walk->all)
        return;
    for (int i = 0; i < known->nkey; i++)
        if (is_set(walk, other, &known->keys[i]))
            known->keys[kept++] = known->keys[i];
    known->nkey = kept;
    known->elements &= other->elements;
}

// After the loop: its iterator has had all values, or nothing is known of them.
static void end_loop(const Walk *walk, Known *known, const Counted *loop)
{
    Known before = *known;
    int level = walk->nloop;
    known->nkey = 0;
    for (int i = 0; i < before.nkey; i++) {
        Key key = before.keys[i];
        int at = 0;
        while (at < walk->rank && key.subscripts[at] != ~level)
            at++;
        bool twice = false;
        for (int d = at + 1; d < walk->rank; d++)
            twice = twice || key.subscripts[d] == ~level;
        if (at == walk->rank)
            set(walk, known, &key);
        for (int64_t k = loop->first; at < walk->rank && !twice && k < loop->end; k++) {
            key.subscripts[at] = (int)k;
            set(walk, known, &key);
        }
    }
}

// ---- expressions

static bool constant_of(CXCursor expr, int64_t *value)
{
    CXEvalResult result = clang_Cursor_Evaluate(expr);
    bool known = result && clang_EvalResult_getKind(result) == CXEval_Int;
    *value = known ? clang_EvalResult_getAsLongLong(result) : 0;
    if (result)
        clang_EvalResult_dispose(result);
    return known;
}

static DeclFacts *variable_of(Reader *reader, CXCursor expr)
{
    expr = strip_conversions(reader, expr);
    return clang_getCursorKind(expr) == CXCursor_DeclRefExpr ? facts_of(reader, clang_getCursorReferenced(expr)) : NULL;
}

static bool read_subscript(const Walk *walk, CXCursor expr, int extent, int *subscript)
{
    const DeclFacts *variable = variable_of(walk->reader, expr);
    int64_t value;
    for (int l = 0; variable && l < walk->nloop; l++)
        if (walk->loops[l].iterator == variable && walk->loops[l].first >= 0 && walk->loops[l].end <= extent) {
            *subscript = ~l;
            return true;
        }
    bool inside = constant_of(strip_conversions(walk->reader, expr), &value) && value >= 0 && value < extent;
    *subscript = (int)value;
    return inside;
}

static void walk_expression(Walk *walk, CXCursor expr, Known *known);

// Whether the expression is an element of the array; its subscripts are walked over. `exact`: they are known.
static bool is_element(Walk *walk, CXCursor expr, Known *known, Key *key, bool *exact)
{
    CXCursor subscripts[MOST_RANK];
    int count = 0;
    expr = strip_conversions(walk->reader, expr);
    while (clang_getCursorKind(expr) == CXCursor_ArraySubscriptExpr && count < walk->rank) {
        Children parts = expression_children(walk->reader, expr);
        if (parts.count != 2)
            return false;
        subscripts[count++] = parts.items[1];
        expr = strip_conversions(walk->reader, parts.items[0]);
    }
    if (count != walk->rank || variable_of(walk->reader, expr) != walk->facts)
        return false;
    *exact = true;
    for (int d = 0; d < count; d++) {
        CXCursor subscript = subscripts[count - 1 - d];
        walk_expression(walk, subscript, known);
        *exact = read_subscript(walk, subscript, walk->extent[d], &key->subscripts[d]) && *exact;
    }
    return true;
}

static void walk_branch(Walk *walk, CXCursor expr, const Known *known)
{
    Known branch = *known;
    walk_expression(walk, expr, &branch);
}

static void walk_binary(Walk *walk, CXCursor expr, Children parts, Known *known)
{
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(expr);
    Key key;
    bool exact;
    if (op == CXBinaryOperator_Assign && is_element(walk, parts.items[0], known, &key, &exact)) {
        walk_expression(walk, parts.items[1], known);
        if (exact && !walk->nested)
            set(walk, known, &key);
        return;
    }
    bool sequence = op == CXBinaryOperator_Assign || op == CXBinaryOperator_Comma;
    walk->nested += !sequence;
    walk_expression(walk, parts.items[0], known);
    if (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)
        walk_branch(walk, parts.items[1], known);
    else
        walk_expression(walk, parts.items[1], known);
    walk->nested -= !sequence;
}

// Other uses than of an element may read all of them, or keep their address.
static bool is_other_use(Walk *walk, CXCursor expr, enum CXCursorKind kind)
{
    if (kind == CXCursor_DeclRefExpr)
        return variable_of(walk->reader, expr) == walk->facts;
    return kind == CXCursor_UnaryOperator && clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_AddrOf &&
           cursor_mentions(expr, walk->facts->cursor);
}

// ---- calls

static bool is_parameter(Walk *walk, CXCursor expr, CXCursor parameter)
{
    expr = strip_conversions(walk->reader, expr);
    return clang_getCursorKind(expr) == CXCursor_DeclRefExpr &&
           clang_equalCursors(clang_getCursorReferenced(expr), parameter);
}

// Whether a statement of GNU C may leave the expression: ({ return; })
static bool has_statement(Walk *walk, CXCursor expr)
{
    Children parts = children_of(walk->reader, expr);
    for (int i = 0; i < parts.count; i++)
        if (clang_isStatement(clang_getCursorKind(parts.items[i])) || has_statement(walk, parts.items[i]))
            return true;
    return false;
}

// *p = value; where the value does not mention p
static bool is_store_through(Walk *walk, CXCursor stmt, CXCursor parameter)
{
    Children parts = expression_children(walk->reader, stmt);
    if (clang_getCursorKind(stmt) != CXCursor_BinaryOperator || parts.count != 2 ||
        clang_getCursorBinaryOperatorKind(stmt) != CXBinaryOperator_Assign)
        return false;
    CXCursor place = strip_conversions(walk->reader, parts.items[0]);
    if (clang_getCursorKind(place) != CXCursor_UnaryOperator ||
        clang_getCursorUnaryOperatorKind(place) != CXUnaryOperator_Deref || cursor_mentions(parts.items[1], parameter))
        return false;
    Children pointer = expression_children(walk->reader, place);
    return pointer.count == 1 && is_parameter(walk, pointer.items[0], parameter);
}

// Whether the function does nothing with the parameter but to store a value where it points to, which it always does:
// the statement is one of its body, no statement before it leaves the function, and no other mentions the parameter.
static bool always_stores(Walk *walk, CXCursor function, int at, long long size)
{
    CXCursor definition = clang_getCursorDefinition(function);
    if (clang_getCursorKind(function) != CXCursor_FunctionDecl || is_null_cursor(definition) ||
        at >= clang_Cursor_getNumArguments(definition))
        return false;
    CXCursor parameter = clang_Cursor_getArgument(definition, (unsigned)at);
    if (clang_Type_getSizeOf(clang_getPointeeType(clang_getCanonicalType(cursor_type(parameter)))) != size)
        return false;
    Children children = children_of(walk->reader, definition);
    CXCursor body = children.count ? children.items[children.count - 1] : definition;
    Children statements = children_of(walk->reader, body);
    bool straight = true, stored = false;
    for (int i = 0; i < statements.count; i++) {
        enum CXCursorKind kind = clang_getCursorKind(statements.items[i]);
        straight = straight && !has_statement(walk, statements.items[i]);
        bool stores = straight && !stored && is_store_through(walk, statements.items[i], parameter);
        if (!stores && cursor_mentions(statements.items[i], parameter))
            return false;
        stored = stored || stores;
        straight = straight && kind == CXCursor_BinaryOperator;
    }
    return stored && clang_getCursorKind(body) == CXCursor_CompoundStmt;
}

// f(&t[1]): what the function sets is known only if it does nothing else; otherwise it may read all elements.
static bool is_address_of_element(Walk *walk, CXCursor expr, Known *known, Key *key, bool *exact)
{
    expr = strip_conversions(walk->reader, expr);
    Children parts = expression_children(walk->reader, expr);
    return clang_getCursorKind(expr) == CXCursor_UnaryOperator &&
           clang_getCursorUnaryOperatorKind(expr) == CXUnaryOperator_AddrOf && parts.count == 1 &&
           is_element(walk, parts.items[0], known, key, exact);
}

static void walk_call(Walk *walk, CXCursor call, Known *known)
{
    CXCursor function = clang_getCursorReferenced(call);
    Key keys[MOST_SET], key;
    int nset = 0;
    bool exact;
    CXType element = cursor_type(walk->facts->cursor);
    while (element.kind == CXType_ConstantArray)
        element = clang_getCanonicalType(clang_getArrayElementType(element));
    long long size = clang_Type_getSizeOf(element);
    for (int i = 0; i < clang_Cursor_getNumArguments(call); i++) {
        CXCursor argument = clang_Cursor_getArgument(call, (unsigned)i);
        if (!is_address_of_element(walk, argument, known, &key, &exact))
            walk_expression(walk, argument, known);
        else if (exact && nset < MOST_SET && always_stores(walk, function, i, size))
            keys[nset++] = key;
        else
            walk->read |= known->elements != walk->all;
    }
    for (int i = 0; i < nset && !walk->nested; i++)
        set(walk, known, &keys[i]);
}

static void walk_statement(Walk *walk, CXCursor stmt, Known *known);

static void walk_expression(Walk *walk, CXCursor expr, Known *known)
{
    enum CXCursorKind kind = clang_getCursorKind(expr);
    Key key;
    bool exact;
    if (clang_isStatement(kind)) {
        walk_statement(walk, expr, known);
        return;
    }
    if (--walk->budget < 0)
        walk->read = true;
    if (walk->read || kind == CXCursor_UnaryExpr) // sizeof
        return;
    if (kind == CXCursor_ArraySubscriptExpr && is_element(walk, expr, known, &key, &exact)) {
        walk->read |= exact ? !is_set(walk, known, &key) : known->elements != walk->all;
        return;
    }
    walk->read |= is_other_use(walk, expr, kind);
    Children parts = children_of(walk->reader, expr);
    bool direct = kind == CXCursor_CallExpr && parts.count > 0 &&
                  !clang_Cursor_isNull(clang_getCursorReferenced(expr)) &&
                  !cursor_mentions(parts.items[0], walk->facts->cursor);
    if (direct && !walk->escapes) {
        walk->nested++;
        walk_expression(walk, parts.items[0], known);
        walk->nested--;
        walk_call(walk, expr, known);
        return;
    }
    if (kind == CXCursor_BinaryOperator && parts.count == 2) {
        walk_binary(walk, expr, parts, known);
        return;
    }
    walk->nested++;
    for (int i = 0; i < parts.count; i++)
        if (kind == CXCursor_ConditionalOperator && i > 0)
            walk_branch(walk, parts.items[i], known);
        else
            walk_expression(walk, parts.items[i], known);
    walk->nested--;
    if (kind == CXCursor_VarDecl && facts_of(walk->reader, expr) == walk->facts)
        set_unreached(walk, known); // its elements before are gone
}

// ---- loops

static bool is_automatic(const DeclFacts *facts)
{
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(facts->cursor);
    return clang_getCursorLinkage(facts->cursor) == CXLinkage_NoLinkage && storage != CX_SC_Static;
}

// for (v = first; v < end; v++) with constants, in whose body nothing changes v
static Counted count_loop(Walk *walk, CXCursor loop, Children parts)
{
    Reader *reader = walk->reader;
    Counted none = {NULL, 0, 0}, counted = none;
    int site = site_of(reader, loop);
    DeclFacts *iterator = site >= 0 ? reader->details.items[site].iterator : NULL;
    if (parts.count != 4 || !iterator || iterator->address_taken || !is_automatic(iterator) ||
        moments_in(&iterator->writes, reader->details.items[site].body_first, reader->details.items[site].last))
        return none;
    CXCursor init = parts.items[0], test = strip_conversions(reader, parts.items[1]);
    CXCursor step = strip_conversions(reader, parts.items[2]);
    Children declared = children_of(reader, init);
    if (clang_getCursorKind(init) == CXCursor_DeclStmt && declared.count == 1)
        declared = expression_children(reader, declared.items[0]);
    Children compared = expression_children(reader, test);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(test);
    enum CXUnaryOperatorKind up = clang_getCursorUnaryOperatorKind(step);
    bool known = declared.count > 0 && compared.count == 2 &&
                 (op == CXBinaryOperator_LT || op == CXBinaryOperator_LE) &&
                 variable_of(reader, compared.items[0]) == iterator &&
                 (up == CXUnaryOperator_PostInc || up == CXUnaryOperator_PreInc) &&
                 constant_of(declared.items[declared.count - 1], &counted.first) &&
                 constant_of(strip_conversions(reader, compared.items[1]), &counted.end);
    counted.end += op == CXBinaryOperator_LE;
    counted.iterator = iterator;
    return known && counted.first < counted.end && counted.end - counted.first <= MOST_ELEMENTS ? counted : none;
}

// One iteration, from `known` to what is known at its end.
static void walk_iteration(Walk *walk, CXCursor loop, Children parts, Known *known, Known *after_test)
{
    bool is_for = clang_getCursorKind(loop) == CXCursor_ForStmt, is_do = clang_getCursorKind(loop) == CXCursor_DoStmt;
    int body = is_do ? 0 : parts.count - 1;
    // A for without one of its parts: which they are is not known.
    for (int i = 0; is_for && parts.count != 4 && i < body; i++)
        walk_branch(walk, parts.items[i], known);
    if (!is_do && (!is_for || parts.count == 4))
        walk_expression(walk, parts.items[is_for], known);
    *after_test = *known;
    walk_expression(walk, parts.items[body], known);
    meet(walk, known, walk->continued);
    if (is_for && parts.count == 4)
        walk_expression(walk, parts.items[2], known);
    for (int i = 1; is_do && i < parts.count; i++)
        walk_expression(walk, parts.items[i], known);
    if (is_do)
        *after_test = *known;
}

static void walk_loop(Walk *walk, CXCursor loop, Known *known)
{
    Children parts = children_of(walk->reader, loop);
    bool is_for = clang_getCursorKind(loop) == CXCursor_ForStmt;
    walk->read |= parts.count == 0 || walk->nloop == MOST_LOOPS;
    if (is_for && parts.count == 4 && !walk->read)
        walk_expression(walk, parts.items[0], known);
    if (walk->read)
        return;
    Counted counted = is_for ? count_loop(walk, loop, parts) : (Counted){NULL, 0, 0};
    Known *broken = walk->broken, *continued = walk->continued, entry = *known, end, after_test, left, next;
    walk->broken = &left;
    walk->continued = &next;
    walk->loops[walk->nloop++] = counted;
    for (bool changes = true; changes && !walk->read;) {
        set_unreached(walk, &left);
        set_unreached(walk, &next);
        end = entry;
        walk_iteration(walk, loop, parts, &end, &after_test);
        Known again = entry;
        meet(walk, &again, &end);
        changes = again.elements != entry.elements || again.nkey != entry.nkey;
        entry = again;
    }
    walk->nloop--;
    walk->broken = broken;
    walk->continued = continued;
    *known = counted.iterator ? end : after_test;
    end_loop(walk, known, &counted);
    end_loop(walk, &left, &(Counted){NULL, 0, 0});
    meet(walk, known, &left);
}

// ---- statements

static void walk_if(Walk *walk, Children parts, Known *known)
{
    int branches = parts.count > 1 ? 1 : 0;
    walk_expression(walk, parts.items[0], known);
    Known yes = *known, no = *known;
    walk_expression(walk, parts.items[branches], &yes);
    if (parts.count > branches + 1)
        walk_expression(walk, parts.items[branches + 1], &no);
    *known = yes;
    meet(walk, known, &no);
}

static void walk_switch(Walk *walk, Children parts, Known *known)
{
    Known *broken = walk->broken, *labels = walk->labels, left, entry;
    walk_expression(walk, parts.items[0], known);
    entry = *known;
    set_unreached(walk, &left);
    walk->broken = &left;
    walk->labels = &entry;
    for (int i = 1; i < parts.count; i++)
        walk_expression(walk, parts.items[i], known);
    walk->broken = broken;
    walk->labels = labels;
    meet(walk, known, &left);
    meet(walk, known, &entry); // no label may fit
}

static void walk_jump(const Walk *walk, Known *to, Known *known)
{
    if (to)
        meet(walk, to, known);
    set_unreached(walk, known);
}

static void walk_statement(Walk *walk, CXCursor stmt, Known *known)
{
    Children parts = children_of(walk->reader, stmt);
    switch (clang_getCursorKind(stmt)) {
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt: walk_loop(walk, stmt, known); break;
    case CXCursor_IfStmt: walk_if(walk, parts, known); break;
    case CXCursor_SwitchStmt: walk_switch(walk, parts, known); break;
    case CXCursor_BreakStmt: walk_jump(walk, walk->broken, known); break;
    case CXCursor_ContinueStmt: walk_jump(walk, walk->continued, known); break;
    case CXCursor_CaseStmt:
    case CXCursor_DefaultStmt:
        if (walk->labels)
            meet(walk, known, walk->labels);
        for (int i = 0; i < parts.count; i++)
            walk_expression(walk, parts.items[i], known);
        break;
    default:
        for (int i = 0; i < parts.count; i++)
            walk_expression(walk, parts.items[i], known);
        if (clang_getCursorKind(stmt) == CXCursor_ReturnStmt)
            set_unreached(walk, known);
    }
    if (clang_equalCursors(stmt, walk->nest)) {
        *known = (Known){.elements = 0};
        walk->comes_to_nest = true;
    }
}

// ---- the array

static bool read_extents(Walk *walk)
{
    CXType type = cursor_type(walk->facts->cursor);
    int64_t elements = 1;
    for (; type.kind == CXType_ConstantArray; type = clang_getCanonicalType(clang_getArrayElementType(type))) {
        int64_t extent = clang_getArraySize(type);
        if (walk->rank == MOST_RANK || extent < 1 || extent > MOST_ELEMENTS)
            return false;
        walk->extent[walk->rank++] = (int)extent;
        elements *= extent;
    }
    walk->all = elements < 64 ? ((uint64_t)1 << elements) - 1 : UINT64_MAX;
    return walk->rank && elements <= MOST_ELEMENTS;
}

bool live_elements_after(Reader *reader, DeclFacts *facts)
{
    const Frame *frame = &reader->frame;
    const Site *function = &reader->sites.items[frame->function_site];
    Walk walk = {.reader = reader, .facts = facts, .budget = 1 << 20};
    if (facts->address_taken || function->has_label || function->is_unknown || frame->nest_site < 0 ||
        !is_automatic(facts) || !read_extents(&walk))
        return true;
    for (int i = frame->nest_site; i < frame->nest_site_end; i = reader->sites.items[i].subtree_end)
        walk.nest = reader->details.items[i].cursor;
    walk.escapes = variable_escapes(reader, facts);
    Known known;
    set_unreached(&walk, &known);
    Children parts = children_of(reader, reader->details.items[frame->function_site].cursor);
    for (int i = 0; i < parts.count; i++)
        walk_expression(&walk, parts.items[i], &known);
    return walk.read || !walk.comes_to_nest;
}
