import type { FilmCard } from '#contract/films.ts'

/** From the most telling to the least; a card shows the first that holds (CAT-09). */
export const badges = ['new_episodes', 'premier', 'exclusive', 'free_movie', 'has_subscription'] as const
export type Badge = (typeof badges)[number]
export type Badged = Pick<FilmCard, Badge>

/** The one badge a small card has room for. */
export const badgeOf = (film: Badged): Badge | null => badges.find((badge) => film[badge] === 1) ?? null

/** All of them, for a page with room. */
export const badgesOf = (film: Badged): Badge[] => badges.filter((badge) => film[badge] === 1)
