"""Opens a report in a browser and compares what its threshold slider shows with the scores behind it.

    python3 Benchmarks/evaluation/check_report.py REPORT.html SCORES.csv [--screenshots FOLDER]

SCORES.csv is the `scores.csv` of the evaluation, or its `counts.csv` where not all scores are listed. Needs Chromium,
numpy and scipy. Checked are: rates, counts and intervals at many thresholds, set by script, keyboard, field and
buttons; lines and dots that follow; messages in the console; requests; names, headings and landmarks for assistive
software; the way through the page with the Tab key; contrast; sideways scrolling at 400 and 1280 pixels; the page
without JavaScript. Ends with 1 at any deviation.
"""

import argparse
import base64
import csv
import json
import math
import pathlib
import random
import re
import sys
import tempfile
import time

import numpy as np
from browser import Browser
from scipy.stats import beta

STEPS = 4096
problems = []


def require(condition, message):
    if not condition:
        problems.append(message)
        print("deviation:", message)


class Scores:
    """How many scores are accepted at a threshold, counted in the table."""

    def __init__(self, path):
        with open(path, newline="", encoding="utf-8", errors="replace") as file:
            reader = csv.DictReader(file)
            rows = list(reader)
        if "threshold" in reader.fieldnames:
            self.counts = {round(float(row["threshold"]) * STEPS): (int(row["genuine"]), int(row["impostor"]))
                           for row in rows}
            self.genuine, self.impostor = self.counts[-STEPS]
            return
        self.counts = None
        scored = [(row["same"], float(row["score"])) for row in rows if row["score"]]
        self.same = np.array([score for same, score in scored if same == "1"])
        self.other = np.array([score for same, score in scored if same == "0"])
        self.genuine, self.impostor = len(self.same), len(self.other)

    def errors(self, step):
        """False matches and false non-matches at a multiple of 1/4096."""
        if self.counts is not None:
            genuine, impostor = self.counts[step]
            return impostor, self.genuine - genuine
        return int(np.sum(self.other >= step / STEPS)), int(np.sum(self.same < step / STEPS))


