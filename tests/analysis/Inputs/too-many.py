"""too-many.py pairs|dependences|overlaps: a nest that exceeds a limit of the analysis."""
import sys

kind = sys.argv[1]
count = {"pairs": 2800, "dependences": 600, "overlaps": 142}[kind]
pointers = ["const int *restrict at", "float *restrict b"]
if kind == "overlaps":
    pointers = ["float *p%d" % k for k in range(count)]
print("void f(int n, " + ", ".join(pointers) + ")\n{\n#pragma curestruct%s\n    for (int i = 1; i < n - 1; i++) {"
      % ("" if kind == "overlaps" else " copy(b[0:n])"))
for k in range(count):
    print({"pairs": "        b[i] += %d;", "dependences": "        b[at[i]] = b[at[i] + %d];",
           "overlaps": "        p%d[i] = 1;"}[kind] % k)
print("    }\n}")
