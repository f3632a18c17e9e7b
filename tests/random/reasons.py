"""Why a nest may be refused although some loop of it ran without a conflict when the accesses were written down. Each
reason is a limit of the compiler that is known and stated; a refusal that none of them names is a finding, and fails
the run.

A reason applies when the refusal's message and the nest's text both match.
"""
import re

from program import Text, text_of

CONFLICT = r"written here|read here"
SUBSCRIPT = r"\[(?:[^\[\]]|\[[^\]]*\])*"     # the beginning of a subscript
# Iterators that are declared before the nest.
OUTSIDE = re.compile(r"^ *((?:\w+ )*\w+ [ijkl](?: = \d+)?;)$", re.MULTILINE)
DATA_DECIDE = r"(?:if \(|\? |&& |\|\| )[^\n]*(?:\w+\[|\*out)|\w+\[[^\n]*(?:\?|&&|\|\|)"

REASONS = [
    # (its name, what the message says, what the nest holds)
    ("data choose the element", CONFLICT + r"|how much of|can run in parallel$", r"\w\[[^\]]*\w\["),
    ("the subscript is no sum of multiples of iterators", CONFLICT + r"|how much of|can run in parallel$",
     SUBSCRIPT + r"(?:[%/&]|\(\w[\w ]*\)\w)"),
    ("data decide which iterations there are",
     CONFLICT + r"|no limit that the host knows|how much of|can run in parallel$",
     r"for \([^\n]*[<>=] \w+\[|while \(|break;"),
    ("data decide which iterations conflict",
     CONFLICT + r"|condition around parallel loops|can run in parallel$|how much of", DATA_DECIDE),
    ("the host runs a loop of a region that may return, and a search inside of it is a nest of its own",
     r"it is left by", r"return;"),
    ("whether iterations meet depends on a step that only the call knows", CONFLICT, r"\bstep\b"),
    ("the first iteration decides whether a loop comes to the element of a fixed place", CONFLICT,
     r"= pin;[^\n]*[-+]= \d(?:.*\n)*.*?(\w+\[)[^\n]*\] = [^\n]*\1\d+\]"),
    ("the product of two sizes in a subscript", r"how much of|as far as is known",
     r"\* \(?\w+[^\]]*\* \(?\w+|[-+] [nmp]\) \* "),
    ("zeros of both signs and NaN keep the source's order", r"zeros of both signs|a tie of zeros", r""),
    ("scans of what the loop writes, and compactions, are refused by that name, with the loops around and beside them",
     r"\(a scan\)|\(a compaction\)", r""),
    ("a negative iterator that is compared as unsigned runs nowhere or without end", r"compared as an unsigned number",
     r""),
    ("a loop that never runs has subscripts of no dimension", r"how much of", r"= (\d+); \w+ < \1;"),
    ("an unsigned loop that begins at a signed iterator may wrap", r"no limit that the host knows",
     r"for \((?:size_t|unsigned|unsigned long) \w+ = \(?[ijkl]\b"),
    ("a loop that begins at a wider iterator may wrap", r"no limit that the host knows",
     r"for \((?:int|short) \w+ = \(?[ijkl]\b|(?:int|short) ([ijkl])(?: = \d+)?;\n(?:.*\n)*.*for \(\1 = \(?[ijkl]\b"),
    ("no comparison of the sizes says where a row that is fixed, or walked askew, lies", r"how much of",
     r"\[\(\d+\) \* |\* \(?\w[^\[\]]* - [ijkl](?: \+ \d+\))?\]|\(([ijkl])\) \* [^\[\]]* \+ \(?\1[ \]]"
     r"|[ijkl]\) \* \w+ \+ [ijkl] - [nmp] "),
    ("a table of constant extents leaves too few sizes for the comparison that says where a row lies", r"how much of",
     r"\bG\w+_\d+\["),
    ("where a row that is walked backwards lies is not known, and the loop around it needs its order, which is what is "
     "said", CONFLICT,
     r"\) \* \w+ \+ \(\w+ - 1\) - [ijkl]\]"),
    ("how far a loop goes that ends at the larger of two values is not known, and the loop around it needs its order, "
     "which is what is said", CONFLICT,
     r"\? \w+ : \w+\)"),
    ("a loop down to an iterator of an unsigned type may wrap", CONFLICT + r"|how much of",
     r"size_t [ijkl] (?:.*\n)*.*for \(int \w+ = [^;]*; \w+ >=? \(?[ijkl]\b"),
    ("sums of elements along one loop, while another statement needs the loop inside in order", r"can run in parallel$",
     r"(\w+\[[^\]]*\b[ijkl]\b[^\]]*\]) (?:[-+*&|^]= |= (?:[^\n]*[ (])?\1)"),
    ("a count of a triangle's elements goes as far in a row as the square of a size, which no comparison tells",
     r"as far as is known",
     r"; \w+ <=? \(?[ijkl]\b[^\n]*\n(?=(?:[^\n]*\n){0,6}?\s*(\w+)\+\+;)(?:[^\n]*\n){0,6}?[^\n]*\* \w+ \+ \(?\1\b"),
    ("a pointer that walks beside a jump", r"changes a pointer other than", r"goto "),
    ("a kernel for each iteration of a loop that combines them costs more than it saves", r"not worth its launch", r""),
    ("a loop that sets nothing but scalars", CONFLICT, r"for \([^\n]*\n(?:\s*t\d+ = [^\n]*\n)+\s*\}"),
    ("a jump that is no way around statements", r"contains a goto", r""),
    ("steps that grow", r"third part does not add a step to its iterator|how much of", r"[*/]= \d"),
    ("a scalar that only some iterations set, and that is wanted after the nest", r"'\w+' written here",
     r"(?:if \([^\n]*|goto \w+;\n\s*\{|continue;)\n\s*\w+ = [^;\n]*;\n"),
    ("updates of one element, beside updates of elements that may be it in one iteration", r"'\w+\[\d+\]' written here",
     r"\w\[\d+\] [-+*&|^]= "),
    ("the sizes decide whether updates of an element meet reads of another one, and the loop around needs its order, "
     "which is what is said", CONFLICT,
     r"(\w+)\[[^\n]*\[\w - 1\] [-+*&|^]= [^\n]*\1\[pin\]"),
    ("two uses of a scalar in the branches of a condition of which a call takes one", r"'\w+' written here",
     r"if \([^\[\n]*\) \{\n[^}]*\} else \{|goto yes"),
    ("a loop that could be parallel is under a condition in loops that are not", CONFLICT,
     r"continue;\n(?:.*\n)*.*for \("),
    ("a scalar that is wanted after the nest, of a loop that may not run", r"'(?:q|last)\d+' written here",
     r"for \([^;]*; \w+ [<>!]=? \(?[ijkl]\b|for \([^;=]*= \(?[ijkl]\b"),
    ("an update reads the element that it updates in iterations of which there is one", CONFLICT,
     r"(\w+\[)([ijkl])\] [-+*&|^]= [^\n]*\1\2 \+ \2\]"),
    ("a scalar that a loop sets which may not run, and that is used after it", CONFLICT,
     r"\b(t\d+) = [^\n]*;\n(?:.*\n)*.*\}\n\s*\1 [-+*&|^]?= "),
    ("a scalar that a loop sets which may not run, and that the next iteration of the loop around it reads", CONFLICT,
     r"= [^\n]*\b(t\d+)\b[^\n]*;\n(?:.*\n)*.*for \([^\n]*\n\s*\1 = "),
    ("two operators update one scalar, the first one under a condition that may never hold", r"'\w+' written here",
     r"if \([^\n]*\n\s*(\w+) ([-+*&|^])= [^;\n]*;\n(?:.*\n)*\s*\1 (?!\2)[-+*&|^]= "),
    ("what a scalar holds decides whether an iteration changes it", r"'(t\d+)' written here", r"if \([^\n]*\bt\d+"),
    ("the place of an extremum may not hold what it is compared with", CONFLICT,
     r"% \d+\) [<>]=? s\d+|s\d+ [<>]=? \(?[^;?\n]*% \d+"),
    ("which iterations meet depends on the sizes",
     r"\w\[[^']*\b(?:n|m|p|pin)\b[^']*' (?:written|read) here|(?:read|again) as '\w+\[[^']*\b(?:n|m|p|pin)\b", r""),
    ("the sizes decide whether a loop with a step meets the element that a constant names", r"'\w+(?:\[\d+\])+'",
     r"for \([^\n;]*= [^\n;]*[nmp]\b[^\n]*(?:- \d+\)|-= \d+\))"),
    ("each step rounds, converts or compares",
     r"each step converts|each step is rounded|depends on more of earlier iterations", r""),
    ("'exact' keeps the order of reductions", r"'\w+' keeps its floating-point reductions in order", r"\bexact\b"),
    ("a clause keeps the order of reductions", r"keeps its reductions in order", r"reduce\(sequential\)"),
    ("a clause asks for sizes that are no size of the arrangement", r"(?:tile|block) refused", r"(?:tile|block)\("),
    ("an iterator that is wanted after the nest and may not have a last value",
     r"value of .* after it cannot be computed", r""),
    ("the pointers change places only in some turns", r"the pointer .* is (?:changed|used for more)",
     r"if \(.*\n[^}]*kept_"),
    ("how far a loop gets depends on a step that only the call knows", r"no limit that the host knows|how much of",
     r"\bstep\b"),
    ("a clause asks for tiles of loops that become no blocks and threads", r"^tile refused", r"tile\("),
    ("a clause asks for blocks of another form than the nest's", r"^block refused", r"block\("),
    ("a question with more steps than a question may have", r"took too many steps", r""),
    ("one iteration is left out of a range that ends at the larger of two sizes", r"as far as is known",
     r"\? \w+ : \w+\)[^\n]*\n(?:.*\n)*.*[=!]= \d"),
    ("what decides whether a nest is left depends on what it writes, or on elements that data choose",
     r"it contains a return", r"return;"),
    ("a search must not read beyond its match where data say which elements exist", r"break that leaves the loop",
     r"\w\[[^\]]*\w\["),
    ("the iterator of a long loop is narrow: its range is not known", r"no limit that the host knows",
     r"for \((?:unsigned )?(?:short|char|signed char)|for \(unsigned char"),
]


def text_of_nest(function, number):
    nests = [s for s in function.body if s[0] in ("nest", "region")]
    text = Text(function)
    text.statement(nests[number], 0)
    before = text_of(function).split("#pragma")[0]
    return "\n".join(OUTSIDE.findall(before) + text.lines)


def name_of(message, text):
    """None: a finding."""
    for name, said, held in REASONS:
        if re.search(said, message) and re.search(held, text):
            return name
    return None
