/**
 * The token of a packaged app whose system has a secure storage (Keychain, Android Keystore). The session reads its
 * storage at once, the system's answers later: so the token is read before the client starts, and from then on it is in
 * memory and written through. It is never in the page's own storage.
 */
import type { SecretStore } from '#web/platforms/platform.ts'
import type { StoredValues } from './session-store.ts'
import { appPackage } from '#web/state/app-package.ts'

const tokenKey = 'token'
/** Also contains the token, for the moment of a logout; not worth storing. */
const leavingKey = 'leaving'
const limitMs = 5000

const memory = new Map<string, string>()
let secrets: SecretStore | null = null
/** The page's storage was cleared before the system's was read: a new installation, or another version of it. */
let isCleared = false

/** True in an app for a phone or Android TV. */
export function hasSecretToken(): boolean {
  return /^(?:android|androidtv|ios)$/.test(appPackage()?.platform ?? '')
}

function isSecret(key: string): boolean {
  return key === tokenKey || key === leavingKey
}

/** A failed write is no failure of the login: the viewer logs in again at the next start. */
function store(value: string | null): void {
  if (value === null && secrets === null) isCleared = true
  void (value === null ? secrets?.remove(tokenKey) : secrets?.write(tokenKey, value))?.catch(() => undefined)
}

/** The storage of the page, but the token only in memory and in the secure storage. */
export function withSecretToken(page: StoredValues): StoredValues {
  return {
    getItem: (key) => (isSecret(key) ? (memory.get(key) ?? null) : page.getItem(key)),
    setItem(key, value) {
      if (!isSecret(key)) return page.setItem(key, value)
      memory.set(key, value)
      if (key === tokenKey) store(value)
    },
    removeItem(key) {
      if (!isSecret(key)) return page.removeItem(key)
      memory.delete(key)
      if (key === tokenKey) store(null)
    },
    clear() {
      memory.clear()
      store(null)
      page.clear()
    },
  }
}

/**
 * Reads the token; afterwards the session has to read its storage again. Never rejects; ends within five seconds. iOS
 * keeps the Keychain of a removed app: the token of an earlier installation is deleted.
 */
export async function openSecrets(store: SecretStore): Promise<void> {
  secrets = store
  const limit = new Promise<null>((resolve) => setTimeout(resolve, limitMs, null))
  try {
    if (isCleared) return void (await Promise.race([store.remove(tokenKey), limit]))
    const token = await Promise.race([store.read(tokenKey), limit])
    if (token !== null) memory.set(tokenKey, token)
  } catch {
    // A damaged key store: the viewer logs in again.
  }
}
