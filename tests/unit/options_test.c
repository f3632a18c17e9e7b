// The command line: what it stores, and that every wrong one is a single line and exit status 2.
#include "frontend/options/options.h"
#include "tests/unit/test.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static Arena *arena;

enum { MAX_WORDS = 32 };

// Splits at blanks; argv[0] is the program.
static int split(const char *line, char **argv)
{
    int count = 0;
    argv[count++] = "curestruct";
    for (char *at = strtok(arena_strndup(arena, line, strlen(line)), " "); at; at = strtok(NULL, " "))
        argv[count++] = at;
    return count;
}

static Options parse(const char *line)
{
    char *argv[MAX_WORDS];
    Options options;
    options_parse(arena, split(line, argv), argv, &options);
    return options;
}

typedef struct Outcome {
    int status;
    char out[8192], err[1024];
} Outcome;

static void drain(int from, char *to, size_t size)
{
    size_t length = 0;
    for (ssize_t got; length + 1 < size && (got = read(from, to + length, size - 1 - length)) > 0;)
        length += (size_t)got;
    to[length] = '\0';
    close(from);
}

// Runs the parser in a process of its own; the status is 0 as well when it returns.
static Outcome run(const char *line)
{
    Outcome outcome = {0};
    int out[2], err[2], status;
    if (pipe(out) || pipe(err))
        abort();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(out[1], 1), dup2(err[1], 2);
        close(out[0]), close(err[0]);
        parse(line);
        fflush(NULL);
        _exit(0);
    }
    close(out[1]), close(err[1]);
    drain(out[0], outcome.out, sizeof outcome.out);
    drain(err[0], outcome.err, sizeof outcome.err);
    waitpid(child, &status, 0);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

static void expect_usage_error(const char *line, const char *message)
{
    Outcome outcome = run(line);
    EXPECT(outcome.status == 2);
    EXPECT_TEXT(outcome.err, intern_printf("curestruct: error: %s\n", message));
    EXPECT_TEXT(outcome.out, "");
}

static const char *clang_arguments(const Options *options)
{
    Text out = {.arena = arena};
    FOR_EACH(i, &options->clang_arguments)
        text_printf(&out, "[%s]", options->clang_arguments.items[i]);
    return text_string(&out);
}

// Catches: an argument that is lost, split or given to the wrong tool on its way to clang.
static void test_clang_arguments(void)
{
    Options options = parse("-Ifoo -I bar -DX=1 -D Y a.c -U Z -isystem d -include f.h -std=c11 -o o.cu -- -O2 -x c");
    EXPECT_TEXT(clang_arguments(&options),
                "[-Ifoo][-Ibar][-DX=1][-DY][-UZ][-isystem][d][-include][f.h][-std=c11][-O2][-x][c]");
    EXPECT_TEXT(options.input, "a.c");
    EXPECT_TEXT(options.output, "o.cu");
    EXPECT(options.verb == VERB_COMPILE && options.emit == EMIT_CUDA && !options.verbose);
}

// Catches: a verb taken for a file or a file for a verb.
static void test_verbs(void)
{
    EXPECT(parse("check a.c").verb == VERB_CHECK);
    EXPECT(parse("-v explain a.c").verb == VERB_EXPLAIN);
    EXPECT(parse("bench a.c").verb == VERB_BENCH && parse("ladder a.c").verb == VERB_LADDER);
    EXPECT(parse("devices").verb == VERB_DEVICES);
    EXPECT(parse("steps").verb == VERB_STEPS && parse("steps --format=md").format == FORMAT_MARKDOWN);
    Options file = parse("./check"), second = parse("check ./check");
    EXPECT(file.verb == VERB_COMPILE && !strcmp(file.input, "./check"));
    EXPECT(second.verb == VERB_CHECK && !strcmp(second.input, "./check"));
}

