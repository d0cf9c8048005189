import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importChannels } from './import-channels.ts'
import { addSource, changeRecording, loadChannels, removeSource } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function take(lines: readonly string[]) {
  return importChannels(database.db, {
    name: 'list.m3u',
    bytes: Buffer.from(['#EXTM3U', ...lines].join('\n')),
    record: true,
    nowMs: 0,
  })
}

async function urlsOf(name: string) {
  const channel = (await loadChannels(database.db)).find((one) => one.name.ru === name)
  return channel?.source.kind === 'recorded' ? channel.source.sources.map(({ url }) => url) : undefined
}

const list = [
  '#EXTINF:-1 tvg-id="one.uz" tvg-chno="1",Первый (720p)',
  'http://tv.example/1/index.m3u8',
  '#EXTINF:-1 tvg-id="one.uz",Первый  [Not 24/7]',
  'udp://@239.1.1.1:5000',
  '#EXTINF:-1,Первый',
  'http://tv.example/1.ts',
  '#EXTINF:-1 tvg-id="one.uz" tvg-shift="2",Первый',
  'http://tv.example/1-plus-2.ts',
  '#EXTINF:-1 tvg-id="other.uz",Первый',
  'http://tv.example/other.ts',
  '#EXTINF:-1 tvg-id="one.uz",Первый HD',
  'http://tv.example/hd.ts',
  '#EXTINF:-1 tvg-id="one.uz",Первый',
  'udp://@239.1.1.1:5000',
]

const who = { by: undefined, nowMs: 0 }

describe('entries of one channel', () => {
  it('[OPS-01] become its sources in order where the list is clear, and no others', async () => {
    const report = await take(list)
    expect(Object.fromEntries(report.sums)).toMatchObject({ new: 4 })
    expect(report.notes.slice(0, 3).join('\n')).toMatch(
      /2 entries are further sources[^]*Line 4: source 2 of "Первый"[^]*Line 6: source 3 of "Первый"/,
    )
    expect(report.refused.map(({ where }) => where)).toEqual(['line 14'])
    expect(await urlsOf('Первый')).toEqual([
      'http://tv.example/1/index.m3u8',
      'udp://239.1.1.1:5000',
      'http://tv.example/1.ts',
    ])
    expect(await urlsOf('Первый HD')).toEqual(['http://tv.example/hd.ts'])
    expect(Object.fromEntries((await take(list)).sums)).toMatchObject({ new: 0, changed: 0, unchanged: 4 })
  })

  it('[OPS-01] keep the sources an operator added, in their order, over another import', async () => {
    const own = { url: 'srt://0.0.0.0:9001?mode=listener', protocol: 'srt' } as const
    expect(await addSource(database.db, 1, own, who, 0)).toMatchObject({ kind: 'edited', index: 0, count: 4 })
    expect(await addSource(database.db, 1, own, who)).toEqual({ kind: 'twice', index: 0 })
    expect(await addSource(database.db, 999, own, who)).toEqual({ kind: 'unknown_channel' })
    expect(Object.fromEntries((await take(list)).sums)).toMatchObject({ unchanged: 4 })
    await take(list.map((line) => line.replace('1/index.m3u8', 'new/index.m3u8')))
    expect((await urlsOf('Первый'))?.slice(0, 2)).toEqual([own.url, 'http://tv.example/new/index.m3u8'])
    expect(await removeSource(database.db, 1, 9, who)).toEqual({ kind: 'no_such_place', count: 4 })
    for (let left = 4; left > 1; left--)
      expect(await removeSource(database.db, 1, 0, who)).toMatchObject({ kind: 'edited', count: left - 1 })
    expect(await removeSource(database.db, 1, 0, who)).toEqual({ kind: 'last' })
  })

  it('keep their recording settings over an import', async () => {
    await changeRecording(database.db, 1, { heights: [720, 480], stillPictures: true, lowLatency: true }, who)
    await changeRecording(database.db, 1, { stillPictures: null }, who)
    await take(list)
    const channel = (await loadChannels(database.db)).find((one) => one.number === 1)
    expect(channel).toMatchObject({ recording: { heights: [720, 480] }, lowLatency: true })
    expect(channel?.recording.stillPictures).toBeUndefined()
  })
})

