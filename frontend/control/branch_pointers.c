// Pointers that the branches of an `if` set (contract in branch_pointers.h).
#include "frontend/control/branch_pointers.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/source.h"
#include "frontend/clang/variable.h"
#include "frontend/control/assertion.h"
#include "frontend/control/null_pointers.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/scan.h"

// ---- the first statements of branches

// p = a + i;
typedef struct Lead {
    CXCursor name, value;
    CXCursor decl;
    int branch; // which one, of all branches
} Lead;

typedef struct Leads {
    Reader *reader;
    CXCursor first; // the outermost `if`
    VECTOR(Lead) items;
    VECTOR(CXCursor) branches;   // of each; a null cursor: there is none
    VECTOR(CXCursor) conditions; // of an `else if`
} Leads;

static bool is_local_pointer(CXCursor decl)
{
    bool is_variable = clang_getCursorKind(decl) == CXCursor_VarDecl &&
                       clang_Cursor_getStorageClass(decl) != CX_SC_Static &&
                       clang_getCursorKind(clang_getCursorSemanticParent(decl)) != CXCursor_TranslationUnit;
    return is_variable && clang_getCanonicalType(clang_getCursorType(decl)).kind == CXType_Pointer;
}

static bool read_lead(Reader *reader, CXCursor stmt, Lead *lead)
{
    bool assigns = clang_getCursorKind(stmt) == CXCursor_BinaryOperator &&
                   clang_getCursorBinaryOperatorKind(stmt) == CXBinaryOperator_Assign;
    Children parts = assigns ? expression_children(reader, stmt) : (Children){0};
    CXCursor name = parts.count == 2 ? strip_parens(reader, parts.items[0]) : stmt;
    if (parts.count != 2 || clang_getCursorKind(name) != CXCursor_DeclRefExpr)
        return false;
    *lead = (Lead){.name = name, .value = parts.items[1], .decl = clang_getCursorReferenced(name)};
    return is_local_pointer(lead->decl) && !expression_has_effects(lead->value) && !is_null_value(reader, lead->value);
}

static void find_leads(Leads *leads, CXCursor branch)
{
    enum CXCursorKind kind = clang_getCursorKind(branch);
    Children parts =
        kind == CXCursor_CompoundStmt || kind == CXCursor_IfStmt ? children_of(leads->reader, branch) : (Children){0};
    if (kind == CXCursor_IfStmt) {
        if (!clang_equalCursors(branch, leads->first))
            VECTOR_PUSH(leads->reader->scratch, &leads->conditions, parts.items[0]);
        for (int i = 1; i < parts.count; i++)
            find_leads(leads, parts.items[i]);
        if (parts.count == 2) // the one that is not there
            VECTOR_PUSH(leads->reader->scratch, &leads->branches, clang_getNullCursor());
        return;
    }
    Lead lead;
    int index = leads->branches.count;
    VECTOR_PUSH(leads->reader->scratch, &leads->branches, branch);
    for (int i = 0; i < (kind == CXCursor_CompoundStmt ? parts.count : 1); i++) {
        if (!read_lead(leads->reader, kind == CXCursor_CompoundStmt ? parts.items[i] : branch, &lead))
            return;
        lead.branch = index;
        VECTOR_PUSH(leads->reader->scratch, &leads->items, lead);
    }
}

static bool is_lead_of(const Lead *lead, CXCursor decl)
{
    return clang_equalCursors(lead->decl, decl);
}

// The values do not depend on the order in which the pointers are set, and each is set at most once in a branch.
static bool are_apart(const Leads *leads)
{
    bool apart = true;
    FOR_EACH(i, &leads->items)
        FOR_EACH(k, &leads->items) {
            const Lead *one = &leads->items.items[i], *other = &leads->items.items[k];
            bool twice = i != k && one->branch == other->branch && is_lead_of(one, other->decl);
            apart = apart && !twice && !cursor_mentions(one->value, other->decl);
        }
    return apart;
}

static const Lead *lead_in(const Leads *leads, CXCursor decl, int branch)
{
    FOR_EACH(i, &leads->items)
        if (leads->items.items[i].branch == branch && is_lead_of(&leads->items.items[i], decl))
            return &leads->items.items[i];
    return NULL;
}

// Whether nothing after the `if` runs, and the branch has nothing to do with the pointer.
static bool passes_by(const Leads *leads, CXCursor decl, int branch)
{
    CXCursor stmt = leads->branches.items[branch];
    return !is_null_cursor(stmt) && leaves(leads->reader, stmt) && !cursor_mentions(stmt, decl);
}

