import { useState } from 'react'
import { useSearchParams } from '#web/router/router.ts'
import { films, type Episode, type FilmDetail, type Season } from '#contract/films/films.ts'
import { useCall } from '#web/session/requests/api.ts'

export interface SeasonOf {
  readonly season: Season | null
  readonly episode: Episode | null
  readonly list: readonly Episode[]
  readonly loading: boolean
}

const noEpisodes: readonly Episode[] = []

/**
 * The season of an episode: the season in the address is searched first, then the others. `vfid` null requests
 * nothing.
 */
export function useSeasonOf(film: FilmDetail, vfid: number | null): SeasonOf {
  const [params] = useSearchParams()
  const [passed, setPassed] = useState({ vfid, count: 0 })
  const chosen = film.seasons.find((one) => String(one.number) === params.get('season')) ?? film.seasons[0]
  const order = chosen === undefined ? [] : [chosen, ...film.seasons.filter((one) => one !== chosen)]
  const count = passed.vfid === vfid ? passed.count : 0
  const isEpisode = vfid !== null && !film.files.some((file) => file.vfid === vfid)
  const season = (isEpisode ? order[count] : undefined) ?? null
  const state = useCall(films.episodes, season === null ? null : { season_id: season.season_id })
  const list = season !== null && state.kind === 'ok' ? state.data.episodes.item : noEpisodes
  const episode = list.find((one) => one.vfid === vfid) ?? null
  if (state.kind === 'ok' && season !== null && episode === null) setPassed({ vfid, count: count + 1 })
  return { season, episode, list, loading: season !== null && state.kind === 'loading' }
}