describe('a newer edition of a list', () => {
  const first = [
    '#EXTINF:-1 tvg-id="BIZTV.uz",BIZ TV (576p)',
    'http://a.example/biz.m3u8',
    '#EXTINF:-1 tvg-id="Milliy.uz",Milliy',
    'http://a.example/milliy.m3u8',
    '#EXTINF:-1,Dunyo boʻylab',
    'http://a.example/dunyo.m3u8',
    '#EXTINF:-1 tvg-id="Old.uz",Eski nom',
    'http://a.example/eski.m3u8',
    '#EXTINF:-1 tvg-id="MTV.ru",MTV',
    'http://a.example/mtv-ru.m3u8',
  ]
  const second = [
    '#EXTINF:-1 tvg-id="BIZTV.uz@SD",BIZ TV (720p)',
    'http://b.example/biz-new.m3u8',
    '#EXTINF:-1 tvg-id="Milliy.uz",Milliy TV',
    'http://b.example/milliy.m3u8',
    '#EXTINF:-1 tvg-id="DunyoBoylab.uz@HD",Dunyo boʻylab',
    'http://b.example/dunyo.m3u8',
    '#EXTINF:-1 tvg-id="New.uz",Yangi nom',
    'http://a.example/eski.m3u8',
    '#EXTINF:-1 tvg-id="MTV.ru",MTV',
    'http://b.example/mtv-ru.m3u8',
    '#EXTINF:-1 tvg-id="MTV.ru@Plus4",MTV',
    'http://b.example/mtv-plus-4.m3u8',
    '#EXTINF:-1 tvg-id="MTV.pl",MTV',
    'http://b.example/mtv-pl.m3u8',
  ]

  it('[OPS-01] updates the channels with another id, name or address, and duplicates none', async () => {
    expect(Object.fromEntries((await take(first)).sums)).toMatchObject({ new: 5 })
    const before = new Map(
      (await loadChannels(database.db)).map(({ cid, tvgId, name }) => [tvgId ?? name.ru, cid]),
    )
    const report = await take(second)
    expect(Object.fromEntries(report.sums)).toMatchObject({ new: 2, changed: 5 })
    expect(report.notes.join('\n')).toMatch(
      /4 channels of an earlier edition[^]*BIZ TV \(BIZTV\.uz\) is "BIZ TV" \(BIZTV\.uz@SD\) now: the same guide id/,
    )
    expect(report.notes.join('\n')).toContain('now: the same name')
    expect(report.notes.join('\n')).toContain('now: the same address')
    const after = new Map((await loadChannels(database.db)).map((one) => [one.cid, one]))
    for (const [was, name, tvgId] of [
      ['BIZTV.uz', 'BIZ TV', 'BIZTV.uz@SD'],
      ['Milliy.uz', 'Milliy TV', 'Milliy.uz'],
      ['Dunyo boʻylab', 'Dunyo boʻylab', 'DunyoBoylab.uz@HD'],
      ['Old.uz', 'Yangi nom', 'New.uz'],
      ['MTV.ru', 'MTV', 'MTV.ru'],
    ] as const)
      expect(after.get(before.get(was) ?? 0), was).toMatchObject({ name: { ru: name }, tvgId })
    expect(await urlsOf('BIZ TV')).toEqual(['http://b.example/biz-new.m3u8'])
    expect(Object.fromEntries((await take(second)).sums)).toMatchObject({ new: 0, changed: 0, unchanged: 7 })
  })
})

describe('a list without ids', () => {
  it('[OPS-01] [GUIDE-07] removes none that a channel has: its guide is matched by it', async () => {
    const address = 'http://ids.example/sharq.m3u8'
    expect((await take(['#EXTINF:-1 tvg-id="Sharq.uz@SD" tvg-country="UZ",Sharq', address])).failed).toBe(
      false,
    )
    const report = await take(['#EXTINF:-1,Sharq', 'http://ids.example/sharq-new.m3u8'])
    expect(report.notes.join('\n')).toContain('is "Sharq" (Sharq.uz@SD) now: the same name')
    const sharq = (await loadChannels(database.db)).find(({ name }) => name.ru === 'Sharq')
    expect(sharq).toMatchObject({ tvgId: 'Sharq.uz@SD', countries: ['uz'] })
    expect(await urlsOf('Sharq')).toEqual(['http://ids.example/sharq-new.m3u8'])
    const again = await take(['#EXTINF:-1,Sharq', 'http://ids.example/sharq-new.m3u8'])
    expect(Object.fromEntries(again.sums)).toMatchObject({ new: 0, changed: 0, unchanged: 1 })
  })
})

