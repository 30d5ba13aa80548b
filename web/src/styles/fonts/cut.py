"""Cuts the letters of the pages from those in the packages `@fontsource/…`, so that less stands between a visitor and the words.

    pip install fonttools brotli
    python3 web/src/styles/fonts/cut.py

Every character stays, but what western texts seldom hold (fractions, rare signs, loose accents) lies in a file of its own. What
goes: weights that no style uses, instructions for coarse screens, and features that nobody asks for (browsers put letters and
their accents together by themselves). It prints what `unicode-range` has to say in `fonts.css`.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = Path(__file__).parent
PACKAGES = HERE.parents[3] / "node_modules"
FAMILIES = {
    "hanken-grotesk": "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-{letters}-wght-normal.woff2",
    "instrument-serif": "@fontsource/instrument-serif/files/instrument-serif-{letters}-400-normal.woff2",
}
# What `font-weight` is set to, from text to strong words.
WEIGHTS = (400, 600)
FEATURES = ["kern", "liga", "ccmp", "locl"]
# Copyright, family, style, licence.
NAMES = [0, 1, 2, 13, 14]
# The letters of western Europe, and the signs of running text.
COMMON = {
    *range(0x20, 0x7F),
    *(code for code in range(0xC0, 0x100) if chr(code) not in "÷ÐðÞþ"),
    *map(ord, "\u00a0\u00ad¡£©«°²·»¿ŒœŸ–—‘’‚“”„•…‹›€™−"),
}


def cut(source: Path, target: Path, keeps) -> set[int]:
    """Writes the characters of a font for which `keeps` is true. Returns them."""
    font = TTFont(source, recalcTimestamp=False)
    options = subset.Options(
        flavor="woff2", hinting=False, layout_features=FEATURES, name_IDs=NAMES, notdef_outline=True
    )
    subsetter = subset.Subsetter(options)
    codes = {code for code in font.getBestCmap() if keeps(code)}
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    if "fvar" in font:
        font = instancer.instantiateVariableFont(font, {"wght": WEIGHTS})
    font.flavor = "woff2"
    font.save(target)
    return codes


def ranges(codes) -> str:
    runs = []
    for code in sorted(codes):
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ", ".join(f"U+{first:04X}" + (f"-{last:04X}" if last > first else "") for first, last in runs)


if __name__ == "__main__":
    for family, pattern in FAMILIES.items():
        latin, extended = (PACKAGES / pattern.format(letters=letters) for letters in ("latin", "latin-ext"))
        known = set(TTFont(latin).getBestCmap())
        for name, source, keeps in (
            ("latin", latin, lambda code: code in COMMON),
            ("latin-rest", latin, lambda code: code not in COMMON),
            ("latin-ext", extended, lambda code: code not in known),
        ):
            target = HERE / f"{family}-{name}.woff2"
            codes = cut(source, target, keeps)
            print(f"{target.name}: {target.stat().st_size} bytes\n    {ranges(codes)}")
