import { useState } from 'react'
import { useNavigate } from '#web/router/router.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { pathOf } from '#contract/form/pages.ts'
import { call } from './api.ts'
import { takeLeave } from '#web/session/logout-flag.ts'
import { session } from '#web/session/session.ts'

interface LogOut {
  readonly busy: boolean
  /**
   * Ends the session. Returns an error message, or null when the logout succeeded and the home page is being
   * loaded.
   */
  readonly leave: (noConnection: string) => Promise<string | null>
}

/** The server ends the session first; only then is it removed here and the home page loaded again (ACC-07). */
export function useLogOut(): LogOut {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const leave = async (noConnection: string) => {
    setBusy(true)
    session.leaving(true)
    const result = await call(accounts.logout, {})
    setBusy(false)
    const isEnded = result.kind === 'ok' || (result.kind === 'refused' && result.failure === 'not_authorized')
    if (!isEnded) session.leaving(false)
    if (result.kind === 'unreachable') return noConnection
    if (result.kind === 'refused' && result.failure !== 'not_authorized') return result.message
    // Leaves a private page first: it would ask the guest to log in.
    await navigate(pathOf('home'))
    takeLeave()
    session.signOut()
    location.reload()
    return null
  }
  return { busy, leave }
}
