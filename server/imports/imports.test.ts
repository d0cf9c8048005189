import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCatalogue, withdrawAsset } from '#server/catalogue/catalogue.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { loadChannels, openTelevision } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { importChannels } from './m3u/import-channels.ts'
import { importFilms } from './films/import-films.ts'
import { addSourceOf } from './guide/guide-sources.ts'
import { importGuide } from './guide/import-guide.ts'
import { packagingRows } from './packaging/packaging.ts'
import { readZone } from './source/zone.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
let database: TestDatabase
let dir: string
let pictures: Pictures

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-import-'))
  pictures = await openPictures({ dir: join(dir, 'images'), log: silentLog })
})
afterAll(async () => {
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const playlist = [
  '\uFEFF#EXTM3U x-tvg-url="http://guide.example/epg.xml.gz"',
  '#EXTINF:-1 tvg-id="uz24.uz" group-title="News;Asia" tvg-chno="7" tvg-shift="-1.5",Oʻzbekiston 24, новости (720p) [Not 24/7]',
  '#EXTVLCOPT:http-user-agent=Box/1.0',
  'http://tv.example/uz24/index.m3u8',
  '#EXTINF:-1 tvg-name="Второй_канал" Второй канал',
  'udp://@239.1.1.1:5000',
  '#EXTINF:-1,Третий',
  'http://tv.example/3.ts|User-Agent=A%20B&Referer=http://r.example/',
  '#EXTINF:-1,Третий',
  'http://tv.example/3.ts',
  '#EXTINF:-1 radio="true",Радио',
  'http://tv.example/radio',
  '#EXTINF:-1,Относительный',
  'streams/4.m3u8',
  '#EXTINF:-1,Без адреса',
].join('\r\n')

function channelsOf(text: string | Buffer, record = false) {
  return importChannels(database.db, { name: 'list.m3u', bytes: Buffer.from(text), record, nowMs })
}

describe('importing channels', () => {
  it('adds new channels to the public and the base tariffs, and to no other', async () => {
    const tariff = (id: number, isBase: boolean) => ({
      tariff_id: id,
      name_en: 'Own',
      name_ru: 'Свой',
      name_uz: 'Oʻz',
      price_tiyin: 0,
      provider_id: 1,
      remote_tariff_id: null,
      is_base: isBase,
      is_recommended: false,
      is_offered: true,
      position: id,
    })
    const tariffs = [tariff(56, false), tariff(901, true), tariff(902, false)]
    await database.db.insertInto('tariff').values(tariffs).execute()
    const own = '#EXTM3U\n#EXTINF:-1 tvg-id="own.uz",Своё\nudp://@239.9.9.9:5000\n'
    await channelsOf(own)
    const opening = await database.db
      .selectFrom('tariff_channel')
      .innerJoin('channel', 'channel.id', 'tariff_channel.cid')
      .select('tariff_id')
      .where('tvg_id', '=', 'own.uz')
      .orderBy('tariff_id')
      .execute()
    expect(opening.map((row) => row.tariff_id)).toEqual([56, 901])
    await database.db.deleteFrom('channel').where('tvg_id', '=', 'own.uz').execute()
  })

  it('[OPS-01] imports channels, reports what was refused and why, and does nothing the second time', async () => {
    const report = await channelsOf(playlist)
    expect(Object.fromEntries(report.sums)).toMatchObject({ new: 4, changed: 0, unchanged: 0 })
    expect(report.refused.map(({ where, what }) => `${where} ${what}`).toSorted()).toEqual([
      'line 13 Относительный',
      'line 15 Без адреса',
      'line 9 Третий',
    ])
    const [first, second, , radio] = (await loadChannels(database.db)).toSorted((a, b) => a.cid - b.cid)
    expect(first).toMatchObject({
      number: 7,
      name: { ru: 'Oʻzbekiston 24, новости' },
      categoryId: 3,
      guideShiftMin: -90,
      isEnabled: false,
      source: { sources: [{ protocol: 'hls', userAgent: 'Box/1.0' }] },
    })
    expect(second).toMatchObject({
      isRadio: false,
      source: { sources: [{ protocol: 'udp', url: 'udp://239.1.1.1:5000' }] },
    })
    expect(radio).toMatchObject({ name: { ru: 'Радио' }, isRadio: true })
    expect(Object.fromEntries((await channelsOf(playlist)).sums)).toMatchObject({
      new: 0,
      changed: 0,
      unchanged: 4,
    })
  })

  it('[OPS-01] changes the kind of a channel whose entry is marked as radio, and leaves namesakes apart', async () => {
    const { db } = database
    const take = (...lines: readonly string[]) =>
      importChannels(db, {
        ...{ name: 'kind.m3u', record: false, nowMs },
        bytes: Buffer.from(['#EXTM3U', ...lines, ''].join('\n')),
      })
    const channels = async () =>
      (await loadChannels(db))
        .filter(({ key }) => /kind (?:one|two)/.test(key))
        .map(({ cid, name, isRadio }) => [cid, name.ru, isRadio] as const)
        .toSorted((one, other) => one[0] - other[0])
    const one = ['#EXTINF:-1,Kind One', 'http://kind.example/one?token=1']
    const two = ['#EXTINF:-1 tvg-id="KindTwo.uz",Kind Two', 'http://kind.example/two']
    await take(...one, ...two)
    const [first, second] = (await channels()).map(([cid]) => cid)
    const radioOne = ['#EXTINF:-1 radio="true",Kind One', 'http://kind.example/one?token=2']
    const radioTwo = ['#EXTINF:-1 tvg-id="KindTwo.uz" radio="true",Kind Two', 'http://elsewhere.example/2']
    for (let times = 0; times < 2; times++) {
      await take(...radioOne, ...radioTwo)
      expect(await channels()).toEqual([
        [first, 'Kind One', true],
        [second, 'Kind Two', true],
      ])
    }
    await take(...one, ...two)
    expect((await channels()).map(([cid, , isRadio]) => [cid, isRadio])).toEqual([
      [first, false],
      [second, false],
    ])
    // A station of that name from elsewhere is another channel, and so is one beside it in the same list.
    await take('#EXTINF:-1 radio="true",Kind One', 'http://station.example/live')
    await take(...one, '#EXTINF:-1 radio="true",Kind One', 'http://station.example/live')
    expect((await channels()).map(([, name, isRadio]) => [name, isRadio])).toEqual([
      ['Kind One', false],
      ['Kind Two', false],
      ['Kind One', true],
    ])
    await db.deleteFrom('channel').where('key', 'like', '%kind %').execute()
  })

  it('[OPS-01] takes radio for what it is by its mark or its address, never by its group alone', async () => {
    const report = await importChannels(database.db, {
      ...{ name: 'radio.m3u', record: false, nowMs },
      bytes: Buffer.from(
        [
          '#EXTM3U',
          '#EXTINF:-1 radio="true" group-title="Music",Maestro',
          'http://radio.example/maestro',
          '#EXTINF:-1 group-title="Radio",Maestro',
          'http://tv.example/maestro.m3u8',
          '#EXTINF:-1,Novda FM',
          'http://radio.example/novda.aac?sid=1',
          '#EXTINF:-1 radio="false",Klip',
          'http://tv.example/klip.mp3',
        ].join('\n'),
      ),
    })
    expect(report.refused).toEqual([])
    const made = (await loadChannels(database.db)).filter(({ key }) => /maestro|novda|klip/.test(key))
    expect(made.map(({ key, isRadio }) => [key, isRadio]).toSorted()).toEqual([
      ['m3u:|klip', false],
      ['m3u:|maestro', false],
      ['m3u:|maestro|radio', true],
      ['m3u:|novda fm|radio', true],
    ])
    await database.db
      .deleteFrom('channel')
      .where(
        'key',
        'in',
        made.map(({ key }) => key),
      )
      .execute()
  })

  it('[OPS-01] turns recording on only when requested, and changes only what changed', async () => {
    const moved = playlist.replace('uz24/index.m3u8', 'uz24/new.m3u8')
    expect(Object.fromEntries((await channelsOf(moved)).sums)).toMatchObject({ changed: 1, unchanged: 3 })
    expect(Object.fromEntries((await channelsOf(moved, true)).sums)).toMatchObject({ changed: 4 })
    expect(Object.fromEntries((await channelsOf(moved)).sums)).toMatchObject({ unchanged: 4 })
    expect((await loadChannels(database.db)).every(({ isEnabled }) => isEnabled)).toBe(true)
  })

  it('[OPS-01] [GUIDE-07] offers the guides of a playlist, without their credentials', async () => {
    const named =
      '#EXTM3U url-tvg="http://u:p@a.example/g.xml.gz?token=abc,ftp://b.example/x" x-tvg-url="http://c.example/e.xml"\n'
    const report = await channelsOf(named + playlist.slice(playlist.indexOf('#EXTINF')))
    expect(report.guides).toEqual(['http://c.example/e.xml', 'http://u:p@a.example/g.xml.gz?token=abc'])
    expect(report.notes.join()).toContain('guide add')
    expect(report.notes.join()).not.toMatch(/u:p@|abc/)
    const [, address = ''] = report.guides ?? []
    expect(await addSourceOf(database.db, address, nowMs)).toBe('a.example')
    expect(await addSourceOf(database.db, address, nowMs)).toBeUndefined()
    expect(await addSourceOf(database.db, 'http://a.example/other', nowMs)).toBe('a.example-2')
    await database.db.deleteFrom('guide_source').execute()
  })

  it('[OPS-01] imports nothing from a file that is no list of channels', async () => {
    const before = await loadChannels(database.db)
    for (const text of [
      '',
      '#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts',
      'just some text',
      '\u0000\u0001\u0002',
    ]) {
      expect((await channelsOf(text)).failed, JSON.stringify(text)).toBe(true)
    }
    expect(await loadChannels(database.db)).toEqual(before)
  })

  it('reads Windows-1251', async () => {
    const bytes = Buffer.concat([
      Buffer.from('#EXTM3U\n#EXTINF:-1,'),
      Buffer.from([0xcc, 0xe8, 0xf0]),
      Buffer.from('\nhttp://tv.example/mir.m3u8\n'),
    ])
    await channelsOf(bytes)
    expect((await loadChannels(database.db)).some(({ name }) => name.ru === 'Мир')).toBe(true)
  })
})

const guide = `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE tv SYSTEM "xmltv.dtd"><tv>
<channel id="uz24.uz"><display-name>Other</display-name></channel><channel id="c2"><display-name lang="ru">второй канал</display-name></channel>
<programme start="20260115180000 +0500" stop="20260115190000 +0500" channel="uz24.uz"><title lang="ru">Вести</title><title lang="uz">Xabarlar</title><category>News</category><rating><value>12</value></rating></programme>
<programme start="20260115120000 UTC" channel="c2"><title>Кино</title><sub-title>часть 1</sub-title><episode-num system="xmltv_ns">0.4/9.</episode-num></programme>
<programme start="nonsense" channel="c2"><title>Сломано</title></programme>
<programme start="20260115130000" channel="elsewhere"><title>Чужое</title></programme>
</tv>`

async function guideOf(bytes: Uint8Array) {
  const { report } = await importGuide(database.db, {
    name: 'guide.xml',
    source: (async function* () {
      // In small pieces, so that characters and tags are split.
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7)
    })(),
    zone: readZone('UTC') ?? expect.fail(),
    shiftDays: 0,
    force: false,
    nowMs,
  })
  return report
}

describe('importing a guide', () => {
  it('[GUIDE-07] [OPS-01] matches by id, then name, from gzip too, and does nothing the second time', async () => {
    const report = await guideOf(gzipSync(guide))
    expect(Object.fromEntries(report.sums)).toMatchObject({ new: 2, 'of channels we do not have': 1 })
    expect(report.refused).toMatchObject([{ what: 'Сломано' }])
    const { guide: saved, channels } = (await openTelevision(database.db, { nowMs: () => nowMs })).now()
    const cidOf = (name: string) => channels.find((channel) => channel.name.ru.startsWith(name))?.cid ?? 0
    expect(saved.all(cidOf('Oʻzbekiston'))).toMatchObject([
      // 18:00 in Tashkent, shifted by the channel's own hour and a half.
      {
        beginMs: Date.UTC(2026, 0, 15, 11, 30),
        title: { ru: 'Вести', uz: 'Xabarlar' },
        genreCode: 3,
        ageRating: '12+',
      },
    ])
    expect(saved.all(cidOf('Второй'))).toMatchObject([
      {
        ...{ beginMs: nowMs, endMs: nowMs + 1_800_000, title: { ru: 'Кино' } },
        ...{ subtitle: { ru: 'часть 1', uz: '' }, season: 1, episode: 5 },
      },
    ])
    expect(Object.fromEntries((await guideOf(Buffer.from(guide))).sums)).toMatchObject({
      new: 0,
      unchanged: 2,
    })
  })

  it('[GUIDE-07] changes nothing when the file is broken', async () => {
    const zip = gzipSync(guide.replaceAll('Вести', 'Подмена'))
    for (const bytes of [
      Buffer.from(guide.replaceAll('Вести', 'Подмена').replace('</tv>', '')),
      Buffer.from(guide.replace('<title>Кино', '<titel>Кино')),
      zip.subarray(0, zip.length - 20),
      Buffer.from('PK\u0003\u0004'),
      Buffer.from('<html></html>'),
      Buffer.alloc(0),
    ]) {
      const report = await guideOf(bytes)
      expect([report.failed, report.notes[0]]).toEqual([true, expect.stringContaining('nothing was changed')])
    }
    expect(Object.fromEntries((await guideOf(Buffer.from(guide))).sums)).toMatchObject({
      unchanged: 2,
      changed: 0,
    })
  })
})

describe('importing films', () => {
  it('[OPS-01] reads the window of an NFO, and skips a title with an invalid window', async () => {
    const root = join(dir, 'Окна')
    const put = async (name: string, window: string) => {
      await mkdir(join(root, name), { recursive: true })
      await writeFile(join(root, name, 'film.mkv'), `video of ${name}`)
      await writeFile(join(root, name, 'movie.nfo'), `<movie><title>${name}</title>${window}</movie>`)
    }
    await put(
      'Days (2020)',
      '<availablefrom>2026-12-01</availablefrom><availableuntil>2026-12-31</availableuntil>',
    )
    await put('Moment (2020)', '<availableuntil>2026-12-31T18:00+05:00</availableuntil>')
    await put('Wrong (2020)', '<availableuntil>31.12.2026</availableuntil>')
    await put('June (2020)', '<availableuntil>2026-06-31</availableuntil>')
    await put(
      'Turned (2020)',
      '<availablefrom>2026-12-01</availablefrom><availableuntil>2026-11-01</availableuntil>',
    )
    const options = { folder: root, pictures, again: false, nowMs }
    const { report } = await importFilms(database.db, options)
    expect(report.refused.map(({ where }) => where.split(' ')[0]).toSorted()).toEqual([
      'June',
      'Turned',
      'Wrong',
    ])
    const window = async (name: string) => {
      const snapshot = (await openCatalogue(database.db)).now()
      return snapshot.titleByKey(`folder:Окна/${name} (2020)/film`)?.availability
    }
    expect(await window('Days')).toMatchObject({
      fromMs: Date.parse('2026-11-30T19:00Z'),
      untilMs: Date.parse('2026-12-31T19:00Z'),
    })
    expect(await window('Moment')).toMatchObject({ fromMs: null, untilMs: Date.parse('2026-12-31T13:00Z') })
    await put('Moment (2020)', '')
    await importFilms(database.db, options)
    expect(await window('Moment')).toBeUndefined()
  })

  it('[OPS-01] imports films and series with the files beside them, refuses empty ones, repeats nothing', async () => {
    const root = join(dir, 'Кино')
    await mkdir(join(root, 'Сериал (2019)', 'Сезон 1'), { recursive: true })
    await mkdir(join(root, 'Kesh (2021)'))
    const nfo =
      '<movie><title>Кеш</title><plot>О деньгах</plot><genre>Drama / Комедия</genre><country>Uzbekistan</country><director>А. Б.</director><actor><name>В. Г.</name><role>Он</role></actor><ratings><rating name="imdb" max="10"><value>7.25</value></rating></ratings></movie>'
    await writeFile(join(root, 'Kesh (2021)', 'kesh.mkv'), 'video')
    await writeFile(join(root, 'Kesh (2021)', 'movie.nfo'), nfo)
    await writeFile(join(root, 'Kesh (2021)', 'kesh.ru.srt'), '1\n00:00:01,000 --> 00:00:02,000\nДа\n')
    await writeFile(join(root, 'Kesh (2021)', 'poster.jpg'), 'not a picture')
    await writeFile(join(root, 'Сериал (2019)', 'Сезон 1', '01.mkv'), 'video 1')
    await copyFile(join(root, 'Kesh (2021)', 'kesh.mkv'), join(root, 'Сериал (2019)', 'Сезон 1', '02.mkv'))
    await writeFile(join(root, 'Пустой (2000).mp4'), '')
    const options = { folder: root, pictures, again: false, nowMs }
    const first = await importFilms(database.db, options)
    expect(Object.fromEntries(first.report.sums)).toMatchObject({ new: 2, 'to be packaged': 3 })
    expect(first.report.refused.map(({ where }) => where).toSorted()).toEqual([
      'Kesh (2021)/poster.jpg',
      'Пустой (2000).mp4',
    ])
    const catalogue = await openCatalogue(database.db)
    const film = catalogue.now().titleByKey('folder:Кино/Kesh (2021)/kesh')
    expect(film).toMatchObject({
      name: { ru: 'Кеш' },
      year: 2021,
      categoryId: 254,
      countries: ['UZ'],
      ratingImdb: 7.3,
    })
    const series = catalogue.now().titleByKey('folder:Кино/Сериал (2019)')
    expect(series).toMatchObject({ isSeries: true, year: 2019, name: { ru: 'Сериал' } })
    expect(series?.seasons[0]?.episodes.map(({ number }) => number)).toEqual([1, 2])
    const rows = await packagingRows(database.db, first.assetIds)
    expect(rows.flatMap(({ subtitles }) => subtitles)).toMatchObject([{ language: 'ru' }])
    const again = await importFilms(database.db, options)
    expect(Object.fromEntries(again.report.sums)).toMatchObject({ new: 0, changed: 0, unchanged: 2 })
    expect(again.assetIds.toSorted()).toEqual(first.assetIds.toSorted())
    expect(await withdrawAsset(database.db, film?.files[0]?.assetId ?? '')).toBe(true)
    await catalogue.reload()
    expect(catalogue.now().titleByKey('folder:Кино/Kesh (2021)/kesh')).toBeUndefined()
    expect(catalogue.now().titleByKey('folder:Кино/Сериал (2019)')).toBeDefined()
    expect((await importFilms(database.db, { ...options, folder: join(dir, 'nowhere') })).report.failed).toBe(
      true,
    )
  })
})
