// Calls that are read in place: functions with pointer parameters, or that reach globals. Their parameters become names
// for the arguments.
#include "frontend/clang/bits.h"
#include "frontend/clang/call.h"
#include "frontend/clang/expr.h"
#include "frontend/clang/inline.h"
#include "frontend/clang/lvalue.h"
#include "frontend/clang/nest.h"
#include "frontend/clang/scalar_replacement.h"
#include "frontend/clang/source.h"
#include "frontend/clang/types.h"
#include "frontend/clang/variable.h"
#include "frontend/control/continue.h"
#include "frontend/control/data.h"
#include "frontend/control/function_choice.h"
#include "frontend/control/null_pointers.h"
#include "frontend/control/pointer_induction.h"
#include "frontend/control/stmt.h"
#include "frontend/dataflow/void_pointer.h"
#include "frontend/dataflow/scan.h"
#include "frontend/numbers/complex.h"
#include "frontend/numbers/half.h"

static bool is_name(const Expr *expr)
{
    return expr->kind == EX_INT || expr->kind == EX_FLOAT ||
           (expr->kind == EX_SYMBOL && expr->symbol->role != SYM_LIVE);
}

static bool bind_number(Reader *reader, Variable *variable, CXCursor parameter, CXCursor argument)
{
    const char *obstacle = type_obstacle(reader, variable->type);
    if (obstacle) {
        refuse(reader, parameter, "the parameter '%s' is %s", variable->name, obstacle);
        return false;
    }
    Expr *value = read_value(reader, argument);
    if (!value)
        return false;
    value = expr_cast(reader->arena, value_type(reader, variable->type), half_rounded(reader, variable->type, value));
    const Expr *core = value;
    while (core->kind == EX_CAST)
        core = core->operands[0];
    bool is_simple = is_name(core) && !variable->facts->address_taken && variable->facts->writes.count == 0;
    // If no statement may be added before it, nothing can change before the value is used, either.
    bool is_immediate =
        reader->frame.conditional && !variable->facts->address_taken && variable->facts->writes.count == 0;
    if (is_immediate || (is_simple && is_stable(reader, value))) {
        variable->value = value;
        return true;
    }
    const Symbol *symbol = variable_symbol(reader, variable, parameter);
    if (!symbol)
        return false;
    add_statement(reader, stmt_declare(reader->arena, variable->symbol, value), argument);
    FinalValue given = {symbol, value};
    if (variable->facts->writes.count == 0 && !variable->facts->address_taken)
        VECTOR_PUSH(reader->arena, &reader->frame.given, given);
    return true;
}

// ---- structs that are passed and stay what they are: the parameter is another name of the argument

static bool writes_a_member(Reader *reader, CXType record, const SiteDetail *function)
{
    Fields fields = fields_of(reader, record);
    bool writes = false;
    FOR_EACH(i, &fields.items) {
        CXCursor field = fields.items.items[i];
        CXType type = clang_getCanonicalType(clang_getCursorType(field));
        DeclFacts *facts = facts_of(reader, field);
        bool stores = type.kind != CXType_Pointer && moments_in(&facts->stores, function->first, function->last);
        writes |= facts->address_taken || stores || moments_in(&facts->writes, function->first, function->last);
        writes |= type.kind == CXType_Record && writes_a_member(reader, type, function);
    }
    return writes;
}

// The variable of the pointer to a single struct that the expression names; NULL: it is something else.
static Variable *single_struct(Reader *reader, CXCursor pointer, CXType record)
{
    CXCursor name = strip_conversions(reader, pointer);
    CXType type = clang_getCanonicalType(clang_getCursorType(name));
    Reference named;
    if (clang_getCursorKind(name) != CXCursor_DeclRefExpr || type.kind != CXType_Pointer ||
        !clang_equalTypes(canonical(clang_getPointeeType(type)), record) || !read_reference(reader, name, &named) ||
        !named.variable || !is_single_struct(named.variable) || is_written_in_nest(reader, named.variable))
        return NULL;
    return named.variable;
}

