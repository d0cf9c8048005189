/**
 * The controller of the grid: scrolling, keys and remote control, requesting tiles near the screen, and reporting
 * what was chosen. React renders the frame and the dialogs over it.
 */
import type { Channel } from '#contract/channels/channels.ts'
import { isTelevision } from '#web/remote/television.ts'
import {
  leadSec,
  openingSec,
  scrollLeftFor,
  secAtLeft,
  type GuideScale,
  type GuideSpan,
  type GuideWindow,
} from './model/geometry.ts'
import { GridPainter, type PainterOptions } from './grid-painter.ts'
import { isMenuKey, moveOf } from './guide-keys.ts'
import { listener } from './model/listener.ts'
import type { GuidePosition } from './model/guide-position.ts'
import type { GuideStore, Piece } from './model/guide-store.ts'
import { groupsOf, requestedTiles, type ChannelGroup } from './model/tiles.ts'
import { spotAt, step, type GridModel, type Spot } from './model/walk.ts'
import { showSpot } from './show-spot.ts'

export interface Chosen {
  readonly channel: Channel
  readonly piece: Piece
}

interface GuideViewOptions {
  readonly scroller: HTMLElement
  readonly sheet: HTMLElement
  readonly body: HTMLElement
  readonly scale: GuideScale
  readonly span: GuideSpan
  readonly words: PainterOptions['words']
  readonly store: GuideStore
  readonly nowSec: number
  /** The position to restore, or null: it opens at the current time. */
  readonly place: GuidePosition | null
  /** A cell was pressed. `isMenu`: by a long press, or its menu was requested. */
  readonly onChosen: (chosen: Chosen, isMenu: boolean) => void
  readonly onChannel: (channel: Channel) => void
  readonly onHeart: (channel: Channel) => void
  /** The visible range starts at this moment now. */
  readonly onSeen: (sec: number) => void
  /** Scrolling has stopped. */
  readonly onRest: (place: GuidePosition) => void
}

const restMs = 400

export class GuideView {
  readonly #options: GuideViewOptions
  readonly #painter: GridPainter
  readonly #abort = new AbortController()
  readonly #unlisten: () => void
  #channels: readonly Channel[] = []
  #groups: readonly ChannelGroup[] = []
  #nowSec: number
  #spot: Spot | null = null
  #spotCid = 0
  #stop: HTMLElement | null = null
  /** It leaves the tab order once the focus has left it. */
  #formerStop: HTMLElement | null = null
  #rest: ReturnType<typeof setTimeout> | undefined
  #hasMoved = false
  #ok: 'up' | 'down' | 'held' = 'up'
  #isPlaced = false
  #isPaintDue = false
  /** Another part of the guide is near the screen than at the last request. */
  #isAskDue = false
  #requestedWindow: GuideWindow | null = null

