#!/usr/bin/env python3
"""Reads a Quire file by the letter of FileFormat.md, with none of Quire's own code.

    python3 Spec/reader.py FILE            prints everything in the file as JSON
    python3 Spec/reader.py --check FILE    also proves that the file is whole: every page is in use or free, once; keys
                                           ascend, counts are right, links have backlinks, indexes hold their rows

A file that cannot be read gives one sentence on standard error and exit status 1. A state that was never synced counts
only in the run of the machine that wrote it; --boot-id ID says which one to assume.

In the JSON classes stand by name and rows by id. A value is written by the type of its column: data as base64, a UUID
as text, a Date as seconds since 2001, a floating-point number as the shortest decimal that reads back as the same bits
("inf", "-inf" and "nan:BITS" are texts), a link as the row id of its target, or {"ghost": id} if that is a ghost.
"inverse" counts the links that lead to a row. Attributes that do not apply are left out.

The nodes and trees of the file are read in reader_nodes.py. What follows here is what they mean: classes, rows, links,
and the proof that the trees of a class agree. A heading in quotation marks names a section of FileFormat.md.
"""

import argparse
import base64
import collections
import json
import signal
import struct
import sys
import uuid

from reader_nodes import (
    ALL_ONES, BLOCK, BOOL, DATA, DATE, DOUBLE, FLOAT, IN_CELLS, INT64, INT8, INTEGERS, LINK, LIST, NO_ROOT,
    REALS, REFERENCE, TEXT, TYPES, UUID, WIDTHS, Bytes, ColumnForm, File, KeysForm, LongList, PairsForm,
    PositionsForm, Refusal, Root, State, bit, check_pages, choose_slot, damaged, fixed_value, is_possible_root,
    real, round_up, split_reference, valid_text,
)


# ---- "Directory", "Classes", "Class record" -------------------------------------------------------------------------

Column = collections.namedtuple(
    "Column", "name type element flags target group index nil_index backlinks positions default")
OPTIONAL, ELEMENTS_OPTIONAL, OWNING, INDEXED = 1, 2, 4, 8


def has_nils(type, is_optional):
    return bool(is_optional) and type not in (LINK, LIST)


class Class:
    def __init__(self, name, record):
        self.name = name
        self.record = record = Bytes(record, f"the record of class {name}")
        record.require(record.take_number(1) == 1, "its version is unknown")
        self.is_embedded = bool(record.take_number(1))
        self.key = record.take_number(2) - 1  # number of the column, or -1
        self.keys_tree, self.nil_key_tree, self.ghosts_tree = (record.take_number(4) for _ in range(3))
        self.groups = [record.take_number(4) for _ in range(record.take_number(2))]
        self.columns = [self.read_column(number) for number in range(record.take_number(2))]
        record.require(record.place == len(record.data), "something follows its last column")
        record.require(self.groups and self.key < len(self.columns), "its key or its groups are impossible")
        record.require(len({column.name for column in self.columns}) == len(self.columns), "two columns have one name")

    def read_column(self, number):
        record = self.record
        name = valid_text(record.take_counted(), record.name)
        type, element, flags = record.take(3)
        target, group = valid_text(record.take_counted(), record.name), record.take_number(2)
        trees = [record.take_number(4) for _ in range(4)]
        column = Column(name, type, element, flags, target, group, *trees, self.read_default())
        is_list, is_link = type == LIST, LINK in (type, element)
        is_possible = BOOL <= type <= LIST and (BOOL <= element <= LINK if is_list else element == 0) and flags < 16
        record.require(is_possible and group < len(self.groups), f"column {name} is impossible")
        has_index = bool(flags & INDEXED) and number != self.key and not is_list and not is_link
        has_trees = [has_index, has_index, is_link, is_list]
        record.require([bool(tree) for tree in trees] == has_trees, f"column {name} has not the trees that it needs")
        record.require(bool(target) == is_link, f"column {name} is a link without a target, or has one and is none")
        return column

    def read_default(self):
        """In the form that leaves give values, or None."""
        kind, record = self.record.take_number(1), self.record
        record.require(kind <= 8, f"{kind} is no kind of default")
        if kind in (6, 7):
            return record.take_counted()
        if kind == 8:
            return record.take(8)[::-1] + record.take(8)[::-1]
        type = [None, BOOL, INT64, FLOAT, DOUBLE, DATE][kind]
        return fixed_value(record.take(WIDTHS[type]), type) if type else None

    def value_of_missing(self, column):
        """What a row has in a column that its leaf lacks."""
        if column.default is not None or column.flags & OPTIONAL or column.type == LINK:
            return column.default
        if column.type == LIST:
            return []
        return b"" if column.type in IN_CELLS else fixed_value(bytes(WIDTHS[column.type]), column.type)

    def trees(self):
        columns = [(column.index, column.nil_index, column.backlinks, column.positions) for column in self.columns]
        found = [self.keys_tree, self.nil_key_tree, self.ghosts_tree, *self.groups, *sum(columns, ())]
        return [tree for tree in found if tree]


