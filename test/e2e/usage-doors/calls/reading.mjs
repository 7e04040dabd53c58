/** Reads a stream to its end. */
export async function read(stream) {
  const pieces = [];
  for await (const piece of await stream) pieces.push(piece);
}

/** Waits for an answer, or reads its stream to the end. */
export const settle = (answer, isStreamed) => (isStreamed ? read(answer) : answer);

export const user = (content) => [{ role: "user", content }];
