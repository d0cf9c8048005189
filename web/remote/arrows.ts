/**
 * A remote control moves the browser's own focus: one model for the remote, the keyboard, the pointer remote and the
 * screen reader. A row remembers where the focus was in it.
 */
import { pickNext, type Box, type Direction } from './pick.ts'

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
/** Back on webOS and Tizen; both send a number and no name. */
const BACK_CODES: readonly number[] = [461, 10009]
const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)'
const MOST = 2000

interface Candidate {
  readonly element: HTMLElement
  readonly box: Box
}

function candidates(): Candidate[] {
  const root: ParentNode = document.querySelector('dialog[open]') ?? document
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)]
    .slice(0, MOST)
    .filter((element) => element.tabIndex >= 0 && element.getClientRects().length > 0)
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
}

const rowOf = (element: Element) => element.closest('[data-row], [data-column]')
const remembered = new WeakMap<Element, HTMLElement>()

function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  // A television is too slow to animate a scroll while a key is held.
  element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'auto' })
}

/** Entering another row goes back to where the focus was in it. */
function entered(from: Element, to: HTMLElement, direction: Direction): HTMLElement {
  const row = rowOf(to)
  if (row === null || row === rowOf(from) || direction === 'left' || direction === 'right') return to
  const before = remembered.get(row)
  return before?.isConnected === true ? before : to
}

/** At the left edge the menu is one key away. */
const menuItem = () =>
  document.querySelector<HTMLElement>('[data-column] [aria-current="page"]') ??
  document.querySelector<HTMLElement>('[data-column] a')

function move(direction: Direction): boolean {
  const all = candidates()
  const active = document.activeElement
  const from = all.find(({ element }) => element === active)
  if (from === undefined) {
    const first = all.find(({ element }) => element.closest('main') !== null) ?? all[0]
    if (first !== undefined) focus(first.element)
    return first !== undefined
  }
  const inMenu = from.element.closest('[data-column]') !== null
  const others = all.filter(({ element }) => {
    const menu = element.closest('[data-column]') !== null
    if (direction === 'up' || direction === 'down') return menu === inMenu && element !== from.element
    return element !== from.element && !menu
  })
  const next = inMenu && direction === 'right' ? (others[0] ?? null) : pickNext(from.box, others, direction)
  const target =
    next === null
      ? direction === 'left' && !inMenu
        ? menuItem()
        : null
      : entered(from.element, next.element, direction)
  if (target === null) return false
  const row = rowOf(from.element)
  if (row !== null) remembered.set(row, from.element)
  focus(target)
  return true
}

/** A text keeps its arrows while there is text to walk through. */
function isWriting(event: KeyboardEvent): boolean {
  const { target, key } = event
  if (!(target instanceof HTMLInputElement)) return target instanceof HTMLSelectElement
  return (key === 'ArrowLeft' || key === 'ArrowRight') && target.value !== ''
}

/** Listens for the arrows and Back on a television; returns the way to stop. What a player has taken is left alone. */
export function followRemote(): () => void {
  let waiting = false
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (BACK_CODES.includes(event.keyCode)) {
      event.preventDefault()
      return history.back()
    }
    const direction = directions[event.key]
    if (direction === undefined || isWriting(event)) return
    event.preventDefault()
    // A held key moves once a frame.
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => (waiting = false))
    move(direction)
  }
  window.addEventListener('keydown', onKey)
  return () => window.removeEventListener('keydown', onKey)
}
