// Calls and intrinsics as text (contract in c_expr.h).
#include "codegen/cuda/c_expr.h"
#include "ir/print.h"

Piece piece_call(const Emitter *emitter, const Expr *expr)
{
    Text text = {.arena = emitter->out->arena};
    text_printf(&text, "%s(", expr->function ? emit_helper_name(expr->function) : expr->text);
    for (int i = 0; i < expr->noperands; i++) {
        // C++ overloads C's math functions and chooses by the argument's type: it must be the prototype's.
        const char *argument =
            expr->function ? expr_assigned(emitter, expr->operands[i]) : piece_exact(emitter, expr->operands[i]).text;
        text_printf(&text, "%s%s", i ? ", " : "", argument);
    }
    text_add(&text, ")");
    return piece_atom(text_string(&text), expr->type);
}

static Piece shuffle(const Emitter *emitter, const Expr *expr, const char *name)
{
    const Type *type = type_promoted(expr->type); // narrow integers travel as int
    Piece value = piece_loose(emitter, expr->operands[0]);
    if (!same_type(value.natural, type) || value.boolean)
        value = piece_convert(emitter, type, value);
    return piece_atom(arena_printf(emitter->out->arena, "%s(0xffffffffu, %s, %s)", name, value.text,
                                   piece_loose(emitter, expr->operands[1]).text),
                      type);
}

// CUDA's atomics know long long but not long; a sum does not depend on the sign.
static Piece atomic(const Emitter *emitter, const Expr *expr, const char *name)
{
    Arena *arena = emitter->out->arena;
    const char *place = piece_loose(emitter, expr->operands[0]).text;
    const char *value = piece_exact(emitter, expr->operands[1]).text;
    if (expr->type->size < 8 || type_is_float(expr->type))
        return piece_atom(arena_printf(arena, "%s(%s, %s)", name, place, value), expr->type);
    bool ordered = expr->intrinsic == IN_ATOMIC_MIN || expr->intrinsic == IN_ATOMIC_MAX;
    const char *wide = ordered && type_is_signed(expr->type) ? "long long" : "unsigned long long";
    Piece piece = piece_atom(arena_printf(arena, "%s((%s *)%s, (%s)(%s))", name, wide, place, wide, value),
                             type_named(ordered && type_is_signed(expr->type) ? TY_I64 : TY_U64, wide));
    return piece_convert(emitter, expr->type, piece);
}

static Piece add_products(const Emitter *emitter, const Expr *expr)
{
    Text text = {.arena = emitter->out->arena};
    text_add(&text, "crs_add_products(");
    for (int i = 0; i < expr->noperands; i++)
        text_printf(&text, "%s%s", i ? ", " : "", piece_loose(emitter, expr->operands[i]).text);
    text_add(&text, ")");
    return piece_atom(text_string(&text), expr->type);
}

