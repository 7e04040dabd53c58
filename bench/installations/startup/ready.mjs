// Ends the application and says, on file descriptor 3, how much CPU time it took in milliseconds.
import { writeSync } from "node:fs";

export function ready() {
  const { user, system } = process.cpuUsage();
  writeSync(3, String((user + system) / 1000));
  process.exit(0);
}
