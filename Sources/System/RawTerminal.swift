import CLinux

/// A terminal in raw mode, on its alternate screen, with neither cursor nor line wrap; one per process.
public enum RawTerminal {
    /// Takes the terminal; it is given back at exit and on a crash, too. An errno, or 0. Leave on the same thread.
    public static func enter(_ descriptor: Int32) -> Int32 { -clinux_terminal_enter(descriptor) }

    /// Gives it back. Safe in a signal handler, on any thread, and more than once.
    public static func restore() { clinux_terminal_restore() }

    /// Nil: no terminal, or one of no size.
    public static func size(_ descriptor: Int32) -> (columns: Int, rows: Int)? {
        var columns: UInt16 = 0
        var rows: UInt16 = 0
        guard clinux_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return nil }
        return (Int(columns), Int(rows))
    }
}
