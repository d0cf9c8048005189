/** Seasons of a list of episodes, and the numbers that moves mean. Pure. */
import type { consoleEpisodes } from '#contract/console/episodes.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

export type Episode = ResponseOf<typeof consoleEpisodes.list>['episodes'][number]

/** What a season has of its own. */
export type SeasonFacts = ResponseOf<typeof consoleEpisodes.list>['seasons'][number]

export interface Season {
  readonly number: number
  readonly episodes: readonly Episode[]
}

/** Seasons in the order of their first episode. */
export function seasonsOf(episodes: readonly Episode[]): readonly Season[] {
  const seasons = new Map<number, Episode[]>()
  for (const episode of episodes)
    seasons.set(episode.season, [...(seasons.get(episode.season) ?? []), episode])
  return [...seasons].map(([number, own]) => ({ number, episodes: own }))
}

/**
 * The number that `moved` takes when it is dropped before or after an episode of a season, its own or another one;
 * undefined when that changes nothing.
 */
export function numberAt(
  { episodes }: Season,
  moved: number,
  drop: { readonly on: number; readonly isBefore: boolean },
): number | undefined {
  const target = episodes.find(({ id }) => id === drop.on)
  if (target === undefined || target.id === moved) return undefined
  if (!episodes.some(({ id }) => id === moved)) return target.number + (drop.isBefore ? 0 : 1)
  const rest = episodes.filter(({ id }) => id !== moved)
  const place = episodes[rest.indexOf(target) + (drop.isBefore ? 0 : 1)]
  return place === undefined || place.id === moved ? undefined : place.number
}

/** The number one place further up (-1) or down (1) within the season; undefined at its end. */
export function numberBeside({ episodes }: Season, moved: number, by: -1 | 1): number | undefined {
  return episodes[episodes.findIndex(({ id }) => id === moved) + by]?.number
}

/** `7`, or `1–4` where its file covers several. */
export function writeNumbers({ number, last_number: last }: Pick<Episode, 'number' | 'last_number'>): string {
  return last > number ? `${number}–${last}` : String(number)
}

/** `1:02:03`, `12:40`. */
export function writeLength(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
