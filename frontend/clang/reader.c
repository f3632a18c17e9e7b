// read_unit: a C file by libclang to a Unit. Parse, report what clang says, then the phases in order.
#include "frontend/clang/clauses.h"
#include "frontend/clang/find_directives.h"
#include "frontend/clang/guards.h"
#include "frontend/clang/host.h"
#include "frontend/clang/nest.h"
#include "frontend/program/other_files.h"
#include "frontend/clang/source.h"
#include "frontend/control/data.h"
#include "frontend/control/from.h"
#include "frontend/control/host_code.h"
#include "frontend/dataflow/allocations.h"
#include "frontend/dataflow/from_sharing.h"
#include "frontend/dataflow/scan.h"
#include "frontend/directives/foreign.h"
#include "frontend/directives/from_headers.h"
#include "frontend/host.h"
#include "frontend/reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- the input

enum { LONGEST_INPUT = 1 << 28 }; // bytes; /dev/zero has no end

static char *read_stream(Arena *arena, FILE *stream, size_t *length)
{
    Text text = {.arena = arena};
    char buffer[65536];
    size_t count = sizeof buffer;
    while (count == sizeof buffer && text.length <= LONGEST_INPUT) { // less is the end, or an error
        count = fread(buffer, 1, sizeof buffer, stream);
        text_add_n(&text, buffer, count);
    }
    if (ferror(stream))
        return NULL;
    *length = text.length;
    return arena_strndup(arena, text_string(&text), text.length);
}

static char *read_input(Arena *arena, Diag *diag, const char *path, size_t *length)
{
    bool standard = !strcmp(path, "-");
    struct stat status;
    FILE *stream = standard ? stdin : fopen(path, "rb");
    char *text = NULL;
    errno = stream ? 0 : errno;
    if (stream && fstat(fileno(stream), &status) == 0 && S_ISDIR(status.st_mode))
        errno = EISDIR;
    else if (stream)
        text = read_stream(arena, stream, length);
    if (!text)
        diag_fatal(diag, "cannot read '%s': %s", standard ? "standard input" : path, strerror(errno ? errno : EIO));
    else if (*length > LONGEST_INPUT)
        diag_fatal(diag, "'%s' is too large", path);
    if (stream && !standard)
        fclose(stream);
    return text && *length <= LONGEST_INPUT ? text : NULL;
}

// ---- arguments

static bool starts_with(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

static void set_arguments(Reader *reader, const char *const *given, int count)
{
    VECTOR(const char *) arguments = {0};
    bool has_standard = false;
    for (int i = 0; i < count; i++)
        has_standard |= starts_with(given[i], "-std=") || starts_with(given[i], "--std=") || !strcmp(given[i], "-ansi");
    VECTOR_PUSH(reader->arena, &arguments, "-xc");
    if (!has_standard)
        VECTOR_PUSH(reader->arena, &arguments, "-std=gnu17");
    for (int i = 0; i < count; i++)
        if (strcmp(given[i], "-w") != 0 &&
            !starts_with(given[i], "-Werror")) // our pragma must be seen, and be no error
            VECTOR_PUSH(reader->arena, &arguments, given[i]);
    VECTOR_PUSH(reader->arena, &arguments, "-Wunknown-pragmas");
    // The header of some C libraries defines it for compilers alone that say they are GCC 4.7.
    const char *text = reader->unit->source->text;
    if (strstr(text, "complex.h") && strstr(text, "CMPLX")) {
        VECTOR_PUSH(reader->arena, &arguments, "-DCMPLX(x, y)=__builtin_complex ((double) (x), (double) (y))");
        VECTOR_PUSH(reader->arena, &arguments, "-DCMPLXF(x, y)=__builtin_complex ((float) (x), (float) (y))");
    }
    VECTOR_PUSH(reader->arena, &arguments, reader->from ? "-isystem" FROM_HEADERS : "-idirafter" FROM_HEADERS);
    reader->arguments = arguments.items;
    reader->nargument = arguments.count;
}

// ---- clang's diagnostics in our voice

static Loc diagnostic_loc(Reader *reader, CXDiagnostic diagnostic)
{
    CXFile file;
    unsigned line, column, offset;
    clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, &line, &column, &offset);
    if (!file)
        return (Loc){.file = reader->unit->source};
    Loc loc = {
        .file = source_of_file(reader, file), .line = (int)line, .column = (int)column, .begin = offset, .end = offset};
    if (clang_getDiagnosticNumRanges(diagnostic) > 0) {
        unsigned begin, end;
        CXSourceRange range = clang_getDiagnosticRange(diagnostic, 0);
        clang_getExpansionLocation(clang_getRangeStart(range), NULL, NULL, NULL, &begin);
        clang_getExpansionLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &end);
        if (begin <= offset && end > offset)
            loc.end = end;
    }
    return loc;
}

