"""The documentation as a site: built without a warning, with links that lead somewhere, every term that is printed, and
pages that fit a telephone."""

import importlib
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections import defaultdict
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest

import headcount
from headcount.certificates.rules import RULES
from headcount.certificates.unit_class import FAMILIES
from headcount.cli.app import COMMANDS
from headcount.elaborate import driver
from headcount.questions.measure import MEASURES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PHONE, DESKTOP = 390, 1280


class Page(HTMLParser):
    """The links of a page and the places that links may lead to."""

    def __init__(self, path):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.places |= {found[name] for name in ("id", "name") if found.get(name)}
        self.links += [found[name] for name in ("href", "src") if found.get(name)]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, and what Sphinx said while it was built."""
    out = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going", "-c", DOCS, ROOT, out]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return out


@pytest.mark.slow
@pytest.mark.xdist_group("site")
def test_links_lead_somewhere(site):
    pages = {path: Page(path) for path in site.rglob("*.html") if "_static" not in path.parts}
    assert len(pages) > 80
    broken = defaultdict(list)
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            places = pages[target].places if target in pages and parts.fragment else {unquote(parts.fragment)}
            if not target.exists() or unquote(parts.fragment) not in places:
                broken[path.relative_to(site).as_posix()].append(link)
    assert not broken


@pytest.mark.slow
@pytest.mark.xdist_group("site")
def test_every_command_and_function_has_its_place(site):
    commands = (site / "docs/reference/commands.html").read_text("utf-8")
    assert [name for name in COMMANDS if f'id="command-{name}"' not in commands] == []
    described = "".join(path.read_text("utf-8") for path in (site / "docs/reference/python").glob("*.html"))
    names = [name for name in dir(headcount) if not name.startswith("_")]
    modules = ("headcount.", "headcount.claims.")  # claim, least and measured live there
    missing = [name for name in names if not any(f'id="{module}{name}"' in described for module in modules)]
    assert missing == []


def glossary():
    """The terms of the glossary."""
    text = (DOCS / "glossary.rst").read_text("utf-8")
    lines = re.findall(r"^   (\S.*)$", text, flags=re.MULTILINE)
    return {term for line in lines for term in line.split(", ")}


@pytest.mark.parametrize("what", ["measures", "classes", "evidence", "rules", "words"])
def test_the_glossary_has_what_is_printed(what):
    printed = {
        "measures": set(MEASURES),
        "classes": set(FAMILIES),
        "evidence": {
            kind for area in driver.AREAS for kind in importlib.import_module(f"headcount.elaborate.{area}").ELABORATORS
        }
        - {"input", "subset", "far-pair", "hops", "closed-sets", "order", "two-ends", "components", "two-inputs"}
        - {"uniform-heads", "all-pairs", "pair", "runs", "points"},
        "rules": set(RULES),
        "words": {"CERTIFIED", "PROVED", "PROVED-BY-SOLVER", "REFUTED", "OPEN", "verified", "sampled"}
        | {"ACCEPTED", "REJECTED", "MALFORMED", "UNDECIDED", "m", "p", "H", "dv"},
    }[what]
    assert printed - glossary() == set()


MEASURE = """<!DOCTYPE html><meta charset="utf-8"><body><script>
const found = {}, asked = ASKED;
for (const [name, source, width] of asked) {
  const frame = document.createElement("iframe");
  Object.assign(frame, {width, height: 800});
  frame.addEventListener("load", () => setTimeout(() => {
    const root = frame.contentDocument.documentElement;
    found[name] = [frame.contentDocument.body.innerText.length, root.scrollWidth - root.clientWidth];
    if (Object.keys(found).length === asked.length)
      fetch("/found", {method: "POST", body: JSON.stringify(found)});
  }, 300));
  frame.src = source;
  document.body.append(frame);
}</script>"""
"""Frames of each page in each width; what was found is sent once all have come, however long they take."""


def beyond(pages, folder, profile):
    """How many pixels of pages below a folder lie beyond a frame, by name and width, as a browser lays it out."""
    asked = [
        (f"{name}@{width}", quote(f"/{path.relative_to(folder).as_posix()}"), width)
        for name, path in pages
        for width in (PHONE, DESKTOP)
    ]
    answers = queue.Queue()

    class Server(SimpleHTTPRequestHandler):
        def do_GET(self):
            if self.path != "/":
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(MEASURE.replace("ASKED", json.dumps(asked)).encode())

        def do_POST(self):
            answers.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *words):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Server, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        command += ["--no-proxy-server", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]  # nothing outside
        command += ["--remote-debugging-port=0", f"--user-data-dir={profile}"]  # the port: it stays until it is ended
        with open(profile.with_suffix(".log"), "w+", encoding="utf-8") as log:
            browser = subprocess.Popen(
                [*command, f"http://127.0.0.1:{server.server_port}/"], stdout=log, stderr=log, start_new_session=True
            )
            try:
                found = answers.get(timeout=600)
            except queue.Empty:
                log.seek(0)
                raise AssertionError(f"the browser has found nothing: {log.read()[-2000:]}") from None
            finally:
                os.killpg(browser.pid, signal.SIGKILL)
                browser.wait()
                server.shutdown()
    assert found.keys() == {name for name, *_ in asked}
    assert all(letters > 3 for letters, _ in found.values()), found  # no page is empty
    return {name: pixels for name, (_, pixels) in found.items()}


PAGES = (
    "index", "gallery", "glossary", "tutorials/theorist", "howto/measures", "howto/averages", "explanation/answers",
    "reference/commands", "reference/python/functions", "reference/exit_codes",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.xdist_group("site")
@pytest.mark.skipif(not BROWSER, reason="no Chromium: apt-get install chromium")
def test_pages_fit_a_telephone_and_a_screen(site, tmp_path):
    pages = [(name, site / "docs" / f"{name}.html") for name in PAGES]
    pages += [(name, site / f"{name}.html") for name in ("README", "certificates/FORMAT", "benchmarks/README")]
    pages += [("story", next((site / "notebooks").glob("5_*.html")))]
    assert {name: pixels for name, pixels in beyond(pages, site, tmp_path / "profile").items() if pixels > 0} == {}


@pytest.mark.slow
@pytest.mark.skipif(not BROWSER, reason="no Chromium: apt-get install chromium")
def test_what_does_not_fit_is_noticed(tmp_path):
    wide = tmp_path / "wide.html"
    wide.write_text('<!DOCTYPE html><body><div style="width: 600px">wide</div></body>')
    found = beyond([("wide", wide)], tmp_path, tmp_path / "profile")
    assert found == {f"wide@{PHONE}": 600 + 8 - PHONE, f"wide@{DESKTOP}": 0}