// Catches: sizes of a list run together, or a member path cut at its `->`.
static void test_check_options(void)
{
    Options options = parse("check a.c --size n=3,m=0x10 --size=dst->rows=61 --size n=-1 --alias a=b+3 --on cpu "
                            "--data special --expect-fallback --function=f --keep d --export=e --cc clang-19");
    EXPECT(options.sizes.count == 4 && options.aliases.count == 1);
    EXPECT_TEXT(options.sizes.items[1].value, "0x10");
    EXPECT_TEXT(options.sizes.items[2].name, "dst->rows");
    EXPECT_TEXT(options.sizes.items[3].value, "-1");
    EXPECT_TEXT(options.aliases.items[0].value, "b+3");
    EXPECT(options.on == ON_CPU && options.expect_fallback && !strcmp(options.data, "special"));
    EXPECT(!strcmp(options.function, "f") && !strcmp(options.keep_folder, "d") && !strcmp(options.export_folder, "e"));
    EXPECT(!strcmp(options.compiler, "clang-19"));
}

// Catches: a makefile's dependency flags or warning flags read as something else.
static void test_compile_options(void)
{
    Options options = parse("a.c -MD -MF a.d -MT a.o -MTb.o -MP -Werror=refused --emit=ir --dump-after tile --line");
    EXPECT(options.depend && options.depend_phony && options.warnings.error[WARN_REFUSED] && options.line_directives);
    EXPECT_TEXT(options.depend_file, "a.d");
    EXPECT(options.depend_targets.count == 2 && !options.depend_targets.items[1].quoted);
    EXPECT_TEXT(options.depend_targets.items[0].name, "a.o");
    EXPECT_TEXT(options.depend_targets.items[1].name, "b.o");
    EXPECT(options.emit == EMIT_IR && !strcmp(options.dump_after, "tile"));
    EXPECT(parse("a.c -Werror").warnings.error[WARN_REFUSED]);
    EXPECT(!parse("a.c -w -Wrefused").warnings.off[WARN_REFUSED] &&
           parse("a.c -w -Wrefused").warnings.off[WARN_SEQUENTIAL]);
    Options last = parse("a.c -Werror=sequential -Wno-refused -Werror -Wno-error=refused");
    EXPECT(last.warnings.error[WARN_SEQUENTIAL] && last.warnings.off[WARN_REFUSED] &&
           !last.warnings.error[WARN_REFUSED]);
    EXPECT(!parse("a.c -Wno-refused -Werror=refused").warnings.off[WARN_REFUSED]);
    Options both = parse("a.c -oo.cu --host=h.c --device=c2070 --arch=sm_90a --schedule s");
    EXPECT(!strcmp(both.host_output, "h.c") && !strcmp(both.output, "o.cu") && !strcmp(both.device, "c2070"));
    EXPECT(!strcmp(both.arch, "sm_90a") && !strcmp(both.schedule_file, "s"));
    EXPECT(!strcmp(parse("-").output, "-") && !parse("a.c").output);
}

