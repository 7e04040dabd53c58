export {
  diffOf,
  migrate,
  writeChanges,
  type Change,
  type Left,
  type MigrateOptions,
  type Migration,
} from "./migrate.ts";
