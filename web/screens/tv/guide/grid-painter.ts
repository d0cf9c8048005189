/**
 * Draws the grid: only the rows and cells near the screen, from a pool of reused elements. Without React: scrolling
 * thousands of cells must change as few elements as possible. Cells are filled within a few milliseconds of each
 * frame; the rest waits for the next frame.
 */
import type { Channel } from '#contract/channels/channels.ts'
import { CellDresser, gapPx } from './cell-dresser.ts'
import type { CellWords } from './cell-words.ts'
import { makeCell, type Cell } from './grid-cell.ts'
import { makeRow, type Row } from './grid-row.ts'
import { Fling, flingMs } from './model/fling.ts'
import {
  widthOf,
  windowOf,
  xOf,
  type GuideScale,
  type GuideSpan,
  type GuideWindow,
} from './model/geometry.ts'
import type { Piece } from './model/guide-store.ts'
import { HeadColumn } from './head-column.ts'
import { HourStrip, type HourWords } from './hour-strip.ts'
import type { RowHeadWords } from './row-head.ts'
import styles from './guide-grid.module.css'

export interface PainterOptions {
  readonly scroller: HTMLElement
  readonly sheet: HTMLElement
  /** The container of the rows; their heads stand beside it. */
  readonly body: HTMLElement
  readonly scale: GuideScale
  readonly span: GuideSpan
  readonly words: CellWords & RowHeadWords & HourWords
  readonly piecesOf: (cid: number, fromSec: number, toSec: number) => readonly Piece[]
  /** Cells are being filled: the scroll is slow enough, or a fling is over. */
  readonly onFilled: () => void
}

/** Milliseconds of each 16 ms frame spent on filling cells; enough for a machine four times slower. */
const fillMs = 3
/** Rows off the screen that are kept: scrolling back finds them complete. */
const maxRows = 6
const halfHourSec = 1800

export class GridPainter {
  readonly #options: PainterOptions
  readonly #rows = new Map<number, Row>()
  /** Rows off the screen, by their index; the least recently used first. */
  readonly #freeRows = new Map<number, Row>()
  readonly #freeCells: Cell[] = []
  readonly #hours: HourStrip
  readonly #nowLine: HTMLElement
  readonly #heads: HeadColumn
  readonly #dresser: CellDresser
  readonly #fling: Fling
  #isStopped = false
  #channels: readonly Channel[] = []
  #round = 0
  #frame = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #scrollTop = 0
  #focusedRow = -1
  #focusedPiece: Piece | null = null
  window: GuideWindow
  /** The scroll position when the window was computed: reading it from the page again would force a layout. */
  scrollLeft = 0

