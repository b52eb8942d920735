"""The clients: each writes an answer in its own way."""

from __future__ import annotations

import textwrap
from html import escape

from languages import Language
from mails import DESK, DESK_NAME, Content, block, html, new_text, parts, plain, quote
from tables import Game


def gmail_text(language: Language, game: Game, orders: str) -> Content:
    text = f"{new_text(language, orders)}\n{language.gmail}\n\n{quote(game.ours)}"
    page = (
        f'<div dir="ltr">{_lines(new_text(language, orders))}</div><br>'
        '<div class="gmail_quote">'
        f'<div dir="ltr" class="gmail_attr">{escape(language.gmail)}<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">'
        f"{_lines(game.ours)}</blockquote></div>"
    )
    return parts("multipart/alternative", plain(_wrapped(text)), html(page))


def _lines(text: str) -> str:
    return "<br>\n".join(escape(line).replace("  ", "&nbsp; ") for line in text.splitlines())


def _wrapped(text: str) -> str:
    """Attribution lines are broken by many clients; nothing else here is that long."""
    out = []
    for line in text.split("\n"):
        long = len(line) > 76 and line.rstrip().endswith((":", "："))
        out += textwrap.wrap(line, 72, break_long_words=False) if long else [line]
    return "\n".join(out)


def gmail_page(language: Language, game: Game, orders: str) -> Content:
    page = (
        f'<div dir="auto">{_lines(new_text(language, orders))}</div><br>'
        '<div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(language.gmail)}<br></div>'
        f'<blockquote class="gmail_quote">{_lines(game.ours)}</blockquote></div>'
    )
    return html(page)


def outlook_desktop(language: Language, game: Game, orders: str) -> Content:
    return plain(f"{new_text(language, orders)}\n{block(language, game)}\n{game.ours}")


def outlook_old(language: Language, game: Game, orders: str) -> Content:
    divider = f"-----{language.original}-----"
    return plain(f"{new_text(language, orders)}\n{divider}\n{block(language, game)}\n{game.ours}")


def outlook_page(language: Language, game: Game, orders: str) -> Content:
    labels = language.labels
    values = (f"{DESK_NAME} &lt;{DESK}&gt;", language.long_date, "Ann", f"[{game.name}] #15 red: your turn")
    head = "<br>".join(f"<b>{label}:</b> {value}" for label, value in zip(labels, values, strict=True))
    rows, mine = _paragraphs(game.ours), _paragraphs(new_text(language, orders))
    return html(
        "<html xmlns:o='urn:schemas-microsoft-com:office:office'>"
        "<head><style><!--p.MsoNormal{margin:0cm}--></style></head><body lang=EN>"
        f"<div class=WordSection1>{mine}<div style='border:none;border-top:solid #E1E1E1 1.0pt'>"
        f"<p class=MsoNormal>{head}<o:p></o:p></p></div>{rows}</div></body></html>"
    )


def _paragraphs(text: str) -> str:
    return "".join(
        f"<p class=MsoNormal>{escape(line) or '&nbsp;'}<o:p></o:p></p>" for line in text.splitlines()
    )


def outlook_web(language: Language, game: Game, orders: str) -> Content:
    rule = "_" * 32
    return plain(f"{new_text(language, orders)}\n{rule}\n{block(language, game)}\n{game.ours}")


def outlook_phone(language: Language, game: Game, orders: str) -> Content:
    page = (
        f'<div dir="ltr">{_lines(orders)}</div>'
        '<div dir="ltr">Get <a href="https://aka.example/o">Outlook for iOS</a></div>'
        f'<div id="mail-editor-reference-message-container"><hr><div id="divRplyFwdMsg" dir="ltr">'
        f"{_lines(block(language, game))}</div>{_lines(game.ours)}</div>"
    )
    return html(page)


def apple(language: Language, game: Game, orders: str) -> Content:
    return plain(_wrapped(f"{new_text(language, orders)}\n{language.apple}\n\n{quote(game.ours)}"))


def apple_page(language: Language, game: Game, orders: str) -> Content:
    page = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body>'
        f"{_lines(new_text(language, orders))}<br><div><br>"
        f'<blockquote type="cite"><div>{escape(language.apple)}</div>'
        f"<br><div>{_lines(game.ours)}</div></blockquote></div></body></html>"
    )
    return html(page)


def iphone(language: Language, game: Game, orders: str) -> Content:
    return plain(f"{orders}\n\n{language.mobile}\n\n{_wrapped(language.apple)}\n\n{quote(game.ours)}")


def thunderbird(language: Language, game: Game, orders: str) -> Content:
    text = f"{language.thunderbird}\n{quote(game.ours)}\n{new_text(language, orders)}"
    return plain(text, Content_Type="text/plain; charset=UTF-8; format=flowed")


