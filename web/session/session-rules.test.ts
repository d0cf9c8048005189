import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSession, endDelayMs, type StoredValues, type Session } from './session-store.ts'
import { guest, step, viewerKey, type SessionEvent, type SessionState, type Viewer } from './session-rules.ts'

function viewer(name: string): Viewer {
  return {
    token: `token-${name}`,
    access: true,
    abonement: `number-${name}`,
    deviceUid: `device-${name}`,
  }
}

const beginning: SessionState = {
  ...viewer('a'),
  language: 'uz',
  world: null,
  worldLoading: false,
  sessionEndNotice: null,
}
const tokens = ['token-a', 'token-a2', 'token-b'] as const
const anyToken = fc.constantFrom(...tokens)
const anyReason = fc.constantFrom('ended' as const, 'blocked' as const, 'deactivated' as const)
const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.constantFrom('a', 'b').map((name) => ({ kind: 'signed_in' as const, viewer: viewer(name) })),
  fc.constant({ kind: 'signed_out' as const }),
  anyToken.map((token) => ({ kind: 'found_good' as const, token })),
  fc.record({
    kind: fc.constant('found_bad' as const),
    token: anyToken,
    reason: anyReason,
    supportPhone: fc.constant('1000'),
  }),
  fc.record({
    kind: fc.constant('refused' as const),
    token: anyToken,
    reason: anyReason,
    toLogin: fc.boolean(),
  }),
  anyToken.map((token) => ({ kind: 'refusal_over' as const, token })),
  fc.record({ kind: fc.constant('renewed' as const), former: anyToken, token: anyToken }),
  fc
    .constantFrom(guest, viewer('a'), viewer('b'), { ...viewer('a'), token: 'token-a2' })
    .map((seen) => ({ kind: 'seen' as const, viewer: seen })),
  fc.constant({ kind: 'session_end_read' as const }),
)
const runs = { numRuns: 2000, seed: 7 }

describe('any order of events', () => {
  it('[ACC-05] [ACC-06] never leaves a partial viewer: access, number and device only with a token', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        const end = events.reduce((state, event) => step(state, event).state, beginning)
        if (end.token === null) expect(end).toMatchObject(guest)
        else expect(viewerKey(end)).not.toBe('')
        expect(end.language).toBe('uz')
      }),
      runs,
    )
  })

  it('[ACC-06] [ACC-08] ignores events about a token that is no longer current', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 8 }), anyEvent, (events, event) => {
        const before = events.reduce((state, one) => step(state, one).state, beginning)
        const about = 'token' in event ? ('former' in event ? event.former : event.token) : before.token
        fc.pre(about !== before.token && about !== before.sessionEndNotice?.token)
        expect(step(before, event)).toEqual({ state: before, keeping: 'as_it_is' })
      }),
      runs,
    )
  })

  it('[ACC-08] shows the end of a session until it is read or a viewer logs in, and clears exactly once', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        let state = beginning
        for (const event of events) {
          const next = step(state, event)
          const report = state.sessionEndNotice !== null && next.state.sessionEndNotice === null
          const over = ['session_end_read', 'signed_in', 'signed_out'].includes(event.kind)
          const elsewhere = event.kind === 'seen' && event.viewer.token !== null
          if (report) expect(over || elsewhere).toBe(true)
          if (next.keeping === 'clear') {
            expect(state.sessionEndNotice?.clearing).not.toBeNull()
            expect(next.state).toMatchObject(guest)
            expect(next.state.sessionEndNotice?.clearing ?? null).toBeNull()
          }
          state = next.state
        }
      }),
      runs,
    )
  })
})

describe("[ACC-06] [ACC-11] the reason of a session's end", () => {
  it.each(['ended', 'blocked', 'deactivated'] as const)('%s in a status is reported at once', (reason) => {
    const { state, keeping } = step(beginning, {
      kind: 'found_bad',
      token: 'token-a',
      reason,
      supportPhone: '71 200',
    })
    expect(keeping).toBe('remove_viewer')
    expect(state).toMatchObject({
      ...guest,
      sessionEndNotice: { reason, supportPhone: '71 200', clearing: null },
    })
  })

  it('of a rejection is shown for two seconds with the token, and leads a channel to the login', () => {
    const refused = step(beginning, { kind: 'refused', token: 'token-a', reason: 'ended', toLogin: true })
    expect(refused).toMatchObject({
      keeping: 'as_it_is',
      state: { token: 'token-a', sessionEndNotice: { toLogin: true, clearing: 'token-a' } },
    })
    const over = step(refused.state, { kind: 'refusal_over', token: 'token-a' })
    expect(over).toMatchObject({
      keeping: 'clear',
      state: { ...guest, sessionEndNotice: { clearing: null } },
    })
  })
})

