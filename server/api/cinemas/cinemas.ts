import { type ApiContext, regionOf } from '#server/api/context/api-context.ts'
import { cinemas as contract, type Cinema } from '#contract/films/cinemas.ts'
import { respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { type Snapshot, type TitleRecord, inLanguage } from '#server/catalogue/catalogue.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import { type BoundEndpoint, bindEndpoints } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { listCinemas, sameTitle } from '#server/cinemas/cinemas.ts'

/** Showings further ahead are not listed. */
const aheadMs = 14 * 86_400_000

type CinemaRow = Awaited<ReturnType<typeof listCinemas>>[number]
type ShowingRow = CinemaRow['showings'][number]

/** The programme of the town's cinemas: ids and records are one statement, then rules → present. */
export function cinemaEndpoints({
  db,
  clock,
  catalogue,
}: Pick<ApiContext, 'catalogue' | 'clock' | 'db'>): readonly BoundEndpoint[] {
  return bindEndpoints('cinemas', contract, {
    list: async (input, request) => {
      const fromMs = clock.nowMs()
      const cinemas = await listCinemas(db, { limit: input.limit, fromMs, untilMs: fromMs + aheadMs })
      return respond(presentCinemas(applyRules(cinemas, catalogue.now(regionOf(request))), request.language))
    },
  })
}

/** A showing with the matching title of the catalogue. */
interface RuledShowing {
  readonly showing: ShowingRow
  readonly title: TitleRecord | undefined
}

interface RuledCinema {
  readonly cinema: CinemaRow
  readonly showings: readonly RuledShowing[]
}

/** Matches showings with films of the catalogue. */
export function applyRules(cinemas: readonly CinemaRow[], snapshot: Snapshot): readonly RuledCinema[] {
  const titleOf = titleFinder(snapshot)
  return cinemas.map((cinema) => ({
    cinema,
    showings: cinema.showings.map((showing) => ({
      showing,
      title: titleOf({ name: { ru: showing.name_ru, uz: showing.name_uz }, year: showing.year }),
    })),
  }))
}

type Called = Parameters<typeof sameTitle>[1]

/** Searches each film once: the same few run in all cinemas, and every search goes through all names. */
function titleFinder(snapshot: Snapshot): (called: Called) => TitleRecord | undefined {
  const matches = new Map<string, TitleRecord | undefined>()
  return (called) => {
    const key = JSON.stringify([called.name.ru, called.name.uz, called.year])
    if (!matches.has(key)) matches.set(key, sameTitle(snapshot, called))
    return matches.get(key)
  }
}

export function presentCinemas(cinemas: readonly RuledCinema[], language: Language): Cinema[] {
  const words = (ru: string, uz: string) => inLanguage({ ru, uz }, language)
  return cinemas.map(({ cinema, showings }) => ({
    id: cinema.cinema_id,
    name: words(cinema.name_ru, cinema.name_uz),
    city: words(cinema.city_ru, cinema.city_uz),
    address: words(cinema.address_ru, cinema.address_uz),
    phone: cinema.phone,
    site: cinema.site,
    image: pictureAddress('cinema', cinema.cinema_id, cinema.image, 640),
    showings: showings.map((one) => presentShowing(one, language)),
  }))
}

function presentShowing({ showing, title }: RuledShowing, language: Language): Cinema['showings'][number] {
  // Its own poster, where the delivery has one.
  const isOurs = showing.poster === null && title !== undefined
  return {
    vid: title?.vid ?? null,
    name: inLanguage({ ru: showing.name_ru, uz: showing.name_uz }, language),
    poster: isOurs
      ? pictureAddress('poster', title.vid, title.poster, 240)
      : pictureAddress('showing', showing.showing_id, showing.poster, 240),
    age_rating: showing.age_rating === '' ? (title?.ageRating ?? '') : showing.age_rating,
    times: showing.timesMs.map((ms) => Math.floor(ms / 1000)),
  }
}
