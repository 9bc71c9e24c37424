import CALSA

/// Files of the system's that playing a sound looks at.
public enum SystemFiles {
    /// libasound asks at each opening of a device whether this one has changed.
    public static var soundConfiguration: String {
        (snd_config_topdir().map { String(cString: $0) } ?? "/usr/share/alsa") + "/alsa.conf"
    }
}
