/**
 * The head of a row: the channel's number, logo, name and heart. Without React: rows come and go with every scroll.
 */
import type { Channel } from '#contract/channels/channels.ts'
import { atServer } from '#web/state/site-address.ts'
import styles from './guide-grid.module.css'

export interface RowHeadWords {
  readonly heart: (channel: Channel) => string
  readonly locked: string
  readonly hrefOf: (cid: number) => string
  /** A lock beside the name of a channel this viewer may not watch. */
  readonly showLock: boolean
  /** Shows what a channel shows now in an element, until the returned function is called; undefined: no stills. */
  readonly still: ((frame: HTMLElement, cid: number) => () => void) | undefined
}

/**
 * The paths of the icons on a 24-pixel grid: those of `ui/controls/icon.tsx`, for elements created without React.
 */
const heart =
  'M12 20.2 4.6 12.9a4.7 4.7 0 0 1 0-6.7 4.8 4.8 0 0 1 6.7 0l.7.7.7-.7a4.8 4.8 0 0 1 6.7 0 4.7 4.7 0 0 1 0 6.7L12 20.2Z'
const lock = 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3'

function drawn(path: string, className: string | undefined): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.setAttribute('class', className ?? '')
  const line = document.createElementNS(space, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string | undefined) {
  const made = document.createElement(name)
  made.className = className ?? ''
  return made
}

export class RowHead {
  readonly element = element('div', styles.head)
  readonly #link = element('a', styles.channel)
  readonly #number = element('span', styles.number)
  readonly #plate = element('span', styles.plate)
  readonly #still = element('span', styles.still)
  readonly #logo = element('span', styles.logo)
  readonly #name = element('span', styles.name)
  readonly #heart = element('button', styles.heart)
  readonly #lock = drawn(lock, styles.lock)
  readonly #spoken = element('span', 'spoken')
  #channel: Channel | null = null
  #isOwned = false
  #endStill: (() => void) | undefined

  constructor() {
    this.#link.tabIndex = -1
    this.#heart.type = 'button'
    this.#heart.tabIndex = -1
    this.#heart.dataset['heart'] = ''
    this.#heart.append(drawn(heart, undefined))
    this.#plate.setAttribute('aria-hidden', 'true')
    this.#plate.append(this.#still, this.#logo)
    this.#link.append(this.#number, this.#plate, this.#name, this.#spoken)
    this.element.append(this.#link, this.#heart)
  }

  /** Whether a drawn row owns this head. */
  set isOwned(isOwned: boolean) {
    if (isOwned === this.#isOwned) return
    this.#isOwned = isOwned
    for (const [name, value] of [
      ['role', 'rowheader'],
      ['aria-colindex', '1'],
    ] as const)
      if (isOwned) this.element.setAttribute(name, value)
      else this.element.removeAttribute(name)
  }

  show(channel: Channel, words: RowHeadWords): void {
    const before = this.#channel
    if (before === channel) return
    this.#channel = channel
    if (before?.id !== channel.id) {
      this.#link.href = words.hrefOf(channel.id)
      this.#endStill?.()
      this.#endStill = channel.is_radio === 1 ? undefined : words.still?.(this.#still, channel.id)
    }
    if (before?.number !== channel.number) this.#number.textContent = `${channel.number} `
    if (before?.name !== channel.name) this.#name.textContent = channel.name
    if (before?.logo !== channel.logo || before.name !== channel.name) this.#showLogo(channel)
    const isLocked = words.showLock && channel.is_available === 0
    if (isLocked !== (this.#lock.parentNode !== null)) {
      if (isLocked) this.#link.append(this.#lock)
      else this.#lock.remove()
    }
    const says = isLocked ? `, ${words.locked}` : ''
    if (this.#spoken.textContent !== says) this.#spoken.textContent = says
    this.#heart.dataset['favourite'] = channel.is_favorited === 1 ? 'kept' : 'none'
    this.#heart.setAttribute('aria-label', words.heart(channel))
  }

  /** The head is used no longer. */
  destroy(): void {
    this.#endStill?.()
  }

  #showLogo({ logo, name }: Channel): void {
    const letters = () => {
      this.#logo.textContent = name
        .split(/[\s-]+/)
        .map((word) => word[0] ?? '')
        .join('')
        .slice(0, 3)
        .toUpperCase()
    }
    if (logo === '') return letters()
    // A new element: the old image would stay until the next one has loaded.
    const picture = document.createElement('img')
    picture.alt = ''
    picture.decoding = 'async'
    picture.addEventListener('error', () => picture.parentNode === this.#logo && letters())
    picture.src = atServer(logo)
    this.#logo.textContent = ''
    this.#logo.append(picture)
  }
}
