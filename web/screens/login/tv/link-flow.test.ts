import { expect, it } from 'vitest'
import {
  firstState,
  stepLink,
  type Asking,
  type Decided,
  type LinkEvent,
  type LinkState,
} from './link-flow.ts'

const noConnection = 'нет связи'
const asking: Asking = {
  kind: 'tv',
  model: 'Chrome, webOS',
  address: '10.0.0.7',
  is_tasix: 1,
  is_same_network: 1,
  asked_at: 1_767_225_600,
}
const device = {
  device_id: 3,
  kind: 'tv',
  name: '',
  model: '',
  place: 1,
  first_seen_at: 0,
  last_seen_at: 0,
  address: '',
  is_tasix: 1,
  is_current: 0,
} as const

function refused(
  failure: 'wrong_user_code' | 'device_limit' | 'too_many_requests',
  details?: unknown,
): Decided {
  return {
    kind: 'refused',
    failure,
    status: 400,
    message: failure,
    fields: [],
    details,
  }
}

const lost: Decided = { kind: 'unreachable', reason: 'x' }

function after(...events: LinkEvent[]): LinkState {
  return events.reduce(stepLink, firstState)
}

const matches: readonly LinkEvent[] = [
  { kind: 'sought' },
  { kind: 'looked', result: { kind: 'ok', data: asking }, noConnection },
]

function decided(result: Decided, allow = true): LinkEvent {
  return {
    kind: 'decided',
    allow,
    result,
    noConnection,
  }
}

it('finds the device, and shows a message at the field when there is none', () => {
  expect(after(...matches)).toEqual({ kind: 'found', asking, busy: null, problem: null })
  const wrong = { kind: 'looked', result: refused('wrong_user_code'), noConnection } as LinkEvent
  expect(after({ kind: 'sought' }, wrong)).toEqual({ kind: 'typing', problem: 'wrong_user_code' })
  const away = { kind: 'looked', result: lost, noConnection } as LinkEvent
  expect(after({ kind: 'sought' }, away)).toEqual({ kind: 'typing', problem: noConnection })
  // After more typing the response belongs to another code.
  expect(after({ kind: 'sought' }, { kind: 'typed' }, matches[1] as LinkEvent)).toEqual(firstState)
})

it('ends with the decision, and stays when the response was lost', () => {
  const answer: Decided = { kind: 'ok', data: {} }
  const deciding: LinkEvent = { kind: 'deciding', allow: true }
  expect(after(...matches, deciding)).toMatchObject({ kind: 'found', busy: 'allow' })
  expect(after(...matches, deciding, decided(answer))).toEqual({ kind: 'allowed' })
  expect(after(...matches, decided(answer, false))).toEqual({ kind: 'sent_away' })
  expect(after(...matches, deciding, decided(lost))).toMatchObject({
    kind: 'found',
    busy: null,
    problem: noConnection,
  })
  expect(after(...matches, deciding, decided(refused('wrong_user_code')))).toMatchObject({
    kind: 'typing',
    problem: 'wrong_user_code',
  })
})

it('[ACC-09] lets a device of a full account be chosen, and again when that one was already gone', () => {
  const full = decided(refused('device_limit', { devices: { item: [device] } }))
  const state = after(...matches, full)
  expect(state).toEqual({ kind: 'full', asking, devices: [device], busy: false, problem: null })
  expect(stepLink(state, { kind: 'deciding', allow: true })).toMatchObject({ kind: 'full', busy: true })
  expect(stepLink(state, full)).toMatchObject({ kind: 'full', busy: false, problem: 'device_limit' })
  expect(stepLink(state, decided({ kind: 'ok', data: {} }))).toEqual({ kind: 'allowed' })
})
