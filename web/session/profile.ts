/** The profile this device uses, as the server last said it. Stored, so that a page knows it before its first request. */
import { createChanges, createStore, useStore } from '#web/state/create-store.ts'
import { useSyncExternalStore } from 'react'

export interface StoredProfile {
  /** Its number in the account; 0 is the first one. */
  readonly no: number
  /** Empty for a first profile that nobody has named. */
  readonly name: string
  readonly picture: string
  readonly colour: string
  readonly isChild: boolean
  /** Something is closed to it: an age limit, other channels, or hours. */
  readonly isLimited: boolean
  /** How many profiles the account has. */
  readonly count: number
}

/** The storage's key; `index.html` reads it too. */
export const profileKey = 'profile'

const changes = createChanges()
let text = readText()
let current = parsed(text)

function readText(): string | null {
  try {
    return globalThis.localStorage.getItem(profileKey)
  } catch {
    return null
  }
}

/** Null for what no version of this site has written. */
function parsed(stored: string | null): StoredProfile | null {
  if (stored === null) return null
  try {
    const value = JSON.parse(stored) as Partial<StoredProfile> | null
    if (typeof value?.no !== 'number') return null
    const { no, name = '', picture = '', colour = '', isChild = false, isLimited = false, count = 1 } = value
    return { no, name, picture, colour, isChild, isLimited, count }
  } catch {
    return null
  }
}

export const storedProfile = {
  get: (): StoredProfile | null => current,
  subscribe: changes.subscribe,
  /** Reads the storage again: another tab may have changed it, or a logout removed it. */
  reread(): void {
    const now = readText()
    if (now === text) return
    text = now
    current = parsed(now)
    changes.emit()
  },
  set(profile: StoredProfile): void {
    const next = JSON.stringify(profile)
    if (next === text) return
    text = next
    current = profile
    try {
      globalThis.localStorage.setItem(profileKey, next)
    } catch {
      // A private window without storage: the profile lasts as long as the page.
    }
    changes.emit()
  },
}

/** What viewers' data differs by besides the account: '' for the first profile without limits. */
export function profileSuffix(profile: StoredProfile | null): string {
  return profile === null || (profile.no === 0 && !profile.isLimited) ? '' : ` profile ${profile.no}`
}

const removals = createStore(0)

/** The server has refused a request because the profile of this device is gone: another has to be chosen. */
export function profileIsGone(): void {
  removals.set(removals.get() + 1)
}

/** Changes each time the profile of this device turns out to be gone. */
export function useProfileIsGone(): number {
  return useStore(removals, () => 0)
}

function drawnFor() {
  return null
}

/** The profile of this device; null for guests, and until the server has named it. */
export function useProfile(): StoredProfile | null {
  return useSyncExternalStore(storedProfile.subscribe, storedProfile.get, drawnFor)
}