// Whether all branches set the pointer after which it may be read.
static bool is_always_set(const Leads *leads, CXCursor decl)
{
    FOR_EACH(i, &leads->branches)
        if (!passes_by(leads, decl, i) && !lead_in(leads, decl, i))
            return false;
    return true;
}

// A condition is read again after the pointer has been chosen.
static bool is_asked(const Leads *leads, CXCursor decl)
{
    FOR_EACH(i, &leads->conditions)
        if (cursor_mentions(leads->conditions.items[i], decl))
            return true;
    return false;
}

static int count_leads(const Leads *leads, CXCursor decl)
{
    int count = 0;
    FOR_EACH(i, &leads->items)
        count += is_lead_of(&leads->items.items[i], decl);
    return count;
}

// ---- where the pointer is set and read

// All other assignments come before, nothing reads the pointer after the block, and no earlier iteration's value
// counts.
static bool is_known_in_block(Reader *reader, const Leads *leads, const Variable *variable, CXCursor decl)
{
    const DeclFacts *facts = variable->facts;
    const Frame *frame = &reader->frame;
    int count = count_leads(leads, decl), earlier = facts->writes.count - count;
    bool complete = is_always_set(leads, decl), set_here = variable->set_in && variable->set_in == frame->block_last;
    if (is_asked(leads, decl) || facts->address_taken || !facts->mentions.count || earlier != variable->assignments ||
        variable->array || facts->mentions.items[facts->mentions.count - 1] >= frame->block_last ||
        (variable->home != HOME_NEST && (variable->home == HOME_GLOBAL || is_live_after(reader, variable))))
        return false;
    bool declared_here = variable->declared_in && variable->declared_in == frame->block_last;
    bool first = declared_here || facts->mentions.items[0] >= facts->writes.items[0];
    return first && (set_here || (complete && !earlier));
}

// ---- what it points to

typedef struct Choosing {
    Reader *reader;
    const Leads *leads;
    CXCursor decl, name;
    int branch;
} Choosing;

static bool choose(Choosing *choosing, CXCursor branch, Reference *made);

static bool is_place(const Reference *reference)
{
    return reference->choice || reference->array;
}

// The place after a branch that passes by is that of the other branch.
static Reference after_both(const Choice *choice)
{
    if (!is_place(&choice->yes) || !is_place(&choice->no))
        return is_place(&choice->yes) ? choice->yes : choice->no;
    return (Reference){.choice = choice, .type = choice->yes.type};
}

static bool choose_between(Choosing *choosing, Choice *choice, Expr *condition, const Children *parts)
{
    choice->condition = condition;
    CXCursor none = clang_getNullCursor();
    return condition && choose(choosing, parts->items[1], &choice->yes) &&
           choose(choosing, parts->count == 3 ? parts->items[2] : none, &choice->no);
}

// Not a place: what the pointer points to does not matter.
static bool choose(Choosing *choosing, CXCursor branch, Reference *made)
{
    Reader *reader = choosing->reader;
    bool is_if = !is_null_cursor(branch) && clang_getCursorKind(branch) == CXCursor_IfStmt;
    Children parts = is_if ? children_of(reader, branch) : (Children){0};
    if (is_if && (parts.count < 2 || parts.count > 3))
        return false;
    if (is_if) {
        Choice *choice = ARENA_NEW(reader->arena, Choice);
        bool good = choose_between(choosing, choice, read_condition(reader, parts.items[0]), &parts);
        *made = after_both(choice);
        return good;
    }
    int index = choosing->branch++;
    const Lead *lead = lead_in(choosing->leads, choosing->decl, index);
    *made = (Reference){0};
    if (!lead && passes_by(choosing->leads, choosing->decl, index))
        return true;
    return read_pointer(reader, lead ? lead->value : choosing->name, made) && is_place(made);
}

static bool has_array(const Reference *reference, const Array *array)
{
    const Choice *choice = reference->choice;
    return choice ? has_array(&choice->yes, array) && has_array(&choice->no, array) : reference->array == array;
}

static const Array *some_array(const Reference *reference)
{
    return reference->choice ? some_array(&reference->choice->yes) : reference->array;
}

