import { deflateRawSync, gzipSync, crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readName } from './channel-name.ts'
import { matchChannels, possiblyOurs, type ChannelNames } from './match-channels.ts'
import type { XmltvChannel, XmltvProgramme } from '#server/imports/source/guide-sink.ts'
import { readGuide, type XmltvLimits } from '#server/imports/xmltv/read-xmltv.ts'
import { readXmltvTime } from '#server/imports/xmltv/xmltv-time.ts'
import { readZone } from '#server/imports/source/zone.ts'

function zoneOf(name: string) {
  return readZone(name) ?? expect.fail(`${name} is no zone`)
}

function iso(text: string, zone = 'UTC') {
  const ms = readXmltvTime(text, zoneOf(zone))
  return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16)
}

describe('XMLTV times', () => {
  it('[GUIDE-07] are parsed in every notation of a zone', () => {
    for (const text of [
      '20260115120000 +0500',
      '20260115120000+0500',
      '20260115120000 +05:00',
      '2026-01-15T12:00:00+05:00',
      '2026-01-15T12:00:00.250+05:00',
      '2026-01-15 12:00 UTC+5',
      '20260115120000 GMT+05:00',
      '202601151200 +5',
      '20260115070000',
      '20260115070000 UTC',
      '20260115070000 Z',
      '20260115070000 -0000',
      '20260115100000 MSK',
      '20260115020000 EST',
      '20260115020000 \u22120500',
      '20260115120000 UZT',
      '20260115120000 Asia/Tashkent',
      '20260115020000 America/New_York',
      ' 20260115123000 +0530 ',
    ]) {
      expect(iso(text), text).toBe('2026-01-15T07:00')
    }
    expect(iso('20260115120000', '+05:00')).toBe('2026-01-15T07:00')
    expect(iso('20260115120000', 'Asia/Tashkent')).toBe('2026-01-15T07:00')
    for (const text of [
      '',
      'soon',
      '20261315120000',
      '20260230',
      '20260115250000',
      '20260115120000 XYZ',
      '20260115120000 +9900',
      '20260115120000 Mars/Olympus',
      `20260115120000 ${'A'.repeat(200)}`,
    ]) {
      expect(iso(text), text).toBeUndefined()
    }
  })

  it('[GUIDE-07] follow daylight saving time: a skipped hour, and a repeated one', () => {
    expect(iso('20260328120000', 'Europe/London')).toBe('2026-03-28T12:00')
    expect(iso('20260330120000', 'Europe/London')).toBe('2026-03-30T11:00')
    // At 1:00 on 29 March 2026 the clocks jump to 2:00; a time of 1:30 is read as 2:30.
    expect(iso('20260329003000', 'Europe/London')).toBe('2026-03-29T00:30')
    expect(iso('20260329013000', 'Europe/London')).toBe('2026-03-29T01:30')
    expect(iso('20260329023000', 'Europe/London')).toBe('2026-03-29T01:30')
    // On 25 October 2026 1:30 comes twice; the first one is used.
    expect(iso('20261025013000', 'Europe/London')).toBe('2026-10-25T00:30')
    expect(iso('20261025023000', 'Europe/London')).toBe('2026-10-25T02:30')
    expect(iso('20111027120000', 'Europe/Moscow')).toBe('2011-10-27T08:00')
    expect(iso('20150115120000', 'Europe/Moscow')).toBe('2015-01-15T09:00')
  })

  it('[GUIDE-07] convert back to the local time, in any zone and at any moment that is not skipped', () => {
    const zones = ['Asia/Tashkent', 'Europe/Kyiv', 'America/St_Johns', 'Australia/Lord_Howe', '+03:30']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2020, 0) / 900_000, max: Date.UTC(2030, 0) / 900_000 }),
        (name, quarter) => {
          const zone = zoneOf(name)
          const localMs = zone.localOf(quarter * 900_000)
          const again = zone.utcOf(localMs)
          expect(zone.localOf(again)).toBe(localMs)
          expect(again).toBeLessThanOrEqual(quarter * 900_000)
        },
      ),
      { seed: 7, numRuns: 300 },
    )
  })
})

interface ReadWhole {
  readonly outcome: Awaited<ReturnType<typeof readGuide>>
  readonly channels: XmltvChannel[]
  readonly programmes: XmltvProgramme[]
}

async function readAll(bytes: Uint8Array, pieceBytes = 5, limits?: XmltvLimits): Promise<ReadWhole> {
  const channels: XmltvChannel[] = []
  const programmes: XmltvProgramme[] = []
  async function* source() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
  const sink = {
    channel: (one: XmltvChannel) => void channels.push(one),
    programme: (one: XmltvProgramme) => void programmes.push(one),
    pause: async () => undefined,
  }
  return { outcome: await readGuide(source(), sink, limits), channels, programmes }
}

