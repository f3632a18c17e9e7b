"""What a random function is made of, and its C text.

Expressions are tuples: ("int", 3), ("var", "i"), ("get", array, (subscript, ...), field), ("bin", "+", a, b),
("un", "-", a), ("pick", condition, a, b), ("cast", type, a), ("call", name, a, ...), ("local", array, subscript, ...);
("macro", name, 40): a name for the number; ("counter", name, value): a variable that has the value here.
Statements are tuples: ("set", place, op, value) with op "=", "+=", ...; ("if", condition, [then], [else]);
("for", Loop, [body]); ("declare", type, name, value or None); ("array", type, name, count, ...);
("row", name, array, subscript): a pointer to a row; ("continue", condition), ("break", condition or None);
("return", condition);
("nest", clauses, statement); ("region", [statements]); ("swap", array, array): the two pointers change places;
("advance", name, step): a counter, or a pointer that walks along its array.
"""
import re
from dataclasses import dataclass, field, replace

# name: (kind, bits); kind: s signed, u unsigned, f floating
TYPES = {
    "signed char": ("s", 8), "unsigned char": ("u", 8), "short": ("s", 16), "unsigned short": ("u", 16),
    "int": ("s", 32), "unsigned": ("u", 32), "long": ("s", 64), "unsigned long": ("u", 64), "size_t": ("u", 64),
    "long long": ("s", 64), "float": ("f", 32), "double": ("f", 64), "_Bool": ("u", 1),
}


def is_float(name):
    return TYPES[name][0] == "f"


def limits(name):
    kind, bits = TYPES[name]
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if kind == "s" else (0, (1 << bits) - 1)


def promoted(name):
    return "int" if not is_float(name) and TYPES[name][1] < 32 else name


def common(left, right):
    """The usual arithmetic conversions."""
    left, right = promoted(left), promoted(right)
    for real in ("double", "float"):
        if real in (left, right):
            return real
    (left_kind, left_bits), (right_kind, right_bits) = TYPES[left], TYPES[right]
    if left_bits != right_bits:
        return left if left_bits > right_bits else right
    return left if left_kind == "u" else right


@dataclass
class Loop:
    name: str
    type: str
    declared: bool      # in the header of the loop
    lower: tuple
    test: str           # < <= > >= !=
    upper: tuple
    step: tuple         # positive
    form: int = 0       # of the increment: i += 2, i = i + 2, ++i; 3: for (i = n; i-- > 0;), for (i = n; i--;);
                        # 4: int i = 0; while (i < n) { ..; i++; }
    scale: int = 0      # i *= scale, or i /= scale where it counts down; 0: by the step
    also: tuple = None  # a second upper bound: i < upper && i < also
    first: tuple = ()   # scalars of the function that the first part sets to their initial values, too

    @property
    def down(self):
        return self.test in (">", ">=")


@dataclass
class Array:
    name: str
    type: str           # of the element; of a struct: of the field
    values: str         # what it may hold: data, sum, unit, free, index; see bounds.py
    ndim: int
    layout: str         # vla, flat, constant, table (static const), record, scalar
    restrict: bool = False
    columns: list = field(default_factory=list)   # extents of dimensions after the first (layout constant: of all)
    shift: list = field(default_factory=list)     # added to the subscripts
    limit: int = 0      # of an index array's values
    alias: str = ""     # the array of structs whose other field this is
    expanded: bool = False  # layout flat: A[i * n * m + j * m + k], not A[(i * n + j) * m + k]
    section: tuple = ()     # a clause that says how many elements are there: ("copyin", 90)
    spelled: str = ""       # how its accesses are written: "member" of a struct that holds the pointers,
                            # by a "macro", through a pointer that walks ("walk"), or a table of pointers ("rows")


@dataclass
class Function:
    name: str
    size_type: str
    arrays: dict        # name: Array
    scalars: dict       # name: (type, values, initial expression, result)
    body: list
    sizes: list         # a dictionary of parameters for each call
    overlap: tuple = None   # (array, array, elements between them): in the last call
    factors: list = field(default_factory=list)   # floating-point parameters
    tags: set = field(default_factory=set)
    twins: list = field(default_factory=list)   # pairs of arrays of one shape: their pointers change places

    def copy(self, **changes):
        return replace(self, **changes)