def number(text):
    """A share as the report writes it, and half a unit of its last digit."""
    text = text.replace("\u00a0", " ").strip()
    match = re.fullmatch(r"([0-9.]+) × 10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text)
    digits, scale = (match[1], 10.0 ** -int("".join(str("⁰¹²³⁴⁵⁶⁷⁸⁹".index(c)) for c in match[2]))) if match \
        else (re.fullmatch(r"([0-9.]+) %", text)[1], 0.01)
    decimals = 2 if match else len(digits.partition(".")[2])
    return float(digits) * scale, 0.5000001 * 10.0 ** -decimals * scale


def check_share(text, share, what):
    value, slack = number(text)
    exact = share in (0, 1)
    require(value == share if exact else abs(value - share) <= slack, f"{what}: shown {text}, but it is {share}")
    require(exact or value not in (0, 1), f"{what}: {text} stands for {share}")


STATE = """({threshold: Number(document.getElementById('threshold-slider').value),
  field: Number(document.getElementById('threshold-number').value),
  spoken: document.getElementById('threshold-slider').getAttribute('aria-valuetext'),
  title: document.getElementById('threshold-value').textContent,
  cells: ['false-match', 'false-non-match'].map((id) => ['rate', 'count', 'interval'].map(
    (part) => document.getElementById(id + '-' + part).textContent))})"""


def half_up(value):
    """Four decimals, halves away from zero as the page writes them; a multiple of 1/4096 times 10,000 is exact"""
    scaled = math.floor(abs(value) * 10000 + 0.5)
    return f"{'-' if value < 0 and scaled else ''}{scaled // 10000}.{scaled % 10000:04d}"


def check_state(browser, scores, how):
    """Compares what is shown with the table; returns the step it is shown for."""
    state = browser.evaluate(STATE)
    step = round(state["threshold"] * STEPS)
    what = f"at {step / STEPS} ({how})"
    require(step / STEPS == state["threshold"], f"{what}: the slider is between two steps")
    require(how == "typed" or state["field"] == state["threshold"], f"{what}: the field says {state['field']}")
    require(state["title"].replace("−", "-") == half_up(step / STEPS), f"{what}: the title says {state['title']}")
    for events, total, (rate, count, interval) in zip(
            scores.errors(step), (scores.impostor, scores.genuine), state["cells"]):
        require(count == f"{events:,} of {total:,}", f"{what}: shown {count}, counted {events:,} of {total:,}")
        require(rate in state["spoken"], f"{what}: {rate} is not spoken in {state['spoken']}")
        if total == 0:
            require(rate == "–", f"{what}: a rate of nothing")
            continue
        check_share(rate, events / total, what)
        low = 0.0 if events == 0 else float(beta.ppf(0.025, events, total - events + 1))
        high = 1.0 if events == total else float(beta.ppf(0.975, events + 1, total - events))
        for text, bound in zip(interval.split(" to "), (low, high)):
            check_share(text, bound, f"{what}, interval")
    return step


LINES = """(() => {
  const slider = document.getElementById('threshold-slider');
  const box = slider.getBoundingClientRect();
  const part = (slider.value - slider.min) / (slider.max - slider.min);
  const thumb = box.left + 10 + part * (box.width - 20);
  const lines = [...document.querySelectorAll('.threshold-mark line')].filter((line) => line.checkVisibility());
  return lines.map((line) => line.getBoundingClientRect().left - thumb);
})()"""

DOT = """((letter) => {
  const centre = (node) => { const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2]; };
  const point = [...document.querySelectorAll('.operating-point')].find(
    (node) => node.querySelector('text').textContent === letter);
  const dot = document.querySelector('.tradeoff-mark circle');
  return point && dot ? [centre(point.querySelector('path')), centre(dot)] : null;
})"""


def check_slider(browser, scores):
    first, last = (round(bound * STEPS) for bound in browser.evaluate(
        "['min', 'max'].map((name) => Number(document.getElementById('threshold-slider')[name]))"))
    check_state(browser, scores, "at first")
    generator = random.Random(1)
    steps = [first, last, first + 1, last - 1] + [generator.randint(first, last) for _ in range(60)]
    for step in steps:
        browser.evaluate(f"""(() => {{ const slider = document.getElementById('threshold-slider');
            slider.value = {step / STEPS}; slider.dispatchEvent(new Event('input', {{bubbles: true}})); }})()""")
        require(check_state(browser, scores, "set") == step, f"the slider does not take {step / STEPS}")
        lines = browser.evaluate(LINES)
        require(len(lines) == 1 and abs(lines[0]) < 1.5, f"at {step / STEPS}: the line is off by {lines} pixels")
    browser.evaluate("document.getElementById('threshold-slider').focus()")
    middle = (first + last) // 2
    browser.evaluate(f"document.getElementById('threshold-slider').value = {middle / STEPS}")
    for key, code, change in [("ArrowRight", 39, 1), ("ArrowUp", 38, 1), ("ArrowLeft", 37, -1), ("PageUp", 33, None),
                              ("PageDown", 34, None), ("Home", 36, None), ("ArrowRight", 39, 1), ("End", 35, None)]:
        browser.press(key, code)
        step = check_state(browser, scores, key)
        expected = {"Home": first, "End": last}.get(key, middle + change if change is not None else step)
        require(step == expected, f"{key} leads to {step / STEPS} and not to {expected / STEPS}")
        middle = step
    browser.evaluate("document.getElementById('threshold-number').focus()")
    browser.evaluate("document.getElementById('threshold-number').select()")
    browser.call("Input.insertText", text="0.3")
    require(check_state(browser, scores, "typed") == max(first, min(last, round(0.3 * STEPS))), "0.3 is not taken")
    browser.press("Enter", 13, "\r")
    check_state(browser, scores, "entered")
    for index in range(browser.evaluate("document.querySelectorAll('button[data-threshold]').length")):
        button = f"document.querySelectorAll('button[data-threshold]')[{index}]"
        browser.evaluate(button + ".focus()")
        browser.press("Enter", 13, "\r")
        wanted = float(browser.evaluate(button + ".dataset.threshold"))
        name = browser.evaluate(button + ".textContent").strip()
        step = check_state(browser, scores, name)
        require(step == wanted * STEPS, f"button {name} leads to {step / STEPS}, not {wanted}")
        places = browser.evaluate(DOT + f"({json.dumps(name.partition(':')[0])})")
        if places and all(scores.errors(step)):
            gap = max(abs(one - other) for one, other in zip(*places))
            require(gap < 1, f"at {name} the dot is {gap:.1f} pixels away from the operating point")
    time.sleep(0.8)
    require("Threshold" in browser.evaluate("document.getElementById('announcement').textContent"),
            "a button's outcome is not announced")


def check_names(browser):
    """What assistive software is told."""
    nodes = [node for node in browser.call("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    found = {}
    for node in nodes:
        found.setdefault(node["role"]["value"], []).append(node)
    for role, names in [("main", 1), ("banner", 1), ("navigation", 1), ("slider", 1), ("spinbutton", 1)]:
        require(len(found.get(role, [])) == names, f"{len(found.get(role, []))} of role {role}")
    for role in ["slider", "spinbutton", "button", "radio", "image", "img", "link", "table", "region", "navigation",
                 "DisclosureTriangle", "heading", "group"]:
        for node in found.get(role, []):
            require(node.get("name", {}).get("value") or (role == "group" and not is_control(node)),
                    f"a {role} without a name")
    levels = browser.evaluate("[...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map((n) => Number(n.tagName[1]))")
    require(levels.count(1) == 1 and levels[0] == 1, f"headings {levels}")
    require(all(next_ <= level + 1 for level, next_ in zip(levels, levels[1:])), f"a heading is skipped: {levels}")
    require(browser.evaluate("document.documentElement.lang") == "en", "no language")
    require(browser.evaluate("document.title") != "", "no title")
    require(browser.evaluate("document.querySelectorAll('th:not([scope])').length") == 0, "a heading without scope")
    require(browser.evaluate("""(() => { const ids = [...document.querySelectorAll('[id]')].map((n) => n.id);
        return ids.length - new Set(ids).size; })()""") == 0, "an id is used twice")


def is_control(node):
    return any(prop["name"] == "focusable" for prop in node.get("properties", []))


def check_way(browser):
    """The way through the page with the Tab key: everything is reached, and shows that it is."""
    wanted = browser.evaluate("""[...document.querySelectorAll('a[href], button, input, summary')].filter(
        (n) => n.checkVisibility() && (n.type !== 'radio' || n.checked)).length""")
    browser.evaluate("document.activeElement.blur(); window.scrollTo(0, 0)")
    browser.call("Page.bringToFront")
    reached, count = set(), 0
    for _ in range(3 * wanted + 40):
        browser.press("Tab", 9)
        place = browser.evaluate("""(() => { const n = document.activeElement;
            if (n === document.body) { return null; }
            const style = getComputedStyle(n);
            const all = [...document.querySelectorAll('*')];
            return [all.indexOf(n), n.matches('a[href], button, input, summary'),
              style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, n.outerHTML.slice(0, 60)]; })()""")
        if place is None:
            continue
        if place[0] in reached:
            break
        reached.add(place[0])
        count += place[1]
        require(place[2], f"no visible focus on {place[3]}")
    require(count == wanted, f"the Tab key reaches {count} of {wanted} controls")


CONTRAST = """(() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgb = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = (color) => { const part = rgb(color).slice(0, 3).map((v) => v / 255).map(
    (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2]; };
  const behind = (node) => { for (let n = node; n; n = n.parentElement) {
    const color = getComputedStyle(n).backgroundColor; if (rgb(color)[3] === 255) { return color; } } return 'white'; };
  const ratio = (node, color) => { const [a, b] = [light(color), light(behind(node))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); };
  const low = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility() || node.closest('script, noscript, .skip')) { continue; }
    const style = getComputedStyle(node);
    const value = ratio(node, node instanceof SVGElement ? style.fill : style.color);
    if (value < 4.5) { low.push(value.toFixed(2) + ' ' + walker.currentNode.data.slice(0, 40)); }
  }
  for (const node of document.querySelectorAll('path.curve, .threshold-mark line, .axis line')) {
    const value = ratio(node, getComputedStyle(node).stroke);
    if (value < 3) { low.push(value.toFixed(2) + ' ' + node.outerHTML.slice(0, 40)); }
  }
  return low;
})()"""


def check_look(browser, folder):
    browser.evaluate("document.activeElement.blur()")
    for width in [1280, 400]:
        for scheme in ["light", "dark"]:
            browser.appear(width, scheme)
            for scale in ["logarithmic", "even"]:
                browser.evaluate(f"document.getElementById('heights-{scale}')?.click()")
                where = f"{width} pixels, {scheme}, {scale}"
                sideways = browser.evaluate("document.documentElement.scrollWidth - window.innerWidth")
                require(sideways <= 0, f"{where}: {sideways} pixels to scroll sideways")
                require(not (low := browser.evaluate(CONTRAST)), f"{where}: too little contrast: {low[:5]}")
                shown = browser.evaluate(
                    "[...document.querySelectorAll('.histogram svg.chart')].filter((n) => n.checkVisibility()).length")
                require(shown == browser.evaluate("document.querySelectorAll('.histogram').length"),
                        f"{where}: {shown} histograms are shown")
                if folder:
                    picture = browser.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
                    (folder / f"{width}-{scheme}-{scale}.png").write_bytes(base64.b64decode(picture))
    browser.appear(1280, "light")
    paper = base64.b64decode(browser.call("Page.printToPDF", printBackground=False)["data"])
    require(paper.startswith(b"%PDF"), "the page cannot be printed")
    if folder:
        (folder / "printed.pdf").write_bytes(paper)


def check_without_script(browser, address):
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open(address)
    if browser.evaluate("document.getElementById('controls') !== null"):
        require(not browser.evaluate("document.getElementById('controls').checkVisibility()"), "a slider without script")
        require("JavaScript" in (browser.evaluate("document.querySelector('noscript')?.innerText") or ""),
                "nothing is said about JavaScript")
    require(browser.evaluate("document.querySelectorAll('td').length") > 0, "no numbers without script")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)


def check_events(browser, address):
    for event in browser.events:
        method, parameters = event.get("method"), event.get("params", {})
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            require(False, f"console: {json.dumps(parameters)[:300]}")
        if method == "Network.requestWillBeSent":
            url = parameters["request"]["url"]
            require(url.partition("#")[0] == address or url.startswith("data:"), f"request to {url[:200]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", type=pathlib.Path)
    parser.add_argument("scores", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path, help="a folder for pictures of the page")
    parser.add_argument("--browser", default="chromium")
    options = parser.parse_args()
    if options.screenshots:
        options.screenshots.mkdir(parents=True, exist_ok=True)
    scores = Scores(options.scores)
    address = options.report.resolve().as_uri()
    with tempfile.TemporaryDirectory() as profile:
        browser = Browser(options.browser, profile)
        try:
            browser.appear(1280, "light")
            browser.open(address)
            if browser.evaluate("document.getElementById('controls')?.checkVisibility() ?? false"):
                check_slider(browser, scores)
                check_names(browser)
            else:
                require(False, "there is no slider, or its script does not run")
            check_way(browser)
            check_look(browser, options.screenshots)
            check_without_script(browser, address)
            check_events(browser, address)
        finally:
            browser.end()
    print(f"{options.report}: {len(problems)} deviations, {scores.genuine:,} genuine, {scores.impostor:,} impostor")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