interface Packed {
  readonly name: Uint8Array
  readonly content: Uint8Array
  readonly flags?: number
  readonly method?: number
  readonly crc?: number
  readonly size?: number
}

/** A zip as other programs write it. */
function zipOf(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, flags = 0, method = 8, crc = crc32(content), size = content.length } of files) {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(method, 4)
    facts.writeUInt32LE(crc, 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(size, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, rest, name]))
    parts.push(local)
    at += local.length
  }
  const whole = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(whole.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, whole, end])
}

/** «Первый канал» in cp866. */
const nameInCp866 = Buffer.from([0x8f, 0xa5, 0xe0, 0xa2, 0xeb, 0xa9, 0x5f, 0xaa, 0xa0, 0xad, 0xa0, 0xab])

function latin(text: string) {
  return Buffer.from(text, 'latin1')
}

/** «Новости» in Windows-1251. */
const news = Buffer.from([0xcd, 0xee, 0xe2, 0xee, 0xf1, 0xf2, 0xe8])

function jtvOf(begins: readonly number[], title: Buffer = news, heading = '\n\n\n') {
  const pdt = Buffer.concat([
    latin(`JTV 3.x TV Program Data${heading}`),
    Buffer.from([title.length, 0]),
    title,
  ])
  const ndx = Buffer.alloc(2 + begins.length * 12)
  ndx.writeUInt16LE(begins.length)
  begins.forEach((ms, index) => {
    ndx.writeBigUInt64LE((BigInt(ms) + 11_644_473_600_000n) * 10_000n, 4 + index * 12)
    ndx.writeUInt16LE(26, 12 + index * 12)
  })
  return { ndx, pdt }
}

const xml =
  '<tv><channel id="a"><display-name>А</display-name></channel><programme start="20260115" channel="a"><title>Т</title></programme></tv>'

