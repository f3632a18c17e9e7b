// Catches comments, layout and line ends outside of the nests that change, and directives that stay.
// RUN: %curestruct -Werror=refused %s -o %t.cu
// RUN: FileCheck %s --match-full-lines --strict-whitespace < %t.cu
// RUN: not grep "^#pragma *curestruct" %t.cu
// RUN: %same %s %t
#include <stdio.h>

//      CHECK:static int   oddly [ 3 ]={1,2 , 3};   /* kept, as it is */	// and this
static int   oddly [ 3 ]={1,2 , 3};   /* kept, as it is */	// and this

static void twice(int *a, int n)
{
    // #pragma curestruct in a comment is no directive
    const char *text = "#pragma curestruct";
#pragma curestruct
    for (int i = 0; i < n; i++)   /* the loop's own comment */
        a[i] *= 2;
//      CHECK:    puts(text)  ;  // behind the nest
    puts(text)  ;  // behind the nest
}

int main(void)
{
    twice(oddly, 3);
    printf("%d %d %d\n", oddly[0], oddly[1], oddly[2]);
    return 0;
}
