#!/usr/bin/env python3
"""Which messages of the compiler no test compares.

    tests/tools/messages.py . tests               lists and counts them
    tests/tools/messages.py --most N . tests      fails where there are more than N

A message is a string of the sources that says why something is refused or wrong: an argument of a function that
reports, or a part of a message, such as a reason that is kept or returned for one. It is compared where a line that a
test compares holds all of its text, in order, with the text for each conversion (%s), where a wildcard does not stand
for any of that, and where the line goes on to the end of the message. Lines that tests compare are those of FileCheck
and the lines of expected files. A unit test does not count: a message has to come from the command.
"""
import argparse
import os
import re
import sys

FOLDERS = ("frontend", "analysis", "transform", "codegen", "driver", "curestruct.c")
# Strings that are no messages: dumps, notes above kernels, tables of explain, texts of rungs.
OTHER_FILES = ("analysis/dump.c", "analysis/model/", "transform/lower/kernel_comment.c", "transform/plan/arrange/",
               "transform/schedule/schedule_print.c", "transform/plan/resources/resource_", "transform/ladder/",
               "frontend/options/options.c", "frontend/options/table.c", "frontend/options/help.c",
               "frontend/options/manual.c", "frontend/options/completion.c", "frontend/normalize/normalize.c",
               "frontend/directives/from_table.c",  # compared as a whole by explain/omp-acc.test
               "frontend/clang/find_directives.c", "frontend/clang/guards.c", "frontend/clang/cplusplus.c")
# Functions whose string is something else: our own bugs, text of the output, names that are compared.
OTHER_CALLS = ("unreachable_bug", "internal_bug", "supervise_step", "need", "check_nest", "text_printf",
               "intern_printf", "text_add", "fopen", "strcmp", "strncmp", "strstr", "strspn", "type_named")
# Functions that report, and the number of arguments before the message.
REPORTERS = {"diag_error": 2, "diag_refuse": 2, "diag_note": 2, "diag_warning": 3, "diag_fatal": 1,
             "directive_error": 2, "option_error": 0, "schedule_error": 2}
# Functions that take a part of a message.
PARTS = re.compile(r"refuse\w*$|deny$|fail$|\w+_refused$")
# Files where each string is a part of a message.
WORDS = ("frontend/clang/words.c",)

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'', re.S)
CONVERSION = re.compile(r"%[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|h|ll|l|z|j|t)?[diuoxXfFeEgGcsp]")
COMPARED = re.compile(r"^\W*([A-Z][A-Z0-9_-]*):(.*)$")
CONTINUES = re.compile(r"\S*-NEXT \{\{\^ \*\}\}")
NOT_COMPARED = re.compile(r"RUN|REQUIRES|UNSUPPORTED|XFAIL|\S*-NOT|COM")
VOICE = r"(?:error|warning|note): "
# Of what the reader of C refuses, the place is compared as well: a column, or no more than the name of the file.
PLACED = r"(?:\d|curestruct|\.c\w*): (?:error|warning|note): "
END = r"(?: \[-W[^]]*\])?(?:\{\{\$\}\})?$"


# ---- the sources

def strings(path):
    """(line, text, code before it) of each string, adjacent ones joined. In the code, texts and comments are blank."""
    text = open(path).read()
    code, last, found = "", 0, []
    for match in TOKEN.finditer(text):
        code += text[last:match.start()]
        token = match.group()
        if token[0] == '"':
            if found and re.fullmatch(r'\s*', code[found[-1][2]:]) and found[-1][2] > 0:
                found[-1][1] += token[1:-1]
                found[-1][2] = len(code) + len(token)
            else:
                found.append([text.count("\n", 0, match.start()) + 1, token[1:-1], len(code) + len(token), len(code)])
            code += '"' + "_" * (len(token) - 2) + '"'
        else:
            code += re.sub(r"[^\n]", " ", token)
        last = match.end()
    for line, content, _, begin in found:
        yield line, content.replace('\\"', '"').replace("\\\\", "\\"), code[max(0, begin - 600):begin]


def call_around(before):
    """The function whose argument begins there, and the number of arguments before it."""
    depth = arguments = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] in ")]}":
            depth += 1
        elif before[at] in "([":
            name = re.search(r"(\w+)\s*$", before[:at])
            if depth == 0 and name and before[at] == "(":
                return name.group(1), arguments
            depth -= depth > 0
        elif before[at] == "{":
            if depth == 0:
                return "", 0
            depth -= 1
        elif before[at] == ";" and depth == 0:
            return "", 0
        elif before[at] == "," and depth == 0:
            arguments += 1
    return "", 0