def mutt(language: Language, game: Game, orders: str) -> Content:
    head, tail = game.ours.split("\n\n", 1)
    text = f"{language.thunderbird}\n{quote(head)}\n{orders}\n\n{quote(tail)}\n-- \nBob\nlay E4 on my grave\n"
    return plain(text)


def pine(language: Language, game: Game, orders: str) -> Content:
    return plain(
        f"{new_text(language, orders)}\nOn Sun, 29 Nov 2026, {DESK_NAME} wrote:\n\n{quote(game.ours)}"
    )


def kmail(language: Language, game: Game, orders: str) -> Content:
    return plain(f"{language.thunderbird}\n{quote(game.ours, '> ')}\n{orders}\n")


def evolution(language: Language, game: Game, orders: str) -> Content:
    return plain(f"{new_text(language, orders)}\n{language.gmail}\n{quote(game.ours)}")


def roundcube(language: Language, game: Game, orders: str) -> Content:
    return plain(
        f"On 2026-11-29 20:15, {DESK_NAME} wrote:\n\n{quote(game.ours)}\n{new_text(language, orders)}"
    )


def horde(language: Language, game: Game, orders: str) -> Content:
    return plain(
        f"{new_text(language, orders)}\n{language.quoting} {DESK_NAME} <{DESK}>:\n\n{quote(game.ours)}"
    )


def squirrel(language: Language, game: Game, orders: str) -> Content:
    return plain(f"{new_text(language, orders)}\n> {language.thunderbird}\n{quote(game.ours)}")


def yahoo(language: Language, game: Game, orders: str) -> Content:
    return plain(f" {orders}\n\n   {language.gmail}  \n \n {game.ours}")


def yahoo_page(language: Language, game: Game, orders: str) -> Content:
    return html(
        f"<html><body><div style='font-family:Arial'><div>{_lines(new_text(language, orders))}</div></div>"
        f"<div id='yahoo_quoted_1' class='yahoo_quoted'><div>{escape(language.gmail)}</div>"
        f"<div>{_lines(game.ours)}</div></div></body></html>"
    )


def webde(language: Language, game: Game, orders: str) -> Content:
    return html(
        f"<div>{_lines(new_text(language, orders))}<div name='quote' style='margin:10px 5px 5px 10px'>"
        f"{_lines(block(language, game, bold=True))}<div>{_lines(game.ours)}</div></div></div>"
    )


def proton(language: Language, game: Game, orders: str) -> Content:
    return html(
        f"<div>{_lines(new_text(language, orders))}</div>"
        f"<div class='protonmail_quote'>{escape(language.gmail)}<br>"
        f"<blockquote class='protonmail_quote' type='cite'>{_lines(game.ours)}</blockquote></div>"
    )


def notes(language: Language, game: Game, orders: str) -> Content:
    head = f'-----"{DESK_NAME}" <{DESK}> {language.wrote}: -----'
    return plain(f"{new_text(language, orders)}\n{head}\n{block(language, game)}\n{game.ours}")


def gnus(language: Language, game: Game, orders: str) -> Content:
    said = f'>>>>> "Desk" == {DESK_NAME} <{DESK}> writes:'
    return plain(f"{said}\n\n{quote(game.ours, '    Desk> ')}\n{new_text(language, orders)}")


def the_bat(language: Language, game: Game, orders: str) -> Content:
    return plain(f"{new_text(language, orders)}\n{quote(game.ours, 'GD> ')}\n")


def mail_ru(language: Language, game: Game, orders: str) -> Content:
    return plain(f"{new_text(language, orders)}\n{language.gmail}\n{quote(game.ours, '>')}")


def samsung(language: Language, game: Game, orders: str) -> Content:
    divider = f"-------- {language.original} --------"
    return plain(f"{orders}\n\n{language.mobile}\n{divider}\n{block(language, game)}\n{game.ours}")


CLIENTS = {
    "gmail": gmail_text,
    "gmail-app": gmail_page,
    "outlook": outlook_desktop,
    "outlook-old": outlook_old,
    "outlook-html": outlook_page,
    "outlook-web": outlook_web,
    "outlook-phone": outlook_phone,
    "apple-mail": apple,
    "apple-html": apple_page,
    "iphone": iphone,
    "thunderbird": thunderbird,
    "mutt": mutt,
    "pine": pine,
    "kmail": kmail,
    "evolution": evolution,
    "roundcube": roundcube,
    "horde": horde,
    "squirrelmail": squirrel,
    "yahoo": yahoo,
    "yahoo-html": yahoo_page,
    "webde": webde,
    "proton": proton,
    "notes": notes,
    "gnus": gnus,
    "the-bat": the_bat,
    "mail-ru": mail_ru,
    "samsung": samsung,
}
