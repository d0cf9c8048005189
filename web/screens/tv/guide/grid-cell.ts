/** One cell of the grid: elements that are made once and used for many pieces. */
import type { Piece } from './model/guide-store.ts'
import styles from './guide-grid.module.css'

export interface Cell {
  readonly element: HTMLElement
  readonly label: HTMLElement
  readonly title: Text
  piece: Piece | null
  look: string
  /** Pixels there are for its words, and what they take. */
  roomPx: number
  wordsPx: number
  /** How far its words are moved to the right, to stay in sight. */
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
