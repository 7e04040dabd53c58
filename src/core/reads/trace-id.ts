/** Returns the id of a trace, from the id itself or from the address of the trace's page. */
export function traceIdIn(idOrAddress: string): string {
  return /\/traces\/([^/?#]+)/.exec(idOrAddress)?.[1] ?? idOrAddress;
}
