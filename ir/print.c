// IR to text, the only dump: statements and nests (print_expr.c has expressions).
#include "ir/print.h"

#include <string.h>

// ---- statements

static void print_indent(Text *out, int indent)
{
    for (int i = 0; i < indent; i++)
        text_add(out, "  ");
}

static void print_children(Text *out, const Stmt *body, int indent)
{
    if (body && body->kind == ST_BLOCK)
        for (int i = 0; i < body->nitems; i++)
            print_stmt(out, body->items[i], indent);
    else if (body)
        print_stmt(out, body, indent);
}

static void print_body(Text *out, const Stmt *body, int indent)
{
    text_add(out, " {\n");
    print_children(out, body, indent + 1);
    print_indent(out, indent);
    text_add(out, "}");
}

static void print_bounds(Text *out, const Loop *loop)
{
    bool simple = prints_as_operand(loop->lower) && prints_as_operand(loop->upper);
    print_expr(out, loop->lower);
    text_add(out, simple ? ".." : " .. ");
    print_expr(out, loop->upper);
    if (expr_is_int(loop->step, 1))
        return;
    if (loop->factor) {
        text_printf(out, " step %s %lld", loop->step_sign > 0 ? "*" : "/", (long long)loop->factor);
        return;
    }
    text_add(out, " step ");
    print_expr(out, loop->step);
    if (expr_strip_casts(loop->step)->kind != EX_INT)
        text_add(out, loop->step_sign > 0 ? " > 0" : " < 0");
}

// The name of the loop in schedules, if it is not its iterator's, and the binding.
static void print_loop_tags(Text *out, const Loop *loop)
{
    bool named = loop->name && strcmp(loop->name, loop->iterator->name) != 0;
    const char *binding = binding_text(loop->binding);
    if (named || *binding)
        text_printf(out, " [%s%s%s%s]", named ? loop->name : "", named && *binding ? " " : "", binding,
                    loop->woven ? " woven" : "");
}

static void print_loop(Text *out, const Stmt *stmt, int indent)
{
    const Loop *loop = stmt->loop;
    text_printf(out, "for %s in ", loop->iterator->name);
    if (loop->endless)
        text_add(out, "0..");
    else
        print_bounds(out, loop);
    print_loop_tags(out, loop);
    if (loop->defines) {
        text_printf(out, " defines %s = ", loop->defines->name);
        print_expr(out, loop->definition);
    }
    print_body(out, stmt->body, indent);
}

static void print_assign(Text *out, const Stmt *stmt)
{
    print_expr(out, stmt->place);
    if (stmt->op == OP_NONE) {
        if (stmt->lanes)
            text_printf(out, " .. %d", stmt->lanes);
        text_add(out, stmt->condition ? " = later if " : stmt->asynchronous ? " = later " : " = ");
        if (stmt->condition) {
            print_expr(out, stmt->condition);
            text_add(out, ": ");
        }
        print_value(out, stmt->value, stmt->place->type);
        return;
    }
    print_update(out, stmt);
}

static void print_extents(Text *out, const Array *array)
{
    for (int d = 0; d < array->ndim; d++) {
        text_add(out, "[");
        print_expr(out, array->extent[d]);
        text_add(out, "]");
    }
}

static const char *space_text(Space space)
{
    static const char *const texts[] = {
        [SPACE_GLOBAL] = "", [SPACE_SCRATCH] = "scratch ", [SPACE_SHARED] = "shared ", [SPACE_REGISTER] = "register "};
    return texts[space];
}

static void print_array_shape(Text *out, const Array *array)
{
    text_printf(out, "%s%s %s", space_text(array->space), array->element->name, array->name);
    print_extents(out, array);
    if (array->counts_blocks)
        text_add(out, " counts blocks");
    if (array->pad)
        text_printf(out, " pad %d", array->pad);
    if (array->staged)
        text_printf(out, " stages %s", array->staged->name);
}

static void print_declare(Text *out, const Stmt *stmt)
{
    if (stmt->array) {
        print_array_shape(out, stmt->array);
        return;
    }
    text_printf(out, "%s%s %s", stmt->symbol->is_volatile ? "volatile " : "", stmt->symbol->type->name,
                stmt->symbol->name);
    if (stmt->value) {
        text_add(out, " = ");
        print_value(out, stmt->value, stmt->symbol->type);
    }
}

static void print_condition(Text *out, const char *word, const Expr *condition)
{
    text_printf(out, "%s (", word);
    print_expr(out, condition);
    text_add(out, ")");
}

static void print_if(Text *out, const Stmt *stmt, int indent)
{
    print_condition(out, stmt->name ? intern_printf("if version %s", stmt->name) : "if", stmt->condition);
    print_body(out, stmt->body, indent);
    if (!stmt->otherwise)
        return;
    text_add(out, " else");
    if (stmt->otherwise->kind == ST_IF) {
        text_add(out, " ");
        print_if(out, stmt->otherwise, indent);
    } else {
        print_body(out, stmt->otherwise, indent);
    }
}

static void print_while(Text *out, const Stmt *stmt, int indent)
{
    if (stmt->test_after) {
        text_add(out, "do");
        print_body(out, stmt->body, indent);
        print_condition(out, " while", stmt->condition);
    } else {
        print_condition(out, "while", stmt->condition);
        print_body(out, stmt->body, indent);
    }
}

