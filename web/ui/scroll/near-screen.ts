/**
 * What lies below the first screen is drawn when it comes near the screen, one piece after the other and only while the
 * browser has time: a page of twenty shelves costs at its start what its first screen costs.
 */
import { startTransition, useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { isTelevision } from '#web/remote/television.ts'

/** Of the height of the screen, below and above it: what a swipe of the finger brings is there before it is seen. */
const near = '60% 0px'
/** However busy the browser is, nobody waits longer. */
const patienceMs = 200

/** Runs once the browser has nothing else to do. */
function whenIdle(run: () => void): void {
  // Safari does not know when it is idle.
  if (typeof requestIdleCallback === 'undefined') setTimeout(run, 50)
  else requestIdleCallback(run, { timeout: patienceMs })
}

const due: (() => void)[] = []

/** One after the other: two shelves in one turn would hold up a finger twice as long. */
function draw(run: () => void): void {
  due.push(run)
  if (due.length === 1) whenIdle(drawNext)
}

function drawNext(): void {
  const run = due.shift()
  if (run !== undefined) startTransition(run)
  if (due.length > 0) whenIdle(drawNext)
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

/** Calls once, when the element is near; the arrows of a remote go where there is something, so there all is drawn. */
function watch(element: Element, run: () => void): void {
  if (isTelevision() || typeof IntersectionObserver === 'undefined') return draw(run)
  observer ??= new IntersectionObserver(comesNear, { rootMargin: near })
  watched.set(element, run)
  observer.observe(element)
}

/** What an element takes as its `ref`, and whether it has been near the screen; the server and a first drawing say no. */
export function useNearScreen(): readonly [(element: Element | null) => void, boolean] {
  const [isNear, setNear] = useState(false)
  const seen = useRef<Element | null>(null)
  const ref = useCallback((element: Element | null) => {
    if (seen.current !== null) forget(seen.current)
    seen.current = element
    if (element !== null) watch(element, () => setNear(true))
  }, [])
  return [ref, isNear]
}

let hasSettled = false
const listeners = new Set<() => void>()
const doings = ['scroll', 'keydown', 'pointerdown', 'wheel'] as const

function settle(): void {
  if (hasSettled) return
  hasSettled = true
  for (const doing of doings) removeEventListener(doing, settle, true)
  for (const listener of listeners) listener()
}

function waitUntilSettled(listener: () => void): () => void {
  if (listeners.size === 0 && !hasSettled) {
    for (const doing of doings) addEventListener(doing, settle, { capture: true, passive: true })
    if (document.readyState === 'complete') whenIdle(settle)
    else addEventListener('load', () => whenIdle(settle), { once: true })
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * True once the first page of this visit stands, or somebody has begun to go through it. What is not of the first
 * screen is asked for then: before, it would only take the line from the pictures that are seen.
 */
export function useSettled(): boolean {
  return useSyncExternalStore(
    waitUntilSettled,
    () => hasSettled,
    () => false,
  )
}
