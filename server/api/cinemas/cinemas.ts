import type { ApiContext } from '#server/api/context/api-context.ts'
import { cinemas as contract, type Cinema } from '#contract/films/cinemas.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { type Snapshot, type TitleRecord, inLanguage } from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { listCinemas, sameTitle } from '#server/cinemas/cinemas.ts'

/** Further ahead nobody looks for a showing. */
const aheadMs = 14 * 86_400_000

type Row = Awaited<ReturnType<typeof listCinemas>>[number]

/** What is on in the town's cinemas. */
export function cinemaEndpoints({
  db,
  clock,
  catalogue,
}: Pick<ApiContext, 'catalogue' | 'clock' | 'db'>): readonly BoundEndpoint[] {
  return bindEndpoints('cinemas', contract, {
    list: async (input, request) => {
      const fromMs = clock.nowMs()
      const rows = await listCinemas(db, { limit: input.limit, fromMs, untilMs: fromMs + aheadMs })
      const titleOf = titleFinder(catalogue.now())
      return respond(rows.map((row) => present(row, titleOf, request.language)))
    },
  })
}

type Called = Parameters<typeof sameTitle>[1]

/** Looks for each film once: the same few run in all cinemas, and every look goes through all names. */
function titleFinder(snapshot: Snapshot): (called: Called) => TitleRecord | undefined {
  const matches = new Map<string, TitleRecord | undefined>()
  return (called) => {
    const key = JSON.stringify([called.name.ru, called.name.uz, called.year])
    if (!matches.has(key)) matches.set(key, sameTitle(snapshot, called))
    return matches.get(key)
  }
}

function present(row: Row, titleOf: ReturnType<typeof titleFinder>, language: Language): Cinema {
  const words = (ru: string, uz: string) => inLanguage({ ru, uz }, language)
  return {
    id: row.cinema_id,
    name: words(row.name_ru, row.name_uz),
    city: words(row.city_ru, row.city_uz),
    address: words(row.address_ru, row.address_uz),
    phone: row.phone,
    site: row.site,
    image: pictureAddress('cinema', row.cinema_id, row.image, 640),
    showings: row.showings.map((showing) => {
      const name = { ru: showing.name_ru, uz: showing.name_uz }
      const title = titleOf({ name, year: showing.year })
      const isOurs = showing.poster === null && title !== undefined
      return {
        vid: title?.vid ?? null,
        name: inLanguage(name, language),
        poster: isOurs
          ? pictureAddress('poster', title.vid, title.poster, 240)
          : pictureAddress('showing', showing.showing_id, showing.poster, 240),
        age_rating: showing.age_rating === '' ? (title?.ageRating ?? '') : showing.age_rating,
        times: showing.timesMs.map((ms) => Math.floor(ms / 1000)),
      }
    }),
  }
}
