import { lazy, Suspense } from 'react'
import type { FilmDetail } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { DownloadButton } from '#web/downloads/download-button.tsx'
import { useDownloadButtonText } from '#web/downloads/download-button-text.ts'
import { WatchOnTelevision } from '#web/remote-control/watch-on-television.tsx'
import { isTelevision } from '#web/remote/television.ts'
import { askToLogIn } from '#web/session/login-needed.ts'
import { useLanguage, useSession } from '#web/session/session.ts'
import { ComplaintDialog } from '#web/features/complaints/lazy-complaint-dialog.ts'
import { useFavourite } from '#web/features/favourites/use-favourite.ts'
import { useHere } from '#web/session/way-back.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { classes } from '#web/ui/text/class-names.ts'
import { Icon, type IconName } from '#web/ui/controls/icon.tsx'
import { useMovieText } from '#web/screens/movie/watching/movie-text.ts'
import { preloadPlayer, useWatch } from '#web/screens/movie/watching/player-layer.tsx'
import { PrimaryAction } from '#web/screens/movie/watching/primary-action.tsx'
import { sharedAddress } from './shared-address.ts'
import { useLayer } from '#web/screens/movie/watching/use-layer.ts'
import type { Rating } from '#web/screens/movie/watching/use-rating.ts'
import type { Watching } from '#web/screens/movie/watching/use-watching.ts'
import styles from '#web/screens/movie/watching/actions.module.css'

const RatingDialog = lazy(() =>
  withinLimit(import('./rating-dialog.tsx')).then((file) => ({ default: file.RatingDialog })),
)
const ShareDialog = lazy(() =>
  withinLimit(import('#web/features/sharing/share-dialog.tsx')).then((file) => ({
    default: file.ShareDialog,
  })),
)

interface ActionsProps {
  readonly film: FilmDetail
  readonly watching: Watching
  readonly rating: Rating
}

/** The button to watch first, then all other actions on a title (FILM-02). */
export function Actions({ film, watching, rating }: ActionsProps) {
  const t = useMovieText()
  const watch = useWatch()
  const trailer = film.files.find((file) => file.kind === 'trailer' && file.is_ready === 1)
  return (
    <div className={styles.actions}>
      <PrimaryAction film={film} watching={watching} />
      <div className={styles.more} data-row="">
        {trailer !== undefined && (
          <Tile
            icon="film"
            word={t('trailer')}
            onPointerEnter={preloadPlayer}
            onClick={() => watch(trailer.vfid)}
          />
        )}
        <OnTelevision film={film} watching={watching} />
        <Download film={film} />
        <Favourite film={film} />
        <Rate film={film} rating={rating} />
        <Share film={film} />
        <Complain film={film} />
      </div>
    </div>
  )
}

interface TileProps {
  readonly icon: IconName
  readonly word: string
  /** Read aloud instead of the label, when that is too short to be understood alone. */
  readonly label?: string
  /** For actions that are on or off. */
  readonly pressed?: boolean
  readonly lit?: boolean
  readonly onClick: () => void
  readonly onPointerEnter?: () => void
}

/** An action with its label below, wide enough for touch. */
function Tile({ icon, word, label, pressed, lit = false, onClick, onPointerEnter }: TileProps) {
  return (
    <button
      type="button"
      className={classes(styles.tile, lit && styles.lit)}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
      onPointerEnter={onPointerEnter}
    >
      <Icon name={icon} size={24} />
      <span>{word}</span>
    </button>
  )
}

/** Opens the film there where this viewer stopped: the position is stored with the account. */
function OnTelevision({ film, watching }: Pick<ActionsProps, 'film' | 'watching'>) {
  if (film.access.state !== 'watch') return null
  const page = pathOf('movie', { id: film.vid })
  return (
    <WatchOnTelevision path={() => (watching.vfid === null ? page : `${page}?watch=${watching.vfid}`)}>
      {({ word, label, press }) => <Tile icon="tv" word={word} label={label} onClick={press} />}
    </WatchOnTelevision>
  )
}

/** For a film; episodes have their buttons in their rows. */
function Download({ film }: { readonly film: FilmDetail }) {
  const t = useDownloadButtonText()
  const file = film.files.find((one) => one.kind === 'film' && one.is_ready === 1)
  if (file === undefined || film.access.state !== 'watch') return null
  return (
    <DownloadButton vid={film.vid} vfid={file.vfid} title={film.name} subtitle="">
      {(isThere, press) => (
        <Tile
          icon={isThere ? 'check' : 'save'}
          word={t(isThere ? 'inList' : 'action')}
          lit={isThere}
          onClick={press}
        />
      )}
    </DownloadButton>
  )
}

function Favourite({ film }: { readonly film: FilmDetail }) {
  const t = useMovieText()
  const { isFavourite, toggle } = useFavourite(film.vid, film.is_favorited)
  return (
    <Tile
      icon={isFavourite ? 'heartFilled' : 'heart'}
      word={t(isFavourite ? 'favourited' : 'favourite')}
      label={t('favourite')}
      pressed={isFavourite}
      lit={isFavourite}
      onClick={toggle}
    />
  )
}

/** A guest is sent to the login and returns to the open dialog. */
function Rate({ film, rating }: { readonly film: FilmDetail; readonly rating: Rating }) {
  const t = useMovieText()
  const layer = useLayer('rate')
  const here = useHere()
  const isGuest = useSession().token === null
  const ask = () => (isGuest ? askToLogIn(`${here}${here.includes('?') ? '&' : '?'}rate=1`) : layer.open())
  return (
    <>
      <Tile
        icon={rating.own > 0 ? 'rateFilled' : 'rate'}
        word={rating.own > 0 ? t('ratedShort', { rating: rating.own }) : t('rate')}
        label={rating.own > 0 ? t('rated', { rating: rating.own }) : t('rate')}
        lit={rating.own > 0}
        onClick={ask}
      />
      {layer.value !== null && !isGuest && (
        <Suspense fallback={null}>
          <RatingDialog name={film.name} rating={rating} onClose={layer.close} />
        </Suspense>
      )}
    </>
  )
}

function Share({ film }: { readonly film: FilmDetail }) {
  const t = useMovieText()
  const layer = useLayer('share')
  const language = useLanguage()
  const share = async () => {
    // Not on a television: its viewer could not use the link there.
    if (typeof navigator.share !== 'function' || isTelevision()) return layer.open()
    try {
      await navigator.share({ title: film.name, url: sharedAddress(film.vid, language) })
    } catch (error) {
      // Closing the system's share sheet is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) layer.open()
    }
  }
  return (
    <>
      <Tile icon="share" word={t('share')} onClick={() => void share()} />
      {layer.value !== null && (
        <Suspense fallback={null}>
          <ShareDialog name={film.name} address={sharedAddress(film.vid, language)} onClose={layer.close} />
        </Suspense>
      )}
    </>
  )
}

function Complain({ film }: { readonly film: FilmDetail }) {
  const t = useMovieText()
  const layer = useLayer('complain')
  return (
    <>
      <Tile
        icon="flag"
        word={t('complain')}
        label={`${t('complain')}: ${t('complainLabel')}`}
        onClick={() => layer.open()}
      />
      {layer.value !== null && (
        <Suspense fallback={null}>
          <ComplaintDialog open about={{ vid: film.vid }} onClose={layer.close} />
        </Suspense>
      )}
    </>
  )
}
