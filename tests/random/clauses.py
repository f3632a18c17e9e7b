"""Clauses of random nests: mostly such as its loops have a use for, sometimes any."""

ANY = ["block(64)", "block(128)", "tile(8)", "tile(16)", "reduce(sequential)", "reduce(tree)", "reduce(shuffle)",
       "tile(4, 32)", "block(32, 4)"]
ONE_LOOP = ["block(64)", "block(128)", "tile(8)", "tile(16)"]
TWO_LOOPS = ["tile(4, 32)", "tile(8, 16)", "block(32, 4)", "block(16, 8)"]
SUMS = ["reduce(tree)", "reduce(shuffle)"]


def mentions(e, name):
    return e == ("var", name) or isinstance(e, tuple) and any(mentions(part, name) for part in e)


def statements(body):
    for s in body:
        if s[0] == "for":
            yield from statements(s[2])
        elif s[0] == "if":
            yield from statements(s[2] + s[3])
        else:
            yield s


def parallel_loops(nest):
    """How many loops around one another, from the outermost, have elements of their own for each iteration in all that
    is written."""
    count = 0
    while nest[0] == "for":
        inside = list(statements(nest[2]))
        local = {s[2] for s in inside if s[0] in ("declare", "array")}
        written = [s[1] for s in inside if s[0] == "set" and not (s[1][0] in ("var", "local") and s[1][1] in local)]
        leaves = any(s[0] in ("break", "return", "swap", "advance") for s in inside)
        if leaves or not all(mentions(place, nest[1].name) for place in written):
            break
        count += 1
        nest = nest[2][0] if len(nest[2]) == 1 else ("",)
    return count


class Clauses:
    def clause_for(self, nest):
        if self.chance(0.08):
            return " " + self.draw.choice(ANY)
        count = parallel_loops(nest)
        fitting = [SUMS] if count == 0 else [ONE_LOOP, TWO_LOOPS, TWO_LOOPS]
        if count == 1:
            fitting = [SUMS] * 2 + [["reduce(sequential)"], ONE_LOOP]
        return " " + self.draw.choice(self.draw.choice(fitting))
