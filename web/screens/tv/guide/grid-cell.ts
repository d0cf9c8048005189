/** One cell of the grid: DOM elements that are created once and reused for many entries. */
import type { Piece } from './model/guide-store.ts'
import styles from './guide-grid.module.css'

export interface Cell {
  readonly element: HTMLElement
  readonly label: HTMLElement
  readonly title: Text
  piece: Piece | null
  look: string
  /** The width available to its text, and the text's width, in pixels. */
  roomPx: number
  wordsPx: number
  /** How far its text is shifted to the right to stay visible. */
  shiftPx: number
  round: number
}

export function makeCell(): Cell {
  const element = document.createElement('div')
  element.setAttribute('role', 'gridcell')
  element.tabIndex = -1
  const label = document.createElement('span')
  label.className = styles.label ?? ''
  const title = document.createTextNode('')
  label.append(title)
  element.append(label)
  return { element, label, title, piece: null, look: '', roomPx: 0, wordsPx: 0, shiftPx: 0, round: 0 }
}
