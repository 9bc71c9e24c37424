import Gateway

await GatewayCommand.start()