// The variable of the struct that the argument names; of *p, the pointer's.
static Variable *passed_record(Reader *reader, CXCursor argument, CXType record)
{
    CXCursor name = strip_conversions(reader, argument);
    if (clang_getCursorKind(name) == CXCursor_UnaryOperator) {
        Children parts = expression_children(reader, name);
        bool points = clang_getCursorUnaryOperatorKind(name) == CXUnaryOperator_Deref && parts.count == 1;
        return points ? single_struct(reader, parts.items[0], record) : NULL;
    }
    Reference passed;
    if (clang_getCursorKind(name) != CXCursor_DeclRefExpr || !read_reference(reader, name, &passed) || !passed.variable)
        return NULL;
    const Variable *variable = passed.variable;
    return variable->facts->address_taken || variable->home == HOME_GLOBAL ? NULL : passed.variable;
}

static bool bind_same_record(Reader *reader, CXCursor definition, CXCursor parameter, CXCursor argument)
{
    CXType type = canonical(clang_getCursorType(parameter));
    DeclFacts *facts = facts_of(reader, parameter);
    int site = scan_function(reader, definition);
    if (facts->writes.count || facts->address_taken || site < 0 ||
        writes_a_member(reader, type, &reader->details.items[site]))
        return false;
    Variable *passed = passed_record(reader, argument, type);
    if (!passed)
        return false;
    facts->variable = passed;
    facts->variable_epoch = reader->frame.epoch;
    return true;
}

// A pointer to a function: calls through it call this function.
bool declare_function_pointer(Reader *reader, CXCursor decl, CXCursor value)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(decl));
    CXType pointee = clang_getCanonicalType(clang_getPointeeType(type));
    const DeclFacts *facts = facts_of(reader, decl);
    if (pointee.kind != CXType_FunctionProto || facts->writes.count || facts->address_taken)
        return false;
    CXCursor function = named_function(reader, value);
    const char *text = is_null_cursor(function) ? function_pointer_text(reader, value) : NULL;
    if (text) {
        declare_variable(reader, decl)->function_text = text;
        return true;
    }
    if (is_null_cursor(function) || !clang_equalTypes(clang_getCanonicalType(clang_getCursorType(function)), pointee))
        return false;
    declare_variable(reader, decl)->function = function;
    return true;
}

// A pointer to a single struct: the members are variables in both functions.
static bool bind_same_pointer(Reader *reader, CXCursor definition, CXCursor parameter, CXCursor argument)
{
    CXType own = canonical(clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(parameter))));
    DeclFacts *facts = facts_of(reader, parameter);
    int site = scan_function(reader, definition);
    if (own.kind != CXType_Record || facts->writes.count || facts->address_taken || facts->is_array_base || site < 0 ||
        writes_a_member(reader, own, &reader->details.items[site]))
        return false;
    Variable *pointer = single_struct(reader, argument, own);
    if (!pointer)
        return false;
    facts->variable = pointer;
    facts->variable_epoch = reader->frame.epoch;
    return true;
}

static bool bind_pointer(Reader *reader, CXCursor definition, CXCursor parameter, CXCursor argument)
{
    Reference *target = ARENA_NEW(reader->arena, Reference);
    if (is_null_value(reader, argument))
        return null_pointers_assign(reader, declare_variable(reader, parameter), argument);
    void_pointer_give_parameter(reader, definition, parameter, argument);
    if (reader->frame.refused || !read_pointer(reader, argument, target))
        return false;
    if (!freeze_reference(reader, target, cursor_name(parameter))) {
        refuse(reader, argument, "the pointer that is passed to '%s' changes", cursor_name(parameter));
        return false;
    }
    DeclFacts *facts = facts_of(reader, parameter);
    Variable *variable = declare_variable(reader, parameter);
    variable->target = target;
    bool changes = facts->writes.count || facts->address_taken;
    if (changes)
        VECTOR_PUSH(reader->arena, &reader->frame.pointed, variable);
    if (!changes || (!facts->address_taken && pointer_induction_begin(reader, parameter, variable, target)))
        return true;
    refuse(reader, parameter, "the pointer '%s' is changed in it", cursor_name(parameter));
    return false;
}

