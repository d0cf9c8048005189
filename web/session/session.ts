/** The one session of this page, and the hooks that read it. */
import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/form/failures.ts'
import { firstPage } from './first-page.ts'
import { profileSuffix, storedProfile, useProfile, type StoredProfile } from './profile.ts'
import { hasSecretToken, withSecretToken } from './secret-token.ts'
import { guest, viewerKey, type SessionState } from './session-rules.ts'
import { createSession, languageOf, type StoredValues, type Session } from './session-store.ts'

export type { SessionState } from './session-rules.ts'

/** A storage for where there is none: a private window that blocks it, or the server. */
function memory(): StoredValues {
  const cache = new Map<string, string>()
  return {
    getItem: (key) => cache.get(key) ?? null,
    setItem: (key, value) => void cache.set(key, value),
    removeItem: (key) => void cache.delete(key),
    clear: () => cache.clear(),
  }
}

function browserStorage(): StoredValues {
  try {
    const storage = globalThis.localStorage
    storage.getItem('token')
    return hasSecretToken() ? withSecretToken(storage) : storage
  } catch {
    return memory()
  }
}

/** Until a language is chosen, the page stays in the one it was rendered in. */
function languageOfPage() {
  return typeof document === 'undefined' ? null : document.documentElement.lang
}

export const session: Session = createSession({
  storage: browserStorage(),
  language: languageOf(languageOfPage()),
  later: (run, delayMs) => void setTimeout(run, delayMs),
})

/** In the first render of a page rendered by the server every visitor is a guest. */
const guests = {
  ru: { ...guest, language: 'ru', world: null, worldLoading: false, sessionEndNotice: null },
  uz: { ...guest, language: 'uz', world: null, worldLoading: false, sessionEndNotice: null },
} as const satisfies Record<Language, SessionState>

/**
 * The current session where it says the same: another object would render every reader of the session once more, and at
 * once.
 */
function drawnFor(): SessionState {
  const drawn = guests[firstPage()?.language ?? 'ru']
  const current = session.get()
  const isSame = (Object.keys(drawn) as (keyof SessionState)[]).every((key) => drawn[key] === current[key])
  return isSame ? current : drawn
}

/** The current session; the component renders again when it changes. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get, drawnFor)
}

// A logout removes the profile with everything else of its viewer.
session.subscribe(storedProfile.reread)

function keyOf(state: SessionState, profile: StoredProfile | null): string {
  const viewer = viewerKey(state)
  return viewer === '' ? '' : viewer + profileSuffix(profile)
}

/**
 * Whose data on this device it is: the same on every login of the account, another one for each profile. '' is a
 * guest.
 */
export function dataOwner(): string {
  const { abonement } = session.get()
  const no = storedProfile.get()?.no ?? 0
  return abonement === null || no === 0 ? (abonement ?? '') : `${abonement} profile ${no}`
}

/** `useViewerKey` outside of components. */
export function currentViewerKey(): string {
  return keyOf(session.get(), storedProfile.get())
}

/** Changes when the viewer or their profile changes ('' is a guest); a renewed token is the same viewer. */
export function useViewerKey(): string {
  return keyOf(useSession(), useProfile())
}

export function useLanguage(): Language {
  return useSession().language
}

/** A device's number, new at each login (ACC-05). `randomUUID` is missing on pages without https. */
export function newDeviceUid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
