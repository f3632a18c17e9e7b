// Catches a call before the value of a return that becomes a part of the word before it, where the value is in
// parentheses.
// RUN: %curestruct %s -o %t.cu --host=%t.host.c && FileCheck %s < %t.host.c && \
// RUN:     %cc -std=c99 -Wall -Wextra -Wno-comment -Werror -c %t.host.c -o %t.o
int steps(int n, int m, double *x, double *y)
{
    for (int t = 0; t < m; t++) {
#pragma curestruct
        for (int i = 0; i < n; i++)
            y[i] = y[i] * 0.5 + x[i];
        // CHECK: if (t > 4) return crs_keep_end({{.*}}, crs_kept), (1);
        if (t > 4) return(1);
        // CHECK: if (t > 3) return crs_keep_end({{.*}}, crs_kept), -t;
        if (t > 3) return-t;
    }
    return(0);
}
