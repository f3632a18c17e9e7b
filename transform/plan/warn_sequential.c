// Long loops that are left to one thread of the device, of a program that is done.
#include "transform/plan/candidate.h"

enum { SHORT_LOOP = 32 };

typedef struct Serial {
    const Restructuring *state;
    bool in_kernel;
} Serial;

// A long loop of a kernel that has one thread: said, since it may be slower there than on the host.
static bool say_serial(void *context, const Stmt *stmt)
{
    Serial *serial = context;
    if (stmt->kind == ST_KERNEL) {
        bool alone = true;
        for (int d = 0; d < 3; d++)
            alone = alone && !stmt->grid[d] && !stmt->block[d];
        Serial inside = {serial->state, true};
        if (alone)
            stmt_walk(stmt->body, say_serial, &inside);
        return false;
    }
    const LoopFact *fact = stmt->kind == ST_LOOP ? facts_loop(serial->state->facts, stmt->loop->origin) : NULL;
    if (!serial->in_kernel || !fact)
        return true;
    if (fact->constant_trip < 0 || fact->constant_trip > SHORT_LOOP) {
        const Restructuring *state = serial->state;
        Loc loc = stmt->loc.file ? stmt->loc : state->nest->loc;
        diag_warning(state->diag, loc, WARN_SEQUENTIAL, "loop '%s' runs in one thread of the device%s%s", fact->loop->name,
                     fact->witness ? ": " : "", fact->witness ? dependence_words(state->facts, fact->witness) : "");
        if (fact->witness)
            note_dependence(state->diag, state->facts, fact->witness);
    }
    return false;
}

void say_one_thread(const Restructuring *state, const Stmt *host)
{
    stmt_walk(host, say_serial, &(Serial){state, false});
}
