import CALSA

/// System files that are read when a sound is played.
public enum SystemFiles {
    /// libasound's configuration file, which it checks for changes each time a device is opened.
    public static var soundConfiguration: String {
        (snd_config_topdir().map { String(cString: $0) } ?? "/usr/share/alsa") + "/alsa.conf"
    }
}
