/** Waits until callbacks have run that wait for the collection of streams and promises that the application has dropped. */
export async function collected() {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve, globalThis.gc?.()));
}
