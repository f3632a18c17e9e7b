// Catches a reference that hands the members of a struct to the user's own function, which takes the struct; and
// indices behind a member that points to arrays, which are drawn as if nothing was known of them.
// RUN: env CURESTRUCT_CHECK_SIZES=4 %curestruct check --on cpu %s | FileCheck %s
// CHECK: lengths: 1 of 1 nests, {{.*}}PASS
// CHECK: followed: 1 of 1 nests, {{.*}}PASS
typedef struct Vector {
    float x, y[2];
} Vector;

static float length(Vector v)
{
    return v.x * v.x + v.y[0] * v.y[0] + v.y[1] * v.y[1];
}

static float scaled(int by, Vector v)
{
    return (float)by * length(v);
}

void lengths(int n, const Vector *restrict v, float *restrict out)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        Vector turned;
        turned.x = v[i].y[0];
        turned.y[0] = -v[i].x;
        turned.y[1] = v[i].y[1];
        out[i] = scaled(3, turned) - length(turned);
    }
}

struct net {
    int n, (*next)[3];
    float *value, (*sum)[3];
};

void followed(struct net *net)
{
#pragma curestruct
    for (int i = 0; i < net->n; i++)
        for (int k = 0; k < 3; k++)
            net->sum[i][k] += net->value[net->next[i][k]];
}
