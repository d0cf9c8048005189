/**
 * Arrow keys of a remote control move the browser's own focus: one model for the remote, the keyboard, pointer
 * remotes and screen readers. A row remembers its last focused element.
 */
import { candidates, candidatesAndLoadingRows, isLoading, layer, type Candidate } from './candidates.ts'
import { acrossGrid, gridOf, jumpAcrossGrid } from './across-grid.ts'
import { goBack, type BackOptions } from './go-back.ts'
import { KeyRepeat } from './key-repeat.ts'
import { actionOf, type RemoteAction } from './keys.ts'
import { pickNext, type Direction } from './pick.ts'
import { registerKeys } from './platform.ts'
import { dropDigits, mayTypeChannel, typeDigit } from './typed-digits.ts'

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}
/** A press towards a rail without cards waits this long for them, then moves past it. */
const patienceMs = 1000

function rowOf(element: Element) {
  return element.closest('[data-row], [data-column]')
}

const remembered = new WeakMap<Element, HTMLElement>()

function focus(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  // A grid handles its own scrolling.
  if (element.getAttribute('role') === 'gridcell') return
  // A grid of letters stays in sight too, with the best results beside it.
  if (element.closest('[data-pinned], [data-beside]') !== null) return window.scrollTo(0, 0)
  // A whole rail comes into view with its heading, always at the same height.
  const rail = element.closest('[data-rail]')
  if (rail !== null) {
    rail.scrollIntoView({ block: 'start', behavior: 'auto' })
    return element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'auto' })
  }
  // A television is too slow for smooth scrolling while a key is pressed. A text without controls is shown from its
  // beginning.
  const block = element.hasAttribute('data-stop') ? 'start' : 'center'
  element.scrollIntoView({ block, inline: 'nearest', behavior: 'auto' })
}

/** Entering another row returns to its last focused element. */
function entered(from: Element, to: HTMLElement, direction: Direction): HTMLElement {
  const row = rowOf(to)
  if (row === null || row === rowOf(from) || direction === 'left' || direction === 'right') return to
  const before = remembered.get(row)
  return before?.isConnected === true ? before : to
}

/** From the left edge of the page, left moves to the menu. */
function menuItem() {
  return (
    document.querySelector<HTMLElement>('[data-column] [aria-current="page"]') ??
    document.querySelector<HTMLElement>('[data-column] a')
  )
}

/** Where the focus was before it moved to the menu. */
let beforeMenu: HTMLElement | null = null

function isInMenu({ element }: Candidate) {
  return element.closest('[data-column]') !== null
}

function isInPage({ element }: Candidate) {
  return element.closest('main, dialog, footer, [data-not-first]') !== null
}

/** In the menu: up and down within it, right back to the page. */
function fromMenu(from: Candidate, all: readonly Candidate[], direction: Direction): HTMLElement | null {
  if (direction === 'left') return null
  if (direction === 'right')
    return beforeMenu?.isConnected === true ? beforeMenu : (all.find(isInPage)?.element ?? null)
  const others = all.filter((one) => isInMenu(one) && one.element !== from.element)
  return pickNext(from.box, others, direction)?.element ?? null
}

/**
 * Elements that stay at the top of the page while the rest scrolls below; their position on the screen does not show
 * where they belong.
 */
function isPinned({ element }: Candidate) {
  return element.closest('[data-pinned]') !== null
}

/** A line above the page gets no focus until the viewer moves there. */
function isLine({ element }: Candidate) {
  return element.closest('[data-not-first]') !== null
}

