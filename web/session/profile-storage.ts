/** What this device stores of a profile: another profile does not see it, and finds its own again when it comes back. */
import { onLogout } from './on-logout.ts'
import { storedProfile } from './profile.ts'
import { session } from './session.ts'

interface ProfileStorage {
  /** Null when nothing is stored, or there is no storage. */
  read(): string | null
  /** Null removes it. Without a storage nothing happens. */
  write(text: string | null): void
}

/** A value of this name for each profile of the account; a logout, or another account, removes all of them. */
export function profileStorage(name: string): ProfileStorage {
  let owner = session.get().abonement
  onLogout(() => {
    const now = session.get().abonement
    if (now !== owner) removeAll(name)
    owner = now
  })
  return {
    read() {
      try {
        return localStorage.getItem(keyOf(name))
      } catch {
        return null
      }
    },
    write(text) {
      try {
        if (text === null) localStorage.removeItem(keyOf(name))
        else localStorage.setItem(keyOf(name), text)
      } catch {
        // Without storage it is lost with the page.
      }
    },
  }
}

function keyOf(name: string): string {
  const no = storedProfile.get()?.no ?? 0
  return no === 0 ? name : `${name} profile ${no}`
}

function removeAll(name: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key === name || key.startsWith(`${name} profile `)) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}