def read_directory(state):
    """The roots of all trees and the next row ids, by tree id."""
    roots, next_rows = {}, {}
    form = ColumnForm(state, [(0, REFERENCE, False), (1, INT64, False), (2, INT8, False), (3, INT64, False)])
    for leaf in state.leaves(state.slot.roots[0], 1, form):
        for tree, (reference, count, height, next_row) in leaf.rows:
            roots[tree] = Root(*split_reference(reference), count, height)
            is_possible = is_possible_root(roots[tree], 1 << 52) and 0 <= next_row <= 1 << 48
            leaf.node.require(is_possible, f"the entry of tree {tree} is impossible")
            if next_row:
                next_rows[tree] = next_row
    return roots, next_rows


def read_classes(state, next_rows):
    """All classes by name."""
    classes = {}
    form = ColumnForm(state, [(0, TEXT, False), (1, DATA, False)])
    for leaf in state.leaves(state.slot.roots[1], 2, form):
        for row, (name, record) in leaf.rows:
            name = valid_text(name, leaf.node.name)
            is_next = row == len(classes) + 1 and name not in classes
            leaf.node.require(is_next, f"class {name} stands there twice, or its id leaves a gap")
            classes[name] = Class(name, record)
            classes[name].next_row = next_rows.get(classes[name].groups[0], 1)
    for cls in classes.values():
        for column in cls.columns:
            is_known = not column.target or column.target in classes
            cls.record.require(is_known, f"{column.name} leads to class {column.target}, which does not exist")
    return dict(sorted(classes.items()))


# ---- "Rows trees", "Ghosts tree", "Backlink trees", "Lists" ---------------------------------------------------------

Ghost = collections.namedtuple("Ghost", "key links")


