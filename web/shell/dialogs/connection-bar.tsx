import { Suspense } from 'react'
import { pathOf } from '#contract/form/pages.ts'
import { Link, useLocation } from '#web/router/router.ts'
import { useText } from '#web/session/text.ts'
import { useAskingForStatus } from '#web/session/requests/poll-status.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { mayChangeServer, serverOrigin } from '#web/state/site-address.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { hasDownloads } from '#web/shell/page/has-downloads.ts'
import styles from './connection-bar.module.css'

const ChangeServer = lazyOrNothing(() =>
  import('#web/shell/first-start/change-server.tsx').then((file) => file.ChangeServer),
)

const InsecureNotice = lazyOrNothing(() =>
  import('#web/shell/first-start/insecure-notice.tsx').then((file) => file.InsecureNotice),
)

/**
 * Shown while the server cannot be reached; it disappears automatically (SHELL-08). The content on the screen stays
 * usable.
 */
export function ConnectionBar() {
  const t = useText()
  const reachable = useReachable()
  const { pathname } = useLocation()
  const downloads = pathOf('my', { slug: 'downloads' })
  useAskingForStatus(reachable)
  return (
    <div role="status" className={styles.place} data-not-first="">
      {!reachable && (
        <p className={styles.bar}>
          <Icon name="noSignal" size={20} />
          <span>
            <Words />
            {hasDownloads() && pathname !== downloads && (
              <Link className={styles.link} to={downloads}>
                {t('connection.downloads')}
              </Link>
            )}
            {mayChangeServer() && <ChangeServer className={styles.link} />}
          </span>
        </p>
      )}
    </div>
  )
}

function Words() {
  const t = useText()
  const words = (
    <>
      <strong>{t('connection.lost')}</strong>
      <span className={styles.hint}> {t('connection.hint')}</span>
    </>
  )
  // A page came from its server over the same kind of connection; an app may never have had one.
  if (!serverOrigin().startsWith('https:')) return words
  return (
    <Suspense fallback={words}>
      <InsecureNotice hint={styles.hint}>{words}</InsecureNotice>
    </Suspense>
  )
}
