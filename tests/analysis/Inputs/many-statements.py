"""many-statements.py: a nest of 1,000 statements over three arrays."""
print("void f(int n, const float *restrict a, float *restrict b, float *restrict c)\n{\n#pragma curestruct\n"
      "    for (int i = 1; i < n - 1; i++) {")
for k in range(1000):
    written, read = ("b", "c") if k % 2 else ("c", "b")
    print(f"        {written}[i] = {read}[i] + a[i - 1] + a[i + 1] * {k};")
print("    }\n}")
