#include "transform/search/candidates.h"

#include "transform/lower/lower.h"
#include "transform/plan/finish.h"
#include "transform/search/decisions.h"
#include "transform/search/share.h"
#include "transform/tree/loops.h"

#include <string.h>

const char *decision_kind_name(DecisionKind kind)
{
    static const char *const names[] = {"source", "share", "order", "reduce", "stage", "work", "persist"};
    return names[kind];
}

// ---- proposals

typedef void Propose(const Candidate *candidate, Decisions *decisions);

Decisions candidate_decisions(const Candidate *candidate, DecisionKind kind)
{
    static Propose *const proposals[] = {propose_sources, propose_shares, propose_orders,     propose_reductions,
                                         propose_stages,  propose_work,   propose_persistence};
    Decisions decisions = {0};
    if ((kind == DECIDE_SOURCE) == !candidate->serial)
        proposals[kind](candidate, &decisions);
    return decisions;
}

const Candidate *decision_take(const Candidate *candidate, const Decision *decision)
{
    if (decision->kind == DECIDE_SHARE)
        return share_take(candidate, &decision->share);
    return candidate_step(candidate, &decision->step).candidate;
}

// ---- equal trees

static const char *tree_text(const Candidate *candidate)
{
    Text text = {.arena = candidate->arena};
    print_tree(&text, candidate->nest, candidate->tree);
    return text_string(&text);
}

bool candidate_repeats(const Candidate *candidate)
{
    const char *text = tree_text(candidate);
    for (const Candidate *at = candidate->before; at && at->serial; at = at->before)
        if (strcmp(tree_text(at), text) == 0)
            return true;
    return false;
}

typedef VECTOR(const char *) Texts;

static bool is_known(const Texts *texts, const char *text)
{
    FOR_EACH(i, texts)
        if (strcmp(texts->items[i], text) == 0)
            return true;
    return false;
}

Successors candidate_successors(const Candidate *candidate, DecisionKind kind)
{
    Successors successors = {0};
    Texts texts = {0};
    Decisions decisions = candidate_decisions(candidate, kind);
    successors.proposed = decisions.count;
    FOR_EACH(i, &decisions) {
        const Candidate *made = decision_take(candidate, &decisions.items[i]);
        const char *text = made ? tree_text(made) : NULL;
        if (!made || is_known(&texts, text))
            continue;
        VECTOR_PUSH(candidate->arena, &texts, text);
        VECTOR_PUSH(candidate->arena, &successors.candidates, made);
        VECTOR_PUSH(candidate->arena, &successors.decisions, decisions.items[i]);
    }
    return successors;
}

// ---- completeness

bool candidate_is_complete(const Candidate *candidate)
{
    const Program *program = lower_tried(candidate);
    return program && has_launcher(program, candidate);
}

static int idle_below(const Candidate *candidate, const Stmt *stmt)
{
    int count = 0;
    if (!stmt || (stmt->kind == ST_LOOP && binding_is_concurrent(stmt->loop->binding)))
        return 0;
    if (stmt->kind == ST_LOOP && !tree_has_concurrent(stmt->body)) {
        const LoopFact *fact = facts_loop(candidate->facts, stmt->loop->origin);
        if (fact && (fact->verdict == LOOP_PARALLEL || fact->verdict == LOOP_REDUCTION))
            return 1;
    }
    for (int i = 0; i < stmt->nitems; i++)
        count += idle_below(candidate, stmt->items[i]);
    return count + idle_below(candidate, stmt->body) + idle_below(candidate, stmt->otherwise);
}

int candidate_idle_loops(const Candidate *candidate)
{
    return idle_below(candidate, candidate->tree);
}
