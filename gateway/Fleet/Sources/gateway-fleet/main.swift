import FleetSimulation

await FleetCommand.start()