MOST_ROWS = 200   # on either side of the first one

FIELDS = (("x", "int", 1), ("v", "float", 3), ("w", "double", 1))
RECORD = "struct record { int x; float v[3]; double w; };"


class Text:
    def __init__(self, function):
        self.function = function
        self.lines = []
        self.labels = 0

    def subscripts(self, array, subscripts):
        shifts = array.shift or [0] * array.ndim
        # what binds less than a sum stands in parentheses: more may be added
        inside = lambda s: s[0] == "bin" and s[1] not in "+-*/%"
        return ["%s + %d" % (self.expression(s, inside(s)), c) if c > 0 else self.expression(s, inside(s))
                for s, c in zip(subscripts, shifts)]

    def place(self, name, subscripts, member):
        array = self.function.arrays[name]
        if array.layout == "scalar":
            return "*" + name
        if array.spelled == "walk":
            return "*w_" + name
        texts = self.subscripts(array, subscripts)
        if array.spelled == "macro":
            return "AT_%s_%s(%s)" % (self.function.name, name, ", ".join(texts))
        if array.spelled == "member":
            name = "planes." + name
        return self.place_of(replace(array, name=name), texts, member)

    def place_of(self, array, texts, member=""):
        name = array.name
        if array.spelled == "rows":
            return self.in_row(array, texts)
        if array.layout == "flat" and array.expanded:
            terms = [" * ".join(["(%s)" % text] + [self.extent(c) for c in array.columns[d:]])
                     for d, text in enumerate(texts)]
            return "%s[%s]" % (name, " + ".join(terms))
        if array.layout == "flat":
            text = texts[0]
            for extent, more in zip(array.columns, texts[1:]):
                text = "(%s) * %s + %s" % (text, self.extent(extent), more)
            return "%s[%s]" % (name, text)
        return (array.alias or name) + "".join("[%s]" % text for text in texts) + ("." + member if member else "")

    def in_row(self, array, texts):
        """rows_A[i][j * m + k]: pointers into the one array, and beyond it where no subscript goes."""
        text = texts[1]
        for extent, more in zip(array.columns[1:], texts[2:]):
            text = "(%s) * %s + %s" % (text, self.extent(extent), more)
        return "rows_%s[%s][%s]" % (array.name, texts[0], text)

    def table(self, array):
        """Its numbers follow from its name."""
        count, seed = 1, sum(map(ord, array.name))
        for extent in array.columns:
            count *= extent
        lowest = 0 if TYPES[array.type][0] == "u" else -4
        numbers = ["%d" % ((seed + 7 * k) % (2 if array.type == "_Bool" else 5) + lowest) for k in range(count)]
        return "static const %s %s%s = {%s};" % (array.type, array.name, "[%d]" % count if array.ndim == 1 else
                                                 "".join("[%d]" % e for e in array.columns), self.rows(array, numbers))

    @staticmethod
    def rows(array, numbers):
        if array.ndim == 1:
            return ", ".join(numbers)
        width = array.columns[1]
        return ", ".join("{%s}" % ", ".join(numbers[k:k + width]) for k in range(0, len(numbers), width))

    def extent(self, expression):
        text = self.expression(expression)
        return "(%s)" % text if expression[0] == "bin" else text

    def expression(self, e, inside=False):
        kind = e[0]
        if kind == "int":
            return str(e[1]) if e[1] >= 0 else "(%d)" % e[1]
        if kind == "real":
            return e[1]
        if kind in ("var", "macro", "counter"):
            return e[1]
        if kind == "local":
            return e[1] + "".join("[%s]" % self.expression(s) for s in e[2:])
        if kind == "get":
            return self.place(e[1], e[2], e[3])
        if kind == "rowget":
            array = self.function.arrays[e[2]]
            shift = array.shift[1] if array.shift else 0
            return "%s[%s%s]" % (e[1], self.expression(e[4]), " + %d" % shift if shift else "")
        if kind == "call":
            return "%s(%s)" % (e[1], ", ".join(self.expression(a) for a in e[2:]))
        if kind == "cast":
            text = "(%s)%s" % (e[1], self.expression(e[2], True))
        elif kind == "un":
            text = "%s%s" % (e[1], self.expression(e[2], True))
        elif kind == "pick":
            text = "%s ? %s : %s" % tuple(self.expression(a, True) for a in e[1:])
        else:
            text = "%s %s %s" % (self.expression(e[2], True), e[1], self.expression(e[3], True))
        return "(%s)" % text if inside else text

    def out(self, depth, text):
        self.lines.append("    " * depth + text)

    def block(self, statements, depth):
        for statement in statements:
            self.statement(statement, depth)

    def header(self, loop):
        step = self.expression(loop.step)
        one = loop.step == ("int", 1)
        sign = "-" if loop.down else "+"
        declared = loop.type + " " if loop.declared else ""
        if loop.form == 4:
            return "while (%s %s %s)" % (loop.name, loop.test, self.expression(loop.upper, True))
        if loop.form == 3:
            test = "" if loop.lower[0] == "var" and loop.type in ("int", "short", "unsigned") else " > 0"
            return "for (%s%s = %s; %s--%s;)" % (declared, loop.name, self.expression(loop.lower), loop.name, test)
        if loop.scale:
            advance = "%s %s= %d" % (loop.name, "/" if loop.down else "*", loop.scale)
        elif one and loop.form != 1:
            advance = (sign * 2 + loop.name) if loop.form else (loop.name + sign * 2)
        elif loop.form == 1:
            advance = "%s = %s %s %s" % (loop.name, loop.name, sign, step)
        else:
            advance = "%s %s= %s" % (loop.name, sign, step)
        test = "%s %s %s" % (loop.name, loop.test, self.expression(loop.upper, True))
        if loop.also:
            test += " && %s %s %s" % (loop.name, loop.test, self.expression(loop.also, True))
        first = ["%s = %s" % (name, self.expression(self.function.scalars[name][2])) for name in loop.first]
        first.insert(len(first) // 2, "%s%s = %s" % (declared, loop.name, self.expression(loop.lower)))
        return "for (%s; %s; %s)" % (", ".join(first), test, advance)

    def statement(self, s, depth):
        kind = s[0]
        if kind == "set":
            self.out(depth, "%s %s %s;" % (self.expression(s[1]), s[2], self.expression(s[3])))
        elif kind == "declare":
            self.out(depth, "%s %s%s;" % (s[1], s[2], " = " + self.expression(s[3]) if s[3] else ""))
        elif kind == "array":
            self.out(depth, "%s %s%s;" % (s[1], s[2], "".join("[%d]" % count for count in s[3:])))
        elif kind == "row":
            array = self.function.arrays[s[2]]
            row = self.subscripts(array, [s[3]])[0]
            value = "%s[%s]" % (s[2], row)
            if array.layout == "flat":
                value = "%s + (%s) * %s" % (s[2], row, self.extent(array.columns[0]))
            self.out(depth, "%s *%s = %s;" % (array.type, s[1], value))
        elif kind in ("continue", "break", "return"):
            if s[1]:
                self.out(depth, "if (%s)" % self.expression(s[1]))
            self.out(depth + (1 if s[1] else 0), kind + ";")
        elif kind == "if" and "jumps" in self.function.tags:
            self.jumps(s, depth)
        elif kind == "if":
            self.out(depth, "if (%s) {" % self.expression(s[1]))
            self.block(s[2], depth + 1)
            if s[3]:
                self.out(depth, "} else {")
                self.block(s[3], depth + 1)
            self.out(depth, "}")
        elif kind == "for" and s[1].form == 4:
            self.out(depth, "%s %s = %s;" % (s[1].type, s[1].name, self.expression(s[1].lower)))
            self.out(depth, self.header(s[1]) + " {")
            self.block(s[2], depth + 1)
            self.out(depth + 1, "%s %s= %s;" % (s[1].name, "-" if s[1].down else "+", self.expression(s[1].step)))
            self.out(depth, "}")
        elif kind == "for":
            self.out(depth, self.header(s[1]) + " {")
            self.block(s[2], depth + 1)
            self.out(depth, "}")
        elif kind == "advance":
            self.out(depth, "%s++;" % s[1] if s[2] == 1 else "%s += %d;" % s[1:])
        elif kind == "swap":
            first, second = (self.function.arrays[name] for name in s[1:])
            kept = "kept_" + first.name
            self.out(depth, self.parameter(replace(first, name=kept, restrict=False)) + " = %s;" % first.name)
            self.out(depth, "%s = %s;" % (first.name, second.name))
            self.out(depth, "%s = %s;" % (second.name, kept))
        elif kind == "nest":
            sections = [" %s(%s[0:%d])" % (a.section[0], a.name, a.section[1]) for a in self.function.arrays.values()
                        if a.section]
            exact = self.exact(s[2:])
            clauses = re.sub(r" reduce\(\w+\)", "", s[1]) if exact else s[1]
            self.lines.append("#pragma curestruct" + clauses + exact + "".join(sections))
            self.statement(s[2], depth)
        elif kind == "region":
            self.lines.append("#pragma curestruct begin" + self.exact(s[1]))
            self.block(s[1], depth)
            self.lines.append("#pragma curestruct end")

    def exact(self, statements):
        """Results are compared bit for bit: where floating-point numbers may follow from earlier ones by a recurrence,
        it has to keep its order."""
        numbers = Recurrences(self.function)
        numbers.walk(list(statements), ())
        return " exact" if numbers.may_recur() else ""

    def jumps(self, s, depth):
        """A condition whose branches are jumped over."""
        self.labels += 1
        number = self.labels
        condition = self.expression(s[1], True)
        self.out(depth, "if (%s)" % (self.expression(s[1]) if s[3] else "!" + condition if condition[0] == "("
                                     else "!(%s)" % condition))
        self.out(depth + 1, "goto %s%d;" % ("yes" if s[3] else "end", number))
        for branch in (s[3], s[2]):
            if branch:
                self.out(depth, "{")
                self.block(branch, depth + 1)
                self.out(depth, "}")
            if branch and branch is s[3]:
                self.out(depth, "goto end%d;" % number)
                self.out(depth, "yes%d:;" % number)
        self.out(depth, "end%d:;" % number)

    def parameter(self, array):
        star = "*restrict " if array.restrict else "*"
        if array.layout == "record":
            return "struct record %s%s" % (star, array.name)
        if array.layout != "vla" or array.ndim == 1:
            return "%s %s%s" % (array.type, star, array.name)
        return "%s (%s%s)%s" % (array.type, star, array.name,
                                "".join("[%s]" % self.expression(e) for e in array.columns))

    def result(self):
        """The whole function, with the globals that it alone uses."""
        function = self.function
        for array in function.arrays.values():
            if array.layout == "constant":
                self.out(0, "%s %s%s;" % (array.type, array.name, "".join("[%d]" % e for e in array.columns)))
            if array.layout == "table":
                self.out(0, self.table(array))
            if array.spelled == "macro":
                names = ["i%d" % d for d in range(array.ndim)]
                text = self.place_of(replace(array, spelled=""), ["(%s)" % name for name in names])
                self.out(0, "#define AT_%s_%s(%s) %s" % (function.name, array.name, ", ".join(names), text))
        for name, value in sorted(macros_in(function.body)):
            self.out(0, "#define %s %d" % (name, value))
        parameters = ["%s %s" % (function.size_type, name) for name in function.sizes[0]]
        parameters += ["%s %s" % (type_name, name) for name, type_name in function.factors]
        parameters += [self.parameter(a) for a in function.arrays.values() if a.layout not in ("constant", "table")
                       and not a.alias]
        parameters += ["%s *r_%s" % (scalar[0], name) for name, scalar in function.scalars.items() if scalar[3]]
        self.out(0, "void %s(%s)" % (function.name, ", ".join(parameters)))
        self.out(0, "{")
        first = first_of(function.body)
        for name, (type_name, _, initial, _) in function.scalars.items():
            initial = ("int", 9) if name in first else initial # which the head replaces
            self.out(1, "%s %s%s;" % (type_name, name, " = " + self.expression(initial) if initial else ""))
        members = [a for a in function.arrays.values() if a.spelled == "member"]
        if members:
            fields = " ".join("%s;" % self.parameter(replace(a, restrict=False)) for a in members)
            self.out(1, "struct { %s } planes = {%s};" % (fields, ", ".join(a.name for a in members)))
        for array in function.arrays.values():
            if array.spelled == "walk":
                self.out(1, "%s *w_%s = %s%s;" % (array.type, array.name, array.name,
                                                  " + %d" % array.shift[0] if array.shift and array.shift[0] else ""))
        for array in function.arrays.values():
            if array.spelled == "rows":
                length = " * ".join(self.extent(extent) for extent in array.columns)
                self.out(1, "%s *table_%s[%d], **rows_%s = table_%s + %d;" % (
                    array.type, array.name, 2 * MOST_ROWS, array.name, array.name, MOST_ROWS))
                self.out(1, "for (long row = -%d; row < %d; row++)" % (MOST_ROWS, MOST_ROWS))
                self.out(2, "rows_%s[row] = (%s *)((unsigned long)%s + (unsigned long)(row * (long)(%s)) * sizeof *%s);"
                         % (array.name, array.type, array.name, length, array.name))
        self.block(function.body, 1)
        for name, scalar in function.scalars.items():
            if scalar[3]:
                self.out(1, "r_%s[0] = %s;" % (name, name))
        self.out(0, "}")
        return self.lines


class Recurrences:
    """Where a nest sets and reads floating-point numbers that may be any: they may follow from earlier ones."""

    def __init__(self, function):
        self.names = {n for n, a in function.arrays.items() if a.values == "free" and is_float(a.type)}
        self.names |= {n for n, s in function.scalars.items() if s[1] == "free" and is_float(s[0])}
        self.twin = {name: pair for pair in function.twins for name in pair}
        self.written, self.read = set(), set()

    def note(self, e, kept, iterators):
        """Each iteration has an element of its own where each iterator is a subscript; None: any element."""
        name, subscripts = {"get": lambda: e[1:3], "rowget": lambda: (e[2], e[3:5]), "var": lambda: (e[1], ())}[e[0]]()
        if name in self.names:
            own = all(("var", iterator) in subscripts for iterator in iterators)
            kept.update((same, subscripts if own and name not in self.twin else None)
                        for same in self.twin.get(name, (name,)))

    def walk(self, item, iterators):
        """Of statements and expressions."""
        if isinstance(item, tuple) and item[:1] == ("for",):
            iterators += (item[1].name,)
        if isinstance(item, tuple) and item[:1] == ("set",):
            place, op, value = item[1:]
            if place[0] != "local":
                self.note(place, self.written, iterators)
            self.walk([place if op != "=" else list(place[2:]), value], iterators)
        elif isinstance(item, Loop):
            self.walk([item.lower, item.upper, item.step, item.also], iterators)
        elif isinstance(item, (tuple, list)):
            if item[:1] in (("get",), ("rowget",), ("var",)):
                self.note(item, self.read, iterators)
            for part in item:
                self.walk(part, iterators)

    def may_recur(self):
        places = {name: {s for n, s in self.written if n == name} for name, _ in self.written}
        return any(name in places and (None in places[name] or places[name] != {subscripts})
                   for name, subscripts in self.read)


def first_of(body):
    nests = [s for s in body if s[0] == "nest" and s[2][0] == "for"]
    return nests[0][2][1].first if nests else ()


def macros_in(item):
    if isinstance(item, tuple) and item[:1] == ("macro",):
        return {item[1:]}
    if isinstance(item, Loop):
        return macros_in((item.lower, item.upper, item.step, item.also))
    return set().union(*map(macros_in, item)) if isinstance(item, (tuple, list)) else set()


def text_of(function):
    return "\n".join(Text(function).result()) + "\n"


def children(e):
    """The expressions directly inside of one, with their positions."""
    kind = e[0]
    if kind in ("int", "real", "var", "macro", "counter"):
        return []
    if kind == "local":
        return [((i,), e[i]) for i in range(2, len(e))]
    if kind == "get":
        return [((2, i), s) for i, s in enumerate(e[2])]
    if kind == "rowget":
        return [((4,), e[4])]
    first = {"bin": 2, "un": 2, "pick": 1, "cast": 2, "call": 2}[kind]
    return [((i,), e[i]) for i in range(first, len(e))]


def with_child(e, at, new):
    if len(at) == 1:
        return e[:at[0]] + (new,) + e[at[0] + 1:]
    inner = e[at[0]]
    return e[:at[0]] + (inner[:at[1]] + (new,) + inner[at[1] + 1:],) + e[at[0] + 1:]
