// Catches members that are read from the wrong place: scalars and arrays in structs, arrays of structs, local
// structs, assignments of whole structs.
// RUN: %curestruct --emit=ir %s -o - | FileCheck %s
typedef struct {
    float x, y;
    int tag[2];
    struct {
        double deep;
    } in;
} point;
struct image {
    int rows, cols;
    float *data;
    float **lines;
    float fixed[4][5];
};
static struct image global;
void members(struct image *dst, const struct image *src, point *p, point by_value, int n)
{
#pragma curestruct
    for (int i = 0; i < dst->rows; i++)
        for (int j = 0; j < (*dst).cols; j++)
            dst->data[i * dst->cols + j] = src->lines[i][j] + src->fixed[1][j] + global.fixed[i][0] + by_value.x
                + by_value.tag[j];
#pragma curestruct
    for (int i = 0; i < n; i++) {
        p[i].tag[1] = p->tag[0];
        p[i].in.deep += p[i].x;
        point q = p[i], zero = {0}, some = {1, .tag = {2, 3}};
        q.y = some.x;
        p[i] = q;
        p[i].in = zero.in;
        point *r = &p[i];
        r->x = -r->x;
    }
}
// CHECK: nest crs_members_1 in members
// CHECK-NEXT:   array float src_lines[?][?] host rows "src->lines" live
// CHECK-NEXT:   array float src_fixed[4][5] host "&src->fixed[0][0]" live
// CHECK-NEXT:   array float global_fixed[4][5] host "&global.fixed[0][0]" object live
// CHECK-NEXT:   array int by_value_tag[2] host "by_value.tag" object
// CHECK-NEXT:   array float dst_data[?] host "dst->data" live
// CHECK-NEXT:   param int dst_rows host "dst->rows" live address_taken
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   param int dst_cols host "dst->cols" live address_taken
// CHECK-NEXT:   iterator int j
// CHECK-NEXT:   param float by_value_x host "by_value.x"
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..dst_rows {
// CHECK-NEXT:     for j in 0..dst_cols {
// CHECK-NEXT:       dst_data[i * dst_cols + j] = src_lines[i][j] + src_fixed[1][j] + global_fixed[i][0] + by_value_x + by_value_tag[j]
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK: nest crs_members_2 in members
// CHECK-NEXT: type "struct point::(unnamed at {{.*}})" size 8 align 8 { double deep; }
// CHECK-NEXT: type point size 24 align 8 { float x; float y; int tag[2]; "struct point::(unnamed at {{.*}})" in; }
// CHECK-NEXT:   array point p[?] host "p" live
// CHECK-NEXT:   array register int q_tag[2] object
// CHECK-NEXT:   array register int zero_tag[2] object
// CHECK-NEXT:   array register int some_tag[2] object
// CHECK-NEXT:   param int n host "n"
// CHECK-NEXT:   iterator int i
// CHECK-NEXT:   local float q_x
// CHECK-NEXT:   local float q_y
// CHECK-NEXT:   local double q_in_deep
// CHECK-NEXT:   local float zero_x
// CHECK-NEXT:   local float zero_y
// CHECK-NEXT:   local double zero_in_deep
// CHECK-NEXT:   local float some_x
// CHECK-NEXT:   local float some_y
// CHECK-NEXT:   local double some_in_deep
// CHECK-NEXT: {
// CHECK-NEXT:   for i in 0..n {
// CHECK-NEXT:     p[i].tag[1] = p[0].tag[0]
// CHECK-NEXT:     p[i].in.deep += p[i].x
// CHECK-NEXT:     float q_x
// CHECK-NEXT:     float q_y
// CHECK-NEXT:     register int q_tag[2]
// CHECK-NEXT:     double q_in_deep
// CHECK-NEXT:     q_x = p[i].x
// CHECK-NEXT:     q_y = p[i].y
// CHECK-NEXT:     q_tag[0] = p[i].tag[0]
// CHECK-NEXT:     q_tag[1] = p[i].tag[1]
// CHECK-NEXT:     q_in_deep = p[i].in.deep
// CHECK-NEXT:     float zero_x
// CHECK-NEXT:     float zero_y
// CHECK-NEXT:     register int zero_tag[2]
// CHECK-NEXT:     double zero_in_deep
// CHECK-NEXT:     zero_x = 0.0f
// CHECK-NEXT:     zero_y = 0.0f
// CHECK-NEXT:     zero_tag[0] = 0
// CHECK-NEXT:     zero_tag[1] = 0
// CHECK-NEXT:     zero_in_deep = 0.0
// CHECK-NEXT:     zero_x = 0
// CHECK-NEXT:     float some_x
// CHECK-NEXT:     float some_y
// CHECK-NEXT:     register int some_tag[2]
// CHECK-NEXT:     double some_in_deep
// CHECK-NEXT:     some_x = 0.0f
// CHECK-NEXT:     some_y = 0.0f
// CHECK-NEXT:     some_tag[0] = 0
// CHECK-NEXT:     some_tag[1] = 0
// CHECK-NEXT:     some_in_deep = 0.0
// CHECK-NEXT:     some_x = 1
// CHECK-NEXT:     some_tag[0] = 2
// CHECK-NEXT:     some_tag[1] = 3
// CHECK-NEXT:     q_y = some_x
// CHECK-NEXT:     p[i].x = q_x
// CHECK-NEXT:     p[i].y = q_y
// CHECK-NEXT:     p[i].tag[0] = q_tag[0]
// CHECK-NEXT:     p[i].tag[1] = q_tag[1]
// CHECK-NEXT:     p[i].in.deep = q_in_deep
// CHECK-NEXT:     p[i].in.deep = zero_in_deep
// CHECK-NEXT:     p[i].x = -p[i].x
// CHECK-NEXT:   }
// CHECK-NEXT: }
