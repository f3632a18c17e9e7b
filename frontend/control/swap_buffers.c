// Pointers that change places: `tmp = a; a = b; b = tmp;` at the end of a step. An array of the nest is the memory that
// its pointer points to at that moment, and no two of them are ever the same.
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/stmt.h"
#include "frontend/control/swap_buffers.h"
#include "frontend/dataflow/live.h"
#include "frontend/dataflow/scan.h"

enum { MAX_MOVES = 16, FEWEST_MOVES = 3 };

// target = source, both the names or members of pointers
typedef struct Move {
    CXCursor target, source;
    bool declares; // target is a declaration
    int stmt;      // in which statement of the block
} Move;

typedef struct Moves {
    Move items[MAX_MOVES];
    int count, stmt;
} Moves;

// ---- the text

static bool is_pointer(CXCursor expr)
{
    return clang_getCanonicalType(clang_getCursorType(expr)).kind == CXType_Pointer;
}

static bool is_plain_pointer(CXCursor expr)
{
    enum CXCursorKind kind = clang_getCursorKind(expr);
    return (kind == CXCursor_DeclRefExpr || kind == CXCursor_MemberRefExpr) && is_pointer(expr);
}

static bool add_move(Reader *reader, Moves *moves, CXCursor target, CXCursor source, bool declares)
{
    target = declares ? target : strip_parens(reader, target);
    source = strip_conversions(reader, source);
    bool plain = is_plain_pointer(source) && (declares ? is_pointer(target) : is_plain_pointer(target));
    if (!plain || moves->count == MAX_MOVES)
        return false;
    moves->items[moves->count++] = (Move){target, source, declares, moves->stmt};
    return true;
}

// The moves of a statement; false: it does something else.
static bool add_moves(Reader *reader, Moves *moves, CXCursor stmt)
{
    stmt = strip_parens(reader, stmt);
    Children parts = children_of(reader, stmt);
    if (clang_getCursorKind(stmt) == CXCursor_DeclStmt) {
        CXCursor first = parts.count == 1 && clang_getCursorKind(parts.items[0]) == CXCursor_VarDecl
                             ? clang_Cursor_getVarDeclInitializer(parts.items[0])
                             : clang_getNullCursor();
        return !is_null_cursor(first) && add_move(reader, moves, parts.items[0], first, true);
    }
    if (clang_getCursorKind(stmt) != CXCursor_BinaryOperator)
        return false;
    parts = expression_children(reader, stmt);
    enum CXBinaryOperatorKind op = clang_getCursorBinaryOperatorKind(stmt);
    if (op == CXBinaryOperator_Comma && parts.count == 2)
        return add_moves(reader, moves, parts.items[0]) && add_moves(reader, moves, parts.items[1]);
    return op == CXBinaryOperator_Assign && parts.count == 2 &&
           add_move(reader, moves, parts.items[0], parts.items[1], false);
}

static Moves moves_from(Reader *reader, const CXCursor *stmts, int count)
{
    Moves moves = {0};
    for (int i = 0; i < count; i++) {
        int before = moves.count;
        moves.stmt = i;
        if (add_moves(reader, &moves, stmts[i]))
            continue;
        moves.count = before;
        break;
    }
    return moves;
}

// ---- what they amount to

typedef struct Slot {
    CXCursor place; // a mention, or its declaration
    DeclFacts *facts;
    Variable *member; // of a struct; otherwise NULL
    bool carries;     // it is set before it is read: it only holds another one's value
    bool declared_here;
    int holds; // index of the slot whose first value it has now
    int mentions, reads;
} Slot;

typedef struct Rotation {
    Slot slots[2 * MAX_MOVES];
    int count;
} Rotation;

static Slot *slot_of(Reader *reader, Rotation *rotation, CXCursor place, bool declares, bool *is_new)
{
    Slot slot = {.place = place, .declared_here = declares};
    if (clang_getCursorKind(place) == CXCursor_MemberRefExpr) {
        Reference reference;
        if (!read_reference(reader, place, &reference) || !reference.variable)
            return NULL;
        slot.member = reference.variable;
    }
    slot.facts = facts_of(reader, declares ? place : clang_getCursorReferenced(place));
    *is_new = false;
    for (int i = 0; i < rotation->count; i++)
        if (rotation->slots[i].facts == slot.facts && rotation->slots[i].member == slot.member)
            return &rotation->slots[i];
    *is_new = true;
    slot.holds = rotation->count;
    rotation->slots[rotation->count] = slot;
    return &rotation->slots[rotation->count++];
}

