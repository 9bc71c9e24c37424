import Bedside
import Sound

/// Checks a habit's sound before it is accepted: whether the driver will find and read it. The driver checks again when
/// it rings, and falls back if the file has gone since (SOUND-2).
enum SoundFile {
    /// The absolute path; a bare name is a file of the sounds folder.
    static func path(of sound: String, shared: SharedFolders) -> String {
        sound.hasPrefix("/") ? sound : "\(shared.habitSounds)/\(sound)"
    }

    /// The fault, in one line that names the file; nil if the file can be played.
    static func problem(of sound: String, shared: SharedFolders) -> Wording? {
        let file = path(of: sound, shared: shared)
        do throws(WAVError) {
            try WAVReader.check(file)
            return nil
        } catch {
            if sound.hasPrefix("/") { return error.wording }
            let folder = shared.habitSounds
            return Wording(
                "\(error); names are looked up in \(folder), other files need their whole path",
                "\(error.text(in: .japanese))。名前だけなら \(folder) の中から探します。ほかの場所は絶対パスで指定してください")
        }
    }
}

/// What is said about a sound that can be played, but is likely not to wake anybody (S-6).
extension SoundFile {
    /// Reads the whole file. Empty if it cannot be read: `problem` says so.
    static func warnings(about sound: String, shared: SharedFolders) -> [SoundWarning] {
        (try? SoundJudgement.warnings(of: path(of: sound, shared: shared))) ?? []
    }

    /// With the rights of the appliance that has this state folder.
    static func warnings(about sound: String, shared: SharedFolders, stateFolder: String) -> [SoundWarning] {
        StateLocation.asOwner(of: stateFolder) { warnings(about: sound, shared: shared) }
    }
}

/// Folders that the service's sandbox hides from it (deploy/anicca.service: `ProtectHome`, `PrivateTmp`).
extension SoundFile {
    private static let hiddenFolders = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

    /// Like `problem`, with the rights of the appliance that has this state folder.
    static func problem(of sound: String, shared: SharedFolders, stateFolder: String) -> Wording? {
        let file = path(of: sound, shared: shared)
        // A state folder of root's own, as in a container, does not belong to a service.
        let isServices = stateFolder == StateLocation.system && (Files.owner(stateFolder) ?? 0) != 0
        if isServices, hiddenFolders.contains(where: file.hasPrefix) {
            return Wording(
                "\(file): the service sees no home folders and no /tmp; put it into /etc/anicca/sounds",
                "\(file) は常駐サービスから見えません（ホームフォルダーと /tmp は見えません）。/etc/anicca/sounds に置いてください")
        }
        return StateLocation.asOwner(of: stateFolder) { problem(of: sound, shared: shared) }
    }
}
