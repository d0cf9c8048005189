/** What the main button of a title plays, and from which position (FILM-04). */
import { films, type Episode, type FilmDetail, type Season } from '#contract/films/films.ts'
import { useCall } from '#web/session/requests/api.ts'
import { beginningOf, type Beginning } from './next-up.ts'
import { useSeasonOf } from './use-season-of.ts'
import { usePositions, type TitlePositions } from './use-positions.ts'

export interface Watching {
  readonly positions: TitlePositions
  readonly loading: boolean
  /** The file; null when none can be played now. */
  readonly vfid: number | null
  readonly durationSec: number
  readonly beginning: Beginning
  /** Its episode; null for a film. */
  readonly at: { readonly season: Season; readonly episode: Episode } | null
}

export function useWatching(film: FilmDetail, playing: boolean): Watching {
  const places = usePositions(film.vid, playing)
  const [firstSeason] = film.seasons
  const useSeason = useSeasonOf(film, firstSeason === undefined ? null : places.nextVfid)
  const first = useCall(
    films.episodes,
    firstSeason === undefined ? null : { season_id: firstSeason.season_id },
  )
  if (firstSeason === undefined) {
    const file = film.files.find((one) => one.kind === 'film' && one.is_ready === 1)
    const durationSec = file?.duration_sec ?? 0
    const beginning = beginningOf(file === undefined ? undefined : places.of(file.vfid), durationSec)
    return {
      positions: places,
      loading: places.loading,
      vfid: file?.vfid ?? null,
      durationSec,
      beginning,
      at: null,
    }
  }
  const beginningEpisode =
    first.kind === 'ok' ? first.data.episodes.item.find((one) => one.is_ready === 1) : undefined
  const at =
    useSeason.season !== null && useSeason.episode !== null
      ? { season: useSeason.season, episode: useSeason.episode }
      : beginningEpisode === undefined
        ? null
        : { season: firstSeason, episode: beginningEpisode }
  const durationSec = at?.episode.duration_sec ?? 0
  return {
    positions: places,
    loading: places.loading || useSeason.loading || (at === null && first.kind === 'loading'),
    vfid: at?.episode.vfid ?? null,
    durationSec,
    beginning: beginningOf(at === null ? undefined : places.of(at.episode.vfid), durationSec),
    at,
  }
}
