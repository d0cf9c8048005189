/**
 * Whether a viewer's own rail had any items on the last visit on this device: its space is then reserved while it
 * loads.
 */
import { onLogout } from '#web/session/on-logout.ts'

const keys = { begun: 'ekran.begun', channels: 'ekran.ownChannels' } as const
type OwnRail = keyof typeof keys

/** `unknown`: the expectation for a viewer's first visit. */
export function isExpected(rail: OwnRail, unknown: boolean): boolean {
  try {
    const item = localStorage.getItem(keys[rail])
    return item === null ? unknown : item === '1'
  } catch {
    return unknown
  }
}

export function noteRail(rail: OwnRail, isThere: boolean): void {
  try {
    localStorage.setItem(keys[rail], isThere ? '1' : '0')
  } catch {
    // Without storage every visit is the first.
  }
}

onLogout(() => {
  try {
    for (const key of Object.values(keys)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
})
