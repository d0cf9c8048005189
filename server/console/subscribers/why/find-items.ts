/** Channels and films by some letters of their names or by their numbers, for a question about them. */
import { fold } from '#contract/search/search-folding.ts'
import { listStaffTitles } from '#server/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { withEnglish } from '#server/subscribers/subscribers.ts'
import type { LiveTelevision } from '#server/television/television.ts'

interface Sources {
  readonly db: Db
  readonly clock: Clock
  readonly television: Pick<LiveTelevision, 'now'>
}

const maxItems = 20

/** At most 20, channels first; films that no viewer sees are among them. A channel is found in either alphabet. */
export async function findItems({ db, clock, television }: Sources, q: string) {
  const letters = fold(q)
  if (letters === '') return { items: [], is_cut: false }
  const channels = television.now().channels.flatMap(({ cid, number, name }) => {
    const names = [name.ru, name.uz].map((one) => fold(one))
    const rank =
      String(number) === q.trim()
        ? 0
        : names.some((one) => one.startsWith(letters))
          ? 1
          : names.some((one) => one.includes(letters))
            ? 2
            : 3
    return rank === 3 ? [] : [{ rank, kind: 'channel' as const, id: cid, name: withEnglish(name), number }]
  })
  const { titles, counts } = await listStaffTitles(db, {
    ...{ text: q, view: 'all', sort: 'name', isDescending: false, page: 1, pageSize: maxItems },
    ...{ refusedAssets: [], nowMs: clock.nowMs() },
  })
  const films = titles.map(({ vid, isSeries, nameRu, nameUz, nameOriginal, year }) => ({
    kind: isSeries ? ('series' as const) : ('film' as const),
    ...{ id: vid, number: year },
    name: withEnglish({ ru: nameRu || nameOriginal, uz: nameUz }),
  }))
  const items = [
    ...channels
      .toSorted((a, b) => a.rank - b.rank || a.number - b.number)
      .map(({ kind, id, name, number }) => ({ kind, id, name, number })),
    ...films,
  ]
  return { items: items.slice(0, maxItems), is_cut: channels.length + counts.all > maxItems }
}
