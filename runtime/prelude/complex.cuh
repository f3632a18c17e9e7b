// ---- complex numbers

template <class Real> struct crs_pair {
    Real re, im;
};

// 1 or 0 with the sign of the number: 1 for an infinity.
template <class Real> static __host__ __device__ inline Real crs_infinity_sign(Real value)
{
    return copysign(isinf(value) ? Real(1) : Real(0), value);
}

// A NaN becomes 0 with its sign.
template <class Real> static __host__ __device__ inline Real crs_not_nan(Real value)
{
    return isnan(value) ? copysign(Real(0), value) : value;
}

// (a + bi) * (c + di), annex G of the C standard: what has an infinite factor is infinite.
template <class Real> static __host__ __device__ inline crs_pair<Real> crs_product_of(Real a, Real b, Real c, Real d)
{
    const Real ac = a * c, bd = b * d, ad = a * d, bc = b * c;
    crs_pair<Real> result = {ac - bd, ad + bc};
    if (!(isnan(result.re) && isnan(result.im)))
        return result;
    bool again = false;
    if (isinf(a) || isinf(b)) {
        a = crs_infinity_sign(a);
        b = crs_infinity_sign(b);
        c = crs_not_nan(c);
        d = crs_not_nan(d);
        again = true;
    }
    if (isinf(c) || isinf(d)) {
        c = crs_infinity_sign(c);
        d = crs_infinity_sign(d);
        a = crs_not_nan(a);
        b = crs_not_nan(b);
        again = true;
    }
    if (!again && (isinf(ac) || isinf(bd) || isinf(ad) || isinf(bc))) {
        a = crs_not_nan(a);
        b = crs_not_nan(b);
        c = crs_not_nan(c);
        d = crs_not_nan(d);
        again = true;
    }
    if (again) {
        result.re = Real(INFINITY) * (a * c - b * d);
        result.im = Real(INFINITY) * (a * d + b * c);
    }
    return result;
}

// What Baudin's and Smith's division makes of operands that are far from overflow and underflow, |c| >= |d|; with the
// signs exchanged, of |c| < |d|.
template <class Real>
static __host__ __device__ inline crs_pair<Real> crs_smith(Real a, Real b, Real c, Real d, Real least, bool exchanged)
{
    Real ratio = d / c, denominator = d * ratio + c;
    bool small = !(fabs(ratio) > least);
    Real x = small ? (d * (b / c) + a) / denominator : (b * ratio + a) / denominator,
         y = small ? (b - d * (a / c)) / denominator : (b - a * ratio) / denominator;
    if (exchanged) // a and b, c and d have changed places
        y = small ? (d * (a / c) - b) / denominator : (a * ratio - b) / denominator;
    return {x, y};
}

template <class Real>
static __host__ __device__ inline crs_pair<Real> crs_special_quotient(Real a, Real b, Real c, Real d,
                                                                      crs_pair<Real> result)
{
    if (!(isnan(result.re) && isnan(result.im)))
        return result;
    if (c == 0 && d == 0 && (!isnan(a) || !isnan(b)))
        return {copysign(Real(INFINITY), c) * a, copysign(Real(INFINITY), c) * b};
    if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
        a = crs_infinity_sign(a);
        b = crs_infinity_sign(b);
        return {Real(INFINITY) * (a * c + b * d), Real(INFINITY) * (b * c - a * d)};
    }
    if ((isinf(c) || isinf(d)) && isfinite(a) && isfinite(b)) {
        c = crs_infinity_sign(c);
        d = crs_infinity_sign(d);
        return {Real(0) * (a * c + b * d), Real(0) * (b * c - a * d)};
    }
    return result;
}

// (a + bi) / (c + di), in the way of the library of GCC: floats by doubles, doubles scaled where they may overflow.
static __host__ __device__ inline crs_pair<float> crs_float_quotient_of(float a, float b, float c, float d)
{
    const double wide_a = a, wide_b = b, wide_c = c, wide_d = d, size = wide_c * wide_c + wide_d * wide_d;
    crs_pair<float> result = {(float)((wide_a * wide_c + wide_b * wide_d) / size),
                              (float)((wide_b * wide_c - wide_a * wide_d) / size)};
    return crs_special_quotient(a, b, c, d, result);
}

