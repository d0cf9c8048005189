/** The guide of all channels as a grid: the days above it, and the details of a programme over it. */
import { useEffect, useRef, useState } from 'react'
import type { Channel } from '#contract/channels/channels.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { formatShortDay } from '#web/i18n/format.ts'
import { useText } from '#web/session/text.ts'
import { useLatest } from '#web/state/use-latest.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useRouter } from '#web/router/hooks.ts'
import { useLocation, useNavigate, useSearchParams } from '#web/router/router.ts'
import { daySec, dayBegin, guideDays } from '#web/features/channels/use-programmes.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { useLanguage } from '#web/session/session.ts'
import { toggleFavouriteChannel } from '#web/features/favourites/use-favourite-channel.ts'
import { paintStillLater } from '#web/features/stills/paint-later.ts'
import { useDataSaver } from '#web/state/data-saver.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Chips } from '#web/ui/controls/chips.tsx'
import { useNowSec } from '#web/ui/text/use-now.ts'
import { useTvText } from './model/tv-text.ts'
import { cellWords, cellTextOf } from './cell-words.ts'
import { daySeen, guideSpan, openingSec, sameHourOf, scales } from './model/geometry.ts'
import { positionFrom, positionParams, type GuidePosition } from './model/guide-position.ts'
import { GuideView, type Chosen } from './guide-view.ts'
import { ProgrammeDialog } from './programme-dialog.tsx'
import { guideStore } from './model/tile-source.ts'
import { useScaleName } from './use-scale-name.ts'
import grid from './guide-grid.module.css'
import styles from './guide-frame.module.css'
import { useOnChange } from '#web/state/use-on-change.ts'

interface GuideGridProps {
  readonly channels: readonly Channel[]
  /** For a guest every channel is locked, so the lock is not shown. */
  readonly showLock: boolean
}

export function GuideGrid({ channels, showLock }: GuideGridProps) {
  const t = useTvText()
  const nowSec = useNowSec()
  const language = useLanguage()
  const today = dayBegin(nowSec)
  const [seenDay, setSeenDay] = useState(today)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const { scroller, sheet, body, view, scaleName } = useGuideView({
    channels,
    showLock,
    setSeenDay,
    setChosen,
  })
  const days = guideDays(nowSec).map((begin) => ({
    value: String(begin),
    name: begin === today ? t('today') : formatShortDay(begin + daySec / 2, language),
  }))
  const goToDay = (value: string) => {
    const place = view.current?.place()
    if (Number(value) === today || place === undefined) return view.current?.goToNow()
    view.current?.goTo(sameHourOf(Number(value), place.atSec))
  }
  return (
    <div className={styles.frame}>
      <div className={styles.times}>
        <Button icon="clock" className={styles.now} onClick={() => view.current?.goToNow()}>
          {t('now')}
        </Button>
        <div className={styles.days}>
          <Chips label={t('days')} chosen={String(seenDay)} options={days} onChoose={goToDay} />
        </div>
      </div>
      <div ref={scroller} className={grid.guide} data-scale={scaleName} data-first="">
        <div ref={sheet} className={grid.sheet}>
          <div
            ref={body}
            role="grid"
            aria-label={t('guide')}
            aria-description={t('guideKeys')}
            aria-rowcount={channels.length}
            aria-colcount={1 + days.length * 48}
            aria-readonly="true"
          />
        </div>
      </div>
      <ProgrammeDialog chosen={chosen} onClose={() => setChosen(null)} />
    </div>
  )
}

interface GuideViewParts extends GuideGridProps {
  readonly setSeenDay: (day: number) => void
  readonly setChosen: (chosen: Chosen) => void
}