def kind_of(path, text, before):
    """'whole' of a message, 'part' of one, or None."""
    call, arguments = call_around(before)
    words = re.findall(r"[A-Za-z]{2,}", CONVERSION.sub(" ", text))
    if before.rstrip().endswith("#include") or not words:
        return None
    if call in REPORTERS:
        part = "part" if arguments > REPORTERS[call] and " " in text else None
        return "whole" if arguments == REPORTERS[call] else part
    if re.match(r"curestruct: error: \S", text):
        return "whole"
    if path.startswith(FOLDERS[3:]):
        return None
    if PARTS.match(call):
        return "part"
    if call in OTHER_CALLS or not path.endswith(".c") or any(other in path for other in OTHER_FILES):
        return None
    if path in WORDS:
        return "part"
    if path.startswith(("frontend/clang/", "frontend/control/")):
        return "part" if re.search(r"[a-z]['\"]? ['\"(]?[a-z%]", text) else None
    is_code = text.startswith("//") or "(" in text[:6] or re.search(r"[{}]|;$", text)
    return "part" if len(words) >= 4 and not is_code else None


def sources_below(root, folder):
    if folder.endswith(".c") and os.path.exists(os.path.join(root, folder)):
        yield folder
    for where, _, files in sorted(os.walk(os.path.join(root, folder))):
        for name in sorted(files):
            if name.endswith((".c", ".y")):
                yield os.path.relpath(os.path.join(where, name), root)


# ---- the tests

def plain(line):
    """The line without FileCheck's expressions; NUL where one stands for any text."""
    def text(match):
        inside = match.group(1)
        wild = re.search(r"(?<!\\)[*+]", inside) and inside != "[0-9]+"
        return "\0" if wild else re.sub(r"\\(.)", r"\1", inside)

    return re.sub(r"\s+", " ", re.sub(r"\{\{(.*?)\}\}(?!\})", text, line)).strip()


def compared_lines(path):
    parts = path.endswith((".txt", ".tree", ".err"))
    before = ""
    for line in open(path, errors="replace"):
        if re.match(r"\W*---", line) and path.endswith(".test"):
            parts = True
        match = COMPARED.match(line)
        is_check = match and not NOT_COMPARED.fullmatch(match.group(1))
        compared = plain(match.group(2) if is_check else line if parts else "")
        if is_check and CONTINUES.fullmatch(match.group(1) + match.group(2)[:8]): # a message on several lines
            compared = before + " " + compared.lstrip("\0")
        before = compared
        if "warning: " not in compared or compared.endswith("]"): # otherwise only its beginning is compared
            yield compared


def corpus_of(folders):
    lines = set()
    for folder in folders:
        for root, _, files in os.walk(folder):
            for name in [] if re.search(r"/(fuzz|simt|unit)\b", root) else files:
                if name.endswith((".c", ".test", ".tree", ".err", ".txt")):
                    lines.update(compared_lines(os.path.join(root, name)))
    return sorted(lines)


def pattern(text, whole, placed):
    voice = PLACED if placed else VOICE
    parts = CONVERSION.split(re.sub(r"\\n|\s+", " ", text).strip())
    body = "[^\0]+?".join(re.escape(part.replace("%%", "%")) for part in parts)
    if whole:
        return re.compile((voice if not text.startswith("curestruct: ") else "") + body + END)
    begin = r"(?<![\w-])" if re.match(r"\w", text) else ""
    return re.compile((voice + "[^\0]*?" if placed else "") + begin + body + r"(?![\w-])[^\0]*$")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--most", type=int, help="fail where there are more")
    parser.add_argument("sources", help="the root of the source tree")
    parser.add_argument("tests", nargs="+", help="folders of tests")
    options = parser.parse_args()
    corpus = corpus_of(options.tests)
    count, sums = 0, []
    for folder in FOLDERS:
        missing = total = 0
        for path in sources_below(options.sources, folder):
            for line, text, before in strings(os.path.join(options.sources, path)):
                kind = kind_of(path, text, before)
                total += kind is not None
                wanted = pattern(text, kind == "whole", folder == "frontend")
                if kind and not any(map(wanted.search, corpus)):
                    missing += 1
                    print("%s:%d: %s" % (path, line, text))
        sums.append("%s: %d of %d messages are in no test" % (folder, missing, total))
        count += missing
    print("\n".join(sums))
    if options.most is not None and count > options.most:
        print("%d in all, and %d were the most: a new message needs a test that compares it" % (count, options.most))
        return 1
    return 0


sys.exit(main())
