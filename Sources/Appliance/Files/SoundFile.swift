import Bedside
import Sound

/// A habit's sound before it is taken: whether the driver will find and read it. The driver looks again when it rings,
/// and falls back where the file has gone since (SOUND-2).
enum SoundFile {
    /// An absolute path; a name is one of the sounds folder.
    static func path(of sound: String, shared: SharedFolders) -> String {
        sound.hasPrefix("/") ? sound : "\(shared.habitSounds)/\(sound)"
    }

    /// What is wrong, in one line that names the file; nil: it can be played.
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

/// Folders that the service's sandbox hides from it (deploy/anicca.service: `ProtectHome`, `PrivateTmp`).
extension SoundFile {
    private static let hiddenFolders = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

    /// As `problem`, as the appliance with that state folder sees it.
    static func problem(of sound: String, shared: SharedFolders, stateFolder: String) -> Wording? {
        let file = path(of: sound, shared: shared)
        // Root's own, as by hand in a container, is no service's.
        let isServices = stateFolder == StateLocation.system && (Files.owner(stateFolder) ?? 0) != 0
        if isServices, hiddenFolders.contains(where: file.hasPrefix) {
            return Wording(
                "\(file): the service sees no home folders and no /tmp; put it into /etc/anicca/sounds",
                "\(file) は常駐サービスから見えません（ホームフォルダーと /tmp は見えません）。/etc/anicca/sounds に置いてください")
        }
        return StateLocation.asOwner(of: stateFolder) { problem(of: sound, shared: shared) }
    }
}

/// What a change to the profile needs on this machine beside the rules: its files.
enum ProfileFiles {
    /// Sounds that cannot be played: these refuse the change.
    static func faults(_ patch: ProfilePatch, link: ApplianceLink) -> [FieldError] {
        patch.habits.compactMap { habit in
            guard let sound = habit.sound, !sound.isEmpty,
                let problem = SoundFile.problem(of: sound, shared: link.shared, stateFolder: link.stateFolder)
            else { return nil }
            return FieldError(path: "habits.\(habit.id).sound", fault: .told(problem))
        }
    }

    /// Prompts that are not there: the file may come later, and until then a plain instruction is used. So may the gateway.
    static func warn(_ patch: ProfilePatch, shared: SharedFolders, language: Language) {
        if patch.companion == .gateway {
            Console.error("anicca: " + CommandText.gatewayNotThere.text(in: language))
        }
        for habit in patch.habits {
            guard let prompt = habit.prompt, !prompt.isEmpty else { continue }
            let file = "\(shared.prompts)/\(prompt).txt"
            if Files.isFile(file) { continue }
            Console.error("anicca: " + CommandText.promptFileMissing(file, habit.id).text(in: language))
        }
    }
}
