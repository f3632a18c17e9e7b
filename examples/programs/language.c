// language [batch length width heads layers steps]: trains a small language model (a transformer as GPT-2) on a made-up
// language, then lets it continue a text, one token after another from cached keys and values. Single precision, as
// such models are trained. The checks: the loss falls to a third, and the text that it writes obeys the language's
// rule.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { VOCABULARY = 32 };

typedef struct Shape {
    int batch, length, width, heads, layers;
} Shape;

// The parameters, or their gradients, or one moment of Adam: all in one piece of memory, `all` floats.
typedef struct Parameters {
    size_t all;
    float *memory;
    float *token, *position;        // [VOCABULARY][width], [length][width]
    float *scale_1, *shift_1;       // [layers][width]
    float *mix, *mix_bias;          // [layers][3 * width][width], [layers][3 * width]
    float *out, *out_bias;          // [layers][width][width], [layers][width]
    float *scale_2, *shift_2;       // [layers][width]
    float *wide, *wide_bias;        // [layers][4 * width][width], [layers][4 * width]
    float *narrow, *narrow_bias;    // [layers][width][4 * width], [layers][width]
    float *scale_last, *shift_last; // [width]
} Parameters;

// What a layer keeps for the way back, or the gradients of that: a row for each token of the batch.
typedef struct Layer {
    float *normal_1, *mixed, *attended, *middle, *normal_2, *hidden, *active, *result;
    float *weights; // [batch][heads][length][length]
} Layer;

typedef struct State {
    float *embedded, *last, *logits;
    Layer *layer;
} State;

static void *allocate(size_t bytes)
{
    void *memory = calloc(bytes, 1);
    if (!memory) {
        fprintf(stderr, "language: no memory\n");
        exit(2);
    }
    return memory;
}

static float *floats(size_t count)
{
    return allocate(count * sizeof(float));
}

static Parameters new_parameters(const Shape *s)
{
    size_t c = s->width, l = s->layers;
    size_t sizes[] = {VOCABULARY * c, s->length * c, l * c, l * c, l * 3 * c * c, l * 3 * c,
                      l * c * c,      l * c,         l * c, l * c, l * 4 * c * c, l * 4 * c,
                      l * 4 * c * c,  l * c,         c,     c};
    Parameters p = {0};
    float **parts[] = {&p.token,  &p.position,    &p.scale_1,    &p.shift_1,   &p.mix,  &p.mix_bias,
                       &p.out,    &p.out_bias,    &p.scale_2,    &p.shift_2,   &p.wide, &p.wide_bias,
                       &p.narrow, &p.narrow_bias, &p.scale_last, &p.shift_last};
    for (int i = 0; i < 16; i++)
        p.all += sizes[i];
    float *at = p.memory = floats(p.all);
    for (int i = 0; i < 16; i++) {
        *parts[i] = at;
        at += sizes[i];
    }
    return p;
}

static State new_state(const Shape *s)
{
    size_t rows = (size_t)s->batch * s->length, c = s->width;
    State state = {floats(rows * c), floats(rows * c), floats(rows * VOCABULARY), allocate(s->layers * sizeof(Layer))};
    for (int l = 0; l < s->layers; l++) {
        Layer *at = &state.layer[l];
        at->normal_1 = floats(rows * c);
        at->mixed = floats(rows * 3 * c);
        at->weights = floats(rows * s->heads * s->length);
        at->attended = floats(rows * c);
        at->middle = floats(rows * c);
        at->normal_2 = floats(rows * c);
        at->hidden = floats(rows * 4 * c);
        at->active = floats(rows * 4 * c);
        at->result = floats(rows * c);
    }
    return state;
}

static void free_state(const Shape *s, State *state)
{
    for (int l = 0; l < s->layers; l++) {
        Layer *a = &state->layer[l];
        float *parts[] = {a->normal_1, a->mixed,  a->weights, a->attended, a->middle,
                          a->normal_2, a->hidden, a->active,  a->result};
        for (int i = 0; i < 9; i++)
            free(parts[i]);
    }
    free(state->layer);
    free(state->embedded);
    free(state->last);
    free(state->logits);
}

