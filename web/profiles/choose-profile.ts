/** Using another profile on this device. */
import { profiles, type Profile } from '#contract/accounts/profiles.ts'
import { forgetResponses } from '#web/session/requests/answers.ts'
import { call } from '#web/session/requests/api.ts'
import { askForPin, type PinAnswer } from '#web/session/pin-needed.ts'
import { storedProfile } from '#web/session/profile.ts'
import { session } from '#web/session/session.ts'
import { storedOf, type ProfileList } from './profile-rules.ts'

/** How it ended; `message` is for the viewer. */
export type Chosen =
  | { readonly kind: 'chosen' }
  | { readonly kind: 'given_up' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unreachable' }

/** Asks for a PIN where one is needed. The page then shows what belongs to the profile, in its language. */
export async function chooseProfile(profile: Profile, list: ProfileList): Promise<Chosen> {
  if (profile.no !== list.current) {
    const first = await call(profiles.choose, { no: profile.no })
    if (first.kind === 'unreachable') return { kind: 'unreachable' }
    if (first.kind === 'refused' && first.failure !== 'pin_needed') return first
    if (first.kind === 'refused' && !(await enterWithPin(profile.no))) return { kind: 'given_up' }
  }
  use(profile, list)
  return { kind: 'chosen' }
}

function enterWithPin(no: number): Promise<boolean> {
  return askForPin('enter', async (pin): Promise<PinAnswer | null> => {
    const result = await call(profiles.choose, { no, pin })
    if (result.kind === 'ok') return { kind: 'accepted' }
    return result.kind === 'refused' ? { kind: 'refused', message: result.message } : null
  })
}

function use(profile: Profile, list: ProfileList): void {
  forgetResponses(profiles.list.path)
  const stored = storedOf({ ...list, current: profile.no })
  if (stored !== undefined) storedProfile.set(stored)
  if (profile.language !== session.get().language && profile.name !== '')
    session.setLanguage(profile.language)
}
