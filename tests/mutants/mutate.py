"""The mutations: small changes of emitted text, each of which makes most programs wrong.

sites(text) gives every place where one applies, as Mutation values. A mutation is named by what it does and where: its
kind, the line it changes between its neighbours, without the number that a nest's names end in, and which of several
such places it is. So the name outlives changes elsewhere in the text.
"""
import collections
import dataclasses
import hashlib
import re

PRELUDE_END = "// ---- end of the prelude"


@dataclasses.dataclass(frozen=True)
class Mutation:
    kind: str
    start: int
    end: int
    text: str  # what stands in [start, end) afterwards
    line: str  # as it was, and
    name: str  # of this mutation

    def apply(self, source):
        return source[:self.start] + self.text + source[self.end:]

    def shown(self, source):
        return f"{source[self.start:self.end]!r} -> {self.text!r}"


def closing(text, opening):
    """The position of the parenthesis or brace that closes the one at `opening`."""
    pair = {"(": {"(": 1, ")": -1}, "{": {"{": 1, "}": -1}}[text[opening]]
    depth = 0
    for at in range(opening, len(text)):
        depth += pair.get(text[at], 0)
        if depth == 0:
            return at
    return -1


def split_top(text, separators):
    """(start, end) of the parts of a text between separators outside of all brackets."""
    depth, begin, parts = 0, 0, []
    at = 0
    while at < len(text):
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[at], 0)
        found = next((s for s in separators if depth == 0 and text.startswith(s, at)), None)
        if found:
            parts.append((begin, at))
            at += len(found)
            begin = at
        else:
            at += 1
    parts.append((begin, len(text)))
    return parts


def bracketed(text, pattern):
    """(start, end) of what stands in the parentheses that a match of `pattern` ends with."""
    for match in re.finditer(pattern, text):
        end = closing(text, match.end() - 1)
        if end > 0:
            yield match.end(), end


def guarded(text, end):
    """What an if whose condition ends at `end` guards: a block, or one statement."""
    begin = end + 1 + len(re.match(r"\s*", text[end + 1:]).group())
    return text[begin:closing(text, begin) + 1] if text[begin] == "{" else text[begin:text.index(";", begin) + 1]


def guards_nothing(text, start, end):
    """Without it the host would touch an empty range, or launch a kernel of no blocks, which does nothing."""
    body = guarded(text, end)
    size = re.fullmatch(r"(\w+) >= (\d+)", text[start:end])
    if size:
        touched = r"\s*crs_touch\(\w+, (\d+), %s - (\d+)L\);\s*" % size.group(1)
        ranges = re.findall(touched, body)
        return bool(re.fullmatch(r"\{?(%s)+\}?" % touched, body)) and \
            all(int(size.group(2)) - 1 - int(last) < int(first) for first, last in ranges)
    named = re.fullmatch(r"(\w+)_first <= \1_last", text[start:end])
    blocks = named and f"crs_extent({named.group(1)}_last - {named.group(1)}_first + 1)"
    return bool(named) and body.count("crs_launch(") == body.count(blocks) == 1


def conditions(text):
    """Those of ifs in kernels, and of what the host decides."""
    for start, end in bracketed(text, r"\bif \("):
        inside = text[start:end]
        if inside not in ("active", "loaded") and not inside.startswith("!") and "crs_version" not in inside \
                and not re.match(r"crs_\w+\(.*\) != 0$", inside, re.S):
            yield start, end


def loops(text):
    """The three parts of every for, as (start, end)."""
    for start, end in bracketed(text, r"\bfor \("):
        parts = split_top(text[start:end], ";")
        if len(parts) == 3:
            yield [(start + a, start + b) for a, b in parts]


# ---- the kinds: each gives (start, end, replacement)


def barrier(text):
    for match in re.finditer(r"__sync(threads|warp)\(\);", text):
        yield match.start(), match.end(), ";"


def loop_end(text):
    for _, (start, end), _ in loops(text):
        if " < " in text[start:end]:
            yield start, end, "(" + text[start:end].replace(" < ", " + 1 < ", 1) + ")"  # one less


def loop_further(text):
    """Beyond a constant end there is no element of a local array, which C leaves undefined: such loops are left out."""
    for _, (start, end), _ in loops(text):
        match = re.match(r"\s*(\w+)\s<\s(?!\d+$)", text[start:end])
        # Of a piece beyond the end, every iteration is beyond the end; a part of a grid beyond its end has no blocks.
        if match and not match.group(1).endswith(("_flight", "_first")):
            yield start + match.end(1), start + match.end(), " <= "


