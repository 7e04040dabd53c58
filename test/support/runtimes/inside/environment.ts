type Environment = Record<string, unknown>;

/**
 * Returns the object in which the packages find environment variables: `process.env`, or `globalThis` where edge runtimes bind
 * their variables.
 */
export function environmentOf(global: { process?: { env?: Environment } } & Environment): Environment {
  return global.process?.env ?? global;
}
