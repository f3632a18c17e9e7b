# headers.py ROOT: no header of the compiler has more than 25 prototypes, ir/ir.h excepted.
import pathlib
import re
import sys

LIMIT = 25
LAYERS = ("ir", "frontend", "analysis", "transform", "codegen", "driver")


def prototypes(text):
    """The names that the header declares as functions: what is left of it without comments, macros and bodies."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)
    text = re.sub(r"__attribute__\s*\(\(.*?\)\)\)|VECTOR\([^)]*\)", "", text)
    while re.search(r"\{[^{}]*\}", text):
        text = re.sub(r"\{[^{}]*\}", ";", text)
    declarations = [part.strip() for part in text.split(";")]
    return [part for part in declarations if "(" in part and not part.startswith(("typedef", "static"))]


def main():
    root = pathlib.Path(sys.argv[1])
    status = 0
    for header in sorted(path for layer in LAYERS for path in (root / layer).rglob("*.h")):
        name = header.relative_to(root).as_posix()
        count = len(prototypes(header.read_text()))
        if count > LIMIT and name != "ir/ir.h":
            print(f"{name}: {count} prototypes, more than {LIMIT}: cut it into a header for each source file")
            status = 1
    sys.exit(status)


main()
