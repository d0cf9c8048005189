/** The season and episode of a programme, as text. */
import type { Programme } from '#contract/channels/channels.ts'
import { useText, type BaseText } from '#web/session/text.ts'

export type PartOfSeries = Pick<Programme, 'sub_title' | 'season' | 'episode'>

/** `Сезон 2, серия 5. Возвращение`; empty where the guide does not say. */
export function partOfSeries(t: BaseText, { sub_title, season, episode }: PartOfSeries): string {
  const numbers = [
    ...(season === null ? [] : [season === 0 ? t('series.special') : t('series.season', { number: season })]),
    ...(episode === null ? [] : [t('series.episode', { number: episode })]),
  ]
    .map((words, at) => (at === 0 ? words : words.toLowerCase()))
    .join(', ')
  return [numbers, sub_title].filter((words) => words !== '').join('. ')
}

/** The same in the viewer's language. */
export function usePartOfSeries(): (programme: PartOfSeries) => string {
  const t = useText()
  return (programme) => partOfSeries(t, programme)
}
