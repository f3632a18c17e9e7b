// Catches directives that stay in parts which the preprocessor leaves out, and one in a comment that goes.
// RUN: %same %s %t
// RUN: %curestruct %s -o %t.cu && grep -c "^ *#.*curestruct" %t.cu | grep -x 2
// RUN: %curestruct --line %s -o %t.line.cu && grep -c "^ *#.*curestruct" %t.line.cu | grep -x 2
#include <stdio.h>

#if 0
void never(int *a, int n)
{
    don't
#pragma curestruct begin \
    name(two_lines)
    for (int i = 0; i < n; i++)
        a[i] = 1;
  #  pragma curestruct end
}
#endif

/* A loop may have
#pragma curestruct
   before it. */
int main(void)
{
    int a[300];
    const char *text = "\
#pragma curestruct";
#ifdef __CUDACC__
#pragma curestruct tile(i:32)
#else
#pragma curestruct
#endif
    for (int i = 0; i < 300; i++)
        a[i] = i * i;
    printf("%d %s\n", a[299], text);
    return 0;
}
