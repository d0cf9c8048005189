/**
 * The frame around every screen (SHELL-03): header, page, footer; a television has a side menu instead of header
 * and footer.
 */
import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { matchPage, pathOf, type PageMatch, type PageName } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { ProfileMount } from '#web/profiles/profile-mount.tsx'
import { PaymentMount } from '#web/payment/payment-mount.tsx'
import { isTelevision } from '#web/remote/television.ts'
import { useScrollRestoration } from '#web/router/hooks.ts'
import {
  Navigate,
  Outlet,
  useIsWaiting,
  useLocation,
  useNavigate,
  useNavigationType,
} from '#web/router/router.ts'
import { NotFoundScreen } from './not-found/not-found-screen.tsx'
import { isCastReceiver } from '#web/state/cast-app.ts'
import { useReleaseState } from '#web/features/releases/release-state.ts'
import { screenShown } from '#web/features/releases/safe-mode.ts'
import '#web/features/search/stored-searches.ts'
import { firstPageHydrated } from '#web/session/first-page.ts'
import { useProfile } from '#web/session/profile.ts'
import { session, useSession } from '#web/session/session.ts'
import { useHere, useKeepWayBack } from '#web/session/way-back.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { useAccessCheck } from './dialogs/access-check.ts'
import { BellMount } from './header/bell-mount.tsx'
import { PreviewMount } from './page/preview-mount.tsx'
import { ConnectionBar } from './dialogs/connection-bar.tsx'
import { MiniMount } from './mini-mount.tsx'
import { Footer } from './page/footer.tsx'
import { Header } from './header/header.tsx'
import { LanguageOffer } from './header/language-offer.tsx'
import { LoginNeeded } from './dialogs/login-needed.tsx'
import { RemoteMount } from './header/remote-mount.tsx'
import { SideRail } from './header/side-rail.tsx'
import { TabBar } from './header/tab-bar.tsx'
import { TopBanner } from './header/top-banner.tsx'
import { ReceiverMount } from './television/receiver-mount.tsx'
import { TelevisionMount } from './television/television-mount.tsx'
import { usePageTitle, useRouteChanges } from './page/route-changes.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { useSettled } from '#web/ui/scroll/near-screen.ts'
import { useWordOfLeaving } from './dialogs/logout-message.ts'
import styles from './shell.module.css'
import { useLatest } from '#web/state/use-latest.ts'

const SessionEnd = lazy(() =>
  withinLimit(import('./session-end/session-end-screen.tsx')).then((file) => ({
    default: file.SessionEndScreen,
  })),
)

const ClosedToChild = lazy(() =>
  withinLimit(import('#web/profiles/closed-to-child.tsx')).then((file) => ({ default: file.ClosedToChild })),
)

/** Most visits are in a browser, which has no release. */
const BackToTop = lazyOrNothing(() => import('./page/back-to-top.tsx').then((file) => file.BackToTop))
const ForcedUpdate = lazyOrNothing(() => import('./forced-update.tsx').then((file) => file.ForcedUpdate))
const ReleaseLines = lazyOrNothing(() =>
  import('#web/features/releases/release-lines.tsx').then((file) => file.ReleaseLines),
)

export function Shell() {
  const { pathname } = useLocation()
  const { sessionEndNotice } = useSession()
  const match = useMemo(() => matchPage(pathname), [pathname])
  const onLogin = match?.name === 'login'
  useRouteChanges(match)
  useAccessCheck(pathname)
  usePageTitle(pathname, match, sessionEndNotice !== null)
  useKeepWayBack(onLogin)
  useWordOfLeaving()
  useScrollRestoration()
  const leadsToLogin =
    sessionEndNotice?.reason === 'ended' && (sessionEndNotice.toLogin || match?.name === 'channel')
  useWayToLogin(leadsToLogin)
  useSessionEndOfThisPage(pathname)
  useEffect(screenShown, [])
  const page = useMemo(() => (match === null ? <Unknown /> : <Guarded match={match} />), [match])
  if (useReleaseState().update === 'forced')
    return (
      <>
        <Suspense fallback={<div className={styles.waiting} />}>
          <ForcedUpdate />
        </Suspense>
        <TelevisionMount />
      </>
    )
  return (
    <Frame header={match?.page.header ?? !isCastReceiver()} footer={match?.page.footer ?? false}>
      {sessionEndNotice === null ? (
        page
      ) : (
        <SessionEnd
          sessionEndNotice={sessionEndNotice}
          isPrivate={match?.page.private ?? false}
          leadsToLogin={leadsToLogin}
        />
      )}
    </Frame>
  )
}