  constructor(options: PainterOptions) {
    this.#options = options
    const { sheet, scale, span } = options
    sheet.style.width = `${scale.columnPx + widthOf(scale, span.endSec - span.beginSec)}px`
    this.#fling = new Fling(scale.rowPx)
    this.#dresser = new CellDresser({ scale, span, words: options.words })
    this.#hours = new HourStrip(sheet, scale, span, options.words)
    this.#heads = new HeadColumn(sheet, scale, options.words)
    this.#nowLine = document.createElement('div')
    this.#nowLine.className = styles.nowLine ?? ''
    this.#nowLine.setAttribute('aria-hidden', 'true')
    sheet.append(this.#nowLine)
    this.window = this.#measured()
    if (document.fonts.status !== 'loaded')
      void document.fonts.ready.then(() => this.#isStopped || this.#dressAgain())
  }

  stop(): void {
    this.#isStopped = true
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
    this.#options.body.textContent = ''
    this.#heads.destroy()
    for (const part of [this.#hours.element, this.#nowLine]) part.remove()
  }

  setChannels(channels: readonly Channel[]): void {
    const { scale, sheet } = this.#options
    this.#channels = channels
    sheet.style.height = `${scale.headPx + channels.length * scale.rowPx}px`
    for (const [index, row] of this.#rows) if (channels[index]?.id !== row.cid) this.#releaseRow(index, row)
    for (const [index, row] of this.#freeRows) if (channels[index]?.id !== row.cid) this.#remove(index, row)
    this.paint()
  }

  setNow(nowSec: number): void {
    const { scale, span } = this.#options
    this.#dresser.nowSec = nowSec
    this.#nowLine.style.transform = `translateX(${Math.round(xOf(scale, span, nowSec))}px)`
    for (const row of this.#rows.values()) {
      for (const [piece, cell] of row.cells) this.#dresser.dress(cell, piece)
      this.#cut(row)
    }
  }

  /** The page's font has loaded. */
  #dressAgain(): void {
    this.#dresser.forgetWidths()
    for (const rows of [this.#rows, this.#freeRows])
      for (const row of rows.values()) {
        for (const cell of row.cells.values()) cell.look = ''
        for (const [piece, cell] of row.cells) this.#dresser.dress(cell, piece)
        this.#cut(row)
      }
  }

  /** The programmes of these channels have changed. */
  changed(cids: ReadonlySet<number>): void {
    for (const rows of [this.#rows, this.#freeRows])
      for (const row of rows.values()) if (cids.has(row.cid)) row.fromSec = row.toSec = 0
    this.paint()
  }

  /** The focused row stays drawn, however far it is scrolled away. */
  hold(rowIndex: number, piece: Piece | null): void {
    this.#focusedRow = rowIndex
    this.#focusedPiece = piece
  }

  cellOf(rowIndex: number, piece: Piece): HTMLElement | null {
    return this.#rows.get(rowIndex)?.cells.get(piece)?.element ?? null
  }

  /** Fills this row at once, because the focus moves to it. */
  ensure(rowIndex: number): void {
    this.#focusedRow = rowIndex
    this.paint()
    const row = this.#rows.get(rowIndex) ?? this.#takeRow(rowIndex)
    if (row !== undefined && this.#isDue(row)) this.#fill(row, Number.POSITIVE_INFINITY)
  }

  /**
   * After a key that scrolled: moves the texts along and nothing else, so that the frame of the key stays short. False
   * when something visible is not drawn yet, or the focus moves to what is not: then `ensure` does all of it at once.
   */
  follow(rowIndex: number, piece: Piece): boolean {
    this.window = this.#measured()
    const { seenFirst, seenLast } = this.window
    if (this.cellOf(rowIndex, piece) === null) return false
    for (let index = seenFirst; index < seenLast; index += 1)
      if (this.#isUrgent(index, this.#rows.get(index))) return false
    this.#focusedRow = rowIndex
    for (const row of this.#rows.values()) this.#keepInSight(row)
    return true
  }

  pieceOf(element: Element): { readonly row: number; readonly piece: Piece } | null {
    for (const row of this.#rows.values())
      if (row.element.contains(element))
        for (const [piece, cell] of row.cells)
          if (cell.element.contains(element)) return { row: row.index, piece }
    return null
  }

  rowOf(element: Element): number | null {
    for (const row of this.#rows.values()) if (row.element.contains(element)) return row.index
    return this.#heads.rowOf(element)
  }

  paint(): void {
    this.window = this.#measured()
    const { first, last } = this.window
    for (const [index, row] of this.#rows)
      if ((index < first || index >= last) && index !== this.#focusedRow) this.#releaseRow(index, row)
    this.#heads.show(this.window, this.#focusedRow, this.#channels)
    this.#hours.show(this.window)
    for (const row of this.#rows.values()) {
      this.#keepInSight(row)
      if (row.isPlaced) this.#heads.attach(row.index, row.element)
    }
    this.#fling.drawn(this.#scrollTop, performance.now())
    if (this.isFlung()) this.#fillLater()
    else this.#fillSome()
  }

  /** The page was scrolled since it was painted. */
  isBehind(): boolean {
    const { scrollLeft, scrollTop } = this.#options.scroller
    return scrollLeft !== this.scrollLeft || scrollTop !== this.#scrollTop
  }

  /** During a fast scroll nothing is filled, visible or not. */
  isFlung(): boolean {
    return this.#fling.isFlung(performance.now())
  }

  /** The heads of the rows show where the viewer is; cells follow when the fling slows down. */
  #fillLater(): void {
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#timer)
    // A delayed scroll event arrives before the next frame and postpones this again.
    this.#timer = setTimeout(() => {
      this.#frame = requestAnimationFrame(() => this.#fillSome())
    }, flingMs)
  }

  #measured(): GuideWindow {
    const { scroller, scale, span } = this.#options
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = scroller
    this.scrollLeft = scrollLeft
    this.#scrollTop = scrollTop
    return windowOf(
      { scrollLeft, scrollTop, width: clientWidth, height: clientHeight },
      scale,
      span,
      this.#channels.length,
    )
  }

  #isDue = ({ fromSec, toSec }: Row) => fromSec !== this.window.fromSec || toSec !== this.window.toSec

  /** A gap would be visible. Cells just outside the screen can wait. */
  #isUrgent(index: number, row: Row | undefined): boolean {
    const { seenFirst, seenLast, edgeSec, seenToSec } = this.window
    if (index < seenFirst || index >= seenLast) return false
    return row === undefined || !(row.fromSec <= edgeSec && row.toSec >= seenToSec)
  }

  #fillSome(): void {
    cancelAnimationFrame(this.#frame)
    const { urgent, ahead } = this.#due()
    if (urgent.length + ahead.length === 0) return
    const until = performance.now() + fillMs
    // The browser's own work for a cell takes several times longer than ours: a few at once keep the frames short.
    let cells = urgent.length > 0 ? 0 : this.#options.scale.cellsAhead
    let left = urgent.length + ahead.length
    for (const index of [...urgent, ...ahead]) {
      const isUrgent = urgent.includes(index)
      if (performance.now() > until || (!isUrgent && cells <= 0)) break
      const row = this.#rows.get(index) ?? this.#takeRow(index)
      if (row === undefined) continue
      cells -= this.#fill(row, isUrgent ? Number.POSITIVE_INFINITY : cells)
      if (!this.#isDue(row)) left -= 1
    }
    // A scroll event precedes the callbacks of its own frame: only the frame after next is surely without one.
    if (left > 0)
      this.#frame = requestAnimationFrame(() => {
        this.#frame = requestAnimationFrame(() => this.#fillSome())
      })
    this.#options.onFilled()
  }

  #due(): { readonly urgent: readonly number[]; readonly ahead: readonly number[] } {
    const { first, last } = this.window
    const urgent: number[] = []
    const ahead: number[] = []
    for (let index = first; index < last; index += 1) {
      const row = this.#rows.get(index)
      if (row === undefined || this.#isDue(row)) (this.#isUrgent(index, row) ? urgent : ahead).push(index)
    }
    const cached = this.#rows.get(this.#focusedRow)
    if (cached !== undefined && (cached.index < first || cached.index >= last) && this.#isDue(cached))
      ahead.push(cached.index)
    return { urgent, ahead }
  }

  /** Creates at most this many cells and returns how many it created; the rest waits for the next call. */
  #fill(row: Row, max: number): number {
    const { piecesOf } = this.#options
    const { fromSec, toSec } = this.window
    const near = piecesOf(row.cid, fromSec, toSec).filter(
      ({ beginSec, endSec }) => endSec > fromSec && beginSec < toSec,
    )
    this.#spareFar(row, near)
    const missing = near.filter((piece) => !row.cells.has(piece))
    for (const piece of missing.slice(0, max)) this.#dresser.dress(this.#takeCell(row, piece), piece)
    if (missing.length > max) return max
    this.#cut(row)
    for (const cell of row.spare.splice(0)) {
      cell.element.remove()
      this.#freeCells.push(cell)
    }
    row.fromSec = fromSec
    row.toSec = toSec
    this.#placeRow(row)
    return missing.length
  }

  #spareFar(row: Row, near: readonly Piece[]): void {
    this.#round += 1
    for (const piece of near) {
      const cell = row.cells.get(piece)
      if (cell !== undefined) cell.round = this.#round
    }
    for (const [piece, cell] of row.cells)
      if (cell.round !== this.#round && !(row.index === this.#focusedRow && piece === this.#focusedPiece)) {
        row.cells.delete(piece)
        row.spare.push(cell)
      }
  }

  #cut(row: Row): void {
    row.cut = []
    for (const [piece, cell] of row.cells)
      if (this.#dresser.cut(cell, piece, this.window.edgeSec)) row.cut.push(cell)
    this.#keepInSight(row)
  }

  #keepInSight({ cut }: Row): void {
    for (const cell of cut) this.#dresser.keepInSight(cell, this.scrollLeft)
  }

  #takeRow(index: number): Row | undefined {
    const channel = this.#channels[index]
    if (channel === undefined) return undefined
    const cached = this.#freeRows.get(index)
    const row = cached ?? this.#longestFree() ?? makeRow(this.#options.body)
    this.#freeRows.delete(row.index)
    if (cached === undefined) {
      row.spare.push(...row.cells.values())
      row.cells.clear()
      row.cut = []
      row.fromSec = row.toSec = 0
      row.index = index
      row.cid = channel.id
      row.isPlaced = false
      row.element.style.top = `-${2 * this.#options.scale.rowPx}px`
    }
    // The current programme may have changed while the row was kept.
    for (const [piece, cell] of row.cells) this.#dresser.dress(cell, piece)
    this.#rows.set(index, row)
    if (row.isPlaced) this.#heads.attach(index, row.element)
    return row
  }

  #longestFree(): Row | undefined {
    const [row] = this.#freeRows.values()
    return this.#freeRows.size >= maxRows ? row : undefined
  }

  #placeRow(row: Row): void {
    if (row.isPlaced) return
    const { scale } = this.#options
    row.isPlaced = true
    row.element.style.top = `${scale.headPx + row.index * scale.rowPx}px`
    row.element.setAttribute('aria-rowindex', String(row.index + 1))
    this.#heads.attach(row.index, row.element)
  }

  #releaseRow(index: number, row: Row): void {
    this.#rows.delete(index)
    this.#freeRows.set(index, row)
    this.#heads.detach(index, row.element)
  }

  #remove(index: number, row: Row): void {
    this.#freeRows.delete(index)
    row.element.remove()
  }

  #takeCell(row: Row, piece: Piece): Cell {
    const { scale, span } = this.#options
    const cell = row.spare.pop() ?? this.#freeCells.pop() ?? makeCell()
    cell.piece = null
    cell.element.tabIndex = -1
    const begin = Math.max(piece.beginSec, span.beginSec)
    const seconds = Math.min(piece.endSec, span.endSec) - begin
    cell.element.style.marginLeft = `${xOf(scale, span, begin)}px`
    cell.element.style.width = `${Math.max(2, widthOf(scale, seconds) - gapPx)}px`
    cell.element.setAttribute('aria-colindex', String(2 + Math.floor((begin - span.beginSec) / halfHourSec)))
    if (cell.element.parentNode !== row.element) row.element.append(cell.element)
    row.cells.set(piece, cell)
    return cell
  }
}
