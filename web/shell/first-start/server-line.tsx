import { siteName } from '#web/state/site-address.ts'
import { ChangeServer } from './change-server.tsx'
import { useFirstStartText } from './first-start-text.ts'
import styles from './server-line.module.css'

/** The server an app belongs to, for an app whose viewer typed it: it may be another operator's. */
export function ServerLine() {
  const t = useFirstStartText()
  return (
    <p className={styles.line}>
      <span>{t('server', { address: siteName() })}</span>
      <ChangeServer className={styles.change} />
    </p>
  )
}
