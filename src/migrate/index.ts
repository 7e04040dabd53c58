export { diffOf, migrate, writeChanges, type Change, type Left, type Migration } from "./migrate.ts";
