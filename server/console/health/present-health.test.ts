import { describe, expect, it } from 'vitest'
import type { ChannelReport } from '#server/monitoring/monitoring.ts'
import { presentBoard } from './present-health.ts'

function channel(number: number, more: Partial<ChannelReport> = {}): ChannelReport {
  return {
    ...{ cid: number, number, name: `Kanal ${number}`, kind: 'recorded', isEnabled: true },
    ...{ state: 'recording', sources: 2, picture: 'ok', restarts: 0, guideUntilMs: null, level: 'good' },
    why: [],
    ...more,
  }
}

describe('[OPS-03] the board', () => {
  it('has the worst first, with since when, and nothing of the receiver for a channel that is received', () => {
    const board = presentBoard(
      [
        channel(1, { words: 'an old word' }),
        channel(2, {
          ...{ level: 'bad', state: 'waiting', words: 'connection refused' },
          problems: [{ kind: 'no_signal', sinceMs: 61_500 }],
        }),
        channel(3, { level: 'off', words: 'switched off', state: 'stopped' }),
      ],
      new Map(),
    )
    expect(board.map(({ cid, words, problems }) => [cid, words, problems])).toEqual([
      [2, 'connection refused', [{ kind: 'no_signal', since: 61 }]],
      [1, '', []],
      [3, '', []],
    ])
  })

  it.each([
    [{ plays: 100, failures: 31 }, 'warning', ['viewers_fail']],
    [{ plays: 100, failures: 30 }, 'good', []],
    [{ plays: 4, failures: 4 }, 'good', []],
    [{ plays: 0, failures: 5 }, 'warning', ['viewers_fail']],
  ] as const)('takes a good channel with %j as %s', (plays, level, kinds) => {
    const [shown] = presentBoard([channel(1)], new Map([[1, plays]]))
    expect(shown?.level).toBe(level)
    expect(shown?.problems.map(({ kind }) => kind)).toEqual(kinds)
    expect([shown?.plays, shown?.failed_plays]).toEqual([plays.plays, plays.failures])
  })

  it('reads a report of an earlier version', () => {
    expect(presentBoard([channel(1, { level: 'bad' })], new Map())[0]?.problems).toEqual([])
  })
})
