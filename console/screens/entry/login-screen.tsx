import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useIdentityText } from '#console/identity/identity-text.ts'
import { LoginSteps, type LoginState, titleOf } from '#console/identity/login-steps.tsx'
import { enterAs, useSessionRefresh } from '#console/session/session.ts'
import { EntryFrame } from '#console/shell/entry-frame.tsx'

/** The login; the page that was opened follows it, at the same address. */
export function LoginScreen({ initial }: { readonly initial: LoginState }) {
  const t = useIdentityText()
  const client = useQueryClient()
  const refresh = useSessionRefresh()
  const [title, setTitle] = useState<string>()
  const complete = async () => {
    const state = await refresh().catch(() => undefined)
    if (state === undefined) location.reload()
    else enterAs(client, state)
  }
  return (
    <EntryFrame title={title ?? t(titleOf(initial))}>
      <LoginSteps initial={initial} onStep={setTitle} onComplete={() => void complete()} />
    </EntryFrame>
  )
}