Piece piece_intrinsic(const Emitter *emitter, const Expr *expr)
{
    // The functions of the prelude are called crs_NAME.
    const char *name = intrinsic_text(expr->intrinsic);
    switch (expr->intrinsic) {
    case IN_SHUFFLE_XOR:
    case IN_SHUFFLE_UP:
    case IN_SHUFFLE_DOWN:
    case IN_SHUFFLE_FROM: return shuffle(emitter, expr, name);
    case IN_SHUFFLE_FIRST:
        return piece_atom(arena_printf(emitter->out->arena, "__shfl_sync(0xffffffffu, %s, 0, %lld)",
                                       piece_exact(emitter, expr->operands[0]).text,
                                       (long long)expr->operands[1]->integer),
                          expr->type);
    case IN_ATOMIC_ADD:
    case IN_ATOMIC_MIN:
    case IN_ATOMIC_MAX:
    case IN_ATOMIC_AND:
    case IN_ATOMIC_OR:
    case IN_ATOMIC_XOR: return atomic(emitter, expr, name);
    case IN_ADD_WORDS:
        return piece_atom(
            arena_printf(emitter->out->arena, "crs_add_words(%s, %s, %s)", piece_loose(emitter, expr->operands[0]).text,
                         piece_loose(emitter, expr->operands[1]).text, piece_exact(emitter, expr->operands[2]).text),
            expr->type);
    case IN_LOAD_LANES:
    case IN_STORE_LANES:
    case IN_LOAD_ANY:
    case IN_STORE_ANY:
    case IN_LOAD_WORDS:
    case IN_STORE_WORDS:
    case IN_LOAD_ANY_WORDS:
        return piece_atom(
            arena_printf(emitter->out->arena, "crs_%s<%lld>(%s, %s)", name, (long long)expr->operands[2]->integer,
                         piece_loose(emitter, expr->operands[0]).text, piece_loose(emitter, expr->operands[1]).text),
            expr->type);
    case IN_LOAD_INSIDE:
    case IN_STORE_SOME:
        return piece_atom(
            arena_printf(emitter->out->arena, "crs_%s<%lld>(%s, %s, %s, %s)", name,
                         (long long)expr->operands[2]->integer, piece_loose(emitter, expr->operands[0]).text,
                         piece_loose(emitter, expr->operands[1]).text, piece_loose(emitter, expr->operands[3]).text,
                         piece_loose(emitter, expr->operands[4]).text),
            expr->type);
    case IN_ALIGNED:
    case IN_TO_ALIGNED:
        return piece_atom(arena_printf(emitter->out->arena, "crs_%s(%s, %lld)", name,
                                       piece_loose(emitter, expr->operands[0]).text,
                                       (long long)expr->operands[1]->integer),
                          expr->type);
    case IN_LAST_SET:
        return piece_atom(arena_printf(emitter->out->arena, "crs_last_set(%s, %s)",
                                       piece_loose(emitter, expr->operands[0]).text,
                                       piece_exact(emitter, expr->operands[1]).text),
                          expr->type);
    case IN_LAST_BLOCK:
        return piece_atom(arena_printf(emitter->out->arena, "crs_last_block(%s, %s)",
                                       piece_loose(emitter, expr->operands[0]).text,
                                       piece_loose(emitter, expr->operands[1]).text),
                          expr->type);
    case IN_NEXT_TURN:
        return piece_atom(arena_printf(emitter->out->arena, "crs_next_turn(%s, %s)",
                                       piece_loose(emitter, expr->operands[0]).text,
                                       piece_loose(emitter, expr->operands[1]).text),
                          expr->type);
    case IN_PASS_ON:
        return piece_atom(arena_printf(emitter->out->arena, "crs_pass_on<%s>(%s, %s, %s)",
                                       emit_type(expr->operands[1]->type, LANGUAGE_CUDA),
                                       piece_loose(emitter, expr->operands[0]).text,
                                       piece_exact(emitter, expr->operands[1]).text,
                                       piece_loose(emitter, expr->operands[2]).text),
                          expr->type);
    case IN_AWAIT:
        return piece_atom(
            arena_printf(emitter->out->arena, "crs_await<%s>(%s, %s)", emit_type(expr->type, LANGUAGE_CUDA),
                         piece_loose(emitter, expr->operands[0]).text, piece_loose(emitter, expr->operands[1]).text),
            expr->type);
    case IN_AWAIT_SETS:
        return piece_atom(arena_printf(emitter->out->arena, "crs_await_sets(%s, %s, %s)",
                                       piece_loose(emitter, expr->operands[0]).text,
                                       piece_loose(emitter, expr->operands[1]).text,
                                       piece_loose(emitter, expr->operands[2]).text),
                          expr->type);
    case IN_PREFETCH:
        return piece_atom(
            arena_printf(emitter->out->arena, "crs_prefetch(%s)", piece_loose(emitter, expr->operands[0]).text),
            expr->type);
    case IN_OFFER:
        return piece_atom(arena_printf(emitter->out->arena, "crs_offer(%s, %s)",
                                       piece_loose(emitter, expr->operands[0]).text,
                                       piece_exact(emitter, expr->operands[1]).text),
                          expr->type);
    case IN_OFFERED:
        return piece_atom(
            arena_printf(emitter->out->arena, "crs_offered(%s)", piece_loose(emitter, expr->operands[0]).text),
            expr->type);
    case IN_ADD_PRODUCTS: return add_products(emitter, expr);
    case IN_COPIES_WAIT:
        return piece_atom(
            arena_printf(emitter->out->arena, "crs_wait_copies<%lld>()", (long long)expr->operands[0]->integer),
            expr->type);
    case IN_COPIES_CLOSE: return piece_atom("crs_close_copies()", expr->type);
    case IN_THREADFENCE: return piece_atom("__threadfence()", expr->type);
    default: return piece_atom(name, type_scalar(TY_U32));
    }
}
