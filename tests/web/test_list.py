"""The page as a whole: its parts, the list of puzzles, links."""

from pages import *  # noqa: F403


class List(Pages):
    def test_the_page_is_small_and_ready_at_once(self):
        self.assertLess(self.four.stat().st_size, 1_000_000)
        self.open(self.four)
        ready = self.browser.execute_script(
            "return performance.getEntriesByType('navigation')[0].domComplete")
        self.assertLess(ready, 1000)
        print(f"\n4x4 page: {self.four.stat().st_size} bytes, ready in {ready:.0f} ms")
        for size in SIZES:
            self.size(size)
            for dark in (False, True):
                self.look(dark=dark, still=True)
                look = f"{size}-dark" if dark else size
                for view, there in (("play", ".stage .piece"), ("puzzles", ".card .gallery"), ("make", "#canvas svg"),
                                    ("data", ".chart")):
                    self.open(self.four, f"#{view}")
                    self.assertEqual(self.find("h1").text, "The hardest 4x4 puzzles")
                    self.wait(lambda: self.all(there))
                    wide = self.browser.execute_script("return document.documentElement.scrollWidth")
                    self.assertLessEqual(wide, SIZES[size][0], "nothing sticks out at the side")
                    levels = self.browser.execute_script("""
                        const headings = [...document.querySelectorAll("h1, h2, h3, h4")].filter((each) => each.checkVisibility());
                        return headings.map((each) => Number(each.localName[1]));""")
                    self.assertEqual(levels[0], 1)
                    self.assertTrue(all(level <= above + 1 for above, level in zip(levels, levels[1:])), levels)
                    self.shot(f"{view}-{look}")
                self.assertEqual(len(self.all("#table tbody tr")), 15)
                self.wait(lambda: len(self.all("#charts .chart")) == 2)

    def test_the_hardest_puzzle_is_playable_in_the_first_screen(self):
        # The last is a phone that is held sideways.
        for width, height in (*SIZES.values(), (740, 360)):
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", dict(width=width, height=height, deviceScaleFactor=1, mobile=False))
            self.open(self.four)
            self.assertEqual(self.find("#player-title").text, "9 pieces, 132 moves")
            for what in (".stage svg", "#undo", "#redo", "#reset", "#hint"):
                box = self.find(what).rect
                self.assertLessEqual(box["y"] + box["height"], height, what)
                self.assertGreaterEqual(box["x"], 0, what)
                self.assertGreaterEqual(box["height"], 44, "large enough for a thumb")
            for behind in ("solution", "about"):
                self.assertIsNone(self.find(f"#{behind}").get_attribute("open"), "nothing is given away")

    def test_a_card_says_that_its_puzzle_is_solved(self):
        self.open(self.four, "#p2-1")
        self.browser.execute_script("for (const action of [...player.game.actions]) player.act(action)")
        self.assertRegex(self.status(), "^Solved in 4,")
        name = self.browser.execute_script("""
            const card = list.card(page.puzzles.find(({ id }) => id === "p2-1"));
            list.fill(card);
            return card.querySelector("a").getAttribute("aria-label");""")
        self.assertRegex(name, r"^2 pieces, \d+ moves\. Solved in 4$")

    def test_choices_are_read_whole_on_a_small_screen(self):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", dict(width=360, height=740, deviceScaleFactor=1, mobile=False))
        for view in ("p9-1", "puzzles", "make", "data"):
            self.open(self.four, f"#{view}")
            cut = self.browser.execute_script("""
                return [...document.querySelectorAll("select")].filter((each) => each.checkVisibility()).map((each) => {
                  const free = each.cloneNode(true);
                  each.after(free);
                  free.style = "flex: none; width: max-content; max-width: none";
                  const wide = free.offsetWidth;
                  free.remove();
                  return [each.id, wide, each.offsetWidth];
                }).filter(([, wide, there]) => wide > there);""")
            self.assertEqual(cut, [], view)
        # Where letters are made four times as large, the filter does not stay above the cards.
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", dict(width=320, height=256, deviceScaleFactor=1, mobile=False))
        self.open(self.four, "#puzzles")
        self.assertEqual(self.find("#tools").value_of_css_property("position"), "static")

    def test_cards_are_filtered_and_sorted(self):
        for size in SIZES:
            self.size(size)
            self.open(self.four, "#puzzles")
            shown = lambda: self.browser.execute_script(
                "return [...document.querySelectorAll('.card')].map((card) => card.dataset.puzzle)")
            every = shown()
            self.assertEqual(every[0], "p9-1", "the hardest comes first")
            self.find("#filter").send_keys("pieces=9 moves>=100")
            self.assertEqual(shown(), ["p9-1", "p9-2"])
            self.assertIn("2 of", self.find("#count").text)
            self.find("#filter").clear()
            self.find("#filter").send_keys("AABC/DEBB")
            self.assertEqual(shown(), ["p9-1"])
            self.shot(f"filter-{size}")
            self.find("#filter").send_keys(" no such puzzle")
            self.assertEqual(shown(), [])
            self.assertIn('No puzzle has "such"', self.find("#nothing").text)
            self.find("#filter").send_keys(Keys.CONTROL + "a", Keys.BACKSPACE)
            self.assertEqual(len(shown()), len(every))
            self.find("#sort").send_keys("Pieces, least")
            self.assertEqual(shown()[0], "p1-1")

    def test_the_filter_understands_people(self):
        self.open(self.four, "#puzzles")
        field = self.find("#filter")
        field.send_keys("moves<")

        def put(text):
            # At once, as the list is drawn anew after each key.
            field.send_keys(Keys.CONTROL + "a")
            self.browser.execute_cdp_cmd("Input.insertText", dict(text=text))

        for text, count in (("pieces = 9", 9), ("9 pieces", 9), ("moves=>100", 2), ("moves \u2265 100", 2), ("pieces=9,moves>100", 2),
                            ("9 pieces, moves > 100", 2), ("difficulty>5,000", 11), ("pieces 15", 1), ("states<8", 2), ("pieces 15 moves 21", 1)):
            put(text)
            found = self.all(".card")
            if text.startswith("difficulty"):
                self.assertGreater(len(found), 0, text)
            elif "9" in text and "100" not in text:
                self.assertGreater(len(found), 1, text)
            else:
                self.assertEqual(len(found), count, text)
            self.assertEqual(self.find("#nothing").text, "")
        for text, why in (("pieces=20", "here it goes from 1 to 15"), ("weight>3", 'no figure called "weight"'),
                          ("pieces=2 moves>100", "no puzzle meets them all")):
            put(text)
            self.assertEqual(self.all(".card"), [])
            self.assertIn(why, self.find("#nothing").text)
        self.shot("nothing")

    def test_the_list_is_in_its_link(self):
        self.open(self.four, "#puzzles")
        self.find("#filter").send_keys("9 pieces")
        self.find("#sort").send_keys("Moves, least")
        link = self.browser.current_url
        shown = [card.get_attribute("data-puzzle") for card in self.all(".card")]
        self.browser.get("about:blank")
        self.browser.get(link)
        self.assertEqual([card.get_attribute("data-puzzle") for card in self.all(".card")], shown)
        self.assertEqual(self.find("#filter").get_attribute("value"), "9 pieces")
        # A card opens the player, and the way back leads to the list as it was.
        self.find(".card a").click()
        self.wait(lambda: self.find("#player").is_displayed())
        self.browser.back()
        self.wait(lambda: self.find("#filter").is_displayed())
        self.assertEqual(self.find("#filter").get_attribute("value"), "9 pieces")

    def test_two_puzzles_stand_side_by_side_until_a_click_beside_them(self):
        self.open(self.four, "#puzzles")
        self.wait(lambda: self.all(".card .gallery"))
        pick = [card.find_element(By.CSS_SELECTOR, ".pick") for card in self.all(".card")[:2]]
        self.assertEqual(pick[0].accessible_name, "Compare 9 pieces, 132 moves with another")
        count = self.find("#count").text
        for told in ("Choose another to compare with 9 pieces, 132 moves", count):
            pick[0].click()
            self.assertEqual(self.find("#count").text, told)
        pick[0].click()
        pick[1].click()
        self.assertEqual(self.find("#count").text, count)
        self.assertTrue(self.find("#compared").is_displayed())
        self.assertEqual(len(self.all("#compared .pair svg")), 2)
        self.shot("compared")
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", dict(width=360, height=740, deviceScaleFactor=1, mobile=False))
        self.assertLessEqual(*self.browser.execute_script("const { scrollWidth, clientWidth } = find('compared'); return [scrollWidth, clientWidth]"))
        click = ActionBuilder(self.browser)
        click.pointer_action.move_to_location(5, 5).click()
        click.perform()
        self.assertFalse(self.find("#compared").is_displayed())

    def test_the_first_key_skips_to_the_contents(self):
        self.open(self.four, "#data")
        self.keys(Keys.TAB)
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("class"), "skip")
        self.keys(Keys.ENTER)
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("id"), "main")
        self.assertTrue(self.browser.current_url.endswith("#data"))
        self.open(self.four, "#main")
        self.wait(lambda: self.find("#player").is_displayed())

    def test_a_filter_of_any_length_is_read(self):
        # Where words and spaces could be told apart in many ways, this took as good as for ever.
        self.open(self.four, "#puzzles?filter=" + "a" * 10_000 + "+" * 10_000)
        self.wait(lambda: "aaa" in self.find("#view-puzzles").text)

    def test_all_columns_are_on_paper(self):
        self.open(self.four, "#data")
        command = self.browser.execute_cdp_cmd
        # A4, upright, without its margins.
        command("Emulation.setDeviceMetricsOverride", dict(width=716, height=1040, deviceScaleFactor=1, mobile=False))
        command("Emulation.setEmulatedMedia", {"media": "print"})
        self.addCleanup(command, "Emulation.setEmulatedMedia", {"media": ""})
        ends = self.browser.execute_script(
            "return [...document.querySelectorAll('#table tr:first-child > *')].map((cell) => cell.getBoundingClientRect().right)")
        self.assertGreater(len(ends), 10)
        self.assertLessEqual(max(ends), 716)
        broken = self.browser.execute_script("""
            return [...document.querySelectorAll("#table th")].filter((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              return range.getClientRects().length > cell.textContent.split(" ").length;
            }).map((cell) => cell.textContent);""")
        self.assertEqual(broken, [], "no word is broken")

    def test_links_lead_on_in_a_page_that_another_holds(self):
        host = self.folder / "host.html"
        text = self.four.read_text().replace("&", "&amp;").replace('"', "&quot;")
        host.write_text(f'<meta charset="utf-8"><iframe width="1200" height="800" srcdoc="{text}"></iframe>')
        self.open(host)
        self.browser.switch_to.frame(0)
        self.addCleanup(self.browser.switch_to.default_content)
        self.find("#tab-data").click()
        self.wait(lambda: self.find("#view-data").is_displayed())
        self.find('#table a[href="#p3-1"]').click()
        self.wait(lambda: self.find("#player-title").text == "3 pieces, 9 moves")

    def test_pictures_with_parts_are_no_single_images(self):
        self.open(self.four, "#data")
        self.assertTrue(self.all("#charts .chart a"))
        self.assertEqual({chart.get_attribute("role") for chart in self.all("#charts .chart")}, {"group"})
        self.find("#tab-make").click()
        self.wait(lambda: self.find("#canvas svg").is_displayed())
        self.assertIsNone(self.find("#canvas svg").get_attribute("aria-label"))

    def test_the_way_back_closes_what_is_open(self):
        self.open(self.four, "#data")
        self.find("#tab-play").click()
        self.wait(lambda: self.find("#player").is_displayed())
        self.click("share")
        self.wait(lambda: self.find("#sharing").is_displayed())
        self.browser.back()
        self.wait(lambda: self.find("#view-data").is_displayed())
        self.assertFalse(self.find("#sharing").is_displayed())

    def test_links_open_puzzles(self):
        self.open(self.four, "#p9-1")
        self.assertTrue(self.find("#player").is_displayed())
        self.assertEqual(self.find("#player-title").text, "9 pieces, 132 moves")
        self.find("#tab-data").click()
        self.wait(lambda: not self.find("#player").is_displayed())
        self.find('#table a[href="#p3-1"]').click()
        self.wait(lambda: self.find("#player-title").text == "3 pieces, 9 moves")
        self.assertEqual(self.browser.switch_to.active_element.accessible_name, "3 pieces, 9 moves")
        heading = self.find("h1").text
        self.assertEqual(self.browser.title, f"3 pieces, 9 moves \u2013 {heading}")
        self.click("following")
        self.wait(lambda: self.browser.title == f"{self.find('#player-title').text} \u2013 {heading}")
        self.assertNotIn("9 moves", self.browser.title)
        self.browser.back()
        self.wait(lambda: self.browser.title.startswith("3 pieces"))
        self.browser.back()
        self.wait(lambda: not self.find("#player").is_displayed())
        self.assertEqual(self.browser.title, f"Data \u2013 {heading}")
        # Those without a name would all be called alike.
        for link, called in (("#p1=3x3:A://..A:move", "1 piece, 1 move"), ("#c1=FOFO;OFOF;:rule1", "3 tubes, 7 moves")):
            self.open(self.four, link)
            self.wait(lambda: self.browser.title == f"A shared puzzle, {called} \u2013 {heading}")
        for link in ("#no-such-puzzle", "#p9-", "#play=", "#p=abc", "#%", "#puzzles=9"):
            self.open(self.four, link)
            self.assertEqual(self.find("#trouble").text, "This link is cut off or damaged, or belongs to another page: ask for it again.", link)
            self.assertTrue(self.find("#player").is_displayed())
        # It is whole, and to ask for it again would not help.
        self.open(self.four, "#p99-1")
        self.assertEqual(self.find("#trouble").text, "This page has no puzzle p99-1: its link belongs to another page.")
        self.click("hint")
        self.wait(lambda: self.find(".mark .arrow").is_displayed())
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.addCleanup(self.browser.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"media": ""})
        for screen in ("#trouble", ".mark .arrow"):
            self.assertFalse(self.find(screen).is_displayed(), screen)

    @long
    def test_ten_thousand_puzzles_scroll(self):
        def many(data):
            source = data["puzzles"]
            copies = [{**source[n % len(source)], "id": f"m-{n}"} for n in range(10_000)]
            return {**data, "puzzles": copies, "table": [], "charts": []}

        page = self.made("many", many)
        self.open(page, "#puzzles")
        ready = self.browser.execute_script(
            "return performance.getEntriesByType('navigation')[0].domComplete")
        self.assertEqual(len(self.all(".card")), 10_000)
        drawn = len(self.all(".card .gallery"))
        self.assertLess(drawn, 200)
        self.browser.execute_script("scrollTo(0, document.body.scrollHeight / 2)")
        in_view = """
            const card = document.elementsFromPoint(640, 450).map((e) => e.closest('.card')).find(Boolean);
            return Boolean(card?.querySelector('.gallery'))"""
        started = time.monotonic()
        self.wait(lambda: self.browser.execute_script(in_view))
        scrolled = time.monotonic() - started
        self.assertLess(len(self.all(".card .gallery")), 400)
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
        self.assertEqual(len(self.all("script")), 3)
        self.find("#about summary").click()
        self.assertIn(evil, self.find("#player .facts").text)
        self.one(evil, metric="move", kind="slide", board="A./..", goals=["../.A"],
                 pieces={"A": {"goal": True, "label": "<b>"}})
        self.assertEqual(self.find("#player-title").text, evil)
        self.assertEqual(self.piece("A").text, "<b>")
        self.assertEqual(len(self.all("script")), 3)
