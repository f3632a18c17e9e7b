// The code after each step, under a slider. After the first state the page has the lines that changed, two lines around
// them, and how many lines stay as they are: page.js puts these in from the state before.
#include "codegen/html/page.h"

#include <string.h>

typedef struct Lines {
    VECTOR(const char *) items;
} Lines;

static Lines lines_of(Arena *arena, const char *text)
{
    Lines lines = {0};
    while (*text) {
        size_t length = strcspn(text, "\n");
        VECTOR_PUSH(arena, &lines.items, arena_strndup(arena, text, length));
        text += length + (text[length] == '\n');
    }
    return lines;
}

// ---- which lines changed: a longest common subsequence

typedef enum Edit { EDIT_SAME, EDIT_GONE, EDIT_NEW } Edit;

typedef struct Change {
    Edit edit;
    const char *line;
} Change;

typedef struct Changes {
    VECTOR(Change) items;
} Changes;

static bool is_same(const Lines *before, int i, const Lines *after, int k)
{
    return strcmp(before->items.items[i], after->items.items[k]) == 0;
}

static void push(Arena *arena, Changes *changes, Edit edit, const char *line)
{
    VECTOR_PUSH(arena, &changes->items, ((Change){edit, line}));
}

// Lines from..n of the one and from..m of the other, after which both are equal.
static void compare_middle(Arena *arena, Changes *changes, const Lines *before, const Lines *after, int from, int n,
                           int m)
{
    enum { MOST = 1 << 22 }; // beyond, all lines count as changed
    int rows = n - from + 1, columns = m - from + 1, i = 0, k = 0;
    bool small = (int64_t)rows * columns <= MOST;
    int *common = ARENA_ARRAY(arena, int, small ? rows *columns : 1);
    for (int r = rows - 2; small && r >= 0; r--)
        for (int c = columns - 2; c >= 0; c--) {
            int below = common[(r + 1) * columns + c], right = common[r * columns + c + 1];
            common[r * columns + c] = is_same(before, from + r, after, from + c) ? common[(r + 1) * columns + c + 1] + 1
                                      : below > right                            ? below
                                                                                 : right;
        }
    while (i < rows - 1 || k < columns - 1) {
        bool both = small && i < rows - 1 && k < columns - 1;
        if (both && is_same(before, from + i, after, from + k)) {
            push(arena, changes, EDIT_SAME, after->items.items[from + k++]);
            i++;
        } else if (i < rows - 1 && (!both || common[(i + 1) * columns + k] >= common[i * columns + k + 1])) {
            push(arena, changes, EDIT_GONE, before->items.items[from + i++]);
        } else {
            push(arena, changes, EDIT_NEW, after->items.items[from + k++]);
        }
    }
}

static Changes changes_between(Arena *arena, const Lines *before, const Lines *after)
{
    Changes changes = {0};
    int n = before->items.count, m = after->items.count, from = 0;
    while (from < n && from < m && is_same(before, from, after, from))
        push(arena, &changes, EDIT_SAME, after->items.items[from++]);
    while (n > from && m > from && is_same(before, n - 1, after, m - 1))
        n--, m--;
    compare_middle(arena, &changes, before, after, from, n, m);
    for (; m < after->items.count; m++)
        push(arena, &changes, EDIT_SAME, after->items.items[m]);
    return changes;
}

// ---- as HTML

enum { AROUND = 2 };

static bool near_change(const Changes *changes, int index)
{
    int first = index > AROUND ? index - AROUND : 0;
    for (int i = first; i <= index + AROUND && i < changes->items.count; i++)
        if (changes->items.items[i].edit != EDIT_SAME)
            return true;
    return false;
}

static int far_lines(const Changes *changes, int from)
{
    int count = 0;
    while (from + count < changes->items.count && !near_change(changes, from + count))
        count++;
    return count;
}

static void add_changes(Page *page, const Changes *changes)
{
    static const char *const tags[] = {[EDIT_GONE] = "del", [EDIT_NEW] = "ins"};
    for (int i = 0; i < changes->items.count;) {
        const Change *change = &changes->items.items[i];
        int far = far_lines(changes, i);
        if (far) {
            text_printf(page->out, "<span class=\"same\" data-count=\"%d\">… %d line%s as before\n</span>", far, far,
                        far == 1 ? "" : "s");
            i += far;
            continue;
        }
        const char *tag = tags[change->edit];
        if (tag)
            text_printf(page->out, "<%s>", tag);
        html_add(page->out, change->line);
        if (tag)
            text_printf(page->out, "</%s>", tag);
        text_add(page->out, "\n");
        i++;
    }
}

static int count_of(const Changes *changes, Edit edit)
{
    int count = 0;
    FOR_EACH(i, &changes->items)
        count += changes->items.items[i].edit == edit;
    return count;
}

static void add_state(Page *page, const Explanation *states, int index)
{
    const ExplainState *state = &states->states.items[index];
    int last = states->states.count - 1;
    text_printf(page->out, "<article class=\"step\" aria-labelledby=\"n%ds%d\">\n<h4 id=\"n%ds%d\">", page->nest, index,
                page->nest, index);
    text_printf(page->out, "Step %d of %d: %s</h4>\n", index, last,
                html_escaped(page->arena, explain_state_title(states, index)));
    bool compares = index > 0 && state->step;
    Changes changes = {0};
    if (compares) {
        Lines before = lines_of(page->arena, states->states.items[index - 1].code);
        Lines after = lines_of(page->arena, state->code);
        changes = changes_between(page->arena, &before, &after);
        page_sentence(page, "Lines that are new: %d. Lines that are gone: %d.", count_of(&changes, EDIT_NEW),
                      count_of(&changes, EDIT_GONE));
    }
    text_add(page->out, "<div class=\"scroll\" role=\"group\" tabindex=\"0\" aria-label=\"Code\"><pre><code>");
    if (compares)
        add_changes(page, &changes);
    else
        html_add(page->out, state->code);
    text_add(page->out, "</code></pre></div>\n</article>\n");
}

static void add_slider(Page *page, int last)
{
    int id = ++page->ids;
    text_printf(page->out,
                "<div class=\"slider\" hidden>\n<label for=\"r%d\">Step of the schedule</label>\n"
                "<div class=\"row\"><button type=\"button\" data-by=\"-1\">Back</button>\n"
                "<input type=\"range\" id=\"r%d\" min=\"0\" max=\"%d\" value=\"0\" step=\"1\">\n"
                "<button type=\"button\" data-by=\"1\">Next</button></div>\n"
                "<output for=\"r%d\" aria-live=\"polite\"></output>\n"
                "<label class=\"only\"><input type=\"checkbox\"> only what changed</label>\n</div>\n",
                id, id, last, id);
}

void page_steps(Page *page)
{
    if (!page->explanation->program)
        return;
    Explanation states = explain_finished(page->explanation);
    page_open_section(page, "The code after each step", 3);
    page_sentence(page, "From the loops as read to the finished kernels: each step is a transformation of the "
                        "schedule. Marked lines are new (+) or gone (-).");
    text_add(page->out, "<div class=\"steps\">\n");
    add_slider(page, states.states.count - 1);
    FOR_EACH(i, &states.states)
        add_state(page, &states, i);
    text_add(page->out, "</div>\n");
    page_close_section(page);
}
