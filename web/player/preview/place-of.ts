/** Where the preview of a card is: over it, within the window. */

import { isTelevision } from '#web/remote/television.ts'

/** Between the preview and the edges of the window. */
const edge = 8
const minWidth = 300
const maxWidth = 420
const maxTelevisionWidth = 640

interface Room {
  readonly width: number
  readonly height: number
  /** What a header covers. */
  readonly top: number
  /** What the menu of a television covers. */
  readonly left: number
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The width of a card's preview, in pixels. */
export function widthOf(link: Element): number {
  const { width } = pictureOf(link).getBoundingClientRect()
  const limit = isTelevision() ? maxTelevisionWidth : maxWidth
  const room = document.documentElement.clientWidth - 2 * edge
  return Math.round(Math.min(Math.max(width * 1.8, minWidth), limit, Math.max(minWidth, room)))
}

/** Its corner, and the transform that makes it as large as the card, from which it grows. */
export function placeOf(link: Element, preview: HTMLElement) {
  const card = pictureOf(link).getBoundingClientRect()
  const { clientWidth: width, clientHeight: height } = document.documentElement
  const header = document.querySelector('header')?.getBoundingClientRect()
  const top = header !== undefined && header.top <= 0 ? Math.max(0, header.bottom) : 0
  const menu = isTelevision()
    ? document.querySelector('nav[data-column]')?.getBoundingClientRect()
    : undefined
  const left = menu !== undefined && menu.left <= 0 ? Math.max(0, menu.right) : 0
  const size = { width: preview.offsetWidth, height: preview.offsetHeight }
  return within(card, size, { width, height, top, left })
}

/** The geometry alone. Pure. */
export function within(card: Box, { width, height }: Pick<Box, 'width' | 'height'>, room: Room) {
  const left = clamp(card.left + (card.width - width) / 2, room.left + edge, room.width - width - edge)
  const top = clamp(card.top + (card.height - height) / 2, room.top + edge, room.height - height - edge)
  const shiftX = card.left + card.width / 2 - (left + width / 2)
  const shiftY = card.top + card.height / 2 - (top + height / 2)
  const scale = width === 0 ? 1 : card.width / width
  return { left, top, from: `translate(${shiftX}px, ${shiftY}px) scale(${scale})` }
}

/** The lower limit has precedence: the beginning of the preview is always seen. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high))
}

function pictureOf(link: Element): Element {
  return link.firstElementChild ?? link
}
