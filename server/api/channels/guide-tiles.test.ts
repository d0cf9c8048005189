import { describe, expect, it } from 'vitest'
import * as fc from 'fast-check'
import type { Programme } from '#contract/channels/channels.ts'
import { guideTileSec, type TileProgramme } from '#contract/channels/guide.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { ask } from '#tests/kit/modules/call-endpoint.ts'
import type { ChannelRecord, ProgrammeRecord } from '#server/television/channels/channel.ts'
import { Guide } from '#server/television/guide/guide.ts'
import type { LiveTelevision } from '#server/television/live/live-television.ts'
import { nobodysViewing } from '#tests/kit/modules/nobodys-viewing.ts'
import { channelEndpoints } from './channels.ts'

const nowMs = Date.UTC(2026, 0, 15, 12, 10)
const nowSec = nowMs / 1000
const daySec = 86_400
const minuteMs = 60_000

const channels = Array.from(
  { length: 30 },
  (_, index) =>
    ({
      cid: 101 + index,
      number: index + 1,
      worldPlace: index < 3 ? index : null,
      archiveDays: 7,
      source: { kind: 'linear' },
      isEnabled: true,
    }) as unknown as ChannelRecord,
)

/** Eighteen days of programmes of odd lengths, with a gap after every ninth. */
function programmesOf(cid: number): readonly ProgrammeRecord[] {
  const matches: ProgrammeRecord[] = []
  let beginMs = nowMs - 9 * daySec * 1000
  for (let count = 0; beginMs < nowMs + 9 * daySec * 1000; count++) {
    const endMs = beginMs + (15 + ((count * 7 + cid * 3) % 12) * 10) * minuteMs
    matches.push({
      pid: cid * 10_000 + count,
      cid,
      beginMs,
      endMs,
      title: { ru: `Передача ${count}`, uz: '' },
      description: { ru: 'Много слов', uz: '' },
      genreCode: count % 3 === 0 ? null : (count % 6) + 1,
      ageRating: '6+',
      assetId: null,
    })
    beginMs = endMs + (count % 9 === 8 ? 40 * minuteMs : 0)
  }
  return matches
}
const guide = Guide.of(channels.slice(0, 28).flatMap(({ cid }) => [...programmesOf(cid)]))
const television: LiveTelevision = {
  now: () => ({
    channels,
    categories: [],
    guide,
    channel: (cid) => channels.find((channel) => channel.cid === cid),
  }),
  reloadChannels: async () => {},
  reloadGuide: async () => {},
  onChange: () => () => {},
}
const endpoints = channelEndpoints({
  television,
  clock: manualClock(nowMs),
  billing: { channelsOfTariff: async () => undefined },
  entitlement: { channelAccess: async () => () => false },
  engine: {
    hasRecording: (channelId, beginMs) => Number(channelId) % 2 === 1 && beginMs >= nowMs - 3 * daySec * 1000,
  },
  viewing: nobodysViewing,
})

interface Tile {
  readonly from: number
  readonly to: number
  readonly channels: { readonly item: { cid: number; programs: { item: TileProgramme[] } }[] }
}

function tile(from: number, cids: string, caller: object = {}) {
  return ask(endpoints, 'guide.tile', { from: String(from), cids }, caller)
}

async function answered(from: number, cids: string, caller: object = {}) {
  return (await tile(from, cids, caller)) as unknown as Tile
}

function aligned(atSec: number) {
  return Math.floor(atSec / guideTileSec) * guideTileSec
}

describe('a tile of the guide', () => {
  it('[GUIDE-02] contains for any six hours what the list of programmes contains', async () => {
    const windows = fc.record({
      from: fc.integer({ min: -27, max: 26 }).map((place) => aligned(nowSec) + place * guideTileSec),
      cids: fc.uniqueArray(fc.constantFrom(...channels.map(({ cid }) => cid)), {
        minLength: 1,
        maxLength: 25,
      }),
    })
    await fc.assert(
      fc.asyncProperty(windows, async ({ from, cids }) => {
        const inOrder = cids.toSorted((a, b) => a - b)
        const result = await answered(from, inOrder.join(','))
        expect(result).toMatchObject({ from, to: from + guideTileSec })
        expect(result.channels.item.map(({ cid }) => cid)).toEqual(inOrder)
        for (const { cid, programs } of result.channels.item) {
          const list = (await ask(endpoints, 'channels.programmes', {
            cid,
            time_from: from,
            time_to: from + guideTileSec,
          })) as unknown as { programs: { item: Programme[] } }
          expect(
            programs.item.map(({ pid, begin_time, end_time, title, age_rating, is_watchable }) => ({
              ...{ pid, begin_time, end_time, title, age_rating, is_watchable },
            })),
          ).toEqual(
            list.programs.item.map(({ pid, begin_time, end_time, title, age_rating, url }) => ({
              ...{ pid, begin_time, end_time, title, age_rating },
              is_watchable: url === null ? 0 : 1,
            })),
          )
        }
      }),
      { numRuns: 60 },
    )
  })

  it('[GUIDE-01] is served for the days of the guide and refused beyond them', async () => {
    const first = aligned(nowSec - 7 * daySec)
    const last = aligned(nowSec + 7 * daySec)
    expect((await answered(first, '101')).channels.item[0]?.programs.item.length).toBeGreaterThan(0)
    expect((await answered(last, '101')).channels.item[0]?.programs.item.length).toBeGreaterThan(0)
    expect(await tile(first - guideTileSec, '101')).toEqual({ refused: 'outside_guide' })
    expect(await tile(last + guideTileSec, '101')).toEqual({ refused: 'outside_guide' })
  })

  it('leaves out an unknown channel, and returns an empty list for a channel without a guide', async () => {
    const result = await answered(aligned(nowSec), '7,101,130')
    expect(result.channels.item.map(({ cid, programs }) => [cid, programs.item.length > 0])).toEqual([
      [101, true],
      [130, false],
    ])
  })

  it('[TV-07] outside the network has only the channels of the world list', async () => {
    const requested = channels.slice(0, 20).map(({ cid }) => cid)
    const result = await answered(aligned(nowSec), requested.join(','), { audience: 'outside' })
    expect(result.channels.item.map(({ cid }) => cid)).toEqual([101, 102, 103])
  })

  it.each([
    ['from', aligned(nowSec) + 60, '101'],
    ['cids', aligned(nowSec), ''],
    ['cids', aligned(nowSec), '103,102'],
    ['cids', aligned(nowSec), '101,101'],
    ['cids', aligned(nowSec), '0,5'],
    ['cids', aligned(nowSec), '4000000000'],
    ['cids', aligned(nowSec), Array.from({ length: 26 }, (_, index) => index + 1).join(',')],
  ])('names %s when it is invalid: %s %s', async (field, from, cids) => {
    const refused = await tile(from, cids)
    invariant(Array.isArray(refused['invalid']), 'it was not refused')
    expect(refused['invalid'][0]).toMatch(new RegExp(`^${field}`))
  })
})
