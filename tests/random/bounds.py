"""Which values and subscripts a random function can have: nothing undefined may happen, and every sum of floating-point
numbers has to be exact, so that its order does not matter and results are compared bit for bit.

A value is (type, lowest, highest); a floating-point one (type, largest magnitude, bits after the point), with None as
the bits when it may be any number. What an array or a scalar may hold, by Array.values:
  data   small: -9..9, or all of a narrow or unsigned type; floating: multiples of 1/4 up to 4
  sum    accumulated: up to 2^24; floating: exact, but only as a target
  unit   -1 or 1           free   any floating-point number        index   0..limit-1
  offsets  0..limit, never less than the one before                place   a scalar that holds an iterator's value or 0
"""
from program import TYPES, Loop, children, common, is_float, limits, promoted

MOST_TURNS = 1 << 15
SUM = 1 << 24


class Undefined(Exception):
    pass


def need(condition, reason):
    if not condition:
        raise Undefined(reason)


def class_range(type_name, values, limit=0):
    kind, bits = TYPES[type_name]
    if values == "index":
        return (type_name, 0, limit - 1)
    if values in ("offsets", "place"):
        return (type_name, 0, limit)
    if kind == "f":
        return {"data": (type_name, 4, 2), "unit": (type_name, 1, 0)}.get(values, (type_name, 0, None))
    if kind == "u" or bits < 32:
        return (type_name,) + limits(type_name)
    return (type_name,) + {"data": (-9, 9), "unit": (-1, 1)}.get(values, (-SUM, SUM))


def fit_type(type_name, low, high):
    """An integer result of this type: unsigned ones wrap, signed ones must not overflow."""
    lowest, highest = limits(type_name)
    if lowest <= low and high <= highest:
        return (type_name, low, high)
    need(TYPES[type_name][0] == "u", "overflow of " + type_name)
    return (type_name, lowest, highest)


def convert(type_name, value):
    if is_float(type_name):
        if is_float(value[0]):
            return (type_name,) + value[1:]
        largest = max(abs(value[1]), abs(value[2]))
        return (type_name, largest, 0 if largest <= 1 << 24 else None)
    lowest, highest = limits(type_name)
    if type_name == "_Bool":
        return (type_name, 0, 1)
    if is_float(value[0]):
        need(value[2] is not None, "conversion of any number to an integer")
        value = (value[0], -value[1], value[1])
        need(lowest <= value[1] and value[2] <= highest, "conversion out of range")
    low, high = int(value[1]), int(value[2])
    return (type_name, low, high) if lowest <= low and high <= highest else (type_name, lowest, highest)


def exact(type_name, magnitude, bits):
    fits = bits is not None and magnitude * 2 ** bits < 2 ** (20 if type_name == "float" else 44)
    return (type_name, magnitude, bits) if fits else (type_name, 0, None)


def real_binary(op, type_name, left, right):
    (_, a, p), (_, b, q) = left, right
    if op == "/" or p is None or q is None:
        return (type_name, 0, None)
    return exact(type_name, a * b, p + q) if op == "*" else exact(type_name, a + b, max(p, q))


