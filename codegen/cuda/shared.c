// The size of a kernel's shared memory, and the offsets of its arrays in it.
#include "codegen/cuda/shared.h"

enum { MOST_DECLARED = 48 << 10 };

typedef struct SharedWalk {
    const Array *until; // NULL: all arrays
    bool found;
    int64_t bytes;
} SharedWalk;

static bool add_shared(void *context, const Stmt *stmt)
{
    SharedWalk *walk = context;
    if (stmt->kind != ST_DECLARE || !stmt->array || stmt->array->space != SPACE_SHARED)
        return true;
    walk->found = walk->found || stmt->array == walk->until;
    walk->bytes += walk->found ? 0 : (array_bytes(stmt->array) + 15) / 16 * 16; // as they are aligned
    return true;
}

int64_t shared_bytes(const Stmt *body)
{
    return shared_offset(body, NULL);
}

int64_t shared_of_launch(const Stmt *body)
{
    int64_t bytes = shared_bytes(body);
    return bytes > MOST_DECLARED ? bytes : 0;
}

int64_t shared_offset(const Stmt *body, const Array *array)
{
    SharedWalk walk = {.until = array};
    stmt_walk(body, add_shared, &walk);
    return walk.bytes;
}
