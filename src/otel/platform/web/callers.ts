/** Does nothing: no channel reports the requests to this program. */
export function watchCallers(): void {}
