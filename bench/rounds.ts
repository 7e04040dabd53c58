/** Values that a contender measured in each round, by the contender's name. */
export type Measured<T> = Map<string, T[]>;

/**
 * Lets every contender measure once per round, one after the other. Each round begins with the next contender, so that a
 * temporary disturbance of the machine affects all alike.
 */
export async function interleave<C extends { readonly name: string }, T>(
  contenders: readonly C[],
  rounds: number,
  measure: (contender: C) => Promise<T>,
): Promise<Measured<T>> {
  const measured: Measured<T> = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(round + turn) % contenders.length]!;
      measured.get(contender.name)!.push(await measure(contender));
    }
  }
  return measured;
}
