"""Every recipe of docs/mail.md against the real program: a mail goes in, an entry stands.

The recipes are taken from the page; only its paths are changed. A program that is not installed is named in
the reason for the skip, with the Debian package that has it (.ci/packages.txt lists them all).
"""

from __future__ import annotations

import importlib.util
import os
import pty
import pwd
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "mail.md").read_text(encoding="utf-8")
PATIENCE = 30


def recipe(kind: str) -> str:
    """The block of a kind in the page."""
    blocks = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    assert blocks, f"no recipe {kind}"
    return str(blocks[-1])


def needs(program: str, package: str) -> str:
    """Where a program is; skips if it is not there."""
    found = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"NOT TESTED: {program} is not installed (Debian package {package})")
    return found


HAD = [importlib.util.find_spec(name) for name in ("msgspec", "imapclient")]
PACKAGES = ":".join([str(ROOT), *(str(Path(had.origin).parent.parent) for had in HAD if had and had.origin)])


def python_for(user: str) -> str:
    """A Python of our version that a user may run; skips if there is none."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        try:
            command = [candidate, "-c", "import msgspec, pbem"]
            ran = subprocess.run(
                command, user=user, env={"PYTHONPATH": PACKAGES}, capture_output=True, check=False, cwd="/"
            )
        except OSError:
            continue
        if ran.returncode == 0:
            return candidate
    pytest.skip(f"NOT TESTED: the user {user} may run no Python that has what pbem needs")


class Home:
    """A home folder with a desk and the `pbem` command, as the recipes have them under /home/desk."""

    def __init__(self, path: Path, place: Any) -> None:
        self.path = path
        self.place = place
        self.user = pwd.getpwuid(os.geteuid()).pw_name
        self.given = False
        (path / ".venv" / "bin").mkdir(parents=True)
        self.pbem = path / ".venv" / "bin" / "pbem"
        self.use(sys.executable)
        shutil.move(place.path, path / "games")
        place.path = path / "games"
        self.raw = place.mail("blue", "lay Y4")

    def use(self, python: str) -> None:
        """Make the `pbem` command of this home one that runs with a certain Python."""
        self.pbem.write_text(
            f'#!/bin/sh\nPYTHONPATH={PACKAGES}; export PYTHONPATH\nexec {python} -m pbem "$@"\n'
        )
        self.pbem.chmod(0o755)

    def filled(self, kind: str) -> str:
        """A recipe with the paths of this home."""
        return recipe(kind).replace("/home/desk", str(self.path))

    def run(self, *command: object, data: bytes | None = None, **more: str) -> subprocess.CompletedProcess[bytes]:
        """Run a program as the owner of this home."""
        environment = {**os.environ, "HOME": str(self.path), "USER": self.user, "LOGNAME": self.user, **more}
        return subprocess.run(
            [str(word) for word in command],
            input=data,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            env=environment,
            cwd=self.path,
            **({"user": self.user, "group": self.user, "extra_groups": []} if self.given else {}),
        )

    def give_to(self, user: str) -> None:
        """Make another user the owner of all that is here, if we may; programs that fear root need it."""
        if not is_root():
            return
        self.user, self.given = user, True
        self.use(python_for(user))
        for path in [self.path, *self.path.rglob("*")]:
            shutil.chown(path, user)
        for path in self.path.parents:
            if path.owner() == "root" and str(path).startswith("/tmp/"):
                path.chmod(0o755)

    def stands(self) -> bool:
        """Say whether the mail's entry stands, once."""
        return len(self.place.entries()) == 2 and "{via " in self.place.entries()[1]

    def break_desk(self) -> Callable[[], None]:
        """Make the desk unable to take anything; gives the way back."""
        toml = self.place.path / "desk.toml"
        hidden = toml.with_name("hidden")
        toml.rename(hidden)
        return lambda: (hidden.rename(toml), None)[1]


@pytest.fixture
def home(place: Any, tmp_path: Path) -> Home:
    return Home(tmp_path / "home", place)


