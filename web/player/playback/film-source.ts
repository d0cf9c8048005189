/** A film, an episode or a trailer as a source for the player. */
import { films, type FilmAddress } from '#contract/films/films.ts'
import type { PlaybackSource } from '#player/core/state/source.ts'
import { call } from '#web/session/requests/api.ts'
import { inPlace, outcomeOf } from './address-sources.ts'
import { takeWarmFilm } from './warm-film.ts'

export interface FilmRequest {
  readonly vid: number
  readonly vfid: number
  readonly startSec: number
  /** True for an episode: audio and subtitle languages are remembered for its series. */
  readonly isEpisode: boolean
  /** Called with the whole response, which also contains the markers of the timeline. */
  readonly onResponse: (answer: FilmAddress) => void
}

export function filmSource({ vid, vfid, startSec, isEpisode, onResponse }: FilmRequest): PlaybackSource {
  let isFirst = true
  return {
    key: `film:${vfid}`,
    kind: 'film',
    startSec,
    ...(isEpisode ? { series: vid } : {}),
    async ask(streamId, failedUrl) {
      const warm = isFirst ? await takeWarmFilm(vfid) : null
      isFirst = false
      if (warm !== null) {
        onResponse(warm.response)
        return warm.address
      }
      const result = await call(films.url, { vid, vfid, ...inPlace(streamId, failedUrl) })
      if (result.kind === 'ok') onResponse(result.data)
      return outcomeOf(result)
    },
  }
}
