/** Why a file cannot be imported: the server's reasons are in English, and are shown in the console's language. */
import type { ru } from '#console/i18n/ru/folders.ts'

type Reason = Extract<keyof typeof ru, `why.${string}`>

/** The first that matches; what a reason names is in the group. */
const reasons: readonly (readonly [RegExp, Reason])[] = [
  [/taken again|tried before/, 'why.before'],
  [/no rights to read/, 'why.rights'],
  [/does not exist/, 'why.missing'],
  [/not in UTF-8/, 'why.utf8'],
  [/folders deep/, 'why.deep'],
  [/same episode as (.+)$/, 'why.double'],
  [/neither its name nor its folder/, 'why.series'],
  [/has the same name and was taken/, 'why.name'],
  [/series has the same name/, 'why.seriesName'],
  [/these subtitles begin with/, 'why.subtitles'],
  [/this trailer/, 'why.trailer'],
  [/language cannot be told/, 'why.language'],
  [/file is empty/, 'why.empty'],
  [/XML is broken|holds no <movie>|larger than 2 MB/, 'why.nfo'],
  [/window|available|premiere/, 'why.window'],
]

export interface RefusedReason {
  readonly key: Reason
  /** The file that the reason names; '' for none. */
  readonly file: string
}

/** Undefined for a reason that is shown as it is. */
export function refusedReason(why: string): RefusedReason | undefined {
  for (const [form, key] of reasons) {
    const match = form.exec(why)
    if (match !== null) return { key, file: match[1] ?? '' }
  }
  return undefined
}
