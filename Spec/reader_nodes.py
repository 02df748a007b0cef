"""From the bytes of a Quire file to the leaves of its trees; the lower half of reader.py.

Everything that is read is checked before it is believed: checksums and tags, headers, the order of keys, counts. What
is wrong becomes a Refusal. The sections are those of FileFormat.md: a heading in quotation marks names the section there.
"""

import collections
import os
import stat
import struct

HEAD = 65536  # bytes before the first page that can hold a node
BLOCK = 16384  # bytes of the header block and of each slot block
WINDOW = 1 << 26
ALL_ONES = (1 << 64) - 1


class Refusal(Exception):
    """The file cannot be read, or is not whole. The text is one sentence."""


def damaged(where, what):
    return Refusal(f"The file is damaged: {where}: {what}.")


def too_new(what):
    return Refusal(f"The file is too new for this reader: {what}.")


# ---- "Conventions" --------------------------------------------------------------------------------------------------


class Bytes:
    """Bytes of the file, with a name for messages. Reading outside of them is damage, never an accident."""

    def __init__(self, data, name):
        self.data = data
        self.name = name
        self.place = 0

    def damaged(self, what):
        return damaged(self.name, what)

    def require(self, condition, what):
        if not condition:
            raise self.damaged(what)

    def slice(self, offset, count):
        if offset < 0 or offset + count > len(self.data):
            raise self.damaged(f"{count} bytes at {offset} lie outside of its {len(self.data)} bytes")
        return self.data[offset : offset + count]

    def u8(self, offset):
        return self.slice(offset, 1)[0]

    def u16(self, offset):
        return int.from_bytes(self.slice(offset, 2), "little")

    def u32(self, offset):
        return int.from_bytes(self.slice(offset, 4), "little")

    def u64(self, offset):
        return int.from_bytes(self.slice(offset, 8), "little")

    def array(self, offset, count, letter):
        """Many integers at once; their size is B, H, I or Q as in the module struct."""
        return struct.unpack(f"<{count}{letter}", self.slice(offset, count * struct.calcsize("<" + letter)))

    def take(self, count):
        """The next bytes, for structures that are read from front to back."""
        self.place += count
        return self.slice(self.place - count, count)

    def take_number(self, count):
        return int.from_bytes(self.take(count), "little")

    def take_counted(self):
        return self.take(self.take_number(4))

    def require_zero(self, start, end):
        if start < end and self.data.count(0, start, end) != end - start:
            raise self.damaged(f"bytes {start} to {end} are not all zero, and nothing uses them")

    def require_rest_zero(self, start, ranges):
        """The ranges that are in use do not overlap, and all other bytes from `start` on are zero."""
        for first, end in sorted(ranges):
            self.require(first >= start, "two of its parts overlap")
            self.require_zero(start, first)
            start = end
        self.require_zero(start, len(self.data))


def round_up(number, unit):
    return (number + unit - 1) // unit * unit


def bit(data, index):
    return data[index >> 3] >> (index & 7) & 1


def bit_count(data):
    return bin(int.from_bytes(data, "little")).count("1")


def ascends(values, strictly):
    return all(a < b or a == b and not strictly for a, b in zip(values, values[1:]))


# ---- "Checksums" ----------------------------------------------------------------------------------------------------

K0, K1, K2, K3 = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x8EBC6AF09C88C6E3, 0x589965CC75374CC3


def mix(a, b):
    product = a * b
    return product >> 64 ^ b ^ product & ALL_ONES ^ a


def combine(a, b):
    return mix(a ^ K2, b ^ K3)


