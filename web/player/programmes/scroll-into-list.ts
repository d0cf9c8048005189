/** Scrolls a row to the middle of its list. Where the page scrolls instead of the list, nothing moves. */
export function scrollIntoList(row: Element | null | undefined): void {
  if (!(row instanceof HTMLElement)) return
  const list = row.closest<HTMLElement>('[role="tabpanel"], [data-list]')
  if (list === null || list.scrollHeight <= list.clientHeight) return
  const offset = row.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop
  list.scrollTop = offset - (list.clientHeight - row.offsetHeight) / 2
}
