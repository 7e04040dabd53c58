/** Amount of work: all rounds, or a little of each, which shows only that the benchmark runs. */
export type Effort = "full" | "smoke";
