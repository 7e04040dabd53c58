export { basename } from "node:path";
