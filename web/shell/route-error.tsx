import { useCallback, useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { accounts } from '#contract/accounts.ts'
import { textsOf } from '#web/i18n/text.ts'
import { call } from '#web/session/api.ts'
import { useReachable } from '#web/session/connection.ts'
import { session } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ChunkError } from './lazy-limit.ts'
import styles from './error-view.module.css'

const RELOADED = 'reloaded-for'
const ASK_EVERY_MS = 4000

/** After a deploy the old parts are gone: the page is read anew, once; a second failure is shown. */
function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) === location.pathname) return false
    sessionStorage.setItem(RELOADED, location.pathname)
    location.reload()
    return true
  } catch {
    return false
  }
}

/** A page that broke while it was drawn, or whose code did not come (SHELL-07). It leans on nothing that may be broken. */
export function RouteError() {
  const error = useRouteError()
  const t = textsOf(session.get().language)
  const chunk = error instanceof ChunkError
  const reachable = useReachable()
  // The part may be missing because of the connection alone; only an answer of the server can tell.
  const offline = chunk && (!reachable || !navigator.onLine)
  useEffect(() => {
    console.error(error)
    if (!chunk) return
    void call(accounts.status, {}).then((result) => {
      if (result.kind !== 'unreachable') reloadOnce()
    })
  }, [error, chunk])
  if (offline) return <NoConnection />
  return (
    <main className={styles.view} role="alert">
      <Star />
      <h1 className={styles.title}>{t('error.title')}</h1>
      <p className={styles.text}>{chunk ? t('error.chunk') : t('error.text')}</p>
      <Button variant="primary" icon="retry" onClick={() => location.reload()}>
        {t('error.reload')}
      </Button>
    </main>
  )
}

/** A page with nothing to show without a connection (SHELL-08): it goes by itself when the server answers again. */
function NoConnection() {
  const t = textsOf(session.get().language)
  const [busy, setBusy] = useState(false)
  const ask = useCallback(async () => {
    setBusy(true)
    const result = await call(accounts.status, {})
    if (result.kind !== 'unreachable') location.reload()
    setBusy(false)
  }, [])
  useEffect(() => {
    const again = () => void ask()
    const timer = setInterval(again, ASK_EVERY_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [ask])
  return (
    <main className={styles.view} role="alert">
      <Icon name="noSignal" size={96} className={styles.lost} />
      <h1 className={styles.title}>{t('connection.lost')}</h1>
      <p className={styles.text}>{t('connection.hint')}</p>
      <Button variant="primary" icon="retry" disabled={busy} onClick={() => void ask()}>
        {t('state.retry')}
      </Button>
    </main>
  )
}

/** The star with its lines apart. */
export function Star() {
  return (
    <svg className={styles.star} viewBox="0 0 120 120" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M26 26h68v68H26z" strokeWidth="2.5" />
      <path d="M60 12 108 60 60 108 12 60Z" strokeWidth="2.5" transform="rotate(7 60 60)" />
    </svg>
  )
}
