// A function that runs a nest of the file that includes it.
static inline void in_a_header(int n, double *a)
{
    scale(n, a);
}