static void print_launch(Text *out, const char *word, Expr *const *extent)
{
    int count = extent[2] ? 3 : extent[1] ? 2 : extent[0] ? 1 : 0;
    for (int d = 0; d < count; d++) {
        text_printf(out, d ? ", " : " %s(", word);
        if (extent[d])
            print_expr(out, extent[d]);
        else
            text_add(out, "1");
    }
    text_add(out, count ? ")" : "");
}

static void print_kernel(Text *out, const Stmt *stmt, int indent)
{
    text_printf(out, "kernel %s", stmt->name);
    print_launch(out, "grid", stmt->grid);
    print_launch(out, "block", stmt->block);
    if (stmt->min_blocks)
        text_printf(out, " min_blocks %d", stmt->min_blocks);
    print_body(out, stmt->body, indent);
}

static void print_return(Text *out, const Stmt *stmt)
{
    text_add(out, "return");
    if (!stmt->value)
        return;
    text_add(out, " ");
    print_value(out, stmt->value, NULL);
}

static void print_rotation(Text *out, const Stmt *stmt)
{
    for (int i = 0; i < stmt->nrotated; i++)
        text_printf(out, "%s%s", i ? ", " : "", stmt->rotated[i]->name);
    for (int i = 0; i < stmt->nrotated; i++)
        text_printf(out, "%s%s", i ? ", " : " = ", stmt->taken[i]->name);
}

void print_stmt(Text *out, const Stmt *stmt, int indent)
{
    print_indent(out, indent);
    switch (stmt->kind) {
    case ST_BLOCK:
        text_add(out, "{\n");
        print_children(out, stmt, indent + 1);
        print_indent(out, indent);
        text_add(out, "}");
        break;
    case ST_LOOP: print_loop(out, stmt, indent); break;
    case ST_ASSIGN: print_assign(out, stmt); break;
    case ST_DECLARE: print_declare(out, stmt); break;
    case ST_IF: print_if(out, stmt, indent); break;
    case ST_WHILE: print_while(out, stmt, indent); break;
    case ST_BREAK: text_add(out, "break"); break;
    case ST_CONTINUE: text_add(out, "continue"); break;
    case ST_RETURN: print_return(out, stmt); break;
    case ST_EVALUATE: print_expr(out, stmt->value); break;
    case ST_BARRIER: text_add(out, stmt->warp ? "__syncwarp()" : "__syncthreads()"); break;
    case ST_KERNEL: print_kernel(out, stmt, indent); break;
    case ST_ROTATE: print_rotation(out, stmt); break;
    }
    text_add(out, "\n");
}

// ---- nests

static void print_flag(Text *out, bool set, const char *word)
{
    if (set)
        text_printf(out, " %s", word);
}

static void print_array(Text *out, const Array *array)
{
    text_add(out, "  array ");
    print_array_shape(out, array);
    if (array->held != HOST_NONE)
        text_printf(out, " host%s \"%s\"", array->held == HOST_ROWS ? " rows" : "", array->host ? array->host : "?");
    print_flag(out, array->is_const, "const");
    print_flag(out, array->is_restrict, "restrict");
    print_flag(out, array->is_object, "object");
    print_flag(out, array->is_volatile, "volatile");
    print_flag(out, array->live_after, "live");
    print_flag(out, array->rotates, array->pointer_after ? "rotates live" : "rotates");
    text_add(out, "\n");
}

static void print_symbol(Text *out, const Symbol *symbol)
{
    static const char *const roles[] = {[SYM_PARAM] = "param",
                                        [SYM_LIVE] = "scalar",
                                        [SYM_ITERATOR] = "iterator",
                                        [SYM_LOCAL] = "local",
                                        [SYM_ARGUMENT] = "argument"};
    text_printf(out, "  %s %s %s", roles[symbol->role], symbol->type->name, symbol->name);
    if (symbol->host)
        text_printf(out, " host \"%s\"", symbol->host);
    print_flag(out, symbol->live_after, "live");
    print_flag(out, symbol->address_taken, "address_taken");
    print_flag(out, symbol->is_volatile, "volatile");
    text_add(out, "\n");
}

static void print_function(Text *out, const Function *function)
{
    text_printf(out, "  function %s %s(", function->result->name, function->name);
    for (int i = 0; i < function->nparameters; i++)
        text_printf(out, "%s%s %s", i ? ", " : "", function->parameters[i]->type->name, function->parameters[i]->name);
    text_printf(out, ")%s", function->pure ? " pure" : "");
    if (function->body)
        print_body(out, function->body, 1);
    text_add(out, "\n");
}

void print_nest(Text *out, const Nest *nest)
{
    text_printf(out, "%s %s in %s%s\n", nest->is_region ? "region" : "nest",
                nest->kernel_name ? nest->kernel_name : "?", nest->function_name ? nest->function_name : "?",
                nest->refused ? " refused" : "");
    FOR_EACH(i, &nest->arrays)
    print_array(out, nest->arrays.items[i]);
    FOR_EACH(i, &nest->symbols)
    print_symbol(out, nest->symbols.items[i]);
    FOR_EACH(i, &nest->functions)
    print_function(out, nest->functions.items[i]);
    text_add(out, "{\n");
    print_children(out, nest->body, 1);
    text_add(out, "}\n");
}
