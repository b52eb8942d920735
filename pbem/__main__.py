"""`python -m pbem`."""

from pbem.cli.main import run

if __name__ == "__main__":
    run()
