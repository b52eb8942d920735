"""What people and mail programs write around orders, in the languages they use: data, no logic.

All phrases are in lower case.
"""

from __future__ import annotations


def _phrases(block: str) -> tuple[str, ...]:
    """Split a block of text at `|` and line ends."""
    return tuple(phrase.strip() for phrase in block.replace("\n", "|").split("|") if phrase.strip())


WROTE = _phrases(
    """
    wrote | writes | said | schrieb | schreibt | geschrieben | a écrit | a ecrit | écrit | écrivait
    escribió | escribio | escribe | escreveu | escrevia | ha scritto | scrive | scrisse | schreef
    geschreven | skrev | skriver | kirjoitti | napisał | napisała | pisze | napisał(a) | napsal | napsal(a)
    napsala | пишет | писал | писал(а) | написал | написал(а) | написала | пише | написав | írta | yazdı
    yazmış | a scris | έγραψε | さんは書きました | のメール | のメッセージ | 写道 | 寫道 | 작성 | 님이 씀
    va escriure | napísal | je napisao
    """
)
"""Verbs of an attribution line."""

QUOTING = _phrases(
    """
    quoting | zitat von | citando | citando a | quotation de | quoting from | selon | citat
    """
)
"""Openings of attribution lines that have no verb."""

LABELS = {
    "from": _phrases(
        """
        from | von | de | da | van | från | fra | lähettäjä | od | nadawca | odesílatel | от | від
        від кого | от кого | feladó | kimden | gönderen | de la | expeditor | από | 差出人 | 送信元
        发件人 | 寄件者 | 寄件人 | 보낸 사람 | 보낸사람 | expéditeur | remitente | mittente | afzender
        absender | avsändare | afsender | avsender
        """
    ),
    "date": _phrases(
        """
        sent | date | gesendet | datum | envoyé | enviado | enviado el | fecha | enviada em | data
        inviato | verzonden | skickat | sendt | dato | lähetetty | päivämäärä | päiväys | wysłano
        wysłane | odesláno | отправлено | дата | надіслано | elküldve | dátum | küldve | gönderildi
        gönderilme tarihi | tarih | trimis | στάλθηκε | ημερομηνία | 送信日時 | 日付 | 日時 | 发送时间
        日期 | 發送時間 | 寄件日期 | 보낸 날짜 | 날짜 | 送信済み | envoyé le | gönderim tarihi | ημ/νία
        """
    ),
    "to": _phrases(
        """
        to | an | à | para | a | aan | till | til | vastaanottaja | do | komu | кому | címzett | kime
        alıcı | către | προς | 宛先 | 收件人 | 받는 사람 | 받는사람 | destinataire | destinatario
        empfänger
        """
    ),
    "subject": _phrases(
        """
        subject | betreff | thema | objet | sujet | asunto | assunto | oggetto | onderwerp | ämne | emne
        aihe | temat | předmět | тема | tárgy | konu | subiect | θέμα | 件名 | 主题 | 主旨 | 主題 | 제목
        """
    ),
    "other": _phrases(
        """
        cc | kopie | copie | cópia | kopia | kopi | kopio | kopija | копия | копія | másolat | bilgi
        κοιν | 抄送 | 副本 | 참조 | reply-to | importance
        """
    ),
}
"""Labels of the header blocks that Outlook, Apple Mail and others put above a quote, by what they mean."""

DIVIDERS = _phrases(
    """
    original message | original appointment | original e-mail | ursprüngliche nachricht | ursprüngliche mail
    originalnachricht | message d'origine | message original | message initial | e-mail d'origine
    mensaje original | mensagem original | messaggio originale | oorspronkelijk bericht | originele bericht
    oorspronkelijke bericht | ursprungligt meddelande | originalmeddelande | oprindelig meddelelse
    original besked | opprinnelig melding | alkuperäinen viesti | wiadomość oryginalna
    oryginalna wiadomość | původní zpráva | původní e-mail | исходное сообщение | оригинальное сообщение
    вихідне повідомлення | eredeti üzenet | özgün ileti | orijinal mesaj | orijinal ileti | mesaj original
    mesajul original | αρχικό μήνυμα | 元のメッセージ | original のメッセージ | 原始邮件 | 原始郵件
    邮件原件 | 원본 메시지 | forwarded message | forwarded by | weitergeleitete nachricht
    message transféré | mensaje reenviado | mensagem encaminhada | messaggio inoltrato
    doorgestuurd bericht | vidarebefordrat meddelande | videresendt meddelelse | videresendt melding
    välitetty viesti | edelleenlähetetty viesti | przekazana wiadomość | przesłana wiadomość
    přeposlaná zpráva | пересылаемое сообщение | пересланное сообщение | переслане повідомлення
    továbbított üzenet | iletilmiş mesaj | yönlendirilmiş ileti | mesaj redirecționat | προωθημένο μήνυμα
    転送メッセージ | 转发的邮件 | 转发邮件 | 轉寄郵件 | 전달된 메시지 | reply message | reply to message
    end of forwarded message
    """
)
"""Words between dashes, above a quote."""

FORWARDS = _phrases(
    """
    begin forwarded message | anfang der weitergeleiteten nachricht | weitergeleitete nachricht
    début du message réexpédié | début du message transféré | inicio del mensaje reenviado
    início da mensagem reencaminhada | início da mensagem encaminhada | inizio messaggio inoltrato
    begin doorgestuurd bericht | vidarebefordrat brev | videresendt besked | start på videresendt besked
    videresendt melding | välitetty viesti alkaa | początek przekazywanej wiadomości
    začátek přeposlané zprávy | начало переадресованного сообщения | переадресоване повідомлення
    továbbított levél kezdete | iletilen mesajın başlangıcı | 転送されたメッセージ | 转发的邮件
    전달된 메시지
    """
)
"""Lines that stand alone, with a colon, above a forwarded mail."""

