/** Opening one thing above the age limit of this profile with the account's PIN (PROF-02). */
import { profiles } from '#contract/accounts/profiles.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { askForPin } from '#web/session/pin-needed.ts'
import { call } from '#web/session/requests/api.ts'
import { renewResponses } from '#web/session/requests/answers.ts'

/** A title, a channel or a programme. */
export type AboveLimit = Pick<InputOf<typeof profiles.open>, 'kind' | 'id'>

/** Asks for the PIN; whether it was opened. What is on the screen is then requested again. */
export async function openAboveLimit(what: AboveLimit): Promise<boolean> {
  const isOpen = await askForPin('open', async (pin) => {
    const result = await call(profiles.open, { ...what, pin })
    if (result.kind === 'ok') return { kind: 'accepted' }
    return result.kind === 'refused' ? { kind: 'refused', message: result.message } : null
  })
  if (isOpen) renewResponses()
  return isOpen
}