class Table:
    """What a class holds: rows, ghosts, and the links that lead from it."""

    def __init__(self, state, roots, cls):
        self.state, self.roots, self.cls = state, roots, cls
        self.rows = {}  # row id: the values, by column number
        self.list_ghosts = {}  # (row id, column number): how many ghosts a list says that it has
        for group in range(len(cls.groups)):
            self.read_group(group)
        self.ghosts = self.read_ghosts() if cls.ghosts_tree else {}
        numbers = [number for number, column in enumerate(cls.columns) if column.backlinks]
        self.backlinks = {number: self.entries(cls.columns[number].backlinks, PairsForm) for number in numbers}

    def leaves(self, tree, form):
        return self.state.leaves(self.roots.get(tree, NO_ROOT), tree, form)

    def entries(self, tree, form):
        """Everything in a tree of pairs or keys; nothing in tree 0, which is none."""
        return [entry for leaf in self.leaves(tree, form(self.state)) for entry in leaf.entries]

    def read_group(self, group):
        members = [(number, column) for number, column in enumerate(self.cls.columns) if column.group == group]
        columns = [(number, column.type, has_nils(column.type, column.flags & OPTIONAL)) for number, column in members]
        for leaf in self.leaves(self.cls.groups[group], ColumnForm(self.state, columns, has_layouts=True)):
            for row, values in leaf.rows:
                if group == 0:
                    self.rows[row] = [self.cls.value_of_missing(column) for column in self.cls.columns]
                leaf.node.require(row in self.rows, f"its row {row} is not in the first column group")
                for (number, column), value in zip(members, values):
                    is_list = column.type == LIST
                    self.rows[row][number] = self.read_list(leaf, row, number, column, value) if is_list else value

    def read_list(self, leaf, row, number, column, cell):
        element = (0, column.element, has_nils(column.element, column.flags & ELEMENTS_OPTIONAL))
        if isinstance(cell, LongList):
            self.list_ghosts[row, number] = cell.ghosts
            values = self.read_long_list(cell, column.positions, PositionsForm(self.state, [element], (row, number)))
        elif cell:
            self.list_ghosts[row, number], values = inline_list(Bytes(cell, leaf.node.name), *element[1:])
        else:
            values = []
        is_whole = column.element != LINK or all(values)
        leaf.node.require(is_whole, f"a link in the list of row {row} leads nowhere")
        return values

    def read_long_list(self, cell, tree, form):
        """Height and count of a long list are known from its root node alone."""
        root = self.state.file.node(cell.page, self.state.slot.page_count)
        count = sum(form.inner(root)[2]) if root.level else root.count
        tree_root = Root(cell.page, cell.tag, count, root.level + 1)
        root.require(is_possible_root(tree_root, 1 << 52), "the root of a list is impossible")
        return [value for leaf in self.state.leaves(tree_root, tree, form) for _, (value,) in leaf.rows]

    def read_ghosts(self):
        ghosts, key_type = {}, self.cls.columns[self.cls.key].type
        form = ColumnForm(self.state, [(0, INT64, True), (1, DATA, True), (2, INT64, False)])
        for leaf in self.leaves(self.cls.ghosts_tree, form):
            for row, (number, key, links) in leaf.rows:
                key, other = (number, key) if key_type in INTEGERS else (key, number)
                leaf.node.require(key is not None and other is None, f"the key of ghost {row} is of another type")
                ghosts[row] = Ghost(key, links)
        return ghosts


