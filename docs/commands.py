"""commands.py CURESTRUCT RUNTIME PAGE... [--write]: the commands that a page shows can be typed as they stand.

Each page has an empty folder with the examples and docs/ in it. In the order of the page:
  a fenced block after `<!-- file: NAME -->`        is written to NAME;
  a fenced block of `sh`                            is run, and each of its commands has to succeed;
  one after `<!-- not run: REASON -->`              is not run;
  one after `<!-- ends with: STATUS, WHY -->`       is run, and has to end with that status;
  an indented block after `<!-- they print -->`     is what the block before it has printed, on both streams.
Numbers that follow many changes of the compiler are not compared: how many sizes `check` tried, lines of the output,
and hashes. There is no GPU for the commands. `nvcc` compiles for CUDA on the CPU, whose archive is RUNTIME. With
--write, what the commands print is put into the page.
"""
import concurrent.futures
import difflib
import os
import re
import subprocess
import sys
import tempfile

PART = re.compile(r"""(?:^<!--\ (?P<word>file|not\ run|ends\ with):\ (?P<value>.*)\ -->\n\n)?
                      ^```(?P<language>\S*)\n(?P<text>(?:.*\n)*?)```\n
                    | ^<!--\ they\ print\ -->\n\n(?P<printed>(?:\ {4}.*\n|\n(?=\ {4}))+)""", re.M | re.X)
VARIES = re.compile(r"\d+ of \d+ sizes?|^ *\d+:\d+ |Makefile:\d+|_[0-9a-f]{16}\b", re.M)

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
words = [word for word in sys.argv[1:] if word != "--write"]
compiler, runtime, pages = os.path.abspath(words[0]), os.path.abspath(words[1]), words[2:]


def make_folder(folder):
    for shown in ("examples", "docs"):
        os.symlink(os.path.join(root, shown), os.path.join(folder, shown))
    tools = os.path.join(folder, ".tools")
    os.mkdir(tools)
    os.symlink(compiler, os.path.join(tools, "curestruct"))
    os.symlink(os.path.dirname(compiler), os.path.join(folder, "build"))
    inputs = os.path.join(root, "tests", "build", "Inputs")
    os.symlink(os.path.join(inputs, "simt-nvcc.sh"), os.path.join(tools, "nvcc"))
    return dict(os.environ, PATH=tools + os.pathsep + os.environ["PATH"], CXX=os.environ.get("CXX", "c++"),
                CURESTRUCT_CC="sh " + os.path.join(inputs, "simt-cc.sh"),
                SIMT_INCLUDE=os.path.join(root, "runtime", "simt", "include"), SIMT_LIBRARY=runtime,
                CUDA_VISIBLE_DEVICES="", LC_ALL="C")


def run(commands, folder, environment, wanted):
    done = subprocess.run(["sh", "-e", "-c", commands], cwd=folder, env=environment, text=True, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != wanted:
        raise RuntimeError(f"status {done.returncode} instead of {wanted} of\n{commands}{done.stdout}")
    return done.stdout


def try_page(page):
    """The page's text as it should be, and how many blocks of commands were run."""
    with open(os.path.join(root, page), encoding="utf-8") as file:
        text = file.read()
    output, count, pieces, end = "", 0, [], 0
    with tempfile.TemporaryDirectory() as folder:
        environment = make_folder(folder)
        for part in PART.finditer(text):
            if part["printed"]:
                if not output:
                    raise RuntimeError("they print nothing: " + part["printed"])
                pieces += [text[end:part.start("printed")]]
                pieces += [f"    {line}\n" if line else "\n" for line in output.rstrip("\n").split("\n")]
                end = part.end("printed")
            elif part["word"] == "file":
                with open(os.path.join(folder, part["value"]), "w", encoding="utf-8") as file:
                    file.write(part["text"])
            elif part["language"] == "sh" and part["word"] != "not run":
                wanted = int(part["value"].split(",")[0]) if part["word"] else 0
                output = run(part["text"], folder, environment, wanted)
                count += 1
    return text, "".join(pieces) + text[end:], count


def main():
    status = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for page, result in zip(pages, [pool.submit(try_page, page) for page in pages]):
            try:
                text, printed, count = result.result()
            except RuntimeError as error:
                print(f"{page}: {error}")
                status = 1
                continue
            print(f"{page}: {count} blocks of commands")
            stale = VARIES.sub("#", text) != VARIES.sub("#", printed)
            if stale and "--write" in sys.argv:
                with open(os.path.join(root, page), "w", encoding="utf-8") as file:
                    file.write(printed)
            elif stale:
                sys.stdout.writelines(difflib.unified_diff(text.splitlines(True), printed.splitlines(True), page, page))
                status = 1
    sys.exit(status)


main()
