/** Scores stills of a film: neither black nor a text card, but sharp, bright and colourful. */

/** Small stills for scoring: red, green, blue, one byte each, row by row. */
export const smallStill = { width: 96, height: 54 } as const
const { width, height } = smallStill
const pixels = width * height
export const smallStillBytes = pixels * 3

export interface RatedStill {
  /** Score up to 1; 0 means unusable. */
  readonly worth: number
  /** The horizontal centre of interest, 0 to 1: a portrait crop is taken around it. */
  readonly centre: number
}

const nothing: RatedStill = { worth: 0, centre: 0.5 }

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function spreadOf(values: Float64Array, mean: number): number {
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}

/** The share of the most common colour, 0 to 1: text cards have a background of one colour. */
function oneColour(rgb: Uint8Array): number {
  const counts = new Uint32Array(512)
  for (let at = 0; at < pixels; at += 1) {
    const [red, green, blue] = [rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0]
    const colour = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    counts[colour] = (counts[colour] ?? 0) + 1
  }
  return Math.max(...counts) / pixels
}

/** As Hasler and Süsstrunk measure it (2003): 0 is grey, 60 and more is very colourful. */
function colourfulness(rgb: Uint8Array): number {
  const [first, second] = [new Float64Array(pixels), new Float64Array(pixels)]
  for (let at = 0; at < pixels; at += 1) {
    const [red, green, blue] = [rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0]
    first[at] = red - green
    second[at] = (red + green) / 2 - blue
  }
  const means = [meanOf(first), meanOf(second)] as const
  const spreads = [spreadOf(first, means[0]), spreadOf(second, means[1])] as const
  return Math.hypot(...spreads) + 0.3 * Math.hypot(...means)
}

/** How much each column differs from its neighbours; the edges are left out, since black bars end there. */
function edges(grey: Float64Array): Float64Array {
  const columns = new Float64Array(width)
  for (let row = 1; row < height - 1; row += 1)
    for (let column = 1; column < width - 1; column += 1) {
      const at = row * width + column
      const around =
        (grey[at - 1] ?? 0) + (grey[at + 1] ?? 0) + (grey[at - width] ?? 0) + (grey[at + width] ?? 0)
      columns[column] = (columns[column] ?? 0) + Math.abs(4 * (grey[at] ?? 0) - around)
    }
  return columns
}

/** Width in columns of a two to three portrait crop. */
const upright = (height * 2) / 3

function centreOf(columns: Float64Array): number {
  const window = Math.round(upright)
  let best = { sum: -1, centre: 0.5 }
  for (let from = 0; from + window <= width; from += 1) {
    const centre = (from + window / 2) / width
    const seen = columns.subarray(from, from + window).reduce((sum, value) => sum + value, 0)
    // The main subject is usually near the middle.
    const sum = seen * (1 - 0.5 * Math.abs(centre - 0.5))
    if (sum > best.sum) best = { sum, centre }
  }
  return best.centre
}

const darkest = 30
const brightest = 225
const flattest = 16
const maxOneColour = 0.6

function part(value: number, whole: number): number {
  return Math.min(1, value / whole)
}

/** Scores one small still; a wrong number of bytes scores 0. */
export function rateStill(rgb: Uint8Array): RatedStill {
  if (rgb.length !== smallStillBytes) return nothing
  const grey = new Float64Array(pixels)
  for (let at = 0; at < pixels; at += 1)
    grey[at] = 0.299 * (rgb[at * 3] ?? 0) + 0.587 * (rgb[at * 3 + 1] ?? 0) + 0.114 * (rgb[at * 3 + 2] ?? 0)
  const mean = meanOf(grey)
  const common = oneColour(rgb)
  const isEmpty = mean < darkest || mean > brightest || spreadOf(grey, mean) < flattest
  if (isEmpty || common > maxOneColour) return nothing
  const columns = edges(grey)
  const sharpness = columns.reduce((sum, value) => sum + value, 0) / pixels
  const exposure = 1 - Math.abs(mean - 115) / 115
  const worth = 0.4 * part(sharpness, 60) + 0.35 * part(colourfulness(rgb), 60) + 0.25 * Math.max(0, exposure)
  return { worth: worth * (1 - common / 2), centre: centreOf(columns) }
}

const candidates = 24
/** Before and after these fractions of a film are credits. */
const firstPart = 0.08
const lastPart = 0.8

/** The positions to examine in a film, seconds; none inside a marked intro or end credits. */
export function momentsToJudge(
  durationSec: number,
  marked: readonly { readonly beginSec: number; readonly endSec: number }[],
): readonly number[] {
  const step = (lastPart - firstPart) / (candidates - 1)
  const all = Array.from({ length: candidates }, (_, place) => durationSec * (firstPart + place * step))
  const free = all.filter((sec) => !marked.some(({ beginSec, endSec }) => sec >= beginSec && sec < endSec))
  return free.length > 0 ? free : all
}
