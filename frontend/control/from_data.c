// Data of OpenMP and OpenACC (contract in from_data.h). A block whose data stays on the device is a region where it can
// be one launcher. Otherwise `enter` and `exit` of ours stand around it:
//
//   #pragma omp target data map(tofrom: a[0:n])      {   crs_enter_copyin(.. a ..);
//   { ... }                                              { ... }
//                                                        crs_exit_copyout(.. a ..);   }
#include "frontend/control/from_data.h"
#include "frontend/clang/source.h"
#include "frontend/control/data.h"
#include "frontend/host.h"

#include <string.h>

// ---- directives that move data

DirectiveList from_moves_of(Reader *reader, const FromDirective *from)
{
    static const struct {
        DirectiveKind kind;
        bool finally;
    } order[] = {{DIRECTIVE_ENTER, false}, {DIRECTIVE_UPDATE, false}, {DIRECTIVE_EXIT, false}, {DIRECTIVE_EXIT, true}};
    DirectiveList list = {0};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        Directive *made = from_translate_moves(reader->arena, reader->diag, from, order[i].kind, order[i].finally);
        if (made)
            list.items[list.count++] = made;
    }
    return list;
}

static bool holds(const Reader *reader, int outer, size_t at)
{
    return outer >= 0 && reader->sites.items[outer].begin <= at && at < reader->sites.items[outer].end;
}

bool from_moves_inside(const Reader *reader, int site)
{
    FOR_EACH(i, &reader->from_sites)
        if (from_moves(reader->from_sites.items[i].from) && holds(reader, site, reader->from_sites.items[i].begin))
            return true;
    return false;
}

// ---- blocks

// The statement as a whole, with its semicolon; false: a macro yields it or parts of it.
static bool whole_statement(Reader *reader, int site, ByteRange *range)
{
    CXCursor stmt = reader->details.items[site].cursor;
    return statement_range(reader, stmt, last_statement(reader, stmt), &range->begin, &range->end) &&
           attach_is_whole(reader->sites.items, reader->sites.count, site, range->end);
}

bool from_keep_block(Reader *reader, const FromSite *block)
{
    ByteRange range;
    const FromDirective *from = block->from;
    if (from_computes(from) || block->from_macro || !whole_statement(reader, block->site, &range))
        return false;
    Attachment attachment = {.begin = block->begin, .end = block->end, .site = reader->sites.items[block->site].parent};
    Directive *enter = from_translate_moves(reader->arena, reader->diag, from, DIRECTIVE_ENTER, false);
    Directive *exit = from_translate_moves(reader->arena, reader->diag, from, DIRECTIVE_EXIT, false);
    if (!enter || !exit)
        return true; // it has no data
    const struct {
        const Directive *directive;
        MovesPlace place;
    } moves[] = {{enter, MOVES_BEGIN},
                 {from_translate_moves(reader->arena, reader->diag, from, DIRECTIVE_UPDATE, false), MOVES_BEGIN},
                 {from_translate_moves(reader->arena, reader->diag, from, DIRECTIVE_UPDATE, true), MOVES_END},
                 {exit, MOVES_END}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        attachment.directive = moves[i].directive;
        if (attachment.directive)
            data_read_moves(reader, &attachment, moves[i].place,
                            moves[i].place == MOVES_BEGIN ? range.begin : range.end);
    }
    return true;
}

// ---- what the device is to do

static const FromSite *device_around(const Reader *reader, int index)
{
    const FromSite *inner = &reader->from_sites.items[index];
    for (int i = 0; i < index; i++) {
        const FromSite *outer = &reader->from_sites.items[i];
        if (outer->site >= 0 && from_computes(outer->from) && holds(reader, outer->site, inner->begin))
            return outer;
    }
    return NULL;
}

bool from_on_host(const Reader *reader, int index)
{
    return !from_computes(reader->from_sites.items[index].from) && !device_around(reader, index);
}

static void add_parts(Reader *reader, HostDevice *device, int site)
{
    const Site *at = &reader->sites.items[site];
    if (at->kind != SITE_COMPOUND) {
        ByteRange part = {at->begin, at->end};
        VECTOR_PUSH(reader->arena, &device->parts, part);
        return;
    }
    for (int i = site + 1; i < at->subtree_end; i = reader->sites.items[i].subtree_end)
        add_parts(reader, device, i);
}

void from_note_devices(Reader *reader)
{
    FOR_EACH(i, &reader->from_sites) {
        const FromSite *found = &reader->from_sites.items[i];
        if (found->site < 0 || !from_computes(found->from) || device_around(reader, i))
            continue;
        HostDevice device = {.loc = found->from->loc,
                             .words = found->from->words,
                             .function = cursor_name(reader->details.items[found->function].cursor)};
        if (!whole_statement(reader, found->site, &device.range))
            device.range = (ByteRange){0, 0};
        add_parts(reader, &device, found->site);
        VECTOR_PUSH(reader->arena, &reader->unit->host->devices, device);
    }
}
