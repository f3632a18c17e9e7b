// Catches an update that is not seen through temporaries, and a value that is moved over what changes it.
// RUN: %curestruct --dump-after=forward_updates %s -o - | FileCheck %s
typedef struct Pair {
    float x, y;
} Pair;
static Pair plus(Pair a, Pair b)
{
    return (Pair){a.x + b.x, a.y + b.y};
}
static float sum_of(float a, float b)
{
    return a + b;
}
// CHECK-LABEL: in through
// CHECK: s = s + v[i]
// CHECK: m = m + v[i]
float through(int n, const float *v, float *out)
{
    float s = 0, m = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float old = s, next = old + v[i];
        s = next;
        m = sum_of(m, v[i]);
    }
    *out = m;
    return s;
}
// CHECK-LABEL: in members
// CHECK: h[k].x = h[k].x + b_x
// CHECK: h[k].y = h[k].y + b_y
void members(int n, const int *key, const Pair *v, Pair h[16])
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        int k = key[i] & 15;
        h[k] = plus(h[k], v[i]);
    }
}
// The element is read before the array changes, the temporary is used twice, and what it holds changes.
// CHECK-LABEL: in kept
// CHECK: s = next
// CHECK: m = sum
// CHECK: l = last
void kept(int n, float *v, float *w, float *out)
{
    float s = 0, m = 0, l = 0;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float next = s + v[i];
        w[i] = 7;
        s = next;
        float sum = m + v[i];
        m = sum;
        w[i] += sum;
        float add = v[i], last = l + add * 2;
        l = 3;
        w[i] += l;
        l = last;
    }
    *out = s + m + l;
}
// A temporary that another statement uses, too, stays, and its value is computed once more: not where what it is made
// of has changed, where it is set twice, or where it is not made of the place.
// CHECK-LABEL: in again
// CHECK: t = v[i] - m
// CHECK: m += (v[i] - m) / 2
// CHECK: z = v[i]
// CHECK: u = z - l
// CHECK: l += u * 3
// CHECK: s = v[i] - k
// CHECK: k += s
// CHECK: d = v[i] + 1
// CHECK: q += d
void again(int n, const float *v, float *out)
{
    float m = 0, l = 0, k = 0, q = 0, t, u, s;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        t = v[i] - m;
        m += t / 2;
        out[2 * i] = t;
        float z = v[i];
        u = z - l;
        z = 4;
        l += u * 3;
        out[2 * i + 1] = u + z;
        s = v[i] - k;
        if (s > 2)
            s = 2;
        k += s;
        float d = v[i] + 1;
        q += d;
        out[2 * i] += d;
    }
    out[n] = m + l + k + q;
}
// Temporaries that are set several times, each value used in its own block: not if one of them is used elsewhere.
// CHECK-LABEL: in several_times
// CHECK: m = m <= d2 ? m : d2
// CHECK: m = m <= d2 ? m : d2
// CHECK: e = l
// CHECK: l = e <= v[i] ? e : v[i]
// CHECK: f = k
// CHECK: k = f + v[i]
// CHECK: f = k
// CHECK: k = f + 2
float several_times(int n, const float *v, float *out)
{
    float m = 0, l = 0, k = 0, d1, d2, e, f;
#pragma curestruct
    for (int i = 0; i < n; i++) {
        if (v[i] > 1) {
            d1 = m, d2 = v[i];
            m = d1 <= d2 ? d1 : d2;
        }
        if (v[i] > 2) {
            d1 = m, d2 = v[i] / 2;
            m = d1 <= d2 ? d1 : d2;
        }
        e = l;
        l = e <= v[i] ? e : v[i];
        out[2 * i] = e;
        if (v[i] > 3) {
            f = k;
            k = f + v[i];
        }
        if (v[i] > 4) {
            f = k;
            k = f + 2;
        }
        if (v[i] > 3)
            out[2 * i + 1] = f;
    }
    out[2 * n] = l + k;
    return m;
}
