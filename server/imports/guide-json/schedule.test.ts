/** JSON schedules: what is recognised in them by itself, and how they are read by a mapping. */
import { describe, expect, it } from 'vitest'
import { programmeOf } from '#server/imports/xmltv/guide-of-xmltv.ts'
import type { XmltvChannel, XmltvProgramme } from '#server/imports/source/guide-sink.ts'
import { readGuide } from '#server/imports/xmltv/read-xmltv.ts'
import { readZone } from '#server/imports/source/zone.ts'
import { channelOfName } from './channel-of-name.ts'
import { type ScheduleMapping, readScheduleMapping } from './schedule-mapping.ts'
import { listsIn } from './walk-json.ts'

const utc = readZone('+00:00') ?? expect.fail()
const beginMs = Date.UTC(2026, 10, 28, 15)
const minuteMs = 60_000

async function read(value: unknown, mapping?: ScheduleMapping, zone = utc) {
  const programmes: XmltvProgramme[] = []
  const channels: XmltvChannel[] = []
  let used: ScheduleMapping | undefined
  async function* bytes() {
    yield await Promise.resolve(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)))
  }
  const sink = {
    channel: (one: XmltvChannel) => void channels.push(one),
    programme: (one: XmltvProgramme) => void programmes.push(one),
    pause: () => Promise.resolve(),
  }
  const onMapping = (one: ScheduleMapping | undefined) => {
    used = one
  }
  const outcome = await readGuide(bytes(), sink, undefined, { mapping, channel: 'file', onMapping })
  const shown = programmes.map((one) => {
    const programme = programmeOf(one, { zone, shiftMin: 0 })
    if ('why' in programme) return [one.channel, programme.why]
    const minutes = (ms: number | undefined) => (ms === undefined ? undefined : (ms - beginMs) / minuteMs)
    return [
      one.channel,
      minutes(programme.beginMs),
      minutes(programme.endMs),
      programme.title.ru || programme.title.uz,
    ]
  })
  return { outcome, shown, programmes, channels: channels.map(({ id }) => id), used }
}

const sec = beginMs / 1000

