"""Checksums of a model's text: a formatter's run leaves them as they are, an edit does not."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import pytest
from dbt.adapters.tablestore.plans import fingerprints
from hypothesis import assume, given, settings
from hypothesis import strategies as st

TEXT = """{{ config(primary_key='id', state_ttl='1 d', post_hook="select ')'") }}
select a.id, -- the key
       'x -- y' as label /* said so */
from {{ tablestore.changelog_join(ref('a'), ref('b'), 'id', hint=tablestore.hint('STATE_TTL', {'a': '1 d'})) }} as a
{# of a note #} where a.id > 1"""
SAME_TEXTS = {
    "blanks": TEXT.replace(" ", "  ")
    .replace("'x  --  y'", "'x -- y'")
    .replace("STATE_TTL',  {'a':  '1  d'}", "STATE_TTL', {}"),
    "around punctuation": TEXT.replace("a.id,", "a.id  ,").replace("> 1", ">1"),
    "comments": TEXT.replace("-- the key", "").replace("said so", "or so").replace("of a note", "of another"),
    "config": TEXT.replace("primary_key='id', state_ttl='1 d'", "primary_key='id', compiled_plan='plans/x.json'"),
    "no config": TEXT.partition("\n")[2],
    "a hint's TTL": TEXT.replace("{'a': '1 d'}", "{'a': '2 h', 'b': '1 d'}"),
    "trimmed blanks": TEXT.replace("{{ table", "{{- table"),
    "case of keywords": TEXT.replace("select", "SELECT").replace("from", "From"),
    "case of names": TEXT.replace("a.id,", "A.Id,"),
    "a semicolon at the end": TEXT + " ;\n",
    "Windows' ends of lines": TEXT.replace("\n", "\r\n"),
    "quotes and last commas in Jinja": TEXT.replace("ref('a')", 'ref(\n  "a",\n)').replace("'1 d'})", "'1 d',})"),
}
OTHER_TEXTS = {
    "a condition": TEXT.replace("> 1", "> 2"),
    "a literal's blanks": TEXT.replace("'x -- y'", "'x  -- y'"),
    "a literal's case": TEXT.replace("'x -- y'", "'X -- y'"),
    "a join's key": TEXT.replace("'id', hint", "'k', hint"),
    "a minus": TEXT.replace("> 1", "> -1"),
    "a hint of Spark's": TEXT.replace("select a.id", "select /*+ broadcast(a) */ a.id"),
    "a name": TEXT.replace("as label", "as labels"),
    "quotes around a name": TEXT.replace("as label", "as `label`"),
    "a semicolon in the middle": TEXT.replace("where", "; where"),
    "a name in Jinja": TEXT.replace("changelog_join", "Changelog_join"),
}


@pytest.mark.parametrize("text", SAME_TEXTS.values(), ids=SAME_TEXTS)
def test_a_checksum_does_not_see(text: str) -> None:
    assert text != TEXT
    assert fingerprints.of(text) == fingerprints.of(TEXT)


@pytest.mark.parametrize("text", OTHER_TEXTS.values(), ids=OTHER_TEXTS)
def test_a_checksum_sees(text: str) -> None:
    assert text != TEXT
    assert fingerprints.of(text) != fingerprints.of(TEXT)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # what stands behind a raw string, which a backslash does not continue
        (r"select split(x, r'\') as a, 'b'", r"select split(x, r'\') as a, 'c'"),
        (r"select r'\', 1 -- 'one", r"select r'\', 2 -- 'one"),
        (r"select '\'', 1", r"select '\'', 2"),
        ("select 'it''s'", "select 'it' 's'"),
        # hints, wherever they stand
        ("select /*+ broadcast(a) */ 1", "select /*+ broadcast(b) */ 1"),
        ("{% macro m() %}/*+ broadcast(a) */{% endmacro %}", "{% macro m() %}/*+ broadcast(b) */{% endmacro %}"),
        # parts of one name, and two names
        ("select orders_{{ x }}", "select orders_ {{ x }}"),
        ("select a{% if x %}b{% endif %}", "select a {% if x %}b{% endif %}"),
        ("select a{% if x %}_{{ b }}{% endif %}c", "select a{% if x %}_{{ b }}{% endif %} c"),
        # tags in strings
        ("select '{{ x }}'", "select '{{ y }}'"),
        ("select '{{ x }} -- {{ y }}'", "select '{{ x }} -- {{ z }}'"),
        ("select 'a {{ x }}'", "select 'a {{- x }}'"),
        ("select '{{ x }}'", "select ' {{ x }}'"),
        # a block that a comment hides from Spark, but not from Jinja
        ("select 1 -- {% if a %}\n, 2 -- {% endif %}", "select 1 -- {% if b %}\n, 2 -- {% endif %}"),
        # Jinja's own
        ("{{ m((1,)) }}", "{{ m((1)) }}"),
        ("{% set x = (1,) %}", "{% set x = (1) %}"),
        ("{{ m((1, 2)) }}", "{{ m(1, 2) }}"),
        ("{{ m(()) }}", "{{ m() }}"),
        ("{{ m((a or b) and c) }}", "{{ m(a or b and c) }}"),
        ("{{ (a or b).c }}", "{{ a or b.c }}"),
        ("{{ -(a + b) }}", "{{ -a + b }}"),
        ("{{ a in (b or c) }}", "{{ a in b or c }}"),
        ("{% set x = y((1, 2)) %}", "{% set x = y(1, 2) %}"),
        ("{% set x = z == (1, 2) %}", "{% set x = z == 1, 2 %}"),
        ("{{ m('a') }}", "{{ m(a) }}"),
        ("{{ m('a ') }}", "{{ m('a') }}"),
        ("{{ m(x) }}", "{% do m(x) %}"),
        ("{% raw %}{{ x }}{% endraw %}", "{{ x }}"),
        ("{{ config(x) ~ y }}", "{{ config(x) ~ z }}"),
        ("{{ f('STATE_TTL', x) }}", "{{ f('STATE_TTL', y) }}"),
        # a text that is no SQL by itself
        ("{% macro m() %}it's 1{% endmacro %}", "{% macro m() %}it's 2{% endmacro %}"),
        # operators that blanks would make of others
        ("select a <=> b", "select a <= > b"),
        ("select 1.5", "select 1 .5"),
        ("select 1L", "select 1"),
        ("select a and b", "select a or b"),
        ("select\ue0000\ue001 as a", "select\ue0001\ue001 as a"),
    ],
)
def test_these_two_differ(one: str, other: str) -> None:
    assert fingerprints.of(one) != fingerprints.of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("select f((a), ((b)))", "select f( (a) , ( (b) ) )"),
        ("select date'2020-01-01'", "SELECT DATE '2020-01-01'"),
        ("select a group by b order by c", "select a\nGROUP\n  BY b\norder /* as read */ by c"),
        ("select /*+ broadcast(a, b) */ 1", "select /*+  BROADCAST( a ,b ) */ 1"),
        ("select 1{% if x %}, 2{% endif %}", "select 1\n{%- if x %}\n , 2\n{% endif -%}\n"),
        ("select 1 -- {{ a }}", "select 1 -- {{ b }}"),
        ("select 1 /* outer /* inner */ */", "select 1"),
        ("select a{# a note #}b", "select ab"),
        ("{{ m([1, 2], {'a': 1}, (1, 2)) }}", "{{ m([1, 2,], {'a': 1,}, (1, 2,),) }}"),
        ("{{ m('a\\'b') }}", '{{ m("a\'b") }}'),
        ("{% set x = f(a)[0] %}", "{%- set x=f(a,)[0] -%}"),
        ("{% set x = a if b else c %}", "{% set x = (\n  a if b else c\n) %}"),
        ("{% set x, y = 1, 2 %}", "{% set x, y = (1, 2,) %}"),
        ("{{ m(a, b or c, d=e ~ f) }}", "{{ (m(a, ((b or c)), d=(e ~ f))) }}"),
        ("{{ {'k': [a or b]}[c] }}", "{{ {'k': [(a or b),]}[(c)] }}"),
        ("{% macro m() %}it's 1{% endmacro %}", "\n{% macro m( ) %}it's 1{% endmacro %}\n"),
        ("select 1", "{{ config(a='}}', b=[1, (2)]) }}select 1;;"),
    ],
)
def test_these_two_are_the_same(one: str, other: str) -> None:
    assert fingerprints.of(one) == fingerprints.of(other)


