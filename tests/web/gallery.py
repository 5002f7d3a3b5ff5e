"""Opens pages of the gallery in headless Chromium, and plays as a person would.

Every test fails on an error in the browser's console. Run by `run.sh`.
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
from selenium.webdriver.support.ui import WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
ANTIPODE = os.environ["ANTIPODE"]
SHOTS = Path(os.environ["SHOTS"])
DATA = re.compile(r'(<script type="application/json" id="data">)(.*?)(</script>)', re.S)
SIZES = {"1280": (1280, 900), "390": (390, 844)}
# How pieces are dragged at each size.
KINDS = [("1280", "mouse"), ("390", "touch")]


def start_browser():
    options = webdriver.ChromeOptions()
    # Without a sandbox, as continuous integration runs as root in a container.
    for flag in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    driver.set_script_timeout(30)
    return driver


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        shutil.copytree(ROOT / "out/4x4", cls.folder / "4x4")
        cls.four = cls.gallery(cls.folder / "4x4")
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

    def look(self, dark=False, still=False):
        features = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
        ]
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def open(self, page, link=""):
        self.browser.get("about:blank")
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
        return self.find("#status").text

    def player(self, what):
        return self.find("#player").get_attribute(f"data-{what}")

    def click(self, *ids):
        for each in ids:
            self.find(f"#{each}").click()

    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def piece(self, name):
        return self.find(f'.stage [data-piece="{name}"]')

    def places(self):
        """Where the pieces are on the screen, to the pixel."""
        places = {}
        for piece in self.all(".stage [data-piece]"):
            box = piece.find_element(By.TAG_NAME, "path").rect
            places[piece.get_attribute("data-piece")] = (round(box["x"]), round(box["y"]))
        return places

    def cells_of(self, name):
        """The column and row of a piece, from 0."""
        return self.browser.execute_script("return player.places.get(arguments[0])", name)

    def cell(self):
        """The side of a cell on the screen."""
        return self.browser.execute_script(
            "return 64 * document.querySelector('.stage svg').getScreenCTM().a")

    def drag(self, name, *cells, kind="mouse"):
        """Drags a piece by its label along displacements in cells."""
        cell = self.cell()
        box = self.piece(name).find_element(By.TAG_NAME, "text").rect
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        pointer = PointerInput(kind, kind)
        actions = ActionBuilder(self.browser, mouse=pointer, duration=20)
        point = actions.pointer_action
        # The labels' places are those on the page; the pointer's are those in the window.
        left, top = self.browser.execute_script("return [scrollX, scrollY]")
        point.move_to_location(round(x - left), round(y - top))
        point.pointer_down()
        for dx, dy in cells:
            x, y = x + dx * cell, y + dy * cell
            point.move_to_location(round(x - left), round(y - top))
        point.pointer_up()
        actions.perform()

    def assert_goal_is_home(self):
        """The goal piece covers its dashed target."""
        goal = self.piece("A").find_element(By.TAG_NAME, "path").rect
        target = self.find(".stage .target").rect
        for side in ("x", "y", "width", "height"):
            self.assertAlmostEqual(goal[side], target[side], delta=0.25 * self.cell())
        self.assertEqual(self.player("solved"), "true")

    # The page.

    def test_the_page_is_small_and_ready_at_once(self):
        self.assertLess(self.four.stat().st_size, 1_000_000)
        self.open(self.four)
        ready = self.browser.execute_script(
            "return performance.getEntriesByType('navigation')[0].domComplete")
        self.assertLess(ready, 1000)
        print(f"\n4x4 page: {self.four.stat().st_size} bytes, ready in {ready:.0f} ms")
        for size in SIZES:
            self.size(size)
            self.open(self.four)
            self.assertEqual(self.find("h1").text, "The hardest 4x4 puzzles")
            self.assertEqual(len(self.all("#table tbody tr")), 15)
            self.wait(lambda: len(self.all(".chart")) == 2)
            wide = self.browser.execute_script("return document.documentElement.scrollWidth")
            self.assertLessEqual(wide, SIZES[size][0], "nothing sticks out at the side")
            self.shot(f"page-{size}")
            self.browser.execute_script("document.getElementById('tools').scrollIntoView()")
            self.wait(lambda: self.all(".card svg"))
            self.shot(f"cards-{size}")
        self.size("1280")
        self.look(dark=True)
        self.open(self.four)
        self.shot("page-dark")

    def test_cards_are_filtered_and_sorted(self):
        for size in SIZES:
            self.size(size)
            self.open(self.four)
            shown = lambda: [card.get_attribute("data-puzzle") for card in self.all(".card")]
            every = shown()
            self.assertEqual(every[0], "p9-1", "the hardest comes first")
            self.find("#filter").send_keys("pieces=9 moves>=100")
            self.assertEqual(shown(), ["p9-1", "p9-2"])
            self.assertIn("2 of", self.find("#count").text)
            self.find("#filter").clear()
            self.find("#filter").send_keys("AABC/DEBB")
            self.assertEqual(shown(), ["p9-1"])
            self.shot(f"filter-{size}")
            self.find("#filter").send_keys("no such puzzle")
            self.assertEqual(shown(), [])
            self.find("#filter").send_keys(Keys.CONTROL + "a", Keys.BACKSPACE)
            self.assertEqual(len(shown()), len(every))
            self.find("#sort").send_keys("Pieces, least")
            self.assertEqual(shown()[0], "p1-1")

    def test_links_open_puzzles(self):
        self.open(self.four, "#p9-1")
        self.assertTrue(self.find("#player").is_displayed())
        self.assertEqual(self.find("#player-title").text, "9 pieces, 132 moves")
        self.click("close")
        self.assertFalse(self.find("#player").is_displayed())
        self.assertNotIn("#", self.browser.current_url)
        self.find('#table a[href="#p3-1"]').click()
        self.wait(lambda: self.find("#player-title").text == "3 pieces, 9 moves")
        self.browser.back()
        self.wait(lambda: not self.find("#player").is_displayed())

    def test_ten_thousand_puzzles_scroll(self):
        def many(data):
            source = data["puzzles"]
            copies = [{**source[n % len(source)], "id": f"m-{n}"} for n in range(10_000)]
            return {**data, "puzzles": copies, "table": [], "charts": []}

        page = self.made("many", many)
        self.open(page)
        ready = self.browser.execute_script(
            "return performance.getEntriesByType('navigation')[0].domComplete")
        self.assertEqual(len(self.all(".card")), 10_000)
        drawn = len(self.all(".card svg"))
        self.assertLess(drawn, 200)
        self.browser.execute_script("scrollTo(0, document.body.scrollHeight / 2)")
        in_view = """
            const card = document.elementsFromPoint(640, 450).map((e) => e.closest('.card')).find(Boolean);
            return Boolean(card?.querySelector('svg'))"""
        started = time.monotonic()
        self.wait(lambda: self.browser.execute_script(in_view))
        scrolled = time.monotonic() - started
        self.assertLess(len(self.all(".card svg")), 400)
        self.shot("ten-thousand")
        print(f"\n10,000 puzzles: {page.stat().st_size / 1e6:.1f} MB, ready in {ready:.0f} ms,"
              f" {drawn} drawn; the middle drawn {1000 * scrolled:.0f} ms after a jump")

    def test_markup_in_a_puzzle_is_text(self):
        evil = "<script>document.title = 'owned'</script><img src=x onerror=alert(1)>"
        folder = self.folder / "evil"
        folder.mkdir()
        with (ROOT / "out/4x4/hardest.csv").open() as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            row.update(grid=evil, ties=evil, family=evil)
        for name in ("hardest.csv", "puzzles.csv"):
            with (folder / name).open("w", newline="") as file:
                table = csv.DictWriter(file, rows[0])
                table.writeheader()
                table.writerows(rows)
        self.open(self.gallery(folder), "#p4-1")
        self.assertIn("<script>", self.find("h1").text)
        self.assertNotEqual(self.browser.title, "owned")
        self.assertEqual(self.all("img"), [])
        self.assertEqual(len(self.all("script")), 2)
        self.assertIn(evil, self.find("#player .facts").text)
        self.one(evil, metric="move", kind="slide", board="A./..", goals=["../.A"],
                 pieces={"A": {"goal": True, "label": "<b>"}})
        self.assertEqual(self.find("#player-title").text, evil)
        self.assertEqual(self.piece("A").text, "<b>")
        self.assertEqual(len(self.all("script")), 2)

    # The player.

    def test_the_solution_of_132_moves_brings_the_goal_piece_home(self):
        for size in SIZES:
            self.size(size)
            self.open(self.four, "#p9-1")
            self.shot(f"player-{size}")
            start = self.places()
            for step in range(1, 133):
                self.keys(Keys.ARROW_RIGHT) if step % 2 else self.click("next")
                self.assertTrue(self.status().startswith(f"Move {step} of 132: ") or step == 132)
            self.assertEqual(self.status(), "Solved in 132, best is 132.")
            self.assert_goal_is_home()
            self.shot(f"solved-{size}")
            self.click("first")
            self.assertEqual(self.places(), start)
            self.assertEqual(self.player("solved"), "false")
            # And once more, back to front.
            self.click("last")
            self.assert_goal_is_home()
            for _ in range(132):
                self.keys(Keys.ARROW_LEFT)
            self.assertEqual(self.places(), start)

    def test_it_plays_by_itself_and_pauses(self):
        self.look(still=False)
        self.open(self.four, "#p3-1")
        self.browser.execute_script("document.getElementById('speed').value = 4")
        self.click("run")
        self.wait(lambda: self.status() == "Solved in 9, best is 9.")
        # Slowly, so that a busy machine sees the second move too.
        self.browser.execute_script("document.getElementById('speed').value = 0")
        self.click("run")
        self.wait(lambda: self.status().startswith("Move 2 of 9"))
        self.click("run")
        paused = self.status()
        time.sleep(0.5)
        self.assertEqual(self.status(), paused)
        self.browser.execute_script("document.getElementById('speed').value = 4")
        # The space key, from where no button has the focus.
        self.browser.execute_script("document.activeElement.blur()")
        self.find("#player").send_keys(Keys.SPACE)
        self.wait(lambda: self.status() == "Solved in 9, best is 9.")

    def test_pieces_are_dragged_where_they_may_go(self):
        for size, kind in KINDS:
            self.size(size)
            self.open(self.four, "#p9-1")
            start = self.places()
            self.drag("D", (0, 1), kind=kind)
            self.assertEqual(self.status(), "1 move, best is 132")
            moved = self.places()
            self.assertAlmostEqual(moved["D"][1] - start["D"][1], self.cell(), delta=2)
            # Refused: C has no room on any side.
            self.drag("C", (-1, 0.2), kind=kind)
            self.assertEqual(self.find("#note").text, "C cannot move there.")
            self.assertEqual(self.places(), moved)
            self.assertEqual(self.status(), "1 move, best is 132")
            self.shot(f"refused-{size}")
            # A long drag goes only as far as there is room.
            self.drag("E", (-1.4, 0), kind=kind)
            self.assertAlmostEqual(self.places()["E"][0] - start["E"][0], -self.cell(), delta=2)
            self.assertEqual(self.status(), "2 moves, best is 132")
            # Moving on with the same piece is the same move; moving it back undoes it.
            self.drag("E", (0, -0.9), (0.9, 0), kind=kind)
            self.assertEqual(self.status(), "1 move, best is 132")
            self.click("undo")
            self.assertEqual(self.status(), "0 moves, best is 132")
            self.assertEqual(self.places(), start)
            self.assertFalse(self.find("#undo").is_enabled())
            self.drag("D", (0, 1), kind=kind)
            self.click("reset")
            self.assertEqual(self.places(), start)

    def test_a_person_solves_a_puzzle_with_the_keyboard(self):
        self.open(self.four, "#p2-1")
        self.assertEqual(self.find("#player-title").text, "2 pieces, 4 moves")
        # Bd Ar Br Ad
        self.keys("b", Keys.ARROW_DOWN)
        self.keys("a", Keys.ARROW_RIGHT)
        self.keys(Keys.ARROW_UP)
        self.assertEqual(self.find("#note").text, "A cannot move there.")
        self.keys("b", Keys.ARROW_RIGHT)
        self.assertEqual(self.status(), "3 moves, best is 4")
        self.keys("a", Keys.ARROW_DOWN)
        self.assertEqual(self.status(), "Solved in 4, best is 4.")
        self.assert_goal_is_home()
        self.keys(Keys.ESCAPE, Keys.ESCAPE)
        self.assertFalse(self.find("#player").is_displayed())

    def test_play_goes_on_from_the_solution(self):
        self.open(self.four, "#p3-1")
        for _ in range(8):
            self.keys(Keys.ARROW_RIGHT)
        self.keys("a", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual(self.status(), "Solved in 9, best is 9.")
        self.assertEqual(self.player("mode"), "play")
        self.click("undo", "undo")
        self.assertEqual(self.status(), "7 moves, best is 9")

    def test_every_solution_plays_to_its_end(self):
        self.open(self.four)
        data = json.loads(DATA.search(self.four.read_text())[2])
        for puzzle in data["puzzles"]:
            self.browser.execute_script("location.hash = arguments[0]", puzzle["id"])
            self.wait(lambda: self.find("#player-title").text == puzzle["title"])
            self.click("last")
            self.assertEqual(self.status(), f"Solved in {puzzle['best']}, best is {puzzle['best']}.")

    # Families.

    def played(self, puzzle):
        """The boards along a solution, and after every action from the last two: of each the cells
        of the pieces by name, and whether the player takes it for solved."""
        return self.browser.execute_script("""
            const puzzle = byId.get(arguments[0]);
            const rules = rulesOf(puzzle);
            const tell = (state) => [
              Object.fromEntries(rules.board(state).pieces.map(({ id, cells }) => [id, cells])),
              rules.isHome(state),
            ];
            const states = [rules.start];
            for (const token of puzzle.solution.split(" ")) {
              const state = states.at(-1);
              states.push(rules.apply(state, rules.read(state, token)));
            }
            const near = states.slice(-2).flatMap((state) => [...rules.pieces.keys()].flatMap((id) =>
              [...rules.options(state, id, []).values()].map((action) => rules.apply(state, action))));
            // Two pieces of one shape that change places.
            const last = states.at(-1);
            const shape = (id) => rules.pieces.get(id).shape;
            const pairs = Object.keys(last).flatMap((one, index, all) =>
              all.slice(0, index).filter((other) => shape(one) === shape(other)).map((other) => [one, other]));
            const swapped = pairs.map(([one, other]) => ({ ...last, [one]: last[other], [other]: last[one] }));
            return { along: states.map(tell), near: [...near, ...swapped].map(tell) }""", puzzle)

    def test_each_family_is_solved_where_its_goal_is(self):
        def cells(board):
            pieces = {}
            for y, row in enumerate(board.split("/")):
                for x, name in enumerate(row):
                    pieces.setdefault(name, set()).add((x, y))
            pieces.pop(".")
            return {name: frozenset(places) for name, places in pieces.items()}

        for family in ("simple", "simple2", "compound"):
            batch = self.folder / f"3x3-{family}"
            shutil.copytree(ROOT / "out" / batch.name, batch)
            self.open(self.gallery(batch))
            with (batch / "hardest.csv").open() as file:
                rows = {f"p{row['pieces']}-1": row for row in csv.DictReader(file)}
            solved = 0
            for puzzle, row in rows.items():
                goal = cells(row["goal"])

                def is_goal(board):
                    board = {name: frozenset(map(tuple, places)) for name, places in board.items()}
                    if family == "compound":
                        return set(board.values()) == set(goal.values())
                    return board["A"] == goal["A"]

                found = self.played(puzzle)
                homes = [home for _, home in found["along"]]
                self.assertEqual(homes, [False] * int(row["moves"]) + [True], puzzle)
                for board, home in found["along"] + found["near"]:
                    self.assertEqual(home, is_goal(board), (family, puzzle, board))
                    solved += home
            self.assertGreater(solved, len(rows))
            hardest = max(rows, key=lambda puzzle: int(rows[puzzle]["moves"]))
            self.browser.execute_script("location.hash = arguments[0]", hardest)
            self.wait(lambda: self.find("#player").is_displayed())
            # Dashed places tell the goal of A; that of all pieces is a picture.
            self.assertEqual(len(self.all(".stage .target")), 0 if family == "compound" else 1)
            self.assertEqual(len(self.all(".goal-boards svg")), 1 if family == "compound" else 0)
            self.shot(f"family-{family}")
            self.click("last", "close")
            # Distances from the goal are there for these too, and boards by their pieces.
            pieces, distance = [len(chart.find_elements(By.TAG_NAME, "option"))
                                for chart in self.all("figure")]
            self.assertEqual((pieces, distance), (4, len(rows)))

    # Metrics and other puzzles.

    def test_each_metric_counts_in_its_own_way(self):
        board = dict(kind="slide", board="A../.B./...", goals=["…/…/..A".replace("…", "...")],
                     pieces={"A": {"goal": True}})
        for metric, counted in (("move", "1 move"), ("slide", "2 slides"), ("step", "3 steps")):
            self.one(metric, metric=metric, **board)
            self.drag("A", (2, 0), (0, 1))
            self.assertEqual(self.status(), f"{counted}, best is 1")

    def test_several_pieces_move_together_in_super_metrics(self):
        self.one("super", metric="super-slide", kind="slide", board="AB../AB../....",
                 goals=["..../...A/...A"], pieces={"A": {"goal": True, "mark": 1}}, solution="A+Bdrr",
                 best=2)
        self.click("last")
        self.assertEqual(self.status(), "Move 1 of 1: A+Bdrr")
        self.click("first")
        start = self.places()
        self.piece("A").click()
        self.piece("B").click()
        self.assertEqual(self.find("#note").text, "2 pieces move together.")
        self.shot("selected")
        self.drag("A", (2, 0))
        moved = self.places()
        for name in "AB":
            self.assertAlmostEqual(moved[name][0] - start[name][0], 2 * self.cell(), delta=2)
        self.assertEqual(self.status(), "1 super-slide, best is 2")

    def test_walls_between_cells_and_axes_stop_pieces(self):
        self.one("walls", metric="step", kind="slide", board="AB#/.../...", goals=["..#/.../A.."],
                 barriers=[[0, 0, 0, 1]], pieces={"A": {"goal": True}, "B": {"axis": "h"}})
        self.keys("a", Keys.ARROW_DOWN)
        self.assertEqual(self.find("#note").text, "A cannot move there.")
        self.keys("b", Keys.ARROW_DOWN)
        self.assertEqual(self.find("#note").text, "B cannot move there.")
        self.shot("walls")

    def test_panex_is_played(self):
        sides = [[x, y, x + 1, y] for y in (1, 2) for x in (0, 1)]
        pieces = {"a": dict(label="1", colour=0, depth=1), "b": dict(label="2", colour=0, depth=2, mark=1),
                  "c": dict(label="1", colour=1, depth=1), "d": dict(label="2", colour=1, depth=2)}
        self.one("panex", metric="move", kind="slide", board=".../a.c/b.d", goals=[".../.../.b."],
                 barriers=sides, pieces=pieces, solution="a@2,0 b@1,2", names="L>R L>C", best=2)
        self.shot("panex")
        self.drag("a", (0, -1), (2, 0))
        self.assertEqual(self.status(), "1 move, best is 2")
        self.drag("b", (0, -2), (1, 0), (0, 2))
        self.assertEqual(self.status(), "Solved in 2, best is 2.")
        self.click("first", "next")
        self.assertEqual(self.status(), "Move 1 of 2: L>R")
        self.click("reset")
        # A tile too large for the depth stays above it.
        self.drag("a", (0, -1), (1, 0), (0, 2))
        self.assertEqual(self.status(), "1 move, best is 2")
        self.assertAlmostEqual(self.places()["a"][1], self.places()["c"][1], delta=2)

    def test_colours_are_sorted(self):
        for size in SIZES:
            self.size(size)
            self.one("sort", metric="move", kind="pour", board="FOFO;OFOF;", capacities=[4], rule=1,
                     best=7, solution="1>3 2>1 2>3 1>2 1>3 2>1 2>3")
            self.shot(f"sort-{size}")
            start = self.places()
            self.drag("0.3", (0, -1), (1, 0))
            self.assertIn("cannot move there", self.find("#note").text)
            self.assertEqual(self.places(), start)
            self.drag("0.3", (0, -1), (2, 1))
            self.assertEqual(self.status(), "1 move, best is 7")
            self.assertAlmostEqual(self.places()["0.3"][0] - start["0.3"][0], 2 * self.cell(), delta=2)
            self.click("undo")
            self.assertEqual(self.places(), start)
            self.click("last")
            self.assertEqual(self.status(), "Solved in 7, best is 7.")

    def test_many_containers_stand_in_rows(self):
        for size, kind in KINDS:
            self.size(size)
            self.one("rows", metric="move", kind="pour", board="ABCD;" * 12 + ";", capacities=[4], rule=1)
            self.assertGreater(self.cell(), 40, "wide enough for a finger")
            self.shot(f"rows-{size}")
            # Container 13 is the sixth of the second row.
            self.drag("0.3", (5, 6), kind=kind)
            self.assertEqual(self.status(), "1 move, best is 1")
            self.assertEqual(self.cells_of("0.3"), [5, 8])
            self.drag("7.3", (1, -4), kind=kind)
            self.assertIn("cannot move there", self.find("#note").text)
            self.drag("7.3", (5, 0), kind=kind)
            self.assertEqual(self.cells_of("7.3"), [5, 7])
            self.click("undo", "undo")
            self.assertEqual(self.cells_of("0.3"), [0, 0])

    def test_tiles_push_tiles(self):
        goals = ["123/456/78."]
        tiles = {n: dict(mark=int(n)) for n in "12345678"}
        self.one("tiles", metric="push", kind="slide", board="123/.45/786", goals=goals, pieces=tiles,
                 best=2, solution="5l 6u")
        self.shot("tiles")
        start = self.places()
        self.drag("5", (-1, 0))
        for name in "45":
            self.assertAlmostEqual(self.places()[name][0] - start[name][0], -self.cell(), delta=2)
        self.keys("6", Keys.ARROW_UP)
        self.assertEqual(self.status(), "Solved in 2, best is 2.")
        self.click("first", "last")
        self.assertEqual(self.status(), "Solved in 2, best is 2.")

    def test_a_puzzle_of_a_file_is_drawn_as_a_page(self):
        page = self.folder / "klotski.html"
        subprocess.run([ANTIPODE, "draw", ROOT / "configs/puzzles/klotski.txt", "-o", page], check=True)
        self.open(page)
        self.wait(lambda: self.find("#player").is_displayed())
        self.assertEqual(len(self.all(".stage [data-piece]")), 10)
        # Nobody has said what is best, and there is no solution to step through.
        self.assertEqual(self.status(), "Start")
        self.assertFalse(self.find("#run").is_displayed())
        self.drag("I", (1, 0))
        self.assertEqual(self.status(), "1 move")
        self.shot("klotski")

    # What the `solve` commands write.

    def solved(self, *words):
        """Opens the page that a command writes with `--html`."""
        page = self.folder / "solved.html"
        page.unlink(missing_ok=True)
        subprocess.run([ANTIPODE, *words, "--quiet", "--html", page], cwd=ROOT, check=True,
                       stdout=subprocess.DEVNULL)
        self.open(page)
        self.wait(lambda: self.find("#player").is_displayed())

    def step_through(self, moves, known=True):
        """Goes to the end of the solution move by move, and back."""
        best = f", best is {moves}" if known else ""
        self.assertEqual(self.status(), f"Start{best}")
        start = self.places()
        self.keys(*[Keys.ARROW_RIGHT] * (moves - 1))
        self.assertTrue(self.status().startswith(f"Move {moves - 1} of {moves}: "))
        self.assertEqual(self.player("solved"), "false")
        self.keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.status(), f"Solved in {moves}{best}.")
        self.assertEqual(self.player("solved"), "true")
        self.assertEqual(self.find("#note").text, "")
        self.click("first")
        self.assertEqual(self.places(), start)

    def assert_drags(self, name, way, count, refused, wrong_way, kind):
        """One piece goes as it is dragged, which is undone; another is refused."""
        start = self.places()
        self.drag(name, *way, kind=kind)
        self.assertTrue(self.status().startswith(count), self.status())
        moved = self.places()
        self.assertNotEqual(moved[name], start[name])
        self.drag(refused, *wrong_way, kind=kind)
        self.assertIn("cannot move there.", self.find("#note").text)
        self.assertEqual(self.places(), moved)
        self.assertTrue(self.status().startswith(count), self.status())
        self.click("undo")
        self.assertEqual(self.places(), start)
        self.drag(name, *way, kind=kind)
        self.click("reset")
        self.assertEqual(self.places(), start)

    def assert_nothing_sticks_out(self, size):
        wide = self.browser.execute_script("return document.querySelector('.scene').scrollWidth")
        self.assertLessEqual(wide, SIZES[size][0])

    def test_panex_is_solved(self):
        for size, kind in KINDS:
            self.size(size)
            self.solved("panex", "solve", "--exchange", "--height", "2")
            self.assertEqual(self.find("#player-title").text, "Panex of height 2, 13 moves")
            self.assertEqual(len(self.all(".goal-boards .piece")), 4)
            self.assert_nothing_sticks_out(size)
            self.shot(f"solve-panex-{size}")
            self.step_through(13)
            self.keys(Keys.ARROW_RIGHT)
            self.assertEqual(self.status(), "Move 1 of 13: L>R")
            self.click("first")
            # b1 to the centre; then o2 has o1 above it, and walls beside it.
            self.assert_drags("a", [(0, -1), (1, 0), (0, 1)], "1 move,", "B", [(-1, 0)], kind)
            # No deeper than its size: one move, and the second is none.
            self.keys("b", "1", Keys.ARROW_UP, Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
            self.assertEqual(self.status(), "1 move, best is 13")
            self.keys(Keys.ARROW_DOWN)
            self.assertEqual(self.find("#note").text, "b1 cannot move there.")
            self.keys("b", "2", Keys.ARROW_UP)
            self.assertEqual(self.status(), "2 moves, best is 13")

    def test_colour_sorts_are_solved(self):
        for size, kind in KINDS:
            self.size(size)
            for rule, moves in (("1", 7), ("2", 10)):
                self.solved("colorsort", "solve", "FOFO;OFOF;", "--rule", rule)
                self.assertEqual(self.find("#player-title").text, f"2 colours, {moves} moves")
                self.step_through(moves)
                self.assert_drags("0.3", [(2, 0)], "1 move,", "1.2", [(1, 0)], kind)
                # By numbers: O, O, and then F onto F, which rule 2 pours one by one.
                self.keys("1", "3")
                self.assertEqual(self.status(), f"1 move, best is {moves}")
                self.keys("2", "1")
                self.assertEqual(self.status(), f"2 moves, best is {moves}")
                self.keys("2", "3", "1", "2")
                self.assertEqual(self.status(), f"4 moves, best is {moves}")
                self.assertEqual(self.cells_of("0.2")[0], 0 if rule == "2" else 1)
            self.solved("colorsort", "solve", "ABCAD;DBADB;BCBCD;CCADA;;")
            self.assert_nothing_sticks_out(size)
            self.shot(f"solve-sort-{size}")
            self.solved("colorsort", "solve", "FOFO;OFOF;", "--fast")
            self.assertEqual(self.find("#player section:not([hidden]) h3").text, "A solution")
            self.click("last")
            self.assertRegex(self.status(), r"^Solved in \d+\.$")

    def test_tiles_are_solved(self):
        for size, kind in KINDS:
            self.size(size)
            self.solved("tiles", "solve", "6 4 7/8 5 0/3 2 1")
            self.assert_nothing_sticks_out(size)
            self.shot(f"solve-tiles-{size}")
            self.step_through(31)
            # 8 has no blank beside it.
            self.assert_drags("5", [(1, 0)], "1 move,", "8", [(0, -1)], kind)
            self.keys("7", Keys.ARROW_DOWN)
            self.assertEqual(self.status(), "1 move, best is 31")
            self.keys(Keys.ARROW_UP)
            self.assertEqual(self.status(), "0 moves, best is 31")
            self.solved("tiles", "solve", "6 4 7/8 5 0/3 2 1", "--metric", "multi")
            best = self.browser.execute_script("return page.puzzles[0].best")
            self.step_through(best)
            # 8 pushes 5.
            self.assert_drags("8", [(1, 0)], "1 move,", "4", [(1, 0)], kind)
            self.keys("8", Keys.ARROW_RIGHT)
            self.assertEqual(self.status(), f"1 move, best is {best}")
        self.size("1280")
        self.solved("tiles", "solve", "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12")
        self.shot("solve-fifteen")
        self.step_through(2)
        self.keys("1", "1", Keys.ARROW_LEFT, "1", "2", Keys.ARROW_UP)
        self.assertEqual(self.status(), "Solved in 2, best is 2.")

    def test_sliding_blocks_are_solved(self):
        for size, kind in KINDS:
            self.size(size)
            self.solved("solve", "configs/puzzles/klotski.txt")
            self.shot(f"solve-klotski-{size}")
            self.step_through(81)
            self.assert_drags("I", [(1, 0)], "1 move,", "A", [(0, 1)], kind)
            self.keys("j", Keys.ARROW_LEFT)
            self.assertEqual(self.status(), "1 move, best is 81")
            # Cars keep to their axis.
            self.solved("solve", "configs/puzzles/rush-hour-1.txt")
            self.shot(f"solve-cars-{size}")
            self.step_through(8)
            self.assert_drags("C", [(0, 1)], "1 move,", "A", [(0, -1)], kind)

    def test_titles_goals_and_kinds_of_pieces_come_from_the_file(self):
        file = self.folder / "odd.txt"
        evil = "<script>document.title = 'owned'</script>"
        # B and C are alike, E is not; D does not move; a hole is asked for.
        file.write_text(f"title: {evil}\nhorizontal: D\nvertical: D\ndistinct: E\nalike: BC\nstart:\nBEC\nD..\n"
                        "goal:\n_C.\n...\n")
        self.solved("solve", file)
        self.assertEqual(self.find("#player-title").text, evil)
        self.assertEqual(self.find("h1").text, evil)
        self.assertNotEqual(self.browser.title, "owned")
        self.assertEqual(len(self.all("script")), 2)
        self.assertEqual(len(self.all(".goal-boards svg")), 1)
        self.step_through(self.browser.execute_script("return page.puzzles[0].best"))
        self.keys("d", Keys.ARROW_RIGHT)
        self.assertEqual(self.find("#note").text, "D cannot move there.")
        self.keys("e", Keys.ARROW_DOWN, "b", Keys.ARROW_RIGHT)
        # B where C is asked for, and a hole.
        self.assertEqual(self.status(), "Solved in 2, best is 2.")
        self.shot("solve-odd")


if __name__ == "__main__":
    unittest.main(verbosity=2)
