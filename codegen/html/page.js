// The slider through the steps. Without this script the page shows all of them.
"use strict";

// The lines after a step, from those after the step before: text nodes and <ins> are lines of the new code, and <del>
// of the old one. A <span class="same"> stands for lines of both, which are put into it.
function restoreLines(code, before) {
    const lines = [];
    let at = 0;
    for (const node of Array.from(code.childNodes)) {
        if (node.nodeName === "DEL") {
            at++;
        } else if (node.nodeName === "INS") {
            lines.push(node.textContent);
        } else if (node.className === "same") {
            const same = before.slice(at, at + Number(node.dataset.count));
            const note = document.createElement("span"), text = document.createElement("span");
            note.className = "note";
            note.textContent = node.textContent;
            text.className = "text";
            text.textContent = same.join("\n") + "\n";
            node.replaceChildren(note, text);
            lines.push(...same);
            at += same.length;
        } else {
            // A line's end belongs to the <ins> or the <del> before it.
            let text = node.textContent;
            if (node.previousSibling && /INS|DEL/.test(node.previousSibling.nodeName)) {
                text = text.slice(1);
            }
            const shown = text.split("\n");
            shown.pop();
            lines.push(...shown);
            at += shown.length;
        }
    }
    return lines;
}

function startSlider(steps) {
    const slider = steps.querySelector(".slider"), range = slider.querySelector("input[type=range]");
    const states = Array.from(steps.querySelectorAll(".step")), output = slider.querySelector("output");
    const only = slider.querySelector("input[type=checkbox]");
    let lines = [];
    for (const state of states) {
        lines = restoreLines(state.querySelector("code"), lines);
    }
    function show() {
        const index = Number(range.value), title = states[index].querySelector("h4").textContent;
        states.forEach((state, i) => { state.hidden = i !== index; });
        output.textContent = title;
        range.setAttribute("aria-valuetext", title);
        slider.querySelector("[data-by='-1']").disabled = index === 0;
        slider.querySelector("[data-by='1']").disabled = index === states.length - 1;
    }
    range.addEventListener("input", show);
    only.addEventListener("change", () => { steps.classList.toggle("only-changes", only.checked); });
    for (const button of slider.querySelectorAll("button")) {
        button.addEventListener("click", () => {
            range.value = Number(range.value) + Number(button.dataset.by);
            show();
        });
    }
    slider.hidden = false;
    steps.classList.add("sliding");
    show();
}

for (const steps of document.querySelectorAll(".steps")) {
    startSlider(steps);
}
