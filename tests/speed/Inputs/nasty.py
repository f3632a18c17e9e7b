#!/usr/bin/env python3
"""Nests that are hard to analyse, a file each: nasty.py FOLDER. Deep ones, many accesses, parameters and conditions,
large coefficients, remainders, clamps."""
import os
import sys

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)


def emit(name, params, body):
    with open(os.path.join(folder, name + ".c"), "w") as file:
        file.write(f"void {name}({params})\n{{\n#pragma curestruct\n{body}}}\n")


def loops(names, lower=lambda d: "0", upper=lambda d: "n"):
    return "".join("    " * (d + 1) + f"for (int {x} = {lower(d)}; {x} < {upper(d)}; {x}++)\n"
                   for d, x in enumerate(names))


NAMES = "ijklabcd"
PLANE = loops("ij")

terms = ["+".join(f"{(k * 7 + d * 3) % 11 - 5}*{x}" for d, x in enumerate(NAMES)) for k in range(12)]
emit("depth", ", ".join(f"int n{d}" for d in range(8)) + ", float *restrict A, float *restrict B",
     loops(NAMES, upper=lambda d: f"n{d}") + "    B[i] += " + " + ".join(f"A[{t}+{k}]" for k, t in enumerate(terms))
     + ";\n")
emit("triangles", "int n, float A[restrict n][n][n][n][n][n][n][n], float B[restrict n][n][n][n][n][n][n][n]",
     loops(NAMES, lambda d: NAMES[d - 1] if d else "0", lambda d: "n - " + (NAMES[d - 1] if d else "1")) +
     "    A[i][j][k][l][a][b][c][d] = B[d][c][b][a][l][k][j][i];\n")
emit("statements", "int n, float *restrict A", PLANE + "    {\n" +
     "".join(f"        A[{k + 1}*i + {k % 5}*j + {k * k}] = A[{k + 2}*i - {k % 3}*j + {k}] + 1;\n" for k in range(40))
     + "    }\n")
many = [f"p{k}" for k in range(30)]
emit("parameters", ", ".join("int " + p for p in many) + ", int n, float *restrict A, float *restrict B", PLANE +
     "        A[" + "+".join(f"{p}*i" for p in many[:10]) + "+" + "+".join(f"{p}*j" for p in many[10:20]) + "+" +
     "+".join(many[20:]) + "] = B[" + "+".join(f"{p}*j" for p in many[:10]) + "+i];\n")
emit("coefficients", "long n, float *restrict A", loops("ijk") +
     "    A[1000003*i + 999983*j + 7919*k] = A[998244353l*i + 1000000007l*j - 104729*k + 12345678]"
     " + A[15485863*k + 32452843*i];\n")
emit("conditions", "int n, float *restrict A", PLANE + "    {\n" +
     "".join(f"        if ({k + 1}*i + {k % 7 - 3}*j < {k * 5}*n - {k}) A[i*n+j+{k}] += 1;\n" for k in range(25))
     + "    }\n")
emit("remainders", "int n, float *restrict A", PLANE +
     "".join("  " * k + f"        if ((i + {k}*j) % {k + 2} != {k % 2})\n" for k in range(12))
     + "        A[i*n+j] += 1;\n")
emit("either", "int n, float *restrict A", PLANE +
     "        if (" + " || ".join(f"(i + {k}*j > {k}*n && i - j < {k})" for k in range(14))
     + ") A[i*n+j] = A[j*n+i] + 1;\n")


def clamp(x, i, k):
    return f"        int {x}{k} = {i} + {k - 4}; if ({x}{k} < 0) {x}{k} = 0; if ({x}{k} >= n) {x}{k} = n - 1;\n"


emit("clamps", "int n, const float *restrict A, float *restrict B", PLANE + "    {\n" +
     "".join(clamp("x", "i", k) + clamp("y", "j", k) for k in range(9)) +
     "        B[i*n+j] = " + " + ".join(f"A[x{k}*n+y{l}]" for k in range(9) for l in range(9)) + ";\n    }\n")


def smallest(depth):
    return "n" if depth == 0 else f"(i + {depth} < {smallest(depth - 1)} ? i + {depth} : {smallest(depth - 1)})"


emit("minima", "int n, float *restrict A",
     loops("ij", upper=lambda d: smallest(7) if d else "n") + "        A[i*n+j] = 1;\n")
emit("beside", "int n, float *restrict A, const float *restrict B", "    for (int i = 0; i < n; i++) {\n" +
     "".join(f"      for (int j = {k % 3}; j < n; j++) A[i*n+j] += B[j*n+{k}];\n" for k in range(60)) + "    }\n")
emit("sum", "int n, float *restrict A, const float *restrict B", "    for (int i = 0; i < n; i++)\n        A[i] = " +
     " + ".join(f"(float)(B[i] * {k} + (double)A[i])" for k in range(300)) + ";\n")
