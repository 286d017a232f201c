#!/usr/bin/env python3
"""Records the tour of `cargo run --example terminal` as recording.svg, beside this file.

It runs the real program in tmux, presses the keys of somebody who says yes to the first question,
and stops at the second one. Nothing in the picture depends on the time, the machine or chance.

    cargo build --example terminal && python3 examples/terminal/record.py
    python3 examples/terminal/record.py --check     # fails if the picture would be another one
"""

import os
import pathlib
import re
import subprocess
import sys
import time
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).resolve().parent
PICTURE = HERE / "recording.svg"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", HERE.parent.parent / "target"))
PROGRAM = TARGET / "debug/examples/terminal"

COLUMNS, ROWS = 82, 100
TITLE = "cargo run --example terminal"
# What to wait for on the screen, and the keys to press then. The form begins at "No".
SCRIPT = [
    ("? Enter to continue", ["Enter"]),
    ("2. Delete a contact", ["Enter"]),
    ("? Your answer:", ["Up", "Enter"]),
    ("3. Ask to delete again", ["Enter"]),
    ("? Your answer:", []),
]
# The picture begins with this line.
FIRST = "2. Delete a contact"

WIDTH, HEIGHT, SIZE, MARGIN, BAR = 7.8, 18, 13, 16, 34
PAPER, INK = "#14191f", "#d7dee6"
COLOURS = {8: "#7f8c99", 9: "#ff7b72", 10: "#5fd38d", 11: "#e3b341", 12: "#79b8ff", 14: "#56d4dd"}
COLOURS |= {n: COLOURS[n + 8] for n in (1, 2, 3, 4, 6)}


class Screen:
    """A tmux server of our own with the program in it."""

    def __init__(self):
        self.tmux = ["tmux", "-u", "-L", f"record-{os.getpid()}", "-f", os.devnull]

    def __enter__(self):
        unset = ["ELICITATION", "RUST_LOG", "NO_COLOR"]
        env = {name: value for name, value in os.environ.items() if name not in unset}
        size = ["-x", str(COLUMNS), "-y", str(ROWS)]
        command = [*self.tmux, "new-session", "-d", *size, str(PROGRAM)]
        subprocess.run(command, check=True, env=env | {"LC_ALL": "C.UTF-8"})
        return self

    def __exit__(self, *_):
        subprocess.run([*self.tmux, "kill-server"], check=False)

    def press(self, key):
        subprocess.run([*self.tmux, "send-keys", key], check=True)

    def lines(self):
        capture = [*self.tmux, "capture-pane", "-p", "-e"]
        return subprocess.run(capture, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()

    def wait_for(self, text):
        """The program draws in steps, so what is waited for has to stand still for a moment."""
        before, deadline = None, time.monotonic() + 60
        while time.monotonic() < deadline:
            lines = self.lines()
            # The last lines alone: the same prompt was on the screen before.
            if lines == before and any(text in plain(line) for line in filled(lines)[-8:]):
                return lines
            before = lines
            time.sleep(0.3)
        sys.exit(f"{text!r} did not appear:\n" + "\n".join(map(plain, self.lines())))


def plain(line):
    return re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip()


def filled(lines):
    """The lines down to the last one that is not empty."""
    end = max((n + 1 for n, line in enumerate(lines) if plain(line)), default=0)
    return lines[:end]


def record():
    with Screen() as screen:
        for text, keys in SCRIPT:
            lines = screen.wait_for(text)
            for key in keys:
                screen.press(key)
    lines = filled(lines)
    first = next(n for n, line in enumerate(lines) if plain(line) == FIRST)
    return lines[first:]


def runs(lines):
    """Each piece of text in one style, with its row and column. A style may outlast its line."""
    colour, bold, swapped = INK, False, False
    for row, line in enumerate(lines):
        column = 0
        for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
            if not piece.startswith("\x1b["):
                if piece.strip():
                    yield row, column, piece, colour, bold, swapped
                column += len(piece)
                continue
            codes = [int(code or 0) for code in piece[2:-1].split(";")]
            if codes[:2] == [38, 5]:
                colour = COLOURS.get(codes[2], INK)
                continue
            for code in codes:
                if code == 0:
                    colour, bold, swapped = INK, False, False
                elif code in (1, 22):
                    bold = code == 1
                elif code in (7, 27):
                    swapped = code == 7
                elif code == 39:
                    colour = INK
                elif 30 <= code <= 37 or 90 <= code <= 97:
                    colour = COLOURS.get(code - 30 if code < 90 else code - 82, INK)


def draw(lines):
    width, height = COLUMNS * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + BAR + MARGIN + 8
    mono = "ui-monospace, 'SFMono-Regular', 'DejaVu Sans Mono', monospace"
    text = escape("\n".join(map(plain, lines)))
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
    yield f'width="{width:g}" height="{height:g}" role="img" aria-labelledby="title desc" '
    yield f'font-family="{mono}" font-size="{SIZE}" fill="{INK}">'
    yield f'<title id="title">{TITLE}</title>\n<desc id="desc">{text}</desc>'
    yield f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{PAPER}"/>'
    yield f'<text x="{MARGIN}" y="23" fill="{COLOURS[8]}">$ {TITLE}</text>'
    yield f'<path d="M0 {BAR}H{width:g}" stroke="#2b333c"/>'
    for row, column, piece, colour, bold, swapped in runs(lines):
        x, y = MARGIN + column * WIDTH, BAR + 8 + row * HEIGHT
        wide = len(piece) * WIDTH
        if swapped:
            yield f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{HEIGHT}" fill="{colour}"/>'
            colour = PAPER
        style = f' fill="{colour}"' if colour != INK else ""
        style += ' font-weight="700"' if bold else ""
        yield (
            f'<text x="{x:g}" y="{y + 13:g}" textLength="{wide:g}" xml:space="preserve"{style}>'
            f"{escape(piece)}</text>"
        )
    yield "</svg>\n"


def main():
    picture = "\n".join(draw(record()))
    if "--check" not in sys.argv:
        PICTURE.write_text(picture, encoding="utf-8")
    elif PICTURE.read_text(encoding="utf-8") != picture:
        sys.exit(f"{PICTURE} shows something else: record it again")


if __name__ == "__main__":
    main()
