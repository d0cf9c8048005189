/**
 * Which film card the viewer rests on: the pointer of a mouse over it, or the focus of a keyboard or a remote control on
 * it. A finger rests on no card.
 */
import { isTelevision } from '#web/remote/television.ts'

/** How long the viewer rests on a card before its data is requested, and before its preview opens. Milliseconds. */
export const rests = {
  pointer: { aimMs: 60, openMs: 200 },
  focus: { aimMs: 350, openMs: 800 },
} as const

export interface AimedCard {
  /** The link of the card. */
  readonly link: HTMLElement
  readonly vid: number
  readonly by: keyof typeof rests
}

interface CardListener {
  /** The viewer probably stays: what the preview needs may be requested. */
  readonly onAim: (card: AimedCard) => void
  readonly onOpen: (card: AimedCard) => void
  /** The viewer went on: everything of the card ends at once. */
  readonly onLeave: () => void
}

const cards = 'a[data-film]'
const previews = '[data-preview]'

/** Follows the cards of the page until the returned function is called. `first`: what the viewer is on already. */
export function followCards(listener: CardListener, first: Event | null = null): () => void {
  const follower = new CardFollower(listener)
  follower.start()
  if (first !== null) follower.goOnFrom(first)
  return () => follower.stop()
}

class CardFollower {
  readonly #listener: CardListener
  #card: AimedCard | null = null
  #isOpen = false
  /** A card whose preview was closed by a key gets no other one before the viewer has left it. */
  #dismissed: HTMLElement | null = null
  #byKeys = isTelevision()
  #timers: readonly ReturnType<typeof setTimeout>[] = []
  #stops: readonly (() => void)[] = []

  constructor(listener: CardListener) {
    this.#listener = listener
  }

  start(): void {
    this.#stops = [
      on(document, 'pointerover', (event) => this.#over(event)),
      on(document, 'focusin', (event) => this.#focused(event)),
      on(document, 'focusout', (event) => this.#lost(event)),
      on(document, 'keydown', (event) => this.#key(event)),
      on(document, 'visibilitychange', () => document.visibilityState === 'hidden' && this.#leave()),
      on(document, 'scroll', () => this.#scrolled()),
      on(document, 'pointerdown', (event) => this.#pressed(event)),
      on(document, 'wheel', (event) => this.#pressed(event)),
      on(document.documentElement, 'pointerleave', ({ target }) => {
        if (target === document.documentElement) this.#leave()
      }),
    ]
  }

  stop(): void {
    this.#leave()
    for (const stop of this.#stops) stop()
  }

  /** The viewer may have gone on while this code was loading. */
  goOnFrom(first: Event): void {
    const { target, type } = first
    if (type === 'focusin' && document.activeElement === target) {
      this.#byKeys = true
      this.#focused(first)
    } else if (type === 'pointerover' && target instanceof Element && target.matches(':hover'))
      this.#over(first)
  }

  #leave(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
    if (this.#card === null) return
    this.#card = null
    this.#listener.onLeave()
  }

  #rest(link: HTMLElement, by: AimedCard['by']): void {
    if (this.#card?.link === link || this.#dismissed === link) return
    this.#leave()
    const vid = Number(link.dataset['film'])
    if (!Number.isSafeInteger(vid) || vid <= 0 || link.getAttribute('role') === 'option') return
    this.#card = { link, vid, by }
    this.#wait(this.#card)
  }

  #wait(card: AimedCard): void {
    const { aimMs, openMs } = rests[card.by]
    for (const timer of this.#timers) clearTimeout(timer)
    this.#isOpen = false
    const open = () => {
      this.#isOpen = true
      this.#listener.onOpen(card)
    }
    this.#timers = [setTimeout(() => this.#listener.onAim(card), aimMs), setTimeout(open, openMs)]
  }

  /** A focus that moves scrolls to its card: the viewer rests once that is over. */
  #scrolled(): void {
    if (this.#card?.by === 'focus' && !this.#isOpen) this.#wait(this.#card)
    else this.#leave()
  }

  #over(event: Event): void {
    if ((event as PointerEvent).pointerType !== 'mouse') return
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest(previews) != null) return
    const link = target?.closest<HTMLElement>(cards) ?? null
    if (link !== this.#dismissed) this.#dismissed = null
    if (link !== null) this.#rest(link, 'pointer')
    else if (this.#card?.by === 'pointer') this.#leave()
  }

  #focused({ target }: Event): void {
    if (!this.#byKeys || !(target instanceof HTMLElement) || target.closest(previews) !== null) return
    if (target !== this.#dismissed) this.#dismissed = null
    if (target.matches(cards)) this.#rest(target, 'focus')
    else this.#leave()
  }

  #lost(event: Event): void {
    const next = (event as FocusEvent).relatedTarget
    const staysInside = next instanceof Element && next.closest(previews) !== null
    if (this.#card?.by === 'focus' && !staysInside) this.#leave()
  }

  #pressed({ type, target }: Event): void {
    if (type === 'pointerdown') this.#byKeys = false
    const isInside = target instanceof Element && target.closest(previews) !== null
    if (!isInside) this.#leave()
  }

  #key(event: Event): void {
    this.#byKeys = true
    if ((event as KeyboardEvent).key !== 'Escape' || this.#card === null) return
    const { link } = this.#card
    this.#dismissed = link
    const hadFocus = document.activeElement?.closest(previews) != null
    this.#leave()
    if (hadFocus) link.focus()
  }
}

/** Before the page's own handlers, which may stop an event. */
function on(target: EventTarget, name: string, run: (event: Event) => void): () => void {
  const options = { capture: true, passive: true }
  target.addEventListener(name, run, options)
  return () => target.removeEventListener(name, run, options)
}