static bool carry_out(Reader *reader, Rotation *rotation, const Move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        bool is_new;
        Slot *source = slot_of(reader, rotation, moves[i].source, false, &is_new);
        if (!source)
            return false;
        source->mentions++;
        source->reads++;
        int value = source->holds;
        Slot *target = slot_of(reader, rotation, moves[i].target, moves[i].declares, &is_new);
        if (!target)
            return false;
        target->carries |= is_new;
        target->mentions += !moves[i].declares;
        target->holds = value;
    }
    return true;
}

static int mentions_in_nest(const Reader *reader, const DeclFacts *facts)
{
    return moments_from(&facts->mentions, reader->frame.nest_last) -
           moments_from(&facts->mentions, reader->frame.nest_first);
}

static bool can_carry(const Reader *reader, const Slot *slot)
{
    CXCursor decl = slot->declared_here ? slot->place : clang_getCursorReferenced(slot->place);
    enum CX_StorageClass storage = clang_Cursor_getStorageClass(decl);
    bool is_local = !slot->member &&
                    (clang_getCursorKind(decl) == CXCursor_VarDecl || clang_getCursorKind(decl) == CXCursor_ParmDecl) &&
                    storage != CX_SC_Static && storage != CX_SC_Extern &&
                    clang_getCursorKind(clang_getCursorSemanticParent(decl)) != CXCursor_TranslationUnit;
    bool all = !slot->declared_here || mentions_in_nest(reader, slot->facts) == slot->mentions;
    return is_local && !slot->facts->address_taken && slot->reads > 0 && all;
}

// Whether all pointers except the temporary ones have only been permuted, and at least one has changed.
static bool is_permutation(const Reader *reader, const Rotation *rotation)
{
    bool taken[2 * MAX_MOVES] = {false}, moves = false;
    for (int i = 0; i < rotation->count; i++) {
        const Slot *slot = &rotation->slots[i];
        if (slot->carries && !can_carry(reader, slot))
            return false;
        if (slot->carries)
            continue;
        if (rotation->slots[slot->holds].carries || taken[slot->holds] || slot->facts->address_taken)
            return false;
        taken[slot->holds] = true;
        moves |= slot->holds != i;
    }
    return moves;
}

// ---- the statement

static bool same_shape(const Array *left, const Array *right)
{
    bool same = left->element == right->element && left->ndim == right->ndim && left->held == right->held;
    for (int d = 1; d < left->ndim && same; d++)
        same = left->extent[d] == right->extent[d] ||
               (left->extent[d] && right->extent[d] && expr_equal(left->extent[d], right->extent[d]));
    return same && !left->is_object && left->is_const == right->is_const;
}

static Array *rotating_array(Reader *reader, const Slot *slot)
{
    Variable *variable = slot->member ? slot->member : find_variable(reader, slot->place);
    if (!variable || variable->home == HOME_NEST || variable->target)
        return NULL;
    Array *array = variable_array(reader, variable, slot->place);
    if (!array || array->rotates || array->declared)
        return array && array->declared ? NULL : array;
    array->rotates = true;
    array->is_restrict = false;
    array->pointer_after = is_live_after(reader, variable) ? variable->host : NULL;
    Rotating rotating = {slot->facts, array};
    VECTOR_PUSH(reader->arena, &reader->frame.rotating, rotating);
    return array;
}

static bool add_rotation(Reader *reader, const Rotation *rotation, CXCursor at)
{
    const Array *arrays[2 * MAX_MOVES], *rotated[2 * MAX_MOVES], *taken[2 * MAX_MOVES], *first = NULL;
    int count = 0;
    for (int i = 0; i < rotation->count; i++) {
        const Slot *slot = &rotation->slots[i];
        Carrier carrier = {slot->facts, slot->place, slot->mentions};
        if (slot->carries) {
            VECTOR_PUSH(reader->arena, &reader->frame.carriers, carrier);
            continue;
        }
        arrays[i] = rotating_array(reader, slot);
        if (!arrays[i] || (first && !same_shape(first, arrays[i]))) {
            refuse(reader, at, "it exchanges pointers to memory of different shapes");
            return false;
        }
        first = arrays[i];
    }
    for (int i = 0; i < rotation->count; i++)
        if (!rotation->slots[i].carries && rotation->slots[i].holds != i) {
            rotated[count] = arrays[i];
            taken[count++] = arrays[rotation->slots[i].holds];
        }
    add_statement(reader, stmt_rotate(reader->arena, rotated, taken, count), at);
    return true;
}