// Catches: a wrong command line that is accepted, crashes, or gets more than its one line.
static void test_errors(void)
{
    expect_usage_error("", "no input file (see curestruct --help)");
    expect_usage_error("a.c b.c", "more than one input file: 'a.c' and 'b.c'");
    expect_usage_error("chek a.c", "unknown verb 'chek'; did you mean 'check'?");
    expect_usage_error("check a.c --siz n=3", "unknown option '--siz'; did you mean '--size'?");
    expect_usage_error("check a.c -size n=3", "unknown option '-size'; did you mean '--size'?");
    expect_usage_error("a.c -qopt", "unknown option '-qopt' (see curestruct --help; options for clang go after --)");
    expect_usage_error("a.c -lm", "'-lm' is for linking, and curestruct writes a source file; 'curestruct cc' links");
    expect_usage_error("a.c -m32", "'-m32': CUDA programs have 64-bit addresses; leave it out");
    expect_usage_error("a.c -xc++", "'-x c++': only C is read");
    expect_usage_error("a.c -Wno-refusde", "unknown warning '-Wno-refusde'; did you mean '-Wno-refused'?");
    expect_usage_error("a.c -W", "'-W' needs an argument: WARNING");
    expect_usage_error("a.c --line=3", "option '--line' takes no value");
    expect_usage_error("a.c -o", "'-o' needs an argument: FILE");
    expect_usage_error("a.c --host=", "'--host' needs an argument: FILE.c");
    expect_usage_error("a.c -o a.c", "the output 'a.c' is the input file");
    expect_usage_error("a.c -o b --host=b", "two outputs go to 'b'");
    expect_usage_error("a.c --size n=3", "'--size' is an option of 'check', 'explain', 'bench', 'ladder' and 'tune'");
    expect_usage_error("a.c --alias p=q", "'--alias' is an option of 'check'");
    expect_usage_error("check a.c -o b", "'-o' is for compiling, not for 'curestruct check'");
    expect_usage_error("check a.c --size n", "'--size n': expected name=value");
    expect_usage_error("check a.c --size n=3,", "'--size ': expected name=value");
    expect_usage_error("check a.c --size n=3x", "'--size n=3x': '3x' is not an integer");
    expect_usage_error("check a.c --size n=99999999999999999999",
                       "'--size n=99999999999999999999': '99999999999999999999' is not an integer");
    expect_usage_error("check a.c --data 2:1", "'--data 2:1': expected lo:hi, such as -1:1, or special");
    expect_usage_error("check a.c --data nan:1", "'--data nan:1': expected lo:hi, such as -1:1, or special");
    expect_usage_error("check a.c --alias a=+3", "'--alias a=+3': expected a=b or a=b+k");
    expect_usage_error("check a.c --on=tpu", "'--on=tpu': expected one of cpu, gpu");
    expect_usage_error("a.c --emit=x", "'--emit=x': expected one of cuda, ir, schedule, tiled");
    expect_usage_error("a.c --arch=90", "'--arch=90': expected native or a name such as sm_90");
    expect_usage_error("a.c -MF x", "'-MF' needs -MD");
    expect_usage_error("devices a.c", "'curestruct devices' takes no input file");
    expect_usage_error("steps a.c", "'curestruct steps' takes no input file");
    expect_usage_error("steps --format=json", "'curestruct steps' has no format 'json'; it has text and md");
}

// Catches: CFLAGS of an ordinary build that stop the compiler or change what it does.
static void test_foreign_options(void)
{
    Options options =
        parse("-c -O2 -g3 -Wall -Wextra -Wno-unknown-pragmas -Werror=format -pedantic -fPIC -fopenmp -m64 "
              "-march=native --param ssp-buffer-size=4 -pipe -pthread -x c a.c -o a.cu");
    EXPECT_TEXT(options.input, "a.c");
    EXPECT_TEXT(options.output, "a.cu");
    EXPECT(!options.clang_arguments.count && !options.warnings.error[WARN_REFUSED]);
}

static const char *words_of(const char *text)
{
    Arguments words = response_split(arena, text);
    Text all = {.arena = arena};
    FOR_EACH(i, &words)
        text_printf(&all, "[%s]", words.items[i]);
    return text_string(&all);
}

// Catches: quotes and backslashes of a response file that end a word, or stay in it.
static void test_response_words(void)
{
    EXPECT_TEXT(words_of(" -DA='a b'\t\"c d\"e\n\\ x ''"), "[-DA=a b][c de][ x][]");
    EXPECT_TEXT(words_of(" \n"), "");
    EXPECT_TEXT(words_of("'open"), "[open]");
}

// Catches: help on stderr, or a verb's help that lists options which the verb refuses.
static void test_help(void)
{
    Outcome general = run("--help"), check = run("check --help"), version = run("--version");
    EXPECT(general.status == 0 && !*general.err && strstr(general.out, "-o FILE") && !strstr(general.out, "--size"));
    EXPECT(check.status == 0 && strstr(check.out, "--size") && !strstr(check.out, "-o FILE"));
    EXPECT(version.status == 0 && !strncmp(version.out, "curestruct ", 11));
}

int main(void)
{
    arena = arena_new();
    test_clang_arguments();
    test_verbs();
    test_check_options();
    test_compile_options();
    test_errors();
    test_foreign_options();
    test_response_words();
    test_help();
    arena_release(arena);
    intern_release();
    return test_status();
}
