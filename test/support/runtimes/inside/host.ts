// Taken before any test can put another in its place.
const send = globalThis.fetch.bind(globalThis);

let hostUrl = "";

/** Names the address of the host, which is the test in Node that runs these tests. */
export function reach(url: string): void {
  hostUrl = url;
}

/** Calls the host; returns its answer. */
export async function callHost<T>(path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await send(`${hostUrl}${path}`, init);
  if (!response.ok) throw new Error(`The host answered ${path} with ${response.status}.`);
  return (await response.json()) as T;
}
