"""file-names.py CURESTRUCT CXX SIMT CC INPUT: translates a copy of INPUT under odd names, and compiles what comes
out."""
import os
import shutil
import subprocess
import sys

curestruct, cxx, simt, cc, source = sys.argv[1:]
NAMES = [b"new\nline.c", b'sp ace$#quo"te\'com*/ment$(x)bad\xff.c', b"back\\slash.c", b"tri??/x.c", b"end\\\n.c"]


def run(wanted, *command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != wanted:
        sys.exit(f"{command}: {done.returncode}, {done.stdout.decode(errors='replace')}")
    return done.stdout


for name in NAMES:
    os.makedirs(os.path.dirname(name) or b".", exist_ok=True)
    shutil.copy(source, name)
    for line in ([], ["--line"]):
        run(0, curestruct, "-Werror=refused", *line, name, "-o", "alone.cu")
        run(0, cxx, "-std=c++17", "-trigraphs", "-I", simt, "-fsyntax-only", "-x", "c++", "alone.cu")
        run(0, curestruct, "-Werror=refused", *line, name, "-o", "half.cu", "--host=half.c")
        run(0, cc, "-std=c11", "-Wno-unknown-pragmas", "-fsyntax-only", "half.c")
    os.remove("alone.cu")
    said = run(1 if b"\n" in name else 0, curestruct, name, "-o", "alone.cu", "-MD", "-MF", "alone.d")
    if b"\n" in name and b"a name with a newline" not in said:
        sys.exit(f"{name}: {said}")
    if os.path.exists("alone.cu") != (b"\n" not in name):
        sys.exit(f"{name}: the dependency file and the output belong together")
    if b"\n" not in name and name != b"back\\slash.c":
        open("makefile", "w", encoding="utf-8").write("include alone.d\n")
        run(0, "make", "alone.cu")
for name in NAMES[1:2]:
    run(0, curestruct, "check", name, "--size", "n=100", "--on=cpu")
