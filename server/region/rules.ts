import type { Prefix } from './prefix-table.ts'
import { parsePrefix } from './prefix-table.ts'

/**
 * Addresses that only the network's own side can have: loopback, private, link-local, and the range operators
 * share among subscribers (RFC 6598). They are inside unless a file says otherwise.
 */
export const ownPrefixes: readonly Prefix[] = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
].flatMap((text) => parsePrefix(text, true) ?? [])

export interface ReadPrefixes {
  readonly prefixes: readonly Prefix[]
  /** Line numbers, from 1, that are no prefix; at most ten of them. */
  readonly badLines: readonly number[]
  readonly badCount: number
}

const mostLines = 500_000

/**
 * Reads a list of prefixes: one a line, IPv4 and IPv6 mixed, `#` begins a comment, `!` before a prefix puts it
 * outside (a hole in a larger one). Lines that cannot be read are counted and left out.
 */
export function readPrefixes(text: string): ReadPrefixes {
  const prefixes: Prefix[] = []
  const badLines: number[] = []
  let badCount = 0
  const lines = text.replace(/^\uFEFF/, '').split('\n', mostLines)
  lines.forEach((line, index) => {
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
  return { prefixes, badLines, badCount }
}
