// The pages of a file as memory, each checked at its first touch. STUB: replaced by the storage work.
package final class PageFile {
    package let pageSize: Int
    package init(pageSize: Int) { self.pageSize = pageSize }
    package func node(_ reference: NodeReference) throws(StorageError) -> Node {
        throw .damaged(reference.page, "no file")
    }
}