// false: nothing has changed.
static bool choose_pointer(Reader *reader, const Leads *leads, CXCursor stmt, Expr *condition, BranchPointer *made)
{
    Frame before = reader->frame;
    int count = before.before->count;
    Children parts = children_of(reader, stmt);
    Choosing choosing = {reader, leads, made->variable->cursor, leads->items.items[0].name, 0};
    FOR_EACH(i, &leads->items)
        if (is_lead_of(&leads->items.items[i], choosing.decl))
            choosing.name = leads->items.items[i].name;
    Choice *choice = ARENA_NEW(reader->arena, Choice);
    Reference *chosen = ARENA_NEW(reader->arena, Reference);
    reader->frame.conditional++;
    bool good = choose_between(&choosing, choice, condition, &parts);
    reader->frame.conditional--;
    *chosen = after_both(choice);
    bool both = chosen->choice == choice;
    good = good && chosen->choice && !has_array(chosen, some_array(chosen)) &&
           freeze_reference(reader, chosen, cursor_name(choosing.decl)) && !reader->frame.refused;
    made->chosen = chosen;
    made->sides[0] = good && both ? &chosen->choice->no : chosen; // a branch that passes by does not mention it
    made->sides[1] = good && both ? &chosen->choice->yes : chosen;
    if (!good) {
        reader->frame = before;
        before.before->count = count;
    }
    return good;
}

// ---- all pointers of an `if`

static void hold_condition(Reader *reader, CXCursor stmt, Expr **condition)
{
    if (is_stable(reader, *condition))
        return;
    Arena *arena = reader->arena;
    Symbol *holds = new_symbol(reader, "holds", type_scalar(TY_I32), SYM_LOCAL, cursor_loc(reader, stmt));
    Expr *value = expr_binary(arena, OP_NE, *condition, expr_zero(arena, (*condition)->type), (*condition)->type);
    add_statement(reader, stmt_declare(arena, holds, expr_cast(arena, holds->type, value)), stmt);
    *condition = expr_symbol(arena, holds);
}

static bool is_listed(const BranchPointers *pointers, const Variable *variable)
{
    FOR_EACH(i, pointers)
        if (pointers->items[i].variable == variable)
            return true;
    return false;
}

BranchPointers branch_pointers_find(Reader *reader, CXCursor stmt, Expr **condition)
{
    BranchPointers found = {0};
    Frame *frame = &reader->frame;
    Leads leads = {.reader = reader, .first = stmt};
    bool in_block = frame->before && !frame->conditional && !frame->jumps && !frame->function &&
                    frame->stmt_depth == frame->block_depth;
    // A condition that stays the same makes versions of the nest (unswitch.h).
    bool versions = !is_null_cursor(frame->pointer_test) && condition_is_fixed(reader, *condition);
    if (clang_getCursorKind(stmt) != CXCursor_IfStmt || !in_block || versions)
        return found;
    find_leads(&leads, stmt);
    if (!are_apart(&leads))
        return found;
    Expr *asked = *condition;
    int count = frame->before->count, assumed = frame->assumed.count;
    FOR_EACH(i, &leads.items) {
        CXCursor decl = leads.items.items[i].decl;
        Variable *variable = find_declared(reader, decl);
        BranchPointer made = {.variable = variable};
        if (!variable || variable->skips || is_listed(&found, variable) ||
            !is_known_in_block(reader, &leads, variable, decl))
            continue;
        if (*condition == asked)
            hold_condition(reader, stmt, condition);
        if (choose_pointer(reader, &leads, stmt, *condition, &made))
            VECTOR_PUSH(reader->arena, &found, made);
    }
    if (!found.count) {
        *condition = asked;
        frame->before->count = count;
        frame->assumed.count = assumed;
    }
    FOR_EACH(i, &found) {
        Variable *variable = found.items[i].variable;
        variable->skips = count_leads(&leads, variable->cursor);
        variable->nullness = NOT_NULL;
        variable->way = NULL;
        if (!variable->target)
            VECTOR_PUSH(reader->arena, &frame->pointed, variable);
        variable->target = found.items[i].chosen;
    }
    return found;
}

void branch_pointers_enter(const BranchPointers *pointers, bool yes)
{
    FOR_EACH(i, pointers)
        pointers->items[i].variable->target = pointers->items[i].sides[yes];
}

void branch_pointers_leave(const BranchPointers *pointers)
{
    FOR_EACH(i, pointers)
        pointers->items[i].variable->target = pointers->items[i].chosen;
}

void branch_pointers_note(Reader *reader, Variable *variable)
{
    variable->set_in = reader->frame.stmt_depth == reader->frame.block_depth ? reader->frame.block_last : 0;
}

void branch_pointers_declare(Reader *reader, Variable *variable, bool set)
{
    branch_pointers_note(reader, variable);
    variable->declared_in = variable->set_in;
    variable->set_in = set ? variable->set_in : 0;
}

bool branch_pointers_skip(Variable *variable)
{
    bool skips = variable->skips > 0;
    variable->skips -= skips;
    return skips;
}
