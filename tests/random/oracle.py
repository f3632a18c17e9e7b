"""What loops of refused nests could have run in parallel? Runs the functions on small sizes with every access written
down, and looks for conflicts between iterations. Nothing is known of the compiler here."""
import collections
import os
import subprocess

from batch import HEAD, spec_of
from bounds import Bounds, Undefined, fit, update_operand
from program import Text, children, is_float, limits

# The last ones are for iterations that meet only some steps further.
SIZES = ({"n": 9, "m": 11, "p": 10}, {"n": 12, "m": 8, "p": 9}, {"n": 27, "m": 29, "p": 28})
SMALL = ({"n": 3, "m": 4, "p": 3}, {"n": 4, "m": 3, "p": 4}, {"n": 9, "m": 10, "p": 9})

RUNTIME = r'''
#include <stdio.h>
static FILE *out;
static int depth, number[16], quiet;
static long turn[16];
static void begin(const char *name, int expected)
{
    static char last[64]; static int calls;
    if (!out) out = fopen(getenv("ORACLE_TRACE"), "w");
    int is_new = 0;
    for (int i = 0; i < 64; i++) { is_new |= last[i] != name[i]; last[i] = name[i]; if (!name[i]) break; }
    calls = is_new ? 1 : calls + 1;
    quiet = calls % 2 == 0; /* the second build's turn */
    depth = 0;
    if (!quiet) fprintf(out, "F %s\n", name);
}
static void finish(void) { fflush(out); }
static void *touch(const void *p, int kind, int tag)
{
    if (quiet) return (void *)p;
    fprintf(out, "%lx %d %d", (long)p, kind, tag);
    for (int d = 0; d < depth; d++) fprintf(out, " %d:%ld", number[d], turn[d]);
    fputc('\n', out);
    return (void *)p;
}
static int enter(int loop) { number[depth] = loop; turn[depth++] = -1; return 1; }
static int next(void) { turn[depth - 1]++; return 1; }
'''
READ, WRITE, UPDATE = 0, 1, 2
SCALAR = 8  # added to these: a variable of the function, of which each iteration could have its own