/** The grid itself, created again for another language, size or day. */
function useGuideView({ channels, showLock, setSeenDay, setChosen }: GuideViewParts) {
  const t = useTvText()
  const general = useText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const scaleName = useScaleName()
  const span = guideSpan(nowSec)
  const scroller = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const view = useRef<GuideView | null>(null)
  const ways = useWays()
  const onRest = useSavedPosition(channels[0]?.id ?? 0)
  const latest = useLatest({
    ...{ t, general, nowSec, channels, span, setSeenDay, onRest, place: ways.place, hrefOf: ways.hrefOf },
    toChannel: ways.toChannel,
    onChosen(one: Chosen, isMenu: boolean) {
      const look = cellTextOf(one.piece, nowSec)
      const current = view.current
      if (current !== null) onRest(current.place())
      // With a remote control OK plays at once; the other actions are in the menu.
      if (!isTelevision() || isMenu || look === 'ahead' || look === 'over' || look === 'empty') setChosen(one)
      else if (look === 'archive' && one.piece.programme !== null)
        ways.toArchive(one.channel.id, one.piece.programme.pid)
      else ways.toChannel(one.channel.id)
    },
  })
  const { beginSec } = span
  // In the rows of a phone a still would be too small to be recognised.
  const withStills = !useDataSaver() && scaleName !== 'phone'
  useOnChange([latest, language, scaleName, showLock, beginSec, withStills], () => {
    if (scroller.current === null || sheet.current === null || body.current === null) return
    const first = latest.current
    const made = new GuideView({
      ...{ scroller: scroller.current, sheet: sheet.current, body: body.current, scale: scales[scaleName] },
      ...{ span: first.span, store: guideStore(language), nowSec: first.nowSec, place: first.place() },
      words: {
        ...cellWords(first.t, language),
        day: (sec) => formatShortDay(sec, language),
        heart: ({ name, is_favorited }) =>
          first.general(is_favorited === 1 ? 'favourite.remove' : 'favourite.add', { name }),
        locked: first.general('channel.locked'),
        hrefOf: first.hrefOf,
        showLock,
        still: withStills ? paintStillLater : undefined,
      },
      onChosen: (one, isMenu) => latest.current.onChosen(one, isMenu),
      onChannel: ({ id }) => {
        if (view.current !== null) latest.current.onRest(view.current.place())
        latest.current.toChannel(id)
      },
      onHeart: ({ id, is_favorited }) =>
        toggleFavouriteChannel(id, is_favorited, latest.current.general('favourite.failed')),
      onSeen: (sec) => latest.current.setSeenDay(daySeen(sec, latest.current.nowSec)),
      onRest: (place) => latest.current.onRest(place),
    })
    view.current = made
    made.setChannels(first.channels)
    return () => {
      view.current = null
      made.destroy()
    }
  })
  useEffect(() => view.current?.setChannels(channels), [channels])
  useEffect(() => view.current?.setNow(nowSec), [nowSec])
  const reachable = useReachable()
  useEffect(() => {
    if (reachable) view.current?.retry()
  }, [reachable])
  return { scroller, sheet, body, view, scaleName }
}

/** The exits from the grid, and the position restored on return. */
function useWays() {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const prefix = matchPage(pathname)?.language ?? null
  return {
    place: () => positionFrom(state, new URLSearchParams(search)),
    hrefOf: (id: number) => pathOf('channel', { id }, prefix),
    toChannel: (id: number) => void navigate(pathOf('channel', { id }, prefix)),
    toArchive: (id: number, pid: number) => void navigate(pathOf('tvArchive', { id, archiId: pid }, prefix)),
  }
}

/** Writes the grid's position into the address and the history, replacing the entry. */
function useSavedPosition(firstCid: number): (place: GuidePosition) => void {
  const [, setParams] = useSearchParams()
  const router = useRouter()
  return (place) => {
    // Not while another navigation is under way: it would be cancelled.
    if (router.get().isWaiting) return
    const opening = openingSec(Math.floor(nowMs() / 1000))
    setParams((existing) => positionParams(place, opening, firstCid, existing), {
      replace: true,
      preventScrollReset: true,
      state: { guide: place },
    })
  }
}
