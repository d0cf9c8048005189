/**
 * Content below the first screen is rendered when it comes near the screen, one piece at a time and only while the
 * browser is idle: a page of twenty rails costs at its start no more than its first screen.
 */
import { startTransition, useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { firstPage } from '#web/session/first-page.ts'
import { isTelevision } from '#web/remote/television.ts'
import { createChanges } from '#web/state/create-store.ts'

/** Distance in screen heights, below and above: content is rendered before a swipe reaches it. */
const near = '60% 0px'
/** On a television arrows need cards to move to, also while a key is held. */
const nearOnTelevision = '200% 0px'
/** Rendered after this time even if the browser is never idle. */
const patienceMs = 200

/** Runs once the browser is idle. */
function whenIdle(run: () => void): void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback === 'undefined') setTimeout(run, 50)
  else requestIdleCallback(run, { timeout: patienceMs })
}

const due: (() => void)[] = []
/** Decoration, which comes after all that is due. */
const dueLast: (() => void)[] = []

/** One at a time: two rails in one task would delay input twice as long. */
function draw(run: () => void, queue = due): void {
  const isFirst = due.length + dueLast.length === 0
  queue.push(run)
  if (isFirst) whenIdle(drawNext)
}

function drawNext(): void {
  const queue = due.length > 0 ? due : dueLast
  const run = queue[0]
  if (run !== undefined) startTransition(run)
  // Removed afterwards, so that what it adds does not start a second sequence.
  queue.shift()
  if (due.length + dueLast.length > 0) whenIdle(drawNext)
}

let observer: IntersectionObserver | null = null
const watched = new Map<Element, () => void>()

function comesNear(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    const run = watched.get(target)
    if (!isIntersecting || run === undefined) continue
    forget(target)
    draw(run)
  }
}

function forget(element: Element): void {
  watched.delete(element)
  observer?.unobserve(element)
}

/** Calls back once, when the element is near the screen. */
function watch(element: Element, run: () => void): void {
  if (typeof IntersectionObserver === 'undefined') return draw(run)
  observer ??= new IntersectionObserver(comesNear, { rootMargin: isTelevision() ? nearOnTelevision : near })
  watched.set(element, run)
  observer.observe(element)
}

/** Whether nothing can be loaded later. */
function isWhole(): boolean {
  return firstPage()?.isWhole === true
}

/** A `ref`, and whether the element has been near the screen; false on the server and in the first render. */
export function useNearScreen(): readonly [(element: Element | null) => void, boolean] {
  const [isNear, setNear] = useState(isWhole)
  const seen = useRef<Element | null>(null)
  const ref = useCallback((element: Element | null) => {
    if (seen.current !== null) forget(seen.current)
    seen.current = element
    if (element !== null) watch(element, () => setNear(true))
  }, [])
  return [ref, isNear]
}

let hasSettled = false
const changes = createChanges()
const doings = ['scroll', 'keydown', 'pointerdown', 'wheel'] as const

function settle(): void {
  if (hasSettled) return
  hasSettled = true
  for (const doing of doings) removeEventListener(doing, settle, true)
  changes.emit()
}

function whenSettled(listener: () => void): () => void {
  if (hasSettled) {
    listener()
    return () => undefined
  }
  if (changes.count() === 0) {
    for (const doing of doings) addEventListener(doing, settle, { capture: true, passive: true })
    if (document.readyState === 'complete') whenIdle(settle)
    else addEventListener('load', () => whenIdle(settle), { once: true })
  }
  return changes.subscribe(listener)
}

/** When one component learns that the first page has settled. */
function createTurn(queue: (() => void)[]) {
  let hasCome = hasSettled
  return {
    hasCome: () => hasCome,
    /** For what React takes over from the server: after the page has settled, it too comes one piece after the other. */
    drawn: () => {
      hasCome = isWhole()
      return hasCome
    },
    subscribe: (listener: () => void) => {
      if (hasCome) return () => undefined
      let isSubscribed = true
      // Its turn may come after the component has left the page.
      const take = () => {
        hasCome = true
        if (isSubscribed) listener()
      }
      const leave = whenSettled(() => draw(take, queue))
      return () => {
        isSubscribed = false
        leave()
      }
    },
  }
}

/**
 * True once the first page of this visit has loaded, or the viewer interacts with it. Content below the first
 * screen is requested then: earlier requests would compete with the visible images. Each component learns it in an idle
 * moment of its own, because all of them in one task would delay input; `last`: after those that load content.
 */
export function useSettled(order: 'next' | 'last' = 'next'): boolean {
  const [turn] = useState(() => createTurn(order === 'last' ? dueLast : due))
  return useSyncExternalStore(turn.subscribe, turn.hasCome, turn.drawn)
}
