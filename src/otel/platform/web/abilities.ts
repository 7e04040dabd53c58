// Abilities of Node that other platforms lack. A bundler removes the code behind a constant that is false.

/** False: the setting `compression` is ignored. */
export const COMPRESSES = false;

/** False: every worker delivers what it records itself. */
export const HAS_THREADS = false;

/** False: nothing can hold the end of the program. */
export const WAITS_AT_EXIT = false;

/** False: there is no disk. The settings of the spool are ignored. */
export const SPOOLS = false;

/** No limit: a program may end after any turn of the event loop, as a web page does. */
export const TURN_MS: number = Infinity;
