import Appliance

Signals.ignoreFileSizeLimit()
AniccaCommand.main()
