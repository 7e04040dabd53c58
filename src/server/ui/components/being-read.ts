/** Returns true while somebody reads a list: it is scrolled, or holds the pointer or the focus. */
export function isBeingRead(scroller: HTMLElement | null): boolean {
  return (
    scroller !== null && (scroller.scrollTop > 0 || scroller.matches(":hover") || scroller.matches(":focus-within"))
  );
}