def integer_binary(op, type_name, left, right):
    (_, a, b), (_, c, d) = left, right
    if op in "+-":
        return fit_type(type_name, a + c if op == "+" else a - d, b + d if op == "+" else b - c)
    if op == "*":
        products = (a * c, a * d, b * c, b * d)
        return fit_type(type_name, min(products), max(products))
    if op in "/%":
        need(c > 0 or d < 0, "division by zero")
        need(not (c <= -1 <= d and a == limits(type_name)[0]), "overflow of a quotient")
        largest = max(abs(a), abs(b))
        if op == "%":
            largest = min(largest, max(abs(c), abs(d)) - 1)
        elif c > 0 and a >= 0:
            return (type_name, a // d, b // c)
        return (type_name, -largest if a < 0 or c < 0 else 0, largest)
    if op in ("<<", ">>"):
        need(0 <= c and d < 16, "amount of a shift")
        need(op == ">>" or a >= 0, "shift of a negative number")
        return fit_type(type_name, a << c, b << d) if op == "<<" else (type_name, min(a, a >> d), b)
    if op == "&" and c >= 0:
        return (type_name, 0, d)
    size = max(abs(a), abs(b), abs(c), abs(d)).bit_length()
    low, high = limits(type_name)
    return (type_name, max(low, -(1 << size)) if min(a, c) < 0 else 0, min(high, (1 << size) - 1))


# The functions of batch.HEAD: what they return.
HELPERS = {"help_float": ("float", 0, None), "help_double": ("double", 0, None),
           "help_unsigned": ("unsigned", 0, (1 << 32) - 1)}
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class Bounds:
    """One call of the function: the sizes are known. Fills `touched`: array -> [lowest, highest] of each dimension."""

    def __init__(self, function, sizes):
        self.function = function
        self.touched = {name: [None] * array.ndim for name, array in function.arrays.items()}
        self.env = {name: (function.size_type, value, value) for name, value in sizes.items()}
        for name, type_name in function.factors:
            self.env[name] = (type_name, 1, 1)
        for name, (type_name, values, _, _) in function.scalars.items():
            self.env[name] = class_range(type_name, values, max(sizes.values()))
        self.classes = {name: scalar[1] for name, scalar in function.scalars.items()}
        self.counts = {}    # of the dimensions of local arrays
        self.turns = 1
        self.seen = {}      # statement: the value that it stores
        self.block(function.body)
        for pair in function.twins:
            self.share(pair)

    def share(self, pair):
        """Both are touched where one is."""
        first, second = (self.touched[name] for name in pair)
        for d, (one, other) in enumerate(zip(first, second)):
            both = (min(one[0], other[0]), max(one[1], other[1])) if one and other else one or other
            first[d] = second[d] = both

    @staticmethod
    def value_of(function, sizes, expression):
        """Of an extent, which has only sizes in it."""
        if expression[0] == "int":
            return expression[1]
        if expression[0] == "var":
            return sizes[expression[1]]
        left, right = (Bounds.value_of(function, sizes, e) for e in expression[2:])
        return left + right if expression[1] == "+" else left * right

    # ---- expressions

    def touch(self, name, subscripts):
        values = [self.value(subscript) for subscript in subscripts]
        flat = self.function.arrays[name].layout == "flat"
        unsigned = self.function.size_type == "unsigned" or any(v[0] == "unsigned" for v in values)
        need(not (flat and len(values) > 1 and unsigned and any(v[1] < 0 for v in values)),
             "a negative number of rows times unsigned")
        for d, (kind, low, high) in enumerate(values):
            need(not is_float(kind) and -4096 < low and high < 70000, "subscript")
            old = self.touched[name][d]
            self.touched[name][d] = (min(low, old[0]), max(high, old[1])) if old else (low, high)

    def value(self, e):
        kind = e[0]
        if kind == "int":
            return ("int" if abs(e[1]) < 1 << 31 else "long", e[1], e[1])
        if kind == "real":
            number = float(e[1].rstrip("f"))
            return ("float" if e[1].endswith("f") else "double", abs(number),
                    2 if number * 4 == int(number * 4) else None)
        if kind == "macro":
            return ("int", e[2], e[2])
        if kind == "counter":
            return convert(self.env[e[1]][0], self.value(e[2]))
        if kind == "var":
            need(e[1] in self.env, "a name that is not there: " + e[1])
            return self.env[e[1]]
        if kind == "local":
            need(e[1] in self.env, "a name that is not there: " + e[1])
            need(len(e) - 2 == len(self.counts[e[1]]), "subscripts of a local array")
            for subscript, count in zip(e[2:], self.counts[e[1]]):
                kind, low, high = self.value(subscript)
                need(not is_float(kind) and 0 <= low and high < count, "subscript of a local array")
            return class_range(self.env[e[1]][0], self.classes[e[1]])
        if kind == "get" or kind == "rowget":
            if kind == "rowget":
                need(e[1] in self.env, "a name that is not there: " + e[1])
            name, subscripts = (e[1], e[2]) if kind == "get" else (e[2], (e[3], e[4]))
            self.touch(name, subscripts)
            array = self.function.arrays[name]
            return class_range(array.type, array.values, array.limit)
        if kind == "cast":
            return convert(e[1], self.value(e[2]))
        if kind == "un":
            return self.unary(e)
        if kind == "pick":
            self.value(e[1])
            return self.hull(self.value(e[2]), self.value(e[3]))
        if kind == "call":
            return self.call(e)
        return self.binary(e[1], self.value(e[2]), self.value(e[3]))

    def hull(self, left, right):
        type_name = common(left[0], right[0])
        left, right = convert(type_name, left), convert(type_name, right)
        if is_float(type_name):
            if None in (left[2], right[2]):
                return (type_name, 0, None)
            return (type_name, max(left[1], right[1]), max(left[2], right[2]))
        return (type_name, min(left[1], right[1]), max(left[2], right[2]))

    def unary(self, e):
        value = self.value(e[2])
        if e[1] == "!":
            return ("int", 0, 1)
        if is_float(value[0]):
            need(e[1] == "-", "~ of a floating-point number")
            return value
        type_name = promoted(value[0])
        _, low, high = convert(type_name, value)
        return fit_type(type_name, -high, -low) if e[1] == "-" else fit_type(type_name, ~high, ~low)

    def call(self, e):
        arguments = [self.value(a) for a in e[2:]]
        if e[1] in ("abs", "labs"):
            need(not is_float(arguments[0][0]) and arguments[0][1] > -(1 << 31) and arguments[0][2] < 1 << 31, "abs")
            return ("int" if e[1] == "abs" else "long", 0, max(abs(arguments[0][1]), abs(arguments[0][2])))
        if e[1] == "clamp_place":
            return convert("long", self.hull(self.hull(arguments[0], arguments[1]), arguments[2]))
        if e[1] in HELPERS:
            return HELPERS[e[1]]
        type_name = "float" if e[1].endswith("f") and e[1] != "f" else "double"
        arguments = [convert(type_name, a) for a in arguments]
        if e[1].rstrip("f") == "fabs" and len(arguments) == 1 or e[1] in ("fabs", "fabsf"):
            return arguments[0]
        if e[1] in ("fmin", "fmax", "fminf", "fmaxf"):
            return self.hull(*arguments)
        return (type_name, 0, None)

    def binary(self, op, left, right):
        if op in COMPARISONS or op in ("&&", "||"):
            return ("int", 0, 1)
        if op in ("<<", ">>"):
            type_name = promoted(left[0])
        else:
            type_name = common(left[0], right[0])
        if is_float(type_name):
            need(op in "+-*/", op + " of floating-point numbers")
            return real_binary(op, type_name, convert(type_name, left), convert(type_name, right))
        right_type = type_name if op not in ("<<", ">>") else promoted(right[0])
        return integer_binary(op, type_name, convert(type_name, left), convert(right_type, right))

    # ---- statements

    def block(self, statements):
        saved = dict(self.env)
        for statement in statements:
            self.statement(statement)
        self.env = saved

    def statement(self, s):
        kind = s[0]
        if kind == "set":
            self.set(s)
        elif kind == "advance":
            need(s[1][:2] == "w_" or s[1] in self.env, "a name that is not there: " + s[1])
        elif kind == "declare":
            self.classes[s[2]] = "temporary"
            if s[2].startswith("acc"):
                self.value(s[3])
                self.classes[s[2]], self.env[s[2]] = "sum", class_range(s[1], "sum")
            elif s[3]:
                self.env[s[2]] = convert(s[1], self.value(s[3]))
                self.classes[s[2]] = "place" if s[2].startswith("place") else "temporary"
            else:
                self.classes[s[2]], self.env[s[2]] = "data", class_range(s[1], "data")
        elif kind == "array":
            self.env[s[2]], self.classes[s[2]], self.counts[s[2]] = (s[1], 0, 0), "data", s[3:]
        elif kind == "row":
            self.touch(s[2], (s[3],))
            self.env[s[1]] = ("row", 0, 0)
        elif kind in ("continue", "break", "return"):
            if s[1]:
                self.value(s[1])
        elif kind == "if":
            self.value(s[1])
            self.block(s[2])
            self.block(s[3])
        elif kind == "for":
            self.loop(s[1], s[2])
        elif kind == "nest":
            self.statement(s[2])
        elif kind == "region":
            self.block(s[1])

    def loop(self, loop, body):
        lower, upper, step = self.value(loop.lower), self.value(loop.upper), self.value(loop.step)
        need(step[1] > 0, "step")
        if loop.also:
            self.value(loop.also)
        lowest, highest = limits(loop.type)
        compared = common(loop.type, upper[0])
        for value in (lower, upper):
            need(value[1] >= (0 if TYPES[compared][0] == "u" or TYPES[loop.type][0] == "u" else lowest)
                 and value[2] <= 5000, "bound of a loop")
        need(loop.test != "!=" or step[2] == 1, "a loop that steps over its end")
        if loop.down:
            first, last = upper[1] + (loop.test == ">"), lower[2]
            below = 0 if TYPES[compared][0] == "u" else lowest
            need(loop.form == 3 or first - step[2] >= below, "an iterator that wraps")
            if loop.form == 3:
                first, last = 0, last - 1
        else:
            first, last = lower[1], upper[2] - (loop.test != "<=")
            need(not loop.scale or first > 0 and last * loop.scale <= highest, "an iterator that does not advance")
            need(max(last, lower[2]) + step[2] <= highest, "an iterator that wraps")
            need(loop.test != "!=" or lower[2] <= upper[1], "a loop that misses its end")
        saved, self.env = self.env, dict(self.env)
        if last >= first:
            outer = self.turns
            self.turns = outer * (12 if loop.scale else (last - first) // step[1] + 1)
            need(self.turns <= MOST_TURNS, "too many iterations")
            self.env[loop.name] = (loop.type, first, last)
            self.block(body)
            self.turns = outer
        self.env = saved

    def place(self, place):
        """Its type, its values' class and their range."""
        if place[0] == "var":
            need(place[1] in self.classes, "a name that is not there: " + place[1])
            type_name = self.env[place[1]][0]
            values = self.classes[place[1]]
            need(values != "temporary", "a constant temporary")
            return type_name, values, self.env[place[1]] if values == "place" else class_range(type_name, values)
        if place[0] == "local":
            self.value(place)
            type_name = self.env[place[1]][0]
            return type_name, "data", class_range(type_name, "data")
        self.value(place)
        array = self.function.arrays[place[1] if place[0] == "get" else place[2]]
        need(array.values not in ("index", "offsets", "unit") and array.layout != "table", "an array that is only read")
        return array.type, array.values, class_range(array.type, array.values)

    def set(self, s):
        _, place, op, value = s
        type_name, values, allowed = self.place(place)
        operand = update_operand(place, op, value)
        if operand:
            self.update(type_name, values, operand[0], [self.value(e) for e in operand[1]])
        else:
            self.seen[id(s)] = self.value(value)
            found = convert(type_name, self.seen[id(s)])
            if is_float(type_name):
                need(values == "free" or found[2] is not None and found[1] <= 4 and found[2] <= 2,
                     "a value that is not exact")
            else:
                need(allowed[1] <= found[1] and found[2] <= allowed[2], "a value that is too large")

    def update(self, type_name, values, op, operands):
        if is_float(type_name):
            need(values == "sum", "an update of what is no sum")
            for operand in operands:
                number = convert(type_name, operand)
                need(number[2] is not None, "a sum that is not exact")
                if op == "*":
                    need(number[1] <= 1 and number[2] == 0, "a product that is not exact")
                else:
                    need(number[1] * 2 ** number[2] <= (1 << 8 if type_name == "float" else 1 << 20),
                         "a sum that is too large")
            return
        if values == "place":
            return  # counts what passes a condition, once an iteration
        wraps = TYPES[type_name][0] == "u" or TYPES[type_name][1] < 32
        for operand in operands:
            need(not is_float(operand[0]) or operand[2] is not None and operand[1] <= 100, "any number in an integer")
            if is_float(operand[0]):
                need(values == "sum" or wraps, "an update of what is no sum")
                need(TYPES[type_name][1] >= 32 and TYPES[type_name][0] == "s" and op != "*", "conversion out of range")
                continue
            if wraps:
                self.binary(op, class_range(type_name, values), operand)
                continue
            need(values == "sum", "an update of what is no sum")
            largest = {"*": 1, "+": 200, "-": 200}.get(op, 1 << 20)
            need(-largest <= operand[1] and operand[2] <= largest or op in ("&&", "||"), "an update that is too large")


def update_operand(place, op, value):
    """(operator, operands) where the statement combines the place with something, else None."""
    if op != "=":
        return op[:-1], [value]
    operands = []

    def holds_place(e):
        return e == place or any(holds_place(child) for _, child in children(e))

    def split(e, op):
        if e == place:
            return True
        if e[0] == "bin" and (e[1] in op or e[1] == op):
            left, right = e[2], e[3]
            found_left = holds_place(left) and split(left, op)
            found_right = holds_place(right) and split(right, op) and e[1] != "-"
            if found_left != found_right:
                operands.append(right if found_left else left)
                return True
        return False

    for op in ("+-", "*", "&", "|", "^", "&&", "||"):
        if value[0] == "bin" and value[1] in (op if op == "+-" else (op,)) and split(value, op):
            return value[1], operands
    return None


def names_in(item):
    """Every string of a nested tuple."""
    if isinstance(item, str):
        return {item}
    if isinstance(item, (tuple, list)):
        return set().union(*[names_in(part) for part in item])
    if isinstance(item, Loop):
        return names_in((item.name, item.lower, item.upper, item.step, item.also))
    return set()


def fit(function, draw):
    """The function with extents for its arrays, for all of its sizes; and the ranges touched in each call."""
    used = names_in(function.body)
    used |= {a.alias for name, a in function.arrays.items() if name in used}
    function = function.copy(arrays={name: a for name, a in function.arrays.items() if name in used})
    calls = [Bounds(function, sizes).touched for sizes in function.sizes]
    arrays, sizes = {}, [dict(s) for s in function.sizes]
    for name, array in function.arrays.items():
        dimensions = [[call[name][d] for call in calls if call[name][d]] for d in range(array.ndim)]
        fixed = array.layout in ("constant", "table")
        from_zero = 0 if fixed else 1
        shift = [max([0] + [-low for low, _ in ranges]) if d >= from_zero else 0 for d, ranges in enumerate(dimensions)]
        need(all(c <= 12 for c in shift), "a large shift")
        columns = []
        for d in range(from_zero, array.ndim):
            needed = [call[name][d][1] + shift[d] + 1 if call[name][d] else 0 for call in calls]
            if fixed:
                columns.append(max([1] + needed) + draw.randrange(3))
                continue
            columns.append(extent(function, sizes, needed, "%s%d" % (name.lower(), d), draw))
        arrays[name] = array.__class__(**{**array.__dict__, "shift": shift, "columns": columns})
    for first, second in function.twins:
        need(first in arrays and second in arrays, "one of a pair")
        arrays[second] = arrays[second].__class__(**{**arrays[second].__dict__, "shift": arrays[first].shift,
                                                     "columns": arrays[first].columns})
    need(len(arrays) + len(sizes[0]) + sum(1 for s in function.scalars.values() if s[3]) <= 32, "many parameters")
    overlap = function.overlap
    if overlap and not (overlap[0] in arrays and overlap[1] in arrays):
        overlap = None
    fitted = function.copy(arrays=arrays, sizes=sizes, overlap=overlap)
    return fitted, [Bounds(fitted, s).touched for s in sizes]


def extent(function, sizes, needed, name, draw):
    candidates = [("var", p) for p in sizes[0]]
    candidates += [("bin", "+", ("var", p), ("int", c)) for p in sizes[0] for c in (1, 2, 3)]
    candidates += [("bin", "*", ("int", 2), ("var", p)) for p in sizes[0]]

    def of(candidate, s):
        if candidate[0] == "var":
            return s[candidate[1]]
        return s[candidate[2][1]] + candidate[3][1] if candidate[1] == "+" else 2 * s[candidate[3][1]]

    fits = [c for c in candidates if all(of(c, s) >= most for s, most in zip(sizes, needed))]
    near = [c for c in fits if all(of(c, s) <= most + 3 for s, most in zip(sizes, needed))]
    if draw.random() < 0.8 and (near or fits):
        return draw.choice(near or fits)
    for s, most in zip(sizes, needed):
        s[name] = max(1, most) + draw.randrange(3)
    return ("var", name)
