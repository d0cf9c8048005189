/** The account's PIN for a request that needs it proven: a purchase, or a change of profiles. */
import { profiles } from '#contract/accounts/profiles.ts'
import type { Call } from '#contract/client.ts'
import type { Endpoint } from '#contract/form/endpoint.ts'
import { type PinPurpose, askForPin } from '#web/session/pin-needed.ts'

/** Their forms ask for the PIN and send it themselves. */
const sendIt: ReadonlySet<string> = new Set(
  [profiles.choose, profiles.prove, profiles.open, profiles.setPin].map(({ path }) => path),
)

/** Asks for the account's PIN and proves it for some minutes; whether the viewer did. */
export async function proveAccountPin(call: Call, endpoint: Endpoint): Promise<boolean> {
  if (sendIt.has(endpoint.path)) return false
  return askForPin(purposeOf(endpoint), async (pin) => {
    const result = await call(profiles.prove, { pin })
    if (result.kind === 'ok') return { kind: 'accepted' }
    return result.kind === 'refused' ? { kind: 'refused', message: result.message } : null
  })
}

function purposeOf({ path, opensAccount }: Endpoint): PinPurpose {
  if (path.startsWith(profiles.list.path)) return 'manage'
  return opensAccount === true ? 'account' : 'purchase'
}
