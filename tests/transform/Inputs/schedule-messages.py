"""schedule-messages.py SOURCE MESSAGES [--write]: what `curestruct --schedule=-` says of each schedule, as a whole.

MESSAGES has groups that blank lines separate. The first line is the schedule, after the name of a function of SOURCE if
one is wanted (`-DNAME`). The others are the messages, without the lines of the text that they show: `LINE:COLUMN` alone
is a place in the schedule. `many(TEXT, N)` in a schedule stands for TEXT N times, with # as the number and ## as the
next one. The schedule `none` is that of the clause. --write puts what is said today; read it before you keep it.
"""
import os
import re
import subprocess
import sys

source, path = sys.argv[1:3]


def written_out(schedule):
    return re.sub(r"many\((.*?), (\d+)\)",
                  lambda m: "".join(m[1].replace("##", str(i + 1)).replace("#", str(i))
                                    for i in range(1, int(m[2]) + 1)),
                  schedule)


def messages(line):
    define, schedule = re.fullmatch(r"(-D\w+ )?(.*)", line).groups()
    command = [os.environ["CURESTRUCT"], "-w", "-Wrefused", source, "-o", "/dev/null"]
    command += [define.strip()] if define else []
    command += ["--schedule=-"] if schedule != "none" else []
    done = subprocess.run(command, input=written_out(schedule), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False, timeout=60)
    said = [m for m in done.stdout.split("\n") if re.search(r"(^|: )(error|warning|note): ", m)]
    name = os.path.basename(source)
    return [m.replace(source, name).replace("<stdin>:", "").replace("curestruct: error: -:", "error:") for m in said]


with open(path, encoding="utf-8") as file:
    groups = [group.split("\n") for group in file.read().strip("\n").split("\n\n")]
made = [[group[0]] + messages(group[0]) for group in groups]
if "--write" in sys.argv:
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n\n".join("\n".join(group) for group in made) + "\n")
wrong = [(old, new) for old, new in zip(groups, made) if old != new or len(new) == 1]
for old, new in wrong:
    print("\n".join(["expected:"] + old + ["said:"] + new[1:] + [""]))
sys.exit(1 if wrong or len(groups) < 10 else 0)
