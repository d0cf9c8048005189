/**
 * The rectangle of the screen where AVPlay draws, behind the page. An `<object>` of its type makes a hole in the page
 * there, whatever lies behind the object; AVPlay gets the rectangle in pixels of a screen of 1920 × 1080.
 * https://developer.samsung.com/smarttv/develop/guides/multimedia/media-playback/using-avplay.html
 */
import type { Avplay } from './avplay-api.ts'

const screenWidth = 1920
const screenHeight = 1080

/** A box of the page, in pixels of the screen. */
export function screenRect(
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  page: { readonly width: number; readonly height: number },
): readonly [number, number, number, number] {
  const [x, y] = [screenWidth / page.width, screenHeight / page.height]
  return [box.left * x, box.top * y, box.width * x, box.height * y].map(Math.round) as unknown as readonly [
    number,
    number,
    number,
    number,
  ]
}

/** The element AVPlay draws under. */
export class DisplayRect {
  readonly element: HTMLObjectElement
  readonly #avplay: Avplay
  readonly #stop: () => void
  #last = ''

  constructor(avplay: Avplay, place: HTMLElement) {
    this.#avplay = avplay
    this.element = document.createElement('object')
    this.element.type = 'application/avplayer'
    Object.assign(this.element.style, {
      position: 'absolute',
      left: 0,
      top: 0,
      width: '100%',
      height: '100%',
    })
    place.before(this.element)
    const update = () => this.update()
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update)
    observer?.observe(this.element)
    addEventListener('resize', update)
    addEventListener('scroll', update, true)
    this.#stop = () => {
      observer?.disconnect()
      removeEventListener('resize', update)
      removeEventListener('scroll', update, true)
    }
  }

  /** Tells AVPlay where the element is, when it has moved. */
  update(): void {
    const box = this.element.getBoundingClientRect()
    if (this.#avplay.getState() === 'NONE' || box.width === 0 || box.height === 0) return
    const rect = screenRect(box, { width: innerWidth, height: innerHeight })
    if (this.#last === String(rect)) return
    this.#avplay.setDisplayRect(...rect)
    this.#last = String(rect)
  }

  /** A source that is opened knows no rectangle. */
  reset(): void {
    this.#last = ''
    this.update()
  }

  remove(): void {
    this.#stop()
    this.element.remove()
  }
}
