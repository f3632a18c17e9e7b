"""memory.py CURESTRUCT WORK FILE.c: translates 50 and 250 copies of the function in the file; fails when the peak
memory of the second is larger by more than LIMIT for each further copy."""
import resource
import subprocess
import sys

LIMIT = 5000  # kB, for 7 versions by size of one product
curestruct, work, example = sys.argv[1:]


def peak(copies):
    name = "%s.%d" % (work, copies)
    text = open(example).read()
    with open(name + ".c", "w") as source:
        for i in range(copies):
            source.write(text.replace("void matmul(", "void matmul%d(" % i) + "\n")
    subprocess.run([curestruct, name + ".c", "-o", name + ".cu"], check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # of the largest so far


few, many = peak(50), peak(250)
print("%d kB for each nest" % ((many - few) / 200))
sys.exit((many - few) / 200 > LIMIT)
