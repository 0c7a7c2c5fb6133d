"""Messages of a protocol, changed on their way."""

from headcount.reductions.protocols.transcript import ProtocolError


def flipped(bits, k):
    return bits[:k] + str(1 - int(bits[k])) + bits[k + 1 :]


def altered(protocol, tokens, number, change):
    """The answer when one message is changed on its way: a row, or 'broken'."""
    count = iter(range(1000))
    try:
        return protocol.run(tokens, wire=lambda m: change(m.bits) if next(count) == number else m.bits).answer
    except ProtocolError:
        return "broken"
