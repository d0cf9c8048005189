import { beforeEach, describe, expect, it, vi } from 'vitest'
import { filmLists } from '#web/features/films/film-lists.ts'
import { recall, remember } from './requests/answers.ts'
import { withEvidence, type Connection } from './requests/connection.ts'
import { onLogout } from './on-logout.ts'
import { renew, type Renewing } from './requests/renew-token.ts'
import { createSession, markFirstStart } from './session-store.ts'
import { session } from './session.ts'
import { pageOfThisSite } from './way-back.ts'

const viewer = { token: 't1', abonement: '100', deviceUid: 'd1' }

describe('[ACC-07] a logout', () => {
  it('clears the film lists, the cached responses (user info, channels, notifications) and all registered data', async () => {
    session.signIn(viewer)
    remember('/middleware/customer/info {}', { abonement: '100' })
    await filmLists.more('films', async () => ({
      kind: 'ok',
      data: { items: [], page: 1, lastPage: 3, total: 60, next: '', facets: null },
    }))
    const reset = vi.fn()
    const leave = onLogout(reset)
    expect(filmLists.get('films').page).toBe(1)
    session.signOut()
    expect(filmLists.get('films').page).toBe(0)
    expect(recall('/middleware/customer/info {}')).toBeUndefined()
    expect(reset).toHaveBeenCalledTimes(1)
    leave()
    session.signIn(viewer)
    expect(reset).toHaveBeenCalledTimes(1)
  })

  it('runs every reset, also after one that failed; a renewed token is not a logout', () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const reset = vi.fn()
    const leave = [
      onLogout(() => {
        throw new Error('broken')
      }),
      onLogout(reset),
    ]
    session.signIn(viewer)
    reset.mockClear()
    session.renewed('t1', 't2')
    expect(session.get().token).toBe('t2')
    expect(reset).not.toHaveBeenCalled()
    session.signIn({ token: 'o1', abonement: '200', deviceUid: 'd2' })
    expect(reset).toHaveBeenCalledTimes(1)
    expect(errors).toHaveBeenCalled()
    for (const one of leave) one()
    errors.mockRestore()
  })
})

describe('[SHELL-08] the connection flag', () => {
  const up: Connection = { reachable: true, doubts: 0 }
  const down: Connection = { reachable: false, doubts: 0 }
  it.each([
    ['is false after a network error', up, 'network_error', down],
    ['stays false after another network error', down, 'network_error', down],
    ['is true again after a successful status', down, 'status', up],
    ['counts a doubt when another request succeeds', down, 'other_answer', { reachable: false, doubts: 1 }],
    ['stays true', up, 'other_answer', up],
    ['has no doubts when it is true again', { reachable: false, doubts: 2 }, 'status', up],
  ] as const)('%s', (_, before, evidence, after) => {
    expect(withEvidence(before, evidence)).toEqual(after)
  })
})

describe('[ACC-05] an old token', () => {
  let map: Map<string, string>
  beforeEach(() => {
    map = new Map([
      ['check2', '1'],
      ['token', 'old'],
      ['abonement', '100'],
      ['device_uid', 'd1'],
    ])
  })
  const tab = () =>
    createSession({
      storage: {
        getItem: (key) => map.get(key) ?? null,
        setItem: (key, value) => void map.set(key, value),
        removeItem: (key) => void map.delete(key),
        clear: () => map.clear(),
      },
      later: () => undefined,
    })

  it('is exchanged by one of two tabs; the other takes it over, and a lost response does no harm', async () => {
    const [here, there] = [tab(), tab()]
    let current = false
    let request = 0
    const by = (own: typeof here, authkey: string | null | 'lost'): Renewing => ({
      session: own,
      ask: async () => {
        request += 1
        if (authkey === 'lost') return { kind: 'unreachable', reason: 'no network' }
        return { kind: 'ok', data: { abonement: '100', authkey, expires_at: 0 } }
      },
      alone: async (work) => {
        if (current) return
        current = true
        await work()
        current = false
      },
    })
    await renew(by(here, 'lost'), 'old')
    await renew(by(here, null), 'old')
    expect(map.get('token')).toBe('old')
    await Promise.all([renew(by(here, 'new'), 'old'), renew(by(there, 'other'), 'old')])
    expect(request).toBe(3)
    expect(map.get('token')).toBe('new')
    await renew(by(there, 'other'), 'old')
    expect(request).toBe(3)
    expect(there.get().token).toBe('new')
  })

  it('that a login has replaced meanwhile is ignored', async () => {
    const here = tab()
    here.signIn({ token: 'old', abonement: '100', deviceUid: 'd1' })
    await renew(
      {
        session: here,
        ask: async () => {
          tab().signIn({ token: 'another', abonement: '200', deviceUid: 'd2' })
          return { kind: 'ok', data: { abonement: '100', authkey: 'late', expires_at: 0 } }
        },
        alone: (work) => work(),
      },
      'old',
    )
    expect(map.get('token')).toBe('another')
    expect(here.get()).toMatchObject({ token: 'another', abonement: '200' })
  })
})

describe('[SHELL-05] the page to return to', () => {
  it.each([
    ['/my/history?page=2#top', '/my/history?page=2#top'],
    ['/uz/channel/7', '/uz/channel/7'],
    ['/login', null],
    ['/uz/login?step=register', null],
    ['//elsewhere.test/', null],
    ['/\\elsewhere.test', null],
    ['https://elsewhere.test/', null],
    [undefined, null],
    [7, null],
  ])('%s leads to %s', (address, page) => {
    expect(pageOfThisSite(address)).toBe(page)
  })
})

it('[SHELL-09] clears an unused storage, but for what was chosen for the app on this device', () => {
  const map = new Map([
    ['ekran.push', 'off'],
    ['ekran.closedUpdate', '["1.5.0"]'],
    ['ekran.server', 'https://tv.example.uz'],
    ['token', 'of another program'],
  ])
  markFirstStart({
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  })
  expect(Object.fromEntries(map)).toEqual({
    'ekran.push': 'off',
    'ekran.closedUpdate': '["1.5.0"]',
    'ekran.server': 'https://tv.example.uz',
    check2: '1',
  })
})
