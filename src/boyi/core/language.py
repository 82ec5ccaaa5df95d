"""Languages: messages become text here, at the edge that shows them.

English is the templates themselves. Another language is a catalogue ``locale/CODE/LC_MESSAGES/boyi.mo``,
compiled from the ``boyi.po`` beside it by ``make messages``. Games and plug-ins add their own translations.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from boyi.core.errors import BoyiError, UnknownName, shorten
from boyi.core.message import Message, Term, alternatives

if TYPE_CHECKING:
    from gettext import NullTranslations
    from re import Pattern

DOMAIN = "boyi"
FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "locale")  # noqa: PTH118, PTH120
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment says which language is wanted, as gettext reads them."""

Translations = Mapping[str, Mapping[str, str]]
"""What a game or plug-in brings: ``{"zh_CN": {"English template": "中文"}}``."""

NAME, SIGN = Message("English"), Message("EN")
"""What a language calls itself, whole and in short: its translations of these."""

_added: dict[str, dict[str, str]] = {}


def add_translations(translations: Translations) -> None:
    """Let a game or plug-in translate its own templates; Boyi's catalogue goes before."""
    for code, texts in translations.items():
        _added.setdefault(code, {}).update(texts)


class Language:
    """One language: call it with a message, a term or an error to get text.

    >>> chinese = find_language("zh")
    >>> chinese(Message("{cell} is taken.", cell="h8"))
    'h8 已有棋子。'
    >>> ENGLISH(Message("{cell} is taken.", cell="h8"))
    'h8 is taken.'
    """

    def __init__(self, code: str) -> None:
        self.code = code

    def __repr__(self) -> str:
        return f"Language({self.code!r})"

    def __call__(self, said: object) -> str:
        """The text; what has no translation stays English, and what is no message stays as it is."""
        if isinstance(said, BoyiError):
            said = said.message
        if self.code == "en":
            return str(said)
        if isinstance(said, Term):
            found = self.lookup(said.text)
            return found if found != said.text else self.lookup(_small(said.text), said.text)
        if not isinstance(said, Message):
            return str(said)
        template = self.lookup(said.template)
        return _fill(template, {name: self._value(value) for name, value in said.values.items()})

    def _value(self, value: object) -> object:
        return self(value) if isinstance(value, Message | Term) else value

    def lookup(self, template: str, default: str | None = None) -> str:
        """The translated template, or the default, which is the template itself."""
        if template:  # for nothing gettext answers with the head of the catalogue
            found = _catalogue(self.code).gettext(template)
            if found != template:
                return found
        return _added.get(self.code, {}).get(template, template if default is None else default)


ENGLISH = Language("en")


@cache
def language_codes() -> tuple[str, ...]:
    """The languages that there are: English, and every folder with a catalogue."""
    # pathlib would take longer to load than all of --help.
    found = (code for code in os.listdir(FOLDER) if os.path.isfile(_path(code)))  # noqa: PTH113, PTH208
    return ("en", *sorted(found))


def languages(said: object) -> dict[str, str]:
    """The text in every language, by the code of each: for what is shown by someone else.

    >>> languages(Message("{cell} is taken.", cell="h8"))
    {'en': 'h8 is taken.', 'zh_CN': 'h8 已有棋子。'}
    """
    return {code: language(code)(said) for code in language_codes()}


def _path(code: str) -> str:
    return os.path.join(FOLDER, code, "LC_MESSAGES", f"{DOMAIN}.mo")  # noqa: PTH118


def short_codes() -> list[str]:
    """The same without countries, as people write them."""
    return [code.partition("_")[0] for code in language_codes()]


def find_language(wanted: str | None = None) -> Language:
    """The language that is asked for, else that of the environment, else English.

    A language without its country will do, and any country of a language is better than English:

    >>> find_language("zh").code, find_language("en_GB.UTF-8").code
    ('zh_CN', 'en')
    """
    if wanted is not None:
        code = _nearest(wanted)
        if code is None:
            raise UnknownName(
                "There is no language {name}: choose {offered}.",
                name=shorten(wanted),
                offered=alternatives(short_codes()),
            )
        return language(code)
    given = next((value for name in VARIABLES if (value := os.environ.get(name))), "")
    return best_language(given.split(":"))


def best_language(wanted: Iterable[str]) -> Language:
    """The first of these languages that there is, else English.

    >>> best_language(["tlh", "zh-TW", "en"]).code, best_language(["tlh"]).code
    ('zh_CN', 'en')
    """
    # Most people's is decided without a look at the folder.
    return next((language(code) for part in wanted if (code := _nearest(part))), ENGLISH)


@cache
def language(code: str) -> Language:
    """The language with exactly this code."""
    return ENGLISH if code == "en" else Language(code)


CHINESE = language("zh_CN")


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _nearest(wanted: str) -> str | None:
    """The code of a language that was named as in ``zh``, ``zh-CN`` or ``zh_TW.UTF-8``."""
    name = wanted.replace("-", "_").partition(".")[0].partition("@")[0].lower()
    plain = name.partition("_")[0]
    if plain in ("en", "c", "posix", ""):
        return "en" if plain == "en" else None
    codes = language_codes()
    exact = (code for code in codes if code.lower() == name)
    return next(exact, None) or next((code for code in codes if code.partition("_")[0] == plain), None)


@cache
def _catalogue(code: str) -> NullTranslations:
    from gettext import translation  # only those who do not read English pay for loading it

    return translation(DOMAIN, FOLDER, [code], fallback=True)


@cache
def _needless() -> Pattern[str]:
    """A space that would separate Chinese from Latin letters, where there are none."""
    import re  # as above

    wide = r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
    return re.compile(rf"(?<={wide}) (?={wide})")


def _fill(template: str, values: Mapping[str, object]) -> str:
    """Fill a template in; what stands in the values is not changed."""
    if not values:
        return template
    from string import Formatter  # as above

    literals, filled = [], []
    for literal, name, spec, _ in Formatter().parse(template):
        literals.append(literal)
        filled.append("" if name is None else format(values[name], spec or ""))
    pieces = []
    before = ""
    for literal, value in zip(literals, filled, strict=True):
        after = value[:1]
        pieces += [_needless().sub("", before + literal + after)[len(before) :].removesuffix(after), value]
        before = value[-1:]
    return "".join(pieces)
