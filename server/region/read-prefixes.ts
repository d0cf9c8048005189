import { isCalendarDay } from '#server/platform/primitives/calendar-day.ts'
import { type Prefix, parsePrefix } from './prefix-table.ts'

export interface ReadPrefixes {
  readonly prefixes: readonly Prefix[]
  /** Line numbers, from 1, that are no prefix; at most ten of them. */
  readonly badLines: readonly number[]
  readonly badCount: number
  /** The day a line `# date: 2026-11-01` names, its first moment in unix milliseconds. */
  readonly dateMs: number | undefined
}

const maxLines = 500_000

/**
 * Reads a list of prefixes: one a line, IPv4 and IPv6 mixed, `#` begins a comment, `!` before a prefix puts it
 * outside (a hole in a larger one). Lines that cannot be read are counted and left out.
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