// The variable of the parameter, of which the argument may have been another: f(f(x)).
static Variable *bind_parameter(Reader *reader, CXCursor definition, CXCursor parameter, CXCursor argument)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(parameter));
    bool is_array =
        type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray || type.kind == CXType_VariableArray;
    if (type.kind == CXType_Record && !bind_same_record(reader, definition, parameter, argument))
        return declare_record(reader, parameter, argument);
    if (is_complex(type) && !declare_complex(reader, parameter, argument))
        return NULL;
    if (type.kind == CXType_Record || is_complex(type))
        return facts_of(reader, parameter)->variable;
    if (type.kind == CXType_Pointer && declare_function_pointer(reader, parameter, argument))
        return facts_of(reader, parameter)->variable;
    if (type.kind == CXType_Pointer && bind_same_pointer(reader, definition, parameter, argument))
        return facts_of(reader, parameter)->variable;
    if (reader->frame.refused)
        return NULL;
    if (type.kind == CXType_Pointer || is_array)
        return bind_pointer(reader, definition, parameter, argument) ? facts_of(reader, parameter)->variable : NULL;
    Variable *variable = declare_variable(reader, parameter);
    return bind_number(reader, variable, parameter, argument) ? variable : NULL;
}

// Each argument is read before any parameter gets its value: f(f(x)) has two of each.
static bool bind_parameters(Reader *reader, CXCursor call, CXCursor definition)
{
    VECTOR(Variable *) bound = {0};
    unsigned count = (unsigned)clang_Cursor_getNumArguments(definition);
    for (unsigned i = 0; i < count; i++) {
        CXCursor parameter = clang_Cursor_getArgument(definition, i);
        Variable *variable = bind_parameter(reader, definition, parameter, clang_Cursor_getArgument(call, i));
        if (!variable)
            return false;
        VECTOR_PUSH(reader->scratch, &bound, variable);
    }
    FOR_EACH(i, &bound) {
        DeclFacts *facts = facts_of(reader, clang_Cursor_getArgument(definition, (unsigned)i));
        facts->variable = bound.items[i];
        facts->variable_epoch = reader->frame.epoch;
    }
    return true;
}

static bool is_being_inlined(const Reader *reader, CXCursor definition)
{
    for (int i = 0; i < reader->frame.inline_depth; i++)
        if (clang_equalCursors(reader->frame.inlining[i], definition))
            return true;
    return reader->frame.inline_depth == MAX_DEPTH;
}

static CXCursor body_of(Reader *reader, CXCursor definition)
{
    Children parts = children_of(reader, definition);
    return parts.count ? parts.items[parts.count - 1] : clang_getNullCursor();
}

static bool read_result(Reader *reader, CXCursor call, CXCursor stmt, int statements, CallResult *result)
{
    Children parts = children_of(reader, stmt);
    CXType returned = canonical(clang_getCursorType(call));
    if (parts.count == 1 && returned.kind == CXType_Record)
        return make_record(reader, returned, parts.items[0], call, &result->record);
    if (parts.count == 1 && is_complex(returned))
        return read_complex(reader, parts.items[0], &result->complex) &&
               name_complex(reader, &result->complex, intern_printf("%s_result", cursor_name(call)), call);
    if (parts.count == 1 && returned.kind == CXType_Pointer) {
        if (result->as.kind == CXType_Pointer)
            void_pointer_give_type(reader, strip_conversions(reader, parts.items[0]), result->as);
        bool good = read_pointer(reader, parts.items[0], &result->record);
        if (good && !freeze_reference(reader, &result->record, cursor_name(call))) {
            refuse(reader, call, "the pointer that '%s' returns changes", cursor_name(call));
            return false;
        }
        return good;
    }
    const Type *type = value_type(reader, returned);
    if (parts.count != 1 || !type || !type_is_arithmetic(type)) {
        refuse(reader, stmt, "the result of '%s' is not a number", cursor_name(call));
        return false;
    }
    Expr *value = read_value(reader, parts.items[0]);
    if (!value || !result->wanted)
        return value != NULL;
    value = expr_cast(reader->arena, type, half_rounded(reader, returned, value));
    result->value = value;
    if (!reader->frame.before || reader->frame.before->count == statements)
        return true;
    Symbol *symbol =
        new_symbol(reader, intern_printf("%s_result", cursor_name(call)), type, SYM_LOCAL, cursor_loc(reader, call));
    add_statement(reader, stmt_declare(reader->arena, symbol, value), call);
    result->value = expr_symbol(reader->arena, symbol);
    return true;
}

