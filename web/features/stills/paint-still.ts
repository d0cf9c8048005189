/** The still of a channel in an element, without React: the guide's rows have none. */
import { atServer } from '#web/state/site-address.ts'
import { stillWidthFor, watchStill } from './still-store.ts'
import styles from './stills.module.css'

/** As long as the fade in the style sheet, and a little more. */
const fadedMs = 700
/** Cards that are about to come into sight have their still when they do. */
const margin = '80px'

/** The width of an element that is in sight, CSS pixels; undefined: it is not. */
type OnSight = (width: number | undefined) => void
const inSight = new Map<Element, OnSight>()
let observer: IntersectionObserver | undefined

function observe(element: Element, onChange: OnSight): () => void {
  if (typeof IntersectionObserver === 'undefined') {
    onChange(element.clientWidth)
    return () => onChange(undefined)
  }
  observer ??= new IntersectionObserver(
    (entries) => {
      // Measured by the browser already: reading it from the element would force a layout for each card.
      for (const { target, isIntersecting, boundingClientRect } of entries)
        inSight.get(target)?.(isIntersecting ? boundingClientRect.width : undefined)
    },
    { rootMargin: margin },
  )
  inSight.set(element, onChange)
  observer.observe(element)
  return () => {
    onChange(undefined)
    inSight.delete(element)
    observer?.unobserve(element)
  }
}

/**
 * Shows the newest still of a channel in `frame`, which covers its place, while it is in sight: a new one fades in over
 * the one before. `frame` has `data-still` while there is one. Returns what ends it and empties the frame.
 */
export function paintStill(frame: HTMLElement, cid: number): () => void {
  let shown: HTMLImageElement | null = null
  let coming: HTMLImageElement | null = null
  let unwatch: (() => void) | undefined
  const leave = (picture: HTMLImageElement | null) => {
    if (picture !== null) setTimeout(() => picture.remove(), fadedMs)
  }
  const enter = (picture: HTMLImageElement) => {
    if (picture !== coming) return
    coming = null
    picture.dataset['in'] = ''
    frame.append(picture)
    frame.dataset['still'] = ''
    leave(shown)
    shown = picture
  }
  const show = (url: string | null) => {
    coming = null
    if (url === null) {
      if (shown !== null) delete shown.dataset['in']
      delete frame.dataset['still']
      leave(shown)
      shown = null
      return
    }
    const src = atServer(url)
    if (shown?.getAttribute('src') === src) return
    const picture = document.createElement('img')
    picture.className = styles.picture ?? ''
    picture.alt = ''
    picture.decoding = 'async'
    picture.draggable = false
    picture.addEventListener('load', () => enter(picture))
    coming = picture
    picture.src = src
  }
  const unobserve = observe(frame, (frameWidth) => {
    unwatch?.()
    unwatch = undefined
    if (frameWidth === undefined) return
    const width = stillWidthFor(frameWidth * window.devicePixelRatio)
    unwatch = watchStill({ cid, width, onStill: show })
  })
  return () => {
    unobserve()
    coming = null
    frame.textContent = ''
    delete frame.dataset['still']
  }
}
