// What the error numbers of the operating system mean to the user of a database.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension StorageError {
    /// The error of a system call; `action` completes "Could not … <path>".
    static func system(_ action: String, _ path: String, _ number: Int32) -> StorageError {
        var (code, remedy) = meaning(of: number)
        if Flaws.everywhere.contains(.failureCalledDamage) { code = .damaged }
        let reason = unsafe strerror(number).map { unsafe String(cString: $0) } ?? "unknown error"
        return StorageError(
            code, "Could not \(action) \(path): \(reason) (error \(number)). \(remedy)", systemError: number)
    }

    private static func meaning(of number: Int32) -> (Code, String) {
        switch number {
        case ENOSPC, EDQUOT, EFBIG:
            (.diskFull, "Free some space and repeat; nothing of the transaction was stored.")
        case EACCES, EPERM:
            (.filePermissionDenied, "Check the permissions of the file and of its directory.")
        case EROFS:
            (.filePermissionDenied, "The file system is read-only: open the database read-only or copy it elsewhere.")
        case ENOENT, ENOTDIR:
            (.fileNotFound, "Check the path; the directory must exist.")
        case EISDIR:
            (.notADatabase, "Give the path of a database file.")
        case EEXIST:
            (.fileExists, "Choose another path or remove what is there.")
        case EMFILE, ENFILE:
            (.fileAccess, "Too many files are open: close some and repeat.")
        case ENOMEM:
            (.fileAccess, "There is too little memory or address space: close other files, or read by copying.")
        case ELOOP:
            (.fileAccess, "The path goes through too many symbolic links.")
        case ENAMETOOLONG:
            (.fileAccess, "The path is too long.")
        case EWOULDBLOCK, EBUSY, ETXTBSY:
            (.inUse, "Close it there, or wait.")
        default:
            (.fileAccess, "Check the medium and the file system.")
        }
    }
}
