/** The hours above the grid; at midnight the day instead. */
import { daySec, dayBegin } from '#web/features/channels/use-programmes.ts'
import { formatTime } from '#web/i18n/format.ts'
import { stepSec, widthOf, type GuideScale, type GuideSpan, type GuideWindow } from './model/geometry.ts'
import styles from './guide-grid.module.css'

export interface HourWords {
  /** A day by any moment of it: `пт 20`. */
  readonly day: (sec: number) => string
}

export class HourStrip {
  readonly element: HTMLElement
  readonly #scale: GuideScale
  readonly #span: GuideSpan
  readonly #shown = new Map<number, HTMLElement>()
  readonly #free: HTMLElement[] = []
  readonly #words: HourWords
  readonly #corner: HTMLElement
  #windowKey = ''

  constructor(sheet: HTMLElement, scale: GuideScale, span: GuideSpan, words: HourWords) {
    this.#words = words
    this.#scale = scale
    this.#span = span
    this.element = document.createElement('div')
    this.element.className = styles.hours ?? ''
    this.element.setAttribute('aria-hidden', 'true')
    this.#corner = document.createElement('div')
    this.#corner.className = styles.corner ?? ''
    this.element.append(this.#corner)
    sheet.append(this.element)
  }

  show({ fromSec, toSec }: GuideWindow): void {
    const windowKey = `${fromSec} ${toSec}`
    if (windowKey === this.#windowKey) return
    this.#windowKey = windowKey
    for (const [sec, mark] of this.#shown)
      if (sec < fromSec || sec >= toSec) {
        this.#shown.delete(sec)
        this.#free.push(mark)
      }
    for (let sec = fromSec; sec < toSec; sec += stepSec) if (!this.#shown.has(sec)) this.#take(sec)
    for (const mark of this.#free) mark.remove()
  }

  #take(sec: number): void {
    const mark = this.#free.pop() ?? document.createElement('span')
    const isMidnight = (sec - dayBegin(sec)) % daySec === 0
    mark.className = (isMidnight ? styles.midnight : styles.hour) ?? ''
    // Both would reach into the next half hour.
    mark.textContent = isMidnight ? this.#words.day(sec) : formatTime(sec)
    mark.style.left = `${this.#scale.columnPx + widthOf(this.#scale, sec - this.#span.beginSec)}px`
    if (mark.parentNode === null) this.element.append(mark)
    this.#shown.set(sec, mark)
  }
}
