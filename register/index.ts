import { preloadedBy } from "./processes/child-processes.ts";
import { start } from "./start.ts";

export { flush } from "./flush.ts";

preloadedBy(__filename);
start();
