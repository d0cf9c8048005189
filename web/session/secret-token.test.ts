import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SecretStore } from '#web/platforms/platform.ts'
import { createSession, type StoredValues } from './session-store.ts'

class PageStorage implements StoredValues {
  readonly values = new Map<string, string>()
  getItem(key: string) {
    return this.values.get(key) ?? null
  }
  setItem(key: string, value: string) {
    this.values.set(key, value)
  }
  removeItem(key: string) {
    this.values.delete(key)
  }
  clear() {
    this.values.clear()
  }
}

class SimulatedKeychain implements SecretStore {
  readonly values = new Map<string, string>()
  isBroken = false
  async read(name: string) {
    if (this.isBroken) throw new Error('OSStatus -34018')
    return this.values.get(name) ?? null
  }
  async write(name: string, value: string) {
    if (this.isBroken) throw new Error('OSStatus -34018')
    this.values.set(name, value)
  }
  async remove(name: string) {
    if (this.isBroken) throw new Error('OSStatus -34018')
    this.values.delete(name)
  }
}

const viewer = { token: 'secret-1', abonement: '100500', deviceUid: 'd1' }
let page: PageStorage
let keychain: SimulatedKeychain
beforeEach(() => {
  page = new PageStorage()
  keychain = new SimulatedKeychain()
})
// Other files share this worker.
afterEach(() => void vi.useRealTimers())

/** The app as its process starts: the modules hold nothing of the process before. */
async function startApp() {
  vi.resetModules()
  const file = await import('./secret-token.ts')
  const session = createSession({ storage: file.withSecretToken(page), later: () => undefined })
  await file.openSecrets(keychain)
  session.reread()
  return session
}

describe('[APP-04] [APP-05] the token of an app for phones', () => {
  it('is stored in the secure storage and never in the page, and is there at the next start', async () => {
    const first = await startApp()
    first.signIn(viewer)
    expect(keychain.values.get('token')).toBe('secret-1')
    first.leaving(true)
    expect(JSON.stringify([...page.values])).not.toContain('secret-1')
    const second = await startApp()
    expect(second.get()).toMatchObject({
      token: 'secret-1',
      abonement: '100500',
      deviceUid: 'd1',
      access: true,
    })
  })

  it('is replaced when it is renewed, and removed by a logout', async () => {
    const session = await startApp()
    session.signIn(viewer)
    session.renewed('secret-1', 'secret-2')
    expect(keychain.values.get('token')).toBe('secret-2')
    session.signOut()
    expect(keychain.values.has('token')).toBe(false)
    expect((await startApp()).get().token).toBeNull()
  })

  it('of an earlier installation is deleted: iOS keeps the Keychain of a removed app', async () => {
    ;(await startApp()).signIn(viewer)
    page = new PageStorage()
    expect((await startApp()).get().token).toBeNull()
    expect(keychain.values.has('token')).toBe(false)
  })

  it('is missing where the secure storage is damaged, and a login works all the same', async () => {
    ;(await startApp()).signIn(viewer)
    keychain.isBroken = true
    const session = await startApp()
    expect(session.get().token).toBeNull()
    session.signIn(viewer)
    expect(session.get().token).toBe('secret-1')
    session.signOut()
    expect(session.get().token).toBeNull()
  })

  it('is not waited for longer than five seconds', async () => {
    ;(await startApp()).signIn(viewer)
    vi.useFakeTimers()
    keychain.read = () => new Promise(() => undefined)
    const started = startApp()
    await vi.advanceTimersByTimeAsync(5000)
    expect((await started).get().token).toBeNull()
  })
})
