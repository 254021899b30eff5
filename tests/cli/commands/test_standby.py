"""Servers as docs/operations.md has them: roles with passwords, TLS under a CA of the house, a hot standby."""

import datetime
import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
import time_machine
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests import engines
from tests.cli.conftest import NOW, Terminal
from tests.cli.readers import AFTERWARDS, READ, play
from tests.machines import Front, Machine, machines
from tests.sealing import LOG

NAME = "db.example"
"""What the server's certificate calls it."""

WRITER, AUDITOR = "pit_writer", "pit_auditor"
SECRET = "p w:1"  # noqa: S105  of no server but this one
LACKING = "This store may only be read: what its read models lack, from event"


class Signer(NamedTuple):
    """Who signs certificates."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    def pem(self) -> bytes:
        """What whoever trusts it is given."""
        return self.certificate.public_bytes(serialization.Encoding.PEM)


def certified(name: str, by: Signer | None = None) -> Signer:
    """A certificate for a name; a CA's where nobody else signs it."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(by.certificate.subject if by else called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=3650))
        .not_valid_after(now + datetime.timedelta(days=3650))
        .add_extension(x509.BasicConstraints(ca=by is None, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    )
    return Signer(made.sign(by.key if by else key, hashes.SHA256()), key)


class House(NamedTuple):
    """A server with a store and its roles, who need passwords, and a place for its standby."""

    primary: Machine
    standby: Machine


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """A store `pit` that nothing was recorded in yet."""
    with machines(2) as (primary, standby):
        primary.make().runs("CREATE DATABASE pit")
        terminal = Terminal(primary.url("pit"))
        with time_machine.travel(NOW, tick=False):
            terminal.initialised()
        terminal.does("db", "roles", "--apply")
        primary.want_passwords(WRITER, AUDITOR)
        primary.runs(*(f"ALTER ROLE {role} PASSWORD '{SECRET}'" for role in (WRITER, AUDITOR)))
        yield House(primary, standby)
        engines.hang_up()


def _passfile(place: Path, mode: int = 0o600) -> Path:
    place.write_text(f"*:*:pit:*:{SECRET.replace(':', chr(92) + ':')}\n", encoding="utf-8")
    place.chmod(mode)
    return place


@contextmanager
def _secured(server: Machine, folder: Path) -> Iterator[tuple[Front, Path]]:
    """The server as one that speaks TLS by its name, and the certificate of the CA that says so."""
    ca = certified("ca.example")
    own, place = folder / "server.pem", folder / "ca.pem"
    signed = certified(NAME, ca)
    private = signed.key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    own.write_bytes(private + signed.pem())
    place.write_bytes(ca.pem())
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own)
    with Front(server, context).listening() as front:
        yield front, place


def test_tls_and_passwords_are_as_libpq_knows_them(house: House, tmp_path: Path) -> None:
    own = _passfile(tmp_path / "own.pgpass")
    seen = _passfile(tmp_path / "seen.pgpass", 0o644)
    other = tmp_path / "other.pem"
    other.write_bytes(certified("ca.example").pem())

    def code(url: str, **environment: Path | str) -> str:
        """Of the error; "" where the store answers."""
        engines.hang_up()
        with pytest.MonkeyPatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, str(value))
            result = Terminal(url).run("property", "show", "--json")
        assert SECRET not in result.output
        if result.exit_code == 0:
            return ""
        assert result.exit_code == 7
        return str(json.loads(result.stderr)["error"]["code"])

    with _secured(house.primary, tmp_path) as (front, ca):
        place = f"host={NAME} hostaddr=127.0.0.1 port={front.port} dbname=pit user={WRITER}"
        place += f" sslmode=verify-full sslrootcert={ca} passfile={own}"
        service = tmp_path / "service.conf"
        service.write_text("\n".join(("[pit]", *place.split())), encoding="utf-8")
        plain = (
            f"postgresql://{WRITER}@{NAME}:{front.port}/pit"
            f"?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert={ca}"
        )
        answered = [
            code(plain, PGPASSWORD=SECRET),
            code(plain, PGPASSFILE=own),
            code(f"{plain}&passfile={own}"),
            code("postgresql:///?service=pit", PGSERVICEFILE=service),
            code("postgresql:///", PGSERVICEFILE=service, PGSERVICE="pit"),
        ]
        refused = [
            code(plain),
            code(plain, PGPASSFILE=seen),
            code(plain.replace("@", ":wrong@"), PGPASSFILE=own),
            code(plain.replace(NAME, "other.example"), PGPASSFILE=own),
            code(plain.replace(str(ca), str(other)), PGPASSFILE=own),
            code(plain.replace("verify-full", "disable"), PGPASSFILE=own),
        ]
        _passfile(Path.home() / ".pgpass")
        answered.append(code(plain))
        engines.hang_up()
    assert answered == [""] * 6
    assert refused == ["store_unreachable"] * 6


def test_u1_every_command_that_reads_works_for_the_auditor_on_a_hot_standby(house: House) -> None:
    _passfile(Path.home() / ".pgpass")
    writer, auditor = (
        Terminal(server.url("pit").replace("postgres@", f"{role}@"))
        for server, role in ((house.primary, WRITER), (house.standby, AUDITOR))
    )
    play(writer)
    house.standby.follow(house.primary)
    with time_machine.travel(AFTERWARDS, tick=False):
        for name, typed in READ.items():
            result = auditor.run(*name.split(), *typed.split(), stdin="")
            assert result.exit_code in (0, 1, 6), f"{name}: {result.output}"
            assert "role_may_not" not in result.stderr, name
            told = name.startswith("report ") and name != "report versions"  # Which looks back.
            assert result.stderr.startswith(LACKING) or not told, name
        made = auditor.json("export", "events", "--to", "copy")
        (found,) = auditor.json("audit", "verify", "--export", "copy", "--key", LOG)
        assert (found["ok"], found["events"]) == (True, made["size"])
        wants = auditor.is_refused("chips", "buy-in", "MB-01", "3", "200", exit_code=7)
    assert wants["code"] == "store_read_only"
