/** Levels of observations, from the least serious to the most. */
export const OBSERVATION_LEVELS = ["DEBUG", "DEFAULT", "WARNING", "ERROR"] as const;

/** One of {@link OBSERVATION_LEVELS}. */
export type ObservationLevel = (typeof OBSERVATION_LEVELS)[number];
