"""Sharing a puzzle: what is copied, and the files that are saved."""

import struct

from pages import *  # noqa: F403


class Share(Pages):
    def sharing(self):
        """Opens the window for the hardest puzzle, after a move of it."""
        self.open(self.four, "#p9-1")
        self.keys("d", Keys.ARROW_DOWN)
        self.click("share")
        self.wait(lambda: self.find("#sharing").is_displayed())

    def note(self):
        return self.find("#sharing [role=status]").text

    def pasted(self):
        """What the clipboard holds, as the editor's field gets it."""
        self.browser.get("about:blank")
        self.browser.get(self.four.as_uri() + "#make")
        self.find("#texts summary").click()
        self.wait(lambda: self.find("#text").get_attribute("value") != "")
        self.find("#text").click()
        self.chord("a")
        self.chord("v")
        return self.find("#text").get_attribute("value")

    def saved(self, name):
        """Where the browser puts a file; it is waited for."""
        file = self.folder / name
        self.wait(file.exists)
        return file.read_bytes()

    def colours(self, png):
        """How many points of a picture have each colour."""
        return {int(colour): count for colour, count in self.browser.execute_async_script("""
            const [bytes, done] = arguments;
            createImageBitmap(new Blob([Uint8Array.from(bytes)])).then((image) => {
              const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
              canvas.drawImage(image, 0, 0);
              const { data } = canvas.getImageData(0, 0, image.width, image.height);
              const counts = {};
              for (const colour of new Uint32Array(data.buffer)) counts[colour] = (counts[colour] ?? 0) + 1;
              done(counts);
            });""", list(png)).items()}

    def test_the_link_is_copied(self):
        self.sharing()
        self.click("copy-link")
        self.wait(lambda: self.note() == "Copied.")
        link = self.find("#link").get_attribute("value")
        self.assertEqual(self.pasted(), link)
        self.assertTrue(link.startswith(self.four.as_uri() + "#p1=4x4:AABC/DEBB/DFGH/.FI:"), link)

    def test_the_text_is_copied_and_solved_by_the_program(self):
        self.sharing()
        self.click("share-text")
        self.wait(lambda: self.note() == "Copied.")
        file = self.folder / "copied.txt"
        file.write_text(self.pasted())
        told = subprocess.run([ANTIPODE, "solve", file, "--json", "--quiet"], check=True, capture_output=True)
        self.assertEqual(json.loads(told.stdout)["moves"], 132)

    def test_the_rest_of_a_puzzle_has_a_link_of_its_own(self):
        self.open(self.four, "#p3-1")
        self.click("share")
        self.wait(lambda: self.find("#sharing").is_displayed())
        whole = self.find("#link").get_attribute("value")
        self.browser.get("about:blank")
        self.browser.get(whole)
        self.wait(lambda: self.status() == "0 moves, best is 9")
        Select(self.find("#nearer")).select_by_value("5")
        self.click("share")
        self.wait(lambda: self.find("#sharing").is_displayed())
        link = self.find("#link").get_attribute("value")
        told = subprocess.run([ANTIPODE, "solve", "--link", link, "--json", "--quiet"], check=True, capture_output=True)
        self.assertEqual(json.loads(told.stdout)["moves"], 5)

    def test_what_is_made_is_printed_with_its_title_and_task(self):
        self.open(self.four, "#p3-1")
        self.click("edit", "tool-draw")
        self.find("#make-title").send_keys("Three")
        self.click("make-share")
        self.wait(lambda: self.find("#sharing").is_displayed())
        self.browser.execute_script("print = () => dispatchEvent(new Event('beforeprint'))")
        self.click("print-sheet")
        command = self.browser.execute_cdp_cmd
        command("Emulation.setEmulatedMedia", {"media": "print"})
        self.addCleanup(command, "Emulation.setEmulatedMedia", {"media": ""})
        self.assertEqual(self.find("#main").text.split("\n")[:2], ["Three", "Bring A to the marked place."])
        boards = self.browser.execute_script("return [...document.querySelectorAll('.gallery')].filter((each) => each.checkVisibility()).length")
        self.assertEqual(boards, 2, "the goal and the start")

    def test_shapes_keep_their_colours_in_pictures(self):
        self.open(self.four, "#p7-1")
        self.browser.execute_script("sharing.open(player.game.puzzle, 'A..D/CBDD/EBGG/EBF.')")
        self.wait(lambda: self.find("#sharing").is_displayed())
        look = """
            const pieces = [...document.querySelectorAll(`${arguments[0]} .piece`)];
            return Object.fromEntries(pieces.map((piece) => [piece.textContent, getComputedStyle(piece.querySelector(".face")).fill]));"""
        shared, played = (self.browser.execute_script(look, at) for at in ("#sharing .poster", ".stage"))
        self.assertEqual(len(shared), 7)
        self.assertEqual(shared, played)

    def test_pictures_are_saved(self):
        self.browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(self.folder)})
        self.sharing()
        self.click("save-svg", "save-png")
        picture = self.saved("9-pieces-132-moves.svg").decode()
        width, height = (float(re.search(rf'<svg[^>]* {side}="([0-9.]+)"', picture)[1]) for side in ("width", "height"))
        png = self.saved("9-pieces-132-moves.png")
        self.assertEqual(png[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(png[12:16], b"IHDR")
        # Twice as large, for screens of today.
        self.assertEqual(struct.unpack(">II", png[16:24]), (2 * width, 2 * height))
        self.assertEqual(png[-8:-4], b"IEND")
        self.assertEqual(self.note(), "Saved.")
        # It shows where the player stands, in colours.
        self.assertGreater(len(self.colours(png)), 6)

    def test_a_picture_that_is_too_large_for_the_browser_is_saved_smaller(self):
        self.browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(self.folder)})
        self.sharing()
        save = "sharing.savePng(arguments[0], arguments[1], find('sharing').querySelector('[role=status]'))"
        self.browser.execute_script(save, "wide", '<svg xmlns="http://www.w3.org/2000/svg" width="50000" height="100"></svg>')
        self.assertEqual(struct.unpack(">II", self.saved("wide.png")[16:24]), (4096, 8))
        self.browser.execute_script(save, "none", "<svg")
        self.wait(lambda: self.note().startswith("This browser cannot make the picture"))

    def test_the_picture_of_tubes_is_of_glass(self):
        self.browser.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(self.folder)})
        self.open(self.four, "#c1=FOFO;OFOF;;:rule1")
        self.wait(lambda: self.find("#share").is_displayed())
        self.click("share")
        self.wait(lambda: self.find("#sharing").is_displayed())
        self.click("save-png")
        colours = self.colours(self.saved("a-shared-puzzle.png"))
        glass = int.from_bytes(bytes.fromhex("f3e6d6ff"), "little")
        self.assertEqual(max((count, colour) for colour, count in colours.items() if colour)[1], glass)
