/** The column of channels at the left of the grid: the heads of the rows near the screen. */
import type { Channel } from '#contract/channels/channels.ts'
import type { GuideScale, GuideWindow } from './model/geometry.ts'
import { RowHead, type RowHeadWords } from './row-head.ts'
import styles from './guide-grid.module.css'

export class HeadColumn {
  /** One sticky element for all heads: a sticky element costs as much as hundreds of others. */
  readonly element: HTMLElement
  readonly #scale: GuideScale
  readonly #words: RowHeadWords
  readonly #shown = new Map<number, RowHead>()
  readonly #free: RowHead[] = []
  #made = 0

  constructor(sheet: HTMLElement, scale: GuideScale, words: RowHeadWords) {
    this.#scale = scale
    this.#words = words
    this.element = document.createElement('div')
    this.element.className = styles.heads ?? ''
    sheet.append(this.element)
  }

  /** The rows of the window, and the focused row. */
  show({ first, last }: GuideWindow, activeRow: number, channels: readonly Channel[]): void {
    for (const [index, head] of this.#shown)
      if (((index < first || index >= last) && index !== activeRow) || channels[index] === undefined) {
        head.isOwned = false
        this.#shown.delete(index)
        this.#free.push(head)
      }
    for (let index = first; index < last; index += 1) this.#place(index, channels[index])
    for (const { element } of this.#free) if (element.parentNode !== null) element.remove()
  }

  /**
   * Makes the head of a row, which is elsewhere in the page, a part of it for assistive technology. A head whose row is
   * not drawn yet is no `rowheader`: that role needs a row.
   */
  attach(rowIndex: number, row: HTMLElement): void {
    const head = this.#shown.get(rowIndex)
    if (head === undefined) return row.removeAttribute('aria-owns')
    const { id } = head.element
    if (row.getAttribute('aria-owns') !== id) row.setAttribute('aria-owns', id)
    head.isOwned = true
  }

  /** The row of this head is drawn no longer. */
  detach(rowIndex: number, row: HTMLElement): void {
    const head = this.#shown.get(rowIndex)
    if (head !== undefined) head.isOwned = false
    row.removeAttribute('aria-owns')
  }

  destroy(): void {
    for (const head of [...this.#shown.values(), ...this.#free]) head.destroy()
    this.element.remove()
  }

  rowOf(inside: Element): number | null {
    for (const [index, { element }] of this.#shown) if (element.contains(inside)) return index
    return null
  }

  #place(index: number, channel: Channel | undefined): void {
    if (channel === undefined) return
    let head = this.#shown.get(index)
    if (head === undefined) {
      head = this.#free.pop() ?? this.#make()
      this.#shown.set(index, head)
      head.element.style.top = `${index * this.#scale.rowPx}px`
      if (head.element.parentNode === null) this.element.append(head.element)
    }
    head.show(channel, this.#words)
  }

  #make(): RowHead {
    const head = new RowHead()
    head.element.id = `guide-head-${(this.#made += 1)}`
    return head
  }
}
