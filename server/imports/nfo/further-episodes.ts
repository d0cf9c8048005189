/** The other episodes of one file, as its name says after the first one: `-E06`, `E06E07`, `-1x03`, `-06`, `& 06`. Pure. */

/** As many episodes as one file has at most: what says more is no range of episodes. */
export const maxInOne = 12

const explicit =
  /(?:\s?-\s?s(?<season>\d{1,3})e|\s?-\s?(?<cross>\d{1,2})x|\s?-?\s?e|\s{0,2}&\s?e)(?<number>\d{1,4})(?![\dpix])/iy

/**
 * A number alone: not `-10bit`, `-4K`, `-5.1`, `-1080p`, `-24 fps`, and not ` & 2 Fast`, which is a name. Channels of
 * sound are written like decimals.
 */
const bare =
  /(?:-|(?<spaced>\s{1,2})?&\s?)(?<number>\d{1,4})(?=$|[\s._\])-])(?!\.[012](?!\d))(?![\s._-]?(?:bits?|k|ch|channels?|fps|hz|[km]bps)(?![\p{L}\d]))/iuy
const wordAfter = /^\s+[\p{L}\d]/u

export interface FurtherEpisodes {
  /** In the order of the name. */
  readonly numbers: readonly { readonly number: number; readonly isBare: boolean }[]
  /** Another one says another season: then this is no file of one. */
  readonly isOtherSeason: boolean
  /** How many characters they are. */
  readonly length: number
}

/** The episodes that `text`, the part of a file's name after its first one, begins with. */
export function furtherIn(text: string, season: number | undefined): FurtherEpisodes {
  const numbers: { number: number; isBare: boolean }[] = []
  let [at, isOtherSeason] = [0, false]
  while (numbers.length < maxInOne) {
    const match = matchAt(explicit, text, at) ?? bareAt(text, at)
    if (match?.groups === undefined) break
    const { season: own = match.groups['cross'], number } = match.groups
    isOtherSeason ||= own !== undefined && season !== undefined && Number(own) !== season
    numbers.push({ number: Number(number), isBare: match.isBare })
    at += match.length
  }
  return { numbers, isOtherSeason, length: at }
}

function matchAt(form: RegExp, text: string, at: number) {
  form.lastIndex = at
  const match = form.exec(text)
  return match === null ? undefined : { groups: match.groups, length: match[0].length, isBare: false }
}

function bareAt(text: string, at: number) {
  const match = matchAt(bare, text, at)
  if (match === undefined) return undefined
  const isName = match.groups?.['spaced'] !== undefined && wordAfter.test(text.slice(at + match.length))
  return isName ? undefined : { ...match, isBare: true }
}

/**
 * The last episode of a file that begins with `first`. `own`: the numbers of other files of the season; one of them ends
 * what numbers alone say, which may be of something else.
 */
export function lastOf(first: number, further: FurtherEpisodes, own: ReadonlySet<number>): number {
  if (further.isOtherSeason) return first
  let last = first
  for (const { number, isBare } of further.numbers) {
    if (number <= last || number - first >= maxInOne) return first
    if (isBare && hasBetween(own, last, number)) break
    last = number
  }
  return last
}

/** Whether a number after `from`, up to `to`, is one of them. */
function hasBetween(own: ReadonlySet<number>, from: number, to: number): boolean {
  for (let number = from + 1; number <= to; number += 1) if (own.has(number)) return true
  return false
}