describe('channel numbers of a list', () => {
  const channel = (name: string, number: number, edition = 1) => [
    `#EXTINF:-1 tvg-chno="${number}",${name}`,
    `http://numbers.example/${name}-${edition}.m3u8`,
  ]
  const numberOf = async (name: string) =>
    (await loadChannels(database.db)).find((one) => one.name.ru === name)?.number

  it('[OPS-01] are not given to another channel while an unchanged one has them', async () => {
    await take(channel('Birinchi', 901))
    await take(channel('Ikkinchi', 901))
    const saved = (await numberOf('Ikkinchi')) ?? 0
    expect(saved).not.toBe(901)
    // 901 is free now, and the channel that requested it is unchanged: another one requests the number that it has.
    const report = await take([
      ...channel('Birinchi', 903, 2),
      ...channel('Ikkinchi', 901),
      ...channel('Uchinchi', saved),
    ])
    expect(Object.fromEntries(report.sums)).toMatchObject({ new: 1, changed: 1, unchanged: 1 })
    expect([await numberOf('Birinchi'), await numberOf('Ikkinchi')]).toEqual([903, saved])
    expect(await numberOf('Uchinchi')).not.toBe(saved)
  })
})

describe('other data of a list', () => {
  const lines = [
    '#EXTINF:-1 group-title="Deutschland" width="16" height="9" catchup="append" catchup-days="7" catchup-source="?utc={utc}",Eins',
    'http://g.example/1.ts',
    '#EXTINF:-1 group-title="Deutschland" width="16" tvg-shift="-1",Zwei',
    'http://g.example/2.ts',
    '#EXTINF:-1 group-title="Sport",Drei',
    'http://g.example/3.ts',
  ]
  const takeWith = (ownGroups: boolean) =>
    importChannels(database.db, {
      name: 'groups.m3u',
      bytes: Buffer.from(['#EXTM3U tvg-shift="2" refresh="3600"', ...lines].join('\n')),
      record: false,
      ownGroups,
      nowMs: 0,
    })
  const find = async (name: string) => (await loadChannels(database.db)).find((one) => one.name.ru === name)

  it('[OPS-01] merges groups and reports it, counts unused data, and reads catchup and the default shift', async () => {
    const notes = (await takeWith(false)).notes.join('\n')
    expect(notes).toMatch(/"Deutschland" 2 → Общие/)
    expect(notes).toMatch(/"Sport" 1 → Спорт/)
    expect(notes).toContain('Attributes that were not used: width (2), height (1), refresh (first line).')
    expect(notes).toContain('append 1')
    expect(await find('Eins')).toMatchObject({ guideShiftMin: 120, categoryId: 1, countries: ['de'] })
    expect((await find('Zwei'))?.guideShiftMin).toBe(-60)
    const row = await database.db
      .selectFrom('channel')
      .select('catchup')
      .where('name_ru', '=', 'Eins')
      .executeTakeFirstOrThrow()
    expect(row.catchup).toEqual({ kind: 'append', days: 7, source: '?utc={utc}' })
  })

  it('[OPS-01] [TV-02] creates own categories for groups when requested, which later imports keep', async () => {
    expect((await takeWith(true)).notes.join('\n')).toMatch(/"Deutschland" 2 → Deutschland/)
    const own = await find('Eins')
    expect(own?.categoryId).toBeGreaterThanOrEqual(100)
    expect(Object.fromEntries((await takeWith(false)).sums)).toMatchObject({ unchanged: 3 })
    expect((await find('Zwei'))?.categoryId).toBe(own?.categoryId)
    expect((await find('Drei'))?.categoryId).toBe(4)
  })
})
