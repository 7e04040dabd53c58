/** Queue in which the projects take turns: each has one item after the other, however many one of them has waiting. */
export class ProjectQueue<Item> {
  /** Waiting items by project, in the order of the projects' turns. */
  readonly #waiting = new Map<string, Item[]>();

  /** Next item; undefined while none waits. */
  get first(): Item | undefined {
    const [items] = this.#waiting.values();
    return items?.[0];
  }

  add(projectId: string, item: Item): void {
    const items = this.#waiting.get(projectId);
    if (items === undefined) this.#waiting.set(projectId, [item]);
    else items.push(item);
  }

  /** Removes the next item. Its project goes behind the others. */
  removeFirst(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [projectId, items] = next;
    this.#waiting.delete(projectId);
    items.shift();
    if (items.length > 0) this.#waiting.set(projectId, items);
  }
}
