"""signals.py CURESTRUCT SCALE.c FOLDER: ends translations by signals at known places; what they leave in FOLDER, their
exit status and what they say is compared. A pipe that nobody has opened yet is where a translation waits."""
import os
import signal
import subprocess
import sys
import time

curestruct, scale, folder = (os.path.abspath(path) for path in sys.argv[1:])
os.environ["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":handle_segv=0:handle_abort=0"
for ignored in (signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):  # as a shell in the background leaves them
    signal.signal(ignored, signal.SIG_DFL)
os.makedirs(folder)
pipe = os.path.join(folder, "pipe")
os.mkfifo(pipe)
failures = 0


def check(name, fine, seen):
    global failures
    failures += not fine
    print(f"{'ok' if fine else 'FAILED'}: {name}: {seen}")


def children(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(word) for word in file.read().split()]


def wait_for(what):
    for _ in range(60000):  # a minute at most
        found = what()
        if found:
            return found
        time.sleep(0.001)
    sys.exit("waited in vain")


def left():
    return sorted(set(os.listdir(folder)) - {"pipe"})


def start(*arguments, **options):
    return subprocess.Popen([curestruct, *arguments], stderr=subprocess.PIPE, cwd=folder, text=True, **options)


# A crash while reading: the input never comes.
for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL):
    process = start(pipe, "-o", "out.cu")
    writer = os.open(pipe, os.O_WRONLY)  # opens when the other side does
    os.kill(children(process.pid)[0], number)
    said = process.communicate(timeout=120)[1]
    os.close(writer)
    check(f"{number.name} of a library", process.returncode == 70 and not left() and
          f"pipe: internal error: " in said and f"({number.name}) while reading it" in said,
          (process.returncode, left(), said))

# On request while the first of two files is complete beside its target and the other one waits for its reader.
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGXCPU, signal.SIGPIPE, signal.SIGUSR1):
    process = start(scale, "-o", "pipe", "--host=host.c")
    wait_for(lambda: any(name.startswith(".curestruct") and os.path.getsize(os.path.join(folder, name))
                         for name in left()))
    process.send_signal(number)
    said = process.communicate(timeout=120)[1]
    check(f"{number.name} at the outputs", process.returncode == -number and not left(),
          (process.returncode, left(), said))

# While a check builds: its folder goes.
build = os.path.join(folder, "build")
os.mkdir(build)
waits = os.path.join(folder, "waits")
with open(waits, "w") as script:
    script.write(f"#!/bin/sh\ncase \"$*\" in *--version*) exit 0;; esac\nexec cat '{pipe}'\n")
os.chmod(waits, 0o755)
for number in (signal.SIGTERM, signal.SIGHUP):
    environment = dict(os.environ, TMPDIR=build, XDG_CACHE_HOME=os.path.join(folder, "cache"))
    process = start("check", f"--cc={waits}", scale, env=environment, start_new_session=True)
    wait_for(lambda: os.listdir(build))
    writer = os.open(pipe, os.O_WRONLY)  # the compiler runs
    process.send_signal(number)
    process.communicate(timeout=120)
    os.killpg(process.pid, signal.SIGKILL)  # make and what it runs are not curestruct's to end
    os.close(writer)
    check(f"{number.name} in a check", process.returncode == -number and not os.listdir(build),
          (process.returncode, os.listdir(build)))
sys.exit(1 if failures else 0)
