/**
 * A remote control moves the browser's own focus: one model for the remote, the keyboard, the pointer remote and the
 * screen reader. A row remembers where the focus was in it.
 */
import { pickNext, type Box, type Direction } from './pick.ts'
import { isBackKey } from './television.ts'

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [role="slider"], [role="gridcell"][tabindex="0"], [data-stop]'
const maxCandidates = 2000

interface Candidate {
  readonly element: HTMLElement
  readonly box: Box
}

/** A player and what lies over it are left by Back alone, not by walking out of them. */
function layer() {
  return document.activeElement?.closest('[data-layer]') ?? null
}

function candidates(): Candidate[] {
  const root: ParentNode = layer() ?? [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
  return [...root.querySelectorAll<HTMLElement>(focusable)]
    .slice(0, maxCandidates)
    .filter((element) => element.tabIndex >= 0 && element.getClientRects().length > 0)
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
}

function rowOf(element: Element) {
  return element.closest('[data-row], [data-column]')
}

const remembered = new WeakMap<Element, HTMLElement>()

function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  // A grid knows how it is scrolled.
  if (element.getAttribute('role') === 'gridcell') return
  // A television is too slow to animate a scroll while a key is held.
  // A text that is only read is shown from its beginning.
  const block = element.hasAttribute('data-stop') ? 'start' : 'center'
  element.scrollIntoView({ block, inline: 'nearest', behavior: 'auto' })
}

/** Entering another row goes back to where the focus was in it. */
function entered(from: Element, to: HTMLElement, direction: Direction): HTMLElement {
  const row = rowOf(to)
  if (row === null || row === rowOf(from) || direction === 'left' || direction === 'right') return to
  const before = remembered.get(row)
  return before?.isConnected === true ? before : to
}

/** At the left edge the menu is one key away. */
function menuItem() {
  return (
    document.querySelector<HTMLElement>('[data-column] [aria-current="page"]') ??
    document.querySelector<HTMLElement>('[data-column] a')
  )
}

/** Where the focus was before it went to the menu. */
let beforeMenu: HTMLElement | null = null

function isInMenu({ element }: Candidate) {
  return element.closest('[data-column]') !== null
}

function isInPage({ element }: Candidate) {
  return element.closest('main, dialog, footer') !== null
}

/** From the menu: up and down within it, right to where the focus came from. */
function fromMenu(from: Candidate, all: readonly Candidate[], direction: Direction): HTMLElement | null {
  if (direction === 'left') return null
  if (direction === 'right')
    return beforeMenu?.isConnected === true ? beforeMenu : (all.find(isInPage)?.element ?? null)
  const others = all.filter((one) => isInMenu(one) && one.element !== from.element)
  return pickNext(from.box, others, direction)?.element ?? null
}

/** From the page: to the nearest; at its left edge to the menu. */
function fromPage(from: Candidate, all: readonly Candidate[], direction: Direction): HTMLElement | null {
  const others = all.filter((one) => isInPage(one) && one.element !== from.element)
  const next = pickNext(from.box, others, direction)
  if (next !== null) return entered(from.element, next.element, direction)
  if (direction !== 'left' || layer() !== null) return null
  beforeMenu = from.element
  return menuItem()
}

function move(direction: Direction): void {
  const all = candidates()
  const from = all.find(({ element }) => element === document.activeElement)
  const start = from === undefined || !(isInMenu(from) || isInPage(from))
  const target = start
    ? (all.find(isInPage)?.element ?? null)
    : isInMenu(from)
      ? fromMenu(from, all, direction)
      : fromPage(from, all, direction)
  if (target === null) return
  const row = from === undefined ? null : rowOf(from.element)
  if (row !== null && from !== undefined) remembered.set(row, from.element)
  focus(target)
}

/**
 * Something always has the focus, or the viewer does not know where he is: after a page was opened, and when what had
 * it is gone. A player needs none while it plays; its keys count without one.
 */
function settle(): void {
  const { activeElement } = document
  const isLost = activeElement === null || activeElement === document.body || activeElement.tagName === 'MAIN'
  // Regions of a page come in any order; until the first key the focus goes on to the foremost.
  if (!isLost && activeElement !== placed) return
  const player = document.querySelector('[data-player]') !== null
  const all = candidates().filter(
    (one) => isInPage(one) && (player ? one.element.closest('[data-problem]') !== null : !isField(one)),
  )
  // A page may say where it is best begun.
  const first = all.find(({ element }) => element.closest('[data-first]') !== null)
  const inSight = all.find(({ box }) => box.top >= 0 && box.bottom <= window.innerHeight)
  placed = (first ?? inSight ?? all[0])?.element ?? null
  if (placed !== document.activeElement) placed?.focus({ preventScroll: true })
}

/** What got the focus without the viewer's doing. */
let placed: HTMLElement | null = null

/** A field would bring up the keyboard of the television unasked. */
function isField({ element }: Candidate) {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/** Runs at most once a frame. */
function oncePerFrame(run: () => void): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      run()
    })
  }
}

/** A text keeps its arrows while there is text to walk through; at its end they lead on, to the eye of a password. */
function isWriting(event: KeyboardEvent): boolean {
  const { target, key } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
    return target instanceof HTMLSelectElement
  if (target.value === '') return false
  // A radio button and a tick have a value and nothing to walk through.
  if (target.selectionEnd === null) return false
  if (key === 'ArrowLeft') return target.selectionEnd !== 0
  return key === 'ArrowRight' && target.selectionStart !== target.value.length
}

/** Back closes what lies on top before it leaves the page. */
function goBack(): void {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (dialog === undefined) history.back()
  else dialog.close()
}

/** Listens for the arrows and Back on a television; returns the way to stop. What a player has taken is left alone. */
export function followRemote(): () => void {
  let waiting = false
  const onKey = (event: KeyboardEvent) => {
    placed = null
    if (event.defaultPrevented) return
    if (isBackKey(event)) {
      event.preventDefault()
      return goBack()
    }
    const direction = directions[event.key]
    if (direction === undefined || isWriting(event)) return
    event.preventDefault()
    // A held key moves once a frame; one that is pressed anew always does.
    if (waiting && event.repeat) return
    waiting = true
    requestAnimationFrame(() => (waiting = false))
    move(direction)
  }
  const look = oncePerFrame(settle)
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', look)
  window.addEventListener('keydown', onKey)
  look()
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', look)
    window.removeEventListener('keydown', onKey)
  }
}
