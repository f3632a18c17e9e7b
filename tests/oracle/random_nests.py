#!/usr/bin/env python3
"""Random C functions, each with one annotated nest, for `oracle`.

usage: random_nests.py SEED COUNT > nests.c

Loops up to four deep of any direction and step, rectangular and triangular; several statements; conditions on iterators
and on data; flat, two-dimensional, struct and gathered accesses; assignments, updates and extrema. Subscripts may leave
the arrays: the oracle gives every element a value.
"""
import random
import sys

ITERATORS = ["i", "j", "k", "l"]


class Function:
    def __init__(self, number, draw):
        self.number = number
        self.draw = draw
        self.type = draw.choice(["int", "int", "unsigned", "long", "size_t"])

    def chance(self, probability):
        return self.draw.random() < probability

    def pick(self, *choices):
        return self.draw.choice(choices)

    def subscript(self, loops):
        terms = []
        for iterator in loops:
            if self.chance(0.6):
                terms.append(iterator)
            elif self.chance(0.2):
                terms.append("2*" + iterator)
        if self.chance(0.3):
            terms.append(self.pick("1", "2", "n", "m-1"))
        text = " + ".join(terms or [self.pick("0", "1", "n")])
        if self.chance(0.2):
            text += " - " + self.draw.choice(["1"] + loops)
        if self.chance(0.06):
            text = "(%s)/2" % text
        if self.chance(0.05):
            text = "(%s)%%3" % text
        return text

    def place(self, loops, written=False):
        any_loop = self.draw.choice(loops)
        other = self.draw.choice(loops)
        kinds = [
            (4, lambda: "A[%s]" % self.subscript(loops)),
            (4, lambda: "B[%s]" % self.subscript(loops)),
            (2, lambda: self.pick("A[%s*20 + %s]", "B[n + %s*n + %s]", "F[2*(%s*m + %s)]", "F[2*(%s*m + %s) + 1]",
                                  "B[(%s*n + %s)*m]") % (any_loop, other)),
            (3, lambda: "F[(%s)*n + %s]" % (self.draw.choice(loops + [loops[0] + "+1"]),
                                            self.draw.choice(loops + ["n-1-" + loops[-1]]))),
            (3, lambda: "M[%s][%s]" % (self.draw.choice(loops + [self.subscript(loops)]),
                                       self.draw.choice(loops + [self.subscript(loops)]))),
            (0 if written else 1, lambda: "G[idx[%s]]" % any_loop),
            (1, lambda: "S[%s].%s" % (any_loop, self.pick("x", "v[1]", "v[0]"))),
            (1, lambda: self.pick("s", "t", "q")),
        ]
        weights = [weight for weight, _ in kinds]
        return self.draw.choices([make for _, make in kinds], weights)[0]()

    def value(self, loops):
        text = self.pick(" + ", " - ", " * ").join(self.place(loops) for _ in range(self.draw.randint(1, 2)))
        if self.chance(0.1):
            text = "%s > %s ? %s : %s" % (self.place(loops), self.place(loops), text, self.place(loops))
        return text

    def condition(self, loops):
        iterator = self.draw.choice(loops)
        return self.pick("%s > 0" % iterator, "%s != %s" % (iterator, self.draw.choice(loops + ["n"])),
                         "%s < n - 1" % iterator, "%s > 0" % self.place(loops), "%s %% 2 == 0" % iterator,
                         "%s >= 1 && %s > 2" % (iterator, self.place(loops)))

    def statement(self, loops):
        if self.chance(0.1):
            return "if (%s) { %s }" % (self.condition(loops), self.statement(loops))
        if self.chance(0.25):
            place = self.draw.choice(["s", "t", "q", "A[0]", self.place(loops, True)])
            return "%s %s %s;" % (place, self.pick("+=", "+=", "*=", "-=", "|="), self.value(loops))
        if self.chance(0.15):
            place, value = self.pick("s", "q"), self.place(loops)
            return self.pick("if (%s > %s) %s = %s;" % (value, place, place, value),
                             "%s = %s < %s ? %s : %s;" % (place, value, place, value, place),
                             "%s = %s > %s ? %s : %s;" % (place, place, value, place, value))
        if self.chance(0.1):
            parts = self.type, self.subscript(loops), self.value(loops)
            return "%s c = %s; if (c > n - 1) c = n - 1; A[c] = %s;" % parts
        return "%s = %s;" % (self.place(loops, True), self.value(loops))

    def header(self, loops):
        outer = loops[-1:]
        iterator = ITERATORS[len(loops)]
        lower = self.draw.choice(["0", "0", "0", "1"] + [text for o in outer for text in (o, o + " + 1")])
        upper = self.draw.choice(["n", "n", "m", "n - 1", "n/2", "5"]
                                 + [text for o in outer for text in (o, o + " + 1")])
        step = self.draw.choice(["++"] * 6 + [" += 2", " += 3"])
        if self.chance(0.12) and self.type in ("int", "long"):
            return "for (%s %s = %s - 1; %s >= %s; %s--)" % (self.type, iterator, upper, iterator, lower, iterator)
        test = self.pick("<", "<", "<", "<", "<=")
        return "for (%s %s = %s; %s %s %s; %s%s)" % (self.type, iterator, lower, iterator, test, upper, iterator, step)

    def loop(self, loops, depth):
        inside = loops + [ITERATORS[len(loops)]]
        items = []
        if self.chance(0.12):
            items.append("if (%s) continue;" % self.condition(inside))
        if self.chance(0.2):
            items.append("%s = %s;" % (self.pick("t", "q"), self.place(inside)))
        items += ["{ %s }" % self.statement(inside) for _ in range(self.draw.randint(1, 2))]
        if depth < 4 and self.chance(0.75 if depth == 1 else 0.4):
            nested = self.loop(inside, depth + 1)
            if self.chance(0.4):
                items = [nested]
            else:
                items.insert(self.draw.randint(0, len(items)), nested)
            if self.chance(0.15):
                items.append(self.loop(inside, depth + 1))
        body = "\n".join(items).replace("\n", "\n    ")
        return "%s {\n    %s\n}" % (self.header(loops), body)

    def text(self):
        size = "int" if self.type in ("int", "long") else self.type
        parameters = ("%s n, %s m, int *restrict A, int *restrict B, int *restrict F, int (*restrict M)[64], "
                      "int *restrict G, const int *restrict idx, struct record *restrict S" % (size, size))
        return ("long f%d(%s)\n{\n    int s = 0, t = 0, q = 0;\n"
                "#pragma curestruct copy(G[0:64])\n%s\n    return s%s;\n}\n"
                % (self.number, parameters, self.loop([], 1), self.pick("", " + t", " + q")))


def main():
    draw = random.Random(int(sys.argv[1]))
    print("#include <stddef.h>\nstruct record { int x; int v[2]; };")
    for number in range(int(sys.argv[2])):
        print(Function(number, draw).text())


main()
