"""Which lines of a text their sender wrote for this mail."""

from __future__ import annotations

import pytest

from pbem.mail.quoting import BELOW, FOOTER, FRAMING, QUOTED, SIGNATURE, mark

ATTRIBUTIONS = """\
On Sun, Nov 29, 2026 at 8:15 PM Ann <ann@example.org> wrote:
On 29 Nov 2026, at 20:15, Ann <ann@example.org> wrote:
On Nov 29, 2026, 8:15 PM +0100, Ann <ann@example.org>, wrote:
At 08:15 PM 11/29/2026, Ann wrote:
At 2026-11-29 20:15:00, "Ann" <ann@example.org> wrote:
Ann wrote:
Ann Smith writes:
Ann <ann@example.org> writes:
* Ann <ann@example.org> [2026-11-29 20:15]:
2026-11-29 20:15 GMT+01:00 Ann <ann@example.org>:
29 Nov 2026, 20:15 by ann@example.org:
Quoting Ann <ann@example.org>:
Am 29.11.2026 um 20:15 schrieb Ann:
Am So., 29. Nov. 2026 um 20:15 Uhr schrieb Ann <ann@example.org>:
Ann <ann@example.org> hat am 29.11.2026 20:15 geschrieben:
Zitat von Ann <ann@example.org>:
Le dim. 29 nov. 2026 à 20:15, Ann <ann@example.org> a écrit :
Le 29/11/2026 à 20:15, Ann a écrit\xa0:
El dom, 29 nov 2026 a las 20:15, Ann (<ann@example.org>) escribió:
Em dom., 29 de nov. de 2026 às 20:15, Ann <ann@example.org> escreveu:
Il giorno dom 29 nov 2026 alle ore 20:15 Ann <ann@example.org> ha scritto:
Op zo 29 nov. 2026 om 20:15 schreef Ann <ann@example.org>:
Op 29 nov 2026, om 20:15 heeft Ann <ann@example.org> het volgende geschreven:
Den sön 29 nov. 2026 kl 20:15 skrev Ann <ann@example.org>:
Den søn. 29. nov. 2026 kl. 20.15 skrev Ann <ann@example.org>:
søn. 29. nov. 2026 kl. 20:15 skrev Ann <ann@example.org>:
su 29. marrask. 2026 klo 20.15 Ann (ann@example.org) kirjoitti:
niedz., 29 lis 2026 o 20:15 Ann <ann@example.org> napisał(a):
W dniu 29.11.2026 o 20:15, Ann pisze:
ne 29. 11. 2026 v 20:15 odesílatel Ann <ann@example.org> napsal:
вс, 29 нояб. 2026 г. в 20:15, Ann <ann@example.org>:
29.11.2026 20:15, Ann пишет:
нд, 29 лист. 2026 р. о 20:15 Ann <ann@example.org> пише:
Ann <ann@example.org> ezt írta (időpont: 2026. nov. 29., V, 20:15):
Ann <ann@example.org>, 29 Kas 2026 Paz, 20:15 tarihinde şunu yazdı:
În dum., 29 nov. 2026 la 20:15, Ann <ann@example.org> a scris:
Στις Κυρ 29 Νοε 2026 στις 8:15 μ.μ., ο χρήστης Ann <ann@example.org> έγραψε:
2026年11月29日(日) 20:15 Ann <ann@example.org>:
2026/11/29 20:15、Ann <ann@example.org>のメール:
Ann <ann@example.org> 于2026年11月29日周日 20:15写道：
在 2026-11-29 20:15:00，"Ann" <ann@example.org> 写道：
2026년 11월 29일 (일) 오후 8:15, Ann <ann@example.org>님이 작성:
""".splitlines()


@pytest.mark.parametrize("line", ATTRIBUTIONS)
def test_an_attribution_begins_a_quote(line: str) -> None:
    assert [each.reason for each in mark(["lay A3", "", line, "", "lay B1"])] == ["", "", BELOW, BELOW, BELOW]
    assert [each.reason for each in mark([line, "", "> lay B1", "lay A3"])] == [FRAMING, "", QUOTED, ""]


@pytest.mark.parametrize("line", [line for line in ATTRIBUTIONS if len(line.split()) > 6])
def test_an_attribution_may_be_broken_anywhere(line: str) -> None:
    words = line.split(" ")
    for at in range(2, len(words) - 1):
        broken = ["lay A3", "", " ".join(words[:at]), " ".join(words[at:]), "", "lay B1"]
        reasons = [each.reason for each in mark(broken)]
        assert reasons[0] == ""
        assert reasons[-1] == BELOW, broken


