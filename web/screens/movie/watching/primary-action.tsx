/** The main button: it plays, or it names what is missing (FILM-02, FILM-07). */
import { Suspense, useState } from 'react'
import { episodeNumbers } from '#web/features/films/episode-numbers.ts'
import { openingTariffs } from '#contract/channels/channels.ts'
import { films, type FilmDetail } from '#contract/films/films.ts'
import { pathOf } from '#contract/form/pages.ts'
import { formatDate, formatDuration, formatMoney, formatPosition } from '#web/i18n/format.ts'
import { BlackoutNote } from '#web/features/blackouts/blackout-note.tsx'
import { openPayment } from '#web/payment/flow/open-payment.ts'
import { useNavigate } from '#web/router/router.ts'
import { call } from '#web/session/requests/api.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useLanguage } from '#web/session/session.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { Progress } from '#web/ui/controls/progress.tsx'
import { Skeleton } from '#web/ui/pictures/skeleton.tsx'
import { useMovieText } from './movie-text.ts'
import { preloadFilm, useWatch } from './player-layer.tsx'
import type { Watching } from './use-watching.ts'
import styles from './actions.module.css'

/** Most viewers may watch. */
const FreeWay = lazyOrNothing(() => import('#web/payment/offer/free-way.tsx').then((file) => file.FreeWay))

interface PrimaryProps {
  readonly film: FilmDetail
  readonly watching: Watching
  /** The bar at the bottom of a phone has room for the button only. */
  readonly bare?: boolean
}

export function PrimaryAction({ film, watching, bare = false }: PrimaryProps) {
  const { state } = film.access
  if (state === 'watch') return <Watch film={film} watching={watching} bare={bare} />
  if (state === 'unavailable') return <Unavailable film={film} />
  return <Missing film={film} state={state} bare={bare} />
}

function Watch({ film, watching, bare = false }: PrimaryProps) {
  const language = useLanguage()
  const t = useMovieText()
  const watch = useWatch()
  const label = useWatchLabel(film, watching)
  if (watching.loading) return <Skeleton className={styles.waiting} />
  const { vfid, beginning, durationSec } = watching
  if (vfid === null) return <Unavailable film={film} />
  return (
    <div className={styles.primary}>
      <Button
        variant="primary"
        size="l"
        icon="play"
        onPointerEnter={() => preloadFilm(film.vid, vfid)}
        onFocus={() => preloadFilm(film.vid, vfid)}
        onClick={() => watch(vfid)}
      >
        {label}
      </Button>
      {!bare && <BlackoutNote subject={{ vid: film.vid }} />}
      {beginning.kind === 'goOn' && beginning.leftSec > 0 && !bare && (
        <p className={styles.left}>
          <Progress part={beginning.sec / durationSec} />
          <span>{t('left', { time: formatDuration(beginning.leftSec, language) })}</span>
        </p>
      )}
    </div>
  )
}

/** A sentence: which episode of which season, from which position. */
function useWatchLabel(film: FilmDetail, { beginning, at }: Watching): string {
  const t = useMovieText()
  if (at === null)
    return beginning.kind === 'goOn'
      ? t('goOn', { time: formatPosition(beginning.sec) })
      : t(beginning.kind === 'again' ? 'watchAgain' : 'watch')
  const where = { season: at.season.number, number: episodeNumbers(at.episode) }
  const isFirst = at.season === film.seasons[0] && at.episode.number === 1
  if (beginning.kind === 'again') return t('watchAgain')
  if (beginning.kind === 'watch' && isFirst) return t('watch')
  if (film.seasons.length > 1)
    return beginning.kind === 'goOn' || !isFirst ? t('goOnSeason', where) : t('watchSeason', where)
  return t('goOnEpisode', where)
}

function Missing({
  film,
  state,
  bare,
}: {
  readonly film: FilmDetail
  readonly state: 'login' | 'subscribe' | 'suspended' | 'paused'
  readonly bare: boolean
}) {
  const t = useMovieText()
  const language = useLanguage()
  const from = useHere()
  const price = film.access.price === null ? null : formatMoney(film.access.price, language)
  const pay = usePayFor(film)
  const isSettled = useSettled()
  const [hasFree, setHasFree] = useState(false)
  const said = {
    login: {
      label: t('loginToWatch'),
      icon: 'user',
      hint: price === null ? '' : t('loginPrice', { price }),
    },
    subscribe: {
      label: price === null ? t('subscribe') : t('subscribeFor', { price }),
      icon: 'lock',
      hint: t('subscribeHint'),
    },
    suspended: {
      label: t('topUp'),
      icon: 'lock',
      hint: price === null ? t('suspended') : t('suspendedMissing', { price }),
    },
    paused: { label: t('endPause'), icon: 'lock', hint: '' },
  } as const
  const { label, icon, hint } = said[state]
  const look = { size: 'l', icon } as const
  const variant = hasFree ? 'secondary' : 'primary'
  const way =
    state === 'login' || state === 'paused' ? (
      <ButtonLink
        {...{ ...look, variant }}
        to={pathOf(state === 'login' ? 'login' : 'cabinet')}
        state={{ from }}
      >
        {label}
      </ButtonLink>
    ) : (
      <Button {...{ ...look, variant }} onClick={() => void pay()}>
        {label}
      </Button>
    )
  return (
    <div className={styles.primary}>
      {isSettled && (state === 'login' || state === 'subscribe') && (
        <Suspense fallback={null}>
          <FreeWay vid={film.vid} onFree={setHasFree} />
        </Suspense>
      )}
      {!(hasFree && bare) && way}
      {hint !== '' && !bare && <p className={styles.hint}>{hint}</p>}
    </div>
  )
}

/** Opens the payment of what is missing: the amount, or the cheapest tariff that includes the film. */
function usePayFor(film: FilmDetail): () => Promise<void> {
  const navigate = useNavigate()
  const from = useHere()
  return async () => {
    const { state, price } = film.access
    if (state === 'suspended')
      return openPayment({ kind: 'top_up', ...(price === null ? {} : { amount: price }) })
    // The rejection contains the tariffs that include it, the cheapest first.
    const request = await call(films.url, { vid: film.vid, warm: 1 })
    const [cheapest] = request.kind === 'refused' ? openingTariffs(request.details) : []
    if (cheapest !== undefined) return openPayment({ kind: 'tariff', tariffId: cheapest.tariff_id })
    await navigate(pathOf('tariff'), { state: { from } })
  }
}

/** A title that opens later says when. A file still in preparation comes soon; one that is temporarily missing may be tried later. */
function Unavailable({ film }: { readonly film: FilmDetail }) {
  const t = useMovieText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const { opens_at: opensAt } = film.access
  const isComing =
    opensAt !== undefined ||
    film.seasons.length > 0 ||
    film.files.some((file) => file.kind === 'film' && file.is_ready === 0)
  return (
    <p className={styles.unavailable} role="status">
      <Icon name="clock" size={24} />
      <span>
        {isComing && <strong>{t('soon')}</strong>}
        {opensAt === undefined
          ? t('unavailable')
          : t('opens', { date: formatDate(opensAt, language, nowSec) })}
      </span>
    </p>
  )
}