describe('[GUIDE-07] a JSON schedule', () => {
  it('is recognised in lists within lists, with the channel around them, as a real one has it', async () => {
    const { shown, channels, used } = await read({
      data: {
        schedule: {
          items: [
            {
              id: 3161,
              name: 'Кино',
              logo: { id: 1, title: '' },
              events: [{ id: 1, name: 'Утро', start: '15:00', start_ts: sec, stop_ts: sec + 600 }],
            },
            {
              id: 3162,
              name: 'Спорт',
              events: [{ id: 2, name: 'Матч', start: '15:10', start_ts: sec + 600, stop_ts: sec + 1200 }],
            },
          ],
        },
      },
    })
    expect(used?.list).toBe('data.schedule.items[].events[]')
    expect(channels).toEqual(['Кино', 'Спорт'])
    expect(shown).toEqual([
      ['Кино', 0, 10, 'Утро'],
      ['Спорт', 10, 20, 'Матч'],
    ])
  })

  it('is recognised in objects within programmes, and its channel is the name of the file', async () => {
    const entry = (title: string, start: number) => ({
      metaInfo: { title, description: 'Гимн' },
      scheduleInfo: { start, end: start + 300 },
    })
    const { shown, programmes } = await read({ programs: [entry('A', sec), entry('B', sec + 300)] })
    expect(shown).toEqual([
      ['file', 0, 5, 'A'],
      ['file', 5, 10, 'B'],
    ])
    expect(programmes[0]?.descriptions).toEqual([{ language: 'ru', text: 'Гимн' }])
  })

  it('is recognised in an object of lists by the id of the channel, with two languages', async () => {
    const entry = (start: string) => ({ title: { ru: 'Кино', uz: 'Film' }, start, duration: 90 })
    const { shown, programmes, used } = await read({
      epg: { 'one.uz': [entry('2026-11-28T20:00:00+05:00')], 'two.uz': [entry('2026-11-28T15:30:00Z')] },
    })
    expect(used?.duration).toBe('minutes')
    expect(shown).toEqual([
      ['one.uz', 0, 90, 'Кино'],
      ['two.uz', 30, 120, 'Кино'],
    ])
    expect(programmes[0]?.titles.map(({ language, text }) => [language, text])).toEqual([
      ['ru', 'Кино'],
      ['uz', 'Film'],
    ])
  })

  it.each([
    ['seconds', sec, sec + 1800],
    ['seconds as text', String(sec), String(sec + 1800)],
    ['milliseconds', beginMs, beginMs + 1_800_000],
    ['ISO', '2026-11-28T15:00:00Z', '2026-11-28T15:30:00Z'],
    ['ISO of another zone', '2026-11-28T20:00+05:00', '2026-11-28T20:30+05:00'],
    ['a local time', '2026-11-28 15:00', '2026-11-28 15:30:00'],
    ['a local time in Russian', '28.11.2026 15:00', '28.11.2026 15:30'],
    ['XMLTV', '20261128150000', '20261128153000'],
  ])('has times as %s', async (_, start, end) => {
    expect((await read([{ channel: 'c', start, end, title: 'A' }])).shown).toEqual([['c', 0, 30, 'A']])
  })

  it('has a date and times of the day, in a zone of its own, over midnight', async () => {
    const entries = [
      { ch: 'c', date: '2026-11-28', start: '20:00', stop: '21:00', title: 'A' },
      { ch: 'c', date: '28.11.2026', start: '23:30', stop: '00:30', title: 'B' },
    ]
    const zone = readZone('Asia/Tashkent') ?? expect.fail()
    const expected = [
      ['c', 0, 60, 'A'],
      ['c', 210, 270, 'B'],
    ]
    expect((await read(entries, undefined, zone)).shown).toEqual(expected)
    const zoned = entries.map((entry) => ({ ...entry, tz: '+05:00' }))
    expect((await read(zoned)).shown).toEqual(expected)
  })

  it('is read by a mapping, with episode, genre and age', async () => {
    const mapping = readScheduleMapping(
      JSON.stringify({
        list: 'x[]',
        fields: {
          start: 'x[].a',
          duration: 'x[].b',
          title_uz: 'x[].c',
          episode: 'x[].e',
          season: 'x[].s',
          genre: 'x[].g',
          age: 'x[].r',
        },
        channel: 'Sevimli',
        duration: 'milliseconds',
      }),
    )
    if (mapping.kind !== 'mapping') throw new Error(mapping.problems.join())
    const value = { x: [{ a: sec, b: 600_000, c: 'Film', e: 5, s: '2 fasl', g: ['Кино', 'Драма'], r: 12 }] }
    const { shown, programmes } = await read(value, mapping.mapping)
    expect(shown).toEqual([['Sevimli', 0, 10, 'Film']])
    expect(programmes[0]).toMatchObject({ categories: ['Кино', 'Драма'], ratings: ['12+'] })
    const [only] = programmes
    if (only === undefined) throw new Error()
    expect(programmeOf(only, { zone: utc, shiftMin: 0 })).toMatchObject({ season: 2, episode: 5 })
  })

  it('is refused with what is not clear in it, and a broken entry alone', async () => {
    const why = async (value: unknown) => (await read(value)).outcome
    expect(await why('{"a": ')).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/JSON is broken/),
    })
    expect(await why({ a: 1 })).toEqual({ kind: 'refused', why: 'the JSON has no list of programmes' })
    expect(await why([{ title: 'A' }])).toMatchObject({ why: expect.stringMatching(/start of a programme/) })
    expect(await why([{ start: sec }])).toMatchObject({ why: expect.stringMatching(/title of a programme/) })
    const { shown } = await read([
      { channel: 'c', start: 'soon', title: 'A' },
      { channel: 'c', start: sec, title: 'B' },
    ])
    expect(shown).toEqual([
      ['c', 'its start "soon" is no time'],
      ['c', 0, undefined, 'B'],
    ])
    expect(readScheduleMapping('{"fields": {"begin": "a"}}').kind).toBe('wrong')
  })

  it('is never walked without an end', () => {
    let deep: unknown = [{ title: 'A', start: sec }]
    for (let level = 0; level < 200; level += 1) deep = { inner: deep }
    expect(listsIn(deep)).toEqual([])
    const wide = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`list${at}`, [{ a: at }]]))
    expect(listsIn({ ...wide, last: 1 }).length).toBeLessThanOrEqual(50)
  })

  it('is walked in one pass also where objects have thousands of ids', () => {
    const programs = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, id) => [`p${id}`, { title: `T${id}`, start: sec, days: { a: 1 } }]),
    )
    // Copied for each id, the columns would be 400 million.
    expect(listsIn({ programs, list: [{ a: 1 }] }).map(({ path }) => path)).toEqual(['list[]'])
  })

  it('has dates that do not exist in entries, which are refused alone', async () => {
    const { outcome, shown } = await read([
      { channel: 'c', start: '2026-13-45 20:00', duration: 30, title: 'A' },
      { channel: 'c', start: '0000-00-00 20:00', stop: '19:00', title: 'B' },
      { channel: 'c', start: `2026-11-28${'T'.repeat(15_000)}`, duration: 30, title: 'C' },
      { channel: 'c', start: sec, title: 'D' },
    ])
    expect(outcome.kind).not.toBe('refused')
    expect(shown.map((one) => one.length)).toEqual([2, 2, 2, 4])
  })

  it('names the channel of a file by the name of the file', () => {
    expect(channelOfName('galamtv-kz.json')).toBe('galamtv-kz')
    expect(channelOfName('https://tv.example/epg/Sevimli.json.gz?day=1')).toBe('Sevimli')
  })
})