def until(true: Callable[[], object], what: str) -> None:
    """Wait for something."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            pytest.fail(f"waited in vain for {what}")
        time.sleep(0.05)


def maildir(path: Path) -> Path:
    for part in ("tmp", "new", "cur"):
        (path / part).mkdir(parents=True)
    return path


def test_procmail(home: Home) -> None:
    program = needs("procmail", "procmail")
    rc = home.path / ".procmailrc"
    rc.write_text(f"DEFAULT={home.path}/mbox\nLOGFILE={home.path}/log\n" + home.filled("procmail"))
    mend = home.break_desk()
    assert home.run(program, "-m", rc, data=home.raw).returncode == 75
    assert not (home.path / "mbox").exists()
    mend()
    assert home.run(program, "-m", rc, data=home.raw).returncode == 0
    assert home.stands()
    assert not (home.path / "mbox").exists()
    other = home.place.mail("blue", "hello", To="somebody@example.org")
    assert home.run(program, "-m", rc, data=other).returncode == 0
    assert b"hello" in (home.path / "mbox").read_bytes()


def test_maildrop(home: Home) -> None:
    program = needs("maildrop", "maildrop")
    rc = home.path / ".mailfilter"
    rc.write_text(f'DEFAULT="{home.path}/mbox"\n' + home.filled("maildrop"))
    rc.chmod(0o600)
    mend = home.break_desk()
    assert home.run(program, rc, data=home.raw).returncode == 75
    mend()
    ran = home.run(program, rc, data=home.raw)
    assert (ran.returncode, ran.stdout) == (0, b""), ran.stderr
    assert home.stands()
    assert not (home.path / "mbox").exists()


def test_fdm(home: Home) -> None:
    program = needs("fdm", "fdm")
    box = maildir(home.path / "Maildir")
    (box / "new" / "1.host").write_bytes(home.raw)
    (box / "new" / "2.host").write_bytes(home.place.mail("blue", "hello", To="somebody@example.org"))
    rc = home.path / ".fdm.conf"
    rc.write_text(f'set lock-file "{home.path}/.fdm.lock"\n' + home.filled("fdm"))
    rc.chmod(0o600)
    home.give_to("mail")
    mend = home.break_desk()
    home.run(program, "-f", rc, "fetch")
    assert len(list((box / "new").iterdir())) == 2
    mend()
    ran = home.run(program, "-f", rc, "fetch")
    assert home.stands(), ran.stderr
    assert [path.name for path in (box / "new").iterdir()] == ["2.host"]


def test_notmuch(home: Home) -> None:
    program = needs("notmuch", "notmuch")
    box = maildir(home.path / "Maildir")
    (box / "new" / "1.host").write_bytes(home.raw)
    (home.path / ".notmuch-config").write_text(
        f"[database]\npath={box}\n[user]\nname=Desk\nprimary_email=desk@example.org\n[new]\ntags=new\n"
    )
    hooks = box / ".notmuch" / "hooks"
    hooks.mkdir(parents=True)
    (hooks / "post-new").write_text(home.filled("sh"))
    (hooks / "post-new").chmod(0o755)
    assert "notmuch search" in (hooks / "post-new").read_text()
    mend = home.break_desk()
    home.run(program, "new")
    assert home.run(program, "search", "tag:new").stdout.count(b"\n") == 1
    mend()
    ran = home.run(program, "new")
    assert home.stands(), ran.stderr
    assert home.run(program, "search", "tag:new").stdout == b""
    assert home.run(program, "search", "tag:desk").stdout.count(b"\n") == 1


def test_mutt(home: Home) -> None:
    program = needs("mutt", "mutt")
    rc = home.path / ".muttrc"
    rc.write_text(f"set folder={home.path} record= quit=yes\n" + home.filled("muttrc"))
    mbox = home.path / "mbox"
    mbox.write_bytes(b"From bob@example.net Mon Nov 30 12:00:00 2026\n" + home.raw + b"\n")
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(HOME=str(home.path), TERM="vt100", LINES="24", COLUMNS="80")
        os.execv(program, [program, "-n", "-F", str(rc), "-f", str(mbox), "-e", "push B"])
    try:
        until(lambda: drained(terminal) or home.stands(), "mutt")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    assert home.stands()


def drained(terminal: int) -> bool:
    """Read what a program shows, so that it does not wait; False."""
    if select.select([terminal], [], [], 0.05)[0]:
        os.read(terminal, 65536)
    return False


# --- Dovecot: Sieve, IMAP, getmail


def is_root() -> bool:
    return os.geteuid() == 0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def answers(port: int) -> bool:
    """Say whether somebody listens there."""
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


def certificate(home: Home) -> tuple[Path, Path]:
    program = needs("openssl", "openssl")
    key, cert = home.path / "key.pem", home.path / "cert.pem"
    words = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost")
    more = ("-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", cert)
    assert home.run(program, *words, *more).returncode == 0
    return key, cert


class Dovecot:
    """An IMAP server on the loopback, with one user `desk` whose password is `open sesame`."""

    def __init__(self, home: Home) -> None:
        program = needs("dovecot", "dovecot-imapd")
        if not is_root():
            pytest.skip("NOT TESTED: Dovecot's own users can only be taken on by root")
        self.port, self.secure = free_port(), free_port()
        key, self.cert = certificate(home)
        self.box = maildir(home.path / "Maildir")
        (self.box / "new" / "1.host").write_bytes(home.raw)
        owner = pwd.getpwnam("mail")
        home.give_to("mail")
        home.given = False
        (home.path / "users").write_text(
            f"desk:{{plain}}open sesame:{owner.pw_uid}:{owner.pw_gid}::{home.path}::\n"
        )
        self.config = home.path / "dovecot.conf"
        self.config.write_text(
            f"""
