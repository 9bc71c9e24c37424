import GRDB

public struct Placeholder {}
