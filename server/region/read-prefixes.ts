import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { type Prefix, parsePrefix } from './prefix-table.ts'

export interface ReadPrefixes {
  readonly prefixes: readonly Prefix[]
  /** Line numbers, from 1, of invalid lines; at most ten of them. */
  readonly badLines: readonly number[]
  readonly badCount: number
  /** The day of a line `# date: 2026-11-01`, its first moment in unix milliseconds. */
  readonly dateMs: number | undefined
}

const maxLines = 500_000

/**
 * Parses a list of prefixes: one per line, IPv4 and IPv6 mixed, `#` starts a comment, `!` before a prefix makes it
 * outside (a hole in a larger one). Invalid lines are counted and skipped.
 */
export function readPrefixes(text: string): ReadPrefixes {
  const prefixes: Prefix[] = []
  const badLines: number[] = []
  let badCount = 0
  let dateMs: number | undefined
  const lines = text.replace(/^\uFEFF/, '').split('\n', maxLines)
  lines.forEach((line, index) => {
    dateMs ??= dateOf(line)
    const content = line
      .trim()
      .replace(/[#;].*$/, '')
      .trim()
    if (content === '') return
    const isInside = !content.startsWith('!')
    const prefix = parsePrefix(content.replace(/^!\s*/, ''), isInside)
    if (prefix !== undefined) {
      prefixes.push(prefix)
      return
    }
    badCount += 1
    if (badLines.length < 10) badLines.push(index + 1)
  })
  return { prefixes, badLines, badCount, dateMs }
}

function dateOf(line: string): number | undefined {
  const [, day] = /^\s*[#;]+\s*date:\s*(\d{4}-\d{2}-\d{2})\s*$/i.exec(line) ?? []
  return day !== undefined && isCalendarDay(day) ? Date.parse(`${day}T00:00:00Z`) : undefined
}