// ---- returns in its middle: the result gets a name, and what follows them a condition

static Stmt *leave_statement(Reader *reader)
{
    bool in_loop = reader->frame.continuable > 0;
    return stmt_simple(reader->arena, in_loop ? ST_BREAK : ST_CONTINUE); // continue: to its end
}

// Out of a loop: each loop around ends, and then the function, which a variable says.
static bool leave_function(Reader *reader, CXCursor stmt, EarlyReturns *early)
{
    early->found = true;
    if (reader->frame.continuable > 0) {
        early->from_loops++;
        if (!early->left)
            early->left = new_symbol(reader, intern_printf("%s_returns", cursor_name(early->call)), type_scalar(TY_I32),
                                     SYM_LOCAL, cursor_loc(reader, early->call));
        store_value(reader, expr_symbol(reader->arena, early->left), expr_int(reader->arena, 1, early->left->type),
                    stmt);
    }
    add_statement(reader, leave_statement(reader), stmt);
    return !reader->frame.refused;
}

bool return_after_loop(Reader *reader, CXCursor loop)
{
    Stmt *leave = leave_statement(reader);
    leave->id = next_stmt_id(reader);
    leave->loc = cursor_loc(reader, loop);
    Expr *left = expr_symbol(reader->arena, reader->frame.early->left);
    add_statement(reader, stmt_if(reader->arena, left, leave, NULL), loop);
    return !reader->frame.refused;
}

static bool return_record(Reader *reader, CXType type, CXCursor value, EarlyReturns *early)
{
    if (!early->record) {
        early->record = ARENA_NEW(reader->arena, Reference);
        *early->record =
            unnamed_record(reader, type, intern_printf("%s_result", cursor_name(early->call)), early->call);
    }
    Complex number;
    if (is_complex(type))
        return read_complex(reader, value, &number) && set_complex(reader, early->record, number, value);
    return assign_record(reader, early->record, value, value);
}

bool read_early_return(Reader *reader, CXCursor stmt)
{
    EarlyReturns *early = reader->frame.early;
    Children parts = children_of(reader, stmt);
    CXType returned = canonical(clang_getCursorType(early->call));
    bool is_record = (returned.kind == CXType_Record && !is_union(returned)) || is_complex(returned);
    if (parts.count && is_record)
        return return_record(reader, returned, parts.items[0], early) && leave_function(reader, stmt, early);
    if (parts.count && !early->type) {
        refuse(reader, stmt, "'%s' returns something other than a number or a struct in its middle",
               cursor_name(early->call));
        return false;
    }
    Expr *value = parts.count ? read_value(reader, parts.items[0]) : NULL;
    if (parts.count && !value)
        return false;
    if (value)
        value = expr_cast(reader->arena, early->type, half_rounded(reader, clang_getCursorType(early->call), value));
    if (value && early->wanted) {
        if (!early->symbol)
            early->symbol = new_symbol(reader, intern_printf("%s_result", cursor_name(early->call)), early->type,
                                       SYM_LOCAL, cursor_loc(reader, early->call));
        store_value(reader, expr_symbol(reader->arena, early->symbol), value, stmt);
    }
    return leave_function(reader, stmt, early);
}

