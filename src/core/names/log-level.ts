/** Log levels by number. A line is written when its level is not below the logger's. */
export const LogLevel = { DEBUG: 0, INFO: 1, WARN: 2, ERROR: 3, NONE: 4 } as const;

/** Number of a log level, 0 (DEBUG) to 4 (NONE). */
export type LogLevel = (typeof LogLevel)[LogLevelName];

export type LogLevelName = keyof typeof LogLevel;
