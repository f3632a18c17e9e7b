// IR to text, the only dump: statements (print_expr.c has expressions, print_nest.c what a nest declares).
#include "ir/print.h"

#include <string.h>

// ---- statements

static void print_indent(Print *print, int indent)
{
    for (int i = 0; i < indent; i++)
        text_add(print->out, "  ");
}

static void print_statement(Print *print, const Stmt *stmt, int indent);

static void print_children(Print *print, const Stmt *body, int indent)
{
    if (body && body->kind == ST_BLOCK && !body->all_threads)
        for (int i = 0; i < body->nitems; i++)
            print_statement(print, body->items[i], indent);
    else if (body)
        print_statement(print, body, indent);
}

void print_body(Print *print, const Stmt *body, int indent)
{
    text_add(print->out, " {\n");
    print_children(print, body, indent + 1);
    print_indent(print, indent);
    text_add(print->out, "}");
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
        text_add(out, loop->step_sign > 0 ? " rising" : " falling");
}

// ---- tags of a loop: [NAME BINDING WORDS]

bool is_tag_word(const char *word)
{
    static const char *const words[] = {"limit",   "multiple", "serpentine", "swizzled",    "cyclic",
                                        "copies",  "opaque",   "ahead",      "unordered",   "min_blocks",
                                        "wraps",   "tested",   "from_zero",  "not_equal",   "made",
                                        "of",      "named",    "in_block",   "in_grid",     "distinct",
                                        "carries", "slides",   "tensor_sum", "tensor_rows", "tensor_columns"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    for (Binding binding = BIND_UNROLL; binding <= BIND_HOST; binding++)
        if (strcmp(binding_text(binding), word) == 0)
            return true;
    return false;
}

typedef struct Tags {
    Text *out;
    int count;
} Tags;

static void add_tag(Tags *tags, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add_tag(Tags *tags, const char *format, ...)
{
    va_list arguments;
    text_add(tags->out, tags->count++ ? " " : " [");
    va_start(arguments, format);
    text_vprintf(tags->out, format, arguments);
    va_end(arguments);
}

static void add_number_tag(Tags *tags, const char *word, int64_t number)
{
    if (number)
        add_tag(tags, "%s %lld", word, (long long)number);
}

static void add_flag_tag(Tags *tags, bool set, const char *word)
{
    if (set)
        add_tag(tags, "%s", word);
}

// The name of the loop that it was made from: what stands before the first dot.
const char *loop_base(const Loop *loop)
{
    return intern_n(loop->name, strcspn(loop->name, "."));
}

// Loops of one base are parts of one loop of the source. Where it is otherwise, a tag says so: `of BASE`, or `made`.
static void add_origin_tag(Print *print, Tags *tags, const Loop *loop)
{
    const char *base = loop_base(loop);
    if (!loop->origin) {
        add_tag(tags, "made");
        return;
    }
    const char *of = NULL;
    FOR_EACH(i, &print->origins) {
        if (print->origins.items[i].base == base && print->origins.items[i].origin == loop->origin)
            return;
        if (!of && print->origins.items[i].origin == loop->origin)
            of = print->origins.items[i].base;
    }
    bool is_known = false;
    FOR_EACH(i, &print->origins)
        is_known = is_known || print->origins.items[i].base == base;
    if (of)
        add_tag(tags, "of %s", of);
    else if (is_known)
        base = intern_printf("%d", print->origins.count), add_tag(tags, "of %s", base);
    PrintOrigin origin = {base, loop->origin};
    if (!of)
        VECTOR_PUSH(print->out->arena, &print->origins, origin);
}

static void print_loop_tags(Print *print, const Loop *loop)
{
    Tags tags = {.out = print->out};
    if (loop->name && strcmp(loop->name, loop->iterator->name) != 0)
        add_tag(&tags, is_tag_word(loop->name) ? "named %s" : "%s", loop->name);
    add_flag_tag(&tags, *binding_text(loop->binding), binding_text(loop->binding));
    add_number_tag(&tags, "limit", loop->limit);
    add_flag_tag(&tags, loop->swizzled, "swizzled");
    add_number_tag(&tags, "min_blocks", loop->min_blocks);
    add_number_tag(&tags, "multiple", loop->multiple);
    if (loop->serpentine)
        add_tag(&tags, "serpentine %s", loop->serpentine->name);
    add_number_tag(&tags, "copies", loop->copies);
    add_flag_tag(&tags, loop->opaque, "opaque");
    add_flag_tag(&tags, loop->ahead, "ahead");
    add_flag_tag(&tags, loop->carries, "carries");
    add_number_tag(&tags, "slides", loop->slides);
    add_flag_tag(&tags, loop->tensor == TENSOR_SUM, "tensor_sum");
    add_flag_tag(&tags, loop->tensor == TENSOR_ROWS, "tensor_rows");
    add_flag_tag(&tags, loop->tensor == TENSOR_COLUMNS, "tensor_columns");
    add_flag_tag(&tags, loop->persists == PERSISTS_IN_BLOCK, "in_block");
    add_flag_tag(&tags, loop->persists == PERSISTS_IN_GRID, "in_grid");
    add_flag_tag(&tags, loop->unordered, "unordered");
    add_flag_tag(&tags, loop->cyclic, "cyclic");
    add_flag_tag(&tags, loop->may_wrap, "wraps");
    add_number_tag(&tags, "tested", loop->tested);
    add_flag_tag(&tags, loop->from_zero, "from_zero");
    add_flag_tag(&tags, loop->not_equal, "not_equal");
    for (int i = 0; i < MAX_DISTINCT && loop->distinct[i]; i++)
        add_tag(&tags, "distinct %s", loop->distinct[i]->name);
    if (print->full && !print->local && loop->name)
        add_origin_tag(print, &tags, loop);
    text_add(print->out, tags.count ? "]" : "");
}

static void print_loop(Print *print, const Stmt *stmt, int indent)
{
    const Loop *loop = stmt->loop;
    Text *out = print->out;
    bool declares = print->local && (print->kernel || !loop->iterator->host);
    text_printf(out, "for %s%s%s in ", declares ? type_text(loop->iterator->type, false) : "", declares ? " " : "",
                loop->iterator->name);
    if (loop->endless)
        text_add(out, "0..");
    else
        print_bounds(out, loop);
    print_loop_tags(print, loop);
    if (loop->defines) {
        text_printf(out, " defines %s = ", loop->defines->name);
        print_expr(out, loop->definition);
    }
    print_body(print, stmt->body, indent);
}

static void print_assign(Text *out, const Stmt *stmt)
{
    print_expr(out, stmt->place);
    if (stmt->op != OP_NONE) {
        print_update(out, stmt);
        return;
    }
    if (stmt->neighbours)
        text_printf(out, " .. %d", stmt->neighbours);
    text_add(out, " = ");
    print_value(out, stmt->value, stmt->place->type);
    if (stmt->lines)
        text_add(out, " lines");
    if (stmt->asynchronous)
        text_add(out, stmt->condition ? " later if " : " later");
    if (stmt->condition)
        print_expr(out, stmt->condition);
}

static void print_declare(Print *print, const Stmt *stmt)
{
    Text *out = print->out;
    const Symbol *symbol = stmt->symbol;
    if (stmt->array) {
        print_array_shape(out, stmt->array, !print->local);
        return;
    }
    text_printf(out, "%s%s%s %s", symbol->is_volatile ? "volatile " : "", symbol->role == SYM_ITERATOR ? "const " : "",
                type_text(symbol->type, false), symbol->name);
    if (stmt->value) {
        text_add(out, " = ");
        print_value(out, stmt->value, symbol->type);
    }
}

static void print_condition(Text *out, const char *word, const Expr *condition)
{
    text_printf(out, "%s (", word);
    print_expr(out, condition);
    text_add(out, ")");
}

static void print_if(Print *print, const Stmt *stmt, int indent)
{
    const char *name = stmt->name && parse_is_reserved(stmt->name) ? quoted(print->out->arena, stmt->name) : stmt->name;
    const char *only = stmt->limited ? " only" : "";
    print_condition(print->out, name ? intern_printf("if version %s%s", name, only) : "if", stmt->condition);
    print_body(print, stmt->body, indent);
    if (!stmt->otherwise)
        return;
    text_add(print->out, " else");
    if (stmt->otherwise->kind == ST_IF && !stmt->otherwise->all_threads) {
        text_add(print->out, " ");
        print_if(print, stmt->otherwise, indent);
    } else {
        print_body(print, stmt->otherwise, indent);
    }
}

static void print_while(Print *print, const Stmt *stmt, int indent)
{
    if (stmt->test_after) {
        text_add(print->out, "do");
        print_body(print, stmt->body, indent);
        print_condition(print->out, " while", stmt->condition);
    } else {
        print_condition(print->out, "while", stmt->condition);
        print_body(print, stmt->body, indent);
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

static void print_kernel(Print *print, const Stmt *stmt, int indent)
{
    text_printf(print->out, "kernel %s", stmt->name);
    print_launch(print->out, "grid", stmt->grid);
    print_launch(print->out, "block", stmt->block);
    if (stmt->min_blocks)
        text_printf(print->out, " min_blocks %d", stmt->min_blocks);
    if (stmt->persists)
        text_add(print->out, stmt->persists == PERSISTS_IN_GRID ? " in_grid" : " in_block");
    print->kernel = true;
    print_body(print, stmt->body, indent);
    print->kernel = false;
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

// What stands before a statement: the directive of a loop of a region; that all threads of the block run it; the number
// of the source's statement that it is a copy of, where that is not the one after the largest so far.
static void print_marks(Print *print, const Stmt *stmt, int indent)
{
    if (!print->full || print->local)
        return;
    if (stmt->directive) {
        text_printf(print->out, "directive %s\n",
                    quoted(print->out->arena, ((const DirectiveText *)stmt->directive)->text));
        print_indent(print, indent);
    }
    if (stmt->all_threads)
        text_add(print->out, "@all ");
    if (!stmt_is_numbered(stmt))
        return;
    if (stmt->id != print->last_id + 1)
        text_printf(print->out, "@%d ", stmt->id);
    print->last_id = stmt->id > print->last_id ? stmt->id : print->last_id;
}

static void print_statement(Print *print, const Stmt *stmt, int indent)
{
    Text *out = print->out;
    print_indent(print, indent);
    print_marks(print, stmt, indent);
    switch (stmt->kind) {
    case ST_BLOCK:
        text_add(out, "{\n");
        for (int i = 0; i < stmt->nitems; i++)
            print_statement(print, stmt->items[i], indent + 1);
        print_indent(print, indent);
        text_add(out, "}");
        break;
    case ST_LOOP: print_loop(print, stmt, indent); break;
    case ST_ASSIGN: print_assign(out, stmt); break;
    case ST_DECLARE: print_declare(print, stmt); break;
    case ST_IF: print_if(print, stmt, indent); break;
    case ST_WHILE: print_while(print, stmt, indent); break;
    case ST_BREAK: text_add(out, "break"); break;
    case ST_CONTINUE: text_add(out, "continue"); break;
    case ST_RETURN: print_return(out, stmt); break;
    case ST_EVALUATE: print_expr(out, stmt->value); break;
    case ST_BARRIER:
        text_add(out, stmt->blocks ? "crs_grid_barrier()" : stmt->warp ? "__syncwarp()" : "__syncthreads()");
        break;
    case ST_KERNEL: print_kernel(print, stmt, indent); break;
    case ST_ROTATE: print_rotation(out, stmt); break;
    }
    text_add(out, "\n");
}

void print_stmt(Text *out, const Stmt *stmt, int indent)
{
    Print print = {.out = out};
    print_statement(&print, stmt, indent);
}

void print_tree_body(Print *print, const Stmt *body)
{
    text_add(print->out, "{\n");
    print_children(print, body, 1);
    text_add(print->out, "}\n");
}
