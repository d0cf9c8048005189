import { useEffect } from 'react'
import { accounts } from '#contract/accounts.ts'
import { site } from '#contract/site.ts'
import { call } from '#web/session/api.ts'
import { session, useSession } from '#web/session/session.ts'

/** Once a day at most, so its code comes when it is wanted; what does not come is wanted again on the next page. */
function renewSoon(token: string): void {
  import('#web/session/renew-token.ts').then((file) => file.renewToken(token)).catch(() => undefined)
}

/**
 * Asks at the start and on every change of the page whether the token is good (ACC-06), and with it where we are
 * (REGION-01). A token that has grown old is exchanged.
 */
export function useAccessCheck(pathname: string): void {
  const { token } = useSession()
  useEffect(() => {
    document.documentElement.dataset['auth'] = token === null ? 'guest' : 'user'
    if (token === null) return
    const abort = new AbortController()
    void call(accounts.status, {}, abort.signal).then((result) => {
      if (abort.signal.aborted || result.kind !== 'answer') return
      session.checked(token, result.data)
      if (result.data.status === 0 && result.data.renew === 1) renewSoon(token)
    })
    return () => abort.abort()
  }, [pathname, token])
  useEffect(() => {
    const abort = new AbortController()
    session.askingWorld()
    void call(site.ipCheck, {}, abort.signal).then((result) => {
      if (abort.signal.aborted) return
      session.setWorld(result.kind === 'answer' ? result.data.is_tasix !== 1 : null)
    })
    return () => abort.abort()
  }, [pathname])
}
