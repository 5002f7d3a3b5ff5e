"""What all tests of pages share: a browser, and the hands of a person.

Every test fails on an error in the browser's console.
"""

import csv
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
ANTIPODE = os.environ["ANTIPODE"]
SHOTS = Path(os.environ["SHOTS"])
DATA = re.compile(r'(<script type="application/json" id="data">)(.*?)(</script>)', re.S)
SIZES = {"1280": (1280, 900), "390": (390, 844)}
# Tests of many seconds, of what others look at more briefly, are left out where QUICK says so.
long = unittest.skipIf(os.environ.get("QUICK"), "long")
# How pieces are dragged at each size.
KINDS = [("1280", "mouse"), ("390", "touch")]


def start_browser():
    options = webdriver.ChromeOptions()
    # Without a sandbox, as continuous integration runs as root in a container.
    for flag in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--hide-scrollbars",
                 "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    driver.set_script_timeout(240)
    return driver


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        shutil.copytree(ROOT / "out/4x4", cls.folder / "4x4")
        cls.four = cls.gallery(cls.folder / "4x4")
        # Of the same origin as all pages, so that what these keep can be cleared where none is open.
        cls.empty = cls.folder / "empty.html"
        cls.empty.write_text("<!doctype html>")
        cls.browser = start_browser()
        cls.addClassCleanup(cls.browser.quit)

    @staticmethod
    def gallery(folder):
        """The page of a batch, made by the command."""
        subprocess.run([ANTIPODE, "gallery", "--quiet", folder], check=True)
        return folder / "index.html"

    def setUp(self):
        self.size("1280")
        self.look(dark=False, still=True)

    def tearDown(self):
        self.assertEqual(self.browser.get_log("browser"), [])

    # Helpers.

    def size(self, name):
        width, height = SIZES[name]
        metrics = dict(width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        # The page hears of it later, and fits its boards a frame after that.
        self.wait(lambda: self.browser.execute_script("return [innerWidth, innerHeight]") == [width, height])
        self.browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")

    def look(self, dark=False, still=False):
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
        ]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, page, link=""):
        """Opens a page as if for the first time: nothing is kept of earlier games."""
        self.browser.get(self.empty.as_uri())
        self.browser.execute_script("localStorage.clear(); sessionStorage.clear()")
        self.browser.get(page.as_uri() + link)

    def again(self, page, link=""):
        """Opens a page once more, with what the browser has kept."""
        self.browser.get(self.empty.as_uri())
        self.browser.get(page.as_uri() + link)

    def made(self, name, data):
        """A page with other data in it: `data` changes what the 4x4 page holds."""
        text = self.four.read_text()
        found = json.loads(DATA.search(text)[2])
        data = json.dumps(data(found)).replace("<", "\\u003c")
        page = self.folder / f"{name}.html"
        page.write_text(DATA.sub(lambda match: match[1] + data + match[3], text))
        return page

    def one(self, name, **puzzle):
        """A page of one puzzle, opened."""
        puzzle = {"id": "one", "title": name, "values": [], "solution": "", "best": 1, **puzzle}
        empty = dict(facts=[], columns=[], puzzles=[puzzle], table=[], charts=[])
        self.open(self.made("one", lambda data: {**data, **empty}))

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def shot(self, name):
        self.browser.save_screenshot(str(SHOTS / f"{name}.png"))

    def wait(self, ready, seconds=10):
        WebDriverWait(self.browser, seconds, poll_frequency=0.05).until(lambda _: ready())

    def status(self):
        return self.browser.execute_script("""
            const status = document.querySelector("#status");
            const seen = [...status.childNodes].filter((each) => each.className !== "unseen");
            return status.checkVisibility() ? seen.map((each) => each.textContent).join("").trim() : "";""")

    def heard(self, selector):
        """What a screen reader says of an element."""
        return self.browser.execute_script("""
            const heard = document.querySelector(arguments[0]).cloneNode(true);
            for (const hidden of heard.querySelectorAll("[aria-hidden=true]")) hidden.remove();
            return heard.textContent;""", selector)

    def player(self, what):
        return self.find("#player").get_attribute(f"data-{what}")

    def click(self, *ids):
        """Clicks on buttons; those of the solution are behind its disclosure."""
        for each in ids:
            if each in ("first", "back", "run", "next", "last"):
                self.browser.execute_script("document.getElementById('solution').open = true")
            button = self.find(f"#{each}")
            # Another view may be about to come.
            self.wait(button.is_displayed)
            button.click()

    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def steps(self, key, times):
        """Presses a key many times, the first of them by hand, as the browser draws a frame after each that is."""
        self.keys(getattr(Keys, key))
        self.browser.execute_script("""
            const [key, times] = arguments;
            for (let time = 1; time < times; time++)
              for (const type of ["keydown", "keyup"])
                (document.activeElement ?? document.body).dispatchEvent(
                  new KeyboardEvent(type, { key, code: key, bubbles: true, cancelable: true }));""", key.title().replace("_", ""), times)

    def chord(self, key):
        """A key with Control."""
        ActionChains(self.browser).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def piece(self, name):
        return self.find(f'.stage [data-piece="{name}"]')

    def places(self):
        """Where the pieces are on the screen, to the pixel."""
        # In one script, as asking for each piece by itself takes most of the time of some tests.
        return self.browser.execute_script("""
            const pieces = [...document.querySelectorAll(".stage [data-piece]")];
            return Object.fromEntries(pieces.map((piece) => {
              const box = piece.querySelector("path").getBoundingClientRect();
              return [piece.dataset.piece, [Math.round(box.x + scrollX), Math.round(box.y + scrollY)]];
            }));""")

    def cells_of(self, name):
        """The column and row of a piece, from 0."""
        return self.browser.execute_script("return player.stage.places.get(arguments[0])", name)

    def cell(self):
        """The side of a cell on the screen."""
        return self.browser.execute_script(
            "return 64 * document.querySelector('.stage svg').getScreenCTM().a")

    def drag(self, name, *cells, kind="mouse", held=None):
        """Drags a piece by its label along displacements in cells; `held` is called before it is let go."""
        cell = self.cell()
        box = self.piece(name).find_element(By.TAG_NAME, "text").rect
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        begin = lambda: ActionBuilder(self.browser, mouse=PointerInput(kind, kind), duration=20)
        actions = begin()
        point = actions.pointer_action
        # The labels' places are those on the page; the pointer's are those in the window.
        left, top = self.browser.execute_script("return [scrollX, scrollY]")
        point.move_to_location(round(x - left), round(y - top))
        point.pointer_down()
        for dx, dy in cells:
            x, y = x + dx * cell, y + dy * cell
            point.move_to_location(round(x - left), round(y - top))
        if held:
            actions.perform()
            held()
            actions = begin()
        actions.pointer_action.pointer_up()
        actions.perform()

    def assert_goal_is_home(self):
        """The goal piece covers its dashed target."""
        goal = self.piece("A").find_element(By.TAG_NAME, "path").rect
        target = self.find(".stage .target").rect
        for side in ("x", "y", "width", "height"):
            self.assertAlmostEqual(goal[side], target[side], delta=0.25 * self.cell())
        self.assertEqual(self.player("solved"), "true")
