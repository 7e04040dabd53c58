import type { AggregateOptions, DatabaseSync, SQLInputValue } from "node:sqlite";

/** Aggregate function of SQL. Its state may be any object, which the types of Node.js do not know yet. */
export interface Aggregate<State> {
  start: () => State;
  step: (state: State, value: unknown, parameter: unknown) => State;
  result: (state: State) => SQLInputValue;
}

/** Adds an aggregate function to a connection. */
export function defineAggregate<State>(database: DatabaseSync, name: string, aggregate: Aggregate<State>): void {
  database.aggregate(name, aggregate as unknown as AggregateOptions);
}