class Traced(Text):
    """The function's text with calls that write down accesses and iterations."""

    def __init__(self, function):
        super().__init__(function)
        self.seen = Bounds(function, function.sizes[0]).seen
        self.loops, self.tags = [], {}
        self.own = None     # the place of the update that is being printed
        self.tracked = {name: s[0] for name, s in function.scalars.items() if s[1] != "at" or len(name) > 1}

    def type_of(self, e):
        if e[0] == "var":
            return self.tracked[e[1]]
        array = self.function.arrays[e[1] if e[0] == "get" else e[2]]
        return array.type

    def is_place(self, e):
        return e[0] in ("get", "rowget") or e[0] == "var" and e[1] in self.tracked

    def touched(self, e, kind, tag=0):
        return "(*(%s *)touch(&(%s), %d, %d))" % (self.type_of(e), super().expression(e), self.kind(e, kind), tag)

    @staticmethod
    def kind(place, kind):
        return kind + SCALAR if place[0] == "var" else kind

    def expression(self, e, inside=False):
        if self.is_place(e) and e != self.own:
            return self.touched(e, READ)
        return super().expression(e, inside)

    def tag(self, name):
        return self.tags.setdefault(name, len(self.tags) + 1)

    def update_of(self, s):
        """The kind of update that a statement is, as a tag; 0: none."""
        holds = lambda e, place: e == place or any(holds(c, place) for _, c in children(e))
        if (s[0] == "if" and not s[3] and len(s[2]) == 1 and s[2][0][0] == "set" and s[2][0][2] == "="
                and s[1][0] == "bin"):
            place, value = s[2][0][1], s[2][0][3]
            compared = sorted(map(repr, s[1][2:])) == sorted(map(repr, (place, value)))
            if self.is_place(place) and compared and not holds(value, place):
                return self.keeps(s[2][0]) and self.tag(("extremum", (s[1][1][0] == ">") == (s[1][2] == value)))
        if s[0] != "set" or not self.is_place(s[1]):
            return 0
        place, value, type_name = s[1], s[3], self.type_of(s[1])
        if value[0] in ("pick", "call") and s[2] == "=":
            operands = value[2:] if value[0] == "call" else value[1][2:]
            if len(operands) == 2 and place in operands and (
                    value[0] == "call" or sorted(map(repr, value[2:])) == sorted(map(repr, operands))):
                other = operands[1 - operands.index(place)]
                if not holds(other, place):
                    return self.keeps(s) and self.tag((value[0], value[1] if value[0] == "call" else id(s)))
        operand = update_operand(place, s[2], value)
        if not operand or any(holds(e, place) for e in operand[1]):
            return 0
        if type_name == "_Bool" and operand[0] not in ("&&", "||", "&", "|", "^"):
            return 0
        if not is_float(type_name) and any(self.has_real(e) for e in operand[1]):
            return 0
        return self.tag({"-": "+"}.get(operand[0], operand[0]))

    def keeps(self, s):
        """The place holds the value that an extremum compared: no conversion changes it."""
        type_name, value = self.type_of(s[1]), self.seen.get(id(s))
        if not value or is_float(type_name) or is_float(value[0]):
            return not value or value[0] == type_name
        return limits(type_name)[0] <= value[1] and value[2] <= limits(type_name)[1]

    def has_real(self, e):
        if e[0] == "cast":
            return is_float(e[1])
        return e[0] == "real" or self.is_place(e) and is_float(self.type_of(e)) or any(self.has_real(c)
                                                                                       for _, c in children(e))

    def statement(self, s, depth):
        kind = s[0]
        if kind == "for":
            self.loops.append(s[1].name)
            self.out(depth, "enter(%d);" % (len(self.loops) - 1))
            if s[1].form == 4:
                self.out(depth, "%s %s = %s;" % (s[1].type, s[1].name, self.expression(s[1].lower)))
            header = self.header(s[1])
            self.out(depth, header + " { next();")
            self.block(s[2], depth + 1)
            if s[1].form == 4:
                self.out(depth + 1, "%s %s= %s;" % (s[1].name, "-" if s[1].down else "+", self.expression(s[1].step)))
            self.out(depth, "}")
            self.out(depth, "depth--;")
        elif kind in ("nest", "region"):
            self.block([s[2]] if kind == "nest" else s[1], depth)
        elif kind in ("set", "if") and self.update_of(s):
            tag, place = self.update_of(s), s[1] if kind == "set" else s[2][0][1]
            self.out(depth, "touch(&(%s), %d, %d);" % (Text.expression(self, place), self.kind(place, UPDATE), tag))
            self.own = place
            super().statement(s, depth)
            self.own = None
        elif kind == "set" and self.is_place(s[1]):
            value = self.expression(s[3])
            if s[2] != "=":
                self.out(depth, "touch(&(%s), %d, 0);" % (Text.expression(self, s[1]), self.kind(s[1], READ)))
            self.out(depth,
                     "{ __typeof__(%s) value = %s; %s %s value; }" % (value, value, self.touched(s[1], WRITE), s[2]))
        else:
            super().statement(s, depth)

    def result(self):
        lines = [line.replace("return;", "{ finish(); return; }") for line in super().result()]
        opening = lines.index("{")
        closing = len(lines) - 1
        begin = '    begin("%s", 0);' % self.function.name
        return lines[:opening + 1] + [begin] + lines[opening + 1:closing] + ["    finish();"] + lines[closing:]


def nest_of_loops(function):
    """For each loop, in the order of Traced.loops, the number of its nest and its name."""
    found = []

    def walk(s, nest):
        if s[0] == "for":
            found.append((nest, s[1].name))
            for inner in s[2]:
                walk(inner, nest)
        elif s[0] == "nest":
            walk(s[2], nest)
        elif s[0] == "if":
            for inner in s[2] + s[3]:
                walk(inner, nest)

    number = 0
    for s in function.body:
        if s[0] in ("nest", "region"):
            for inner in ([s[2]] if s[0] == "nest" else s[1]):
                walk(inner, number)
            number += 1
    return found


