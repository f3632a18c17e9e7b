// Attaches each directive to the statement that follows it, and pairs begin with end.
#include "frontend/directives/attach.h"

#include "frontend/directives/foreign.h"

#include <string.h>

// ---- the text between a directive and its statement

static size_t skip_line(const SourceFile *source, size_t at)
{
    while (at < source->length && source->text[at] != '\n')
        at += source->text[at] == '\\' && at + 1 < source->length ? 2 : 1;
    return at;
}

static size_t skip_comment(const SourceFile *source, size_t at)
{
    if (source->text[at + 1] == '/')
        return skip_line(source, at);
    const char *end = strstr(source->text + at + 2, "*/");
    return end ? (size_t)(end - source->text) + 2 : source->length;
}

// The next byte of code after blanks, comments and preprocessor lines. Only directives before `index` in order are
// known. That is enough: they are skipped as preprocessor lines or by their range.
static size_t next_code(const AttachInput *input, size_t at, int index)
{
    const SourceFile *source = input->source;
    while (at < source->length) {
        char c = source->text[at];
        char next = at + 1 < source->length ? source->text[at + 1] : '\0';
        while (index < input->count && input->attachments[index].begin < at)
            index++;
        if (index < input->count && input->attachments[index].begin == at && !input->attachments[index].from_macro)
            at = input->attachments[index].end;
        else if (strchr(" \t\r\n\v\f", c) && c)
            at++;
        else if (c == '\\' && (next == '\n' || next == '\r'))
            at += 2;
        else if (c == '/' && (next == '/' || next == '*'))
            at = skip_comment(source, at);
        else if (c == '#' || (c == '%' && next == ':'))
            at = skip_line(source, at);
        else if (skip_pragma_operator(input->pragmas, at) > at) // of another compiler
            at = skip_pragma_operator(input->pragmas, at);
        else
            break;
    }
    return at;
}

// ---- sites

