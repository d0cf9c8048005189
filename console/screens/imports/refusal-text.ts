/** Why an entry of a list was refused: the server's reasons are in English, and are shown in the console's language. */
import type { ru } from '#console/i18n/ru/imports.ts'

type Reason = Extract<keyof typeof ru, `why.${string}`>

/** The first that matches; what a reason names is in brackets or at its ends. */
const reasons: readonly (readonly [RegExp, Reason])[] = [
  [/for adults/, 'why.adults'],
  [/longer than \d+ characters/, 'why.long'],
  [/address is relative/, 'why.relative'],
  [/address cannot be read/, 'why.address'],
  [/page with a player/, 'why.page'],
  [/not a kind of source/, 'why.kind'],
  [/one HLS stream/, 'why.stream'],
  [/has more than/, 'why.many'],
  [/holds no channel/, 'why.empty'],
  [/not a playlist/, 'why.format'],
  [/packed/, 'why.packed'],
  [/no address follows/, 'why.noAddress'],
  [/no name/, 'why.noName'],
  [/twice with the same address/, 'why.twice'],
  [/sources already/, 'why.sources'],
]

/** The text's key; undefined for a reason that is shown as it is. */
export function reasonOf(why: string): Reason | undefined {
  return reasons.find(([form]) => form.test(why))?.[1]
}
