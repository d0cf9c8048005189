import { Link } from 'react-router'
import type { FilmCard } from '#contract/films.ts'
import { pathOf } from '#contract/pages.ts'
import { formatRating } from '#web/i18n/format.ts'
import { useText } from '#web/i18n/text.ts'
import { BadgeTab } from './badge.tsx'
import { badgeOf } from './film-badge.ts'
import { Picture } from './picture.tsx'
import { Skeleton } from './skeleton.tsx'
import styles from './poster-card.module.css'

interface PosterCardProps {
  readonly film: FilmCard
  /** In the first screen. */
  readonly eager?: boolean
  /** One more line: why it is here. */
  readonly note?: string | undefined
  /** What makes it an option of a list that a field controls. */
  readonly option?: { readonly id?: string; readonly role?: 'option'; readonly 'aria-selected'?: boolean }
}

const SIZES =
  '(min-width: 1600px) 220px, (min-width: 1200px) 15vw, (min-width: 900px) 18vw, (min-width: 600px) 23vw, 38vw'

/** A film on a shelf: the whole card is one link. */
export function PosterCard({ film, eager = false, note, option }: PosterCardProps) {
  const t = useText()
  const badge = badgeOf(film)
  const rating = film.rating_kp ?? film.rating_imdb
  const about = [film.year || null, film.is_series === 1 ? t('card.series') : film.genres[0]]
  return (
    <Link className={styles.card} to={pathOf('movie', { id: film.vid })} {...option}>
      <span className={styles.poster}>
        <Picture
          className={styles.picture}
          src={film.thumbnail_small}
          alt=""
          sizes={SIZES}
          to={480}
          eager={eager}
        />
        {badge !== null && (
          <span className={styles.badge}>
            <BadgeTab badge={badge} />
          </span>
        )}
        {rating !== null && (
          <span className={styles.rating}>
            <span className="spoken">{t('card.rating', { rating: formatRating(rating) })}</span>
            <span aria-hidden="true">{formatRating(rating)}</span>
          </span>
        )}
      </span>
      <span className={styles.name}>{film.name}</span>
      <span className={styles.meta}>{about.filter(Boolean).join(' · ')}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </Link>
  )
}

/** Holds the place of a card. */
export function PosterSkeleton() {
  return (
    <span className={styles.card}>
      <Skeleton className={styles.poster} />
      <span className={styles.name}>
        <Skeleton className={styles.line} />
      </span>
      <span className={styles.meta}>&nbsp;</span>
    </span>
  )
}