base_dir = {home.path}/run
log_path = {home.path}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <{self.cert}
ssl_key = <{key}
disable_plaintext_auth = no
first_valid_uid = {owner.pw_uid}
mail_location = maildir:{self.box}
passdb {{
  driver = passwd-file
  args = {home.path}/users
}}
userdb {{
  driver = passwd-file
  args = {home.path}/users
}}
service imap-login {{
  inet_listener imap {{
    port = {self.port}
  }}
  inet_listener imaps {{
    port = {self.secure}
    ssl = yes
  }}
}}
"""
        )
        self.process = subprocess.Popen([program, "-F", "-c", str(self.config)])
        try:
            until(lambda: answers(self.secure), "Dovecot")
        except AssertionError:
            self.stop()
            raise

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)

    def mails(self, folder: str = "") -> list[Path]:
        base = self.box / folder if folder else self.box
        return [path for part in ("new", "cur") for path in (base / part).glob("*")]


@pytest.fixture
def dovecot(home: Home) -> Iterator[Dovecot]:
    server = Dovecot(home)
    yield server
    server.stop()


def test_imap_with_cron(home: Home, dovecot: Dovecot) -> None:
    pytest.importorskip("imapclient", reason="NOT TESTED: the extra `imap` is not installed")
    (home.path / "imap.password").write_text("open sesame\n")
    line = home.filled("cron").split(None, 5)[5]
    line = line.replace("mail.example.org", f"localhost:{dovecot.secure}").strip()
    mend = home.break_desk()
    assert home.run("/bin/sh", "-c", line, SSL_CERT_FILE=str(dovecot.cert)).returncode != 0
    assert len(dovecot.mails()) == 1
    mend()
    ran = home.run("/bin/sh", "-c", line, SSL_CERT_FILE=str(dovecot.cert))
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"taken in: 1\n", b"")
    assert home.stands()
    assert dovecot.mails() == []
    assert len(dovecot.mails(".pbem-done")) == 1


def test_getmail(home: Home, dovecot: Dovecot) -> None:
    program = needs("getmail", "getmail6")
    folder = home.path / ".config" / "getmail"
    folder.mkdir(parents=True)
    rc = folder / "getmailrc"
    rc.write_text(
        f"[retriever]\ntype = SimpleIMAPRetriever\nserver = 127.0.0.1\nport = {dovecot.port}\n"
        "username = desk\npassword = open sesame\n\n" + home.filled("getmail") + "\n"
    )
    text = rc.read_text()
    if is_root():  # getmail does not run commands as root unless it is told to
        text = text.replace("unixfrom = False", "unixfrom = False\nallow_root_commands = True")
    rc.write_text(text)
    mend = home.break_desk()
    home.run(program, "--getmaildir", folder)
    assert len(dovecot.mails()) == 1
    mend()
    ran = home.run(program, "--getmaildir", folder)
    assert home.stands(), ran.stdout + ran.stderr
    assert dovecot.mails() == []


def test_dovecot_sieve(home: Home) -> None:
    needs("sievec", "dovecot-sieve")
    program = "/usr/lib/dovecot/dovecot-lda"
    if not Path(program).exists():
        pytest.skip("NOT TESTED: dovecot-lda is not installed (Debian package dovecot-core)")
    box = maildir(home.path / "Maildir")
    scripts = home.path / "sieve-bin"
    scripts.mkdir()
    wrapper = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)[0].replace("/home/desk", str(home.path))
    (scripts / "pbem-deliver").write_text(wrapper)
    (scripts / "pbem-deliver").chmod(0o755)
    (home.path / "script.sieve").write_text(recipe("sieve"))
    config = home.path / "dovecot.conf"
    config.write_text(
        f"""
log_path = {home.path}/dovecot.log
base_dir = {home.path}/run
mail_location = maildir:{box}
first_valid_uid = 1
postmaster_address = mo@example.org
protocol lda {{
  mail_plugins = sieve
}}
plugin {{
  sieve = {home.path}/script.sieve
  sieve_plugins = sieve_extprograms
  sieve_extensions = +vnd.dovecot.pipe
  sieve_pipe_bin_dir = {scripts}
}}
"""
    )
    home.give_to("mail")
    mend = home.break_desk()
    home.run(program, "-c", config, "-f", "bob@example.net", data=home.raw)
    assert len(list((box / "new").iterdir())) == 1
    mend()
    ran = home.run(program, "-c", config, "-f", "bob@example.net", data=home.raw)
    log = (home.path / "dovecot.log").read_text() if (home.path / "dovecot.log").exists() else ""
    assert home.stands(), ran.stderr.decode() + log
    assert len(list((box / "new").iterdir())) == 1
    ran = home.run(home.pbem, "mail", "fetch", box, "--desk", home.place.path)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert home.stands()
    assert list((box / "new").iterdir()) == []


# --- Postfix


class Postfix:
    """A mail system of its own on the loopback."""

    def __init__(self, home: Home, extra: str, master: str) -> None:
        self.program = needs("postfix", "postfix")
        if not is_root():
            pytest.skip("NOT TESTED: Postfix can only be started by root")
        self.home = home
        self.port = free_port()
        home.give_to("mail")
        home.given = False
        self.config = home.path / "postfix"
        for part in ("postfix", "queue", "data"):
            (home.path / part).mkdir()
        shutil.chown(home.path / "data", "postfix")
        (self.config / "main.cf").write_text(
            f"""