int swap_buffers_read(Reader *reader, const CXCursor *stmts, int count)
{
    if (!reader->frame.nest || reader->frame.inline_depth || reader->frame.conditional)
        return 0;
    Moves moves = moves_from(reader, stmts, count);
    for (int last = moves.count; last >= FEWEST_MOVES; last--) {
        Rotation rotation = {0};
        bool whole = last == moves.count || moves.items[last].stmt != moves.items[last - 1].stmt;
        if (!whole || !carry_out(reader, &rotation, moves.items, last) || !is_permutation(reader, &rotation))
            continue;
        return add_rotation(reader, &rotation, stmts[0]) ? moves.items[last - 1].stmt + 1 : 0;
    }
    return 0;
}

// ---- other pointers to the same memory

// Whether the local pointer may be used if its source has changed places at `moment` since then.
static bool may_be_stale(const Reader *reader, const DeclFacts *facts, size_t set, size_t moment)
{
    const Moments *mentions = &facts->mentions;
    if (mentions->count == 0)
        return false;
    if (set < moment && mentions->items[mentions->count - 1] > moment)
        return true;
    for (int i = reader->frame.nest_site; i < reader->frame.nest_site_end; i++) {
        const SiteDetail *detail = &reader->details.items[i];
        SiteKind kind = reader->sites.items[i].kind;
        bool around = (kind == SITE_FOR || kind == SITE_LOOP) && detail->first <= moment && moment < detail->last;
        bool set_inside = detail->first <= set && set < detail->last;
        if (around && !set_inside && moments_in(mentions, detail->first, detail->last))
            return true;
    }
    return false;
}

// The moment when a local pointer gets its value: its one assignment, or its declaration. 0: not known.
static size_t set_at(Reader *reader, const Variable *variable)
{
    if (variable->facts->writes.count)
        return variable->facts->writes.items[0];
    for (int i = reader->frame.nest_site; i < reader->frame.nest_site_end; i++) {
        const SiteDetail *detail = &reader->details.items[i];
        if (clang_getCursorKind(detail->cursor) != CXCursor_DeclStmt)
            continue;
        Children parts = children_of(reader, detail->cursor);
        for (int k = 0; k < parts.count; k++)
            if (clang_equalCursors(parts.items[k], variable->cursor))
                return detail->first;
    }
    return 0;
}

static void check_pointed(Reader *reader, const Variable *variable, const Rotating *rotating)
{
    if (variable->target->array != rotating->array)
        return;
    const Moments *writes = &rotating->facts->writes;
    size_t set = set_at(reader, variable);
    for (int i = moments_from(writes, reader->frame.nest_first);
         i < writes->count && writes->items[i] < reader->frame.nest_last; i++)
        if (may_be_stale(reader, variable->facts, set, writes->items[i]))
            refuse(reader, variable->cursor, "'%s' points where '%s' points, which changes before it is used again",
                   variable->name, rotating->array->name);
}

// Whether the function may read the pointer's value after the nest.
static bool is_wanted(Reader *reader, DeclFacts *facts)
{
    const Site *function = &reader->sites.items[reader->frame.function_site];
    return function->is_unknown || function->has_label || live_is_read_after(reader, facts);
}

void swap_buffers_check(Reader *reader)
{
    FOR_EACH(i, &reader->frame.carriers) {
        const Carrier *carrier = &reader->frame.carriers.items[i];
        int explained = 0;
        FOR_EACH(k, &reader->frame.carriers)
            if (reader->frame.carriers.items[k].facts == carrier->facts)
                explained += reader->frame.carriers.items[k].mentions;
        if (explained != mentions_in_nest(reader, carrier->facts) || is_wanted(reader, carrier->facts))
            refuse(reader, carrier->place, "the pointer '%s' is used for more than to exchange others",
                   cursor_name(carrier->place));
    }
    FOR_EACH(i, &reader->frame.pointed)
        FOR_EACH(k, &reader->frame.rotating)
            check_pointed(reader, reader->frame.pointed.items[i], &reader->frame.rotating.items[k]);
}
