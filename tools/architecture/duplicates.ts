/** Runs of equal lines in two places. */

export interface SourceText {
  readonly path: string
  readonly text: string
}

/** Two files, or one twice, that share a run of this many lines. */
export interface Duplicate {
  readonly one: string
  readonly other: string
  readonly lines: number
}

/** A run in more places than this is a common form, not a copy. */
const maxPlaces = 8

/**
 * The pairs of files that share a run of at least `minLines` lines, the longest run of each, longest first. Blank lines,
 * comments, imports and lone punctuation do not count.
 */
export function findDuplicates(sources: readonly SourceText[], minLines: number): readonly Duplicate[] {
  const files = sources.map(({ path, text }) => ({ path, lines: countedLines(text) }))
  const places = new Map<string, { file: number; at: number }[]>()
  files.forEach(({ lines }, file) => {
    for (let at = 0; at + minLines <= lines.length; at += 1) {
      const run = lines.slice(at, at + minLines).join('\n')
      const before = places.get(run)
      if (before === undefined) places.set(run, [{ file, at }])
      else before.push({ file, at })
    }
  })
  const longest = new Map<string, Duplicate>()
  for (const shared of places.values()) {
    if (shared.length < 2 || shared.length > maxPlaces) continue
    for (const [index, one] of shared.entries())
      for (const other of shared.slice(index + 1)) {
        const pair = pairOf(files, one, other, minLines)
        if (pair === undefined) continue
        const key = `${files[one.file]?.path} ${files[other.file]?.path}`
        if ((longest.get(key)?.lines ?? 0) < pair.lines) longest.set(key, pair)
      }
  }
  return [...longest.values()].toSorted((one, other) => other.lines - one.lines)
}

type Files = readonly { readonly path: string; readonly lines: readonly string[] }[]
interface Place {
  readonly file: number
  readonly at: number
}

/** The whole run that starts at these places; undefined where it started earlier, or overlaps itself. */
function pairOf(files: Files, one: Place, other: Place, minLines: number): Duplicate | undefined {
  const [ours, theirs] = [files[one.file], files[other.file]]
  if (ours === undefined || theirs === undefined) return undefined
  if (one.at > 0 && other.at > 0 && ours.lines[one.at - 1] === theirs.lines[other.at - 1]) return undefined
  const room = one.file === other.file ? other.at - one.at : Infinity
  let lines = 0
  while (
    lines < room &&
    other.at + lines < theirs.lines.length &&
    ours.lines[one.at + lines] === theirs.lines[other.at + lines]
  )
    lines += 1
  return lines < minLines ? undefined : { one: ours.path, other: theirs.path, lines }
}

/** The lines that count. */
function countedLines(text: string): readonly string[] {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^import [\s\S]*?from '[^'\n]*'$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line) && !line.startsWith('//') && !line.startsWith('import '))
}
