/** How promo codes of a batch look, and the files that partners send. Pure but for the randomness. */
import type { RandomBytes } from '#server/platform/primitives/ids.ts'
import { normalCode } from './promotion.ts'

/** Without letters and digits that look alike: 0 O Q, 1 I L, 2 Z, 5 S, 8 B, U V. */
const letters = 'ACDEFGHJKMNPRTWXY34679'
const groups = [4, 4, 4] as const

/**
 * A code nobody guesses (more than 53 bits): `PREFIX-XXXX-XXXX-XXXX`. Bytes that would make some letters more frequent
 * are left out.
 */
export function randomCode(prefix: string, random: RandomBytes): string {
  const limit = 256 - (256 % letters.length)
  let text = ''
  const length = groups.reduce((sum, size) => sum + size, 0)
  while (text.length < length)
    for (const byte of random(length * 2))
      if (byte < limit && text.length < length) text += letters[byte % letters.length] ?? ''
  let at = 0
  const parts = groups.map((size) => text.slice(at, (at += size)))
  return [...(prefix === '' ? [] : [prefix]), ...parts].join('-')
}

export interface CodeLine {
  readonly line: number
  readonly code: string
  /** How often it can be used, by different persons. */
  readonly uses: number
}

export interface CodeFault {
  readonly line: number
  readonly field: 'code' | 'uses' | 'line'
  readonly why: 'empty' | 'letters' | 'number' | 'columns' | 'twice' | 'taken'
  readonly text: string
}

const maxUses = 1_000_000
const headings: ReadonlySet<string> = new Set(['code', 'код', 'kod', 'promocode', 'промокод', 'promokod'])

/**
 * Lines of a partner's CSV: `code` or `code;uses`, with a comma, a semicolon or a tab between. `firstLine` is the number of the
 * first of them in the file; a heading may stand in line 1. The first fault ends it.
 */
export function readCodeLines(
  source: string,
  firstLine: number,
): { readonly codes: readonly CodeLine[] } | CodeFault {
  const codes: CodeLine[] = []
  const seen = new Set<string>()
  for (const [at, raw] of source
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = firstLine + at
    const text = raw.trim()
    const cells = text.split(/[,;\t]/).map((cell) => cell.trim().replaceAll(/^"|"$/g, ''))
    const [written = '', count = ''] = cells
    if (text === '' || (line === 1 && headings.has(written.toLocaleLowerCase()))) continue
    const fault = (field: CodeFault['field'], why: CodeFault['why'], what: string): CodeFault => ({
      ...{ line, field, why, text: what.slice(0, 60) },
    })
    if (cells.length > 2) return fault('line', 'columns', text)
    if (written === '') return fault('code', 'empty', text)
    const code = normalCode(written)
    if (code === undefined) return fault('code', 'letters', written)
    if (seen.has(code)) return fault('code', 'twice', code)
    const uses = count === '' ? 1 : /^[1-9]\d{0,6}$/.test(count) ? Number(count) : 0
    if (uses < 1 || uses > maxUses) return fault('uses', 'number', count)
    seen.add(code)
    codes.push({ line, code, uses })
  }
  return { codes }
}
