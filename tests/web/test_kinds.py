"""Families, metrics, other kinds of puzzles, and what the commands write."""

from pages import *  # noqa: F403


class Kinds(Pages):
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
            # A place in the tray tells the goal of A; a picture tells any.
            self.assertEqual(len(self.all(".stage .target")), 0 if family == "compound" else 1)
            self.assertEqual(len(self.all(".goals svg")), 1)
            self.shot(f"family-{family}")
            self.click("last")
            self.browser.execute_script("location.hash = 'data'")
            self.wait(lambda: self.find("#charts").is_displayed())
            # Distances from the goal are there for these too, and boards by their pieces.
            pieces, distance = [len(chart.find_elements(By.TAG_NAME, "option"))
                                for chart in self.all("#charts figure")]
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
        self.assertEqual(self.heard("#status"), "Move 1 of 1: pieces A and B down 1, right 2")
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

    def test_what_never_had_a_solution_is_told(self):
        self.one("never", metric="step", kind="slide", board="A.B", goals=["B.A"], pieces={"A": {"mark": 1}, "B": {"mark": 2}})
        for _ in range(2):
            self.click("hint")
            self.wait(lambda: self.find("#note").text == "It has no solution.")
            self.keys("a", Keys.ARROW_RIGHT)

    def test_no_wall_comes_to_run_through_a_piece(self):
        self.one("cut", metric="step", kind="slide", board="AA./.../...", goals=[".../.../AA."],
                 barriers=[[0, 1, 1, 1]], pieces={"A": {"goal": True}})
        for move in (lambda: self.keys("a", Keys.ARROW_DOWN), lambda: self.drag("A", (0, 1))):
            move()
            self.assertEqual(self.find("#note").text, "A cannot move there.")
            self.assertEqual(self.cells_of("A"), [0, 0])
        # Elsewhere it passes, and a wall may stand between two pieces that move as one.
        self.drag("A", (1, 0), (0, 1))
        self.assertEqual(self.cells_of("A"), [1, 1])
        self.one("apart", metric="super-step", kind="slide", board="AB/../..", goals=["../A./.."],
                 barriers=[[0, 1, 1, 1]], pieces={"A": {"goal": True}})
        self.piece("A").click()
        self.piece("B").click()
        self.drag("A", (0, 1))
        self.assertEqual([self.cells_of("A"), self.cells_of("B")], [[0, 1], [1, 1]])

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
        self.assertEqual(self.heard("#status"), "Move 1 of 2: piece 1 up 1, right 2")
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

    def test_tubes_take_the_focus_and_not_what_is_in_them(self):
        self.one("tubes", metric="move", kind="pour", board="FOFO;OFOF;", capacities=[4], rule=1, best=7)
        focused = lambda: self.browser.switch_to.active_element.accessible_name
        self.browser.execute_script("player.stage.box.focus()")
        names = []
        for _ in range(4):
            self.keys(Keys.TAB)
            names.append(focused())
        self.assertEqual(names, ["tube 1, from the top O, F, O, F", "tube 2, from the top F, O, F, O", "tube 3, empty", "Hint"])
        self.assertEqual(self.browser.execute_script("return [...document.querySelectorAll('.stage .pieces [tabindex]')].length"), 0)
        # Nothing is taken back by an arrow on an empty tube.
        self.keys("1", "3", "2", "1")
        self.assertEqual(self.status(), "2 moves, best is 7")
        self.click("undo", "undo")
        self.keys(Keys.TAB, Keys.TAB, Keys.TAB)
        self.assertEqual(focused(), "tube 3, empty")
        self.keys(Keys.ARROW_LEFT, Keys.ARROW_UP)
        self.assertEqual(self.status(), "0 moves, best is 7")
        # The focus goes along, to the next tube that takes it.
        self.keys("1", Keys.ARROW_RIGHT)
        self.assertEqual(self.status(), "1 move, best is 7")
        self.assertEqual(focused(), "tube 3, from the top O")
        self.keys(Keys.ARROW_LEFT)
        self.assertIn("cannot move there", self.find("#note").text)
        self.shot("tubes-focus")

    def test_tubes_are_tapped_one_and_then_the_other(self):
        self.one("taps", metric="move", kind="pour", board="FOFO;OFOF;", capacities=[4], rule=1, best=7)
        tube = lambda number: self.find(f'.stage [data-handle="{number - 1}"]')
        tap = lambda number: ActionChains(self.browser).move_to_element_with_offset(tube(number), 0, 60).click().perform()
        chosen = lambda: [handle.get_attribute("aria-pressed") for handle in self.all(".stage [data-handle]")]
        # What is empty gives nothing, and what is tapped twice is let go.
        for number in (3, 1, 1):
            tap(number)
        self.assertEqual(chosen(), ["false"] * 3)
        tap(1)
        self.assertEqual(chosen(), ["true", "false", "false"])
        self.shot("taps")
        tap(2)
        self.assertIn("cannot move there", self.find("#note").text)
        tap(1)
        tap(3)
        self.assertEqual(self.status(), "1 move, best is 7")
        # By keys it is the same.
        self.click("undo")
        for number, key in ((1, Keys.ENTER), (3, " ")):
            self.browser.execute_script("arguments[0].focus()", tube(number))
            self.keys(key)
        self.assertEqual(self.status(), "1 move, best is 7")
        self.assertEqual(chosen(), ["false"] * 3)
        # What is chosen is so for one move, however that is made.
        tap(1)
        self.browser.execute_script("arguments[0].focus()", tube(2))
        self.keys(Keys.ARROW_LEFT)
        self.assertEqual(self.status(), "2 moves, best is 7")
        self.assertEqual(chosen(), ["false"] * 3)

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
            # Below the last row there is no tube to be tapped.
            self.assertIsNone(self.browser.execute_script("return player.stage.rules.containerAt([0.5, 30]) ?? null"))
            # By keys it is c, as 0 is the tenth.
            self.assertIn("11 is a", self.find("#player").text)
            self.keys("1", "c")
            self.assertEqual(self.cells_of("0.3"), [5, 8])
            self.click("undo")

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
        self.assertEqual(self.status(), "0 moves")
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
        self.click("first")
        self.assertEqual(self.status(), "At the start of the solution")
        start = self.places()
        self.steps("ARROW_RIGHT", moves - 1)
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
        wide = self.browser.execute_script("return document.documentElement.scrollWidth")
        self.assertLessEqual(wide, SIZES[size][0])

    def test_panex_is_solved(self):
        for size, kind in KINDS:
            self.size(size)
            self.solved("panex", "solve", "--exchange", "--height", "2")
            self.assertEqual(self.find("h1").text, "Panex of height 2, 13 moves")
            self.assertFalse(self.find("#player-title").is_displayed(), "it is the only puzzle of the page")
            self.assertIn("type its label", self.find("#player").text, "b1 is no letter")
            self.assertEqual(len(self.all(".goals .piece")), 4)
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

    @long
    def test_colour_sorts_are_solved(self):
        for size, kind in KINDS:
            self.size(size)
            for rule, moves in (("1", 7), ("2", 10)):
                self.solved("colorsort", "solve", "FOFO;OFOF;", "--rule", rule)
                self.assertEqual(self.find("h1").text, f"2 colours, {moves} moves")
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
            self.assertEqual(self.find("#solution summary").text, "Solution")
            self.click("last")
            self.assertRegex(self.status(), r"^Solved in \d+\.$")
            Select(self.find("#nearer")).select_by_value("5")
            self.assertEqual(self.status(), "0 moves")
            self.assertEqual(self.find("#solution summary").text, "Solution")
            # The link of the whole puzzle would lead elsewhere.
            self.assertFalse(self.find("#share").is_displayed())

    @long
    def test_tiles_are_solved(self):
        for size, kind in KINDS:
            self.size(size)
            self.solved("tiles", "solve", "6 4 7/8 5 0/3 2 1")
            self.assert_nothing_sticks_out(size)
            self.shot(f"solve-tiles-{size}")
            # They have a link, and no text.
            self.click("share")
            self.wait(lambda: self.find("#sharing").is_displayed())
            self.assertIn("#t1=", self.find("#link").get_attribute("value"))
            self.assertEqual(self.all("#share-text"), [])
            self.keys(Keys.ESCAPE)
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

    @long
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
        self.assertEqual(self.find("h1").text, evil)
        self.assertNotEqual(self.browser.title, "owned")
        self.assertEqual(len(self.all("script")), 3)
        self.assertEqual(len(self.all(".goals svg")), 1)
        self.step_through(self.browser.execute_script("return page.puzzles[0].best"))
        self.keys("d", Keys.ARROW_RIGHT)
        self.assertEqual(self.find("#note").text, "D cannot move there.")
        self.keys("e", Keys.ARROW_DOWN, "b", Keys.ARROW_RIGHT)
        # B where C is asked for, and a hole.
        self.assertEqual(self.status(), "Solved in 2, best is 2.")
        self.shot("solve-odd")

    @long
    def test_hints_are_known_of_every_kind(self):
        way = "(up|down|left|right) [0-9]"
        for words, best, heard in (
            (("panex", "solve", "--exchange", "--height", "2"), 13, f"piece [bo][12] {way}(, {way})*"),
            (("colorsort", "solve", "FOFO;OFOF;", "--rule", "1"), 7, "tube [123] into tube [123]"),
            (("colorsort", "solve", "FOFO;OFOF;", "--rule", "2"), 10, "tube [123] into tube [123]"),
            (("tiles", "solve", "6 4 7/8 5 0/3 2 1"), 31, f"piece [1-8] {way}"),
            (("tiles", "solve", "6 4 7/8 5 0/3 2 1", "--metric", "multi"), None, f"pieces? [1-8]( and [1-8])* {way}"),
            (("solve", "configs/puzzles/rush-hour-1.txt", "--metric", "step"), None, f"piece [A-Z] {way}"),
        ):
            self.solved(*words)
            best = best or self.browser.execute_script("return page.puzzles[0].best")
            # Every hint but the first takes the one before; the last brings it home.
            for left in range(best - 1, -1, -1):
                self.browser.execute_script("player.say(''); find('hint').click()")
                self.wait(lambda: f"then {left} to go" in self.find("#note").text)
                self.assertTrue(self.all(".mark .arrow"), words)
                self.assertRegex(self.heard("#note"), f"^{heard}, then {left} to go")
            self.click("hint")
            self.wait(lambda: self.player("solved") == "true")
            self.assertEqual(self.status(), f"Solved in {best}, best is {best}.")
            self.assertIn("hint", self.find("#win").text)

    def test_two_batches_stand_side_by_side(self):
        folder = self.folder / "batches"
        for batch in ("4x4", "4x4-slide"):
            shutil.copytree(ROOT / "out" / batch, folder / batch)
        self.gallery(folder / "4x4")
        page = self.gallery(folder)
        for size in SIZES:
            self.size(size)
            self.open(page)
            self.assertEqual(len(self.all("#batches .card")), 2)
            self.wait(lambda: self.all("#batches .card .gallery"))
            self.shot(f"batches-{size}")
            cut = self.browser.execute_script("""return [...document.querySelectorAll("#batches .card :is(h2, p)")]
                .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth)
                .map((each) => each.textContent)""")
            self.assertEqual(cut, [])
            Select(self.find("#one")).select_by_value("4x4")
            Select(self.find("#other")).select_by_value("4x4-slide")
            self.wait(lambda: self.find("#both").is_displayed())
            self.assertEqual(len(self.all("#both tbody tr")), 15)
            self.assertEqual(self.browser.title, f"4x4 and 4x4-slide \u2013 {self.find('h1').text}")
            # The skip link leaves them as they are.
            self.browser.execute_script("document.querySelector('.skip').click()")
            self.assertTrue(self.find("#both").is_displayed())
            self.assertIn("132 moves", self.find("#both").text)
            self.assertIn("slides", self.find("#both").text)
            self.shot(f"side-by-side-{size}")
            self.assertLessEqual(self.browser.execute_script("return document.documentElement.scrollWidth"), SIZES[size][0])
        # One of them alone stays chosen.
        Select(self.find("#other")).select_by_value("")
        self.wait(lambda: self.find("#batches").is_displayed())
        self.assertEqual([self.find(each).get_attribute("value") for each in ("#one", "#other")], ["4x4", ""])
        self.assertFalse(self.find("#trouble").is_displayed())
        self.browser.execute_script("location.hash = '4x4&5x5%20x'")
        self.wait(lambda: self.find("#trouble").is_displayed())
        self.assertEqual(self.find("#trouble").text, "There is no batch 5x5 x here.")
        self.browser.execute_script("location.hash = '4x4&4x4-slide'")
        self.wait(lambda: self.find("#both").is_displayed())
        self.assertFalse(self.find("#trouble").is_displayed())
        self.find('#both a[href="4x4/index.html#p9-1"]').click()
        self.wait(lambda: self.find("#player-title").text == "9 pieces, 132 moves")

    def test_all_batches_are_printed(self):
        folder = self.folder / "paper"
        kinds = sorted(batch.name for batch in (ROOT / "out").iterdir() if batch.name.startswith("4x4"))
        for batch in kinds:
            shutil.copytree(ROOT / "out" / batch, folder / batch)
        self.open(self.gallery(folder))
        command = self.browser.execute_cdp_cmd
        # A4, upright, without its margins.
        command("Emulation.setDeviceMetricsOverride", dict(width=716, height=300, deviceScaleFactor=1, mobile=False))
        command("Emulation.setEmulatedMedia", {"media": "print"})
        self.addCleanup(command, "Emulation.setEmulatedMedia", {"media": ""})
        for link, boxes in (("", "#batches .card"), (f"#{kinds[0]}&{kinds[1]}", "#both td:has(.pictures)")):
            self.browser.execute_script("location.hash = arguments[0]", link)
            self.wait(lambda: self.find(boxes).is_displayed())
            self.browser.execute_script("dispatchEvent(new Event('beforeprint'))")
            drawn = self.browser.execute_script("return [...document.querySelectorAll(arguments[0])].map((box) => box.querySelectorAll('.gallery').length)", boxes)
            self.assertEqual(set(drawn), {1}, "each has its picture, also those that were never in view")
            self.assertEqual([each for each in self.all("select, form") if each.is_displayed()], [])
            self.assertLessEqual(self.browser.execute_script("return document.documentElement.scrollWidth"), 716)
            self.shot(f"paper-batches-{boxes[1:5]}")

    def test_a_puzzle_with_its_solution_stays_while_others_are_made(self):
        page = self.folder / "own.html"
        solve = [ANTIPODE, "tiles", "solve", "8 0 6/5 4 7/2 3 1", "--html", page, "--quiet"]
        subprocess.run(solve, check=True, capture_output=True, cwd=self.folder)
        self.open(page)
        before = (self.heard("#player-title"), self.status())
        self.assertIn("best is 27", before[1])
        self.click("tab-make")
        self.wait(lambda: self.find("#canvas").is_displayed())
        self.click("tab-play")
        self.wait(lambda: self.find("#player").is_displayed())
        self.assertEqual((self.heard("#player-title"), self.status()), before)