// ---- forward ----

static void embed(float *x, const int *tokens, const float *token, const float *position, int batch, int length,
                  int width)
{
#pragma curestruct
    for (int b = 0; b < batch; b++)
        for (int t = 0; t < length; t++)
            for (int c = 0; c < width; c++)
                x[(b * length + t) * width + c] = token[tokens[b * length + t] * width + c] + position[t * width + c];
}

// Every row has mean 0 and variance 1, then a scale and a shift for each column.
static void normalize(float *restrict y, const float *restrict x, const float *restrict scale,
                      const float *restrict shift, int rows, int width)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float mean = 0, variance = 0;
        for (int c = 0; c < width; c++)
            mean += x[r * width + c];
        mean /= width;
        for (int c = 0; c < width; c++)
            variance += (x[r * width + c] - mean) * (x[r * width + c] - mean);
        float factor = 1 / sqrtf(variance / width + 1e-5f);
        for (int c = 0; c < width; c++)
            y[r * width + c] = (x[r * width + c] - mean) * factor * scale[c] + shift[c];
    }
}

// y[rows][to] = x[rows][from] times w[to][from] transposed, plus a bias
static void project(float *restrict y, const float *restrict x, const float *restrict w, const float *restrict bias,
                    int rows, int from, int to)
{
#pragma curestruct
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < to; o++) {
            float sum = bias ? bias[o] : 0;
            for (int i = 0; i < from; i++)
                sum += x[r * from + i] * w[o * from + i];
            y[r * to + o] = sum;
        }
}

// mixed: in each row the query, the key and the value of all heads.
static void attend(float *restrict y, float *restrict weights, const float *restrict mixed, int batch, int length,
                   int width, int heads)
{
    int size = width / heads;
    float scale = 1 / sqrtf(size);
#pragma curestruct
    for (int b = 0; b < batch; b++)
        for (int h = 0; h < heads; h++)
            for (int t = 0; t < length; t++) {
                float *row = weights + ((b * heads + h) * length + t) * length;
                float most = -1e30f, sum = 0;
                for (int s = 0; s <= t; s++) {
                    float score = 0;
                    for (int i = 0; i < size; i++)
                        score += mixed[(b * length + t) * 3 * width + h * size + i] *
                                 mixed[(b * length + s) * 3 * width + width + h * size + i];
                    row[s] = score * scale;
                    if (row[s] > most)
                        most = row[s];
                }
                for (int s = 0; s <= t; s++) {
                    row[s] = expf(row[s] - most);
                    sum += row[s];
                }
                for (int s = 0; s < length; s++)
                    row[s] = s <= t ? row[s] / sum : 0;
                for (int i = 0; i < size; i++) {
                    float mean = 0;
                    for (int s = 0; s <= t; s++)
                        mean += row[s] * mixed[(b * length + s) * 3 * width + 2 * width + h * size + i];
                    y[(b * length + t) * width + h * size + i] = mean;
                }
            }
}

