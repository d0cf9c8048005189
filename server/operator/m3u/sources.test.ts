import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importChannels } from '#server/operator/import-channels.ts'
import { addSource, changeRecording, loadChannels, removeSource } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const take = (lines: readonly string[]) =>
  importChannels(database.db, {
    name: 'list.m3u',
    bytes: Buffer.from(['#EXTM3U', ...lines].join('\n')),
    record: true,
    nowMs: 0,
  })
const urlsOf = async (name: string) => {
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

describe('entries of one channel', () => {
  it('[OPS-01] become its sources in order where the list says so clearly, and no others', async () => {
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

  it('[OPS-01] keep the sources an operator added, in their places, over another import', async () => {
    const own = { url: 'srt://0.0.0.0:9001?mode=listener', protocol: 'srt' } as const
    expect(await addSource(database.db, 1, own, 0)).toMatchObject({ kind: 'edited', place: 0, count: 4 })
    expect(await addSource(database.db, 1, own)).toEqual({ kind: 'twice', place: 0 })
    expect(await addSource(database.db, 999, own)).toEqual({ kind: 'unknown_channel' })
    expect(Object.fromEntries((await take(list)).sums)).toMatchObject({ unchanged: 4 })
    await take(list.map((line) => line.replace('1/index.m3u8', 'new/index.m3u8')))
    expect((await urlsOf('Первый'))?.slice(0, 2)).toEqual([own.url, 'http://tv.example/new/index.m3u8'])
    expect(await removeSource(database.db, 1, 9)).toEqual({ kind: 'no_such_place', count: 4 })
    for (let left = 4; left > 1; left--)
      expect(await removeSource(database.db, 1, 0)).toMatchObject({ kind: 'edited', count: left - 1 })
    expect(await removeSource(database.db, 1, 0)).toEqual({ kind: 'last' })
  })

  it('keep how they are recorded over an import', async () => {
    await changeRecording(database.db, 1, { heights: [720, 480], stillPictures: true, lowLatency: true })
    await changeRecording(database.db, 1, { stillPictures: null })
    await take(list)
    const channel = (await loadChannels(database.db)).find((one) => one.number === 1)
    expect(channel).toMatchObject({ recording: { heights: [720, 480] }, lowLatency: true })
    expect(channel?.recording.stillPictures).toBeUndefined()
  })
})
