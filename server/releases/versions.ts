/** Versions of apps and of televisions' firmware, compared without a fixed notation. */

/** The parts of a version that are compared. */
interface VersionParts {
  readonly numbers: readonly number[]
  /** The part after a hyphen, as `beta.2`: such a version comes before the one without. */
  readonly preRelease: readonly string[]
}

const maxParts = 6

/**
 * The first run of numbers and points in a text: `v1.4` is 1.4, `T-HKMUABC-1511.3` is 1511.3. The part after a plus
 * is ignored. Undefined when there is no number in it.
 */
function readVersion(text: string): VersionParts | undefined {
  const [main = '', preRelease = ''] = splitPreRelease(text.split('+', 1)[0] ?? '')
  const numbers = main
    .split('.')
    .slice(0, maxParts)
    // Longer numbers are no versions; they count as the largest one.
    .map((part) => Math.min(Number(part), Number.MAX_SAFE_INTEGER))
  if (main === '') return undefined
  return { numbers, preRelease: preRelease === '' ? [] : preRelease.split('.').slice(0, maxParts) }
}

function splitPreRelease(text: string): readonly [main: string, preRelease: string] {
  const match = /\d+(?:\.\d+)*/.exec(text)
  if (match === null) return ['', '']
  const [, preRelease = ''] = /^-([0-9A-Za-z.-]+)/.exec(text.slice(match.index + match[0].length)) ?? []
  return [match[0], preRelease]
}

/** True when it contains a version. */
export function isVersion(text: string): boolean {
  return readVersion(text) !== undefined
}

/**
 * Negative when `one` is the older version, positive when it is the newer, 0 when both are the same: missing parts
 * are zeros, so 1.4 is 1.4.0. Undefined when one of the two is unreadable.
 */
export function compareVersions(one: string, other: string): number | undefined {
  const [a, b] = [readVersion(one), readVersion(other)]
  if (a === undefined || b === undefined) return undefined
  return compareNumbers(a.numbers, b.numbers) || comparePreReleases(a.preRelease, b.preRelease)
}

/**
 * Whether a version lies between the two, both included; '' is no bound. The upper bound is compared only to its own
 * precision: 1.3 includes 1.3.9. An unreadable version lies within no bounds.
 */
export function isWithin(
  version: string,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  if (from !== '' && (compareVersions(version, from) ?? -1) < 0) return false
  if (to === '') return true
  const [read, end] = [readVersion(version), readVersion(to)]
  if (read === undefined || end === undefined) return false
  const order = compareNumbers(read.numbers.slice(0, end.numbers.length), end.numbers)
  if (order !== 0 || end.preRelease.length === 0) return order <= 0
  return comparePreReleases(read.preRelease, end.preRelease) <= 0
}

function compareNumbers(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < maxParts; at += 1) {
    const order = Math.sign((one[at] ?? 0) - (other[at] ?? 0))
    if (order !== 0) return order
  }
  return 0
}

/**
 * As in Semantic Versioning: no pre-release is the highest, numbers by size and before words, longer after shorter.
 */
function comparePreReleases(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return Math.sign(other.length - one.length)
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const order = comparePreReleaseParts(one[at], other[at])
    if (order !== 0) return order
  }
  return 0
}

function comparePreReleaseParts(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0
  if (one === undefined) return -1
  if (other === undefined) return 1
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (isNumber && isOtherNumber) return Math.sign(Number(one) - Number(other))
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return one < other ? -1 : 1
}
