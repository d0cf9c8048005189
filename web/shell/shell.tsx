/** The frame around every screen (SHELL-03): header, the page, footer; a television has a rail instead of both. */
import { Suspense, useEffect, useRef } from 'react'
import {
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  type Location,
  useNavigationType,
} from 'react-router'
import { matchPage, pathOf, type PageMatch } from '#contract/pages.ts'
import { useText } from '#web/i18n/text.ts'
import { NotFoundScreen } from '#web/screens/not-found/not-found-screen.tsx'
import { useSession } from '#web/session/session.ts'
import { showToast, Toaster } from '#web/ui/toast.tsx'
import { BackToTop } from './back-to-top.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { SideRail } from './side-rail.tsx'
import { TabBar } from './tab-bar.tsx'
import { useAccessCheck, usePageTitle, useRouteChanges } from './route-changes.ts'
import styles from './shell.module.css'

export function Shell() {
  const { pathname } = useLocation()
  const match = matchPage(pathname)
  useRouteChanges(match)
  useAccessCheck(pathname)
  usePageTitle(pathname, match)
  useSessionEnd()
  return (
    <Frame header={match?.page.header ?? true} footer={match?.page.footer ?? false}>
      {match === null ? <NotFoundScreen /> : <Guarded match={match} />}
      <ScrollRestoration getKey={scrollKey} />
    </Frame>
  )
}

/** A page read anew has no key of its own; its path keeps it from taking another page's place (SHELL-04). */
const scrollKey = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)

/** Shown while the code of the first page comes. */
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
  return (
    <>
      <a className={styles.skip} href="#main">
        {t('shell.skip')}
      </a>
      <ConnectionBar />
      {header && <Header />}
      {header && <SideRail />}
      <Waiting />
      <main className={styles.main} id="main" ref={main} tabIndex={-1} data-plain={header ? undefined : ''}>
        <Suspense fallback={<div className={styles.waiting} />}>{children}</Suspense>
      </main>
      {footer && <Footer />}
      {header && <TabBar />}
      <BackToTop />
      <Toaster />
    </>
  )
}

/** A private page sends a guest to the login, which knows the way back (SHELL-05). */
function Guarded({ match }: { readonly match: PageMatch }) {
  const { token } = useSession()
  const { pathname, search } = useLocation()
  if (match.page.private && token === null)
    return <Navigate to={pathOf('login')} state={{ from: pathname + search }} replace />
  return <Outlet />
}

/** A thin line while the next page's code is on its way. */
function Waiting() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className={styles.progress} role="presentation" />
}

/** A new page takes the focus, so that the keyboard and a screen reader begin at its start. */
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

function useSessionEnd() {
  const t = useText()
  const { ending } = useSession()
  useEffect(() => {
    if (ending) showToast(t('state.sessionEnded'))
  }, [ending, t])
}
