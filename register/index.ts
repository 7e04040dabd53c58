import { start } from "./start.ts";

export { flush } from "./flush.ts";

start();
