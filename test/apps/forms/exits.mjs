// Asks the model once and ends the process at once.
await import("./ask.mjs");
process.exit(3);
