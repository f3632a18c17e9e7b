"""pages.py CURESTRUCT [--write]: what README.md and docs/ show is what the commands print.

Every indented block that follows a line `<!-- printed by: COMMAND -->` is the output of the command (both streams), run
in the root of the source tree with `curestruct` on the PATH; `part FIRST LAST` cuts lines out. What stands between
`<!-- made by: COMMAND -->` and `<!-- end -->` is its output as Markdown. Without --write, differences are printed and
the exit status is 1.
"""
import difflib
import glob
import os
import re
import subprocess
import sys

PART = """part() { awk -v first="$1" -v last="$2" '$0 ~ first { on = 1 } on { print } on && $0 ~ last { exit }'; }\n"""
BLOCK = re.compile(r"(<!-- printed by: (.*) -->\n\n)((?:    .*\n|\n(?=    ))+)")
MADE = re.compile(r"(<!-- made by: (.*) -->\n\n)(.*?)(\n<!-- end -->)", re.S)

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
compiler = os.path.abspath(sys.argv[1])
write = "--write" in sys.argv
environment = dict(os.environ, PATH=os.path.dirname(compiler) + os.pathsep + os.environ["PATH"])


def output(command):
    done = subprocess.run(["sh", "-c", PART + command], cwd=root, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.rstrip("\n")


def printed(match):
    lines = output(match[2]).split("\n")
    return match[1] + "".join(f"    {line}\n" if line else "\n" for line in lines)


blocks, stale = 0, []
for path in [os.path.join(root, "README.md")] + sorted(glob.glob(os.path.join(root, "docs", "*.md"))):
    with open(path, encoding="utf-8") as file:
        shown = file.read()
    made, count = BLOCK.subn(printed, shown)
    made, more = MADE.subn(lambda match: match[1] + output(match[2]) + "\n" + match[4], made)
    blocks += count + more
    if made == shown:
        continue
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)
    else:
        sys.stdout.writelines(difflib.unified_diff(shown.splitlines(True), made.splitlines(True), "shown", "printed"))
        stale.append(os.path.relpath(path, root))
if stale or not blocks:
    print(", ".join(stale) or "nothing", "is out of date: python3 docs/pages.py build/curestruct --write")
    sys.exit(1)
