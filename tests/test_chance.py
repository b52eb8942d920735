"""Fair dealing: the promises and the test vectors of docs/fair-dealing.md."""

from __future__ import annotations

import importlib.util
import io
import itertools
import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem import chance

STEADY = settings(deadline=None, derandomize=True)
ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "fair-dealing.md").read_text(encoding="utf-8")
VERIFIER = ROOT / "samples" / "fair-dealing" / "verify.py"
SEED = bytes(range(32))
HEADERS = [("Game", "last-spike"), ("Edition", "1"), ("Board", "columbia-2015"), ("Name", "friday-42")]
LETTERS = list("ABCDEFGHIJ")


def committed(headers: list[tuple[str, str]], seats: list[str], seed: bytes = SEED) -> str:
    return chance.commitment(seed, chance.setup_headers(headers, seats))


def verifier() -> ModuleType:
    spec = importlib.util.spec_from_file_location("verify", VERIFIER)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_seed_has_32_bytes_and_is_new_every_time() -> None:
    seeds = {chance.new_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert {len(seed) for seed in seeds} == {32}


def test_64_hexadecimal_digits_are_the_seed_itself() -> None:
    assert chance.plain(SEED.hex()) == SEED
    assert chance.plain(SEED.hex().upper()) == SEED


def test_any_other_text_is_hashed_to_a_seed() -> None:
    assert chance.plain("correct horse").hex() in PAGE
    assert len(chance.plain("")) == 32
    assert chance.plain(SEED.hex()[:-1]) != chance.plain(SEED.hex()[:-2])


@STEADY
@given(st.text(st.characters(), max_size=80))
def test_no_seed_text_is_refused(text: str) -> None:
    assert len(chance.plain(text)) == 32


def test_the_commitment_of_the_page() -> None:
    assert committed([*HEADERS, ("Red", "Ann"), ("Blue", "Bob")], ["red", "blue"]) in PAGE


def test_the_commitment_covers_seed_headers_and_seats() -> None:
    changed = [
        committed(HEADERS, ["red", "blue"]),
        committed(HEADERS, ["red", "blue"], bytes(32)),
        committed(HEADERS, ["red", "green"]),
        committed(HEADERS, ["red", "blue", "green"]),
        committed([*HEADERS, ("Options", "bikes")], ["red", "blue"]),
        *(
            committed([*HEADERS[:at], (key, value + "x"), *HEADERS[at + 1 :]], ["red", "blue"])
            for at, (key, value) in enumerate(HEADERS)
        ),
    ]
    assert len(set(changed)) == len(changed)


def test_the_commitment_survives_what_programs_do_to_headers() -> None:
    headers = [*HEADERS[:3], ("Name", "café  friday")]
    after = [("Name", " cafe\u0301\nfriday "), ("Site", "a forum"), *reversed(HEADERS[:3])]
    assert committed(headers, ["red", "blue"]) == committed(after, ["blue", "red"])


def test_persons_are_not_in_the_commitment() -> None:
    assert committed([*HEADERS, ("Red", "Ann <a@example.org>")], ["red"]) == committed(HEADERS, ["red"])


def test_parts_cannot_be_shifted_into_each_other() -> None:
    assert chance.commitment(SEED, [("ab", "c")]) != chance.commitment(SEED, [("a", "bc")])
    one = chance.shuffler(SEED, "a", [("red", "x"), ("sky", "y")])
    other = chance.shuffler(SEED, "a", [("red", "xsky"), ("y", "")])
    assert one("t", LETTERS) != other("t", LETTERS)


def test_the_shuffle_with_words_of_the_page() -> None:
    shuffle = chance.shuffler(SEED, "friday-42", [("red", "any  words"), ("blue", "café")])
    assert f"order        {' '.join(shuffle('tiles 1', LETTERS))}\n" in PAGE


def test_the_shuffles_without_words_of_the_page() -> None:
    shuffle = chance.shuffler(SEED, "friday-42", [])
    items = {"A to J": LETTERS, "A A B B C C": list("AABBCC"), "000 to 299": [f"{n:03}" for n in range(300)]}
    rows = re.findall(r"^\| `(.+?)` \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 3
    for label, named, order in rows:
        assert " ".join(shuffle(label, items[named])).startswith(order.removesuffix(", ..."))


def test_seed_game_label_and_words_each_give_another_order() -> None:
    items = [f"{n:03}" for n in range(60)]
    nonces = [("red", "x")]
    orders = {
        chance.shuffler(SEED, "g", nonces)("t", items),
        chance.shuffler(bytes(32), "g", nonces)("t", items),
        chance.shuffler(SEED, "h", nonces)("t", items),
        chance.shuffler(SEED, "g", nonces)("u", items),
        chance.shuffler(SEED, "g", [("red", "X")])("t", items),
        chance.shuffler(SEED, "g", [("blue", "x")])("t", items),
        chance.shuffler(SEED, "g", [])("t", items),
    }
    assert len(orders) == 7


def test_the_order_of_seats_and_the_form_of_words_do_not_matter() -> None:
    one = chance.shuffler(SEED, "g", [("red", "caf\u00e9 au lait"), ("blue", "b")])
    other = chance.shuffler(SEED, "g", [("blue", " b"), ("red", "cafe\u0301  au\nlait")])
    assert one("t", LETTERS) == other("t", LETTERS)


@STEADY
@given(st.lists(st.text(max_size=3), max_size=40), st.randoms(use_true_random=False))
def test_only_what_is_in_the_box_matters_not_how_it_lay(items: list[str], random: Random) -> None:
    shuffle = chance.shuffler(SEED, "g", [])
    mixed = items.copy()
    random.shuffle(mixed)
    order = shuffle("t", items)
    assert order == shuffle("t", mixed)
    assert Counter(order) == Counter(items)


def test_shuffling_leaves_the_given_items_alone() -> None:
    items = ["C", "A", "B"]
    chance.shuffler(SEED, "g", [])("t", items)
    assert items == ["C", "A", "B"]


def test_the_identity_keeps_the_order() -> None:
    assert chance.identity("t", ["C", "A", "B"]) == ("C", "A", "B")


def test_numbers_are_below_their_bound_and_use_as_few_bytes_as_can_be() -> None:
    stream = iter([251, 250, 249, 0, 255])
    assert chance._below(10, stream) == 9
    assert chance._below(256, stream) == 0
    assert chance._below(2, stream) == 1
    assert chance._below(257, iter([255, 255, 1, 1])) == 0
    assert chance._below(1 << 16, iter([1, 2])) == 258


def chi_square(count: int, shuffles: int) -> float:
    """How far the orders of `count` items in so many shuffles are from being equally frequent."""
    shuffle = chance.shuffler(SEED, "statistics", [])
    items = list("ABCDE")[:count]
    seen = Counter(shuffle(f"t {n}", items) for n in range(shuffles))
    orders = list(itertools.permutations(items))
    expected = shuffles / len(orders)
    return sum((seen[order] - expected) ** 2 / expected for order in orders)


LIMITS = {4: (7.4, 49.8), 5: (76.9, 172.5)}
"""Between these lie 998 of 1,000 values for true chance (23 and 119 degrees of freedom); seeds are fixed."""


@pytest.mark.parametrize("count", [4, 5])
def test_all_orders_are_equally_frequent(count: int) -> None:
    low, high = LIMITS[count]
    assert low < chi_square(count, 20_000) < high


@pytest.mark.long
@pytest.mark.parametrize("count", [4, 5])
def test_all_orders_are_equally_frequent_in_a_million_shuffles(count: int) -> None:
    low, high = LIMITS[count]
    assert low < chi_square(count, 1_000_000) < high


def test_every_item_comes_to_every_place_equally_often() -> None:
    shuffle = chance.shuffler(SEED, "places", [])
    items = [f"{n:02}" for n in range(20)]
    orders = [shuffle(f"t {n}", items) for n in range(4000)]
    seen = Counter((place, item) for order in orders for place, item in enumerate(order))
    squares = sum((seen[place, item] - 200) ** 2 / 200 for place in range(20) for item in items)
    assert 281 < squares < 451


def claims(count: int) -> list[dict[str, object]]:
    """Shuffles by pbem, of all kinds and sizes, as the independent verifier reads them."""
    random = Random(20261129)
    return [claim(random, number) for number in range(count)]


def claim(random: Random, number: int) -> dict[str, object]:
    seed = random.randbytes(32)
    name = random.choice(["friday-42", "a", "größe", ""])
    nonces = {
        seat: random.choice(["", "x y", "e\u0301 \t z", "日本"])
        for seat in random.sample(["red", "blue", "green"], 2)
    }
    items = [str(random.randrange(1000)) for _ in range(random.choice([0, 1, 2, 3, 10, 60, 256, 257, 300]))]
    label = f"tiles {number}"
    order = chance.shuffler(seed, name, list(nonces.items()))(label, items)
    said = {"seed": seed.hex(), "name": name, "nonces": nonces, "label": label}
    return {**said, "items": items, "order": list(order)}


def test_an_independent_program_gives_the_same_shuffles() -> None:
    holds = verifier().holds
    assert all(holds(claim) for claim in claims(400))


@pytest.mark.long
def test_an_independent_program_gives_the_same_10_000_shuffles() -> None:
    holds = verifier().holds
    assert all(holds(claim) for claim in claims(10_000))


def test_an_independent_program_gives_the_same_commitments() -> None:
    headers = chance.setup_headers([*HEADERS[:3], ("Name", "a  cafe\u0301")], ["red", "blue"])
    assert verifier().commitment(SEED, headers) == chance.commitment(SEED, headers)


def test_the_independent_program_sees_one_changed_draw() -> None:
    wrong = claims(6)[5]
    order = wrong["order"]
    assert isinstance(order, list) and len(order) > 1
    assert not verifier().holds({**wrong, "order": [order[1], order[0], *order[2:]]})
    assert not verifier().holds({**wrong, "seed": "00" * 32})


def test_the_independent_program_is_short_and_imports_nothing_of_ours() -> None:
    text = VERIFIER.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    imports = re.findall(r"^(?:import|from) (\w+)", text, re.MULTILINE)
    assert imports == ["hashlib", "hmac", "json", "sys", "unicodedata"]


def test_the_example_of_the_page_is_verified(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = re.search(r"\$ echo '(\{.*?\})'", PAGE, re.DOTALL)
    assert found is not None
    good = json.dumps(json.loads(found.group(1)))
    monkeypatch.setattr(
        "sys.stdin", io.StringIO(good + "\n\n" + good.replace('"tiles 2"', '"tiles 3"') + "\n")
    )
    code = compile(VERIFIER.read_text(encoding="utf-8"), str(VERIFIER), "exec")
    with pytest.raises(SystemExit) as end:
        exec(code, {"__name__": "__main__"})
    assert end.value.code == 1
    assert capsys.readouterr().out == "ok\nDIFFERS\n"
