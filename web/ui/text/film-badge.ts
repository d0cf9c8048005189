import type { FilmCard } from '#contract/films/films.ts'

/** From the most to the least important; a card shows the first that applies (CAT-09). */
export const badges = ['new_episodes', 'premier', 'exclusive', 'free_movie', 'has_subscription'] as const
export type Badge = (typeof badges)[number]
export type Badged = Pick<FilmCard, Badge>

/** The one badge that fits on a small card. */
export function badgeOf(film: Badged): Badge | null {
  return badges.find((badge) => film[badge] === 1) ?? null
}

/** All badges, for a page with room. */
export function badgesOf(film: Badged): Badge[] {
  return badges.filter((badge) => film[badge] === 1)
}
