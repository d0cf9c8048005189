import type { Episode } from '#contract/films/films.ts'
import { episodeNumbers } from '#web/features/films/episode-numbers.ts'
import { useMovieText } from './movie-text.ts'

/** `1 серия`, `1–4 серии`. */
export function useEpisodeName(): (episode: Pick<Episode, 'number' | 'last_number'>) => string {
  const t = useMovieText()
  return (episode) =>
    t(episode.last_number > episode.number ? 'episodeSeveral' : 'episode', {
      number: episodeNumbers(episode),
    })
}
