#!/usr/bin/env python3
"""Which messages of the compiler no test compares.

    tests/tools/messages.py . tests               lists and counts them
    tests/tools/messages.py --most N . tests      fails where there are more than N

A message is a string of the sources (frontend, analysis, transform) that says why something is refused or wrong: an argument of a function
that reports, or a reason that is kept or returned for one. It is compared where a line of a test holds all of its text, in
order; what a conversion (%s) stands for may be anything.
"""
import argparse
import collections
import os
import re
import sys

FOLDERS = ("frontend", "analysis", "transform")
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')
# Where strings are something else: dumps, notes above kernels, our own bugs.
OTHER_FILES = ("analysis/dump.c", "transform/lower/kernel_comment.c", "analysis/model/", "frontend/options/", "transform/plan/resources/resource_",
               "frontend/clang/find_directives.c", "transform/schedule/schedule_print.c")
OTHER_CALLS = ("unreachable_bug", "internal_bug", "supervise_step", "need", "check_nest", "text_printf", "intern_printf", "fopen", "#include")


def strings(path):
    """(line, text) of each string, adjacent ones joined, without comments."""
    text = open(path).read()
    text = re.sub(r"//[^\n]*", lambda m: " " * len(m.group()), re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)) \
        if '"//' not in text else re.sub(r"(?m)^\s*//[^\n]*", "", text)
    for match in STRING.finditer(text):
        before = text[max(0, match.start() - 300):match.start()]
        joined = "".join(part[1:-1] for part in re.findall(r'"(?:[^"\\\n]|\\.)*"', match.group()))
        yield text.count("\n", 0, match.start()) + 1, joined.replace('\\"', '"').replace("\\\\", "\\"), before


def call_around(before):
    """The function whose argument begins there, or what stands before the string."""
    depth = 0
    for at in range(len(before) - 1, -1, -1):
        if before[at] == ")":
            depth += 1
        elif before[at] == "(":
            if depth == 0:
                name = re.search(r"(\w+)\s*$", before[:at])
                return name.group(1) if name else ""
            depth -= 1
        elif before[at] in ";{}" and depth == 0:
            return ""
    return ""


def is_message(path, text, before):
    call = call_around(before)
    if before.rstrip().endswith("#include"):
        return False
    if call in OTHER_CALLS or any(other in path for other in OTHER_FILES):
        return False
    if call in ("diag_refuse", "diag_error", "diag_warning", "diag_note", "refuse", "fail", "deny", "directive_error"):
        return bool(re.search(r"[a-z]{3}", re.sub(r"%\d*\w+", "", text)))
    words = re.findall(r"[A-Za-z]{2,}", text)
    return len(words) >= 4 and not text.startswith("//") and "(" not in text[:6] and not re.search(r"[{};]", text)


def pattern(text):
    parts = re.split(r"%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z|j|t)?[diuoxXfFeEgGcsp]|\\n", text)
    parts = [re.sub(r"\s+", " ", p.replace("%%", "%")).strip() for p in parts]
    return [p for p in parts if p]


def holds(corpus, parts):
    for line in corpus:
        at = 0
        for part in parts:
            at = line.find(part, at)
            if at < 0:
                break
            at += len(part)
        else:
            return True
    return False


def corpus_of(folders):
    lines = []
    for folder in folders:
        for root, _, files in os.walk(folder):
            for name in files:
                if name.endswith((".c", ".test", ".tree", ".err", ".txt", ".md", ".ir")) and "/fuzz/" not in root and "/simt" not in root:
                    for line in open(os.path.join(root, name), errors="replace"):
                        line = re.sub(r"\{\{(.*?)\}\}", lambda m: re.sub(r"\\(.)", r"\1", m.group(1)).replace(".*", "\0"), line)
                        lines.append(re.sub(r"\s+", " ", line))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--most", type=int, help="fail where there are more")
    parser.add_argument("sources", help="the root of the source tree")
    parser.add_argument("tests", nargs="+", help="folders of tests")
    options = parser.parse_args()
    corpus = corpus_of(options.tests)
    missing, total = {folder: [] for folder in FOLDERS}, collections.Counter()
    for folder in FOLDERS:
        for path in sources_below(options.sources, folder):
            for line, text, before in strings(os.path.join(options.sources, path)):
                if is_message(path, text, before):
                    total[folder] += 1
                    if not holds(corpus, pattern(text)):
                        missing[folder].append("%s:%d: %s" % (path, line, text))
    for folder in FOLDERS:
        print("".join(entry + "\n" for entry in missing[folder]), end="")
    for folder in FOLDERS:
        print("%s: %d of %d messages are in no test" % (folder, len(missing[folder]), total[folder]))
    count = sum(map(len, missing.values()))
    if options.most is not None and count > options.most:
        print("%d in all, and %d were the most: a new message needs a test that compares it" % (count, options.most))
        return 1
    return 0


def sources_below(root, folder):
    for where, _, files in sorted(os.walk(os.path.join(root, folder))):
        for name in sorted(files):
            if name.endswith(".c"):
                yield os.path.relpath(os.path.join(where, name), root)


sys.exit(main())
