"""page.py FILE.html...: opens each page of `explain` in a headless Chromium, light and dark, wide and on phones, moves
its sliders by keyboard and by button, prints it, and says what is wrong."""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "tools"))
import browser

OPENING = "performance.timing.loadEventEnd - performance.timing.navigationStart"
LOOK = r"""(() => {
    const wrong = [], ids = new Set();
    const name = e => e.nodeName + " '" + (e.textContent || "").trim().slice(0, 40) + "'";
    for (const e of document.querySelectorAll("[id]")) {
        if (ids.has(e.id)) wrong.push("id twice: " + e.id);
        ids.add(e.id);
    }
    for (const e of document.querySelectorAll("[aria-labelledby], [for], a[href]"))
        for (const id of (e.getAttribute("aria-labelledby") || e.getAttribute("for") || e.hash.slice(1)).split(" "))
            if (!ids.has(id)) wrong.push("no element has the id '" + id + "'");
    for (const e of document.querySelectorAll("table"))
        if (!e.caption || !e.caption.textContent) wrong.push("a table without a caption");
    for (const e of document.querySelectorAll("input"))
        if (!e.labels.length) wrong.push("an input without a label");
    for (const e of document.querySelectorAll("svg")) {
        const title = e.querySelector("title"), desc = e.querySelector("desc");
        if (e.getAttribute("role") !== "img" || !title || !title.textContent || !desc || !desc.textContent)
            wrong.push("a picture without role, title or description: " + name(e));
    }
    let level = 0;
    for (const e of document.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
        const own = Number(e.nodeName[1]);
        if (own > level + 1) wrong.push("a heading skips a level: " + name(e));
        level = own;
    }
    for (const e of document.querySelectorAll("script[src], link[rel=stylesheet], img, iframe, object"))
        wrong.push("loads a file: " + e.outerHTML);
    if (document.documentElement.scrollWidth > innerWidth)
        wrong.push("the page is wider than the window: " + document.documentElement.scrollWidth);
    for (const e of document.querySelectorAll("h2, h3, p, figcaption, button, output, label")) {
        const box = e.getBoundingClientRect();
        if (box.width && (box.right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 1 && e.clientWidth))
            wrong.push("cut: " + name(e));
    }
    for (const e of innerWidth < 700 ? document.querySelectorAll(".scroll") : [])
        if (e.scrollWidth > e.clientWidth + 1) wrong.push("cut: " + e.getAttribute("aria-label"));
    for (const svg of document.querySelectorAll("svg")) {
        const frame = svg.viewBox.baseVal, texts = Array.from(svg.querySelectorAll("text"));
        const boxes = texts.map(text => text.getBBox());
        const what = svg.querySelector("title").textContent;
        boxes.forEach((a, i) => {
            if (a.x < -0.5 || a.y < -1 || a.x + a.width > frame.width + 0.5 || a.y + a.height > frame.height + 1)
                wrong.push(what + ": " + name(texts[i]) + " is outside of the picture");
            for (let k = 0; k < i; k++) {
                const b = boxes[k];
                if (a.x + 1 < b.x + b.width && b.x + 1 < a.x + a.width && a.y + 4 < b.y + b.height &&
                    b.y + 4 < a.y + a.height)
                    wrong.push(what + ": " + name(texts[i]) + " is over " + name(texts[k]));
            }
        });
    }
    return wrong;
})()"""

SHOWN = """Array.from(document.querySelectorAll(".steps")).map(steps => ({
    steps: steps.querySelectorAll(".step").length,
    shown: Array.from(steps.querySelectorAll(".step")).findIndex(step => !step.hidden),
    visible: Array.from(steps.querySelectorAll(".step")).filter(step => !step.hidden).length,
    says: steps.querySelector("output").textContent,
    code: steps.querySelector(".step:not([hidden]) code").innerText,
}))"""


def slider_faults(page, number):
    """Moves one slider: to the right by keyboard, by its button, to the end, and back to the start."""
    focus = "document.querySelectorAll('.steps')[%d].querySelector('%s').%s()"
    wrong, seen = [], []

    def expect(index, doing):
        state = page.evaluate(SHOWN)[number]
        title = "Step %d of %d: " % (index, state["steps"] - 1)
        if state["shown"] != index or state["visible"] != 1 or not state["says"].startswith(title):
            wrong.append("slider %d, %s: step %d expected, %s" % (number, doing, index, state))
        seen.append(state["code"])

    last = page.evaluate(SHOWN)[number]["steps"] - 1
    expect(0, "at the start")
    page.evaluate(focus % (number, "input[type=range]", "focus"))
    page.press("ArrowRight", 39)
    expect(1, "ArrowRight")
    if last > 1:
        page.evaluate(focus % (number, '[data-by="1"]', "click"))
        expect(2, "Next")
        if "as before" in seen[-1]:
            wrong.append("slider %d: unchanged lines are not shown" % number)
    page.evaluate(focus % (number, "input[type=range]", "focus"))
    page.press("End", 35)
    expect(last, "End")
    page.press("Home", 36)
    expect(0, "Home")
    if seen[0] == seen[1] or seen[0] != seen[-1]:
        wrong.append("slider %d: the code does not follow it" % number)
    return wrong


def faults_of(chromium, path, folder):
    wrong = []
    if os.path.getsize(path) > 1e6:
        wrong.append("%d bytes" % os.path.getsize(path))
    page = chromium.open(path)
    opening = page.evaluate(OPENING)
    for _ in range(4):  # on a busy machine
        if opening > 1000:
            opening = min(opening, chromium.open(path).evaluate(OPENING))
    if opening > 1000:
        wrong.append("it opens in %d ms" % opening)
    for width in (1400, 390, 320):
        for dark in (False, True):
            page.look(width, dark=dark)
            looks = "%d px, %s: " % (width, "dark" if dark else "light")
            wrong += [looks + fault for fault in page.evaluate(LOOK)]
            light = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
            if light == dark:
                wrong.append(looks + "the colours do not follow")
    for number in range(page.evaluate("document.querySelectorAll('.steps').length")):
        wrong += slider_faults(page, number)
    pdf = os.path.join(folder, "page.pdf")
    page.save_pdf(pdf)
    if open(pdf, "rb").read(5) != b"%PDF-":
        wrong.append("it does not print")
    wrong += ["asks for " + url for url in page.requests if not url.endswith(os.path.basename(path))]
    wrong += ["the console says: " + message for message in page.messages]
    return wrong


def main():
    status = 0
    with browser.Browser() as chromium, tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[1:]:
            wrong = faults_of(chromium, path, folder)
            for fault in wrong[:20]:
                print("%s: %s" % (os.path.basename(path), fault))
            status = 1 if wrong else status
    sys.exit(status)


main()
