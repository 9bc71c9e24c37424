import Bedside

package enum BoardEntryPoints {
    /// A file that somebody has written: as a document, as a board, and as a profile. False: an error that is not one line.
    package static func document(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let field: Field
        do throws(YAMLError) { field = try YAMLDocument.read(bytes: Array(bytes), fileName: "file") } catch {
            return isOneLine([error.wording.english, error.wording.japanese])
        }
        do throws(BoardFileError) { _ = try BoardDescription.read(field, fileName: "file") } catch {
            guard error.lines.allSatisfy({ isOneLine([$0.english, $0.japanese]) }) else { return false }
        }
        switch ProfilePatch.parse(field) {
        case .failure(let errors):
            return errors.fields.allSatisfy { isOneLine([$0.text(in: .english), $0.text(in: .japanese)]) }
        case .success(let patch):
            _ = Profile().applying(patch)
            return true
        }
    }

    private static func isOneLine(_ texts: [String]) -> Bool {
        texts.allSatisfy { text in
            !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
    }
}
