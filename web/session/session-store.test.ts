import { describe, expect, it } from 'vitest'
import { createSession, endDelayMs, type StoredValues } from './session-store.ts'

function fakeStorage(stored: Record<string, string> = {}) {
  const map = new Map(Object.entries(stored))
  const storage: StoredValues = {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  }
  return { storage, all: () => Object.fromEntries(map) }
}

function begin(stored: Record<string, string> = {}) {
  const { storage, all } = fakeStorage(stored)
  const waiting: { run: () => void; delayMs: number }[] = []
  const session = createSession({ storage, later: (run, delayMs) => waiting.push({ run, delayMs }) })
  return { session, all, waiting }
}
const existing = { check2: '1', token: 'abc', abonement: '100001', access: '1', device_uid: 'd1', lang: 'uz' }
const viewer = { token: 'abc', abonement: '100001', deviceUid: 'd1' }

describe('the start', () => {
  it('[SHELL-09] clears a storage without the marker and sets it', () => {
    const { session, all } = begin({ token: 'old', lang: 'uz' })
    expect(all()).toEqual({ check2: '1' })
    expect(session.get().token).toBeNull()
  })

  it('[SHELL-09] leaves a marked storage as it is', () => {
    const { session, all } = begin(existing)
    expect(all()).toEqual(existing)
    expect(session.get()).toMatchObject({ token: 'abc', abonement: '100001', access: true, language: 'uz' })
  })

  it.each([
    [undefined, 'ru'],
    ['uz', 'uz'],
    ['en', 'ru'],
    ['', 'ru'],
  ])('[I18N-01] reads a stored language of %s as %s', (stored, language) => {
    const { session } = begin(stored === undefined ? { check2: '1' } : { check2: '1', lang: stored })
    expect(session.get().language).toBe(language)
  })
})

describe('the language', () => {
  it('[I18N-01] is stored, and all listeners are notified', () => {
    const { session, all } = begin()
    const heard: string[] = []
    const stop = session.subscribe(() => heard.push(session.get().language))
    session.setLanguage('uz')
    stop()
    session.setLanguage('ru')
    expect(heard).toEqual(['uz'])
    expect(all()['lang']).toBe('ru')
  })
})

describe('logging in and out', () => {
  it('[ACC-05] keeps token, subscriber number and device', () => {
    const { session, all } = begin()
    session.signIn(viewer)
    expect(all()).toMatchObject({ token: 'abc', abonement: '100001', device_uid: 'd1' })
    expect(session.get()).toMatchObject({ token: 'abc', access: true })
  })

  it("[ACC-07] a logout removes the viewer's data and keeps the language", () => {
    const { session, all } = begin(existing)
    session.signOut()
    expect(session.get()).toMatchObject({ token: null, access: false, abonement: null, deviceUid: null })
    expect(all()).toEqual({ check2: '1', lang: 'uz' })
  })

  it("[ACC-05] the token is written last and removed first, so that no other tab sees another viewer's", () => {
    const reports: string[] = []
    const { storage } = fakeStorage({ check2: '1' })
    const session = createSession({
      storage: {
        ...storage,
        setItem: (key, value) => {
          reports.push(`+${key}`)
          storage.setItem(key, value)
        },
        removeItem: (key) => {
          reports.push(`-${key}`)
          storage.removeItem(key)
        },
      },
      later: () => undefined,
    })
    session.signIn(viewer)
    expect(reports.at(-1)).toBe('+token')
    session.signOut()
    expect(reports.find((entry) => entry.startsWith('-'))).toBe('-token')
  })
})

const good = { status: 0, reason: 'good', support_phone: '1000' } as const
const bad = { status: 1, reason: 'ended', support_phone: '1000' } as const
const ended = { reason: 'ended', toLogin: false } as const

describe('the access check', () => {
  it('[ACC-06] status 0 switches access on', () => {
    const { session, all } = begin({ check2: '1', token: 'abc' })
    expect(session.get().access).toBe(false)
    session.checked('abc', good)
    expect(session.get().access).toBe(true)
    expect(all()['access']).toBe('1')
  })

  it('[ACC-06] [ACC-11] status 1 removes access and token, and the reason is reported', () => {
    const { session, all } = begin(existing)
    session.checked('abc', { ...bad, reason: 'blocked' })
    expect(session.get()).toMatchObject({
      token: null,
      access: false,
      sessionEndNotice: { reason: 'blocked', supportPhone: '1000' },
    })
    expect(all()).not.toHaveProperty('token')
    expect(all()).not.toHaveProperty('access')
  })

  it('[ACC-06] a response about an older token changes nothing', () => {
    const { session } = begin(existing)
    session.checked('older', bad)
    expect(session.get()).toMatchObject({ token: 'abc', sessionEndNotice: null })
  })

  it('[ACC-06] a success for a token that another tab has just removed does not restore it', () => {
    const { storage, all } = fakeStorage(existing)
    const session = createSession({ storage, later: () => undefined })
    storage.removeItem('token')
    session.checked('abc', good)
    session.renewed('abc', 'new')
    expect(session.get().token).toBeNull()
    expect(all()).not.toHaveProperty('token')
  })
})

