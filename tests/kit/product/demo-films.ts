/** Which of the demo's films and series a viewer can watch; they are packaged while the product is already running. */
import { vi } from 'vitest'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { fetchData } from './on-air.ts'

/** The time a slow machine may take to package them. */
export const packagingLimitMs = 300_000

export interface Detail {
  readonly vid: number
  readonly name: string
  readonly access: { readonly state: string }
  readonly files: readonly { vfid: number; kind: string; is_ready: number; duration_sec: number }[]
  readonly seasons: readonly { season_id: number }[]
}

/** The titles of a kind, by their names, that this viewer may watch. */
async function* watchable(origin: string, token: string, kind: 'films' | 'serials'): AsyncGenerator<Detail> {
  const path = `/middleware/video/list?kind=${kind}&limit=60&order=name`
  const { videos } = (await fetchData<{ videos: { item: { vid: number }[] } }>(origin, path, token)).data
  for (const { vid } of videos.item) {
    const { video } = (
      await fetchData<{ video: Detail }>(origin, `/middleware/video/detail?vid=${vid}`, token)
    ).data
    if (video.access.state === 'watch') yield video
  }
}

/**
 * The first film that is ready, and its file; with `kinds` one that has such files as well, and one of the requested
 * kind.
 */
export async function findFilm(
  origin: string,
  token: string,
  kinds: readonly string[] = [],
  isRequested: (vid: number) => Promise<boolean> = async () => true,
): Promise<{ readonly film: Detail; readonly vid: number; readonly vfid: number }> {
  for await (const film of watchable(origin, token, 'films')) {
    const ready = film.files.filter((file) => file.is_ready === 1)
    const file = ready.find((one) => one.kind === 'film')
    const hasAll = kinds.every((kind) => ready.some((one) => one.kind === kind))
    if (file !== undefined && hasAll && (await isRequested(film.vid)))
      return { film, vid: film.vid, vfid: file.vfid }
  }
  throw new Error('the demo has no such film to watch')
}

export interface SeriesMatch {
  readonly vid: number
  readonly first: number
  readonly second: number
}

/** Two consecutive episodes of a series, as soon as both are ready. */
export async function findSeries(origin: string, token: string): Promise<SeriesMatch> {
  const look = async (): Promise<SeriesMatch | null> => {
    for await (const { vid, seasons } of watchable(origin, token, 'serials')) {
      const [season] = seasons
      if (season === undefined) continue
      const path = `/middleware/video/episode/list?season_id=${season.season_id}`
      const { episodes } = (
        await fetchData<{ episodes: { item: { vfid: number; is_ready: number }[] } }>(origin, path, token)
      ).data
      const list = episodes.item
      const at = list.findIndex((one, index) => one.is_ready === 1 && list[index + 1]?.is_ready === 1)
      if (at < 0) continue
      const [first, second] = list.slice(at)
      invariant(first !== undefined && second !== undefined, 'two episodes follow each other')
      return { vid, first: first.vfid, second: second.vfid }
    }
    return null
  }
  const result = await vi.waitUntil(look, { timeout: packagingLimitMs, interval: 2000 })
  invariant(result !== null, 'it was waited for')
  return result
}