/** In the page: to the nearest element; from its left edge to the menu. */
function fromPage(from: Candidate, all: readonly Candidate[], direction: Direction): HTMLElement | null {
  // Up and down do not change between a grid of letters and the results beside it, whose rows are at other heights.
  const isReachable = (one: Candidate) =>
    direction === 'left' || direction === 'right' || gridOf(one) === gridOf(from)
  const others = all.filter((one) => isInPage(one) && one.element !== from.element && isReachable(one))
  const loose = isPinned(from) || isLine(from) ? others : others.filter((one) => !isPinned(one))
  // A line, which may also lie over the page, is reached where nothing else is.
  const nearest =
    pickNext(
      from.box,
      loose.filter((one) => isLine(from) || !isLine(one)),
      direction,
    ) ??
    pickNext(from.box, loose, direction) ??
    // It covers the end of the page, also the element it is reached from.
    (direction === 'down' && !isLine(from)
      ? others.find((one) => isLine(one) && one.box.bottom > from.box.top)
      : undefined) ??
    null
  const pinned = direction === 'up' && !isPinned(from) ? others.find(isPinned) : undefined
  // The line stands above what is pinned.
  const next = nearest === null || (isLine(nearest) && !isLine(from)) ? (pinned ?? nearest) : nearest
  const across = acrossGrid(from, others, next ?? null, direction)
  if (across !== undefined) return across
  if (next != null) return entered(from.element, next.element, direction)
  if (direction !== 'left' || layer() !== null) return null
  beforeMenu = from.element
  return menuItem()
}

/** A press that waits for the cards of the rail it leads to. */
let waiting: { readonly from: HTMLElement; readonly direction: Direction; readonly timer: number } | null =
  null

function stopWaiting(): void {
  clearTimeout(waiting?.timer)
  waiting = null
}

function waitForCards(from: HTMLElement, direction: Direction): void {
  const pass = () => {
    stopWaiting()
    if (document.activeElement === from) move(direction)
  }
  waiting = { from, direction, timer: window.setTimeout(pass, patienceMs) }
}

/** Executes the waiting press, once its rail has cards. */
function resume(): void {
  if (waiting === null) return
  const { from, direction } = waiting
  if (document.activeElement !== from) return stopWaiting()
  const next = targetOf(direction, candidatesAndLoadingRows())
  if (next === null || isLoading(next.target)) return
  stopWaiting()
  move(direction)
}

/** A second press does not wait: it moves past a rail without cards. */
function press(direction: Direction): void {
  const isSecond = waiting !== null
  stopWaiting()
  const isVertical = direction === 'up' || direction === 'down'
  const next = isVertical && !isSecond ? targetOf(direction, candidatesAndLoadingRows()) : null
  if (next?.from !== undefined && isLoading(next.target)) waitForCards(next.from, direction)
  else move(direction)
}

function move(direction: Direction): void {
  const next = targetOf(direction, candidates())
  if (next === null) return
  const row = next.from === undefined ? null : rowOf(next.from)
  if (row !== null && next.from !== undefined) remembered.set(row, next.from)
  focus(next.target)
}

interface Step {
  /** Undefined when nothing in the page has the focus yet. */
  readonly from: HTMLElement | undefined
  readonly target: HTMLElement
}

/** Where an arrow leads among the candidates; null at the edge. */
function targetOf(direction: Direction, all: readonly Candidate[]): Step | null {
  const from = all.find(({ element }) => element === document.activeElement)
  const start = from === undefined || !(isInMenu(from) || isInPage(from))
  const target = start
    ? (all.find(isInPage)?.element ?? null)
    : isInMenu(from)
      ? fromMenu(from, all, direction)
      : fromPage(from, all, direction)
  return target === null ? null : { from: from?.element, target }
}

/**
 * On a television some element must always have the focus: after a navigation, and when the focused element was
 * removed. A player needs none during playback, because its keys work without focus.
 */
function settle(): void {
  const { activeElement } = document
  const isLost = activeElement === null || activeElement === document.body || activeElement.tagName === 'MAIN'
  // Regions of a page load in any order; until the first key press the focus moves to the first one.
  if (!isLost && activeElement !== placed) return
  const player = document.querySelector('[data-player]') !== null
  const all = candidates().filter(
    (one) =>
      isInPage(one) &&
      !isLine(one) &&
      (player ? one.element.closest('[data-problem]') !== null : !isField(one)),
  )
  // A page may mark the element to start with.
  const first = all.find(({ element }) => element.closest('[data-first]') !== null)
  const inSight = all.find(({ box }) => box.top >= 0 && box.bottom <= window.innerHeight)
  placed = (first ?? inSight ?? all[0])?.element ?? null
  if (placed !== document.activeElement) placed?.focus({ preventScroll: true })
}