/** Tabs of one browser: one storage, whose changes reach the other tabs some time later. */
function browser(count: number) {
  const map = new Map<string, string>([
    ['check2', '1'],
    ['lang', 'uz'],
  ])
  const pending: number[] = []
  const timers: (() => void)[] = []
  const tabs: Session[] = []
  const tabOf = (own: number): Session => {
    const changed = () => pending.push(...tabs.keys().filter((tab) => tab !== own))
    const storage: StoredValues = {
      getItem: (key) => map.get(key) ?? null,
      setItem: (key, value) => {
        map.set(key, value)
        changed()
      },
      removeItem: (key) => {
        map.delete(key)
        changed()
      },
      clear: () => {
        map.clear()
        changed()
      },
    }
    return createSession({
      storage,
      later: (run, delayMs) => {
        expect(delayMs).toBe(endDelayMs)
        timers.push(run)
      },
    })
  }
  for (let tab = 0; tab < count; tab++) tabs.push(tabOf(tab))
  const deliver = () => {
    for (const tab of pending.splice(0)) tabs[tab]?.reread()
  }
  const elapse = () => {
    for (const run of timers.splice(0)) run()
  }
  return { map, tabs, deliver, elapse }
}

const good = { status: 0, reason: 'good', support_phone: '1000' } as const
const bad = { status: 1, reason: 'ended', support_phone: '1000' } as const
type Action = { tab: 0 | 1; what: string }
const doing: Record<string, (tab: Session) => void> = {
  'login a': (tab) => tab.signIn({ token: 'token-a', abonement: 'number-a', deviceUid: 'device-a' }),
  'login b': (tab) => tab.signIn({ token: 'token-b', abonement: 'number-b', deviceUid: 'device-b' }),
  logout: (tab) => tab.signOut(),
  good: (tab) => tab.checked(tab.get().token ?? 'none', good),
  bad: (tab) => tab.checked(tab.get().token ?? 'none', bad),
  refused: (tab) => tab.refused(tab.get().token ?? 'none', { reason: 'ended', toLogin: false }),
  renewed: (tab) => tab.renewed(tab.get().token ?? 'none', `${tab.get().token}+`),
  read: (tab) => tab.readSessionEndNotice(),
}

describe('[ACC-05] two tabs', () => {
  it('agree once all events have arrived, in every order', () => {
    const act = fc.record({
      tab: fc.constantFrom(0 as const, 1 as const),
      what: fc.constantFrom(...Object.keys(doing), 'hear', 'two seconds'),
    })
    fc.assert(
      fc.property(fc.array(act, { maxLength: 14 }), (actions: Action[]) => {
        const { map, tabs, deliver, elapse } = browser(2)
        for (const { tab, what } of actions) {
          const own = tabs[tab]
          if (what === 'hear') deliver()
          else if (what === 'two seconds') elapse()
          else if (own !== undefined) doing[what]?.(own)
        }
        elapse()
        deliver()
        const [first, second] = tabs.map((tab) => viewerKey(tab.get()))
        expect(first).toBe(second)
        expect(tabs.map((tab) => tab.get().token)).toEqual([
          map.get('token') ?? null,
          map.get('token') ?? null,
        ])
        expect(tabs.map((tab) => tab.get().language)).toEqual(['uz', 'uz'])
        expect(map.get('check2')).toBe('1')
        // The number and the device in the storage belong to the token's owner.
        const token = map.get('token')
        if (token !== undefined) {
          const name = token.startsWith('token-a') ? 'a' : 'b'
          expect([map.get('abonement'), map.get('device_uid')]).toEqual([`number-${name}`, `device-${name}`])
        }
      }),
      { numRuns: 3000, seed: 11 },
    )
  })

  it('takes a renewed token for the same viewer, another account for another', () => {
    const { tabs, deliver } = browser(2)
    const [here, there] = tabs
    here?.signIn({ token: 'token-a', abonement: 'number-a', deviceUid: 'device-a' })
    deliver()
    const before = viewerKey(there?.get() ?? guest)
    here?.renewed('token-a', 'token-a2')
    deliver()
    expect(there?.get().token).toBe('token-a2')
    expect(viewerKey(there?.get() ?? guest)).toBe(before)
    here?.signIn({ token: 'token-b', abonement: 'number-b', deviceUid: 'device-b' })
    deliver()
    expect(viewerKey(there?.get() ?? guest)).not.toBe(before)
  })

  it("[ACC-08] do not clear another tab's login within the two seconds", () => {
    const { map, tabs, elapse } = browser(2)
    const [here, there] = tabs
    here?.signIn({ token: 'token-a', abonement: 'number-a', deviceUid: 'device-a' })
    here?.refused('token-a', { reason: 'ended', toLogin: false })
    there?.signIn({ token: 'token-b', abonement: 'number-b', deviceUid: 'device-b' })
    elapse()
    expect(map.get('token')).toBe('token-b')
    expect(here?.get()).toMatchObject({ token: 'token-b', sessionEndNotice: null })
  })
})
