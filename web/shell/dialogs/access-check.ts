import { accounts } from '#contract/accounts/accounts.ts'
import { site } from '#contract/site/site.ts'
import { call } from '#web/session/requests/api.ts'
import { connection } from '#web/session/requests/connection.ts'
import { session, useSession } from '#web/session/session.ts'
import { useOnChange } from '#web/state/use-on-change.ts'

/** A removed device that is playing notices it within this time: its page does not change otherwise. */
const pollMs = 30_000

/** Needed once a day at most, so its code is loaded on demand; after a failure the next page tries again. */
function renewSoon(token: string): void {
  import('#web/session/requests/renew-token.ts').then((file) => file.renewToken(token)).catch(() => undefined)
}

async function checkToken(token: string, signal: AbortSignal): Promise<void> {
  const result = await call(accounts.status, {}, signal)
  if (signal.aborted || result.kind !== 'ok') return
  session.checked(token, result.data)
  if (result.data.status === 0 && result.data.renew === 1) renewSoon(token)
}

/**
 * Checks while a page is open and when it becomes visible again. While the connection is lost, `poll-status.ts`
 * takes over.
 */
function keepChecking(token: string, signal: AbortSignal): () => void {
  const look = () => connection.get().reachable && void checkToken(token, signal)
  const lookWhenSeen = () => document.visibilityState === 'visible' && look()
  const timer = setInterval(look, pollMs)
  document.addEventListener('visibilitychange', lookWhenSeen)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', lookWhenSeen)
  }
}

/**
 * Checks at the start, at every navigation and every half a minute whether the token is valid (ACC-06), and at a
 * navigation also the region (REGION-01). An old token is renewed.
 */
export function useAccessCheck(pathname: string): void {
  const { token } = useSession()
  useOnChange([pathname, token], () => {
    document.documentElement.dataset['auth'] = token === null ? 'guest' : 'user'
    if (token === null) return
    const abort = new AbortController()
    void checkToken(token, abort.signal)
    const stop = keepChecking(token, abort.signal)
    return () => {
      stop()
      abort.abort()
    }
  })
  useOnChange([pathname], () => {
    const abort = new AbortController()
    session.askingWorld()
    void call(site.ipCheck, {}, abort.signal).then((result) => {
      if (abort.signal.aborted) return
      session.setWorld(result.kind === 'ok' ? result.data.is_tasix !== 1 : null)
    })
    return () => abort.abort()
  })
}
