export { types } from "node:util";
