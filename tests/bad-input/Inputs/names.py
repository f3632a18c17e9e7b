"""names.py CURESTRUCT SCALE.c FOLDER: copies the file to odd names, and translates, checks and exports each."""
import os
import shutil
import subprocess
import sys

curestruct, scale, folder = (os.path.abspath(path) for path in sys.argv[1:])
os.makedirs(folder)
os.chdir(folder)
failures = 0


def run(*arguments):
    return subprocess.run([curestruct, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


# The first name has what most rules of quoting stumble over; the others have what means something at one place only.
for name in ("a b'quo\"te$(HOME)ha#sh%s;colon.c", "new\nline.c", "-lead.c", "back\\slash.c"):
    path = "./" + name if name[0] == "-" else name
    shutil.copy(scale, name)
    steps = {
        "translates": run(path, "-o", "out.cu"),
        "checks": run("check", "--on=cpu", "--size=n=5", path),
        "exports": run("bench", "--export=exported", "--size=n=5", path),
    }
    for step, result in steps.items():
        if result.returncode != 0:
            failures += 1
            print(f"{name!r} {step}: FAILED: status {result.returncode}\n{result.stdout}")
    with open(name, "w") as file:
        file.write("int x = y;\n")
    said = run(path, "-o", "out.cu").stdout.splitlines()
    line = path.replace("\n", "\\012") + ":1:9: error: use of undeclared identifier 'y'"
    if line not in said:
        failures += 1
        print(f"{name!r}: FAILED: {said!r} has no line {line!r}")
    shutil.rmtree("exported", ignore_errors=True)
sys.exit(1 if failures else 0)
