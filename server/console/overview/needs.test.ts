import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { needKinds } from '#contract/console/overview.ts'
import type { ChannelReport } from '#server/monitoring/monitoring.ts'
import { type NeedFacts, needsOf } from './needs.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
const hourMs = 3_600_000
const nothing: NeedFacts = {
  ...{ report: undefined, filmsRefused: [], guideFailed: [], guideBlocked: [], complaints: [], drafts: [] },
  ...{ proposals: 0, isRecording: false, channelsOff: [], channelsNoGuide: [], channelsNoLogo: [] },
  filmsNoUzbek: { first: [], count: 0 },
}

function channel(number: number, more: Partial<ChannelReport> = {}): ChannelReport {
  return {
    ...{
      cid: number,
      number,
      name: `Kanal ${number}`,
      kind: 'recorded',
      isEnabled: true,
      state: 'recording',
    },
    ...{ sources: 1, picture: 'ok', restarts: 0, guideUntilMs: nowMs + 96 * hourMs, level: 'good', why: [] },
    ...more,
  }
}

const report = (channels: readonly ChannelReport[], hoursLeft: number | null = null, atMs = nowMs) => ({
  ...{ atMs, channels },
  disk: { freeBytes: 1e9, totalBytes: 2e9, hoursLeft },
})

describe('[STAFF-06] what needs the staff', () => {
  it('is nothing when all is well, and on a service that records nothing yet', () => {
    expect(needsOf(nothing, nowMs)).toEqual([])
    expect(needsOf({ ...nothing, isRecording: true, report: report([channel(1)]) }, nowMs)).toEqual([])
  })

  it('is that nothing is recorded, instead of what the last report says of channels', () => {
    const old = report([channel(1, { level: 'bad' })], 1, nowMs - 10 * 60_000)
    expect(needsOf({ ...nothing, isRecording: true, report: old }, nowMs)).toEqual([
      { kind: 'recorder_off', count: 1, things: [], atMs: old.atMs },
    ])
  })

  it('names channels that are down since when, and those that are poor apart from them', () => {
    const channels = [
      channel(1, { level: 'bad', state: 'waiting', lastSegmentAtMs: nowMs - 60_000 }),
      channel(2, { level: 'bad', picture: 'black', lastSegmentAtMs: nowMs - 1000 }),
      channel(3, { level: 'warning', sourceIndex: 2 }),
      channel(4, { level: 'warning', guideUntilMs: nowMs + 70 * hourMs }),
      channel(5, { level: 'off', guideUntilMs: nowMs + hourMs }),
    ]
    expect(needsOf({ ...nothing, report: report(channels, 5) }, nowMs)).toEqual([
      {
        kind: 'channels_down',
        count: 2,
        things: [
          { name: '1 Kanal 1', id: 1 },
          { name: '2 Kanal 2', id: 2 },
        ],
        atMs: nowMs - 60_000,
      },
      { kind: 'disk_short', count: 1, things: [], atMs: nowMs + 5 * hourMs },
      { kind: 'guide_ends', count: 1, things: [{ name: '4 Kanal 4', id: 4 }], atMs: nowMs + 70 * hourMs },
      { kind: 'channels_poor', count: 1, things: [{ name: '3 Kanal 3', id: 3 }], atMs: null },
    ])
  })

  it('is what viewers lack: channels that are off, guides, logos, texts in Uzbek', () => {
    const named = (name: string, id: number) => [{ name, id, atMs: null }]
    const facts = {
      ...{ channelsOff: named('1 A', 1), channelsNoGuide: named('2 B', 2), channelsNoLogo: named('3 C', 3) },
      filmsNoUzbek: { first: named('Film', 4), count: 40 },
    }
    const needs = needsOf({ ...nothing, ...facts }, nowMs)
    expect(needs.map(({ kind, count }) => [kind, count])).toEqual([
      ['channels_off', 1],
      ['channels_no_guide', 1],
      ['films_no_uzbek', 40],
      ['channels_no_logo', 1],
    ])
  })

  it('comes in order of harm, each kind once, and names at most five', () => {
    const things = fc.array(fc.record({ name: fc.string(), atMs: fc.option(fc.nat(), { nil: null }) }), {
      maxLength: 9,
    })
    const facts = fc.record({
      ...{
        filmsRefused: things,
        channelsOff: things,
        channelsNoGuide: things,
        channelsNoLogo: things,
        guideFailed: things,
        guideBlocked: things,
        complaints: things,
        drafts: things,
      },
      ...{ proposals: fc.nat(3), isRecording: fc.boolean() },
    })
    fc.assert(
      fc.property(facts, (some) => {
        const needs = needsOf({ ...nothing, ...some }, nowMs)
        const places = needs.map(({ kind }) => needKinds.indexOf(kind))
        expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
        for (const { things: first, count } of needs) {
          expect(count).toBeGreaterThan(0)
          expect(first.length).toBeLessThanOrEqual(Math.min(5, count))
        }
      }),
    )
  })
})
