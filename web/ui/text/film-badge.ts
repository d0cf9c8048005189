import type { FilmCard } from '#contract/films/films.ts'

/** From the most telling to the least; a card shows the first that holds (CAT-09). */
export const badges = ['new_episodes', 'premier', 'exclusive', 'free_movie', 'has_subscription'] as const
export type Badge = (typeof badges)[number]
export type Badged = Pick<FilmCard, Badge>

/** The one badge a small card has room for. */
export function badgeOf(film: Badged): Badge | null {
  return badges.find((badge) => film[badge] === 1) ?? null
}

/** All of them, for a page with room. */
export function badgesOf(film: Badged): Badge[] {
  return badges.filter((badge) => film[badge] === 1)
}
