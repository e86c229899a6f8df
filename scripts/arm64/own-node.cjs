// Loaded before a service that runs in an emulator: the processes that it starts run there too.
process.execPath = process.env.ARM64_NODE_PROGRAM;
