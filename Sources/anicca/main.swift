import Appliance

Signals.ignoreFileSizeLimit()
AniccaCommand.start()
