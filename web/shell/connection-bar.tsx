import { useEffect } from 'react'
import { accounts } from '#contract/accounts.ts'
import { useText } from '#web/i18n/text.ts'
import { call } from '#web/session/api.ts'
import { connection, useReachable } from '#web/session/connection.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './connection-bar.module.css'

const ASK_EVERY_MS = 4000

/** Stands while the server cannot be reached and goes by itself (SHELL-08). What is on the screen stays usable. */
export function ConnectionBar() {
  const t = useText()
  const reachable = useReachable()
  useEffect(() => {
    const lost = () => connection.report(false)
    window.addEventListener('offline', lost)
    return () => window.removeEventListener('offline', lost)
  }, [])
  useEffect(() => {
    if (reachable) return
    const ask = () => void call(accounts.status, {})
    const timer = setInterval(ask, ASK_EVERY_MS)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [reachable])
  return (
    <div role="status" className={styles.place}>
      {!reachable && (
        <p className={styles.bar}>
          <Icon name="noSignal" size={20} />
          <span>
            <strong>{t('connection.lost')}</strong>
            <span className={styles.hint}> {t('connection.hint')}</span>
          </span>
        </p>
      )}
    </div>
  )
}
