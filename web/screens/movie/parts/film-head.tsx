import type { FilmDetail } from '#contract/films/films.ts'
import { formatDuration, formatRating } from '#web/i18n/format.ts'
import { spokenLanguage } from '#web/i18n/spoken-language.ts'
import { useLanguage } from '#web/session/session.ts'
import { BadgeChip } from '#web/ui/controls/badge.tsx'
import { badgesOf } from '#web/ui/text/film-badge.ts'
import { useMovieText } from '#web/screens/movie/watching/movie-text.ts'
import type { Rating as ViewersRating } from '#web/screens/movie/watching/use-rating.ts'
import styles from './film-head.module.css'

/** Name, main facts and ratings. */
export function FilmHead({ film, rating }: { readonly film: FilmDetail; readonly rating: ViewersRating }) {
  const t = useMovieText()
  const language = useLanguage()
  const length =
    film.seasons.length > 0
      ? t('seasons', { count: film.seasons.length })
      : film.duration_min > 0
        ? formatDuration(film.duration_min * 60, language)
        : ''
  const facts = [
    film.year || '',
    film.countries.slice(0, 2).join(', '),
    film.genres.slice(0, 3).join(', '),
    length,
  ]
  const badges = badgesOf(film)
  const original = film.original_name !== film.name ? film.original_name : ''
  return (
    <header className={styles.head}>
      {badges.length > 0 && (
        <p className={styles.badges}>
          {badges.map((badge) => (
            <BadgeChip key={badge} badge={badge} />
          ))}
        </p>
      )}
      <h1 className={styles.name}>{film.name}</h1>
      {original !== '' && (
        <p className={styles.original} lang={spokenLanguage(original)}>
          {original}
        </p>
      )}
      <p className={styles.ratings}>
        <Rating source={t('kinopoisk')} value={film.rating_kp} />
        <Rating source={t('imdb')} value={film.rating_imdb} />
        <Rating source={t('viewers')} value={rating.average} votes={rating.count} />
      </p>
      <p className={styles.facts}>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        {film.age_rating !== '' && <span className={styles.age}>{film.age_rating}</span>}
      </p>
    </header>
  )
}

interface RatingProps {
  readonly source: string
  readonly value: number | null
  /** The number of votes, where it is available. */
  readonly votes?: number
}

function Rating({ source, value, votes }: RatingProps) {
  const t = useMovieText()
  if (value === null) return null
  return (
    <span className={styles.rating} title={votes === undefined ? undefined : t('votes', { count: votes })}>
      <span className="spoken">{t('rating', { source, rating: formatRating(value) })}</span>
      <span aria-hidden="true">
        <strong>{formatRating(value)}</strong> {source}
      </span>
    </span>
  )
}
