import Appliance

AniccaCommand.main()