static bool place_body(Reader *reader, const EarlyReturns *early, const StmtList *items)
{
    Stmt *body = stmt_block(reader->arena, items->items, items->count);
    body = early->found ? continue_remove(reader, body, early->call) : body;
    if (!body)
        return false;
    if (early->symbol)
        add_statement(reader, stmt_declare(reader->arena, early->symbol, NULL), early->call);
    if (early->left)
        add_statement(reader, stmt_declare(reader->arena, early->left, expr_int(reader->arena, 0, early->left->type)),
                      early->call);
    if (early->record && !declare_parts(reader, early->record->variable, early->call))
        return false;
    if (body->kind != ST_BLOCK)
        VECTOR_PUSH(reader->arena, reader->frame.before, body);
    else
        for (int i = 0; i < body->nitems; i++)
            VECTOR_PUSH(reader->arena, reader->frame.before, body->items[i]);
    return true;
}

// Its statements without a last `return`, which the caller handles if it is the only one.
static bool read_inlined_body(Reader *reader, Children stmts, bool returns, EarlyReturns *early)
{
    StmtList items = {0}, *outer = reader->frame.before;
    EarlyReturns *outer_returns = reader->frame.early;
    int breakable = reader->frame.breakable, continuable = reader->frame.continuable;
    reader->frame.early = early;
    reader->frame.breakable = reader->frame.continuable = 0;
    reader->frame.before = outer ? &items : NULL;
    bool good = read_statements(reader, stmts.items, stmts.count - returns);
    if (good && returns && early->found)
        good = read_early_return(reader, stmts.items[stmts.count - 1]);
    reader->frame.before = outer;
    reader->frame.early = outer_returns;
    reader->frame.breakable = breakable;
    reader->frame.continuable = continuable;
    return good && (!outer || place_body(reader, early, &items));
}

static bool read_inlined(Reader *reader, CXCursor call, CXCursor definition, int statements, CallResult *result)
{
    Children stmts = children_of(reader, body_of(reader, definition));
    bool returns = stmts.count && clang_getCursorKind(stmts.items[stmts.count - 1]) == CXCursor_ReturnStmt;
    CXType returned = canonical(clang_getCursorType(call));
    bool is_void = returned.kind == CXType_Void;
    const Type *type = is_void || type_obstacle(reader, returned) ? NULL : value_type(reader, returned);
    EarlyReturns early = {
        .call = call, .type = type && type_is_arithmetic(type) ? type : NULL, .wanted = result->wanted};
    if (!read_inlined_body(reader, stmts, returns, &early))
        return false;
    if (early.symbol) {
        result->value = expr_symbol(reader->arena, early.symbol);
        return true;
    }
    if (early.record && is_complex(returned))
        return load_complex_parts(reader, early.record, call, &result->complex);
    if (early.record) {
        result->record = *early.record;
        return true;
    }
    if (early.found && !result->wanted)
        return true;
    if (is_void || (!returns && !result->wanted))
        return true;
    if (returns)
        return read_result(reader, call, stmts.items[stmts.count - 1], statements, result);
    refuse(reader, definition, "'%s' does not end in a return", cursor_name(call));
    return false;
}

bool inline_call(Reader *reader, CXCursor call, CXCursor definition, CallResult *result)
{
    if (reader->frame.function)
        return refuse_helper(reader);
    if (is_being_inlined(reader, definition)) {
        refuse(reader, call, "'%s' is recursive", cursor_name(call));
        return false;
    }
    if (clang_Cursor_getNumArguments(call) != clang_Cursor_getNumArguments(definition)) {
        refuse(reader, call,
               clang_Cursor_isVariadic(definition) ? "it calls the variadic function '%s'"
                                                   : "it calls '%s' with a wrong number of arguments",
               cursor_name(call));
        return false;
    }
    int statements = reader->frame.before ? reader->frame.before->count : 0;
    if (data_refuse(reader, definition) || !bind_parameters(reader, call, definition))
        return false;
    reader->frame.inlining[reader->frame.inline_depth++] = definition;
    bool good = read_inlined(reader, call, definition, statements, result);
    reader->frame.inline_depth--;
    return good;
}
