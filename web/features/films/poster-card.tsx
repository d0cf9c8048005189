import { memo } from 'react'
import { Link } from '#web/router/router.ts'
import type { FilmCard } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatRating } from '#web/i18n/format.ts'
import { useText } from '#web/session/text.ts'
import { toggleFavourite } from '#web/features/favourites/use-favourite.ts'
import { BadgeTab } from '#web/ui/controls/badge.tsx'
import { classes } from '#web/ui/text/class-names.ts'
import { FavouriteButton } from '#web/features/favourites/favourite-button.tsx'
import { badgeOf } from '#web/ui/text/film-badge.ts'
import { Picture } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { useTelevisionCard } from '#web/features/card-menu/television-card.ts'
import { useLongPress } from '#web/ui/keys/use-long-press.ts'
import frame from '#web/ui/pictures/frame.module.css'
import styles from './poster-card.module.css'

interface PosterCardProps {
  readonly film: FilmCard
  /** Visible in the first screen. */
  readonly eager?: boolean
  /** One more line: the reason why it is shown. */
  readonly note?: string | undefined
  /** For children: rounder, with larger text, without ratings of external sites. */
  readonly forKids?: boolean
  /** Props of an option in a list controlled by a field; an option contains no button. */
  readonly option?: { readonly id?: string; readonly role?: 'option'; readonly 'aria-selected'?: boolean }
}

const imageSizes =
  '(min-width: 1600px) 220px, (min-width: 1200px) 15vw, (min-width: 900px) 18vw, (min-width: 600px) 23vw, 38vw'

/** A film in a rail: the whole card is one link, with a heart on it. */
export const PosterCard = memo(function PosterCard(props: PosterCardProps) {
  const { film, note, forKids = false, option } = props
  const press = useFavouriteByLongPress(film.vid)
  const remote = useTelevisionCard({ kind: 'film', film })
  return (
    <span className={classes(styles.card, forKids && styles.kids)}>
      <Link
        className={styles.link}
        to={pathOf('movie', { id: film.vid })}
        data-film={film.vid}
        {...remote}
        {...press}
        {...option}
      >
        <Poster film={film} eager={props.eager ?? false} forKids={forKids} />
        <Words film={film} note={note} />
      </Link>
      {option === undefined && (
        <FavouriteButton
          className={styles.heart}
          markClassName={styles.mark}
          vid={film.vid}
          name={film.name}
        />
      )}
    </span>
  )
})

/**
 * Without a mouse a long press on the card changes the favourite; a remote control opens the menu of the card.
 */
function useFavouriteByLongPress(vid: number) {
  const t = useText()
  return useLongPress(() => {
    const toggled = toggleFavourite(vid, t('favourite.failed'))
    if (toggled !== 'login_needed') showToast(t(`favourite.${toggled}`))
  })
}

interface PosterProps {
  readonly film: FilmCard
  readonly eager: boolean
  readonly forKids: boolean
}

function Poster({ film, eager, forKids }: PosterProps) {
  const t = useText()
  const badge = badgeOf(film)
  const rating = forKids ? null : (film.rating_kp ?? film.rating_imdb)
  return (
    <span className={classes(frame.frame, frame.poster, frame.hairline, styles.poster)}>
      <Picture
        className={styles.picture}
        src={film.thumbnail_small}
        alt=""
        name={film.name}
        sizes={imageSizes}
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
  )
}

function Words({ film, note }: Pick<PosterCardProps, 'film' | 'note'>) {
  const t = useText()
  const about = [film.year || null, film.is_series === 1 ? t('card.series') : film.genres[0]]
  return (
    <span className={styles.words}>
      <span className={styles.name}>{film.name}</span>
      <span className={styles.meta}>{about.filter(Boolean).join(' · ')}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </span>
  )
}

/** The placeholder of a card. */
export function PosterSkeleton({ forKids = false }: { readonly forKids?: boolean }) {
  return (
    <span className={classes(styles.card, forKids && styles.kids)}>
      <Skeleton className={classes(frame.frame, frame.poster, frame.hairline, styles.poster)} />
      <span className={styles.words}>
        <span className={styles.name}>
          <Skeleton className={styles.line} />
        </span>
        <span className={styles.meta}>&nbsp;</span>
      </span>
    </span>
  )
}
