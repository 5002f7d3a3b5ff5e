"""Text that others wrote never becomes markup, wherever it comes from."""

from pages import *  # noqa: F403

PAYLOADS = [
    "<script>window.owned = 1</script>", "</script><script>window.owned = 1</script>", "<img src=x onerror='window.owned=1'>",
    "<svg onload=window.owned=1>", "\"><b>", "' onclick='window.owned=1", "javascript:window.owned=1", "<!--", "]]>", "&lt;b&gt;",
    "<iframe srcdoc='<script>parent.owned=1</script>'>", "{data}", "{script}", "\u2028<u>", "${window.owned=1}", "`+(window.owned=1)+`",
    "<math><mtext></p><style>*{color:red}", "<a href='javascript:window.owned=1'>x</a>", "\u0000<b>", "<style>@import 'x'</style>",
]


class Hostile(Pages):
    def test_a_thousand_hostile_texts_make_no_element(self):
        self.open(self.four)
        texts = [f"{before}{payload}{after}" for payload in PAYLOADS for before in ("", "A", "p1=4x4:", "title: ", "%3C")
                 for after in ("", "Z", ":move", "\nstart:\nA.\ngoal:\n.A\n", "%00", "<b>", "'", "\"", "&", "\\")]
        self.assertGreaterEqual(len(texts), 1000)
        wrong = self.browser.execute_async_script("""
            const [texts, done] = arguments;
            const names = "b img iframe u math style a[href^='javascript'] script".split(" ");
            const count = () => names.map((name) => document.querySelectorAll(name).length).join();
            const before = count();
            const wrong = [];
            (async () => {
              const base = page.puzzles[0];
              for (const [index, text] of texts.entries()) {
                // As a text; as all else now and then, for that takes long.
                find("text").value = text;
                await editor.bench.read();
                if (index % 3 === 0) {
                  // As the title, the figures and the names of pieces of a puzzle, and as a draft.
                  const look = { A: { label: text, goal: true, mark: 1 } };
                  const puzzle = { ...base, id: `evil-${index}`, title: text, pieces: look, values: base.values.map(() => text) };
                  player.open(puzzle, [[text, text]]);
                  list.cards.delete(puzzle.id);
                  page.puzzles.push(puzzle);
                  list.fill(list.card(puzzle));
                  find("cards").append(list.card(puzzle));
                  editor.take(puzzle);
                  // As a filter and as a link, with the puzzle in the list.
                  if (index % 21 === 0) {
                    list.follow(new URLSearchParams({ filter: text, sort: text }).toString());
                    location.hash = `p1=${text}`;
                    await new Promise((ready) => setTimeout(ready, 20));
                  }
                  page.puzzles.pop();
                }
                if (window.owned || count() !== before) wrong.push([text, count(), before]);
              }
            })().then(() => done(wrong), (error) => done([String(error), error.stack]));
        """, texts)
        self.assertEqual(wrong, [])

    def test_what_is_kept_is_not_trusted(self):
        self.open(self.four)
        for kept in ("<b>", "[]", "null", '{"moves": "<b>"}', '{"moves": [1, null, "A@9,9"], "undone": {}, "best": "<img src=x>"}',
                     '{"cells": [["<b>"]]}'):
            self.browser.execute_script("""
                for (const storage of [localStorage, sessionStorage]) storage.setItem("antipode draft", arguments[0]);
                for (const puzzle of page.puzzles) localStorage.setItem(memory.key(puzzle), arguments[0]);""", kept)
            for view in ("play", "puzzles", "make"):
                self.again(self.four, f"#{view}")
                self.assertEqual(self.all("b, img"), [], kept)