# --- Python models ---


def test_checksums_of_python_models() -> None:
    text = "def model(dbt, session):\n    dbt.config(primary_key='id')\n    return dbt.ref('a')\n"
    same = "def model(dbt, session):\n    # of a note\n    return dbt.ref( 'a' )\n"
    assert fingerprints.of(text, "python") == fingerprints.of(same, "python")
    for other in ("'b'", "'a', ''", "", "None", "f'a{0}'"):
        assert fingerprints.of(text, "python") != fingerprints.of(text.replace("'a'", other), "python")


def test_checksums_are_the_same_everywhere() -> None:
    """A plan that one release of Python or Jinja has written is compared by another one."""
    python = """
import a as b
from .. import c

class D(list):
    x: int = 1

async def e(f, /, g=None, *h, i: "int" = 2, **j) -> None:
    async for k in f:
        print(f"{k!r:>{i}} {g=}" "!", *h, **j)
    return {**j, "l": [m for m in h if m], "n": lambda o: -o}

def p(q):
    match q:
        case {"r": None, **s} if s:
            yield
        case [1.5, *_] | "t":
            with open(q) as u, q:
                raise ValueError(u) from None
    try:
        v: int
    except (OSError, ValueError) as w:
        x = y[1:2, ...]
"""
    assert fingerprints.of(python, "python") == "1d5c66d6a4d846c7"
    assert fingerprints.of(TEXT) == "812a42a26bbc5e15"
    assert (
        fingerprints.of("select /*+ x */ r'\\', 1L, .5, a <=> b, {% if x %}'{{ y -}} z'{% endif %}")
        == "2c0c63aaebda849a"
    )


