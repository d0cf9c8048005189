import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { textsOf } from '#web/i18n/text.ts'
import { session } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ChunkError } from './lazy-limit.ts'
import styles from './error-view.module.css'

const RELOADED = 'reloaded-for'

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
  useEffect(() => {
    console.error(error)
    if (chunk && navigator.onLine) reloadOnce()
  }, [error, chunk])
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

/** The star with its lines apart. */
export function Star() {
  return (
    <svg className={styles.star} viewBox="0 0 120 120" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M26 26h68v68H26z" strokeWidth="2.5" />
      <path d="M60 12 108 60 60 108 12 60Z" strokeWidth="2.5" transform="rotate(7 60 60)" />
    </svg>
  )
}
