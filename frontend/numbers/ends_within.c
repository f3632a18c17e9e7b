// C promotes an `unsigned char` before it compares: of `i < count[k]` both sides are of type int. But an integer that
// has been converted to a wider type still has a value of the narrower one.
#include "frontend/numbers/ends_within.h"
#include "ir/fold.h"

// Up: no value of `from` is greater than the largest of `to`. Down: none is less than the smallest. A sign matters on
// one side only: the largest int is an unsigned number, too, and the smallest unsigned number is an int.
static bool type_ends_within(const Type *from, const Type *to, bool up)
{
    if (!type_is_integer(from) || to->kind == TY_BOOL)
        return false;
    if (type_widens(from, to))
        return true;
    return up ? type_is_signed(from) && from->size <= to->size : !type_is_signed(from);
}

bool ends_within(const Expr *bound, const Type *type, bool up)
{
    Expr *const *parts = bound->operands;
    if (type_ends_within(bound->type, type, up))
        return true;
    switch (bound->kind) {
    case EX_INT: return fold_convert(type, bound->integer) == bound->integer;
    case EX_CAST: return type_widens(parts[0]->type, bound->type) && ends_within(parts[0], type, up);
    case EX_SELECT: return ends_within(parts[1], type, up) && ends_within(parts[2], type, up);
    default: return false;
    }
}
