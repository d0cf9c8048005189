/**
 * How wide words are, letter by letter, so that they can be cut off before they are drawn: a box that cuts off what it
 * holds costs the browser a layer's worth of work each, and a guide has dozens of them.
 */

/** Letters stand a little nearer or further beside each other than alone. */
const slack = 1.02
const ellipsis = '…'

export class LetterWidths {
  readonly #measure: (letter: string) => number
  readonly #rows = new Map<string, number>()

  constructor(measure: (letter: string) => number) {
    this.#measure = measure
  }

  /** Pixels of the whole text. */
  of(text: string): number {
    let px = 0
    for (const letter of text) px += this.#of(letter)
    return px * slack
  }

  /**
   * The text, or as many whole words of it as so many pixels hold with an ellipsis behind them. `isBroken` when not even
   * the first word fits: then it is a part of that, or '' where not even a letter fits.
   */
  fit(text: string, px: number): { readonly text: string; readonly isBroken: boolean } {
    let [used, end, letters, words] = [0, 0, 0, 0]
    const withEllipsis = px - this.#of(ellipsis) * slack
    for (const letter of text) {
      if (letter === ' ' && used <= withEllipsis) words = end
      used += this.#of(letter) * slack
      end += letter.length
      if (used <= withEllipsis) letters = end
      if (used > px) return cutOff(text, words, letters)
    }
    return { text, isBroken: false }
  }

  #of(letter: string): number {
    const cached = this.#rows.get(letter)
    if (cached !== undefined) return cached
    const px = this.#measure(letter)
    this.#rows.set(letter, px)
    return px
  }
}

function cutOff(text: string, words: number, letters: number) {
  if (words > 0) return { text: `${text.slice(0, words).trimEnd()}${ellipsis}`, isBroken: false }
  return { text: letters === 0 ? '' : `${text.slice(0, letters)}${ellipsis}`, isBroken: letters > 0 }
}

/** As an element's font draws them; where there is no canvas, all as wide as the widest. */
export function letterWidthsOf(element: Element, widestPx: number): LetterWidths {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return new LetterWidths(() => widestPx)
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  return new LetterWidths((letter) => context.measureText(letter).width)
}