static __host__ __device__ inline crs_pair<double> crs_double_quotient_of(double a, double b, double c, double d)
{
    const double big = 0x1.fffffffffffffp1022, least = 0x1p-1022, step = 0x1p-52, limit = big * step;
    const bool exchanged = fabs(c) < fabs(d);
    const double larger = exchanged ? fabs(d) : fabs(c);
    double scale = 1;
    if (larger >= big)
        scale = 0.5;
    else if (larger < step)
        scale = 1 / step;
    else if ((fabs(a) < least && fabs(b) < limit && larger < limit) ||
             (fabs(b) < least && fabs(a) < limit && larger < limit))
        scale = 1 / step;
    double p = a * scale, q = b * scale, r = c * scale, s = d * scale;
    crs_pair<double> result = exchanged ? crs_smith(q, p, s, r, least, true) : crs_smith(p, q, r, s, least, false);
    return crs_special_quotient(p, q, r, s, result);
}

// e to the power of a + bi.
template <class Real> static __host__ __device__ inline crs_pair<Real> crs_exp_of(Real a, Real b)
{
    const Real most = sizeof(Real) == 4 ? 88 : 709;
    if (isfinite(a) && isfinite(b)) {
        Real sine = b, cosine = 1, factor = exp(a > most ? most : a);
        if (fabs(b) > (sizeof(Real) == 4 ? 0x1p-126 : 0x1p-1022)) {
            sine = sin(b);
            cosine = cos(b);
        }
        if (a > most) {
            factor = exp(most);
            sine *= factor;
            cosine *= factor;
            a -= most;
            if (a > most) {
                a -= most;
                sine *= factor;
                cosine *= factor;
            }
            factor = a > most ? Real(INFINITY) : exp(a);
        }
        return {factor * cosine, factor * sine};
    }
    if (isinf(a) && isfinite(b)) {
        Real value = a < 0 ? Real(0) : Real(INFINITY);
        return {b == 0 ? value : copysign(value, cos(b)), b == 0 ? b : copysign(value, sin(b))};
    }
    if (isinf(a))
        return {a < 0 ? Real(0) : Real(INFINITY), a < 0 ? copysign(Real(0), b) : b - b};
    return {Real(NAN), b == 0 ? b : Real(NAN)};
}

static __host__ __device__ inline float crs_complex_product_re_f32(float a, float b, float c, float d)
{
    return crs_product_of(a, b, c, d).re;
}

static __host__ __device__ inline float crs_complex_product_im_f32(float a, float b, float c, float d)
{
    return crs_product_of(a, b, c, d).im;
}

static __host__ __device__ inline double crs_complex_product_re_f64(double a, double b, double c, double d)
{
    return crs_product_of(a, b, c, d).re;
}

static __host__ __device__ inline double crs_complex_product_im_f64(double a, double b, double c, double d)
{
    return crs_product_of(a, b, c, d).im;
}

static __host__ __device__ inline float crs_complex_quotient_re_f32(float a, float b, float c, float d)
{
    return crs_float_quotient_of(a, b, c, d).re;
}

static __host__ __device__ inline float crs_complex_quotient_im_f32(float a, float b, float c, float d)
{
    return crs_float_quotient_of(a, b, c, d).im;
}

static __host__ __device__ inline double crs_complex_quotient_re_f64(double a, double b, double c, double d)
{
    return crs_double_quotient_of(a, b, c, d).re;
}

static __host__ __device__ inline double crs_complex_quotient_im_f64(double a, double b, double c, double d)
{
    return crs_double_quotient_of(a, b, c, d).im;
}

static __host__ __device__ inline float crs_complex_exp_re_f32(float a, float b) { return crs_exp_of(a, b).re; }

static __host__ __device__ inline float crs_complex_exp_im_f32(float a, float b) { return crs_exp_of(a, b).im; }

static __host__ __device__ inline double crs_complex_exp_re_f64(double a, double b) { return crs_exp_of(a, b).re; }

static __host__ __device__ inline double crs_complex_exp_im_f64(double a, double b) { return crs_exp_of(a, b).im; }
