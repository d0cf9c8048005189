import { describe, expect, it } from 'vitest'
import { currentProblems, type Observed } from './current-problems.ts'

const nowMs = Date.UTC(2026, 10, 27, 7)
const observed: Observed = {
  report: undefined,
  plays: new Map(),
  addressesOf: () => [],
  backups: [],
  edgesDown: [],
  wrongClocks: [],
}

describe('[HEALTH-02] what is wrong before anything was recorded', () => {
  it('is nothing where nothing was observed', () => {
    expect(currentProblems(observed, () => 0, nowMs)).toEqual([])
  })

  it('is one problem of the edges that do not respond, since it was seen first, with their names', () => {
    const edgesDown = ['Buxoro', 'Samarkand']
    const problems = currentProblems({ ...observed, edgesDown }, () => nowMs - 60_000, nowMs)
    expect(problems).toMatchObject([
      { cid: 0, name: 'Buxoro, Samarkand', kind: 'edge_down', sinceMs: nowMs - 60_000, isOutdated: false },
    ])
  })

  it('is one problem of the machines whose clock is wrong', () => {
    const problems = currentProblems({ ...observed, wrongClocks: ['api-2', 'media-1'] }, () => 7, nowMs)
    expect(problems).toMatchObject([{ cid: 0, name: 'api-2, media-1', kind: 'clock_off', sinceMs: 7 }])
  })

  it('is also what is wrong with backups', () => {
    const backups = [{ kind: 'backup_failed', sinceMs: nowMs - 5000 }] as const
    expect(currentProblems({ ...observed, backups }, () => 0, nowMs)).toMatchObject([
      { cid: 0, kind: 'backup_failed', sinceMs: nowMs - 5000 },
    ])
  })
})