def hash_bytes(data, seed):
    length = len(data)
    w = struct.unpack(f"<{round_up(length, 16) // 8}Q", data + bytes(-length % 16))
    lane0, lane1, lane2, lane3 = seed ^ K0, seed ^ K1, seed ^ K2, seed ^ K3
    for i in range(0, length // 64 * 8, 8):
        lane0, lane1 = mix(w[i] ^ K0, w[i + 1] ^ lane0), mix(w[i + 2] ^ K1, w[i + 3] ^ lane1)
        lane2, lane3 = mix(w[i + 4] ^ K2, w[i + 5] ^ lane2), mix(w[i + 6] ^ K3, w[i + 7] ^ lane3)
    for i in range(length // 64 * 8, length // 16 * 2, 2):
        lane0 = mix(w[i] ^ K1, w[i + 1] ^ lane0)
    if length % 16:
        lane1 = mix(w[-2] ^ K2, w[-1] ^ lane1)
    return mix(mix(lane0, lane1 + K3 & ALL_ONES) ^ lane2, mix(lane3, length ^ K0) ^ K1)


def tag_hash(data, seed):
    """Of nodes and of parts of overflow values: its low half, the tag, is never zero."""
    result = hash_bytes(data, seed)
    return result if result & 0xFFFFFFFF else result | 1


# ---- "Layout of the file", "File header" ----------------------------------------------------------------------------


class File:
    def __init__(self, path):
        # Asked before opening, because opening a pipe would wait for its other end.
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise Refusal("This is no Quire file: it is no regular file.")
        self.handle = open(path, "rb")
        self.length = self.handle.seek(0, os.SEEK_END)
        header = Bytes(self.read(0, min(BLOCK, self.length)), "the file header")
        if header.data[:8] != b"QuireDB\n":
            is_realm = header.data[16:20] == b"T-DB"
            raise Refusal(f"This is no Quire file: it {'is a Realm file' if is_realm else 'begins with other bytes'}.")
        if self.length < HEAD:
            raise damaged("the file", f"it is cut off after {self.length} bytes")
        header.require(header.u64(120) == hash_bytes(header.slice(0, 120), header.u64(0)), "its checksum is wrong")
        if header.u32(12) or header.u32(32):
            raise too_new("its pages go through a codec")
        self.header = header
        self.page_size = header.u32(8)
        is_possible = 512 <= self.page_size <= 65536 and self.page_size & self.page_size - 1 == 0
        header.require(is_possible, f"{self.page_size} is no page size")
        self.id = header.u64(24) << 64 | header.u64(16)
        self.seed = combine(header.u64(24), header.u64(16))
        self.first_page = HEAD // self.page_size

    def read(self, offset, count):
        self.handle.seek(offset)
        data = self.handle.read(count)
        if len(data) != count:
            raise damaged("the file", f"it ends before byte {offset + count}")
        return data

    def block_hash(self, block, kind, first, second=None):
        """Checksum of a slot (kind 0), a manifest (1) or a publish record (2)."""
        result = hash_bytes(first, combine(self.seed ^ ALL_ONES, 256 * block + kind))
        return result if second is None else hash_bytes(second, result)

    def node(self, page, end):
        """The node at a page, sound in itself and before page `end`. An overflow run is its header and table."""
        name = f"page {page}"
        if not self.first_page <= page < end:
            raise damaged(name, "it is no page of this state")
        start = page * self.page_size
        node = Node(self.read(start, 64), name, page)
        node.require(node.log2_pages <= (0 if node.kind == OVERFLOW else 16), "its size is impossible")
        node.pages = node.count if node.kind == OVERFLOW else 1 << node.log2_pages
        node.require(0 < node.pages <= end - page, "it reaches beyond the pages of its state")
        count = node.pages * self.page_size
        if node.kind == OVERFLOW:
            count = min(count, 64 + 8 * part_count(node))
        node.require(start // WINDOW == (start + count - 1) // WINDOW, "it crosses a window of 64 MiB")
        node.data = self.read(start, count)
        node.require(node.checksum == tag_hash(node.data[8:], combine(self.seed, page)), "its checksum is wrong")
        node.require(node.own_page == page, f"it says that it is page {node.own_page}")
        return node


# ---- "Slot", "Pinned state", "Root", "Manifest" ---------------------------------------------------------------------

Root = collections.namedtuple("Root", "page tag count height")
NO_ROOT = Root(0, 0, 0, 0)


class Slot:
    """The slot of one block; not valid if there is none, or a torn one."""

    def __init__(self, file, block):
        self.file, self.block = file, block
        self.bytes = Bytes(file.read(BLOCK * (block + 1), BLOCK), f"slot block {block}")
        self.is_valid = self.is_sealed() and self.is_possible()

    def is_sealed(self):
        view, length = self.bytes, self.bytes.u32(32)
        if view.data[:8] != b"QuireSlt" or not 208 <= length <= 3584:
            return False
        if view.u64(40) != self.file.block_hash(self.block, 0, view.slice(0, 40), view.slice(48, length - 48)):
            return False
        if view.u32(8) > 1:
            raise too_new(f"it has version {view.u32(8)} of the format, and this reader knows version 1")
        if view.u32(12):
            raise too_new(f"it has features {view.u32(12):#x}, which a reader must know")
        return view.u32(8) == 1

    def is_possible(self):
        view, file = self.bytes, self.file
        self.transaction, self.anchor, self.salt = view.u64(24), view.u64(96), view.u64(64) & 0xFFFFFFFF
        self.page_count, self.next_tree = view.u64(48), view.u32(152)
        self.boot_id, self.is_relaxed = view.u64(80) << 64 | view.u64(72), view.u8(88) == 1
        self.pin_count = view.u32(200)
        self.roots = [Root(*struct.unpack("<IIQI", view.slice(offset, 20))) for offset in (104, 128, 160)]
        return (
            self.anchor < self.transaction < 1 << 62
            and self.transaction % 3 == self.block
            and self.page_count <= 1 << 31
            and view.u32(184) + view.u32(188) <= 1856
            and view.u8(88) <= 1
            and self.pin_count <= min(32, (view.u32(32) - 208) // 24)
            and HEAD <= self.page_count * file.page_size <= file.length
            and all(is_possible_root(root, 1 << 48) and root.page < self.page_count for root in self.roots)
        )

    def manifest(self):
        """Its runs of pages and its checksums; None if it is torn."""
        runs, nodes = self.bytes.u32(184), self.bytes.u32(188)
        first = self.bytes.slice(1024, 8 * min(runs + nodes, 320))
        second = self.bytes.slice(4096, 8 * max(runs + nodes - 320, 0))
        if self.file.block_hash(self.block, 1, first, second) != self.bytes.u64(192):
            return None
        numbers = struct.unpack(f"<{runs + nodes}Q", first + second)
        return [(number & 0xFFFFFFFF, number >> 32) for number in numbers[:runs]], numbers[runs:]

    def is_whole(self):
        """Whether everything that its manifest lists stands in the file."""
        if self.bytes.u32(184) == 0:
            return True
        manifest = self.manifest()
        if manifest is None:
            return False
        runs, checksums = manifest
        checksums = iter(checksums)
        return all(self.is_run_whole(*run, checksums) for run in runs) and next(checksums, None) is None

    def is_run_whole(self, page, count, checksums):
        end = page + count
        while page < end:
            try:
                node = self.file.node(page, min(end, self.page_count))
                if node.kind == OVERFLOW:
                    overflow_value(self.file, node)
            except Refusal:
                return False
            if (node.checksum, node.transaction, node.salt) != (next(checksums, 0), self.transaction, self.salt):
                return False
            page += node.pages
        return True

    def check(self):
        view, pins_end = self.bytes, 208 + 24 * self.pin_count
        for start, end in ((20, 24), (36, 40), (56, 64), (89, 96), (124, 128), (148, 152), (156, 160), (180, 184),
                           (204, 208), (pins_end, view.u32(32))):  # fmt: skip
            view.require_zero(start, end)
        pinned = [view.u64(208 + 24 * index) for index in range(self.pin_count)] + [self.transaction]
        view.require(ascends([0] + pinned, strictly=True), "its pinned states do not ascend")
        view.require(self.is_whole(), "its manifest does not list what stands in the file")


def is_possible_root(root, limit):
    if root.height == 0:
        return root == NO_ROOT
    return 0 < root.height <= 32 and root.tag != 0 and 0 <= root.count < limit


# ---- "Publish record", "Which state counts" -------------------------------------------------------------------------


def published_transaction(file, block):
    """Of the publish record in a block; 0 if there is none, or a relaxed one."""
    record = Bytes(file.read(BLOCK * (block + 1) + 3584, 32), f"publish record in block {block}")
    transaction = record.u64(0)
    is_right = record.u64(24) == file.block_hash(block, 2, record.slice(0, 24))
    is_right = is_right and transaction < 1 << 62 and (transaction + 1) % 3 == block
    return transaction if is_right and record.u64(16) != 1 else 0


def choose_slot(file, boot_id):
    """The slot of the state that counts, in the run of the machine that has this id."""
    slots = [slot for slot in (Slot(file, block) for block in range(3)) if slot.is_valid]
    published = max([published_transaction(file, block) for block in range(3)] + [slot.anchor for slot in slots])
    for slot in sorted(slots, key=lambda slot: slot.transaction, reverse=True):
        is_lost = slot.is_relaxed and (slot.boot_id != boot_id or boot_id == 0)
        if slot.transaction == published or slot.transaction > published and not is_lost and slot.is_whole():
            return slot
    raise damaged("the slots", f"the state of transaction {published}, which was acknowledged, is gone")


# ---- "Node reference", "Node header" --------------------------------------------------------------------------------

INTEGER_INNER, BYTES_INNER, COLUMN_LEAF, PAIRS_LEAF, KEYS_LEAF, OVERFLOW, BITMAP_LEAF = range(1, 8)


def split_reference(number):
    return number & 0xFFFFFFFF, number >> 32


class Node(Bytes):
    def __init__(self, header, name, page):
        super().__init__(header, name)
        self.page = page
        (self.checksum, self.transaction, self.salt, self.own_page, self.tree, self.kind, self.level,
         self.log2_pages, self.flags, self.count, self.layout, self.owner, self.owner_column
         ) = struct.unpack("<QQIIIBBBBIIQH", header[:50])  # fmt: skip


class State:
    """One committed state: finds its nodes, and remembers which pages they take."""

    def __init__(self, file, slot, is_checking):
        self.file, self.slot, self.is_checking = file, slot, is_checking
        self.used = bytearray(slot.page_count)

    def node(self, page, tag, tree, level, kind):
        """The node that a reference leads to. Who refers to it says what it must be."""
        node = self.file.node(page, self.slot.page_count)
        node.name = f"page {page}, of tree {tree}"
        node.require(node.checksum & 0xFFFFFFFF == tag, "its tag is another one than the reference to it has")
        node.require(node.tree == tree and node.level == level, f"it says tree {node.tree}, level {node.level}")
        node.require(node.kind == kind, f"it is of kind {node.kind} instead of {kind}")
        is_of_state = 1 <= node.transaction <= self.slot.transaction
        node.require(is_of_state, f"transaction {node.transaction} is not part of this state")
        node.require(node.pages == 1 or kind in (COLUMN_LEAF, OVERFLOW), "it takes more than one page")
        end = page + node.pages
        node.require(self.used.find(1, page, end) < 0, "two references lead to it")
        self.used[page:end] = b"\1" * node.pages
        return node

    def leaves(self, root, tree, form):
        """The leaves of a tree from left to right. A form knows the kinds of nodes and the order of their keys."""
        if root.height:
            yield from self.subtree(root, tree, form, None, None)

    def subtree(self, root, tree, form, low, high):
        """The leaves below the node that `root` describes. Their keys are not below `low`, and below `high`."""
        kind = form.leaf_kind if root.height == 1 else form.inner_kind
        node = self.node(root.page, root.tag, tree, root.height - 1, kind)
        if root.height == 1:
            leaf = form.leaf(node)
            node.require(leaf.count == root.count, f"it has {leaf.count} entries where {root.count} are counted")
            form.check_bounds(leaf, low, high)
            yield leaf
            return
        keys, children, counts = form.inner(node)
        node.require(sum(counts) == root.count, f"it counts {sum(counts)} entries where {root.count} are counted")
        bounds = [low] + list(keys[1:]) + [high]
        form.check_separators(node, keys, low, high)
        for place, (child, count) in enumerate(zip(children, counts)):
            below = Root(*split_reference(child), count, root.height - 1)
            yield from self.subtree(below, tree, form, bounds[place], bounds[place + 1])


# ---- "Integer inner node" -------------------------------------------------------------------------------------------

Leaf = collections.namedtuple("Leaf", "node count first last entries")


class Form:
    """What the trees of one sort have in common: kinds of nodes, and the order of keys."""

    may_repeat = False  # whether an entry may equal the key behind it

    def __init__(self, state):
        self.state = state

    def check_separators(self, node, keys, low, high):
        inside = [key for key in (low, *keys[1:], high) if key is not None]
        node.require(ascends(inside, strictly=not self.may_repeat), "its keys do not ascend within those above it")

    def check_bounds(self, leaf, low, high):
        leaf.node.require(leaf.count > 0, "it is empty")
        leaf.node.require(low is None or low <= leaf.first, "an entry is below the key above it")
        is_below = high is None or leaf.last < high or leaf.last == high and self.may_repeat
        leaf.node.require(is_below, "an entry is not below the key behind it")


class IntegerForm(Form):
    """Trees of rows, pairs, positions and free pages. A key is a pair of numbers."""

    inner_kind = INTEGER_INNER

    def inner(self, node):
        capacity = (len(node.data) - 64) // 32
        is_possible = 1 <= node.count <= capacity and not node.flags and not node.layout and not node.owner_column
        node.require(is_possible, "its header is impossible")
        starts = [64 + index * 8 * capacity for index in range(4)]
        highs, lows, children, counts = (node.array(start, node.count, "Q") for start in starts)
        node.require(highs[0] == node.owner, "its owner is not its first key")
        if self.state.is_checking:
            node.require_rest_zero(50, [(start, start + 8 * node.count) for start in starts])
        return list(zip(highs, lows)), children, counts


# ---- "Pairs leaf" ---------------------------------------------------------------------------------------------------


class PairsForm(IntegerForm):
    leaf_kind = PAIRS_LEAF
    may_repeat = True

    def leaf(self, node):
        count, is_wide, bases = node.count, node.flags & 1, node.array(64, 2, "Q")
        node.require(node.flags <= 1 and not node.layout and not node.owner_column, "its header is impossible")
        node.require(max(bases) <= (0 if is_wide else ALL_ONES - 0xFFFFFFFF), "its bases are too high")
        if is_wide:
            numbers = node.array(80, 2 * count, "Q")
            pairs = list(zip(numbers[::2], numbers[1::2]))
        else:
            pairs = [(bases[0] + (n >> 32), bases[1] + (n & 0xFFFFFFFF)) for n in node.array(80, count, "Q")]
        node.require(pairs and pairs[0][0] == node.owner, "its owner is not its first key")
        node.require(ascends(pairs, strictly=False), "its pairs do not ascend")
        if self.state.is_checking:
            node.require_rest_zero(50, [(64, 80 + count * (16 if is_wide else 8))])
        return Leaf(node, count, pairs[0], pairs[-1], pairs)


# ---- "Keys block", "Bytes inner node", "Keys leaf" ------------------------------------------------------------------


class KeysForm(Form):
    inner_kind, leaf_kind = BYTES_INNER, KEYS_LEAF

    def leaf(self, node):
        count, is_fixed, is_wide, base = node.count, node.flags & 1, node.flags & 2, node.u64(56)
        node.require(node.flags in (1, 2, 3) and count > 0, "its header is impossible")
        node.require(base <= (0 if is_wide else ALL_ONES - 0xFFFFFFFF), "its base is too high")
        block = KeysBlock(node, count, is_fixed)
        values = block.array(block.end, count, block.capacity, "Q" if is_wide else "I")
        first_head = int.from_bytes(block.keys[0][:8].ljust(8, b"\0"), "big")
        node.require(first_head == node.owner, "its owner is not the head of its first key")
        if self.state.is_checking:
            block.check_rest()
        entries = [(key, base + value) for key, value in zip(block.keys, values)]
        return Leaf(node, count, block.keys[0], block.keys[-1], entries)

    def inner(self, node):
        count = node.count
        node.require(node.flags == 0 and count > 0, "its header is impossible")
        block = KeysBlock(node, count - 1, False)
        children = block.array(block.end, count, block.capacity + 1, "Q")
        counts = block.array(block.end + 8 * (block.capacity + 1), count, block.capacity + 1, "Q")
        if self.state.is_checking:
            block.check_rest()
        return [None] + block.keys, children, counts


class KeysBlock:
    """The keys of a node, ascending, and where the arrays behind them begin."""

    def __init__(self, node, count, is_fixed):
        self.node, self.count, self.is_fixed = node, count, is_fixed
        self.size = len(node.data)
        self.capacity, prefix_length, self.key_length = node.u32(36), node.u16(50), node.u16(52)
        self.heap_start = self.size - node.u16(54)
        self.in_use = []  # ranges of bytes
        node.require(count <= self.capacity, "it has more keys than room for them")
        self.prefix_start = 64 if self.size < 2048 else 192
        heads = round_up(self.prefix_start + prefix_length, 8)
        self.prefix = node.slice(self.prefix_start, prefix_length)
        self.in_use.append((self.prefix_start, self.prefix_start + prefix_length))
        self.heads = self.array(heads, count, self.capacity, "Q")
        self.end = heads + 8 * self.capacity
        if is_fixed:
            length = self.key_length - prefix_length
            node.require(0 <= length <= 8 and self.heap_start == self.size, "its keys do not end within their heads")
            self.keys = [self.prefix + self.head(index, length) for index in range(count)]
        else:
            node.require(self.key_length == 0, "its key length is not zero")
            slots = self.array(self.end, 2 * count, 2 * self.capacity, "H")
            self.keys = [self.general_key(index, *slots[2 * index : 2 * index + 2]) for index in range(count)]
            self.end = round_up(heads + 12 * self.capacity, 8)
        node.require(ascends(self.keys, strictly=True), "its keys do not ascend")
        node.require(max(map(len, self.keys), default=0) <= self.size // 8, "a key is too long")

    def array(self, start, count, capacity, letter):
        """The part in use of an array that has room for `capacity` numbers."""
        width = struct.calcsize("<" + letter)
        self.node.require(start + width * capacity <= self.heap_start, "its arrays do not fit into it")
        self.in_use.append((start, start + width * count))
        return self.node.array(start, count, letter)

    def head(self, index, length):
        """The bytes of a key that lie in its head."""
        head = self.heads[index].to_bytes(8, "big")
        self.node.require(not head[length:].strip(b"\0"), f"the head of key {index} goes on behind the key's end")
        return head[:length]

    def general_key(self, index, tail, length):
        key = self.prefix + self.head(index, min(length, 8))
        if length <= 8:
            self.node.require(tail == 0, f"key {index} has a tail that it does not need")
            return key
        self.node.require(tail >= self.heap_start, f"the tail of key {index} is not in the heap")
        self.in_use.append((tail, tail + length - 8))
        return key + self.node.slice(tail, length - 8)

    def check_rest(self):
        if self.size >= 2048:
            stride = 3 * self.size // 512 if self.is_fixed else self.size // 256
            places = [index * stride for index in range(1, 17)]
            samples = [self.heads[place - 1] if place <= self.count else ALL_ONES for place in places]
            self.node.require(list(self.node.array(64, 16, "Q")) == samples, "its samples are not those of its keys")
        self.node.require_rest_zero(self.prefix_start, self.in_use)


# ---- "Column types" -------------------------------------------------------------------------------------------------

TYPES = "none Bool Int8 Int16 Int32 Int64 Float Double Date text data UUID link list reference".split()
WIDTHS = [0, 1, 1, 2, 4, 8, 4, 8, 8, 16, 16, 16, 6, 16, 8]
BOOL, INT8, INT16, INT32, INT64, FLOAT, DOUBLE, DATE, TEXT, DATA, UUID, LINK, LIST, REFERENCE = range(1, 15)
INTEGERS, REALS, IN_CELLS = (INT8, INT16, INT32, INT64), (FLOAT, DOUBLE, DATE), (TEXT, DATA, LIST)


def fixed_value(data, type):
    """A value of a type that takes no cell. Floating-point numbers stay the integers of their bits."""
    if type == BOOL:
        return data != b"\0"
    if type == UUID:
        return data
    return int.from_bytes(data, "little", signed=type in INTEGERS)


def real(bits, type):
    """The number that has these bits. A Float is exact as a Double."""
    return struct.unpack("<f" if type == FLOAT else "<d", bits.to_bytes(WIDTHS[type], "little"))[0]


def valid_text(data, where):
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise damaged(where, "a text in it is no UTF-8") from None


# ---- "Overflow run" -------------------------------------------------------------------------------------------------


def part_count(node):
    return round_up(node.u64(56), HEAD) // HEAD


def overflow_value(file, node):
    """The value of an overflow run, each part of it checked."""
    count, table = node.u64(56), node.array(64, part_count(node), "Q")
    start = round_up(len(node.data), 64)
    node.require(count <= 1 << 31 and not node.flags and not node.layout, "its header is impossible")
    node.require(-(-(start + count) // file.page_size) == node.pages, "it has not the pages that its value needs")
    parts = []
    for index, checksum in enumerate(table):
        place = HEAD * index
        part = file.read(node.page * file.page_size + start + place, min(HEAD, count - place))
        is_right = checksum == tag_hash(part, combine(file.seed, index + 1 << 32))
        node.require(is_right, f"the checksum of part {index} is wrong")
        parts.append(part)
    return b"".join(parts)


# ---- "Column leaf", "Cell" ------------------------------------------------------------------------------------------

SPARSE, REFERENCES, POSITIONS = 1, 2, 4
LongList = collections.namedtuple("LongList", "page tag ghosts")


class ColumnForm(IntegerForm):
    """Trees of column leaves. `columns` says what a leaf must have: (number, type, whether nil is a value). In the rows
    trees of classes a leaf under an older layout has only the first of them."""

    leaf_kind = COLUMN_LEAF

    def __init__(self, state, columns, has_layouts=False):
        super().__init__(state)
        self.columns, self.has_layouts = columns, has_layouts
        self.list_place = None

    def leaf(self, node):
        return ColumnLeaf(self, node)


class PositionsForm(ColumnForm):
    """The tree of a long list, whose elements have no keys. `list_place` is (owner, column)."""

    def __init__(self, state, columns, list_place):
        super().__init__(state, columns)
        self.list_place = list_place

    def check_separators(self, node, keys, low, high):
        node.require(set(keys) == {(0, 0)}, "a key above positions is not zero")

    def check_bounds(self, leaf, low, high):
        leaf.node.require(leaf.count > 0, "it is empty")


class ColumnLeaf:
    """`rows` are (row id, values of the columns); of a list the row id is the place in the leaf."""

    def __init__(self, form, node):
        self.form, self.node = form, node
        self.capacity, self.heap_start = node.u16(52), node.u32(56)
        self.in_heap = []  # ranges of bytes that cells use
        self.check_header()
        self.places = self.read_directory()
        slots = self.read_slots()
        self.count = len(slots)
        node.require(self.count == node.u16(54), "its live count is wrong")
        self.rows = [(row, [self.value(slot, *place) for place in self.places]) for row, slot in slots]
        if slots:
            self.first, self.last = (slots[0][0], 0), (slots[-1][0], 0)
        if form.state.is_checking:
            self.check_rest({slot for _, slot in slots})

    def check_header(self):
        node, form = self.node, self.form
        is_list = form.list_place is not None
        node.require(node.flags <= 7 and node.flags & 5 != 5, f"flags {node.flags} are impossible")
        node.require(bool(node.flags & POSITIONS) == is_list, "it is of the form of another tree")
        place = (node.owner, node.owner_column)
        node.require(place == form.list_place if is_list else place[1] == 0, "it belongs to another list")
        node.require(node.count <= self.capacity, "it has more slots than room for them")
        self.column_count, most = node.u16(50), len(form.columns)
        if form.has_layouts:
            is_right = 1 <= self.column_count <= most and node.layout == self.column_count
        else:
            is_right = self.column_count == most and node.layout == 1
        node.require(is_right, f"its {self.column_count} columns or its layout {node.layout} are impossible")

    def read_directory(self):
        """Where each column's values and nils begin: one behind the other, so that only one directory is right."""
        node, places = self.node, []
        end = 64 + 8 * (self.column_count + 1)
        bitmap = round_up(self.capacity, 64) // 8
        for index, (number, type, has_nils) in enumerate(self.form.columns[: self.column_count]):
            data, nils = end, 0
            end += round_up(WIDTHS[type] * self.capacity, 8)
            if has_nils:
                nils, end = end, end + bitmap
            is_right = node.array(64 + 8 * index, 4, "H") == (data // 8, nils // 8, type, number)
            node.require(is_right, f"its directory does not describe column {number}, {TYPES[type]}")
            places.append((data, nils, type))
        self.row_ids, entry = end, node.array(64 + 8 * self.column_count, 4, "H")
        if not node.flags & POSITIONS:
            end += round_up(4 * self.capacity, 8) if node.flags & SPARSE else bitmap
        node.require(entry == (self.row_ids // 8, 0, 0, 0), "its directory does not lead to its row ids")
        node.require(end <= self.heap_start <= len(node.data), "its columns and its heap do not fit into it")
        self.arrays_end = end
        return places

    def read_slots(self):
        """(row id, slot) of each row."""
        node, count = self.node, self.node.count
        if node.flags & POSITIONS:
            return [(slot, slot) for slot in range(count)]
        if node.flags & SPARSE:
            offsets = node.array(self.row_ids, count, "I")
            node.require(ascends(offsets, strictly=True), "its row ids do not ascend")
            slots = [(node.owner + offset, slot) for slot, offset in enumerate(offsets)]
        else:
            lives = node.slice(self.row_ids, self.arrays_end - self.row_ids)
            slots = [(node.owner + slot, slot) for slot in range(count) if bit(lives, slot)]
            node.require(bit_count(lives) == len(slots), "a slot behind its last one lives")
            node.require(not count or bit(lives, count - 1), "its last slot is dead")
        node.require(not slots or slots[-1][0] < 1 << 48, "its row ids are too high")
        return slots

    def value(self, slot, data, nils, type):
        width = WIDTHS[type]
        start = data + slot * width
        if nils and bit(self.node.data, 8 * nils + slot):
            self.node.require_zero(start, start + width)
            return None
        stored = self.node.slice(start, width)
        if type in IN_CELLS:
            return self.cell(Bytes(stored, self.node.name), type)
        value = fixed_value(stored, type)
        return None if type == LINK and value == 0 else value

    def cell(self, cell, type):
        kind, node = cell.u8(15), self.node
        cell.require_zero({16: 8, 17: 12, 18: 12}.get(kind, kind), 15)
        if kind <= 15:
            return cell.data[:kind]
        if kind == 16:
            start, length = cell.u32(0), cell.u32(4)
            node.require(start >= self.heap_start, "a cell leads to bytes before its heap")
            self.in_heap.append((start, start + length))
            return node.slice(start, length)
        node.require(node.flags & REFERENCES, "a cell leads to another node, and its flags do not say so")
        if kind == 17 and type != LIST:
            state = self.form.state
            run = state.node(cell.u32(0), cell.u32(4), node.tree, 0, OVERFLOW)
            value = overflow_value(state.file, run)
            run.require(len(value) == cell.u32(8), "its value has another length than the cell says")
            return value
        node.require(kind == 18 and type == LIST, f"a cell of kind {kind} is impossible")
        return LongList(cell.u32(0), cell.u32(4), cell.u32(8))

    def check_rest(self, live):
        """What is not in use is zero, but for the garbage of the heap, which is counted."""
        node, capacity = self.node, self.capacity
        bits = round_up(capacity, 64)
        dead = [slot for slot in range(bits) if slot not in live]
        for data, nils, type in self.places:
            width = WIDTHS[type]
            end = round_up(data + capacity * width, 8)
            for slot in dead:
                node.require_zero(data + slot * width, min(data + (slot + 1) * width, end))
            node.require(not nils or not any(bit(node.data, 8 * nils + slot) for slot in dead), "a dead slot is nil")
        if node.flags & SPARSE:
            node.require_zero(self.row_ids + 4 * node.count, self.arrays_end)
        node.require_zero(self.arrays_end, self.heap_start)
        cells = sorted(self.in_heap)
        node.require(all(a[1] <= b[0] for a, b in zip(cells, cells[1:])), "two values overlap in its heap")
        garbage = len(node.data) - self.heap_start - sum(end - start for start, end in cells)
        node.require(garbage == node.u32(60), f"its heap has {garbage} bytes of garbage and says {node.u32(60)}")


# ---- "Bitmap leaf", "Free bitmap" -----------------------------------------------------------------------------------


class BitmapForm(IntegerForm):
    leaf_kind = BITMAP_LEAF

    def leaf(self, node):
        node.require(not node.flags and not node.layout and not node.owner_column, "its header is impossible")
        node.require(bit_count(node.data[64:]) == node.count, "its count is not the number of its bits")
        node.require_zero(50, 64)
        return Leaf(node, node.count, (node.owner, 0), (node.owner, 0), node.data[64:])

    def check_bounds(self, leaf, low, high):
        leaf.node.require(low in (None, leaf.first), "the key above it is about other pages")


def check_pages(state):
    """Every page of the state is either in use or free."""
    file, page_count = state.file, state.slot.page_count
    stretch, free, leaf_count = 8 * (file.page_size - 64), bytearray(page_count), 0
    for leaf in state.leaves(state.slot.roots[2], 3, BitmapForm(state)):
        leaf.node.require(leaf.node.owner == leaf_count * stretch, "it is about other pages than its place says")
        leaf_count += 1
        for index in (index for index, byte in enumerate(leaf.entries) if byte):
            first = leaf.node.owner + 8 * index
            for page in (first + place for place in range(8) if bit(leaf.entries, 8 * index + place)):
                leaf.node.require(file.first_page <= page < page_count, f"it calls page {page} free")
                free[page] = 1
    if leaf_count not in (0, round_up(page_count, stretch) // stretch):
        raise damaged("the free bitmap", f"it has {leaf_count} leaves for {page_count} pages")
    # As two long numbers, because a loop over the pages of a large file takes its time.
    once = int.from_bytes(state.used, "little") ^ int.from_bytes(free, "little")
    if once != int.from_bytes(bytes(file.first_page) + b"\1" * (page_count - file.first_page), "little"):
        page = next(page for page in range(file.first_page, page_count) if free[page] == state.used[page])
        raise damaged(f"page {page}", "it is in use and free" if free[page] else "it is neither in use nor free")