static void report_notes(Reader *reader, CXDiagnostic diagnostic)
{
    CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
    for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
        diag_note(reader->diag, diagnostic_loc(reader, note), "%s",
                  take_string(reader, clang_getDiagnosticSpelling(note)));
        clang_disposeDiagnostic(note);
    }
}

static bool report_errors(Reader *reader)
{
    bool any = false;
    for (unsigned i = 0, count = clang_getNumDiagnostics(reader->clang); i < count; i++) {
        CXDiagnostic diagnostic = clang_getDiagnostic(reader->clang, i);
        if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
            any = true;
            diag_error(reader->diag, diagnostic_loc(reader, diagnostic), "%s",
                       take_string(reader, clang_getDiagnosticSpelling(diagnostic)));
            report_notes(reader, diagnostic);
        }
        clang_disposeDiagnostic(diagnostic);
    }
    return any;
}

// The C++ name of a file explains its errors.
static void note_language(Reader *reader)
{
    static const char *const suffixes[] = {".cc", ".cpp", ".cxx", ".c++", ".C", ".hpp", ".cu", ".cuh"};
    const char *suffix = strrchr(reader->path, '.');
    for (size_t i = 0; suffix && i < sizeof suffixes / sizeof *suffixes; i++)
        if (!strcmp(suffix, suffixes[i]))
            diag_note(reader->diag, (Loc){.file = reader->unit->source}, "only C is read, and this is C++ by its name");
}

// ---- functions that hold a directive

typedef struct FunctionWalk {
    Reader *reader;
    int next, next_from; // of the attachments, and of the directives of OpenMP and OpenACC
} FunctionWalk;

static enum CXChildVisitResult visit_function(CXCursor cursor, CXCursor parent, CXClientData context)
{
    (void)parent;
    FunctionWalk *walk = context;
    Reader *reader = walk->reader;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        !is_in_main_file(reader, cursor))
        return CXChildVisit_Continue;
    Loc loc = cursor_loc(reader, cursor);
    while (walk->next < reader->attachments.count && reader->attachments.items[walk->next].begin < loc.begin)
        walk->next++;
    while (walk->next_from < reader->from_sites.count && reader->from_sites.items[walk->next_from].begin < loc.begin)
        walk->next_from++;
    bool ours = walk->next < reader->attachments.count && reader->attachments.items[walk->next].begin < loc.end;
    if (ours ||
        (walk->next_from < reader->from_sites.count && reader->from_sites.items[walk->next_from].begin < loc.end))
        scan_function(reader, cursor);
    return CXChildVisit_Continue;
}

static void scan_functions(Reader *reader)
{
    FunctionWalk walk = {.reader = reader};
    if (reader->attachments.count || reader->from_sites.count)
        clang_visitChildren(clang_getTranslationUnitCursor(reader->clang), visit_function, &walk);
}

static void attach(Reader *reader)
{
    PragmaMacros *pragmas = find_pragma_macros(reader->arena, reader->unit->source->text);
    pragmas->from = reader->from;
    reader->pragmas = pragmas;
    AttachInput input = {
        .arena = reader->arena,
        .pragmas = reader->pragmas,
        .diag = reader->diag,
        .source = reader->unit->source,
        .sites = reader->sites.items,
        .nsites = reader->sites.count,
        .attachments = reader->attachments.items,
        .count = reader->attachments.count,
    };
    attach_directives(&input);
    if (reader->from_sites.count)
        from_attach(reader, &input);
    FOR_EACH(i, &reader->attachments) {
        const Attachment *attachment = &reader->attachments.items[i];
        if (attachment->good && attachment->region >= 0)
            reader->details.items[attachment->site].directive = attachment->directive;
    }
}

