/**
 * Sets the content of a cell: its text, cut to the available width, its style at this moment, and the text's
 * position so that it stays visible.
 */
import { timesWithin, titleOf, cellTextOf, type CellWords } from './cell-words.ts'
import { stepSec, widthOf, xOf, type GuideScale, type GuideSpan } from './model/geometry.ts'
import type { Cell } from './grid-cell.ts'
import type { Piece } from './model/guide-store.ts'
import { letterWidthsOf, type LetterWidths } from './model/letter-widths.ts'
import styles from './guide-grid.module.css'

/** The gap between two cells. */
export const gapPx = 3
/** The part of a cell's width that is not available to its text. */
const paddingPx = 22
/** The width of the recording icon before a title, in letters. */
const signLetters = 1.6

interface DresserOptions {
  readonly scale: GuideScale
  readonly span: GuideSpan
  readonly words: CellWords
}

export class CellDresser {
  readonly #options: DresserOptions
  #letters: LetterWidths | null = null
  nowSec = 0

  constructor(options: DresserOptions) {
    this.#options = options
  }

  /** The font has changed: the widths of its letters are measured again. */
  forgetWidths(): void {
    this.#letters = null
  }

  dress(cell: Cell, piece: Piece): void {
    const { words } = this.#options
    const look = cellTextOf(piece, this.nowSec)
    const isNew = cell.piece !== piece
    cell.piece = piece
    if (isNew || cell.look !== look) {
      cell.look = look
      cell.element.className = `${styles.cell ?? ''} ${styles[look] ?? ''}`
      cell.element.setAttribute('aria-label', words.name(piece, this.nowSec))
      this.#write(cell, piece, this.#wholeRoom(piece))
    }
    if (look === 'now' || look === 'nowOnly') {
      const part = (this.nowSec - piece.beginSec) / (piece.endSec - piece.beginSec)
      cell.element.style.backgroundSize = `${(part * 100).toFixed(1)}% 3px`
    }
  }

  /**
   * Writes the text into the part of the cell right of the edge; returns whether the left edge cuts the cell now or
   * will before the next step. A cell cut later gets the width it has at the end of that step.
   */
  cut(cell: Cell, piece: Piece, edgeSec: number): boolean {
    const { scale } = this.#options
    const isCut = piece.beginSec < edgeSec + stepSec && piece.endSec > edgeSec
    const leftSec = piece.endSec - Math.max(piece.beginSec, edgeSec)
    const roomPx = isCut ? Math.max(0, widthOf(scale, leftSec) - paddingPx) : this.#wholeRoom(piece)
    if (roomPx !== cell.roomPx) this.#write(cell, piece, roomPx)
    if (!isCut) shift(cell, 0)
    return isCut
  }

  /**
   * Moves the text along with the left edge until the cell's end pushes it out. Not by `position: sticky`, which
   * would make the browser keep dozens of compositing layers: seventy instead of a few.
   */
  keepInSight(cell: Cell, scrollLeft: number): void {
    const { scale, span } = this.#options
    const { piece, wordsPx } = cell
    if (piece === null) return
    const beginSec = Math.max(piece.beginSec, span.beginSec)
    const max = widthOf(scale, piece.endSec - beginSec) - paddingPx - gapPx - wordsPx
    const hiddenPx = scrollLeft + scale.columnPx - xOf(scale, span, beginSec)
    shift(cell, Math.round(Math.max(0, Math.min(hiddenPx, max))))
  }

  #wholeRoom({ beginSec, endSec }: Piece): number {
    return widthOf(this.#options.scale, endSec - beginSec) - paddingPx - gapPx
  }

  #write(cell: Cell, piece: Piece, roomPx: number): void {
    const { scale, words } = this.#options
    const { programme, kind } = piece
    this.#letters ??= letterWidthsOf(cell.label, scale.letterPx)
    const signPx = cell.look === 'archive' ? signLetters * scale.letterPx : 0
    const { text, isBroken } = this.#letters.fit(titleOf(piece) || words.hole(kind), roomPx - signPx)
    const time = programme === null ? '' : timesWithin(piece, roomPx / scale.letterPx)
    cell.roomPx = roomPx
    cell.wordsPx = Math.max(this.#letters.of(text) + signPx, time.length * scale.letterPx)
    // A broken word is only drawn as generated content: as text it would not match the cell's accessible name.
    const title = isBroken ? '' : text
    if (cell.title.data !== title) cell.title.data = title
    if (isBroken) cell.label.dataset['half'] = text
    else if (cell.label.dataset['half'] !== undefined) delete cell.label.dataset['half']
    if (cell.label.dataset['time'] !== time) cell.label.dataset['time'] = time
  }
}

function shift(cell: Cell, px: number): void {
  if (cell.shiftPx === px) return
  cell.shiftPx = px
  cell.label.style.transform = px === 0 ? '' : `translateX(${px}px)`
}