/** The element that was focused automatically. */
let placed: HTMLElement | null = null

/** Focusing a field would open the television's keyboard. */
function isField({ element }: Candidate) {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/** Runs at most once per frame. */
function oncePerFrame(run: () => void): () => void {
  let isQueued = false
  return () => {
    if (isQueued) return
    isQueued = true
    requestAnimationFrame(() => {
      isQueued = false
      run()
    })
  }
}

/**
 * A text field keeps the arrows while the caret can move; at its end they move on, e.g. to the eye of a password.
 */
function isWriting(event: KeyboardEvent): boolean {
  const { target, key } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
    return target instanceof HTMLSelectElement
  if (target.value === '') return false
  // Radio buttons and checkboxes have a value but no caret.
  if (target.selectionEnd === null) return false
  if (key === 'ArrowLeft') return target.selectionEnd !== 0
  return key === 'ArrowRight' && target.selectionStart !== target.value.length
}

/**
 * The keys for channels change between a grid of letters and its best result, those for the guide and the search open
 * these pages, and the one for the last channel plays it. A player, which has its own actions for these keys, handles
 * them before. False where the key does nothing.
 */
function followShortcut(
  action: RemoteAction['kind'] | undefined,
  { playLastChannel }: Pick<RemoteOptions, 'playLastChannel'>,
): boolean {
  if (action === 'channelUp' || action === 'channelDown') {
    const target = jumpAcrossGrid(candidates())
    if (target !== null) focus(target)
    return target !== null
  }
  if (action === undefined || layer() !== null || document.querySelector('dialog[open]') !== null)
    return false
  if (action === 'lastChannel') {
    playLastChannel()
    return true
  }
  const item = document.querySelector<HTMLElement>(`[data-column] [data-key~="${action}"]`)
  item?.click()
  return item !== null
}

export interface RemoteOptions extends BackOptions {
  /** Opens the page of the channel that was watched last, if there is one. */
  readonly playLastChannel: () => void
}

/**
 * Handles the arrows and Back on a television; returns the function that stops it. Keys handled by a player are
 * ignored.
 */
export function followRemote(options: RemoteOptions): () => void {
  registerKeys()
  const keys = new KeyRepeat()
  const onKey = (event: KeyboardEvent) => {
    placed = null
    if (event.defaultPrevented) return
    const action = actionOf(event)
    // Until the code that shows them is loaded, any other key takes typed digits back.
    const hadDigits = action?.kind !== 'digit' && dropDigits()
    if (action?.kind === 'back') {
      event.preventDefault()
      if (hadDigits) return
      // A held key would go through all levels at once.
      return event.repeat ? undefined : goBack(options)
    }
    if (action?.kind === 'digit' && mayTypeChannel(event)) {
      event.preventDefault()
      return event.repeat ? undefined : typeDigit(action.digit)
    }
    if (followShortcut(action?.kind, options)) return event.preventDefault()
    const direction = directions[event.key]
    if (direction === undefined || isWriting(event)) return
    event.preventDefault()
    if (!keys.mayMove(event.repeat, event.timeStamp)) return
    keys.moved()
    // A task queued in the frame's own work starts once the frame has been painted.
    requestAnimationFrame(() => setTimeout(() => keys.painted(performance.now()), 0))
    press(direction)
  }
  const look = oncePerFrame(() => {
    settle()
    resume()
  })
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', look)
  window.addEventListener('keydown', onKey)
  look()
  return () => {
    stopWaiting()
    observer.disconnect()
    document.removeEventListener('focusin', look)
    window.removeEventListener('keydown', onKey)
  }
}
