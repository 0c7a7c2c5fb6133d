"""Pages of HTML as tests look at them."""

from html.parser import HTMLParser

VOID = {"br", "meta"}


class Page(HTMLParser):
    """Tags of a page with their classes, links and text; fails on a tag that is not closed, or closed out of turn."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.links, self.text = [], [], [], ""
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.handle_startendtag(tag, attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        assert len({name for name, _ in attributes}) == len(attributes), (tag, attributes)
        self.tags.append((tag, dict(attributes).get("class")))
        self.links += [value for name, value in attributes if name in ("href", "src")]

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open and self.open.pop() == tag, (tag, self.open)

    def handle_data(self, data):
        self.text += data