describe('a delivered guide', () => {
  it('[GUIDE-07] is read plain, from gzip with any number of members, and from a zip', async () => {
    const half = Buffer.from(xml).subarray(0, 60)
    const parts = Buffer.concat([gzipSync(half), gzipSync(Buffer.from(xml).subarray(60))])
    const zip = zipOf([
      { name: latin('readme.txt'), content: latin('x') },
      { name: latin('epg.xml'), content: Buffer.from(xml) },
    ])
    const stored = zipOf([{ name: latin('epg.xml'), content: Buffer.from(xml), method: 0 }])
    const padded = Buffer.concat([zip, Buffer.alloc(512)])
    for (const bytes of [Buffer.from(xml), gzipSync(xml), parts, zip, stored, padded]) {
      for (const piece of [1, 1000]) {
        const { outcome, channels, programmes } = await readAll(bytes, piece)
        expect(outcome).toEqual({ kind: 'read' })
        expect(channels).toEqual([{ id: 'a', names: ['А'] }])
        expect(programmes).toMatchObject([{ channel: 'a', titles: [{ text: 'Т' }] }])
      }
    }
  })

  it('[GUIDE-07] is read from JTV, with names in cp866 and titles in Windows-1251', async () => {
    const { ndx, pdt } = jtvOf([Date.UTC(2026, 0, 15, 12), Date.UTC(2026, 0, 15, 13)])
    const jtv = zipOf([
      { name: Buffer.concat([nameInCp866, latin('.pdt')]), content: pdt },
      { name: Buffer.concat([nameInCp866, latin('.ndx')]), content: ndx },
    ])
    const { outcome, channels, programmes } = await readAll(jtv, 100)
    expect(outcome).toEqual({ kind: 'read' })
    expect(channels).toEqual([{ id: 'Первый канал', names: ['Первый канал'] }])
    expect(programmes).toMatchObject([
      { channel: 'Первый канал', start: '2026-01-15T12:00:00', titles: [{ language: '', text: 'Новости' }] },
      { start: '2026-01-15T13:00:00' },
    ])
    expect(programmes[0]).not.toHaveProperty('stop')
    expect(iso(programmes[0]?.start ?? '', 'Europe/Moscow')).toBe('2026-01-15T09:00')
  })

  it('[GUIDE-07] is refused with a reason when it is broken, with the line or the broken part', async () => {
    const content = Buffer.from(xml)
    const name = latin('epg.xml')
    const zip = zipOf([{ name, content }])
    const { ndx, pdt } = jtvOf([Date.UTC(2026, 0, 15)])
    const jtv = (one: Buffer, other: Buffer) =>
      zipOf([
        { name: latin('a.ndx'), content: one },
        { name: latin('a.pdt'), content: other },
      ])
    const cases: readonly (readonly [bytes: Uint8Array, why: RegExp])[] = [
      [Buffer.from('<tv>\n<channel>\n</tv>'), /broken at line 3/],
      [Buffer.from('<tv>\n&undeclared;</tv>'), /line 2/],
      [Buffer.from('<!DOCTYPE tv [<!ENTITY a "b">]><tv>&a;</tv>'), /broken at line 1/],
      [Buffer.alloc(0), /line 1/],
      [gzipSync(xml).subarray(0, 40), /gzip is broken/],
      [zip.subarray(0, zip.length - 30), /its end is missing/],
      [zip.subarray(30), /broken/],
      [zipOf([{ name, content, crc: 5 }]), /checksum/],
      [zipOf([{ name, content, size: 9 }]), /larger than it says/],
      [zipOf([{ name, content, flags: 1 }]), /encrypted/],
      [zipOf([{ name, content, method: 12 }]), /cannot read/],
      [
        zipOf([
          { name, content },
          { name: latin('b.xml'), content },
        ]),
        /2 XML files/,
      ],
      [zipOf([{ name: latin('a.txt'), content }]), /neither an XML file nor JTV/],
      [zipOf([{ name: latin('a.ndx'), content: ndx }]), /no a\.pdt/],
      [jtv(ndx.subarray(0, 10), pdt), /cut off/],
      [jtv(ndx, latin('something else')), /does not begin like one/],
      [jtv(ndx, pdt.subarray(0, 29)), /outside/],
    ]
    for (const [bytes, why] of cases) {
      const { outcome } = await readAll(bytes, 1000)
      expect(outcome).toMatchObject({ kind: 'refused', why: expect.stringMatching(why) })
    }
  })

  it('[GUIDE-07] is refused when it is endless', async () => {
    const limits = { bytes: 20_000_000, programmes: 3, channels: 2 }
    const many = (count: number, one: string) => Buffer.from(`<tv>${one.repeat(count)}</tv>`)
    const { outcome, programmes } = await readAll(
      many(9, '<programme start="2026" channel="a"/>'),
      100,
      limits,
    )
    expect(outcome).toMatchObject({ kind: 'refused', why: 'it has more than 3 programmes' })
    expect(programmes).toHaveLength(3)
    for (const bytes of [
      many(9, '<channel id="a"/>'),
      many(100, '<a>').subarray(0, 300),
      Buffer.from(`<tv><programme start="${'2'.repeat(9_000_000)}`),
      gzipSync(many(1, ' '.repeat(30_000_000))),
      zipOf([{ name: latin('a.xml'), content: many(1, ' '.repeat(30_000_000)) }]),
    ]) {
      expect((await readAll(bytes, 100_000, limits)).outcome.kind).toBe('refused')
    }
  })

  it('a zip of any bytes is read or refused, never more', async () => {
    const { ndx, pdt } = jtvOf([Date.UTC(2026, 0, 15)])
    const good = zipOf([
      { name: latin('a.ndx'), content: ndx },
      { name: latin('a.pdt'), content: pdt },
    ])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ at: fc.nat(good.length - 1), value: fc.nat(255) }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (changes) => {
          const bytes = Buffer.from(good)
          for (const { at, value } of changes) bytes[at] = value
          const { outcome } = await readAll(bytes, 1000)
          expect(['read', 'refused']).toContain(outcome.kind)
        },
      ),
      { seed: 3, numRuns: 300 },
    )
  })
})

function own(cid: number, name: string, more: Partial<ChannelNames> = {}): ChannelNames {
  return {
    cid,
    tvgId: null,
    tvgName: null,
    names: [name],
    ...more,
  }
}

function theirs(...names: string[]) {
  return names.map((name, index) => ({ id: `g${index}`, names: [name] }))
}

function matchOf(guideName: string, ourName: string) {
  return matchChannels(theirs(guideName), [own(1, ourName)], []).matches[0]
}