// ---- all

static bool read_parsed(Reader *reader)
{
    int errors = diag_error_count(reader->diag);
    if (report_errors(reader)) {
        note_language(reader);
        return false;
    }
    reader->scratch = arena_new();
    collect_macros(reader);
    find_directives(reader);
    scan_functions(reader);
    attach(reader);
    clauses_check(reader);
    from_check_sharing(reader);
    if (diag_error_count(reader->diag) == errors)
        data_read(reader);
    bool good = diag_error_count(reader->diag) == errors;
    if (good) {
        refuse_headers(reader);
        host_read(reader);
        host_read_conversions(reader);
        allocations_read(reader);
        read_nests(reader);
        host_code_read(reader);
        guards_find(reader);
        host_read_globals(reader);
    }
    arena_release(reader->scratch);
    return good;
}

static bool parse(Reader *reader, CXIndex index, const char *text, size_t length)
{
    struct CXUnsavedFile files[UNSAVED_FILES];
    unsigned nfile = unsaved_files(reader->path, text, length, files);
    enum CXErrorCode code =
        clang_parseTranslationUnit2(index, reader->path, reader->arguments, reader->nargument, files, nfile,
                                    CXTranslationUnit_DetailedPreprocessingRecord, &reader->clang);
    if (code == CXError_Success && reader->clang) {
        reader->main_file = clang_getFile(reader->clang, reader->path);
        if (reader->main_file)
            return true;
        clang_disposeTranslationUnit(reader->clang);
    }
    diag_fatal(reader->diag, "cannot parse '%s': libclang does not accept the file with these options", reader->path);
    return false;
}

Unit *read_unit(Arena *arena, Diag *diag, const char *path, const char *const *clang_arguments, int count)
{
    ReadRequest request = {.path = path, .arguments = clang_arguments, .nargument = count};
    return read_unit_from(arena, diag, &request);
}

static void add_other_functions(Reader *reader, CXIndex index, const ReadRequest *request)
{
    reader->scratch = arena_new();
    CXTranslationUnit more = other_files_read(reader, index, request);
    arena_release(reader->scratch);
    if (!more)
        return;
    clang_disposeTranslationUnit(reader->clang);
    reader->clang = more;
    reader->main_file = clang_getFile(more, reader->path);
}

Unit *read_unit_from(Arena *arena, Diag *diag, const ReadRequest *request)
{
    size_t length = 0;
    const char *path = request->path;
    char *text = read_input(arena, diag, path, &length);
    if (!text)
        return NULL;
    Reader reader = {.arena = arena, .diag = diag, .from = request->languages, .of_program = request->of_program};
    reader.path = strcmp(path, "-") ? path : "<stdin>";
    SourceFile *source = ARENA_NEW(arena, SourceFile);
    *source = (SourceFile){.path = reader.path, .text = text, .length = length};
    reader.unit = ARENA_NEW(arena, Unit);
    *reader.unit = (Unit){
        .arena = arena, .diag = diag, .source = source, .shown_path = source->path, .host = ARENA_NEW(arena, HostFile)};
    set_arguments(&reader, request->arguments, request->nargument);
    CXIndex index = clang_createIndex(0, 0);
    bool good = parse(&reader, index, text, length);
    if (good) {
        if (request->nother || request->find_program)
            add_other_functions(&reader, index, request);
        VECTOR_PUSH(arena, &reader.file_keys, reader.main_file);
        VECTOR_PUSH(arena, &reader.files, source);
        good = read_parsed(&reader);
        clang_disposeTranslationUnit(reader.clang);
    }
    clang_disposeIndex(index);
    return good ? reader.unit : NULL;
}
