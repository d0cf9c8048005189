/** Chapters whose names say that they are the intro or the end credits. */

export interface Chapter {
  readonly name: string
  readonly beginSec: number
  readonly endSec: number
}

const intro =
  /^(?:opening(?: credits)?|intro(?:duction)?|op|title sequence|заставка|опенинг|начальные титры|вступительные титры|muqaddima)(?!\p{L})/iu
const titles =
  /^(?:ending|(?:end |closing )?credits|end titles|outro|ed|титры|эндинг|конечные титры|финальные титры|yakuniy titrlar|titrlar)(?!\p{L})/iu
const longestIntroSec = 240
/** End credits begin in the last part of a film, an intro in its first half. */
const titlesAfter = 0.7
const introBefore = 0.5

/** The first intro and the last end credits among the chapters. */
export function chapterMarks(
  chapters: readonly Chapter[],
  durationSec: number,
): readonly { readonly kind: 'intro' | 'titles'; readonly beginSec: number; readonly endSec: number }[] {
  const named = (form: RegExp) =>
    chapters.filter(({ name, beginSec, endSec }) => form.test(name.trim()) && endSec > beginSec)
  const first = named(intro).find(
    ({ beginSec, endSec }) => beginSec < durationSec * introBefore && endSec - beginSec <= longestIntroSec,
  )
  const last = named(titles).findLast(({ beginSec }) => beginSec >= durationSec * titlesAfter)
  const within = ({ beginSec, endSec }: Chapter) => ({
    beginSec: Math.max(0, beginSec),
    endSec: Math.min(endSec, durationSec),
  })
  return [
    ...(first === undefined ? [] : [{ kind: 'intro' as const, ...within(first) }]),
    ...(last === undefined ? [] : [{ kind: 'titles' as const, ...within(last) }]),
  ].filter(({ beginSec, endSec }) => endSec > beginSec)
}
