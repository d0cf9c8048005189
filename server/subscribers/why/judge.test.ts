import { describe, expect, it } from 'vitest'
import { judge, type JudgedFacts } from './judge.ts'
import { type CheckKind, checkOf, type Reason, reasonOrder } from './reasons.ts'

const fine: JudgedFacts = {
  ...{ kind: 'live', account: 'active', device: 'logged_in', update: 'none' },
  ...{ refusals: [], isComplete: true, isFromProvider: false },
}
const own: readonly Reason[] = ['account_blocked', 'account_closed', 'no_device', 'device_removed', 'app_old']
const ofPlayback = reasonOrder.filter(
  (one): one is Exclude<Reason, 'nothing'> => one !== 'nothing' && !own.includes(one),
)

describe('[CARE-03] the order of the reasons', () => {
  it('is: the account, the device, its app, then what playback refuses, in its order', () => {
    expect(judge({ ...fine, account: 'blocked', device: 'none', update: 'forced' }).reason).toBe(
      'account_blocked',
    )
    expect(judge({ ...fine, account: 'deactivated', device: 'logged_out' }).reason).toBe('account_closed')
    expect(judge({ ...fine, device: 'none', update: 'forced' }).reason).toBe('no_device')
    expect(judge({ ...fine, device: 'logged_out', update: 'forced' }).reason).toBe('device_removed')
    for (const reason of ofPlayback)
      expect(judge({ ...fine, update: 'forced', refusals: [reason] }).reason).toBe('app_old')
  })

  it('decides between any two refusals, whichever was found first', () => {
    for (const [at, first] of ofPlayback.entries())
      for (const second of ofPlayback.slice(at + 1)) {
        expect(judge({ ...fine, refusals: [first, second] }).reason).toBe(first)
        expect(judge({ ...fine, refusals: [second, first] }).reason).toBe(first)
      }
  })

  it('ends with: nothing stops it', () => {
    expect(judge(fine)).toMatchObject({ reason: 'nothing', remedy: 'try_again' })
    expect(judge({ ...fine, update: 'soft' }).reason).toBe('nothing')
  })
})

describe('[CARE-03] the list of checks', () => {
  it('has every check once, with the reasons of those that failed', () => {
    const { checks } = judge({ ...fine, refusals: ['not_subscribed', 'channel_off'] })
    expect(checks.map(({ check, state }) => `${check} ${state}`)).toEqual([
      ...['account passed', 'device passed', 'app passed', 'listed passed', 'profile passed'],
      'region passed',
      ...['right failed', 'blackout passed', 'media failed', 'streams passed'],
    ])
    expect(checks.find(({ check }) => check === 'media')?.reason).toBe('channel_off')
  })

  it('says what could not be checked', () => {
    const stateOf = (facts: Partial<JudgedFacts>, name: CheckKind) =>
      judge({ ...fine, ...facts }).checks.find(({ check }) => check === name)?.state
    expect(stateOf({ update: undefined }, 'app')).toBe('unknown')
    const ended = { kind: 'film', refusals: ['window_ended'], isComplete: false } as const
    expect(stateOf(ended, 'right')).toBe('unknown')
    expect(stateOf(ended, 'account')).toBe('passed')
    expect(stateOf(ended, 'region')).toBeUndefined()
    expect(stateOf({ kind: 'archive', isFromProvider: true }, 'provider')).toBe('unknown')
    expect(stateOf({ kind: 'archive' }, 'provider')).toBeUndefined()
  })

  it('has a check for every reason', () => {
    expect(Object.keys(checkOf).toSorted()).toEqual(reasonOrder.filter((one) => one !== 'nothing').toSorted())
  })
})
