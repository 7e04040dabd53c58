// Abilities of Node that other platforms lack. A bundler removes the code behind a constant that is false.

/** True where bodies of requests are compressed. */
export const COMPRESSES = true;

/** True where worker threads hand over to the main thread. */
export const HAS_THREADS = true;

/** True where the end of the process waits for what its queues hand out. */
export const WAITS_AT_EXIT = true;

/** True where spans that wait can be kept on disk. */
export const SPOOLS = true;

/** Time that one turn of the event loop has for large media, in milliseconds. */
export const TURN_MS = 4;