describe('a rejected token', () => {
  it('[ACC-08] clears everything after two seconds, and shows a message meanwhile and afterwards', () => {
    const { session, all, waiting } = begin(existing)
    session.refused('abc', ended)
    expect(session.get()).toMatchObject({
      token: 'abc',
      sessionEndNotice: { reason: 'ended', clearing: 'abc' },
    })
    expect(waiting.map(({ delayMs }) => delayMs)).toEqual([endDelayMs])
    expect(endDelayMs).toBe(2000)
    waiting[0]?.run()
    expect(session.get()).toMatchObject({
      token: null,
      abonement: null,
      sessionEndNotice: { clearing: null },
    })
    expect(all()).toEqual({ check2: '1', lang: 'uz' })
    session.readSessionEndNotice()
    expect(session.get().sessionEndNotice).toBeNull()
  })

  it('[ACC-08] clears everything at once when the message was read, and only once', () => {
    const { session, all, waiting } = begin(existing)
    session.refused('abc', ended)
    session.readSessionEndNotice()
    expect(all()).toEqual({ check2: '1', lang: 'uz' })
    session.signIn({ ...viewer, token: 'new' })
    waiting[0]?.run()
    expect(session.get().token).toBe('new')
  })

  it('[ACC-08] ends the session once after several rejections', () => {
    const { session, waiting } = begin(existing)
    session.refused('abc', ended)
    session.refused('abc', ended)
    expect(waiting).toHaveLength(1)
  })

  it('[ACC-08] does not affect a login within the two seconds', () => {
    const { session, waiting } = begin(existing)
    session.refused('abc', ended)
    session.signIn({ ...viewer, token: 'new' })
    waiting[0]?.run()
    expect(session.get()).toMatchObject({ token: 'new', sessionEndNotice: null })
  })

  it('[ACC-08] changes nothing for a guest', () => {
    const { session, waiting } = begin({ check2: '1' })
    session.refused('abc', ended)
    expect(waiting).toHaveLength(0)
    expect(session.get().sessionEndNotice).toBeNull()
  })
})

describe("the viewer's own logout", () => {
  it('[ACC-07] is not shown by another tab as the end of a session, whichever is notified first', () => {
    const { storage } = fakeStorage(existing)
    const [own, other] = [0, 1].map(() => createSession({ storage, later: () => undefined }))
    own?.leaving(true)
    other?.refused('abc', ended)
    expect(other?.get()).toMatchObject({ token: null, sessionEndNotice: null })
    own?.checked('abc', { status: 1, reason: 'none', support_phone: '' })
    own?.signOut()
    expect(own?.get()).toMatchObject({ token: null, sessionEndNotice: null })
    expect(storage.getItem('leaving')).toBeNull()
  })

  it('[ACC-08] that the server rejected is dropped: a later end is reported', () => {
    const { session } = begin(existing)
    session.leaving(true)
    session.leaving(false)
    session.refused('abc', ended)
    expect(session.get().sessionEndNotice).toMatchObject({ reason: 'ended' })
  })
})

describe('the region', () => {
  it('[REGION-01] is loading during the request, and keeps its value when the request fails', () => {
    const { session } = begin()
    session.askingWorld()
    expect(session.get()).toMatchObject({ world: null, worldLoading: true })
    session.setWorld(true)
    expect(session.get()).toMatchObject({ world: true, worldLoading: false })
    session.askingWorld()
    session.setWorld(null)
    expect(session.get()).toMatchObject({ world: true, worldLoading: false })
  })
})

describe('another tab', () => {
  it('is followed when it logs out', () => {
    const { storage } = fakeStorage(existing)
    const session = createSession({ storage, later: () => undefined })
    storage.removeItem('token')
    session.reread()
    expect(session.get().token).toBeNull()
  })

  it('[I18N-01] that clears everything does not change the language of the page', () => {
    const { storage } = fakeStorage(existing)
    const session = createSession({ storage, later: () => undefined })
    storage.clear()
    session.reread()
    expect(session.get()).toMatchObject({ token: null, language: 'uz' })
  })
})