static void copy(float *to, const float *from, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

static void add(float *sum, const float *x, const float *y, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        sum[i] = x[i] + y[i];
}

static void bend(float *y, const float *x, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++)
        y[i] = 0.5f * x[i] * (1 + tanhf(0.7978846f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

static void forward(const Shape *s, const Parameters *p, State *a, const int *tokens)
{
    int rows = s->batch * s->length, c = s->width;
    const float *x = a->embedded;
    embed(a->embedded, tokens, p->token, p->position, s->batch, s->length, c);
    for (int l = 0; l < s->layers; l++) {
        Layer *at = &a->layer[l];
        normalize(at->normal_1, x, p->scale_1 + l * c, p->shift_1 + l * c, rows, c);
        project(at->mixed, at->normal_1, p->mix + l * 3 * c * c, p->mix_bias + l * 3 * c, rows, c, 3 * c);
        attend(at->attended, at->weights, at->mixed, s->batch, s->length, c, s->heads);
        project(at->middle, at->attended, p->out + l * c * c, p->out_bias + l * c, rows, c, c);
        add(at->middle, at->middle, x, rows * c);
        normalize(at->normal_2, at->middle, p->scale_2 + l * c, p->shift_2 + l * c, rows, c);
        project(at->hidden, at->normal_2, p->wide + l * 4 * c * c, p->wide_bias + l * 4 * c, rows, c, 4 * c);
        bend(at->active, at->hidden, rows * 4 * c);
        project(at->result, at->active, p->narrow + l * 4 * c * c, p->narrow_bias + l * c, rows, 4 * c, c);
        add(at->result, at->result, at->middle, rows * c);
        x = at->result;
    }
    normalize(a->last, x, p->scale_last, p->shift_last, rows, c);
    project(a->logits, a->last, p->token, NULL, rows, c, VOCABULARY);
}

// ---- backward: d.. is the derivative of the loss by .. ----

// The mean loss, and its derivative by the logits.
static float surprise(float *restrict d_logits, const float *restrict logits, const int *restrict next, int rows)
{
    float loss = 0;
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float most = -1e30f, sum = 0;
        for (int v = 0; v < VOCABULARY; v++)
            most = fmaxf(most, logits[r * VOCABULARY + v]);
        for (int v = 0; v < VOCABULARY; v++)
            sum += expf(logits[r * VOCABULARY + v] - most);
        for (int v = 0; v < VOCABULARY; v++) {
            float p = expf(logits[r * VOCABULARY + v] - most) / sum;
            d_logits[r * VOCABULARY + v] = (p - (v == next[r])) / rows;
            if (v == next[r])
                loss -= logf(p) / rows;
        }
    }
    return loss;
}

static void project_back(float *restrict dx, float *restrict dw, float *restrict d_bias, const float *restrict dy,
                         const float *restrict x, const float *restrict w, int rows, int from, int to)
{
#pragma curestruct
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < from; i++) {
            float sum = 0;
            for (int o = 0; o < to; o++)
                sum += dy[r * to + o] * w[o * from + i];
            dx[r * from + i] = sum;
        }
#pragma curestruct
    for (int r = 0; r < rows; r++)
        for (int o = 0; o < to; o++) {
            float d = dy[r * to + o];
            if (d_bias)
                d_bias[o] += d;
            for (int i = 0; i < from; i++)
                dw[o * from + i] += d * x[r * from + i];
        }
}

// Adds to dx, since what is normalized is used elsewhere, too.
static void normalize_back(float *restrict dx, float *restrict d_scale, float *restrict d_shift,
                           const float *restrict dy, const float *restrict x, const float *restrict scale, int rows,
                           int width)
{
#pragma curestruct
    for (int r = 0; r < rows; r++) {
        float mean = 0, variance = 0, d_mean = 0, d_along = 0;
        for (int c = 0; c < width; c++)
            mean += x[r * width + c];
        mean /= width;
        for (int c = 0; c < width; c++)
            variance += (x[r * width + c] - mean) * (x[r * width + c] - mean);
        float factor = 1 / sqrtf(variance / width + 1e-5f);
        for (int c = 0; c < width; c++) {
            float normal = (x[r * width + c] - mean) * factor, d = dy[r * width + c] * scale[c];
            d_mean += d;
            d_along += d * normal;
        }
        for (int c = 0; c < width; c++) {
            float normal = (x[r * width + c] - mean) * factor, d = dy[r * width + c] * scale[c];
            d_scale[c] += dy[r * width + c] * normal;
            d_shift[c] += dy[r * width + c];
            dx[r * width + c] += (d - d_mean / width - normal * d_along / width) * factor;
        }
    }
}

// d_scores: the derivative by the scores that the weights were made of.
static void attend_back(float *restrict d_mixed, float *restrict d_scores, const float *restrict dy,
                        const float *restrict weights, const float *restrict mixed, int batch, int length, int width,
                        int heads)
{
    int size = width / heads, wide = 3 * width;
    float scale = 1 / sqrtf(size);
#pragma curestruct
    for (int b = 0; b < batch; b++)
        for (int h = 0; h < heads; h++)
            for (int t = 0; t < length; t++) {
                const float *row = weights + ((b * heads + h) * length + t) * length;
                float *d_row = d_scores + ((b * heads + h) * length + t) * length;
                float along = 0;
                for (int s = 0; s <= t; s++) {
                    float d = 0;
                    for (int i = 0; i < size; i++)
                        d += dy[(b * length + t) * width + h * size + i] *
                             mixed[(b * length + s) * wide + 2 * width + h * size + i];
                    d_row[s] = d;
                    along += d * row[s];
                }
                for (int s = 0; s < length; s++)
                    d_row[s] = s <= t ? row[s] * (d_row[s] - along) * scale : 0;
            }
#pragma curestruct
    for (int b = 0; b < batch; b++)
        for (int t = 0; t < length; t++)
            for (int h = 0; h < heads; h++)
                for (int i = 0; i < size; i++) {
                    float query = 0, key = 0, value = 0;
                    for (int s = 0; s <= t; s++)
                        query += d_scores[((b * heads + h) * length + t) * length + s] *
                                 mixed[(b * length + s) * wide + width + h * size + i];
                    for (int s = t; s < length; s++) {
                        key += d_scores[((b * heads + h) * length + s) * length + t] *
                               mixed[(b * length + s) * wide + h * size + i];
                        value += weights[((b * heads + h) * length + s) * length + t] *
                                 dy[(b * length + s) * width + h * size + i];
                    }
                    d_mixed[(b * length + t) * wide + h * size + i] = query;
                    d_mixed[(b * length + t) * wide + width + h * size + i] = key;
                    d_mixed[(b * length + t) * wide + 2 * width + h * size + i] = value;
                }
}

static void bend_back(float *dx, const float *dy, const float *x, int n)
{
#pragma curestruct
    for (int i = 0; i < n; i++) {
        float at = tanhf(0.7978846f * (x[i] + 0.044715f * x[i] * x[i] * x[i]));
        float slope = 0.7978846f * (1 + 3 * 0.044715f * x[i] * x[i]);
        dx[i] = dy[i] * (0.5f * (1 + at) + 0.5f * x[i] * (1 - at * at) * slope);
    }
}

static void embed_back(float *restrict d_token, float *restrict d_position, const float *restrict dx,
                       const int *restrict tokens, int batch, int length, int width)
{
#pragma curestruct
    for (int b = 0; b < batch; b++)
        for (int t = 0; t < length; t++)
            for (int c = 0; c < width; c++) {
                d_token[tokens[b * length + t] * width + c] += dx[(b * length + t) * width + c];
                d_position[t * width + c] += dx[(b * length + t) * width + c];
            }
}

static void clear(float *x, size_t n)
{
#pragma curestruct
    for (size_t i = 0; i < n; i++)
        x[i] = 0;
}

static void backward(const Shape *s, const Parameters *p, Parameters *g, State *a, State *d, const int *tokens)
{
    int rows = s->batch * s->length, c = s->width;
    const float *x = s->layers ? a->layer[s->layers - 1].result : a->embedded;
    float *dx = s->layers ? d->layer[s->layers - 1].result : d->embedded;
    project_back(d->last, g->token, NULL, d->logits, a->last, p->token, rows, c, VOCABULARY);
    clear(dx, (size_t)rows * c);
    normalize_back(dx, g->scale_last, g->shift_last, d->last, x, p->scale_last, rows, c);
    for (int l = s->layers - 1; l >= 0; l--) {
        Layer *at = &a->layer[l], *dt = &d->layer[l];
        const float *before = l ? a->layer[l - 1].result : a->embedded;
        float *d_before = l ? d->layer[l - 1].result : d->embedded;
        project_back(dt->active, g->narrow + l * 4 * c * c, g->narrow_bias + l * c, dt->result, at->active,
                     p->narrow + l * 4 * c * c, rows, 4 * c, c);
        bend_back(dt->hidden, dt->active, at->hidden, rows * 4 * c);
        project_back(dt->normal_2, g->wide + l * 4 * c * c, g->wide_bias + l * 4 * c, dt->hidden, at->normal_2,
                     p->wide + l * 4 * c * c, rows, c, 4 * c);
        copy(dt->middle, dt->result, rows * c);
        normalize_back(dt->middle, g->scale_2 + l * c, g->shift_2 + l * c, dt->normal_2, at->middle, p->scale_2 + l * c,
                       rows, c);
        project_back(dt->attended, g->out + l * c * c, g->out_bias + l * c, dt->middle, at->attended,
                     p->out + l * c * c, rows, c, c);
        attend_back(dt->mixed, dt->weights, dt->attended, at->weights, at->mixed, s->batch, s->length, c, s->heads);
        project_back(dt->normal_1, g->mix + l * 3 * c * c, g->mix_bias + l * 3 * c, dt->mixed, at->normal_1,
                     p->mix + l * 3 * c * c, rows, c, 3 * c);
        copy(d_before, dt->middle, rows * c);
        normalize_back(d_before, g->scale_1 + l * c, g->shift_1 + l * c, dt->normal_1, before, p->scale_1 + l * c, rows,
                       c);
    }
    embed_back(g->token, g->position, d->embedded, tokens, s->batch, s->length, c);
}

// Adam, step 1, 2, ..
static void update(float *restrict p, const float *restrict g, float *restrict first, float *restrict second, size_t n,
                   int step, float rate)
{
    float unbias_1 = 1 / (1 - powf(0.9f, step)), unbias_2 = 1 / (1 - powf(0.99f, step));
#pragma curestruct
    for (size_t i = 0; i < n; i++) {
        first[i] = 0.9f * first[i] + 0.1f * g[i];
        second[i] = 0.99f * second[i] + 0.01f * g[i] * g[i];
        p[i] -= rate * first[i] * unbias_1 / (sqrtf(second[i] * unbias_2) + 1e-8f);
    }
}

// ---- inference: one token at a time ----

// Adds token `token` at position t to the text; the result is in `logits`. keys and values: [layers][length][width].
static void infer(const Shape *s, const Parameters *p, float *keys, float *values, float *work, float *logits,
                  int token, int t)
{
    int c = s->width, size = c / s->heads, heads = s->heads;
    float *x = work, *normal = x + c, *mixed = normal + c, *weights = mixed + 3 * c,
          *attended = weights + s->heads * s->length;
    float *hidden = attended + c, scale = 1 / sqrtf(size);
    add(x, p->token + token * c, p->position + t * c, c);
    for (int l = 0; l < s->layers; l++) {
        float *key = keys + (size_t)l * s->length * c, *value = values + (size_t)l * s->length * c;
        normalize(normal, x, p->scale_1 + l * c, p->shift_1 + l * c, 1, c);
        project(mixed, normal, p->mix + l * 3 * c * c, p->mix_bias + l * 3 * c, 1, c, 3 * c);
        copy(key + t * c, mixed + c, c);
        copy(value + t * c, mixed + 2 * c, c);
#pragma curestruct
        for (int h = 0; h < heads; h++) {
            float most = -1e30f, sum = 0;
            for (int u = 0; u <= t; u++) {
                float score = 0;
                for (int i = 0; i < size; i++)
                    score += mixed[h * size + i] * key[u * c + h * size + i];
                weights[h * (t + 1) + u] = score * scale;
                most = fmaxf(most, score * scale);
            }
            for (int u = 0; u <= t; u++)
                sum += weights[h * (t + 1) + u] = expf(weights[h * (t + 1) + u] - most);
            for (int i = 0; i < size; i++) {
                float mean = 0;
                for (int u = 0; u <= t; u++)
                    mean += weights[h * (t + 1) + u] / sum * value[u * c + h * size + i];
                attended[h * size + i] = mean;
            }
        }
        project(normal, attended, p->out + l * c * c, p->out_bias + l * c, 1, c, c);
        add(x, x, normal, c);
        normalize(normal, x, p->scale_2 + l * c, p->shift_2 + l * c, 1, c);
        project(hidden, normal, p->wide + l * 4 * c * c, p->wide_bias + l * 4 * c, 1, c, 4 * c);
        bend(hidden, hidden, 4 * c);
        project(normal, hidden, p->narrow + l * 4 * c * c, p->narrow_bias + l * c, 1, 4 * c, c);
        add(x, x, normal, c);
    }
    normalize(normal, x, p->scale_last, p->shift_last, 1, c);
    project(logits, normal, p->token, NULL, 1, c, VOCABULARY);
}

static int likeliest(const float *logits)
{
    int best = 0;
    for (int v = 1; v < VOCABULARY; v++)
        if (logits[v] > logits[best])
            best = v;
    return best;
}

// ---- the made-up language ----

// Each token follows from the one before it; every text starts somewhere else.
static int successor(int token)
{
    return (token * 5 + 7) % VOCABULARY;
}

static unsigned random_number(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static void write_texts(int *tokens, int *next, int batch, int length, unsigned *seed)
{
    for (int b = 0; b < batch; b++) {
        int token = random_number(seed) % VOCABULARY;
        for (int t = 0; t < length; t++) {
            tokens[b * length + t] = token;
            token = successor(token);
            next[b * length + t] = token;
        }
    }
}

int main(int count, char **words)
{
    Shape s = {8, 8, 16, 2, 1};
    int *numbers[] = {&s.batch, &s.length, &s.width, &s.heads, &s.layers}, steps = 30;
    for (int i = 0; i < 5 && i + 1 < count; i++)
        *numbers[i] = atoi(words[i + 1]);
    if (count > 6)
        steps = atoi(words[6]);
    if (s.batch < 1 || s.length < 2 || s.heads < 1 || s.width < s.heads || s.width % s.heads || s.layers < 1 ||
        steps < 1)
        return 2;

    int rows = s.batch * s.length;
    Parameters p = new_parameters(&s), g = new_parameters(&s), first = new_parameters(&s), second = new_parameters(&s);
    State a = new_state(&s), d = new_state(&s);
    int *tokens = allocate(rows * sizeof *tokens), *next = allocate(rows * sizeof *next);
    unsigned seed = 1;
    for (size_t i = 0; i < p.all; i++)
        p.memory[i] = 0.2f * (random_number(&seed) % 10000 / 10000.0f - 0.5f);
    for (int i = 0; i < s.layers * s.width; i++)
        p.scale_1[i] = p.scale_2[i] = 1;
    for (int i = 0; i < s.width; i++)
        p.scale_last[i] = 1;

    float loss = 0, loss_before = 0;
    for (int step = 1; step <= steps; step++) {
        write_texts(tokens, next, s.batch, s.length, &seed);
        forward(&s, &p, &a, tokens);
        loss = surprise(d.logits, a.logits, next, rows);
        clear(g.memory, g.all);
        backward(&s, &p, &g, &a, &d, tokens);
        update(p.memory, g.memory, first.memory, second.memory, p.all, step, 0.08f / sqrtf(s.width));
        if (step == 1)
            loss_before = loss;
        if (step == 1 || step % 10 == 0)
            printf("step %d: loss %.3f\n", step, loss);
    }

    float *keys = floats((size_t)s.layers * s.length * s.width),
          *values = floats((size_t)s.layers * s.length * s.width);
    float *work = floats(10 * (size_t)s.width + (size_t)s.heads * s.length), *logits = floats(VOCABULARY);
    int token = 3, followed = 0;
    printf("text:");
    for (int t = 0; t < s.length; t++) {
        infer(&s, &p, keys, values, work, logits, token, t);
        int answer = likeliest(logits);
        followed += answer == successor(token);
        printf(" %d", answer);
        token = answer;
    }
    int right = loss < loss_before / 3 && followed * 10 >= s.length * 9;
    printf("\n%d of %d follow the rule: %s\n", followed, s.length, right ? "learned" : "NOT LEARNED");

    float *memories[] = {p.memory, g.memory, first.memory, second.memory, keys, values, work, logits};
    for (int i = 0; i < 8; i++)
        free(memories[i]);
    free_state(&s, &a);
    free_state(&s, &d);
    free(tokens);
    free(next);
    return !right;
}
