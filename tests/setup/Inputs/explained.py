"""explained.py ROOT: the messages that docs/troubleshooting.md explains are messages of the compiler, or of others."""
import pathlib
import re
import sys

OTHERS = ("undefined reference to", "Unsupported gpu architecture", "no CUDA-capable device is detected",
          "CUDA driver version is insufficient", "out of memory", "no kernel image", "an illegal memory access")
root = pathlib.Path(sys.argv[1])
sources = [path for folder in ("frontend", "analysis", "transform", "codegen", "driver", "runtime", "ir")
           for suffix in ("c", "h", "y", "cuh", "cpp") for path in (root / folder).rglob("*." + suffix)]
text = " ".join(path.read_text(encoding="utf-8") for path in sources + [root / "curestruct.c"])
text = re.sub(r'"\s*(PRI\w+\s*)?"', "", text).replace('\\"', '"')  # a message that is written on several lines
page = (root / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
quoted = [quote for line in re.findall(r"^(?:\*\*(.*)\.\*\*|\| (.*?) \|)", page, re.M)
          for quote in re.findall(r"`([^`]+)`", "".join(line))]
status = not quoted
for quote in quoted:
    if any(words in quote for words in OTHERS):
        continue
    # Names of the user's and numbers stand where the source has %s or %d.
    pieces = re.split(r"'[^']*'|\b\d+\b|\.\.\.|,|\bN =|\b(?:error|warning|note): |[a-z]+ >= [a-z]+|\bsm_\d+", quote)
    for piece in (piece.strip(" :;`().") for piece in pieces):
        if len(piece) > 5 and piece not in text:
            print(f"docs/troubleshooting.md: no message has '{piece}': {quote}")
            status = 1
sys.exit(status)