compatibility_level = 3.6
queue_directory = {home.path}/queue
data_directory = {home.path}/data
daemon_directory = /usr/lib/postfix/sbin
command_directory = /usr/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.example.org
mydestination = example.org
inet_interfaces = loopback-only
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
smtpd_relay_restrictions = permit_mynetworks, reject
local_recipient_maps =
maillog_file = /var/log/pbem-test-postfix.log
maillog_file_prefixes = /var
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
{extra}
"""
        )
        lines = [
            f"127.0.0.1:{self.port} inet n - n - - smtpd",
            "pickup unix n - n 60 1 pickup",
            "cleanup unix n - n - 0 cleanup",
            "qmgr unix n - n 1 1 qmgr",
            "tlsmgr unix - - n 1000? 1 tlsmgr",
            "rewrite unix - - n - - trivial-rewrite",
            "bounce unix - - n - 0 bounce",
            "defer unix - - n - 0 bounce",
            "trace unix - - n - 0 bounce",
            "verify unix - - n - 1 verify",
            "flush unix n - n 1000? 0 flush",
            "proxymap unix - - n - - proxymap",
            "smtp unix - - n - - smtp",
            "relay unix - - n - - smtp",
            "showq unix n - n - - showq",
            "error unix - - n - - error",
            "retry unix - - n - - error",
            "discard unix - - n - - discard",
            "local unix - n n - - local",
            "virtual unix - n n - - virtual",
            "anvil unix - - n - 1 anvil",
            "scache unix - - n - 1 scache",
            "postlog unix-dgram n - n - 1 postlogd",
        ]
        (self.config / "master.cf").write_text("\n".join(lines) + "\n" + master)

    def __enter__(self) -> Postfix:
        ran = self.home.run(self.program, "-c", self.config, "start")
        assert ran.returncode == 0, ran.stdout + ran.stderr
        until(lambda: answers(self.port), "Postfix")
        return self

    def __exit__(self, *_: object) -> None:
        self.home.run(self.program, "-c", self.config, "stop")
        Path("/var/log/pbem-test-postfix.log").unlink(missing_ok=True)

    def send(self, raw: bytes) -> None:
        import smtplib

        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as server:
            server.sendmail("bob@example.net", ["desk@example.org"], raw.replace(b"\n", b"\r\n"))

    def flush(self) -> None:
        self.home.run("postqueue", "-c", self.config, "-f")

    def waiting(self) -> bool:
        """Say whether a mail was put off, to be tried again."""
        return any(path.is_file() for path in (self.home.path / "queue" / "deferred").rglob("*"))

    def log(self) -> str:
        return Path("/var/log/pbem-test-postfix.log").read_text()


def mailed_twice(home: Home, postfix: Postfix) -> None:
    """Send while the desk is broken, then mend it: the mail waits and is carried out."""
    mend = home.break_desk()
    with postfix:
        postfix.send(home.raw)
        until(postfix.waiting, "the mail to be put off")
        assert "dsn=4." in postfix.log() and "bounced" not in postfix.log()
        mend()
        postfix.flush()
        until(home.stands, "the entry")
        until(lambda: not postfix.waiting(), "the mail to leave the queue")


def test_postfix_alias(home: Home) -> None:
    needs("postfix", "postfix")
    aliases = home.path / "aliases"
    postfix = Postfix(home, f"alias_maps = hash:{aliases}\n", "")
    aliases.write_text(home.filled("aliases"))
    assert home.run("postalias", "-c", postfix.config, aliases).returncode == 0
    for path in home.path.glob("aliases*"):
        shutil.chown(path, "mail", "mail")
    mailed_twice(home, postfix)


def test_postfix_transport(home: Home) -> None:
    needs("postfix", "postfix")
    mapped = "transport_maps = inline:{desk@example.org=pbem}\n"
    assert "transport_maps = inline:{desk@example.org=pbem}" in PAGE
    mailed_twice(home, Postfix(home, mapped, home.filled("master").replace("user=desk", "user=mail")))