def loop_begin(text):
    for (start, end), _, _ in loops(text):
        yield end, end, " + 1"


def loop_once(text):
    """The second iteration of what goes round a grid, or a block; but no step beyond a constant end has one."""
    for _, (condition, condition_end), (start, end) in loops(text):
        match = re.search(r"\+= ", text[start:end])
        constants = re.search(r" < (\d+)\s*$", text[condition:condition_end]), re.search(r"\+= (\d+)$", text[start:end])
        once = all(constants) and int(constants[1].group(1)) >= int(constants[0].group(1))
        if match and not once:
            yield start + match.end(), end, f"2 * ({text[start + match.end():end]})"


def guard_wider(text):
    for start, end in conditions(text):
        for a, b in split_top(text[start:end], ("&&", "||")):
            part = text[start + a:start + b]
            match = re.search(r"(?<![<\w]) < (?!<)", part)
            if match and part.count("(") == part.count(")"):
                yield start + a + match.start(), start + a + match.end(), " <= "


def guard_narrower(text):
    for start, end in conditions(text):
        for a, b in split_top(text[start:end], ("&&", "||")):
            match = re.match(r"\s*\(*([^<>=]+) < ", text[start + a:start + b])
            if match:
                yield start + a + match.end(1), start + a + match.end(1), " + 1"


def guard_gone(text):
    for start, end in conditions(text):
        if not guards_nothing(text, start, end):
            yield start, end, "true"


def identity(text):
    pattern = r"(?<= = )(-?0\.0f?|1\.0f?|-?INFINITY|-?\d{9,}L?|-?1|0)(?=;)"
    for match in re.finditer(pattern, text):
        before = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
        if "for (" in before or "loaded" in before or "offset" in before:
            continue
        zero = float(re.sub(r"[fL]$", "", match.group().replace("INFINITY", "1"))) == 0
        yield match.start(), match.end(), "1" if zero else "0"


def atomic(text):
    for match in re.finditer(r"\batomic(Add|Min|Max|Or|And|Xor)\(&?", text):
        end = closing(text, text.index("(", match.start()))
        parts = split_top(text[match.end():end], ",")
        if len(parts) == 2:
            place, value = (text[match.end() + a:match.end() + b].strip() for a, b in parts)
            place = place if text[match.end() - 1] == "&" else f"*({place})"
            sign = {"Add": "+", "Or": "|", "And": "&", "Xor": "^"}.get(match.group(1), "+")
            held = "(crs_held)"
            yield match.start(), end + 1, (f"([&] {{ auto crs_held = {place}; __syncwarp(); "
                                           f"{place} = {held} {sign} {value}; return crs_held; }}())")


def operator(text):
    steps = [step for _, _, step in loops(text)]  # see loop_once
    for match in re.finditer(r" (\+=|\*=|\|=|&=|\^=) ", text):
        line = text[text.rfind("\n", 0, match.start()) + 1:match.start()]
        if not any(start <= match.start() < end for start, end in steps) and not re.search(r";[^;\n]*$", line):
            other = {"+=": "-=", "*=": "+=", "|=": "^=", "&=": "|=", "^=": "|="}
            yield match.start(1), match.end(1), other[match.group(1)]


def overwritten(text):
    for start, end, made in operator(text):
        yield start, end, "="


def extreme(text):
    for match in re.finditer(r"\b(fmin|fmax)(f?)\(|\bcrs_(min|max)_(int|float|double)\(", text):
        found = match.group()
        yield match.start(), match.end(), found.replace("min", "\0").replace("max", "min").replace("\0", "max")


def tie(text):
    """The choice between equal extremes."""
    for match in re.finditer(r"== \w+(\[[^\]]*\])? &&\s+[^;]{1,90}?( < )\w+\)", text):
        yield match.start(2), match.end(2), " > "


