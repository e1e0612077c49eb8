"""Writes the pictures of the documentation: the pages in both schemes, on a phone, on paper, and the terminal.

`python docs/screenshots.py [FOLDER]` writes PNG files, into docs/images unless a folder is given.
Needs a browser and a PDF renderer, and says so where they are missing. Nothing is fetched: the pages
load nothing, and the browser sees files only.
"""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

DOCS = Path(__file__).parent
ROOT = DOCS.parent
IMAGES = Path(sys.argv[1]) if len(sys.argv) > 1 else DOCS / "images"
CASE = "examples/supplier-contract.json"
CARDS = "examples/cards.json"
NEEDED = {"chromium": "chromium", "pdftoppm": "poppler-utils"}
LARGEST = 200_000
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
DARK, LIGHT = "--blink-settings=preferredColorScheme=0", "--blink-settings=preferredColorScheme=1"
THEME = TerminalTheme(
    (19, 23, 28),
    (229, 233, 237),
    [
        (72, 80, 88),
        (255, 112, 122),
        (126, 211, 150),
        (236, 196, 104),
        (122, 170, 242),
        (214, 150, 230),
        (96, 200, 206),
        (229, 233, 237),
    ],
)
TERMINAL = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 20px 24px; background: #13171c; color: #e5e9ed; }}
pre {{ margin: 0; font: 13px/1.45 "DejaVu Sans Mono", "Liberation Mono", monospace; white-space: pre-wrap; }}
</style><pre>{code}</pre>"""


def main() -> None:
    """Make every picture, or say what to install."""
    missing = [package for program, package in NEEDED.items() if shutil.which(program) is None]
    if missing:
        sys.exit(
            f"docs/screenshots.py needs {' and '.join(missing)}; on Debian: apt-get install -y {' '.join(missing)}"
        )
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _pages(folder)
        _terminals(folder)


# --- pages ---------------------------------------------------------------------------------------


def _pages(folder: Path) -> None:
    case, run = folder / "case.html", folder / "run"
    _claimgauge("score", CASE, "--report", str(case))
    (folder / "run.jsonl").write_text("\n".join(_made_up_cases()), encoding="utf-8")
    _claimgauge("score", str(folder / "run.jsonl"), "--report", str(run))
    _claimgauge("assess", CARDS, "--report", str(folder / "cards"))
    gates = folder / "cards" / "case-00001.html"
    top = _only(case, "index|floors|dimensions|lower", head=True)
    _shoot(top, "case-light.png", width=1100, height=1600, scale=1.5)
    _shoot(top, "case-dark.png", width=1100, height=1600, scale=1.5, scheme=DARK)
    _shoot(_only(case, "answer|evidence|claims"), "case-claims.png", width=1100, height=1400, scale=1.5)
    _shoot(case, "case-narrow.png", width=390, height=1500, scale=2)
    _shoot(_only(gates, "gates|provenance"), "case-gates.png", width=1100, height=1400, scale=1.5)
    _shoot(run / "index.html", "overview.png", width=1100, height=1140, scale=1.5)
    _print(case, "case-print.png", folder)


def _made_up_cases() -> list[str]:
    """A run to look at: the example case with other labels, some without claims, and one that cannot be read."""
    drawn = random.Random(11)  # noqa: S311  # the same pictures every time
    example = json.loads((ROOT / CASE).read_text(encoding="utf-8"))
    kinds = ["SUPPORTED"] * 26 + ["UNSUPPORTED", "OUTDATED", "PARTIAL", "CONTRADICTED", "ACCESS_GAP", "UNKNOWN"]
    lines = []
    for number in range(1, 181):
        claims: list[dict[str, Any]] = [] if number % 41 == 0 else [dict(claim) for claim in example["claims"]]
        for claim in claims:
            claim |= {"labels": [drawn.choice(kinds)], "citedEvidenceIds": ["term"]}
        lines.append(json.dumps(example | {"id": f"contract-{number:03}", "claims": claims}))
    return [*lines, '{"id": "contract-181", "claims": 7}']


def _only(page: Path, sections: str, *, head: bool = False) -> Path:
    """A copy of a page with some of its sections, for a picture from the middle of it."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(rf'<section id="(?!(?:{sections})").*?</section>', "", text, flags=re.DOTALL)
    text = re.sub(r"<(footer|nav).*?</\1>" if head else r"<(header|footer).*?</\1>", "", text, flags=re.DOTALL)
    copy = page.with_name(f"{sections.partition('|')[0]}-of-{page.name}")
    copy.write_text(text, encoding="utf-8")
    return copy


def _shoot(page: Path, name: str, *, width: int, height: int, scale: float, scheme: str = LIGHT) -> None:
    """A picture of the first `height` pixels of a page, less the empty end."""
    raw = page.with_name(f"raw-{name}")
    size = [f"--window-size={width},{height}", f"--force-device-scale-factor={scale}"]
    _browse(page, [*size, scheme, f"--screenshot={raw}"])
    _save(Image.open(raw), name)


def _print(page: Path, name: str, folder: Path) -> None:
    """The first pages as they come out of a printer, side by side."""
    pdf = folder / "case.pdf"
    _browse(page, ["--no-pdf-header-footer", f"--print-to-pdf={pdf}"])
    _run(["pdftoppm", "-r", "96", "-l", "3", "-png", str(pdf), str(folder / "sheet")])
    sheets = [Image.open(path).convert("RGB") for path in sorted(folder.glob("sheet-*.png"))]
    gap = 16
    whole = Image.new(
        "RGB",
        (sum(each.width + gap for each in sheets) + gap, max(each.height for each in sheets) + 2 * gap),
        "#9aa3ad",
    )
    for place, sheet in enumerate(sheets):
        whole.paste(sheet, (gap + place * (sheet.width + gap), gap))
    _save(whole, name, trim=False)


def _browse(page: Path, options: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        _run(["chromium", *FLAGS, f"--user-data-dir={profile}", *options, page.resolve().as_uri()])


def _save(picture: Image.Image, name: str, *, trim: bool = True) -> None:
    """A small PNG: a palette, and no empty rows at the end."""
    picture = picture.convert("RGB")
    if trim:
        ground = Image.new("RGB", picture.size, picture.getpixel((0, picture.height - 1)))
        box = ImageChops.difference(picture, ground).getbbox()
        picture = picture.crop((0, 0, picture.width, min(picture.height, (box[3] if box else 0) + 40)))
    path = IMAGES / name
    picture.quantize(192, dither=Image.Dither.NONE).save(path, optimize=True)
    size = path.stat().st_size
    sys.stdout.write(f"{path}  {size:,} bytes\n")
    if size > LARGEST:
        sys.exit(f"{name} is larger than {LARGEST:,} bytes; show less of the page")


# --- the terminal --------------------------------------------------------------------------------


def _terminals(folder: Path) -> None:
    for name, words in (
        ("terminal-score", ["score", CASE]),
        ("terminal-assess", ["assess", CARDS]),
        ("terminal-verify", ["verify", CARDS]),
    ):
        page = folder / f"{name}.html"
        said = f"$ claimgauge {' '.join(words)}\n" + _claimgauge(*words)
        page.write_text(_as_html(said), encoding="utf-8")
        _shoot(page, f"{name}.png", width=980, height=1400, scale=1.5)


def _as_html(ansi: str) -> str:
    """What a terminal shows, as a page: the text with its colours."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123  # a device and no path
        console = Console(record=True, width=120, file=nowhere, force_terminal=True)
        console.print(Text.from_ansi(ansi), soft_wrap=True)
        return console.export_html(theme=THEME, inline_styles=True, code_format=TERMINAL)


def _claimgauge(*words: str) -> str:
    """Both streams of a command in the order in which they were written, with colours."""
    command = [str(Path(sys.executable).parent / "claimgauge"), *words, "--fail-on", "never"]
    colours = {"FORCE_COLOR": "1", "COLUMNS": "116", "TERM": "xterm-256color"}
    done = subprocess.run(  # noqa: S603  # our own command
        command,
        cwd=ROOT,
        env=os.environ | colours,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # programs named above
    if done.returncode:
        sys.exit(f"{command[0]} failed: {done.stderr[-400:]}")


if __name__ == "__main__":
    main()
