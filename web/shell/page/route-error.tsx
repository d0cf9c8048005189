import { useEffect, useRef } from 'react'
import { accounts } from '#contract/accounts/accounts.ts'
import { pathOf } from '#contract/form/pages.ts'
import { currentAddress } from '#web/router/address-bar.ts'
import { textsOf } from '#web/session/text.ts'
import { call } from '#web/session/requests/api.ts'
import { askAtOnce, useAskingForStatus } from '#web/session/requests/poll-status.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { session } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/controls/icon.tsx'
import { hasDownloads } from './has-downloads.ts'
import { ChunkError } from '#web/ui/lazy/lazy-limit.ts'
import styles from './error-view.module.css'

const reloaded = 'reloaded-for'

/** After a deployment the old chunks are gone: the page is reloaded once; a second failure is shown. */
function reloadOnce(): boolean {
  try {
    const { pathname } = currentAddress()
    if (sessionStorage.getItem(reloaded) === pathname) return false
    sessionStorage.setItem(reloaded, pathname)
    location.reload()
    return true
  } catch {
    return false
  }
}

/**
 * Shown when a page failed to render or its code failed to load (SHELL-07). It uses nothing that may have failed.
 */
export function RouteError({ error }: { readonly error: unknown }) {
  const t = textsOf(session.get().language)
  const chunk = error instanceof ChunkError
  const reachable = useReachable()
  const wasLost = useRef(false)
  useAskingForStatus(reachable)
  useEffect(() => {
    console.error(error)
    // A request to the server tells a missing chunk from a lost connection.
    if (chunk) void call(accounts.status, {}).then((result) => result.kind !== 'unreachable' && reloadOnce())
  }, [error, chunk])
  useEffect(() => {
    if (chunk && reachable && wasLost.current) location.reload()
    wasLost.current = !reachable
  }, [chunk, reachable])
  if (chunk && !reachable) return <NoConnection />
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

/** A page without content for offline use (SHELL-08): it disappears when the server responds again. */
function NoConnection() {
  const t = textsOf(session.get().language)
  return (
    <main className={styles.view} role="alert">
      <Icon name="noSignal" size={96} className={styles.lost} />
      <h1 className={styles.title}>{t('connection.lost')}</h1>
      <p className={styles.text}>{t('connection.hint')}</p>
      <Button variant="primary" icon="retry" onClick={askAtOnce}>
        {t('state.retry')}
      </Button>
      {hasDownloads() && (
        <a className={styles.downloads} href={pathOf('my', { slug: 'downloads' })}>
          {t('connection.downloads')}
        </a>
      )}
    </main>
  )
}

/** The star of the logo with its lines separated. */
export function Star() {
  return (
    <svg className={styles.star} viewBox="0 0 120 120" aria-hidden="true" fill="none" stroke="currentColor">
      <path d="M26 26h68v68H26z" strokeWidth="2.5" />
      <path d="M60 12 108 60 60 108 12 60Z" strokeWidth="2.5" transform="rotate(7 60 60)" />
    </svg>
  )
}