def test_an_order_right_above_an_attribution_is_no_part_of_it() -> None:
    for line in ATTRIBUTIONS:
        assert mark(["lay A3; buy Omaha", line, "lay B1"])[0].reason == ""


@pytest.mark.parametrize(
    "line",
    [
        "On Denver I think you are wrong:",
        "On Monday I am away.",
        "My orders for 2026-11-29:",
        "Here is what I wrote to Bob last time, 29 November, and I stand by it",
        "lay A3; buy Omaha",
        "Orders:",
        "From Denver to Omaha: lay A3",
        "To: everybody",
        "Subject: my move",
        "--- my move ---",
        "-----------",
        "__________",
        "--",
        "a10-a1",
        "Alta->Ludlow",
    ],
)
def test_what_a_person_writes_is_no_quote(line: str) -> None:
    assert [each.reason for each in mark([line, "lay A3"])] == ["", ""]


@pytest.mark.parametrize(
    "line", ["> x", ">x", ">>> x", " > x", "JD> x", "Miller> x", "| x", "» x", "&gt; x", ">"]
)
def test_quote_marks(line: str) -> None:
    assert mark([line])[0].reason == QUOTED


@pytest.mark.parametrize(
    "block",
    [
        "From: Ann <ann@example.org>\nSent: Sunday, November 29, 2026 8:15 PM\nTo: Bob\nSubject: x",
        "*From:* Ann\n*Date:* Sunday, 29 November 2026\n*To:* Bob\n*Subject:* x",
        "Von: Ann\nGesendet: Sonntag, 29. November 2026\nAn: Bob\nBetreff: x",
        "De : Ann\nEnvoyé : dimanche 29 novembre 2026\nÀ : Bob\nObjet : x",
        "From: Ann <ann@example.org>\nSubject: x",
        "From: Ann\nCc: Zoe\nTo: Bob\n  and a long list of others\nSubject: x",
        "差出人: Ann\n送信日時: 2026年11月29日\n宛先: Bob\n件名: x",
        "发件人：Ann\n日期：2026年11月29日\n收件人：Bob\n主题：x",
        "From: Ann <ann@example.org> Sent: Sunday To: Bob Subject: x",
        "________________________________\nFrom: Ann\nSent: Sunday\nTo: Bob",
        "Saatja: Ann <ann@example.org>\nSaadetud: pühapäev, 29. november 2026 20:15\nAdressaat: Bob\nTeema: x",
        "מאת: Ann <ann@example.org>\nתאריך: 29 2026 20:15\nאל: Bob\nנושא: x",
        "-----Original Message-----",
        "-------- Ursprüngliche Nachricht --------",
        "----- Message d’origine -----",
        "------------------ 原始邮件 ------------------",
        "Begin forwarded message:",
        "Anfang der weitergeleiteten Nachricht:",
        ">>> Ann <ann@example.org> 11/29/2026 8:15 PM >>>",
        "Ann/Org <ann@example.org>\n29.11.2026 20:15\n\nAn\nbob@example.com\n\nThema\nx",
    ],
)
def test_a_header_block_or_a_divider_begins_a_quote(block: str) -> None:
    lines = ["lay A3", "", *block.split("\n"), "", "lay B1"]
    reasons = [each.reason for each in mark(lines)]
    assert reasons[0] == ""
    assert reasons[-1] == BELOW


def test_a_signature_begins_at_its_exact_mark_only() -> None:
    assert [each.reason for each in mark(["a", "-- ", "b"])] == ["", SIGNATURE, SIGNATURE]
    assert [each.reason for each in mark(["a", "--", "b", "--  ", "c"])] == ["", "", "", "", ""]


def test_a_footer_of_a_list_is_left_out_and_a_rule_is_not_one() -> None:
    rule = "_" * 47
    assert mark(["a", rule, "play mailing list", "b"])[3].reason == FOOTER
    assert mark(["a", rule, "b"])[2].reason == ""


def test_a_quoted_line_that_was_broken_is_quoted_to_its_end() -> None:
    long = "> 14. blue: lay B1; buy Denver {and so on, and on, until a program breaks the line};"
    assert [each.reason for each in mark([long, "draw F1", "> 15. red: lay A1"])] == [QUOTED, QUOTED, QUOTED]
    assert mark(["> What do you lay?", "lay A3", "> And buy?"])[1].reason == ""
    assert mark([long, "", "lay A3", "", "> And buy?"])[2].reason == ""


def test_lines_are_counted_from_one() -> None:
    assert [each.number for each in mark(["a", "> b", "c"])] == [1, 2, 3]
