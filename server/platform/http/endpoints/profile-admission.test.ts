import * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { endpoint } from '#contract/form/endpoint.ts'
import type { Viewer } from '#server/platform/primitives/viewer.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import { bindEndpoint } from './bind-endpoints.ts'

const shape = {
  path: '/api/v1/thing',
  envelope: 'data',
  access: 'viewer',
  summary: 'A thing',
  changes: true,
  input: z.object({ on: z.optional(z.number()) }),
  output: z.object({}),
} as const
const handler = () => ({ kind: 'ok', data: {} }) as const
const bound = [
  bindEndpoint('plain', endpoint(shape), handler),
  bindEndpoint('adults', endpoint({ ...shape, forAdults: true }), handler),
  bindEndpoint('buy', endpoint({ ...shape, spends: true }), handler),
  bindEndpoint('renew', endpoint({ ...shape, spends: { when: 'on' } }), handler),
  bindEndpoint('leave', endpoint({ ...shape, opensAccount: true }), handler),
  bindEndpoint('choose', endpoint({ ...shape, withoutProfile: true }), handler),
]
const forAnybody = [
  bindEndpoint('read', endpoint({ ...shape, access: 'optional' }), handler),
  bindEndpoint('play', endpoint({ ...shape, access: 'optional', needsProfile: true }), handler),
]
const viewer: Viewer = { accountId: 1, sessionId: 's' }
const child: Viewer = { ...viewer, profile: { no: 1, isChild: true, limit: undefined } }
const removed: Viewer = { ...viewer, profile: { no: 2, isChild: true, limit: undefined, isRemoved: true } }

async function refusals(who: Viewer, raw: Record<string, unknown> = {}) {
  const answers = ['plain', 'adults', 'buy', 'renew', 'leave', 'choose'].map(
    async (name) => (await ask(bound, name, raw, { viewer: who }))['refused'] ?? 'goes on',
  )
  return Promise.all(answers)
}

describe('[PROF-02] a request', () => {
  it('of an adult goes on', async () => {
    expect(new Set(await refusals(viewer))).toEqual(new Set(['goes on']))
  })

  it('of a child does not where an adult is needed', async () => {
    const no = 'not_in_this_profile'
    expect(await refusals(child)).toEqual(['goes on', no, no, no, 'goes on', 'goes on'])
  })

  it('of a device whose profile was removed goes on only to choose another', async () => {
    const no = 'profile_not_found'
    expect(await refusals(removed)).toEqual([no, no, no, no, no, 'goes on'])
  })

  it('of such a device goes on where guests may read, and not where it plays', async () => {
    for (const [who, refused] of [
      [removed, 'profile_not_found'],
      [child, undefined],
      [undefined, undefined],
    ] as const) {
      const context = who === undefined ? {} : { viewer: who }
      expect((await ask(forAnybody, 'read', {}, context))['refused']).toBeUndefined()
      expect((await ask(forAnybody, 'play', {}, context))['refused']).toBe(refused)
    }
    const playing = [api.channels.url, api.channels.programmeUrl, api.films.url, api.moments.url]
    for (const { failures } of [...playing, api.streams.heartbeat])
      expect(failures).toContain('profile_not_found')
  })

  it('[PROF-03] that spends money needs the PIN, where it is not proven', async () => {
    const needed: Viewer = { ...viewer, purchasePinNeeded: true }
    expect(await refusals(needed)).toEqual([
      'goes on',
      'goes on',
      'pin_needed',
      'goes on',
      'goes on',
      'goes on',
    ])
    expect(await refusals(needed, { on: 1 })).toEqual([
      ...['goes on', 'goes on', 'pin_needed', 'pin_needed', 'goes on', 'goes on'],
    ])
  })

  it('[PROF-02] that opens the account to another program needs the PIN in a profile with limits', async () => {
    expect((await refusals({ ...viewer, limitPinNeeded: true }))[4]).toBe('pin_needed')
    const other = [api.otherPlayers.renew, api.telegram.begin]
    for (const { opensAccount, failures } of other) {
      expect(opensAccount).toBe(true)
      expect(failures).toContain('pin_needed')
    }
  })
})
