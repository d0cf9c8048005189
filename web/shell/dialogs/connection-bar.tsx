import { pathOf } from '#contract/form/pages.ts'
import { Link } from '#web/router/router.ts'
import { useText } from '#web/session/text.ts'
import { useAskingForStatus } from '#web/session/requests/poll-status.ts'
import { useReachable } from '#web/session/requests/connection.ts'
import { mayChangeServer } from '#web/state/site-address.ts'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { Icon } from '#web/ui/controls/icon.tsx'
import { hasDownloads } from '#web/shell/page/has-downloads.ts'
import styles from './connection-bar.module.css'

const ChangeServer = lazyOrNothing(() =>
  import('#web/shell/first-start/change-server.tsx').then((file) => file.ChangeServer),
)

/**
 * Shown while the server cannot be reached; it disappears automatically (SHELL-08). The content on the screen stays
 * usable.
 */
export function ConnectionBar() {
  const t = useText()
  const reachable = useReachable()
  useAskingForStatus(reachable)
  return (
    <div role="status" className={styles.place}>
      {!reachable && (
        <p className={styles.bar}>
          <Icon name="noSignal" size={20} />
          <span>
            <strong>{t('connection.lost')}</strong>
            <span className={styles.hint}> {t('connection.hint')}</span>
            {hasDownloads() && (
              <Link className={styles.link} to={pathOf('my', { slug: 'downloads' })}>
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
