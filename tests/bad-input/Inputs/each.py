"""each.py CURESTRUCT FILE: translates the inputs of FILE one by one, and prints what is said of each, without the lines
of the source. An input begins after a line `== OPTIONS`, which is printed, too."""
import re
import subprocess
import sys

compiler, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    blocks = re.split(r"^== ?(.*)\n", file.read(), flags=re.M)
for number, (options, text) in enumerate(zip(blocks[1::2], blocks[2::2]), 1):
    command = [compiler] + options.split() + ["-", "-o", "/dev/null"]
    done = subprocess.run(command, input=text, text=True, stderr=subprocess.PIPE, check=False)
    lines = [line for line in done.stderr.splitlines() if not re.match(r" +(\d+ )?\|", line)]
    print(f"{number} == {options}".rstrip(), *lines, sep="\n")
