"""lines.py ROOT: no line of a text file is longer than 120 columns, but for those that quote something else whole."""
import pathlib
import re
import sys

LIMIT = 120
FOLDERS = ("analysis", "cmake", "codegen", "docs", "driver", "examples", "frontend", "ir", "runtime", "tests",
           "transform")
# Data, not text that is written or read line by line.
DATA = re.compile(r"\.(csv|json|svg)$|^tests/fuzz/corpus/|/__pycache__/")
# What has to stay one line, since a tool or a reader takes it as one; the second of a pair, in such files only.
QUOTES = [(re.compile(text), suffix) for text, suffix in (
    (r"^\s*(//|#|;|\d+:)?\s*(?!RUN)[A-Z][A-Z0-9_]*(-[A-Z0-9]+)*(\{LITERAL\})?:", ""),  # output that FileCheck compares
    (r"(\d:\d+|curestruct|\.c|>): (error|warning|note): ", ""),  # a message of the compiler
    (r"^ +\d* \| ", ""),  # the line of the source below a message, and the mark below that
    (r"^-D\w+ [a-z_]+ ", ".txt"),  # the steps of a case
    (r"^(?! *//)", ".tree"),  # a line of a tree, or the steps of a case
    (r"^(\||    |<!-- (printed|made) by: )", ".md"),  # a row of a table; a block that shows code, output or a command
    (r"^\| .* \|$", ".test"),  # a row of a table that a command prints
    (r"\w+://\S{80}", ""),  # an address
)]


def long_lines(path):
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except UnicodeDecodeError:
        return
    quotes = [quote for quote, suffix in QUOTES if path.name.endswith(suffix)]
    for number, line in enumerate(lines, 1):
        if len(line) > LIMIT and not any(quote.search(line) for quote in quotes):
            yield number, len(line)


def main():
    root = pathlib.Path(sys.argv[1])
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*"))] + sorted(root.glob("*"))
    status = 0
    for path in files:
        name = path.relative_to(root).as_posix()
        if not path.is_file() or DATA.search(name):
            continue
        for number, length in long_lines(path):
            print(f"{name}:{number}: {length} columns, more than {LIMIT}")
            status = 1
    sys.exit(status)


main()