  constructor(options: GuideViewOptions) {
    const { scroller, sheet, body, scale, span, words, store } = options
    this.#options = options
    this.#nowSec = options.nowSec
    this.#painter = new GridPainter({
      ...{ scroller, sheet, body, scale, span, words },
      piecesOf: (cid, from, to) => store.pieces(cid, from, to),
      onFilled: () => {
        this.#rove()
        if (this.#isAskDue) this.#ask()
      },
    })
    this.#painter.setNow(options.nowSec)
    this.#unlisten = store.listen((cids) => this.#changed(new Set(cids)))
    this.#listen()
  }

  destroy(): void {
    this.#abort.abort()
    this.#unlisten()
    clearTimeout(this.#rest)
    this.#painter.stop()
  }

  setChannels(channels: readonly Channel[]): void {
    const before = this.#channels
    const isSame =
      before.length === channels.length && before.every(({ id }, row) => id === channels[row]?.id)
    this.#channels = channels
    if (!isSame) {
      this.#groups = groupsOf(channels.map(({ id }) => id))
      this.#spot = null
      this.#painter.hold(-1, null)
      if (before.length > 0) this.#options.scroller.scrollTop = 0
    }
    this.#painter.setChannels(channels)
    this.#open()
    this.#ask()
  }

  setNow(nowSec: number): void {
    this.#nowSec = nowSec
    this.#painter.setNow(nowSec)
    this.#ask()
  }

  /** Requests failed tiles again. */
  retry(): void {
    this.#options.store.refresh(true)
  }

  /** Scrolls this moment to the left edge. */
  goTo(sec: number): void {
    const { scroller, scale, span } = this.#options
    scroller.scrollLeft = scrollLeftFor(scale, span, sec)
    this.#scrolled()
  }

  goToNow(): void {
    this.goTo(openingSec(this.#nowSec))
  }

  place(): GuidePosition {
    const { scroller, scale, span } = this.#options
    const { seenFirst } = this.#painter.window
    const isInside = scroller.contains(document.activeElement)
    return {
      atSec: Math.round(secAtLeft(scale, span, scroller.scrollLeft)),
      cid: this.#channels[seenFirst]?.id ?? 0,
      offsetPx: Math.round(scroller.scrollTop - seenFirst * scale.rowPx),
      focus: this.#spot !== null && isInside ? { cid: this.#spotCid, atSec: this.#spot.atSec } : null,
    }
  }

  /** Focuses a cell as soon as there is one. */
  focusStop(): void {
    this.#stop?.focus({ preventScroll: true })
    if (this.#formerStop !== null && this.#formerStop !== this.#stop) this.#formerStop.tabIndex = -1
    this.#formerStop = null
  }

  /**
   * Once, as soon as there are channels and the grid is visible. A hidden element cannot be scrolled and would lose
   * its position.
   */
  #open(): void {
    if (this.#isPlaced || this.#channels.length === 0) return
    if (this.#options.scroller.clientWidth === 0 && typeof ResizeObserver !== 'undefined') return
    this.#isPlaced = true
    this.#openAt(this.#options.place)
  }

  #openAt(place: GuidePosition | null): void {
    const { scroller, scale, span } = this.#options
    const row = place === null ? -1 : this.#channels.findIndex(({ id }) => id === place.cid)
    scroller.scrollLeft = scrollLeftFor(
      scale,
      span,
      place === null || place.atSec === 0 ? openingSec(this.#nowSec) : place.atSec,
    )
    if (place !== null && row >= 0) scroller.scrollTop = row * scale.rowPx + place.offsetPx
    const focus = place?.focus ?? null
    const focusRow = focus === null ? -1 : this.#channels.findIndex(({ id }) => id === focus.cid)
    if (focus !== null && focusRow >= 0) this.#setSpot(spotAt(this.#grid(), focusRow, focus.atSec))
    this.#scrolled()
    if (focusRow < 0) return
    this.#painter.ensure(focusRow)
    this.#rove()
    this.focusStop()
  }

  #grid(): GridModel {
    const { store, span } = this.#options
    const { seenFirst, seenLast } = this.#painter.window
    return {
      rowCount: this.#channels.length,
      span,
      nowSec: this.#nowSec,
      pageRows: Math.max(1, seenLast - seenFirst - 2),
      piecesAt: (row, from, to) => store.pieces(this.#channels[row]?.id ?? 0, from, to),
    }
  }

  #setSpot(spot: Spot | null): void {
    this.#spot = spot
    this.#spotCid = spot === null ? 0 : (this.#channels[spot.row]?.id ?? 0)
  }

  #changed(cids: ReadonlySet<number>): void {
    const spot = this.#spot
    const isTouched = spot !== null && cids.has(this.#spotCid)
    const hadFocus = isTouched && this.#stop !== null && this.#stop === document.activeElement
    if (isTouched) {
      this.#setSpot(spotAt(this.#grid(), spot.row, spot.atSec))
      if (hadFocus) this.#painter.hold(spot.row, this.#spot?.piece ?? null)
    }
    this.#painter.changed(cids)
    if (!hadFocus) return
    // The programmes of the focused gap have loaded.
    this.#painter.ensure(spot.row)
    this.#rove()
    this.focusStop()
  }

  /** One cell is in the tab order: the last focused one, or one that is visible. */
  #rove(): void {
    const isInside = this.#stop !== null && this.#stop === document.activeElement
    if (!isInside && !this.#isInSight()) this.#setSpot(this.#anySpot())
    const spot = this.#spot
    const cell = spot === null ? null : this.#painter.cellOf(spot.row, spot.piece)
    if (cell === null) return
    const former = this.#stop
    this.#stop = cell
    // Reading the property, or changing it where the focus is, would make the browser compute the styles.
    if (cell.getAttribute('tabindex') !== '0') cell.tabIndex = 0
    if (former === null || former === cell) return
    if (former === document.activeElement) this.#formerStop = former
    else former.tabIndex = -1
  }

  #isInSight(): boolean {
    const spot = this.#spot
    if (spot === null) return false
    const { seenFirst, seenLast, edgeSec, seenToSec } = this.#painter.window
    if (spot.row < seenFirst || spot.row >= seenLast) return false
    return spot.piece.endSec > edgeSec && spot.piece.beginSec < seenToSec
  }

  #anySpot(): Spot | null {
    const { seenFirst, edgeSec, seenToSec } = this.#painter.window
    const isNowSeen = edgeSec <= this.#nowSec && this.#nowSec < seenToSec
    return spotAt(this.#grid(), seenFirst, isNowSeen ? this.#nowSec : edgeSec + leadSec)
  }

  #listen(): void {
    const [{ scroller }, { signal }] = [this.#options, this.#abort]
    const on = listener(scroller, signal)
    on('scroll', () => this.#scrolled())
    on('click', (event) => this.#clicked(event))
    on('contextmenu', (event) => this.#focusedBy(event))
    on('keydown', (event) => this.#keyDown(event))
    on('keyup', (event) => this.#keyUp(event))
    on('focusin', (event) => this.#focused(event))
    on('focusout', () => this.#painter.hold(-1, null))
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      if (this.#isPlaced || this.#channels.length === 0) this.#scrolled()
      else this.#open()
    })
    observer.observe(scroller)
    signal.addEventListener('abort', () => observer.disconnect())
  }

  #scrolled(): void {
    const { scale, span, onSeen } = this.#options
    // A key has painted already where it scrolled to: reading the position again would force another layout.
    if (!this.#hasMoved) {
      this.#isPaintDue = false
      this.#painter.paint()
    }
    const { fromSec, seenFirst, last } = this.#painter.window
    // Not the window painted before: a key has already painted the one it scrolled to.
    const requested = this.#requestedWindow
    if (requested?.fromSec !== fromSec || requested.seenFirst !== seenFirst || requested.last !== last)
      this.#isAskDue = true
    // Tiles passed by a fling would be cancelled a moment later.
    if (!this.#hasMoved) this.#askIfDue()
    onSeen(secAtLeft(scale, span, this.#painter.scrollLeft))
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => this.#options.onRest(this.place()), restMs)
  }

  /** After the frame of a key: requests what is missing, and catches up with a scroll of the same frame. */
  #painted(): void {
    if (this.#abort.signal.aborted) return
    if (this.#isPaintDue || this.#painter.isBehind()) this.#scrolled()
    else this.#askIfDue()
  }

  #askIfDue(): void {
    if (this.#isAskDue && !this.#painter.isFlung()) this.#ask()
  }

  #ask(): void {
    this.#isAskDue = false
    this.#requestedWindow = this.#painter.window
    this.#options.store.want(requestedTiles(this.#groups, this.#painter.window, this.#nowSec))
  }

  #chosen(row: number, piece: Piece, isMenu: boolean): void {
    const channel = this.#channels[row]
    if (channel === undefined || piece.kind === 'waiting') return
    if (piece.kind === 'failed') return this.retry()
    this.#options.onChosen({ channel, piece }, isMenu)
  }

  #clicked(event: MouseEvent): void {
    const target = event.target as Element
    const channel = this.#channels[this.#painter.rowOf(target) ?? -1]
    if (channel === undefined) return
    if (target.closest('[data-heart]') !== null) return this.#options.onHeart(channel)
    if (target.closest('a') !== null) {
      // The browser opens new tabs itself.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      return this.#options.onChannel(channel)
    }
    const piece = this.#painter.pieceOf(target)
    if (piece !== null) this.#chosen(piece.row, piece.piece, false)
  }

  #focusedBy(event: Event): void {
    const piece = this.#painter.pieceOf(event.target as Element)
    if (piece === null || isTelevision()) return
    event.preventDefault()
    this.#chosen(piece.row, piece.piece, true)
  }

  #focused(event: FocusEvent): void {
    const result = this.#painter.pieceOf(event.target as Element)
    if (result === null) return
    const { row, piece } = result
    if (this.#spot?.row !== row || this.#spot.piece !== piece)
      this.#setSpot({ row, piece, atSec: Math.max(piece.beginSec, this.#painter.window.edgeSec) })
    this.#painter.hold(row, piece)
    this.#rove()
  }

  #keyDown(event: KeyboardEvent): void {
    const piece = this.#painter.pieceOf(event.target as Element)
    if (piece === null) return
    if (isMenuKey(event)) {
      event.preventDefault()
      return this.#chosen(piece.row, piece.piece, true)
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return this.#pressedOk(event.repeat, piece)
    }
    const move = moveOf(event)
    const from = this.#spot
    if (move === null || from === null) return
    const to = step(this.#grid(), from, move)
    // Up and down leave the grid at its ends; left and right do not.
    if (to === null && (move === 'up' || move === 'down')) return
    event.preventDefault()
    event.stopPropagation()
    // A held key moves once per frame.
    if (to === null || (event.repeat && this.#hasMoved)) return
    this.#hasMoved = true
    requestAnimationFrame(() => {
      // The event of its own scroll came before; the rest is done once the frame is painted.
      this.#hasMoved = false
      setTimeout(() => this.#painted(), 0)
    })
    this.#walkTo(to)
  }

  /** On a television a short press acts when the key is released, because only then its length is known. */
  #pressedOk(isRepeat: boolean, { row, piece }: { readonly row: number; readonly piece: Piece }): void {
    if (!isTelevision()) {
      if (!isRepeat) this.#chosen(row, piece, false)
    } else if (!isRepeat) this.#ok = 'down'
    else if (this.#ok === 'down') {
      this.#ok = 'held'
      this.#chosen(row, piece, true)
    }
  }

  #keyUp(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !isTelevision()) return
    const piece = this.#painter.pieceOf(event.target as Element)
    if (this.#ok === 'down' && piece !== null) this.#chosen(piece.row, piece.piece, false)
    this.#ok = 'up'
  }

  #walkTo(spot: Spot): void {
    this.#setSpot(spot)
    showSpot(this.#options, spot)
    this.#painter.hold(spot.row, spot.piece)
    this.#isPaintDue = this.#painter.follow(spot.row, spot.piece)
    if (!this.#isPaintDue) this.#painter.ensure(spot.row)
    this.#rove()
    this.focusStop()
  }
}
