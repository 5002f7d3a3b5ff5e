"""The player, on the page of a batch."""

from pages import *  # noqa: F403


class Play(Pages):
    def test_the_solution_of_132_moves_brings_the_goal_piece_home(self):
        for size in SIZES:
            self.size(size)
            self.open(self.four, "#p9-1")
            self.shot(f"player-{size}")
            start = self.places()
            # What is said after each key, as asking for it takes most of the time.
            self.browser.execute_script("""
                window.said = [];
                addEventListener("keyup", () => said.push(find("status").innerText.trim()));""")
            for step in range(1, 133, 12):
                self.click("next")
                self.assertTrue(self.status().startswith(f"Move {step} of 132: "))
                self.steps("ARROW_RIGHT", 11)
                said = self.browser.execute_script("return said.splice(0)")
                self.assertEqual(len(said), 11)
                for after, status in enumerate(said, step + 1):
                    self.assertTrue(status.startswith(f"Move {after} of 132: ") or after == 132, status)
            self.assertEqual(self.status(), "Solved in 132, best is 132.")
            self.assert_goal_is_home()
            self.shot(f"solved-{size}")
            self.click("first")
            self.assertEqual(self.places(), start)
            self.assertEqual(self.player("solved"), "false")
            # And once more, back to front.
            self.click("last")
            self.assert_goal_is_home()
            self.steps("ARROW_LEFT", 132)
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
        self.keys(Keys.SPACE)
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
            # There is nothing to go back from, and the keys go on.
            self.assertFalse(self.find("#reset").is_enabled())
            self.assertIn("stage", self.browser.switch_to.active_element.get_attribute("class"))

    def test_a_piece_goes_on_from_where_it_is_let_go(self):
        self.look(still=False)
        self.open(self.four, "#p9-1")
        self.browser.execute_script("""
            window.ways = [];
            const { animate } = Element.prototype;
            Element.prototype.animate = function(frames, ...rest) {
              ways.push([this.dataset.piece, ...frames.map(({ transform }) => new DOMMatrix(transform).f)]);
              return animate.call(this, frames, ...rest);
            };""")
        self.drag("D", (0, 0.8))
        self.assertEqual(self.status(), "1 move, best is 132")
        (piece, start, end), = self.browser.execute_script("return ways")
        self.assertEqual((piece, end), ("D", 64))
        self.assertAlmostEqual(start, 0.8 * 64, delta=4)

    def test_what_is_held_is_held_at_one_state(self):
        self.open(self.four, "#p9-1")
        board = lambda: self.browser.execute_script("return player.game.rules.text(player.game.state)")
        # The solution stops for a hand.
        self.browser.execute_script("document.getElementById('speed').value = 0")
        self.click("run")
        self.wait(lambda: self.status().startswith("Move 1 of 132"))
        before = board()
        self.drag("D", (0, -1), held=lambda: self.assertIsNone(self.browser.execute_script("return player.running")))
        self.assertNotEqual(board(), before)
        self.assertEqual(self.player("mode"), "own")
        # What is taken back falls out of the hand.
        self.click("reset")
        self.drag("D", (0, 1))
        start, moved = self.places(), board()
        self.drag("E", (-1, 0), held=lambda: self.chord("z"))
        self.assertEqual(self.status(), "0 moves, best is 132")
        self.chord("y")
        self.assertEqual((self.places(), board()), (start, moved))

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
        self.assertIn("Perfect!", self.find("#win").text)
        self.assertEqual(self.find("#note").get_attribute("textContent"), "Perfect! 4 moves. No solution is shorter.", "it is told to readers")
        self.keys(Keys.BACKSPACE)
        self.assertEqual(self.find("#note").get_attribute("textContent"), "")
        self.chord("y")
        self.assertIn("Perfect!", self.find("#note").get_attribute("textContent"))
        rung = self.find('.rung[href="#p2-1"]')
        self.assertTrue(rung.get_attribute("class").endswith("perfect"))
        self.assertEqual(rung.accessible_name, "2 pieces, 4 moves; solved in 4")
        self.shot("won")

    def test_a_piece_that_is_pressed_goes_the_one_way_that_it_can(self):
        self.one("press", metric="move", kind="slide", board="AB./..C", goals=["..A/..."], pieces={"A": {"goal": True}}, best=1)
        # B can go right and down, C left and up, A down alone.
        for name, key, status, note in (
                ("B", Keys.ENTER, "0 moves", "Which way? The arrows move it."), ("A", " ", "1 move", "")):
            self.browser.execute_script("arguments[0].focus()", self.piece(name))
            self.keys(key)
            self.assertTrue(self.status().startswith(status), self.status())
            self.assertEqual(self.find("#note").text, note)
        self.assertEqual(self.cells_of("A"), [0, 1])

    def test_play_goes_on_from_the_solution(self):
        self.open(self.four, "#p3-1")
        self.click("first")
        for _ in range(8):
            self.keys(Keys.ARROW_RIGHT)
        self.keys("a", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual(self.status(), "Solved in 9, best is 9.")
        self.assertEqual(self.player("mode"), "own")
        self.click("undo", "undo")
        self.assertEqual(self.status(), "7 moves, best is 9")

    def test_every_solution_plays_to_its_end(self):
        self.open(self.four)
        puzzles = json.loads(DATA.search(self.four.read_text())[2])["puzzles"]
        # In one script, as there are many.
        said = self.browser.execute_async_script("""
            const [puzzles, done] = arguments;
            (async () => {
              const said = [];
              for (const { id } of puzzles) {
                location.hash = id;
                while (player.game?.puzzle.id !== id) await new Promise((ready) => setTimeout(ready, 5));
                find("last").click();
                const status = find("status");
                said.push(status.checkVisibility() ? status.innerText.trim() : "");
              }
              return said;
            })().then(done, (error) => done([String(error)]));""", puzzles)
        self.assertEqual(said, [f"Solved in {puzzle['best']}, best is {puzzle['best']}." for puzzle in puzzles])

    def test_the_own_game_survives_the_solution_and_a_reload(self):
        self.open(self.four, "#p9-1")
        self.keys("d", Keys.ARROW_DOWN)
        self.keys("e", Keys.ARROW_LEFT)
        self.assertEqual(self.status(), "2 moves, best is 132")
        mine = self.places()
        self.click("next", "next")
        self.assertTrue(self.status().startswith("Move 2 of 132"))
        self.click("mine")
        self.assertEqual(self.status(), "2 moves, best is 132")
        self.assertEqual(self.places(), mine)
        self.again(self.four, "#p9-1")
        self.assertEqual(self.status(), "2 moves, best is 132")
        self.assertEqual(self.places(), mine)
        self.chord("z")
        self.assertEqual(self.status(), "1 move, best is 132")
        self.chord("y")
        self.assertEqual(self.places(), mine)
        # From the solution, taking back leads to the own game and changes nothing of it.
        self.click("first", "next")
        self.chord("z")
        self.assertEqual(self.status(), "2 moves, best is 132")
        self.assertEqual(self.places(), mine)
        # Going on from the solution puts the own game aside, not away.
        self.click("first")
        self.keys("d", Keys.ARROW_DOWN)
        self.assertEqual(self.status(), "1 move, best is 132")
        self.click("mine")
        self.assertEqual(self.places(), mine)
        # Reset can be taken back.
        self.click("reset")
        self.assertEqual(self.status(), "0 moves, best is 132")
        self.click("redo", "redo")
        self.assertEqual(self.places(), mine)

    def test_help_is_told_as_long_as_its_moves_are_there(self):
        self.open(self.four, "#p2-1")
        # Bd Ar Br Ad, the first of them with a hint.
        solve = lambda: [self.keys(piece, arrow) for piece, arrow in (
            ("b", Keys.ARROW_DOWN), ("a", Keys.ARROW_RIGHT), ("b", Keys.ARROW_RIGHT), ("a", Keys.ARROW_DOWN))]
        self.click("hint")
        self.wait(lambda: "to go" in self.find("#note").text)
        solve()
        self.assertIn("You took 1 hint.", self.find("#win").text)
        # No star for that.
        perfect = lambda: self.browser.execute_script("return memory.isPerfect(player.game.puzzle)")
        self.assertNotIn("Perfect!", self.find("#win").text)
        self.assertFalse(perfect())
        self.click("reset")
        self.click(*["redo"] * 4)
        self.assertIn("You took 1 hint.", self.find("#win").text)
        self.click("reset")
        solve()
        self.assertNotIn("hint", self.find("#win").text)
        # The same of moves of the solution.
        self.click("first", "next", "next")
        self.keys("b", Keys.ARROW_RIGHT, "a", Keys.ARROW_DOWN)
        self.assertIn("with the solution's help", self.find("#win").text)
        self.click("reset")
        solve()
        self.assertIn("Perfect!", self.find("#win").text)
        self.assertTrue(perfect())

    def test_a_hint_that_goes_on_with_the_last_move_makes_nothing_longer(self):
        self.one("slides", metric="slide", kind="slide", board="A.B/.../...", goals=[".../.../..A"],
                 pieces={"A": {"goal": True, "mark": 1}}, solution="Add Arr", best=2)
        self.keys("a", Keys.ARROW_DOWN)
        self.click("hint")
        self.wait(lambda: "to go" in self.find("#note").text)
        self.assertNotIn("longer", self.find("#note").text)
        self.keys("b", Keys.ARROW_LEFT)
        self.click("hint")
        self.wait(lambda: "2 slides longer" in self.find("#note").text)

    def test_a_game_is_kept_of_one_puzzle_only(self):
        puzzle = dict(metric="step", kind="slide", board="A../...", goals=["..A/..."], best=2)
        self.one("open", **puzzle)
        self.keys("a", Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual(self.status(), "Solved in 2, best is 2.")
        keys = self.browser.execute_script("""
            const [puzzle] = arguments;
            const others = [{ barriers: [[0, 0, 1, 0]] }, { pieces: { A: { axis: "h" } } }, { pieces: { A: { depth: 1 } } },
              { capacities: [4] }, { goals: ["../..A"] }];
            return [puzzle, ...others.map((other) => ({ ...puzzle, ...other }))].map((each) => memory.key(each));""", puzzle)
        self.assertEqual(len(set(keys)), len(keys))
        # Marks say who is alike, whatever their numbers are.
        marked = self.browser.execute_script("""
            const [puzzle] = arguments;
            const marks = [{}, { A: 1 }, { A: 7 }, { A: 2, B: 3 }, { B: 1 }, { A: 1, B: 1 }];
            const pieces = (each) => Object.fromEntries(Object.entries(each).map(([id, mark]) => [id, { mark }]));
            return marks.map((each) => memory.key({ ...puzzle, board: "AB./...", pieces: pieces(each) }));""", puzzle)
        self.assertEqual([marked.index(each) for each in marked], [0, 1, 1, 1, 1, 0])

    def test_beginners_start_nearer_to_the_goal(self):
        self.open(self.four, "#p9-1")
        Select(self.find("#nearer")).select_by_value("5")
        self.wait(lambda: self.status() == "0 moves, best is 5")
        self.click("last")
        self.assertEqual(self.status(), "Solved in 5, best is 5.")
        self.assert_goal_is_home()

    def test_puzzles_follow_each_other(self):
        self.open(self.four)
        self.click("following")
        self.wait(lambda: "114 moves" in self.find("#player-title").text)
        self.click("previous")
        self.wait(lambda: "132 moves" in self.find("#player-title").text)
        self.click("random")
        self.wait(lambda: "132 moves" not in self.find("#player-title").text)
        self.find('.rung[href="#p1-1"]').click()
        self.wait(lambda: self.find("#player-title").text == "1 piece, 1 move")

    def test_going_back_leads_to_what_was_shown_first(self):
        self.open(self.four)
        self.click("following")
        self.wait(lambda: "114 moves" in self.find("#player-title").text)
        self.browser.back()
        self.wait(lambda: "132 moves" in self.find("#player-title").text)

    def test_the_way_back_from_another_part_outlives_a_reload(self):
        self.open(self.four, "#p3-1")
        self.find("#tab-make").click()
        self.wait(lambda: self.find("#make-width").is_displayed())
        self.find("#tab-play").click()
        self.wait(lambda: self.find("#player").is_displayed())
        self.browser.refresh()
        self.assertEqual(self.find("#player-title").text, "3 pieces, 9 moves")
        # Its end stays what is played.
        Select(self.find("#nearer")).select_by_value("5")
        self.find("#tab-make").click()
        self.find("#tab-play").click()
        self.wait(lambda: self.status() == "0 moves, best is 5")

    def test_the_own_game_is_put_aside_once_and_kept(self):
        self.open(self.four, "#p9-1")
        self.keys("d", Keys.ARROW_DOWN)
        self.keys("e", Keys.ARROW_LEFT)
        mine = self.places()
        for at in (20, 40):
            self.browser.execute_script("player.show(arguments[0]); player.act(player.game.actions[arguments[0]])", at)
        self.browser.execute_script("player.game.hints = 3; player.game.keep()")
        self.again(self.four, "#p9-1")
        self.assertEqual(self.status(), "41 moves, best is 132")
        self.click("mine")
        self.assertEqual((self.status(), self.places()), ("2 moves, best is 132", mine))
        self.assertEqual(self.browser.execute_script("return player.game.hints"), 0)
        # But for a longer one, of which only the beginning is the solution's.
        self.browser.execute_script("""
            const go = (at) => { player.show(at); player.act(player.game.actions[at]); };
            go(20);
            for (const action of player.game.actions.slice(21, 30)) player.act(action);
            go(40);""")
        self.click("mine")
        self.assertEqual(self.status(), "30 moves, best is 132")

    def test_the_end_of_a_puzzle_is_not_the_whole(self):
        self.open(self.four, "#puzzles")
        self.again(self.four, "#p9-1")
        Select(self.find("#nearer")).select_by_value("5")
        self.wait(lambda: self.status() == "0 moves, best is 5")
        self.browser.execute_script("for (const action of [...player.game.actions]) player.act(action)")
        self.wait(lambda: self.find("#win").is_displayed())
        self.assertEqual(self.browser.execute_script("return list.cards.get('p9-1')?.querySelectorAll('.done').length ?? 0"), 0)
        # What the win says goes with it.
        self.click("undo")
        self.assertFalse(self.find("#win").is_displayed())

    def test_a_stale_tab_takes_nothing_from_the_game_of_another(self):
        self.open(self.four, "#p9-1")
        self.browser.execute_script("window.stale = new Game(player.game.puzzle)")
        self.keys("d", Keys.ARROW_DOWN)
        self.assertEqual(self.status(), "1 move, best is 132")
        self.browser.execute_script("stale.undo(); stale.redo()")
        self.again(self.four, "#p9-1")
        self.wait(lambda: self.status() == "1 move, best is 132")

    def test_keys_do_not_step_through_a_solution_that_is_not_known(self):
        self.one("No solution", kind="slide", metric="move", board="A./..", goals=["../.A"], pieces=[])
        self.browser.execute_script("document.getElementById('solution').open = true")
        self.keys("a", Keys.ARROW_RIGHT, Keys.ESCAPE)
        self.assertIn("1 move", self.status())
        self.browser.execute_script("document.activeElement.blur()")
        self.keys(Keys.ARROW_LEFT)
        self.assertIn("0 moves", self.status())

    def test_games_last_as_long_as_the_page_where_nothing_is_kept(self):
        self.open(self.four, "#p9-1")
        self.browser.execute_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
        self.keys("d", Keys.ARROW_DOWN)
        self.assertIn("keeps no games", self.find("#note").text)
        self.click("following")
        self.wait(lambda: "114 moves" in self.find("#player-title").text)
        self.click("previous")
        self.wait(lambda: self.status() == "1 move, best is 132")

    def test_a_tall_board_is_turned_where_that_uses_the_space(self):
        batch = self.folder / "2x8"
        shutil.copytree(ROOT / "out/2x8", batch)
        page = self.gallery(batch)
        self.open(page)
        box = self.find(".stage svg").rect
        self.assertGreater(box["width"], box["height"])
        self.shot("turned")
        # Drags and arrows go where the eye sees them go.
        piece = self.browser.execute_script("""
            const { rules, state } = player.stage;
            for (const id of rules.pieces.keys()) {
              const action = rules.further(state, rules.options(state, id, []), [0, 0], player.stage.undrawn([-1, 0]));
              if (action) return id;
            }""")
        if piece:
            before = self.places()[piece]
            self.keys(piece.lower(), Keys.ARROW_LEFT)
            self.assertAlmostEqual(self.places()[piece][0], before[0] - self.cell(), delta=2)
        self.size("390")
        self.open(page)
        box = self.find(".stage svg").rect
        self.assertGreater(box["height"], box["width"])
