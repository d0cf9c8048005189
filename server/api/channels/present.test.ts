import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  Guide,
  type ChannelRecord,
  isWatchable,
  type ProgrammeRecord,
} from '#server/television/television.ts'
import { buildChannelRecord } from '#tests/kit/builders/channel.ts'
import { guideView } from './guide-view.ts'
import { presentChannel, presentProgramme, type GuideView } from './present.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
const hourMs = 3_600_000

function programme(hours: number, more: Partial<ProgrammeRecord> = {}): ProgrammeRecord {
  const beginMs = nowMs + hours * hourMs
  return {
    pid: 100 + hours,
    cid: 5,
    beginMs,
    endMs: beginMs + hourMs,
    title: { ru: 'Азбука', uz: 'Alifbo' },
    description: { ru: 'Для детей', uz: '' },
    genreCode: 3,
    ageRating: '6+',
    assetId: null,
    ...more,
  }
}

function view(more: Partial<GuideView> = {}): GuideView {
  return { language: 'ru', nowMs, hasRecording: () => true, ...more }
}

function television(...programmes: readonly ProgrammeRecord[]) {
  return {
    channels: [],
    categories: [{ id: 3, name: { ru: 'Детям', uz: 'Bolalarga' } }],
    guide: Guide.of(programmes),
    channel: () => undefined,
  }
}

function shown(channel: Partial<ChannelRecord> = {}, caller: object = {}, language: 'ru' | 'uz' = 'ru') {
  const guide = television(programme(-0.5), programme(0.5))
  const rights = { isFavourite: false, isAvailable: true, ...caller }
  return presentChannel(buildChannelRecord(5, channel), guide, view({ language }), rights)
}

describe('a channel', () => {
  it('[TV-09] is shown with the current and the next programme', () => {
    const { now, next } = shown()
    expect([now?.pid, next?.pid]).toEqual([99.5, 100.5])
    const bare = presentChannel(buildChannelRecord(5), television(), view(), {
      isFavourite: false,
      isAvailable: true,
    })
    expect([bare.now, bare.next]).toEqual([null, null])
  })

  it('[TV-03] has its category under both of its field names, for guests and for subscribers', () => {
    const { category, category_id, additional_categories } = shown({
      categoryId: 4,
      additionalCategories: [7, 8],
    })
    expect([category, category_id, additional_categories]).toEqual([4, 4, [7, 8]])
  })

  it('[TV-05] [TV-08] has the fields that depend on the viewer: a favourite, and whether it may be watched', () => {
    expect(shown({}, { isFavourite: true, isAvailable: false })).toMatchObject({
      is_favorited: 1,
      is_available: 0,
    })
    expect(shown()).toMatchObject({ is_favorited: 0, is_available: 1 })
  })

  it('has its name in the viewer’s language, or in the other where it has none', () => {
    expect(shown({ name: { ru: 'Спорт', uz: '' } }, {}, 'uz').name).toBe('Спорт')
    expect(shown({}, {}, 'uz').name).toBe('Kanal 5')
  })

  it.each([
    [{}, 1],
    [{ archiveDays: 0 }, 0],
    [{ isEnabled: false }, 0],
    [{ source: { kind: 'none' } as const }, 0],
  ])('[GUIDE-03] with %j has an archive: %d', (channel, expected) => {
    expect(shown(channel).has_archive).toBe(expected)
  })

  it('[TV-10] in a list of all channels has programmes without their descriptions', () => {
    expect(shown({}, { isCompact: true }).now?.description).toBe('')
    expect(shown().now?.description).toBe('Для детей')
  })
})

describe('a programme', () => {
  it('[GUIDE-01] has its times in seconds, its category and its age rating as text', () => {
    expect(presentProgramme(programme(-2), television(), view({ language: 'uz' }))).toMatchObject({
      title: 'Alifbo',
      description: 'Для детей',
      category: 'Bolalarga',
      age_rating: '6+',
      begin_time: nowMs / 1000 - 7200,
      end_time: nowMs / 1000 - 3600,
    })
    expect(presentProgramme(programme(-2, { genreCode: null }), television(), view()).category).toBe('')
  })

  it('[MATCH-03] names the episode where the guide does, and nothing otherwise', () => {
    const episode = { subtitle: { ru: 'Буква А', uz: '' }, season: 0, episode: 12 }
    expect(presentProgramme(programme(0, episode), television(), view())).toMatchObject({
      sub_title: 'Буква А',
      season: 0,
      episode: 12,
    })
    expect(presentProgramme(programme(0), television(), view())).toMatchObject({
      sub_title: '',
      season: null,
      episode: null,
    })
  })

  it('[GUIDE-03] has an address when it has started and a part of it can be played', () => {
    const past = presentProgramme(programme(-3), television(), view())
    expect(past.url).toBe('/middleware/program/url?cid=5&pid=97')
    expect(presentProgramme(programme(-3), television(), view({ hasRecording: () => false })).url).toBeNull()
    expect(presentProgramme(programme(1), television(), view()).url).toBeNull()
  })

  it('[GUIDE-03] [GUIDE-05] on the air is checked up to now and no further', () => {
    const minutes = fc.integer({ min: -600, max: 600 })
    fc.assert(
      fc.property(minutes, fc.integer({ min: 1, max: 300 }), (begin, length) => {
        const requested: [number, number][] = []
        const hasRecording = (_cid: number, from: number, to: number) => requested.push([from, to]) > 0
        const beginMs = nowMs + begin * 60_000
        const one = programme(0, { beginMs, endMs: beginMs + length * 60_000 })
        expect(isWatchable(one, view({ hasRecording }))).toBe(begin <= 0)
        for (const [from, to] of requested) {
          expect(from).toBe(beginMs)
          expect(to).toBeLessThanOrEqual(nowMs)
        }
      }),
    )
  })

  it('is looked up in the engine by the channel’s number as text', () => {
    const requested: unknown[] = []
    const engine = { hasRecording: (...all: unknown[]) => requested.push(all) > 0 }
    const {
      language,
      nowMs: viewedMs,
      hasRecording,
    } = guideView({ clock: { nowMs: () => nowMs }, engine, television: { now: () => television() } }, 'uz')
    expect([language, viewedMs, hasRecording(5, 1, 2)]).toEqual(['uz', nowMs, true])
    expect(requested).toEqual([['5', 1, 2]])
  })
})