def test_2000_comments_are_left_out_in_linear_time() -> None:
    begin = time.process_time()
    text = "/* a comment */ -- {% if x %} another\n{# and a note #}{% endif %}" * 2_000
    assert fingerprints.of(text + "select 1") != fingerprints.of(text + "select 2")
    assert fingerprints.of("/* a comment */ -- another\n" * 2_000 + "select 1") == fingerprints.of("select 1")
    assert time.process_time() - begin < 5


# --- any model, formatted and edited at random ---

WORDS = ["select", "from", "where", "group by", "a", "amount", "`An id`", "1", "2.50", "1e3", "10L", "sum"]
QUOTED = ["'x -- y'", r"r'\'", "'it\\'s'", '"a /* b"', "'{{ x }} y'", "'a;b'", "''"]
SIGNS = ["(", ")", ",", ".", "+", "-", "*", "/", "=", "<=>", "<", "->", "::", ";", "[", "]"]
HINTS = ["/*+ broadcast(a) */", "/*+ repartition(3) */"]
# A tag as its tokens; `,)` marks the end of a call, which a formatter may give a last comma.
TAGS = [
    ("{{", "ref", "(", "'a'", ",)", "}}"),
    ("{{", "tablestore.tumble", "(", "ref", "(", "'a'", ",)", ",", "x", "=", "1", ",)", "}}"),
    ("{{", "y", "~", "'it'", "}}"),
    ("{%", "if", "is_incremental", "(", ")", "%}"),
    ("{%", "set", "z", "=", "[", "1", ",", "'b'", ",]", "%}"),
    ("{%", "endif", "%}"),
]
FOLDED = [*WORDS, *SIGNS]

Model = Sequence["str | tuple[str, ...]"]
pieces = st.one_of(*map(st.sampled_from, (WORDS, QUOTED, SIGNS, HINTS, TAGS)))
models = st.lists(pieces, min_size=1, max_size=25)
blanks = st.sampled_from([" ", "\n", "  \n\t", " /* a note */ ", " -- it's\n", " {# a note #} ", " /* -- */\r\n"])
configs = st.sampled_from(["", "{{ config(primary_key='id') }}\n", "{{- config(a=[')'], b='}}',) -}} "])
ends = st.sampled_from(["", ";", " ;\n", " -- the end", "\n/* ; */;"])


def plain(model: Model) -> str:
    """The model with one blank between all its pieces."""
    return " ".join(piece if isinstance(piece, str) else tag(piece, lambda token: f"{token} ") for piece in model)


def tag(tokens: Sequence[str], written: Callable[[str], str]) -> str:
    return "".join(written(token.removeprefix(",") if token in (",)", ",]") else token) for token in tokens).strip()


def formatted(draw: st.DrawFn, model: Model) -> str:
    """The model as some formatter or some person would lay it out."""
    text = draw(configs)
    before = " "
    for piece in model:
        tight = any(each in ("(", ")", ",", "[", "]") for each in (before, piece)) and draw(st.booleans())
        text += "" if tight else draw(blanks)
        text += laid_out_tag(draw, piece) if isinstance(piece, tuple) else laid_out(draw, piece)
        before = piece
    return text + draw(ends)


def laid_out(draw: st.DrawFn, piece: str) -> str:
    if piece not in FOLDED or "`" in piece:
        return piece
    words = piece.split()
    return draw(blanks).join(draw(st.sampled_from([word, word.upper(), word.title()])) for word in words)


