import { expect, it } from 'vitest'
import type { ChannelReport } from '#server/monitoring/monitoring.ts'
import { recordingStateOf } from './recording-states.ts'

const nowMs = 1_800_000_000_000
const facts: ChannelReport = {
  ...{ cid: 1, number: 1, name: 'One', kind: 'recorded', isEnabled: true, sources: 1, picture: 'ok' },
  ...{ restarts: 0, guideUntilMs: null, level: 'good', why: [], state: 'recording', problems: [] },
}
const noSignal = (sinceMs: number) => ({ level: 'bad', problems: [{ kind: 'no_signal', sinceMs }] }) as const

it.each([
  ['recording', { lastSegmentAtMs: nowMs - 2000 }, null],
  ['starting', {}, null],
  ['starting', { state: 'waiting', ...noSignal(nowMs - 5000) }, null],
  ['no_signal', { state: 'waiting', ...noSignal(nowMs - 60_000) }, nowMs - 60_000],
  ['no_signal', { state: 'waiting', lastSegmentAtMs: nowMs - 4000, ...noSignal(nowMs - 4000) }, nowMs - 4000],
  ['no_signal', { state: 'ended', ...noSignal(nowMs) }, nowMs],
  [
    'no_signal',
    { lastSegmentAtMs: nowMs - 30_000, problems: [{ kind: 'stale', sinceMs: nowMs - 30_000 }] },
    nowMs - 30_000,
  ],
] as const)('[MON-02] is %s by what the recorder reports (%#)', (state, differing, sinceMs) => {
  expect(recordingStateOf({ ...facts, ...differing } as ChannelReport, nowMs)).toEqual({ state, sinceMs })
})