/** Shown while the code of the first page loads. */
export function ShellFallback() {
  return (
    <Frame header footer={false}>
      <div className={styles.waiting} />
    </Frame>
  )
}

interface FrameProps {
  readonly header: boolean
  readonly footer: boolean
  readonly children: React.ReactNode
}

function Frame({ header, footer, children }: FrameProps) {
  const t = useText()
  const main = useFocusOnArrival()
  const { isSafeMode, update } = useReleaseState()
  // The same element as long as it shows the same: a new one would make React take over the page's markup at once, in one
  // long task, whenever the frame is rendered before it has done so in slices.
  const content = useMemo(
    () => <Suspense fallback={<div className={styles.waiting} />}>{children}</Suspense>,
    [children],
  )
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <ConnectionBar />
      {header && footer && <LanguageOffer />}
      {header && footer && <TopBanner />}
      {header && <Header />}
      {header && isTelevision() && <SideRail />}
      <Waiting />
      <main className={styles.main} id="main" ref={main} tabIndex={-1} data-plain={header ? undefined : ''}>
        {(isSafeMode || update === 'soft') && (
          <Suspense fallback={null}>
            <ReleaseLines />
          </Suspense>
        )}
        {content}
      </main>
      {footer && <Footer />}
      {header && <TabBar />}
      <MiniMount />
      <BackToTopMount />
      <Toaster />
      <BellMount />
      <LoginNeeded />
      <TelevisionMount />
      <PaymentMount />
      <ProfileMount />
      <RemoteMount />
      <ReceiverMount />
      <PreviewMount />
    </>
  )
}

/** Needed two screens further down at the earliest. */
function BackToTopMount() {
  return useSettled('last') ? (
    <Suspense fallback={null}>
      <BackToTop />
    </Suspense>
  ) : null
}

/** The page of a Cast device is none of the site's pages, and not missing either. */
function Unknown() {
  return isCastReceiver() ? null : <NotFoundScreen />
}

/** A private page sends a guest to the login, which returns to the page (SHELL-05). */
function Guarded({ match }: { readonly match: PageMatch }) {
  const { token } = useSession()
  const profile = useProfile()
  const from = useHere()
  useEffect(firstPageHydrated, [])
  if (match.page.private && token === null) return <Navigate to={pathOf('login')} state={{ from }} replace />
  if (token !== null && profile?.isChild === true && forGrownUps.has(match.name)) return <ClosedToChild />
  return <Outlet />
}

/** Pages about money and the account, which a child's profile does not have (PROF-02). */
const forGrownUps: ReadonlySet<PageName> = new Set([
  ...(['cabinet', 'devices', 'paymentHistory', 'password', 'tariff', 'link', 'renewal'] as const),
])

/** A thin progress line while the next page's code loads. */
function Waiting() {
  return useIsWaiting() ? <div className={styles.progress} role="presentation" /> : null
}

/** A new page takes the focus, so that the keyboard and screen readers start at its beginning. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const type = useNavigationType()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (type !== 'POP') main.current?.focus({ preventScroll: true })
  }, [pathname, type])
  return main
}

/**
 * A rejected channel continues to the login once the storage is cleared, and returns from there (ACC-08). A blocked
 * viewer stays on the page with the call centre's number (ACC-11).
 */
function useWayToLogin(leadsToLogin: boolean) {
  const { sessionEndNotice } = useSession()
  const navigate = useNavigate()
  const from = useHere()
  const due = leadsToLogin && sessionEndNotice?.clearing === null
  const latest = useLatest({ from, sessionEndNotice })
  useEffect(() => {
    if (!due) return
    const { from: back, sessionEndNotice: why } = latest.current
    void navigate(pathOf('login'), { state: { from: back, ended: why?.reason }, replace: true })
    session.readSessionEndNotice()
  }, [due, navigate, latest])
}

/** A viewer already navigating away when the session ended has not read the message yet. */
const readMs = 1000

/** The message about the end of a session is shown on the page where it ended; navigating away closes it. */
function useSessionEndOfThisPage(pathname: string) {
  const reason = useSession().sessionEndNotice?.reason
  const before = useRef(pathname)
  const reportedAtMs = useRef(0)
  useEffect(() => {
    if (reason !== undefined) reportedAtMs.current = performance.now()
  }, [reason])
  useEffect(() => {
    const isElsewhere = before.current !== pathname
    before.current = pathname
    if (isElsewhere && performance.now() - reportedAtMs.current >= readMs) session.readSessionEndNotice()
  }, [pathname])
}
