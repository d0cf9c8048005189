/**
 * The width of text, letter by letter, so that it can be cut before it is drawn: elements that clip their content
 * cost the browser a layer each, and a guide has dozens of them.
 */

/** Kerning: letters are a little nearer or further apart than alone. */
const slack = 1.02
const ellipsis = '…'

export class LetterWidths {
  readonly #measure: (letter: string) => number
  readonly #rows = new Map<string, number>()

  constructor(measure: (letter: string) => number) {
    this.#measure = measure
  }

  /** The width of the whole text in pixels. */
  of(text: string): number {
    let px = 0
    for (const letter of text) px += this.#of(letter)
    return px * slack
  }

  /**
   * The text, or as many whole words of it as fit in this width with an ellipsis. `isBroken` when not even the
   * first word fits: then the text is a part of that word, or '' where not even a letter fits.
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

/** As an element's font draws them; without a canvas all letters count as the widest. */
export function letterWidthsOf(element: Element, widestPx: number): LetterWidths {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null) return new LetterWidths(() => widestPx)
  const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(element)
  context.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  return new LetterWidths((letter) => context.measureText(letter).width)
}