def laid_out_tag(draw: st.DrawFn, tokens: tuple[str, ...]) -> str:
    begin, *inner, end = tokens
    text = begin + draw(st.sampled_from(["", "-"])) + " "
    for token in inner:
        if token in (",)", ",]"):
            token = draw(st.sampled_from([token, token[1:]]))
        elif token.startswith("'"):
            token = draw(st.sampled_from([token, f'"{token[1:-1]}"']))
        text += token + draw(st.sampled_from([" ", "\n  "]))
    return text + draw(st.sampled_from(["", "-"])) + end


@settings(max_examples=400, deadline=None)
@given(st.data(), models)
def test_formatting_at_random_leaves_the_checksum(data: st.DataObject, model: Model) -> None:
    assume(model[-1] != ";")
    text = data.draw(st.composite(formatted)(model))
    assert fingerprints.of(text) == fingerprints.of(plain(model)), text


@settings(max_examples=400, deadline=None)
@given(st.data(), models)
def test_an_edit_at_random_changes_the_checksum(data: st.DataObject, model: Model) -> None:
    place = data.draw(st.integers(0, len(model) - 1))
    kind = data.draw(st.sampled_from(["replace", "insert", "remove", "swap", "edit a tag"]))
    edited = list(model)
    if kind == "replace":
        edited[place] = data.draw(pieces)
    elif kind == "insert":
        edited.insert(place, data.draw(pieces))
    elif kind == "remove":
        del edited[place]
    elif kind == "swap":
        edited[place], edited[-1] = edited[-1], edited[place]
    elif isinstance(piece := edited[place], tuple):
        names = [i for i, token in enumerate(piece) if token.isidentifier() or token[0] in "'1"]
        changed = data.draw(st.sampled_from(names))
        edited[place] = (*piece[:changed], data.draw(st.sampled_from(["other", "'other'", "7"])), *piece[changed + 1 :])
    assume(without_end(edited) != without_end(model))
    assert fingerprints.of(plain(edited)) != fingerprints.of(plain(model))


def without_end(model: Model) -> Model:
    """A model without semicolons at its end, which say nothing."""
    kept = list(model)
    while kept and kept[-1] == ";":
        kept.pop()
    return kept


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("select '{{ label() }}' as x", True),
        ("select `{{ label }}` as x", True),
        ("select '{{ orders.label() }}', 1", True),
        ("""select {{ "'" ~ label() ~ "'" }} as x""", True),
        ("select {{ tablestore.string_literal(label()) }} as x", True),
        ("select {{ label() }} as x, 'a'", False),
        ("select '{{ var('start') }}', '{{ target.name }}', '{{ var('a') | upper }}' from {{ ref('a') }}", False),
        ("select '{% if x %}a{% endif %}'", False),
        ("-- '{{ label() }}'\nselect 1", False),
    ],
)
def test_a_text_has_in_quotes_what_a_macro_renders(text: str, expected: bool) -> None:
    assert fingerprints.is_quoting(text) == expected


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("{% macro label() %}", "{% endmacro %}"),
        ("select 1 {% set label %}", "{% endset %} from a"),
        ("select 1 {% set label | replace(old='a') %}", "{% endset %} from a"),
        ("{% call f() %}", "{% endcall %}"),
        ("{% macro label() %}{% if x %}", "{% endif %}{% endmacro %}"),
        ("{% macro label() %}{% set y %}", "{% endset %}{{ y }}{% endmacro %}"),
        ("{% macro label() %}{% set y = 1 %}", "{% endmacro %}"),
        ("{% macro label() %}A{% set y = 1 %}", "B{% set z = 2 %}{% endmacro %}"),
    ],
)
def test_what_is_rendered_into_quotes_is_compared_as_it_stands(begin: str, end: str) -> None:
    text, others = "Big Deal", ["big deal", "Big  Deal", "Big /* so */ Deal", "Big {# no #}Deal"]
    checksums = [fingerprints.of(begin + other + end, exact=True) for other in others]
    spelled = [fingerprints.spelled(begin + other + end, exact=True) for other in others]
    assert [fingerprints.of(begin + text + end, exact=True) == checksum for checksum in checksums] == [0, 0, 0, 1]
    assert [fingerprints.spelled(begin + text + end, exact=True) == other for other in spelled] == [0, 0, 0, 1]
    assert {fingerprints.of(begin + other + end) for other in [*others, text]} == {fingerprints.of(begin + text + end)}
    around = begin.replace("select 1", "SELECT  1") + text + end.replace("from a", "FROM  a")
    assert fingerprints.of(around, exact=True) == fingerprints.of(begin + text + end, exact=True)
