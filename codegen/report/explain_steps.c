// The code after each transformation, from the serial loops to the finished kernels: whole, or as the difference to the
// state before.
#include "codegen/cuda/c_stmt.h"
#include "codegen/cuda/wrap.h"
#include "codegen/output/folder.h"
#include "codegen/output/process.h"
#include "codegen/report/explain.h"

#include <string.h>

static void add_rotation(Emitter *emitter, const Stmt *stmt, int indent)
{
    Text left = {.arena = emitter->out->arena}, right = left;
    for (int i = 0; i < stmt->nrotated; i++) {
        text_printf(&left, "%s%s", i ? ", " : "", emit_name(stmt->rotated[i]->name));
        text_printf(&right, "%s%s", i ? ", " : "", emit_name(stmt->taken[i]->name));
    }
    emit_line(emitter->out, indent, "// %s change places: they become %s", text_string(&left), text_string(&right));
}

void explain_step(Explanation *explanation, const Step *step, const Stmt *tree)
{
    Text lines = {.arena = explanation->arena}, code = lines, words = lines;
    Emitter emitter = {.out = &lines, .root = tree, .rotation = add_rotation, .source = true};
    emit_body(&emitter, tree, 0);
    emit_wrapped(&code, text_string(&lines));
    if (step) {
        Schedule one = {0};
        VECTOR_PUSH(explanation->arena, &one.steps, *step);
        schedule_print(&words, &one);
    }
    const char *text = text_string(&words);
    ExplainState state = {step ? arena_strndup(explanation->arena, text, strcspn(text, "\n")) : NULL,
                          text_string(&code)};
    VECTOR_PUSH(explanation->arena, &explanation->states, state);
    explanation->scheduled = tree;
    if (!step)
        explanation->serial = tree;
}

// ---- differences, by diff(1)

static const char *difference(const Explanation *explanation, const char *folder, const char *before, const char *after)
{
    Arena *arena = explanation->arena;
    if (!folder_write(arena, explanation->diag, folder, "before", before, strlen(before)) ||
        !folder_write(arena, explanation->diag, folder, "after", after, strlen(after)))
        return NULL;
    const char *log = arena_printf(arena, "%s/difference", folder);
    const char *arguments[] = {
        "diff", "-U", "2", arena_printf(arena, "%s/before", folder), arena_printf(arena, "%s/after", folder), NULL};
    int status = process_run(arguments, log);
    if (status != 0 && status != 1) {
        diag_fatal(explanation->diag, "'--steps=diff' needs the program diff");
        return NULL;
    }
    const SourceFile *file = source_file_read(arena, explanation->diag, log);
    if (!file)
        return NULL;
    const char *text = file->text; // without the two lines that name files
    for (int i = 0; i < 2 && *text; i++)
        text += strcspn(text, "\n") + 1;
    return text;
}

const char *explain_state_title(const Explanation *explanation, int index)
{
    const ExplainState *state = &explanation->states.items[index];
    return state->step ? arena_printf(explanation->arena, "After %s", state->step)
           : index     ? "The kernels"
                       : "The loops as read";
}

static bool add_states(Report *report, const Explanation *explanation, const char *folder)
{
    FOR_EACH(i, &explanation->states) {
        const ExplainState *state = &explanation->states.items[i];
        report_open_item(report, "steps", explain_state_title(explanation, i));
        report_fact(report, "step", state->step);
        bool compare = folder && i > 0 && state->step;
        const char *code =
            compare ? difference(explanation, folder, explanation->states.items[i - 1].code, state->code) : state->code;
        if (code)
            report_code(report, compare ? "diff" : "code", compare ? "diff" : "c", code);
        report_close(report);
        if (!code)
            return false;
    }
    return true;
}

Explanation explain_finished(const Explanation *explanation)
{
    Explanation whole = *explanation;
    Text code = {.arena = explanation->arena}, kernels = code;
    emit_kernels(&code, explanation->program, NULL);
    emit_wrapped(&kernels, text_string(&code));
    ExplainState last = {NULL, text_string(&kernels)};
    VECTOR_PUSH(explanation->arena, &whole.states, last);
    return whole;
}

bool explain_steps(Report *report, const Explanation *explanation)
{
    if (explanation->options->steps == STEPS_NONE)
        return true;
    Explanation whole = explain_finished(explanation);
    if (explanation->options->steps == STEPS_WHOLE)
        return add_states(report, &whole, NULL);
    const char *folder = folder_create(explanation->arena, explanation->diag, NULL);
    bool fine = folder && add_states(report, &whole, folder);
    if (folder)
        folder_remove(folder);
    return fine;
}