// The first site, in the order of the text, that begins at or after `at`.
static int site_from(const AttachInput *input, size_t at)
{
    int low = 0, high = input->nsites;
    while (low < high) {
        int middle = (low + high) / 2;
        if (input->sites[middle].begin < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The innermost site of that kind around the place, or -1.
static int site_around(const AttachInput *input, size_t at, SiteKind kind)
{
    int site = site_from(input, at) - 1;
    while (site >= 0 && (input->sites[site].kind != kind || at >= input->sites[site].end))
        site = input->sites[site].parent;
    return site;
}

bool attach_is_whole(const Site *sites, int nsites, int site, size_t end)
{
    const Site *self = &sites[site];
    for (int outer = self->parent; outer >= 0; outer = sites[outer].parent) {
        if (sites[outer].begin == self->begin)
            return false;
        if ((sites[outer].kind == SITE_COMPOUND || sites[outer].kind == SITE_FUNCTION) && sites[outer].end <= end)
            return false;
    }
    int next = self->subtree_end; // what a macro yields beyond the statement
    while (next < nsites && sites[next].begin < end && sites[next].kind == SITE_EMPTY)
        next++;
    if (next < nsites && sites[next].begin < end && sites[next].parent >= 0)
        return false;
    return site == 0 || sites[site - 1].begin < self->begin;
}

int attach_statement(const AttachInput *input, const Attachment *attachment, int index, size_t *code)
{
    size_t begin = attachment->from_macro ? attachment->begin : attachment->end;
    int site = site_from(input, begin);
    if (attachment->from_macro && (site == input->nsites || input->sites[site].begin >= attachment->end))
        begin = attachment->end;
    *code = begin == attachment->begin ? begin : next_code(input, begin, index + 1);
    return begin != attachment->begin ? site_from(input, *code) : site;
}

int attach_function(const AttachInput *input, size_t at)
{
    return site_around(input, at, SITE_FUNCTION);
}

// ---- nests

static void attach_nest(const AttachInput *input, int index)
{
    Attachment *attachment = &input->attachments[index];
    Loc loc = attachment->directive->loc;
    int function = site_around(input, attachment->begin, SITE_FUNCTION);
    if (function < 0) {
        diag_error(input->diag, loc, "this directive is outside of any function; it belongs before a for statement");
        return;
    }
    size_t code;
    int site = attach_statement(input, attachment, index, &code);
    if (site == input->nsites || site >= input->sites[function].subtree_end || input->sites[site].begin != code ||
        input->sites[site].kind != SITE_FOR) {
        diag_error(input->diag, loc, "this directive must be followed by a for statement");
        bool is_while =
            site < input->nsites && input->sites[site].begin == code && input->sites[site].kind == SITE_LOOP;
        if (code < input->source->length)
            diag_note(input->diag, loc_in_file(input->source, code, code), "but this follows%s",
                      is_while ? "; a region, from 'begin' to 'end', may hold loops of any kind" : "");
        return;
    }
    if (index > 0 && input->attachments[index - 1].site == site) {
        diag_error(input->diag, loc, "this loop has a directive already");
        diag_note(input->diag, input->attachments[index - 1].directive->loc, "its first directive");
        return;
    }
    attachment->site = site;
    attachment->good = true;
}

// ---- regions

static void attach_region(const AttachInput *input, int begin, int end)
{
    Attachment *from = &input->attachments[begin], *to = &input->attachments[end];
    int outer = site_around(input, from->begin, SITE_COMPOUND);
    if (outer < 0) {
        diag_error(input->diag, from->directive->loc,
                   "this directive is outside of any function; a region belongs inside of one");
        return;
    }
    if (outer != site_around(input, to->begin, SITE_COMPOUND)) {
        diag_error(input->diag, to->directive->loc, "'end' and its 'begin' are not in the same block");
        diag_note(input->diag, from->directive->loc, "the region begins here");
        return;
    }
    int first = -1, last = -1;
    for (int child = site_from(input, from->end);
         child < input->sites[outer].subtree_end && input->sites[child].begin < to->begin;
         child = input->sites[child].subtree_end) {
        first = first < 0 ? child : first;
        last = child;
    }
    if (first < 0) {
        diag_error(input->diag, from->directive->loc, "this region holds no statement");
        return;
    }
    from->site = first;
    from->last_site = last;
    from->good = true;
    to->good = true;
}

// A loop inside of a loop that has a directive of its own is not a nest of its own.
static void check_nesting(const AttachInput *input, int index, int *outer)
{
    Attachment *attachment = &input->attachments[index];
    if (!attachment->good)
        return;
    const Attachment *around = *outer >= 0 ? &input->attachments[*outer] : NULL;
    if (!around || attachment->site >= input->sites[around->site].subtree_end) {
        *outer = index;
        return;
    }
    attachment->good = false;
    diag_error(input->diag, attachment->directive->loc, "this loop is inside of a loop that has a directive already");
    diag_note(input->diag, around->directive->loc, "the directive of the outer loop");
}

static void check_region(const AttachInput *input, int begin, int outer)
{
    Attachment *attachment = &input->attachments[begin];
    const Attachment *around = outer >= 0 ? &input->attachments[outer] : NULL;
    if (!attachment->good || !around || around->region == begin ||
        attachment->site >= input->sites[around->site].subtree_end)
        return;
    attachment->good = false;
    diag_error(input->diag, attachment->directive->loc, "this region is inside of a loop that has a directive");
    diag_note(input->diag, around->directive->loc, "the directive of the loop");
}

// ---- enter, exit, update: statements of their own

int attach_block(const AttachInput *input, size_t at)
{
    int site = site_from(input, at) - 1;
    while (site >= 0 && at >= input->sites[site].end)
        site = input->sites[site].parent;
    return site;
}

void attach_statement_alone(const AttachInput *input, Attachment *attachment, const char *word,
                            const Attachment *region, const Attachment *nest)
{
    Loc loc = attachment->directive->loc;
    int site = attach_block(input, attachment->begin);
    if (site < 0) {
        diag_error(input->diag, loc, "this directive is outside of any function; '%s' is a statement", word);
    } else if (attachment->from_macro) {
        diag_error(input->diag, loc, "'%s' comes out of a macro; write it as a directive of its own", word);
    } else if (region) {
        diag_error(input->diag, loc, "'%s' inside of a region, whose data stays on the device up to its end", word);
        diag_note(input->diag, region->directive->loc, "the region begins here");
    } else if (nest && attachment->begin < input->sites[nest->site].end) {
        diag_error(input->diag, loc, "'%s' inside of a loop that has a directive", word);
        diag_note(input->diag, nest->directive->loc, "the directive of the loop");
    } else if (input->sites[site].kind != SITE_COMPOUND) {
        diag_error(input->diag, loc, "'%s' cannot be all that an 'if', a loop or a label governs; put braces around it",
                   word);
    } else {
        attachment->site = site;
        attachment->good = true;
    }
}

static bool in_one_function(const AttachInput *input, int left, int right)
{
    int function = site_around(input, input->attachments[left].begin, SITE_FUNCTION);
    return function == site_around(input, input->attachments[right].begin, SITE_FUNCTION);
}

static void report_open(const AttachInput *input, int begin)
{
    diag_error(input->diag, input->attachments[begin].directive->loc,
               "this 'begin' has no 'end'; write '#pragma curestruct end' after the region");
}

// `outer`: the loop with a directive that was found last; `open`: the region that has not ended.
static void attach_data(const AttachInput *input, int index, int open, int outer)
{
    Attachment *attachment = &input->attachments[index];
    attach_statement_alone(input, attachment, directive_word(attachment->directive->kind),
                           open >= 0 ? &input->attachments[open] : NULL,
                           outer >= 0 ? &input->attachments[outer] : NULL);
}

void attach_directives(const AttachInput *input)
{
    int open = -1, outer = -1;
    for (int i = 0; i < input->count; i++) {
        Attachment *attachment = &input->attachments[i];
        attachment->site = attachment->last_site = attachment->region = -1;
        Loc loc = attachment->directive->loc;
        if (open >= 0 && !in_one_function(input, open, i)) {
            report_open(input, open);
            open = -1;
        }
        if (directive_is_data(attachment->directive)) {
            attach_data(input, i, open, outer);
        } else if (attachment->directive->kind == DIRECTIVE_NEST) {
            attachment->region = open;
            attach_nest(input, i);
            check_nesting(input, i, &outer);
        } else if (attachment->directive->kind == DIRECTIVE_BEGIN && open >= 0) {
            diag_error(input->diag, loc, "a region cannot begin inside another region");
            diag_note(input->diag, input->attachments[open].directive->loc, "the region around it begins here");
        } else if (attachment->directive->kind == DIRECTIVE_BEGIN) {
            open = i;
        } else if (open < 0) {
            diag_error(input->diag, loc,
                       "'end' without a 'begin' before it; write '#pragma curestruct begin' before the region");
        } else {
            attach_region(input, open, i);
            check_region(input, open, outer);
            open = -1;
        }
    }
    if (open >= 0)
        report_open(input, open);
}
