"""anchors.py SITE: every link to a heading, in the pages of a site, leads to one."""
import os
import re
import sys

site, status, texts = sys.argv[1], 0, {}
for folder, _, names in os.walk(site):
    for path in (os.path.join(folder, name) for name in names if name == "index.html"):
        with open(path, encoding="utf-8") as file:
            texts[os.path.normpath(path)] = file.read()
for page, text in sorted(texts.items()):
    for link, heading in re.findall(r'href="([^":]*)#([^"]+)"', text):
        target = os.path.normpath(os.path.join(os.path.dirname(page), link or "."))
        target = target if target in texts else os.path.join(target, "index.html")
        if target in texts and f'id="{heading}"' not in texts[target]:
            print(f"{os.path.relpath(page, site)}: {os.path.relpath(target, site)} has no heading '{heading}'")
            status = 1
sys.exit(status or not texts)