def width(text):
    for match in re.finditer(r"__shfl_\w+_sync\(0xffffffffu, \w+, (\d+)\)", text):
        yield match.start(1), match.end(1), str(max(1, int(match.group(1)) // 2) if match.group(1) != "1" else 2)


def mask(text):
    for match in re.finditer(r"__shfl_\w+_sync\((0xffffffffu)", text):
        yield match.start(1), match.end(1), "0xffffu"


def tail(text):
    """What cuts the last piece of a row; but scratch memory may be larger, and see loop_further."""
    for start, end in bracketed(text, r"\bcrs_min_long\("):
        before = text[:start - len("crs_min_long(")]
        if "crs_touch" in text[text.rfind(";", 0, start):start] or re.search(r"_flight\s*<\s*$", before):
            continue
        parts = split_top(text[start:end], ",")
        if len(parts) == 2 and text[:start].rstrip().endswith("crs_min_long("):
            begin = start - len("crs_min_long(")
            yield begin, end + 1, "(" + text[start + parts[0][0]:start + parts[0][1]] + ")"


def neighbour(text):
    for match in re.finditer(r"(?<=[\w)]) ([+-]) (1|2)\]", text):
        yield match.start(1), match.end(1), "-" if match.group(1) == "+" else "+"


def subscript(text):
    for match in re.finditer(r"\[(\w+)\](?= [-+*]?= )", text):
        yield match.end(1), match.end(1), " + 1"


def at_most_once(text):
    """(variable, start, end) of the loops over what is left beside whole tiles: the variable is 0 in each of them."""
    for (start, end), (_, condition_end), _ in loops(text):
        match = re.fullmatch(r"long (\w+) = 0; \1 < crs_ceil_div_long\(\w+ % (\d+)L, \2\)", text[start:condition_end])
        if match:
            opening = text.index("{", condition_end)
            yield match.group(1), opening, closing(text, opening)


def stride(text):
    once = list(at_most_once(text))
    for match in re.finditer(r"(?<=[(\s])(\d+) \* (?=\w+(_block|_thread|_tile|_turn|_round)\b)", text):
        variable = re.match(r"\w+", text[match.end():]).group()
        if not any(variable == name and start < match.start() < end for name, start, end in once):
            yield match.start(1), match.end(1), str(int(match.group(1)) - 1)


def axis(text):
    for match in re.finditer(r"\b(threadIdx|blockIdx)\.([xyz])\b", text):
        yield match.start(2), match.end(2), "y" if match.group(2) == "x" else "x"


def store(text):
    """An assignment to memory that is left out."""
    for match in re.finditer(r"(?<=\n) +[\w.]+(\[[^;={}]*\])+ [-+*|&]?= [^;{}]*;", text):
        yield match.start(), match.end(), ";"


def copy_in(text):
    for match in re.finditer(r"CRS_IN( \| )?", text):
        yield match.start(), match.end(), "" if match.group(1) else "0"


def copy_out(text):
    for match in re.finditer(r"CRS_OUT", text):
        yield match.start(), match.end(), "0"


def range_end(text):
    for start, end in bracketed(text, r"\bcrs_touch(_rows)?\("):
        for number, (a, b) in enumerate(split_top(text[start:end], ",")):
            if number in (2, 4):
                yield start + b, start + b, " - 1"


def range_begin(text):
    for start, end in bracketed(text, r"\bcrs_touch(_rows)?\("):
        for number, (a, b) in enumerate(split_top(text[start:end], ",")):
            if number in (1, 3) and "nullptr, sizeof" not in text[text.rfind("\n", 0, start):start]:
                yield start + b, start + b, " + 1"


def grid(text):
    for start, end in bracketed(text, r"\bcrs_extent\("):
        for a, b in split_top(text[start:end], ","):
            part = text[start + a:start + b]
            if re.fullmatch(r"\s*\d+\s*", part):
                continue  # of a block
            yield start + b, start + b, " - 1"


def rounded(text):
    """Rounded down where it has to be rounded up."""
    for start, end in bracketed(text, r"\bcrs_ceil_div_long\("):
        (a, b), (c, d) = split_top(text[start:end], ",")
        quotient = f"(({text[start + a:start + b]}) / ({text[start + c:start + d].strip()}))"
        yield start - len("crs_ceil_div_long("), end + 1, quotient


def overlap(text):
    for match in re.finditer(r"!crs_(disjoint|apart)\(crs_now, [^;{}]*?\)(?= \|\||\))", text):
        yield match.start(), match.end(), "false"


def assumption(text):
    for start, end in bracketed(text, r"\bcrs_assume\("):
        parts = split_top(text[start:end], ",")
        if len(parts) == 3:
            yield start + parts[1][0], start + parts[1][1], " true"


def launch(text):
    for match in re.finditer(r"if \(!crs_launch\(", text):
        end = closing(text, match.start() + 3)
        yield match.start(), end + 1, "if (false)"


def version(text):
    """Any version may run with any sizes. So a choice matters only if memory is made for a version by another one."""
    choices = [(start, end, split_top(text[start:end], ",")) for start, end in bracketed(text, r"\bcrs_version\(")]
    names = [(text.rfind("\n}\n", 0, start), text[start + parts[1][0]:start + parts[1][1]])
             for start, _, parts in choices]
    for (start, _, parts), name in zip(choices, names):
        if len(parts) == 3 and names.count(name) > 1:
            condition = text[start + parts[2][0]:start + parts[2][1]]
            yield start + parts[2][0], start + parts[2][1], f" !({condition.strip()})"


def last_block(text):
    for start, end in bracketed(text, r"= crs_last_block\("):
        yield start - len("crs_last_block("), end + 1, \
            f"(__syncthreads(), blockIdx.x == gridDim.x - 1)"


KINDS = [barrier, loop_end, loop_further, loop_begin, loop_once, guard_wider, guard_narrower, guard_gone, identity,
         atomic, operator, overwritten, extreme, tie, width, mask, tail, neighbour, subscript, stride, axis, store,
         copy_in, copy_out, range_end, range_begin, grid, rounded, overlap, assumption, launch, version, last_block]

# In the prelude, which many nests share: the name of the mutation, what a nest that it can change calls, and what is
# replaced.
PRELUDE = [
    ("counter kept", "crs_last_block", r"        if \(last\)\n            \*counter = 0;", ""),
    ("no barrier before counting", "crs_last_block", r"(?<=    __shared__ bool last;\n)    __syncthreads\(\);", ""),
    ("overlap never seen", "crs_disjoint", r"overlap \|= spans\[i\]\.begin < ends\[[^;]*;", ";"),
    ("half not copied back", "crs_leave",
     r"(?<=cudaMemcpyAsync\(to, from, )bytes(?=, cudaMemcpyDeviceToHost)", "bytes / 2"),
]


def sites(source, function=None):
    """Every mutation of an emitted text (of the nests of one function), in the order of KINDS and then of the text."""
    begin = source.index(PRELUDE_END)
    begin = source.index("\n", begin) + 1
    text = source[begin:]
    seen = collections.Counter()
    found = []
    # Paths that are chosen for speed.
    fast = [(a, b) for a, b in bracketed(text, r"\bif \(") if "crs_aligned" in text[a:b]]
    for kind in KINDS:
        for start, end, made in kind(text):
            chooses = any(a <= start < b for a, b in fast)
            if text[start:end] == made or chooses or not in_nest(text, start, function):
                continue
            line = re.sub(r"_[0-9a-f]{4,16}(?=\b|_k\d)", "", lines_around(text, start, end))
            key = (kind.__name__, line, text[start:end], made, neighbours(text, start, end))
            seen[key] += 1
            digest = hashlib.sha256(repr((key, seen[key])).encode()).hexdigest()[:8]
            found.append(Mutation(kind.__name__, begin + start, begin + end, made, line, f"{kind.__name__}-{digest}"))
    for kind, called, pattern, made in PRELUDE:
        match = re.search(pattern, source[:begin])
        calls = (call.start() for call in re.finditer(rf"\b{called}\(", text))
        if match and any(in_nest(text, call, function) for call in calls):
            name = kind.replace(" ", "_")
            found.append(Mutation(name, match.start(), match.end(), made, match.group().strip(), name))
    return found


def neighbours(text, start, end):
    """The lines before and after, which tell equal lines apart."""
    before = text[:start].rstrip("\n").rsplit("\n", 2)
    after = text[end:].split("\n", 2)
    return before[-2].strip() if len(before) > 1 else "", after[1].strip() if len(after) > 1 else ""


def lines_around(text, start, end):
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    return " ".join(text[first:last if last >= 0 else len(text)].split())


def in_nest(text, at, function):
    """In a kernel or a launcher, not in the user's own text, which is the serial original."""
    headers = r'^static __global__[^{]*?\b(crs_\w+)\(|^(?:static|extern "C") int (crs_\w+)\('
    last = None
    for last in re.finditer(headers, text[:at], re.M | re.S):
        pass
    if not last or 0 <= text.find("\n}\n", last.start()) < at:
        return False
    return not function or (last.group(1) or last.group(2)).startswith(f"crs_{function}_")