FOOTERS = _phrases(
    """
    you received this message because you are subscribed | you are receiving this because
    to unsubscribe from | to unsubscribe, | mailing list -- | unsubscribe:
    this message was sent to you because | sie erhalten diese nachricht | vous recevez ce message
    this email has been checked for viruses | this e-mail was sent to | avast antivirus | virenfrei
    virus-free | yahoo! groups links | um sich abzumelden | pour vous désabonner | para cancelar
    """
)
"""Beginnings of lines that close a mail of a list, or one that a scanner has looked at."""

AUTOMATIC = _phrases(
    """
    out of office | out of the office | automatic reply | auto-reply | autoreply | auto reply
    auto response | automatische antwort | abwesenheitsnotiz | abwesenheit: | abwesend:
    réponse automatique | absence du bureau | respuesta automática | fuera de la oficina
    resposta automática | ausência temporária | risposta automatica | fuori ufficio | automatisch antwoord
    afwezigheidsbericht | autosvar | automatiskt svar | automatisk svar
    ikke til stede | automaattinen vastaus | automatyczna odpowiedź | poza biurem
    automatická odpověď | автоматический ответ | автоответ | автоматична відповідь | automatikus válasz
    otomatik yanıt | răspuns automat | 自动回复 | 自動回覆 | 自動返信 | 不在通知 | 자동 회신
    undelivered mail returned | undeliverable | returned mail
    delivery status notification | mail delivery failed | mail delivery system | mail delivery subsystem
    delivery failure | failure notice | nicht zustellbar | unzustellbar | delivery delayed
    warning: message | read: | gelesen: | read receipt | lu : | lu: | return receipt | lesebestätigung
    leído: | letto: | gelezen: | läst: | lest: | læst: | luettu: | przeczytano: | přečteno: | not read:
    ungelesen gelöscht | disposition notification
    """
)
"""Beginnings of the subjects of vacation notes, bounces and receipts."""

PROSE = _phrases(
    """
    care | soon | luck | bye | later | tomorrow | tonight | today | morning | evening | weekend | way
    let's | lets
    a | an | the | i | i'm | i'll | i'd | i've | im | ill | you | you're | your | he | she | it | it's | its
    we | we'll | they | them | me | my | mine | our | us | is | are | was | were | be | been | am | do
    does | did | don't | doesn't | didn't | not | no | yes | have | has | had | having | will | would
    should | could | can | can't | cannot | may | might | must | if | or | but | because | when | while
    what | which | who | whom | whose | why | how | where | there | here | this | that | these | those | so
    just | only | also | too | very | much | more | most | some | any | all | of | on | about | as | than
    maybe | perhaps | please | thanks | thank | sorry | hi | hello | hey | dear | cheers | regards | well
    again | still | now | next | after | before | unless | until | ich | du | er | sie | wir | ihr | mich
    mir | dich | dir | ist | sind | war | bin | hat | habe | hast | nicht | kein | keine | ein | eine
    einen | der | die | das | dem | den | des | und | oder | aber | wenn | dann | auf | für | von | zu | zum
    zur | bitte | danke | hallo | noch | schon | auch | nur | wird | würde | je | j'ai | tu | il | elle
    nous | vous | ils | est | sont | suis | ai | pas | ne | le | les | un | une | au | aux | et | ou | mais
    si | pour | dans | sur | avec | qui | que | ce | cette | mon | ma | ton | ta | merci | bonjour | yo | él
    ella | nosotros | es | son | soy | está | los | las | una | unos | por | para | pero | con | mi | su
    gracias | hola | io | lui | lei | noi | sono | è | non | lo | gli | uno | per | che | mio | ciao
    grazie | ik | jij | hij | zij | wij | ben | niet | geen | het | een | en | maar | als | voor | op | van
    met | dat | dit | mijn | hoi | bedankt | eu | ele | ela | nós | são | não | os | um | uma | mas | se
    meu | obrigado | olá | jag | han | hon | vi | ni | är | inte | ett | och | eller | men | om | på | av
    med | som | det | min | hej | tack | jeg | hun | ikke | og | hvis | til | fra | mit | tak | takk | minä
    sinä | hän | te | ei | ja | tai | jos | että | kun | kiitos | hei | ty | ona | nie | się | jest | są
    lub | ale | jeśli | na | z | w | że | moja | dzięki | já | jsem | není | nebo | jestli | že | díky
    ahoj | я | ты | он | она | мы | вы | они | не | и | или | но | если | что | это | как | на | в | с | по
    для | мой | спасибо | привет
    """
)
"""Words that sentences are made of and orders are not."""

CONDITIONS = _phrases(
    """
    if | unless | should | wenn | falls | si | se | als | indien | om | hvis | jos | jeśli | jeżeli | jestli
    pokud | если
    """
)
"""Words that begin a condition."""

DENIALS = _phrases(
    """
    not | don't | dont | never | instead | except | nicht | kein | keine | statt | niemals
    pas | jamais | nunca | non | mai | niet | nooit | inte | aldrig | ikke | aldri | nie | ne | не | älä
    """
)
"""Words that deny what follows."""

SPEAKERS = _phrases(
    """
    i | ich | je | yo | io | ik | eu | jag | jeg | minä | ja | já | я
    """
)
"""Words by which people speak of themselves."""
