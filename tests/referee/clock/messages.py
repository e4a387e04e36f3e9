"""Any message of any family, for properties and for streams that are then spoilt."""

from hypothesis import strategies as st

from referee.clock import dgt_commands as commands
from referee.clock import dgt_protocol as dgt
from referee.clock import hourglass_protocol as hourglass
from referee.clock import open_protocol as opened
from referee.clock.time_control import Kind
from referee.rules.side import Side

whole = st.integers(0, opened.MOST)
sides = st.sampled_from(list(Side))
names = st.from_regex(r"[A-Za-z0-9._-]{1,24}", fullmatch=True)
states = st.sampled_from(["neutral", "running", "paused"])
lamps = st.sampled_from(["off", "flag", "rethrow", "paused"])
numbers = st.integers(0, 65535)
kinds = st.sampled_from([kind.value for kind in Kind])
abilities = st.lists(names.filter(lambda name: len(name) < 9), max_size=3).map(tuple)
nobody = st.none()

opened_messages: st.SearchStrategy[opened.Message] = st.one_of(
    st.builds(opened.Hello, names, names, abilities, whole, whole),
    st.builds(opened.Press, sides, whole, whole),
    st.builds(opened.Button, names, whole, whole),
    st.builds(opened.Times, whole, whole, whole, nobody | sides, states, whole, nobody | sides, nobody | sides, lamps),
    st.builds(opened.Done, whole),
    st.builds(opened.Fail, whole, st.sampled_from(["press", "kind", "unable"])),
    st.builds(opened.Pong, whole, whole),
    st.builds(opened.Ping, whole),
    st.builds(opened.Ack, whole),
    st.builds(opened.State, numbers, nobody | sides, states, whole, whole, whole, whole, kinds, nobody | whole),
    st.builds(opened.SetLamp, numbers, lamps),
)

seven = st.integers(0, 127)
eight = st.integers(0, 255)
flags = st.booleans()
faces = st.builds(dgt.Face, st.integers(0, 9), st.integers(0, 59), st.integers(0, 59), flags, flags, flags)
printable = st.characters(min_codepoint=32, max_codepoint=126)
dgt_messages: st.SearchStrategy[dgt.Message] = st.one_of(
    st.builds(dgt.BoardTime, faces, faces, flags, flags, flags, flags, flags, flags),
    st.builds(dgt.Ack, eight, eight, eight, eight),
    st.builds(dgt.Version, seven, seven),
    st.builds(dgt.BusAddress, seven, seven),
    st.builds(dgt.FieldChange, seven, seven),
    st.builds(dgt.Serial, st.text(printable, min_size=5, max_size=5)),
    st.builds(dgt.LongSerial, st.text(printable, min_size=10, max_size=10)),
    st.builds(dgt.Trademark, st.text(printable, min_size=1, max_size=100)),
    st.builds(dgt.Battery, st.lists(seven, min_size=1, max_size=9).map(bytes)),
    st.builds(dgt.Dump, st.lists(seven, min_size=64, max_size=64).map(bytes)),
)
times = st.tuples(st.integers(0, 9), st.integers(0, 59), st.integers(0, 59))
orders = st.sampled_from([commands.Order.END_TEXT, commands.Order.VERSION, commands.Order.BUTTONS])
dgt_commands: st.SearchStrategy[commands.Command] = st.one_of(
    st.builds(commands.SetRun, times, times, st.integers(0, 15)),
    st.builds(commands.Display, st.lists(seven, min_size=8, max_size=8).map(bytes)),
    st.builds(commands.Icons, st.lists(seven, min_size=8, max_size=8).map(bytes)),
    st.builds(commands.Text, st.text(printable, max_size=8).map(lambda text: text.rstrip(" ")), seven),
    st.builds(commands.Beep, seven),
    st.builds(commands.Plain, orders),
)
hourglass_messages: st.SearchStrategy[hourglass.Message] = st.one_of(
    st.builds(
        hourglass.Going,
        st.sampled_from([1, 2]),
        st.integers(0, 999 * 60 + 59).map(lambda seconds: seconds * 1000),
        st.integers(0, 5),
    ),
    st.builds(hourglass.Sign, st.sampled_from(["pause", "reset", "double"])),
)