describe('matching channels', () => {
  it('[GUIDE-07] uses the alias, then the id, then the name as written', () => {
    const guide = [
      { id: 'sevimli.uz', names: ['Sevimli'] },
      { id: 'x', names: ['Второй канал', 'Our second'] },
      { id: 'y', names: ['Zoʻr TV'] },
    ]
    const ours = [
      own(1, 'Sevimli', { tvgId: 'Sevimli.uz@SD' }),
      own(2, 'Sevimli TV', { tvgId: 'SEVIMLI.UZ' }),
      own(3, 'Third', { tvgName: 'второй_канал' }),
      own(4, 'Zoʻr TV'),
      own(5, 'Anything', { tvgId: 'sevimli.uz' }),
    ]
    const result = matchChannels(guide, ours, [{ cid: 4, alias: 'our SECOND' }]).matches
    expect(result.map(({ cid, id, by }) => [cid, id, by])).toEqual([
      [1, 'sevimli.uz', 'id'],
      [2, 'sevimli.uz', 'id'],
      [4, 'x', 'alias'],
    ])
    expect(result.every(({ score }) => score > 0.9 && score <= 1)).toBe(true)
  })

  it('[GUIDE-07] matches names in either alphabet, with any quality mark, and in any order', () => {
    for (const [guideName, ourName] of [
      ['Первый канал HD', 'Первый'],
      ['Телеканал Звезда', 'Звезда ТВ (orig)'],
      ['Пятый канал', 'Канал Пятый FHD'],
      ['Матч! ТВ', 'МАТЧ ТВ 4K'],
      ['Россия-1', 'Россия 1 (720p) [Not 24/7]'],
      ['Yoshlar telekanali', 'Ёшлар'],
      ["Zo'r TV", 'Зўр ТВ'],
      ['Oʻzbekiston 24', 'Ўзбекистон 24 HD'],
      ['Еврокино', 'Evrokino'],
      ['Первый канал +4', 'Первый (+4 ч) HD'],
      ['2x2', '2Х2 HD'],
      ['Рен ТВ', 'РЕН'],
    ] as const) {
      expect(matchOf(guideName, ourName), `${guideName} = ${ourName}`).toMatchObject({ by: 'name' })
    }
  })

  it('[GUIDE-07] never matches a delayed feed, or another number, with the channel', () => {
    for (const [guideName, ourName] of [
      ['Первый канал +4', 'Первый канал'],
      ['Первый канал', 'Первый канал (+2)'],
      ['Первый канал +4', 'Первый канал +2'],
      ['Матч! Футбол 1', 'Матч! Футбол 2'],
      ['Россия 24', 'Россия 1'],
      ['5 канал', 'ТВ 5'],
      ['НТВ', 'МТВ'],
      ['Viasat History', 'Viasat Nature'],
      ['Кинопремьера', 'Кинокомедия'],
    ] as const) {
      expect(matchOf(guideName, ourName), `${guideName} = ${ourName}`).toBeUndefined()
    }
    const vmusic = [{ id: 'vmusic', names: ['Vantage Music'] }]
    expect(matchChannels(vmusic, [own(1, 'V Musics')], []).matches).toEqual([])
    expect(readName('РБК +7').lateHours).toBe(7)
    expect(readName('Россия-1').lateHours).toBe(0)
  })

  it('[GUIDE-07] matches a nearly equal name, only proposes a less similar one, and guesses between none', () => {
    expect(matchOf('Discovery Channel Russia', 'Discovery Chanel Rusia')).toMatchObject({ by: 'name' })
    expect(matchOf('Кинопремиум', 'Кинопремиумы')).toBeUndefined()
    const near = matchChannels(theirs('Uzbekistan Tarixi'), [own(1, 'Oʻzbekiston tarixi')], [])
    expect([near.matches, near.closestToOurs.get(1)]).toEqual([
      [],
      { cid: 1, id: 'g0', score: expect.any(Number), doubt: 'name' },
    ])
    expect(near.closestToOurs.get(1)?.score).toBeGreaterThan(0.6)
    expect(near.closestToTheirs.get('g0')).toMatchObject({ cid: 1 })
    const two = matchChannels(theirs('Kinopremiuma', 'Kinopremiumu'), [own(1, 'Kinopremiumi')], [])
    expect(two.matches).toEqual([])
  })

  it('[GUIDE-07] skips a channel of the guide only when no other entry could make it ours', () => {
    const word = fc.constantFrom('kino', 'кино', 'kinos', 'tv', 'sport', '1', '2', '+2', 'hd', 'мир', 'mir24')
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    const channel = fc.record({ id: name, names: fc.array(name, { maxLength: 2 }) })
    const several = fc.uniqueArray(channel, { selector: ({ id }) => id.toLowerCase(), maxLength: 6 })
    fc.assert(
      fc.property(several, fc.array(name, { minLength: 1, maxLength: 4 }), fc.nat(6), (guide, names, cut) => {
        const ours = names.map((one, index) => own(index + 1, one, { tvgId: one }))
        const possible = possiblyOurs(guide.slice(0, cut), ours, [])
        const all = new Set(matchChannels(guide, ours, []).matches.map(({ id }) => id))
        for (const { id } of guide.slice(0, cut)) if (!possible.has(id)) expect(all.has(id), id).toBe(false)
      }),
      { seed: 11, numRuns: 500 },
    )
  })
})
