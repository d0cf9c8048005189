import { useEffect } from 'react'
import { accounts } from '#contract/accounts.ts'
import { useText } from '#web/i18n/text.ts'
import { call } from '#web/session/api.ts'
import { connection, useDoubts, useReachable } from '#web/session/connection.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './connection-bar.module.css'

const ASK_EVERY_MS = 4000
/** A server that does not answer this in time is not reached; the next question is better than a longer wait. */
const ANSWER_LIMIT_MS = 6000

let asking: AbortController | null = null

/** Asks for the status now; a question that is still open is given up, for the network may have changed under it. */
function askAtOnce(): void {
  asking?.abort()
  const own = new AbortController()
  asking = own
  const timer = setTimeout(() => {
    own.abort()
    connection.report('network_error')
  }, ANSWER_LIMIT_MS)
  void call(accounts.status, {}, own.signal).then(() => clearTimeout(timer))
}

/** Stands while the server cannot be reached and goes by itself (SHELL-08). What is on the screen stays usable. */
export function ConnectionBar() {
  const t = useText()
  const reachable = useReachable()
  const doubts = useDoubts()
  // The network's own events are a reason to ask, not an answer: a network without a way out says nothing of us.
  useEffect(() => {
    for (const event of ['online', 'offline']) window.addEventListener(event, askAtOnce)
    return () => {
      for (const event of ['online', 'offline']) window.removeEventListener(event, askAtOnce)
    }
  }, [])
  useEffect(() => {
    if (reachable) return
    const timer = setInterval(askAtOnce, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [reachable])
  useEffect(() => {
    if (doubts > 0) askAtOnce()
  }, [doubts])
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
