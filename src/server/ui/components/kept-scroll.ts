/** Notes how far an element is scrolled in the entry of the history that the page is at, before it goes to another one. */
export function keepScroll(element: HTMLElement | null): void {
  history.replaceState({ ...Object(history.state), scroll: element?.scrollTop ?? 0 }, "");
}

/** Returns how far the element was scrolled when the entry of the history was left; 0 for a new entry. */
export function keptScroll(): number {
  const scroll: unknown = Reflect.get(Object(history.state) as object, "scroll");
  return typeof scroll === "number" ? scroll : 0;
}