def inline_list(view, element, has_nils):
    """The number of ghosts, and the elements."""
    count, ghosts = view.take_number(4), view.take_number(4)
    view.require(0 < count and ghosts <= count, "the counts of a list are impossible")
    nils = view.take(round_up(count, 8) // 8) if has_nils and element not in IN_CELLS else None
    values = []
    for index in range(count):
        if element in IN_CELLS:
            length = view.take_number(4)
            value = None if has_nils and length == 0xFFFFFFFF else view.take(length)
        else:
            value = fixed_value(view.take(8 if element == LINK else WIDTHS[element]), element)
        values.append(None if nils and bit(nils, index) else value)
    view.require(view.place == len(view.data), "something follows the last element of a list")
    return ghosts, values


# ---- "Order of values", "Primary keys", "Secondary indexes" ---------------------------------------------------------

GHOST = 1 << 63


def as_number(value, type):
    """A number that sorts like the value."""
    if type not in REALS:
        return int(value) if type == BOOL else (value & ALL_ONES) ^ 1 << 63
    number = real(value, type)
    if number != number:
        return ALL_ONES
    bits = struct.unpack("<Q", struct.pack("<d", number + 0.0))[0]  # adding zero makes -0 to 0
    return bits ^ ALL_ONES if bits >> 63 else bits | 1 << 63


def check_entries(table, values_tree, nils_tree, column, entries, is_cut):
    """`entries` are (value, row) for each row. The tree of values and that of nils have exactly these."""
    nils = sorted((0, row) for value, row in entries if value is None)
    entries = [(value, row) for value, row in entries if value is not None]
    if column.type in (TEXT, DATA, UUID):
        form = KeysForm
        if is_cut:
            longest = (table.state.file.page_size // 8 - 10) // 2
            entries = [
                (value[:longest].replace(b"\0", b"\0\xff") + b"\0\0" + row.to_bytes(8, "big"), row)
                for value, row in entries
            ]
    else:
        form = PairsForm
        entries = [(as_number(value, column.type), row) for value, row in entries]
    is_right = table.entries(values_tree, form) == sorted(entries) and table.entries(nils_tree, PairsForm) == nils
    if not is_right:
        what = "index" if is_cut else "tree of primary keys"
        raise damaged(f"{table.cls.name}.{column.name}", f"its {what} has not exactly the values of the rows")


def check_primary_key(table):
    number = table.cls.key
    entries = [(values[number], row) for row, values in table.rows.items()]
    entries += [(ghost.key, row | GHOST) for row, ghost in table.ghosts.items()]
    if len({key for key, _ in entries}) != len(entries):
        raise damaged(f"class {table.cls.name}", "two rows have one primary key")
    check_entries(table, table.cls.keys_tree, table.cls.nil_key_tree, table.cls.columns[number], entries, is_cut=False)


# ---- The proof that the trees of the classes agree ------------------------------------------------------------------


def check_links(table, number, target):
    """Each link leads somewhere and has its backlink, and there are no other backlinks."""
    where, links = f"{table.cls.name}.{table.cls.columns[number].name}", []
    for row, values in table.rows.items():
        value = values[number]
        found = value if isinstance(value, list) else [] if value is None else [value]
        ghosts = sum(link in target.ghosts for link in found)
        if not all(link in target.rows or link in target.ghosts for link in found):
            raise damaged(where, f"row {row} links to a row that does not exist")
        if isinstance(value, list) and ghosts != table.list_ghosts.get((row, number), 0):
            raise damaged(where, f"the list of row {row} counts its ghosts wrong")
        links += [(link, row) for link in found]
    if sorted(links) != table.backlinks[number]:
        raise damaged(where, "its links and its backlinks are not the same")


def links_to(name, tables):
    """How many links lead to each row and ghost of a class: a counter for each column, by class and column."""
    counters = {}
    for origin in tables.values():
        for number, pairs in origin.backlinks.items():
            column = origin.cls.columns[number]
            if column.target == name:
                counters[f"{origin.cls.name}.{column.name}"] = collections.Counter(target for target, _ in pairs)
    return dict(sorted(counters.items()))


def check_ids(table, tables):
    where, counters = f"class {table.cls.name}", links_to(table.cls.name, tables).values()
    for row in [*table.rows, *table.ghosts]:
        if not 1 <= row < table.cls.next_row:
            raise damaged(where, f"row id {row} was never given out")
    for row, ghost in table.ghosts.items():
        if row in table.rows or not 0 < ghost.links == sum(counter[row] for counter in counters):
            raise damaged(where, f"ghost {row} is a row too, or counts the links to it wrong")


def check_table(table, tables):
    check_ids(table, tables)
    if table.cls.key >= 0:
        check_primary_key(table)
    for number, column in enumerate(table.cls.columns):
        if column.target:
            check_links(table, number, tables[column.target])
        if column.index:
            entries = [(values[number], row) for row, values in table.rows.items()]
            check_entries(table, column.index, column.nil_index, column, entries, is_cut=True)


def check_trees(state, roots, next_rows, classes):
    uses = collections.Counter(tree for cls in classes.values() for tree in cls.trees())
    first_groups = {cls.groups[0] for cls in classes.values()}
    for tree in next_rows:
        if tree not in first_groups:
            raise damaged(f"tree {tree}", "it has a next row id, and is no first group of a class")
    for tree in [*uses, *roots]:
        if not 16 <= tree < state.slot.next_tree:
            raise damaged(f"tree {tree}", "its id was never given out")
        if uses[tree] > 1 or uses[tree] == 0 and roots[tree] != NO_ROOT:
            raise damaged(f"tree {tree}", f"it belongs to {uses[tree]} classes and columns")


# ---- The contents as JSON -------------------------------------------------------------------------------------------


def shown(value, type, target=None):
    """A value as JSON. `target` is the table to which links lead."""
    if value is None or type == BOOL or type in INTEGERS:
        return value
    if type in REALS:
        number = real(value, type)
        if number != number:
            return f"nan:{value:0{2 * WIDTHS[type]}x}"
        return number if abs(number) != float("inf") else str(number)
    if type == TEXT:
        return valid_text(value, "a row")
    if type == DATA:
        return base64.b64encode(value).decode()
    if type == UUID:
        return str(uuid.UUID(bytes=value))
    return {"ghost": value} if value in target.ghosts else value


def shown_column(column):
    entry = {
        "name": column.name,
        "type": TYPES[column.type],
        "elements": TYPES[column.element] if column.element else None,
        "optional": bool(column.flags & OPTIONAL),
        "elementsOptional": bool(column.flags & ELEMENTS_OPTIONAL),
        "owning": bool(column.flags & OWNING),
        "indexed": bool(column.flags & INDEXED),
        "target": column.target,
        "group": column.group,
    }
    entry = {name: value for name, value in entry.items() if value}
    if column.default is not None:
        entry["default"] = shown(column.default, column.type)
    return entry


def shown_row(row, values, columns, tables, counters):
    entry = {"id": row, "values": {}}
    for column, value in zip(columns, values):
        target = tables.get(column.target)
        if column.type == LIST:
            entry["values"][column.name] = [shown(element, column.element, target) for element in value]
        else:
            entry["values"][column.name] = shown(value, column.type, target)
    inverse = {name: counter[row] for name, counter in counters.items() if row in counter}
    return {**entry, "inverse": inverse} if inverse else entry


def shown_table(table, tables):
    cls = table.cls
    counters = links_to(cls.name, tables)
    entry = {"name": cls.name, "embedded": cls.is_embedded, "nextRow": cls.next_row}
    if cls.key >= 0:
        entry["primaryKey"] = cls.columns[cls.key].name
    entry["columns"] = [shown_column(column) for column in cls.columns]
    rows = sorted(table.rows.items())
    entry["rows"] = [shown_row(row, values, cls.columns, tables, counters) for row, values in rows]
    if table.ghosts:
        type = cls.columns[cls.key].type
        ghosts = sorted(table.ghosts.items())
        entry["ghosts"] = [{"id": row, "key": shown(ghost.key, type), "links": ghost.links} for row, ghost in ghosts]
    return entry


def laid_out(value, depth=4):
    """JSON text with a line for each part of the outer levels."""
    if depth == 0 or not isinstance(value, (dict, list)) or not value:
        return json.dumps(value, separators=(",", ":"))
    if isinstance(value, list):
        return "[\n" + ",\n".join(laid_out(part, depth - 1) for part in value) + "\n]"
    parts = [f"{json.dumps(name)}:{laid_out(part, depth - 1)}" for name, part in value.items()]
    return "{\n" + ",\n".join(parts) + "\n}"


# ---- The command ----------------------------------------------------------------------------------------------------


def this_boot_id():
    """Which run of the machine this is; 0 where that is not known."""
    try:
        with open("/proc/sys/kernel/random/boot_id") as text:
            return uuid.UUID(text.read().strip()).int
    except (OSError, ValueError):
        return 0


def contents(path, is_checking, boot_id):
    file = File(path)
    slot = choose_slot(file, boot_id)
    state = State(file, slot, is_checking)
    roots, next_rows = read_directory(state)
    classes = read_classes(state, next_rows)
    tables = {name: Table(state, roots, cls) for name, cls in classes.items()}
    if is_checking:
        check_trees(state, roots, next_rows, classes)
        for table in tables.values():
            check_table(table, tables)
        check_pages(state)
        file.header.require_zero(128, BLOCK)
        slot.check()
    return {
        "format": 1,
        "pageSize": file.page_size,
        "fileID": f"{file.id:032x}",
        "transaction": slot.transaction,
        "classes": [shown_table(table, tables) for table in tables.values()],
    }


def main():
    parser = argparse.ArgumentParser(description="Prints everything in a Quire file as JSON.")
    parser.add_argument("--check", action="store_true", help="also prove that the file is whole")
    parser.add_argument("--boot-id", type=uuid.UUID, help="the run of the machine to assume, a UUID")
    parser.add_argument("file")
    options = parser.parse_args()
    boot_id = options.boot_id.int if options.boot_id else this_boot_id()
    try:
        text = laid_out(contents(options.file, options.check, boot_id))
    except Refusal as refusal:
        complaint = "".join(letter if letter.isprintable() else "?" for letter in str(refusal))
    except OSError as error:
        complaint = f"The file cannot be read: {error.strerror}."
    except MemoryError:
        complaint = "The file is too large to be read into memory."
    else:
        print(text)
        return 0
    print(f"{options.file}: {complaint}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a closed pipe behind this program is no error
    sys.exit(main())
