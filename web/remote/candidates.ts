/** What an arrow of a remote control can lead to. */
import type { Box } from './pick.ts'

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [role="slider"], [role="gridcell"][tabindex="0"], [data-stop]'
/** The row of a rail whose cards have not been rendered yet. */
const loading = '[data-rail] [data-row][aria-busy="true"]'
const maxCandidates = 2000

export interface Candidate {
  readonly element: HTMLElement
  readonly box: Box
}

/** Arrow keys do not leave a player or a dialog; only Back does. */
export function layer() {
  return document.activeElement?.closest('[data-layer]') ?? null
}

/** All focusable elements in the topmost dialog or player, else in the page. */
export function candidates(): Candidate[] {
  return matching(focusable).filter(({ element }) => element.tabIndex >= 0)
}

/** The same, and the rows that have no cards yet. */
export function candidatesAndLoadingRows(): Candidate[] {
  return matching(`${focusable}, ${loading}`).filter(
    ({ element }) => element.tabIndex >= 0 || isLoading(element),
  )
}

function matching(selector: string): Candidate[] {
  const root: ParentNode = layer() ?? [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  return [...root.querySelectorAll<HTMLElement>(selector)]
    .slice(0, maxCandidates)
    .filter((element) => element.getClientRects().length > 0)
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
}

export function isLoading(element: HTMLElement) {
  return element.matches(loading)
}