def free_loops(lines, scalars_first):
    """Loops with at least two iterations that no conflict is carried by: number -> True."""
    ran, conflicting = set(), set()
    places = collections.defaultdict(list)
    for line in lines:
        place, kind, tag, *stack = line.split()
        stack = [tuple(map(int, part.split(":"))) for part in stack]
        places[place].append((int(kind), int(tag), tuple(stack)))
    turns = collections.defaultdict(set)
    for place, events in places.items():
        groups = collections.defaultdict(list)
        for kind, tag, stack in events:
            for d, (loop, turn) in enumerate(stack):
                groups[stack[:d] + (loop,)].append((turn, kind, tag))
                turns[stack[:d] + (loop,)].add(turn)
        for group, touches in groups.items():
            if conflict(touches):
                conflicting.add(group[-1])
    ran = {group[-1] for group, seen in turns.items() if len(seen) > 1}
    return ran - conflicting


def conflict(touches):
    """(turn, kind, tag) of one place. An element that several iterations write keeps what the last one wrote: these
    have an order."""
    scalar = touches[0][1] >= SCALAR
    touches = [(turn, kind % SCALAR, tag) for turn, kind, tag in touches]
    if len({turn for turn, _, _ in touches}) < 2 or all(kind == READ for _, kind, _ in touches):
        return False
    if all(kind == UPDATE for _, kind, _ in touches) and len({tag for _, _, tag in touches}) == 1:
        return False
    first = {}
    for turn, kind, _ in touches:
        first.setdefault(turn, kind)
    overwritten = all(kind == WRITE for kind in first.values())
    return not overwritten or not scalar


def examine(workshop, functions, name="oracle"):
    """name of a function: {nest: names of loops that could be parallel}."""
    pairs, traced = [], []
    for function in functions:
        try:
            depth = max(tag for tag in function.tags if tag.startswith("depth"))
            sizes = [dict(function.sizes[0], **s) for s in (SMALL if depth >= "depth 3" else SIZES)]
            extra = [k for k in sizes[0] if k not in ("n", "m", "p", "step", "pin")]  # made by fit, which makes others
            sizes = [{k: v for k, v in s.items() if k not in extra} for s in sizes]
            import random
            fitted, touched = fit(function.copy(sizes=sizes, overlap=None), random.Random(1))
            pairs.append((fitted, touched))
            traced.append(Traced(fitted))
        except Undefined:
            continue
    if not pairs:
        return {}
    path = lambda suffix: os.path.join(workshop.folder, name + suffix)
    with open(path(".c"), "w") as file:
        file.write(HEAD + RUNTIME + "".join("\n".join(t.result()) + "\n\n" for t in traced))
    workshop.run([workshop.cc, "-shared", "-fPIC", "-O0", "-w", "-std=gnu11", "-fno-strict-aliasing", path(".c"), "-o",
                  path(".so"), "-lm"])
    workshop.run(["cp", path(".so"), path("-2.so")])
    with open(path(".spec"), "w") as file:
        for function, touched in pairs:
            file.write("\n".join(spec_of(function, touched)) + "\n")
    # both builds are this one; each of the two libraries writes, the second says the same again
    environment = dict(os.environ, ORACLE_TRACE=path(".accesses"))
    subprocess.run([workshop.driver, path(".so"), path(".so"), path(".spec"), path(".trace")], env=environment,
                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    events, current = collections.defaultdict(list), None
    with open(path(".accesses")) as file:
        for line in file:
            if line.startswith("F "):
                current = line[2:].strip()
                events[current].append([])
            else:
                events[current][-1].append(line)
    result = {}
    for function, _ in pairs:
        loops = nest_of_loops(function)
        free = [free_loops(lines, ()) for lines in events[function.name]]
        found = collections.defaultdict(list)
        for number, (nest, loop) in enumerate(loops):
            if free and all(number in f for f in free):
                found[nest].append(loop)
        result[function.name] = dict(found)
    return result
