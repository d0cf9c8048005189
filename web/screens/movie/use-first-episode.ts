import { films, type Episode, type FilmDetail } from '#contract/films.ts'
import { useCall } from '#web/session/api.ts'

export interface FirstEpisode {
  readonly loading: boolean
  /** The first episode that can be played now. */
  readonly episode: Episode | null
}

/** What the one button of a series plays. A film has no episodes and asks nothing. */
export function useFirstEpisode(film: FilmDetail): FirstEpisode {
  const [season] = film.seasons
  const state = useCall(films.episodes, season === undefined ? null : { season_id: season.season_id })
  if (season === undefined) return { loading: false, episode: null }
  if (state.kind === 'loading') return { loading: true, episode: null }
  const list = state.kind === 'answer' ? state.data.episodes.item : []
  return { loading: false, episode: list.find((episode) => episode.is_ready === 1) ?? null }
}
