"""The editor, the solver beside it, and links: from an empty board to a puzzle that others play."""

import shlex

from pages import *  # noqa: F403

KLOTSKI = [[(1, 0), (2, 0), (2, 1), (1, 1)], [(0, 0), (0, 1)], [(3, 0), (3, 1)], [(0, 2), (0, 3)], [(1, 2), (2, 2)],
           [(3, 2), (3, 3)], [(1, 3)], [(2, 3)], [(0, 4)], [(3, 4)]]
# The 15-puzzle with two tiles swapped: half of 16! boards, and none is the goal.
FIFTEEN = "distinct: ABCDEFGHIJKLMNO\nstart:\nABCD\nEFGH\nIJKL\nMNO.\ngoal:\nABCD\nEFGH\nIJKL\nMON.\n"
ARROWS = {(0, -1): Keys.ARROW_UP, (0, 1): Keys.ARROW_DOWN, (-1, 0): Keys.ARROW_LEFT, (1, 0): Keys.ARROW_RIGHT}


class Make(Pages):
    def stroke(self, *cells, kind):
        """Moves the pen of the editor along cells."""
        if kind == "keyboard":
            self.browser.execute_script("document.getElementById('canvas').focus()")
            self.go(cells[0])
            self.keys(Keys.SPACE)
            for cell in cells[1:]:
                self.go(cell)
            self.keys(Keys.SPACE)
            return
        points = self.points(*cells)
        actions = ActionBuilder(self.browser, mouse=PointerInput(kind, kind), duration=20)
        point = actions.pointer_action
        point.move_to_location(*points[0])
        point.pointer_down()
        for each in points[1:]:
            point.move_to_location(*each)
        point.pointer_up()
        actions.perform()

    def points(self, *cells):
        """Where the middles of cells of the editor are in the window."""
        return self.browser.execute_script("""
            const screen = document.querySelector("#canvas svg").getScreenCTM();
            return arguments[0].map((cell) => {
              const { x, y } = new DOMPoint(...cell.map((at) => (at + 0.5) * 64)).matrixTransform(screen);
              return [Math.round(x), Math.round(y)];
            });""", cells)

    def go(self, cell):
        """Moves the pen to a cell with the arrows; the first one only shows where it is."""
        if not self.browser.execute_script("return editor.cursor"):
            self.keys(Keys.ARROW_DOWN)
        x, y = self.browser.execute_script("return editor.cursor")
        step = lambda a, b: (b > a) - (b < a)
        while (x, y) != cell:
            way = (step(x, cell[0]), 0) if x != cell[0] else (0, step(y, cell[1]))
            self.keys(ARROWS[way])
            x, y = x + way[0], y + way[1]

    def cells(self):
        return self.browser.execute_script("return editor.draft.cells.map((row) => row.join('')).join('/')")

    def problems(self):
        return [item.text for item in self.all("#problems li")]

    def draw_klotski(self, kind):
        for piece in KLOTSKI:
            self.stroke(*piece, kind=kind)
        self.assertEqual(self.cells(), "BAAC/BAAC/DEEF/DGHF/I..J")
        self.assertIn("No goal yet", self.problems()[0])
        self.tool("goal", kind)
        self.stroke((1, 0), (1, 3), kind=kind)
        self.assertEqual(self.problems(), [])
        self.assertEqual(self.find("#make-keys").is_displayed(), kind == "keyboard")
        if kind == "keyboard":
            self.assertEqual(self.browser.execute_script("return editor.parts.spoken.textContent"), "Column 2, row 4: piece G, A is to go here")

    def tool(self, name, kind="mouse"):
        if kind == "keyboard":
            self.browser.execute_script("document.getElementById('canvas').focus()")
            self.keys(name[0])
        else:
            self.click(f"tool-{name}")

    def solve(self):
        self.click("solve")
        self.wait(lambda: "moves" in self.find("#result strong").text if self.all("#result strong") else False)

    def test_klotski_is_drawn_solved_spoiled_and_shared(self):
        for size, kind, dark in (("1280", "keyboard", False), ("390", "touch", True)):
            self.size(size)
            self.look(dark=dark, still=True)
            self.open(self.four, "#make")
            self.draw_klotski(kind)
            look = f"{size}-{kind}{'-dark' if dark else ''}"
            self.shot(f"make-klotski-{look}")
            self.solve()
            self.assertEqual(self.find("#result strong").text, "81 moves")
            self.shot(f"make-solved-{look}")
            self.click("make-play")
            self.wait(lambda: self.find("#player").is_displayed() and self.status() == "0 moves, best is 81")
            self.click("first")
            self.steps("ARROW_RIGHT", 80)
            self.assertTrue(self.status().startswith("Move 80 of 81: "))
            self.keys(Keys.ARROW_RIGHT)
            self.assertEqual(self.status(), "Solved in 81, best is 81.")
            # Spoiled, and three hints in a row, each of which leads nearer.
            self.click("mine")
            self.keys("g", Keys.ARROW_DOWN)
            self.keys("h", Keys.ARROW_DOWN)
            self.keys("e", Keys.ARROW_DOWN)
            far = []
            for _ in range(3):
                self.click("hint")
                self.wait(lambda: "to go" in self.find("#note").text)
                self.assertTrue(self.all(".mark .arrow"))
                far.append(self.browser.execute_script("return player.toGo"))
                self.browser.execute_script("player.say('')")
            self.assertEqual(far, [far[0], far[0] - 1, far[0] - 2])
            self.shot(f"hint-{look}")
            # The link opens to play in a new page.
            self.click("share")
            self.wait(lambda: self.find("#sharing").is_displayed())
            link = self.find("#link").get_attribute("value")
            self.assertIn("#p1=4x5:BAAC/BAAC/DEEF/DGHF/I..J", link)
            self.shot(f"share-{look}")
            self.browser.get("about:blank")
            self.browser.get(link)
            self.wait(lambda: self.find("#player").is_displayed())
            # What was played of this puzzle is kept.
            self.click("reset")
            self.assertTrue(self.status().startswith("0 moves"))
            before = self.cells_of("I")
            self.drag("I", (1, 0), kind="touch" if kind == "touch" else "mouse")
            self.assertEqual(self.cells_of("I"), [before[0] + 1, before[1]])
            self.assertTrue(self.status().startswith("1 move"))
            self.wait(lambda: self.status() == "1 move, best is 81")
            self.shot(f"linked-{look}")

    def test_pieces_are_extended_cut_and_erased_and_all_is_undone(self):
        self.open(self.four, "#make")
        self.stroke((0, 0), (3, 0), kind="mouse")
        self.stroke((1, 0), (1, 2), kind="mouse")
        self.assertEqual(self.cells(), "AAAA/.A../.A../..../....")
        # Cutting the middle out leaves parts that are pieces of their own.
        self.tool("cut")
        self.stroke((1, 0), (1, 1), kind="mouse")
        board = self.cells()
        self.assertEqual(len(set(board) - set("./")), 4, board)
        self.tool("erase")
        self.stroke((0, 0), (3, 0), kind="mouse")
        self.tool("wall")
        self.stroke((0, 4), (1, 4), kind="mouse")
        self.assertTrue(self.cells().endswith("/##.."))
        for _ in range(5):
            self.chord("z")
        self.assertEqual(self.cells(), "..../..../..../..../....")
        self.assertFalse(self.find("#make-undo").is_enabled())
        for _ in range(5):
            self.chord("y")
        self.assertTrue(self.cells().endswith("/##.."))
        self.click("make-width-more", "make-height-less")
        self.assertEqual(self.cells().count("/"), 3)
        self.assertEqual(len(self.cells().split("/")[0]), 5)

    def test_impossible_boards_are_told_in_words(self):
        self.open(self.four, "#make")
        self.assertEqual(self.problems(), ["There is no piece yet."])
        self.assertFalse(self.find("#solve").is_enabled())
        self.stroke((0, 0), (1, 0), kind="mouse")
        self.tool("goal")
        self.stroke((0, 0), (0, 4), kind="mouse")
        self.assertEqual(self.problems(), [])
        self.tool("wall")
        self.stroke((0, 4), kind="mouse")
        self.assertEqual(self.problems(), ["A is to go onto a wall."])
        self.assertTrue(self.all("#canvas .wrong"))
        self.shot("make-wrong")
        self.chord("z")
        # Shut in: it is proved that there is no solution.
        self.tool("wall")
        self.stroke((0, 1), (3, 1), kind="mouse")
        self.click("solve")
        self.wait(lambda: "No solution" in self.find("#result").text)
        self.shot("make-none")

    def test_goals_keep_to_the_board(self):
        self.open(self.four, "#make")
        self.read("start:\nAA.\n...\n...\ngoal:\n...\n.AA\n.__\n")
        goal = "return editor.draft.puzzle().goals[0]"
        self.tool("wall")
        self.stroke((1, 2), kind="mouse")
        self.assertEqual(self.browser.execute_script(goal), ".../.AA/.#_")
        self.click("make-height-less")
        self.assertEqual(self.browser.execute_script(goal), ".../.AA")
        self.click("solve")
        self.wait(lambda: "1 move" in self.find("#result").text)
        self.stroke((1.5, 1), kind="mouse")
        self.assertEqual(self.problems(), ["A wall goes through the place of A."])
        self.click("make-width-less")
        self.assertEqual(self.problems(), ["A sticks out of the board."])

    def test_a_board_that_is_too_large_can_be_made_smaller(self):
        self.open(self.four, f"#p1=33x2:A+++:/{32 * '.'}A:move")
        self.wait(lambda: self.find("#player").is_displayed())
        larger = lambda: [self.find(f"#make-{side}-more").is_enabled() for side in ("width", "height")]
        self.click("edit")
        self.assertEqual(larger(), [False, False])
        self.click("make-width-less", "make-width-less")
        # As many cells as the solver takes, in whatever form.
        self.assertEqual(larger(), [True, False])
        self.click("make-width-more")
        self.assertEqual([len(row) for row in self.cells().split("/")], [32, 32])
        self.assertEqual(larger(), [False, False])
        self.click("make-height-less")
        self.assertFalse(self.find("#make-height-less").is_enabled())

    def test_a_puzzle_without_a_link_is_played(self):
        self.open(self.four, "#p9-1")
        self.browser.execute_script("location.hash = 'make'")
        self.wait(lambda: self.find("#canvas").is_displayed())
        self.browser.execute_script("editor.bench.ways.play({ ...page.puzzles[0], title: 'No link' })")
        self.wait(lambda: self.find("#player-title").text == "No link")

    def test_a_new_board_has_one_goal_again(self):
        self.open(self.four, "#make")
        self.stroke((0, 0), (1, 0), kind="mouse")
        self.tool("goal")
        self.stroke((0, 0), (0, 4), kind="mouse")
        self.click("another", "make-new")
        self.stroke((0, 0), (1, 0), kind="mouse")
        self.assertEqual(self.cells().split("/")[0], "AA..")
        self.assertEqual(len(self.all("#canvas .piece")), 1)

    def test_thin_walls_stand_between_cells(self):
        self.open(self.four, "#make")
        self.tool("wall")
        self.stroke((0.5, 0), kind="mouse")
        self.assertEqual(self.browser.execute_script("return editor.draft.barriers"), [[0, 0, 1, 0]])
        self.tool("draw")
        self.stroke((0, 0), (1, 0), kind="mouse")
        self.assertIn("A wall goes through A.", self.problems())
        self.tool("wall", "keyboard")
        self.go((0, 0))
        self.keys("|")
        self.assertEqual(self.browser.execute_script("return editor.draft.barriers"), [])
        self.keys("_")
        self.assertEqual(self.browser.execute_script("return editor.draft.barriers"), [[0, 0, 0, 1]])
        # Not beside a wall.
        self.go((0, 1))
        self.keys(Keys.SPACE, Keys.SPACE, Keys.ARROW_UP, "_", Keys.ARROW_DOWN, "|")
        self.assertEqual(self.browser.execute_script("return editor.draft.barriers"), [])

    def test_it_is_made_harder_and_taken_over(self):
        self.open(self.four, "#make")
        self.draw_klotski("mouse")
        self.solve()
        self.click("harder")
        self.wait(lambda: self.all("#take"))
        harder = int(self.find("#result strong").text.split()[0])
        self.assertGreater(harder, 81)
        self.shot("make-harder")
        self.click("take")
        self.solve()
        self.assertEqual(self.find("#result strong").text, f"{harder} moves")

    def read(self, text):
        """Takes over a text in the editor."""
        if not self.find("#texts").get_attribute("open"):
            self.find("#texts summary").click()
        self.wait(lambda: self.all("#form option"))
        self.browser.execute_script("""
            document.getElementById("text").value = arguments[0];
            document.getElementById("text-note").textContent = "";""", text)
        # By the keyboard, as the button moves while figures of a solution come in above it.
        self.find("#read").send_keys(Keys.ENTER)
        self.wait(lambda: self.find("#text-note").text != "")

    def forms(self):
        """The forms of the draft, by name: a text, or why there is none."""
        self.wait(lambda: len(self.browser.execute_script("return Object.keys(editor.bench.forms ?? {})")) == 5)
        return self.browser.execute_script("return editor.bench.forms")

    @long
    def test_texts_are_read_in_every_form_and_written_again(self):
        # Two forms can say Klotski; the others need a goal that shows all pieces, one in the lower-right
        # corner, or cars on 6x6.
        puzzles = {
            "klotski": ("81 moves", ["jimslide", "text"]),
            "rush-hour-1": ("8 moves", ["jimslide", "rush-hour", "text"]),
            "eight": ("31 moves", ["jimslide", "knuth", "text"]),
            "hughes": ("21 moves", ["array", "jimslide", "text"]),
        }
        self.open(self.four, "#make")
        for name, (moves, said) in puzzles.items():
            self.read((ROOT / f"configs/puzzles/{name}.txt").read_text())
            shape = lambda: re.sub("[A-Za-z0-9]", "x", self.cells())
            drawn = shape()
            forms = self.forms()
            self.assertEqual(sorted(form for form, text in forms.items() if isinstance(text, str)), said, name)
            for form in said:
                self.click("make-new")
                self.read(forms[form])
                self.assertEqual(self.find("#text-note").text, "Read.", form)
                self.assertEqual(shape(), drawn, form)
                self.solve()
                self.assertEqual(self.find("#result strong").text, moves, form)
        self.read("start:\nAB\nA\ngoal:\n..\n..")
        self.wait(lambda: "Line 3" in self.find("#text-note").text)
        # Lines are those of the field.
        self.read("\n\nstart:\nA.\ngoal:\n.B\n")
        self.wait(lambda: "Line 6, column 2" in self.find("#text-note").text)
        self.assertEqual(self.browser.execute_script("return getSelection().toString()"), "B")
        self.shot("make-text")

    def test_what_comes_of_a_text_is_seen_on_a_small_screen(self):
        # Browsers scroll to a field that has the focus when the size changes, so that comes first.
        self.size("390")
        self.open(self.four, "#make")
        self.read("start:\n")
        self.wait(lambda: self.browser.execute_script("return find('text-note').getBoundingClientRect().bottom < innerHeight + 2"))

    def test_names_stay_with_their_pieces(self):
        self.open(self.four, "#make")
        # What is drawn across a wall is one piece on either side, and the first keeps what is known of it.
        self.read("start:\n.#...\nA....\ngoal:\n.#...\n.A...\n")
        self.stroke((0, 0), (4, 0), kind="mouse")
        self.assertEqual(self.cells(), "B#CCC/A....")
        self.read("vertical: A\nstart:\n.#A\n...\ngoal:\n.#.\n..A\n")
        self.stroke((2, 0), (0, 0), kind="mouse")
        self.assertEqual(self.cells(), "B#A/...")
        # Part of another piece is not what was cut off.
        self.read("vertical: B\nstart:\nA.A.\nAAAB\ngoal:\n...B\n....\n")
        self.click("make-height-less")
        self.assertEqual(self.cells(), "A.B.")
        known = "const { axes, goals } = editor.draft; return [axes, goals[0].places]"
        self.assertEqual(self.browser.execute_script(known), [{}, {}])

    def test_delete_empties_the_cell_that_was_clicked(self):
        self.open(self.four, "#make")
        self.stroke((0, 0), (1, 0), kind="mouse")
        self.keys(Keys.DELETE)
        self.assertEqual(self.cells().split("/")[0], "A...")
        self.stroke((2, 4), (3, 4), kind="mouse")
        self.stroke((2, 4), kind="mouse")
        self.keys(Keys.DELETE)
        self.assertEqual(self.cells(), "A.../..../..../..../...B")
        # Before there is a pen to be seen, nothing is.
        self.again(self.four, "#make")
        self.browser.execute_script("document.getElementById('canvas').focus()")
        self.keys(Keys.DELETE)
        self.assertEqual(self.cells(), "A.../..../..../..../...B")

    def test_a_goal_tells_a_piece_apart_from_one_drawn_later(self):
        self.open(self.four, "#make")
        self.read("start:\n...\nA..\nB..\ngoal:\n...\n...\n..A\n")
        self.stroke((0, 0), kind="mouse")
        self.tool("goal")
        self.stroke((0, 0), (0, 1), kind="mouse")
        self.stroke((2, 2), (0, 0), kind="mouse")
        self.solve()
        # C and A have to change places.
        self.assertEqual(self.find("#result strong").text, "3 moves")
        # Without a goal they are alike again.
        self.click("ungoal", "whole")
        self.assertEqual(self.browser.execute_script("return editor.draft.puzzle().pieces"), {})

    def test_a_title_is_typed_at_any_time(self):
        self.open(self.four, "#make")
        self.draw_klotski("mouse")
        self.find("#texts summary").click()
        self.forms()
        self.assertEqual(self.find("#form").get_attribute("value"), "text")
        # The result of a search is not lost by it.
        self.click("solve")
        self.find("#make-title").send_keys("Its name")
        self.wait(lambda: "81 moves" in self.find("#result").text)
        self.wait(lambda: self.find("#text").get_attribute("value").startswith("title: Its name\n"))
        self.click("make-width-more", "make-undo")
        self.assertEqual(self.find("#make-title").get_attribute("value"), "Its name")
        heading = self.find("h1").text
        self.assertEqual(self.browser.title, f"Make: Its name \u2013 {heading}")
        self.click("make-undo")
        self.assertEqual(self.find("#make-title").get_attribute("value"), "")
        self.assertEqual(self.browser.title, f"Make: 10 pieces \u2013 {heading}")
        self.click("make-redo")
        self.solve()
        self.find("#make-title").send_keys(" here")
        self.click("make-play")
        self.wait(lambda: self.find("#player-title").text == "Its name here")
        self.assertEqual(self.status(), "0 moves, best is 81")

    def test_a_text_does_not_change_what_counts(self):
        self.open(self.four, "#make")
        Select(self.find("#make-metric")).select_by_value("step")
        self.read("start:\nA.\n..\ngoal:\n..\n.A\n")
        self.assertEqual(self.browser.execute_script("return editor.draft.metric"), "step")
        self.read("https://example.org/#p1=2x2:A:/.A:slide")
        self.assertEqual(self.browser.execute_script("return editor.draft.metric"), "slide")

    def test_a_form_that_cannot_say_the_puzzle_says_why(self):
        self.open(self.four, "#make")
        self.draw_klotski("mouse")
        self.find("#texts summary").click()
        self.assertNotIsInstance(self.forms()["rush-hour"], str)
        Select(self.find("#form")).select_by_value("rush-hour")
        self.assertTrue(self.find("#text-note").text.startswith("This form cannot say it: "), self.find("#text-note").text)

    def test_play_and_texts_do_not_wait_for_a_running_solve(self):
        self.open(self.four, "#make")
        self.read(FIFTEEN)
        self.click("solve")
        self.wait(lambda: "boards so far" in self.find(".bench").text)
        self.browser.execute_script("location.hash = 'p9-1'")
        self.wait(lambda: self.find("#player").is_displayed())
        self.click("hint")
        self.wait(lambda: "131 to go" in self.find("#note").text)
        self.click("share")
        self.wait(lambda: self.find("#sharing").is_displayed())
        self.assertIn("#p1=", self.find("#link").get_attribute("value"))
        self.keys(Keys.ESCAPE)
        self.browser.execute_script("location.hash = 'make'")
        self.assertIn("boards so far", self.find(".bench").text)
        self.read("start:\nA.\n..\ngoal:\n..\n.A\n")
        self.click("solve")
        self.wait(lambda: "1 move" in self.find("#result").text)

    def test_a_search_in_play_can_be_stopped(self):
        self.open(self.four, "#make")
        self.read(FIFTEEN)
        self.click("make-play")
        self.wait(lambda: self.find("#player").is_displayed())
        # What may be found in a moment was looked for unasked.
        self.wait(lambda: self.find("#find").is_enabled())
        self.assertFalse(self.find("#halt").is_displayed())
        self.browser.execute_script("document.getElementById('solution').open = true")
        self.click("find")
        self.wait(lambda: self.find("#halt").is_displayed())
        self.click("halt")
        self.wait(lambda: not self.find("#halt").is_displayed())
        self.assertEqual(self.find("#solution p").text, "Stopped.")
        self.assertTrue(self.find("#find").is_enabled())

    def test_what_the_page_gives_up_in_play_goes_on_by_a_command(self):
        self.open(self.four, "#p1=4x5:BAAC/BAAC/DEEF/DGHF/I..J:///.AA/.AA:move")
        self.wait(lambda: self.find("#player").is_displayed())
        # What is looked for unasked, for a moment, is not what the page may do.
        self.browser.execute_script("""
            const ask = player.solver.ask.bind(player.solver);
            player.solver.ask = (question, states) => ask({ ...question, ...window.limits }, states);
            player.solver.stop();
            window.limits = { budget: 0 };
            Object.assign(player.game.puzzle, { best: undefined, solution: "" });
            player.open({ ...player.game.puzzle });
            player.parts.solution.open = true;
            player.findSolution(3000);""")
        self.wait(lambda: self.find("#find").is_enabled())
        self.assertEqual(self.find("#solution > .quiet").text, "")
        self.click("hint")
        self.wait(lambda: self.find("#note").text.endswith("The solution, below, is looked for as long as it takes."))
        self.browser.execute_script("window.limits = { memory: 1 << 16 }")
        self.click("find")
        self.wait(lambda: self.all("#solution code"))
        self.assertEqual(self.find("#solution .problem").text, "This takes more memory than the page may use.")
        command = shlex.split(self.find("#solution code").text)
        told = subprocess.run([ANTIPODE, *command[1:], "--json", "--quiet"], check=True, capture_output=True)
        self.assertEqual(json.loads(told.stdout)["moves"], 81)

    def test_a_browser_without_workers_is_told(self):
        self.open(self.four, "#make")
        self.draw_klotski("mouse")
        self.browser.execute_script("Worker = function () { throw new Error('none') }")
        self.click("solve")
        self.wait(lambda: "The solver needs a worker" in self.find("#result").text)
        self.assertTrue(self.find("#solve").is_enabled())
        # One that is not let begin, or may not compile, is no bug either.
        for message in ("undefined", "'Uncaught CompileError: blocked by Content Security Policy'"):
            self.assertEqual(self.browser.execute_script(f"return solverFailure({message}).why"), "browser")

    def test_stop_stops_a_running_solve(self):
        self.open(self.four, "#make")
        self.read(FIFTEEN)
        self.click("solve")
        self.wait(lambda: "boards so far" in self.find(".bench").text)
        self.shot("make-searching")
        self.assertFalse(self.find("#solve").is_enabled())
        self.click("stop")
        self.wait(lambda: self.find("#result").text == "Stopped.")
        self.assertFalse(self.find("#stop").is_displayed())
        # Nothing goes on behind, and another question is answered.
        self.assertIsNone(self.browser.execute_script("return editor.bench.solver.worker ?? null"))
        self.read((ROOT / "configs/puzzles/klotski.txt").read_text())
        self.solve()
        self.assertEqual(self.find("#result strong").text, "81 moves")

    def test_a_full_memory_is_told_with_the_command_that_goes_on(self):
        self.open(self.four, "#make")
        self.draw_klotski("mouse")
        self.browser.execute_script("""
            const { solver } = editor.bench;
            const ask = solver.ask.bind(solver);
            solver.ask = (question, states) => ask({ ...question, memory: 1 << 16 }, states);""")
        self.click("solve")
        self.wait(lambda: self.all("#result code"))
        self.assertEqual(self.find("#result .problem").text, "This takes more memory than the page may use.")
        self.shot("make-memory")
        command = shlex.split(self.find("#result code").text)
        self.assertEqual(command[:3], ["antipode", "solve", "--link"])
        told = subprocess.run([ANTIPODE, *command[1:], "--json", "--quiet"], check=True, capture_output=True)
        self.assertEqual(json.loads(told.stdout)["moves"], 81)
        for harder, flag in (("harder", "--farthest"), ("hardest", "--hardest")):
            self.click(harder)
            self.wait(lambda: flag in "".join(code.text for code in self.all("#result code")))

    def test_what_is_typed_as_text_stays_until_it_is_read(self):
        self.open(self.four, "#make")
        self.draw_klotski("mouse")
        self.find("#texts summary").click()
        self.forms()
        text = lambda: self.find("#text").get_attribute("value")
        self.wait(lambda: "goal:" in text())
        self.find("#text").click()
        self.chord("a")
        typed = "start:\nAB\n..\ngoal:\n..\n.A"
        self.find("#text").send_keys(typed)
        Select(self.find("#make-metric")).select_by_value("slide")
        self.assertEqual(text(), typed)
        self.click("read")
        self.wait(lambda: self.find("#text-note").text == "Read.")
        self.assertEqual(self.cells(), "AB/..")
        self.assertNotEqual(text(), typed)

    def test_a_hint_does_not_wait_for_the_figures_of_difficulty(self):
        self.open(self.four, "#make")
        self.draw_klotski("mouse")
        self.solve()
        self.click("make-play", "hint")
        self.wait(lambda: "80 to go" in self.find("#note").text)
        # The figures take some ten times as long; they come all the same.
        figures = "return document.querySelectorAll('#result .facts dd').length"
        self.assertEqual(self.browser.execute_script(figures), 0)
        self.wait(lambda: self.browser.execute_script(figures) > 0, seconds=120)

    def test_a_stroke_is_of_one_finger(self):
        self.open(self.four, "#make")
        points = self.points((0, 0), (1, 0), (2, 0), (3, 4), (1, 4))
        actions = ActionBuilder(self.browser, mouse=PointerInput("touch", "one"))
        one, other = actions.pointer_action.source, actions.add_pointer_input("touch", "other")
        move = lambda finger, point: finger.create_pointer_move(duration=20, x=point[0], y=point[1])
        # The other comes down after the second cell, and leaves before the third.
        move(one, points[0]), one.create_pointer_down(), move(one, points[1])
        [other.create_pause(0) for _ in range(3)]
        move(other, points[3]), other.create_pointer_down(), move(other, points[4]), other.create_pointer_up(0)
        [one.create_pause(0) for _ in range(4)]
        move(one, points[2]), one.create_pointer_up(0)
        actions.perform()
        self.assertEqual(self.cells(), "AAA./..../..../..../....")

    def test_a_pen_that_is_down_is_lifted_by_what_comes_next(self):
        self.open(self.four, "#make")
        self.tool("draw", "keyboard")
        self.go((0, 0))
        self.keys(Keys.SPACE, Keys.ARROW_RIGHT, "g", Keys.ARROW_RIGHT)
        self.assertEqual(self.cells().split("/")[0], "AA..")
        self.keys(Keys.ARROW_LEFT, Keys.SPACE, Keys.ARROW_DOWN)
        self.chord("z")
        self.keys(Keys.ARROW_DOWN, Keys.SPACE)
        self.assertEqual(self.browser.execute_script("return editor.draft.goals[0].places"), {})
        self.assertEqual(self.cells().split("/")[0], "AA..")

    def test_buttons_are_called_what_they_say_and_keep_the_focus(self):
        self.open(self.four, "#make")
        self.stroke((0, 0), (1, 0), kind="mouse")
        wrong = self.browser.execute_script("""
            return [...document.querySelectorAll("button")].map((each) => [each.textContent.trim(), each.ariaLabel])
              .filter(([text, label]) => text && label && !label.includes(text));""")
        self.assertEqual(wrong, [])
        focused = lambda: self.browser.execute_script("return document.activeElement.id")
        Select(self.find("#axis")).select_by_value("h")
        self.assertEqual(focused(), "axis")
        self.click("aim")
        self.assertEqual(focused(), "canvas")
        self.click("another")
        self.assertEqual(focused(), "another")
        self.click("goal-1")
        self.assertEqual(focused(), "goal-1")
        self.click("remove")
        self.assertEqual(focused(), "canvas")

    def test_the_end_of_the_names_is_told(self):
        self.open(self.four, "#make")
        names = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.."
        rows = "\n".join(names[at:at + 8] for at in range(0, 64, 8))
        self.read(f"start:\n{rows}\ngoal:\nB.......\n" + "........\n" * 7)
        self.stroke((6, 7), kind="mouse")
        self.assertEqual(self.find("#make-help").text, "There are no more names for pieces.")
        self.tool("erase")
        self.assertIn("Drag over cells", self.find("#make-help").text)

    def test_a_card_is_taken_to_the_editor(self):
        self.open(self.four, "#p9-1")
        self.click("edit")
        self.wait(lambda: self.find("#canvas").is_displayed())
        self.assertEqual(self.cells(), "AABC/DEBB/DFGH/.FI.")
        # Its title tells figures, which change with it.
        self.assertEqual(self.find("#make-title").get_attribute("value"), "")
        self.solve()
        self.assertEqual(self.find("#result strong").text, "132 moves")

    def test_the_draft_survives_a_reload(self):
        self.open(self.four, "#make")
        self.stroke((0, 0), (1, 0), kind="mouse")
        self.again(self.four, "#make")
        self.assertEqual(self.cells().split("/")[0], "AA..")
        # What takes its place on some page gives way to it.
        self.again(self.four, "#p9-1")
        self.click("edit")
        self.wait(lambda: self.cells() == "AABC/DEBB/DFGH/.FI.")
        self.again(self.four, "#make")
        self.assertEqual(self.cells(), "AABC/DEBB/DFGH/.FI.")
        self.click("make-undo")
        self.assertEqual(self.cells().split("/")[0], "AA..")
        self.again(self.four, "#make")
        self.assertFalse(self.find("#make-undo").is_enabled())

    def test_two_tabs_do_not_take_each_others_drafts(self):
        first = self.browser.current_window_handle

        def leave():
            for other in self.browser.window_handles:
                if other != first:
                    self.browser.switch_to.window(other)
                    self.browser.close()
            self.browser.switch_to.window(first)

        def tab():
            self.browser.switch_to.new_window("tab")
            self.size("1280")
            self.again(self.four, "#make")

        self.addCleanup(leave)
        self.open(self.four, "#make")
        self.stroke((0, 0), (1, 0), kind="mouse")
        tab()
        # It goes on with what was drawn last, as a page that is opened later does.
        self.assertEqual(self.cells().split("/")[0], "AA..")
        self.click("make-new")
        self.stroke((3, 0), (3, 1), kind="mouse")
        second = self.browser.current_window_handle
        self.browser.switch_to.window(first)
        self.stroke((0, 1), (1, 1), kind="mouse")
        drawn = {first: "AA../BB../..../..../....", second: "...A/...A/..../..../...."}
        for each, cells in drawn.items():
            self.browser.switch_to.window(each)
            self.again(self.four, "#make")
            self.assertEqual(self.cells(), cells)
        # Both are there for a third.
        tab()
        self.assertEqual(self.cells(), drawn[first])
        self.click("make-undo")
        self.assertEqual(self.cells(), drawn[second])

    def test_what_is_chosen_is_seen_in_forced_colours(self):
        self.open(self.four, "#make")
        self.tool("wall")
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]})
        ground = lambda of: self.find(of).value_of_css_property("background-color")
        self.assertNotEqual(ground("#tool-wall"), ground("#tool-draw"))
        self.assertNotEqual(ground("#tab-make"), ground("#tab-play"))
        self.assertEqual(self.find("#make-redo").value_of_css_property("opacity"), "1")
        self.click("tab-puzzles")
        self.wait(lambda: self.all(".hard i"))
        self.assertNotEqual(ground(".hard i"), ground(".hard"))

    def test_a_piece_by_itself_is_brought_to_its_place(self):
        self.open(self.four, "#make")
        self.read("start:\nA..\n...\ngoal:\n...\n..A\n")
        self.click("make-play")
        task = lambda: self.find("#task").text
        self.wait(lambda: self.find("#player").is_displayed())
        self.assertIn("Bring A to the marked place.", task())
        self.browser.refresh()
        self.wait(lambda: self.find("#player").is_displayed())
        self.assertIn("Bring A to the marked place.", task())

    def test_a_piece_is_not_put_on_a_hole_of_the_goal(self):
        self.open(self.four, "#make")
        self.read("start:\nA..\n.B.\n...\ngoal:\n...\n...\n.A_\n")
        self.assertEqual(self.problems(), [])
        self.tool("goal")
        self.stroke((1, 1), (2, 2), kind="mouse")
        self.assertEqual(self.problems(), ["B is to go to a cell that is to be a hole."])

    def test_a_damaged_draft_is_as_none(self):
        self.open(self.four, "#make")
        two = {"cells": [["A", "."]], "goals": [{"places": {"A": [1, 0]}, "holes": []}]}
        goal = lambda **what: {**two, "goals": [{**two["goals"][0], **what}]}
        wrong = [{"cells": []}, {"cells": [[]]}, {"cells": [["A"], ["A", "."]]}, {"cells": ["A."]}, {"cells": [["A"]], "goals": []},
                 {"cells": None}, {**two, "goals": [None]}, goal(places={"A": ["x", 1]}), goal(places={"A": []}),
                 goal(places={"Z": [0, 0]}), goal(places=None), goal(holes=[None]), goal(holes=[[5, 0]]), {**two, "axes": None},
                 {**two, "marks": {"A": "x"}}, {**two, "metric": "x"}, {**two, "title": 1}, {**two, "barriers": [[0, 0]]},
                 {**two, "barriers": [[0, 0, 5, 5]]}, {**two, "barriers": None}]
        read = """
            return arguments[0].map((kept) => {
              localStorage.setItem(DRAFT, JSON.stringify(kept));
              return editor.recalled(DRAFT) !== undefined;
            });"""
        right = [two, goal(places={}), goal(holes=[[1, 0]]), {**two, "axes": {"A": "h"}, "barriers": [[0, 0, 1, 0]]}]
        self.assertEqual(self.browser.execute_script(read, right), [True] * len(right))
        self.assertEqual([kept for kept, taken in zip(wrong, self.browser.execute_script(read, wrong)) if taken], [])
        self.browser.execute_script("localStorage.setItem(DRAFT, JSON.stringify(arguments[0]))", goal(places={"A": ["x", 1]}))
        self.again(self.four, "#make")
        self.assertEqual(self.cells(), "..../..../..../..../....")

    def test_a_draft_that_is_not_kept_is_told(self):
        self.open(self.four, "#make")
        self.browser.execute_script("Storage.prototype.setItem = () => { throw new Error('full') }")
        self.stroke((0, 0), (1, 0), kind="mouse")
        self.assertIn("This browser keeps no drafts any more", self.find("#make-help").text)

    def test_a_damaged_link_says_so_and_opens_the_editor(self):
        for link in ("#p1=", "#p1=4x4:AABC/DEBB", "#p1=99x99:A:move", "#p7=4x4:A", "#p1=%3Cscript%3E", "#c1=AB;;", "#t1=x", "#x1=b1:"):
            self.open(self.four, link)
            again = "Ask for the page that it was made with, or for one that is newer than this." if link.startswith("#p7") else "Ask for the link again."
            self.wait(lambda: self.find("#trouble").text.endswith(f". {again}"))
            self.assertNotRegex(self.find("#trouble").text, "^(Ask|[a-z])", "what is wrong with it comes first")
            self.assertTrue(self.find("#canvas").is_displayed())
            self.assertEqual(set(self.cells()), set("./"))
        self.shot("damaged")
        self.open(self.four, "#make")
        for link, advice in (("p7=4x4:A", "Ask for the page that it was made with"), ("p1=4x4:AABC/DEBB", "Ask for the link again.")):
            self.read(link)
            self.assertIn(f". {advice}", self.find("#text-note").text)
        for link, why in (("#p7=4x4:A", "This link is of another version (7)"), ("#p1=4x4:A:///..AA:size=9:move", '"size=9" is no key')):
            self.open(self.four, link)
            self.wait(lambda: self.find("#trouble").text.startswith(why))
        # What was drawn before is not lost.
        self.open(self.four, "#make")
        self.find("#canvas").click()
        drawn = self.cells()
        self.assertIn("A", drawn)
        self.again(self.four, "#p1=4x4:AABC/DEBB")
        self.wait(lambda: "cut off" in self.find("#trouble").text)
        self.assertEqual(self.cells(), drawn)

    def test_the_studio_stands_alone(self):
        page = self.folder / "studio.html"
        subprocess.run([ANTIPODE, "studio", "-o", page], check=True)
        self.open(page)
        self.wait(lambda: self.find("#canvas").is_displayed())
        self.shot("studio")
        self.click("tab-play")
        self.wait(lambda: "no puzzle to play yet" in self.find("#trouble").text)
        self.assertTrue(self.find("#canvas").is_displayed())
        subprocess.run([ANTIPODE, "studio", ROOT / "configs/puzzles/klotski.txt", "-o", page], check=True)
        self.open(page)
        self.wait(lambda: self.find("#player").is_displayed())
        self.click("hint")
        self.wait(lambda: "80 to go" in self.find("#note").text)
        # Another puzzle that is played does not give way to this one when its tab is pressed.
        self.browser.execute_script("made = { ...player.game.puzzle, id: 'shared', title: 'Mine', link: undefined }; play(made)")
        self.wait(lambda: self.find("#player-title").text == "Mine")
        self.click("tab-make", "tab-play")
        self.wait(lambda: self.find("#player").is_displayed())
        self.assertEqual(self.find("#player-title").text, "Mine")
