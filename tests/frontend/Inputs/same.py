"""same.py CURESTRUCT INPUT FOLDER: one program in three spellings gives the same output.

Lines `//@own TEXT`, `//@omp TEXT`, `//@acc TEXT` of the input are one directive in each of them; `-` is none. The three
files have the same name and the same lines, so that their outputs differ in nothing but the hash of the text in
launchers' names. Compilers that know OpenMP or OpenACC have to accept those spellings."""
import os
import re
import shutil
import subprocess
import sys

compiler, source, folder = sys.argv[1:]
words = {"own": "curestruct", "omp": "omp", "acc": "acc"}
shutil.rmtree(folder, ignore_errors=True)


def spelled(language):
    """The text with the directives of the language, each on the last of its lines."""
    lines, marks = [], {}

    def end():
        text = " ".join(marks.pop(language, ["-"])).strip()
        marks.clear()
        if lines and lines[-1] == "\n" and text != "-":
            lines[-1] = f"#pragma {words[language]} {text}\n"

    for line in open(source):
        mark = re.match(r"//@(\w+) ?(.*)", line)
        if not mark or (mark[1] == "own" and len(marks) > 1):
            end()
        if mark:
            marks.setdefault(mark[1], []).append(mark[2])
        lines.append("\n" if mark else line)
    return "".join(lines)


def output(language):
    here = os.path.join(folder, language)
    os.makedirs(here)
    with open(os.path.join(here, "same.c"), "w") as file:
        file.write(spelled(language))
    options = [] if language == "own" else ["--from=" + language]
    command = [compiler, *options, "-v", "same.c", "-o", "same.cu"]
    run = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"{language}: {run.stderr}")
    print(f"{language}:", run.stderr.strip().splitlines()[-1])
    text = open(os.path.join(here, "same.cu")).read()
    text = re.sub(r"(crs_\w+?_\d+)_[0-9a-f]{4,16}\b", r"\1", text)
    text = text.replace(" | CRS_HOSTS", "")  # in OpenMP some of the loops are the host's
    return re.sub(r"\n\s*\n+", "\n", text)  # a directive goes with its line


def accept(command, language):
    """Whether the compiler is there and knows the language; it must accept the file then."""
    if not shutil.which(command[0]):
        return
    empty = subprocess.run([*command, "-xc", "-fsyntax-only", "/dev/null"], capture_output=True)
    name = os.path.join(folder, language, "same.c")
    if empty.returncode == 0 and subprocess.run([*command, "-fsyntax-only", "-Wall", "-Werror", name]).returncode:
        sys.exit(f"{command[0]} does not accept the spelling of {language}")


own = output("own").splitlines()
for language in ("omp", "acc"):
    other = output(language).splitlines()
    for number, (left, right) in enumerate(zip(own, other)):
        if left != right:
            sys.exit(f"{language}, line {number + 1} of the output:\n  {left}\n  {right}")
    if len(own) != len(other):
        sys.exit(f"{language}: {len(other)} lines of output, not {len(own)}")
accept(["clang-19", "-fopenmp"], "omp")
accept(["gcc", "-fopenmp"], "omp")
accept(["gcc", "-fopenacc"], "acc")
print("the same output")
