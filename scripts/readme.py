"""readme.py CURESTRUCT [--write]: what README.md and docs/ show is what the commands print.

Every indented block that follows a line `<!-- printed by: COMMAND -->` is the output of the command (both streams), run
in the root of the source tree with `curestruct` on the PATH; `part FIRST LAST` cuts lines out. Without --write, differences
are printed and the exit status is 1.
"""
import difflib
import glob
import os
import re
import subprocess
import sys

PART = """part() { awk -v first="$1" -v last="$2" '$0 ~ first { on = 1 } on { print } on && $0 ~ last { exit }'; }\n"""
BLOCK = re.compile(r"(<!-- printed by: (.*) -->\n\n)((?:    .*\n|\n(?=    ))+)")

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
compiler = os.path.abspath(sys.argv[1])
write = "--write" in sys.argv
environment = dict(os.environ, PATH=os.path.dirname(compiler) + os.pathsep + os.environ["PATH"])


def printed(match):
    done = subprocess.run(["sh", "-c", PART + match[2]], cwd=root, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    lines = done.stdout.rstrip("\n").split("\n")
    return match[1] + "".join(f"    {line}\n" if line else "\n" for line in lines)


blocks, behind = 0, []
for path in [os.path.join(root, "README.md")] + sorted(glob.glob(os.path.join(root, "docs", "*.md"))):
    with open(path, encoding="utf-8") as file:
        shown = file.read()
    made, count = BLOCK.subn(printed, shown)
    blocks += count
    if made == shown:
        continue
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(made)
    else:
        sys.stdout.writelines(difflib.unified_diff(shown.splitlines(True), made.splitlines(True), "shown", "printed"))
        behind.append(os.path.relpath(path, root))
if behind or not blocks:
    print(", ".join(behind) or "nothing", "is behind: python3 scripts/readme.py build/curestruct --write")
    sys.exit(1)
