/** The titles the viewer has started, first on the page (HOME-01). A removed card can be restored. */
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { viewing, type WatchedFilm } from '#contract/films/viewing.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call, useCall } from '#web/session/requests/api.ts'
import { firstPage } from '#web/session/first-page.ts'
import { useSession } from '#web/session/session.ts'
import { Rail } from '#web/ui/scroll/rail.tsx'
import { showToast } from '#web/ui/dialogs/toast.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { ContinueCard } from './continue-card.tsx'
import { isExpected, noteRail } from './expected-rails.ts'
import { FailedRail } from './failed-rail.tsx'
import { useHomeText } from '#web/screens/home/text/home-text.ts'
import styles from './continue-rail.module.css'

interface TitleProps {
  readonly title?: string
}

/** Cards visible at once. */
const eagerCount = 5
const renewEveryMs = 60_000

/** What a guest has started is stored on the device only. */
const GuestContinue = lazyOrNothing(() => import('./guest-continue.tsx').then((file) => file.GuestContinue))

function noChange() {
  return () => undefined
}

function hasStored(): boolean {
  try {
    return localStorage.getItem('ekran.places')?.includes('"owner":""') ?? false
  } catch {
    return false
  }
}

function onServer() {
  return false
}

/** `title`: '' for its own. */
export function ContinueRail({ title = '' }: TitleProps) {
  const { token } = useSession()
  const isBrowser = useSyncExternalStore(noChange, hasStored, onServer)
  if (token !== null) return <Started title={title} />
  if (isBrowser)
    return (
      <Suspense fallback={null}>
        <GuestContinue title={title} />
      </Suspense>
    )
  // The server renders the page for guests; the browser reserves the space for viewers before it has loaded anything.
  return firstPage() === null ? null : (
    <div className={styles.held} aria-hidden="true">
      <Waiting title={title} />
    </div>
  )
}

function Started({ title }: Required<TitleProps>) {
  const t = useHomeText()
  const state = useCall(viewing.viewing, {}, { everyMs: renewEveryMs })
  const { hidden, hide } = useHiding(state.kind === 'loading' ? undefined : state.retry)
  const [waits] = useState(() => isExpected('begun', true))
  const count = state.kind === 'ok' ? state.data.videos.item.length : null
  useEffect(() => {
    if (count !== null) noteRail('begun', count > 0)
  }, [count])
  if (state.kind === 'loading') return waits ? <Waiting title={title} /> : null
  if (state.kind !== 'ok') return <FailedRail title={title || t('continue')} onRetry={state.retry} />
  const shown = state.data.videos.item.filter((film) => !hidden.has(film.vid))
  if (shown.length === 0) return null
  return (
    <Rail title={title || t('continue')} kind="wide">
      {shown.map((film, index) => (
        <ContinueCard key={film.vid} film={film} eager={index < eagerCount} onRemove={() => hide(film)} />
      ))}
    </Rail>
  )
}

function Waiting({ title }: Required<TitleProps>) {
  const t = useHomeText()
  return <Rail title={title || t('continue')} kind="wide" />
}

/** Removed at once here and on the server, so that nothing is lost; the toast restores it. */
function useHiding(renew: (() => void) | undefined) {
  const t = useHomeText()
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const mark = (vid: number, isHidden: boolean) =>
    setHidden((existing) => {
      const next = new Set(existing)
      if (isHidden) next.add(vid)
      else next.delete(vid)
      return next
    })
  const send = async (vid: number, isHidden: boolean, failed: string) => {
    mark(vid, isHidden)
    const result = await call(viewing.hide, { vid, is_hidden: isHidden ? 1 : 0 })
    forgetResponses(viewing.viewing.path)
    if (result.kind === 'ok') return true
    mark(vid, !isHidden)
    showToast(result.kind === 'refused' ? result.message : failed)
    return false
  }
  const hide = async ({ vid, name }: WatchedFilm) => {
    const unhide = () => void send(vid, false, t('undoFailed')).then((done) => done && renew?.())
    if (await send(vid, true, t('removeFailed')))
      showToast(t('removed', { name }), { label: t('undo'), run: unhide })
  }
  return { hidden, hide: (film: WatchedFilm) => void hide(film) }
}
