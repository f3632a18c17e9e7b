"""measure.py CURESTRUCT OUT.cu FILE.c...: processor time and largest resident size of each translation.

Processor time, since tests run side by side; a translation has one thread and waits for nothing.
"""
import os
import sys

AIM_SECONDS, AIM_MEGABYTES, SLACK = 0.3, 150, 10


def measure(command):
    child = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


failures = 0
worst_seconds = worst_megabytes = 0
for path in sys.argv[3:]:
    status, seconds, megabytes = measure([sys.argv[1], path, "-o", sys.argv[2]])
    if status != 0:  # the example's own test says why
        print(f"{os.path.basename(path):24} exit status {status}")
        continue
    remark = "" if seconds <= AIM_SECONDS and megabytes <= AIM_MEGABYTES else "  over the aim"
    print(f"{os.path.basename(path):24} {seconds:6.3f} s {megabytes:6.0f} MB{remark}")
    failures += seconds > SLACK * AIM_SECONDS or megabytes > SLACK * AIM_MEGABYTES
    worst_seconds, worst_megabytes = max(worst_seconds, seconds), max(worst_megabytes, megabytes)
print(f"worst: {worst_seconds:.3f} s, {worst_megabytes:.0f} MB")
sys.exit(1 if failures or not worst_seconds else 0)
