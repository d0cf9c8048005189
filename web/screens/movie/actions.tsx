import type { FilmDetail } from '#contract/films.ts'
import { pathOf } from '#contract/pages.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Gate } from '#web/ui/gate.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useMovieText } from './movie-text.ts'
import { preloadPlayer, useWatch } from './player-layer.tsx'
import type { FirstEpisode } from './use-first-episode.ts'
import styles from './actions.module.css'

interface ActionsProps {
  readonly film: FilmDetail
  readonly first: FirstEpisode
}

/** One button that says the truth: it watches, or it names what is missing. */
export function Actions({ film, first }: ActionsProps) {
  const t = useMovieText()
  const watch = useWatch()
  const trailer = film.files.find((file) => file.kind === 'trailer' && file.is_ready === 1)
  return (
    <div className={styles.actions}>
      <Primary film={film} first={first} />
      <div className={styles.more} data-row="">
        {trailer !== undefined && (
          <Button size="l" icon="film" onPointerEnter={preloadPlayer} onClick={() => watch(trailer.vfid)}>
            {t('trailer')}
          </Button>
        )}
        <Share name={film.name} />
      </div>
    </div>
  )
}

function Primary({ film, first }: ActionsProps) {
  const t = useMovieText()
  const watch = useWatch()
  const from = useHere()
  const { state, price } = film.access
  if (state === 'login')
    return (
      <ButtonLink variant="primary" size="l" icon="user" to={pathOf('login')} state={{ from }}>
        {t('loginToWatch')}
      </ButtonLink>
    )
  if (state !== 'watch') return <Gate kind={state} price={price} />
  if (first.loading) return <Skeleton className={styles.waiting} />
  const file = film.files.find((candidate) => candidate.kind === 'film' && candidate.is_ready === 1)
  const vfid = first.episode?.vfid ?? file?.vfid
  if (vfid === undefined) return <Gate kind="unavailable" />
  return (
    <Button
      variant="primary"
      size="l"
      icon="play"
      onPointerEnter={preloadPlayer}
      onFocus={preloadPlayer}
      onClick={() => watch(vfid)}
    >
      {first.episode === null ? t('watch') : t('watchEpisode', { number: first.episode.number })}
    </Button>
  )
}

function Share({ name }: { readonly name: string }) {
  const t = useMovieText()
  const share = async () => {
    const url = location.origin + location.pathname
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title: name, url })
      await navigator.clipboard.writeText(url)
      showToast(t('copied'))
    } catch (error) {
      // Closing the system's own sheet is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) showToast(t('copyFailed'))
    }
  }
  return (
    <Button size="l" icon="share" onClick={() => void share()}>
      {t('share')}
    </Button>
  )
}
