// STUB; layout as the object layer's inlined reads need it. A node of columns: rows, or the elements of a list.
//
//   0 header (64)   64 directory: 8 bytes a column
//   entry: data offset u16 | null bitmap offset u16 (0 = not optional) | type u8 | flags u8 | column number u16
//   A slot's value lies at data offset + slot × width. A null bit of 1 means nil.
//   Widths: bool 1, int8…int64 1/2/4/8, float 4, double and date 8, uuid 16 (bytes in order), link 8 (0 = none; a ghost's id
//   may stand here, see Table.value), text, data and list cells 16.
//   Text/data cell: byte 15 = 0…15: that many bytes inline at 0, zero padded; 16: heap: offset in the leaf u32 at 0, length
//   u32 at 4; 17: overflow run. 
package enum ColumnLeaf {
    package static let directory = 64
    package static let directoryEntryByteCount = 8
    package static let cellByteCount = 16
    package static let heapCell: UInt8 = 16
    package static let overflowCell: UInt8 = 17
    package static let treeCell: UInt8 = 18
}
