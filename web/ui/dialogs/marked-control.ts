/** The control marked to get the focus first: an element with `data-first`, or the first control inside one. */
export function markedControl(place: ParentNode): HTMLElement | null {
  const marked = place.querySelector<HTMLElement>('[data-first]')
  return marked?.querySelector<HTMLElement>('a, button, input') ?? marked
}
