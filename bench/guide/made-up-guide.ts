/** Channels and thirteen days of their programmes, from a seed: the grid of a large installation. */
import type { Channel } from '#contract/channels/channels.ts'
import { guideTileSec, type TileProgramme } from '#contract/channels/guide.ts'
import { createDice, type Dice } from '#bench/kit/seeded-random.ts'

const daySec = 86_400
const words = [
  'Новости за четверть часа',
  'Oila qissasi',
  'Погода',
  'Вечернее кино',
  'Мультфильмы',
  'Футбол. Чемпионат Узбекистана',
  'Концерт',
  'Документальный фильм о Хорезме',
  'Yangiliklar',
]

export interface MadeUpGuide {
  readonly channels: readonly Channel[]
  readonly programmeCount: number
  /** A tile as in the server's response. */
  tile(from: number, cids: readonly number[]): object
}

/** `count` channels; programmes of 10 to 85 minutes from seven days before `nowSec` to seven after. */
export function madeUpGuide(count: number, nowSec: number): MadeUpGuide {
  const dice = createDice(11)
  const byCid = new Map<number, readonly TileProgramme[]>()
  const channels = Array.from({ length: count }, (_, index): Channel => {
    const cid = 1000 + index
    byCid.set(cid, programmesOf(cid, nowSec, dice))
    return {
      ...{ id: cid, number: index + 1, name: `Канал ${index + 1}`, logo: '' },
      ...{ category: 1, category_id: 1, additional_categories: [] },
      ...{
        is_favorited: 0,
        is_available: 0,
        is_social: 0,
        is_radio: 0,
        has_archive: 1,
        now: null,
        next: null,
      },
    }
  })
  const touching = (cid: number, from: number) =>
    (byCid.get(cid) ?? []).filter((one) => one.end_time > from && one.begin_time < from + guideTileSec)
  return {
    channels,
    programmeCount: [...byCid.values()].reduce((sum, own) => sum + own.length, 0),
    tile: (from, cids) => ({
      ...{ from, to: from + guideTileSec },
      channels: { item: cids.map((cid) => ({ cid, programs: { item: touching(cid, from) } })) },
    }),
  }
}

function programmesOf(cid: number, nowSec: number, dice: Dice): readonly TileProgramme[] {
  const matches: TileProgramme[] = []
  let begin = nowSec - (nowSec % 300) - 7 * daySec
  while (begin < nowSec + 7 * daySec) {
    const end = begin + (10 + dice.below(16) * 5) * 60
    matches.push({
      ...{ pid: cid * 10_000 + matches.length, begin_time: begin, end_time: end },
      title: `${dice.pick(words)} ${matches.length}`,
      ...{
        sub_title: '',
        season: null,
        episode: null,
        genre: 1,
        age_rating: '6+',
        is_watchable: begin < nowSec ? 1 : 0,
      },
    })
    begin = end
  }
  return matches
}
