/** The form of a programme and what of it is sent; pure. */
import type { consoleTimeline } from '#contract/console/timeline.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { localMoment, secOfMoment } from '#console/i18n/moments.ts'
import type { Dialogued, Programme } from './timeline-data.ts'

const names = [
  ...(['begin', 'end', 'title_ru', 'title_uz', 'subtitle_ru', 'subtitle_uz'] as const),
  ...(['description_ru', 'description_uz', 'genre_code', 'age_rating', 'season', 'episode'] as const),
] as const
export type Values = Readonly<Record<(typeof names)[number], string>>

/** No season, no episode: an empty field. */
const noNumber = -1

/** What the form begins with. */
export function initialOf(subject: Dialogued): Values {
  if (subject.kind === 'new')
    return {
      ...{ begin: localMoment(subject.begin), end: localMoment(subject.end), genre_code: '0' },
      ...{ title_ru: '', title_uz: '', subtitle_ru: '', subtitle_uz: '', age_rating: '' },
      ...{ description_ru: '', description_uz: '', season: '', episode: '' },
    }
  const { begin, end, fields } = subject.programme
  return {
    ...fields,
    ...{ begin: localMoment(begin), end: localMoment(end), genre_code: String(fields.genre_code) },
    season: numberText(fields.season),
    episode: numberText(fields.episode),
  }
}

function numberText(value: number): string {
  return value === noNumber ? '' : String(value)
}

/** A half filled moment is sent as none, which is refused at its field. */
function sentMoment(text: string): number | string {
  return secOfMoment(text) ?? ''
}

function numberOf(text: string): number | string {
  return text.trim() === '' ? noNumber : text
}

function sentFields(values: Values) {
  const { begin: _begin, end: _end, season, episode, ...texts } = values
  return { ...texts, season: numberOf(season), episode: numberOf(episode) }
}

/** The input that adds a programme. */
export function newInput(cid: number, values: Values): InputOf<typeof consoleTimeline.add> {
  return { cid, begin: sentMoment(values.begin), end: sentMoment(values.end), ...sentFields(values) }
}

/** What was changed of a programme: only that is sent. Seconds that the form does not show stay. */
export function changeInput(
  cid: number,
  { pid, begin, end }: Pick<Programme, 'pid' | 'begin' | 'end'>,
  {
    initial,
    values,
    version,
  }: { readonly initial: Values; readonly values: Values; readonly version: number },
): InputOf<typeof consoleTimeline.change> {
  const isChanged = (name: string) => values[name as keyof Values] !== initial[name as keyof Values]
  const fields = Object.fromEntries(Object.entries(sentFields(values)).filter(([name]) => isChanged(name)))
  const times =
    isChanged('begin') || isChanged('end')
      ? {
          begin: isChanged('begin') ? sentMoment(values.begin) : begin,
          end: isChanged('end') ? sentMoment(values.end) : end,
        }
      : {}
  return { cid, pid, version, ...times, ...fields }
}

/** As the dialog of a conflict shows them. */
export function shownValues(values: Values): Readonly<Record<string, string>> {
  const { begin, end, ...others } = values
  return { times: `${begin.replace('T', ' ')} – ${end.replace('T', ' ')}`, ...others }
}
