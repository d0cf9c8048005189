import { describe, expect, it } from 'vitest'
import type { Report } from '#server/monitoring/monitoring.ts'
import type { ServiceNotice } from '#server/site/site.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import { presentStatus } from './service-status.ts'

const nowMs = 1_800_000_000_000
const channels = [1, 2, 3].map((cid) =>
  buildChannelRecord(cid, { number: 10 - cid, name: { ru: `Канал ${cid}`, uz: `Kanal ${cid}` } }),
)

function reportOf(levels: readonly ('bad' | 'warning' | 'good')[], atMs = nowMs): Report {
  return {
    atMs,
    disk: null,
    channels: levels.map((level, index) => ({
      ...{ cid: index + 1, number: 9 - index, name: 'n', kind: 'recorded', isEnabled: true, sources: 1 },
      ...{ state: level === 'bad' ? 'waiting' : 'recording', picture: 'ok', restarts: 0, guideUntilMs: null },
      ...{ level, why: [], words: 'connection refused by 10.0.0.7' },
      problems: level === 'bad' ? [{ kind: 'no_signal', sinceMs: nowMs - 90_500 }] : [],
    })),
  }
}

const works: ServiceNotice = {
  ...{ id: 7, version: 1, kind: 'works', state: 'on', beginsMs: nowMs - 1, endsMs: nowMs + 3_600_000 },
  title: { ru: 'Работы', uz: 'Ishlar' },
  text: { ru: '', uz: '' },
}
const status = (facts: Partial<Parameters<typeof presentStatus>[0]> = {}, language: 'ru' | 'uz' = 'ru') =>
  presentStatus(
    { report: reportOf(['good', 'good', 'warning']), notices: [], channels, nowMs, ...facts },
    language,
  )

describe('[HEALTH-03] the state of the service', () => {
  it('is good when every channel on offer can be watched', () => {
    expect(status()).toMatchObject({ state: 'good', channels: 3, down: [], checked_at: nowMs / 1000 })
  })

  it('names the channels off the air by number, since when, and nothing of their sources', () => {
    const { state, down, ...rest } = status({ report: reportOf(['bad', 'good', 'bad']) }, 'uz')
    expect(state).toBe('trouble')
    expect(down.map(({ number, name, since }) => [number, name, since])).toEqual([
      [7, 'Kanal 3', Math.floor((nowMs - 90_500) / 1000)],
      [9, 'Kanal 1', Math.floor((nowMs - 90_500) / 1000)],
    ])
    expect(JSON.stringify([down, rest])).not.toContain('refused')
  })

  it('says nothing of a channel that is not on offer', () => {
    const offered = channels.slice(1)
    expect(status({ report: reportOf(['bad', 'good', 'good']), channels: offered })).toMatchObject({
      ...{ state: 'good', channels: 2, down: [] },
    })
  })

  it('does not take an old report, or none, for good news', () => {
    expect(status({ report: reportOf(['bad', 'good', 'good'], nowMs - 61_000) })).toMatchObject({
      ...{ state: 'unknown', down: [] },
    })
    expect(status({ report: undefined })).toMatchObject({ state: 'unknown', checked_at: null })
  })

  it('is of works while they go on, and trouble while an outage does', () => {
    expect(status({ notices: [works] }).state).toBe('works')
    expect(status({ notices: [{ ...works, state: 'planned' }] }).state).toBe('good')
    expect(status({ notices: [works, { ...works, kind: 'outage', endsMs: null }] })).toMatchObject({
      state: 'trouble',
      notices: [
        { title: 'Работы', ends_at: Math.floor((nowMs + 3_600_000) / 1000) },
        { kind: 'outage', ends_at: null },
      ],
    })
  })
})
