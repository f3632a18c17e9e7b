"""bars_report.py FOLDER: runs the report of an exported regression bench on measurements that are made up."""
import os
import stat
import subprocess
import sys

folder = sys.argv[1]
TIMING = """#!/bin/sh
echo '{"bytes": %g, "operations": 0, "copy_ceiling": 4.5e12, "fp32_ceiling": 6e13, "contenders": [%s]}'
"""


def pretend(name, rate, *rivals):
    contenders = [f'{{"name": "{rival}", "seconds": {seconds}}}' for rival, seconds in (("curestruct", 1e-3), *rivals)]
    path = os.path.join(folder, name, "timing")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TIMING % (rate * 1e-3, ", ".join(contenders)))
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    with open(os.path.join(folder, name, "Makefile"), "w", encoding="utf-8") as file:
        file.write("timing:\n")


pretend("transpose-16384", 4e12, ("cublas", 1.05e-3))
pretend("jacobi-16384", 4e12)
pretend("scale-16384", 4e12)
bars = os.path.join(folder, "bars.py")
done = subprocess.run([sys.executable, bars, "run", "transpose-16384", "jacobi-16384", "scale-16384"], text=True,
                      stdout=subprocess.PIPE, check=False)
print(done.stdout, end="")
print("status", done.returncode)
