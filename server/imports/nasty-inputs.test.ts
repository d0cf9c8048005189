/** Files made to block a parser: a megabyte of each is parsed, or refused, within its processor time. */
import { crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { removeAssDrawings } from '#media/packager/subtitles/remove-ass-drawings.ts'
import { parseMasterPlaylist, parseMediaPlaylist } from '#media/playlists/read-hls.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'
import { svgDanger } from '#server/pictures/svg-rules.ts'
import { readInSandbox } from '#server/platform/process/sandbox/sandbox.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { readNfo } from './nfo/read-nfo.ts'
import { readPlaylist } from './m3u/read-playlist.ts'
import { readStatement } from '#server/cli/billing/read-statement.ts'
import { openTable } from './table/open-table.ts'
import { readTitles } from './table/title-of-row.ts'
import { readChannel } from './guide/channel-likeness.ts'
import { readJtv } from './xmltv/read-jtv.ts'
import { readGuide } from './xmltv/read-xmltv.ts'

let dir = ''
let pictures: Pictures
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-nasty-'))
  pictures = await openPictures({ dir, log: silentLog })
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const megabyte = 1_000_000

function repeated(head: string, piece: string, tail = '') {
  return Buffer.from(head + piece.repeat(Math.ceil(megabyte / piece.length)) + tail)
}

/** Ten times more than any of them needs on any machine; a quadratic parser needs hours. */
const maxCpuSec = 15
/** Processor time of this process until it is parsed. A parser in a separate process has its own limit. */
async function cpuSecOf(read: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await read()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

describe('a malicious megabyte', () => {
  const lists = {
    'quotes in an attribute': repeated('#EXTM3U\n#EXTINF:-1 a="', '" x', '\nhttp://a/b'),
    'quotes and spaces': repeated('#EXTM3U\n#EXTINF:-1 a="', '"  ', 'z\nhttp://a/b'),
    'attributes without an end': repeated('#EXTM3U\n#EXTINF:-1 ', 'a="b ', '\nhttp://a/b'),
    'spaces before a bracket': repeated('#EXTM3U\n#EXTINF:-1,x', ' ', '(\nhttp://a/b'),
    'lines without an address': repeated('#EXTM3U\n', '#EXTINF:-1,a\n'),
    'entries of one name': repeated('#EXTM3U\n', '#EXTINF:-1,a\nhttp://a/b\n'),
    options: repeated('#EXTM3U\n', '#EXTVLCOPT:http-user-agent="'),
    separators: repeated('#EXTM3U\n#EXTINF:-1 group-title="', ';', '",a\nhttp://a/b'),
    headers: repeated('#EXTM3U\nhttp://a/b|', 'User-Agent=%&'),
  }
  it.each(Object.keys(lists) as (keyof typeof lists)[])(
    '[OPS-01] of a list of channels: %s',
    async (name) => {
      const read = await readPlaylist(lists[name])
      if (read.kind === 'refused') expect(read.why).not.toContain('reading it takes')
    },
  )

  const playlists = {
    'a name without an end': repeated('#EXTM3U\n#EXT-X-MAP:', 'A'),
    'names without a value': repeated('#EXTM3U\n#EXT-X-STREAM-INF:', 'A ', '\nx'),
    'quotes that are open': repeated('#EXTM3U\n#EXT-X-MEDIA:', 'A="'),
    spaces: repeated('#EXTM3U\n#EXT-X-KEY:A', ' ', 'x'),
    numbers: repeated('#EXTM3U\n#EXTINF:', '1', '\nx'),
  }
  it.each(Object.keys(playlists) as (keyof typeof playlists)[])(
    "of a source's playlist: %s",
    async (name) => {
      const text = playlists[name].toString()
      expect(await cpuSecOf(() => parseMasterPlaylist(text))).toBeLessThan(maxCpuSec)
      expect(await cpuSecOf(() => parseMediaPlaylist(text))).toBeLessThan(maxCpuSec)
    },
  )

  const descriptions = {
    'beginnings without an end': repeated('', '<movie>'),
    'one beginning': repeated('<movie', ' '),
    'beginnings of many kinds': repeated('', '<movie><tvshow><season>'),
    'ends without a bracket': repeated('<movie>', '</movie '),
    'elements in one another': repeated('<movie>', '<a>', '</movie>'),
    texts: repeated('<movie>', '<genre> / / </genre>', '</movie>'),
    spaces: repeated('<movie><genre>', '  /', '</genre></movie>'),
  }
  it.each(Object.keys(descriptions) as (keyof typeof descriptions)[])(
    '[OPS-01] of an NFO: %s',
    async (name) => {
      const reading = await readNfo(descriptions[name])
      if (reading.kind === 'refused') expect(reading.why).not.toContain('reading it takes')
    },
  )

  const drawings = {
    comments: repeated('', '<!---->'),
    'comments and spaces': repeated('', '<!-- --> \n'),
    addresses: repeated('<svg>', 'url(', '</svg>'),
    'addresses of an attribute': repeated('<svg a="', 'url( ', '"/>'),
    references: repeated('<svg ', 'href ', '/>'),
    'open comments of a style': repeated('<svg a="', '/*', '"/>'),
    'elements in one another': repeated('<svg>', '<g>'),
    'letters by number': repeated('<svg a="', '\\75 ', '"/>'),
  }
  it.each(Object.keys(drawings) as (keyof typeof drawings)[])('of a drawing: %s', async (name) => {
    expect(await cpuSecOf(() => svgDanger(drawings[name].toString()))).toBeLessThan(maxCpuSec)
    const stored = await pictures.store(drawings[name])
    expect(stored).toMatchObject({ kind: 'refused' })
  })

  const rows = {
    quotes: repeated('name,year\n', '"'),
    'quotes that are open': repeated('name,year\n', '"a\n'),
    commas: repeated('name,year\n', ','),
    'JSON that is open': repeated('[', '{"a":['),
    brackets: repeated('', '['),
  }
  it.each(Object.keys(rows) as (keyof typeof rows)[])(
    '[OPS-01] of a table or a statement: %s',
    async (name) => {
      const path = join(dir, `${name}.${name.includes('quotes') || name === 'commas' ? 'csv' : 'json'}`)
      await writeFile(path, rows[name])
      const read = async () => {
        const table = await openTable(path)
        for await (const _ of table.records());
      }
      expect(await cpuSecOf(() => read().catch(() => undefined))).toBeLessThan(maxCpuSec)
      expect(
        await cpuSecOf(() =>
          readStatement(path, { id: undefined, amount: undefined, unit: 'sum' }).catch(() => undefined),
        ),
      ).toBeLessThan(maxCpuSec)
    },
  )

  it.each([' ', '1', ', ', '- '])('[OPS-01] of the cells of a table: %j', async (piece) => {
    const cell = `x${repeated('', piece, 'x').toString()}`
    const columns = ['name', 'year', 'actors', 'genres', 'countries', 'duration', 'age_rating', 'description']
    const fields = Object.fromEntries(columns.map((column) => [column, column]))
    const read = readTitles({ source: 'a', fields }, { providers: new Map(), nowMs: 1.8e12 })
    const entry = { ...Object.fromEntries(columns.map((column) => [column, cell])), name: 'a', year: '2020' }
    expect(await cpuSecOf(() => read(entry))).toBeLessThan(maxCpuSec)
  })

  const sink = { channel: () => undefined, programme: () => undefined, pause: async () => undefined }
  const guides = {
    elements: repeated('<tv>', '<programme start="1">'),
    texts: repeated('<tv><programme><title>', ' a'),
    attributes: repeated('<tv ', 'a'),
    entities: repeated('<tv>', '&#32;'),
    'a document type': repeated('<!DOCTYPE tv [', '<!ENTITY a "&a;">', ']><tv>&a;</tv>'),
  }
  it.each(Object.keys(guides) as (keyof typeof guides)[])('[OPS-01] of a guide: %s', async (name) => {
    const source = (async function* () {
      yield guides[name]
    })()
    expect(await cpuSecOf(() => readGuide(source, sink))).toBeLessThan(maxCpuSec)
  })

  const names = {
    pluses: repeated('', '+'),
    words: repeated('', 'S '),
    brackets: repeated('', '['),
    'remarks in brackets': repeated('', '(a) '),
    'an id of parts': repeated('', 'a.b'),
    'an id of signs': repeated('x', '@', '.uz'),
  }
  it.each(Object.keys(names) as (keyof typeof names)[])(
    '[OPS-01] [MATCH-01] of a name and an id of a channel: %s',
    async (name) => {
      const text = names[name].toString()
      expect(await cpuSecOf(() => readChannel({ id: text, names: [text] }))).toBeLessThan(maxCpuSec)
    },
  )

  it('[GUIDE-07] of JTV whose records all use one title of the maximum length', async () => {
    const count = 65_535
    const [heading, title] = [Buffer.from('JTV 3.x TV Program Data'), Buffer.alloc(2 + 65_000, 'a')]
    title.writeUInt16LE(65_000)
    const index = Buffer.alloc(2 + count * 12)
    index.writeUInt16LE(count)
    for (let at = 2; at < index.length; at += 12) index.writeUInt16LE(heading.length, at + 10)
    const files = [
      { name: 'a.ndx', read: () => index },
      { name: 'a.pdt', read: () => Buffer.concat([heading, title]) },
    ]
    let longest = 0
    const measuring = {
      ...sink,
      programme: ({ titles }: { readonly titles: readonly { readonly text: string }[] }) => {
        longest = Math.max(longest, titles[0]?.text.length ?? 0)
      },
    }
    expect(await cpuSecOf(() => readJtv(files, measuring))).toBeLessThan(maxCpuSec)
    expect(longest).toBe(1000)
  })

  it('of subtitles', async () => {
    for (const text of [
      repeated('', '<'),
      repeated('m 0 0', ' 1'),
      repeated('m 0 0', ' ', 'x'),
      repeated('', '\n\n'),
    ])
      expect(await cpuSecOf(() => removeAssDrawings(text.toString()))).toBeLessThan(maxCpuSec)
  })

  /** Gigabytes, packed in a megabyte or ten: gzip members may follow one another. */
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
    '',
  )
  const programme = '<programme start="20260101000000 +0000" channel="a"><title>a</title></programme>'
  const guideBomb = gzipSync(Buffer.from(programme.repeat(1_250_000)), { level: 9 })
  async function* tenGigabytes() {
    yield gzipSync('<tv>')
    for (let times = 0; times < 100; times += 1) yield guideBomb
    yield gzipSync('</tv>')
  }

  it('[OPS-01] of a packed guide full of programmes: refused with a reason, with bounded memory', async () => {
    expect(guideBomb.length).toBeLessThan(megabyte / 2)
    const before = process.memoryUsage().rss
    let max = before
    let programmes = 0
    const counting = {
      channel: () => undefined,
      programme: () => void (programmes += 1),
      pause: async () => {
        max = Math.max(max, process.memoryUsage().rss)
      },
    }
    let outcome
    const cpuSec = await cpuSecOf(async () => (outcome = await readGuide(tenGigabytes(), counting)))
    expect(outcome).toEqual({
      kind: 'refused',
      why: 'the gzip unpacks to more than 250 times its size, as no guide does',
    })
    expect(cpuSec).toBeLessThan(maxCpuSec)
    expect(programmes).toBeLessThan(2_000_000)
    expect((max - before) / megabyte).toBeLessThan(400)
  })

  it('[OPS-01] of a zip whose directory lists the same bytes again and again', async () => {
    const source = async function* () {
      yield zipBomb(2000)
    }
    expect(await readGuide(source(), sink)).toEqual({
      kind: 'refused',
      why: 'the zip unpacks to more than 250 times its size, as no guide does',
    })
  })

  it('[IMPORT-01] of the other kind: a list given as a guide, and a guide given as a list', async () => {
    const list = async function* () {
      yield Buffer.from('\uFEFF#EXTM3U\n#EXTINF:-1,A\nhttp://tv.example/a.ts')
    }
    expect(await readGuide(list(), sink)).toEqual({
      kind: 'refused',
      why: 'it is a list of channels (M3U), not a guide: load it under the lists of channels',
    })
    const guide = '<?xml version="1.0"?>\n<!DOCTYPE tv SYSTEM "xmltv.dtd">\n<tv><channel id="a"/></tv>'
    expect(await readPlaylist(Buffer.from(guide))).toEqual({
      kind: 'refused',
      why: 'it is a guide (XMLTV), not a list of channels: load it under the guide',
    })
  })

  it('[OPS-01] of nested entities, and of a packed list: reports the reason', async () => {
    const source = async function* () {
      yield Buffer.from(`<!DOCTYPE tv [<!ENTITY l0 "ha">${laughs}]><tv><channel id="&l9;"/></tv>`)
    }
    expect(await readGuide(source(), sink)).toEqual({
      kind: 'refused',
      why: 'the XML is broken at line 1 (it declares entities of its own)',
    })
    const list = gzipSync(Buffer.alloc(100_000_000, '#EXTM3U\n'))
    expect(list.length).toBeLessThan(megabyte)
    expect(await readPlaylist(list)).toEqual({
      kind: 'refused',
      why: 'it is packed (gzip or zip); unpack it first',
    })
  })

  it('[OPS-01] of a packed guide that grows: refused long before it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000, ' '))
    expect(bomb.length).toBeLessThan(megabyte)
    const source = (async function* () {
      for (let times = 0; times < 25; times += 1) yield bomb
    })()
    let outcome
    const cpuSec = await cpuSecOf(async () => (outcome = await readGuide(source, sink)))
    expect(outcome).toMatchObject({ kind: 'refused' })
    expect(cpuSec).toBeLessThan(maxCpuSec)
  })
})

/** Two megabytes of zeros, once, and a directory that lists them many times. */
function zipBomb(files: number): Buffer {
  const content = Buffer.alloc(2 * 1024 * 1024)
  const packed = deflateRawSync(content)
  const name = Buffer.from('a.ndx')
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(8, 4)
  facts.writeUInt32LE(crc32(content), 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(content.length, 18)
  facts.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, name, packed])
  const entry = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, Buffer.alloc(14), name])
  const directory = Buffer.concat(Array.from({ length: files }, () => entry))
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006')
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

describe('a malicious picture', () => {
  const svg = (body: string, more = '') =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" ${more}>${body}</svg>`)

  it('[OPS-01] blocks nothing by an incomplete file', async () => {
    const poster = Buffer.from(`${'<!---->'.repeat(40)}x`)
    expect(poster.length).toBe(281)
    expect(await pictures.store(poster)).toMatchObject({ kind: 'refused' })
  })

  it('is refused for millions of pixels, in a photograph, a drawing, and a photograph within a drawing', async () => {
    const bomb = pngOf(30_000, 30_000)
    expect(bomb.length).toBeLessThan(megabyte)
    expect(await pictures.store(bomb)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('pixel'),
    })
    expect(
      await pictures.store(
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>'),
      ),
    ).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('pixel'),
    })
    // Whether it is drawn or not: nothing of it remains and the next one is processed.
    const within = svg(
      `<image width="90" height="90" href="data:image/png;base64,${bomb.toString('base64')}"/>`,
    )
    await pictures.store(within)
    expect(await pictures.store(svg('<rect width="9" height="9"/>'))).toMatchObject({ kind: 'stored' })
  })

  it('is refused when drawing it takes too long', async () => {
    const layers = Array.from(
      { length: 60 },
      (_, at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(9)}</g>`,
    )
    const bomb = svg(`<defs><g id="l0"><circle r="9"/></g>${layers.join('')}</defs><use href="#l60"/>`)
    expect(await pictures.store(bomb)).toMatchObject({ kind: 'refused' })
    expect(await pictures.store(svg('<rect width="9" height="9"/>'))).toMatchObject({ kind: 'stored' })
  }, 300_000)

  it.each([
    ['runs something', svg('', 'onload="alert(1)"')],
    ['runs something', svg('<g ONCLICK="a()"/>')],
    ['animates', svg('<a><animate attributeName="href" to="javascript:alert(1)"/></a>')],
    ['animates', svg('<a><set attributeName="xlink:href" to="http://a/"/></a>')],
    ['holds <foreignobject>', svg('<foreignObject><p/></foreignObject>')],
    ['holds <script>', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">a()</x:script>')],
    ['points outside', svg('<image href="http://a/b.png"/>')],
    ['points outside', svg('<image href="&#104;ttp://a/b.png"/>')],
    ['points outside', svg('<use href="file:///etc/passwd#a"/>')],
    ['points outside', svg('<rect style="fill:u\\72l(http://a/)"/>')],
    ['points outside', svg('<style>a{fill:url/**/("//a/b")} b{fill:url(//a)}</style>')],
    ['imports', svg('<style>@\\69mport "a"</style>')],
    ['declares entities', Buffer.concat([Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]>'), svg('&a;')])],
    ['loads a style sheet', Buffer.concat([Buffer.from('<?xml-stylesheet href="a"?>'), svg('')])],
  ])('is refused where it %s', async (why, bytes) => {
    const danger = svgDanger(bytes.toString())
    expect(danger).toContain(why)
    expect(await pictures.store(bytes)).toMatchObject({ kind: 'refused' })
  })
})

describe('a separate parser process', () => {
  const reader = (name: string, limits = { cpuMs: 1500, megabytes: 300 }) => ({
    module: new URL(`../platform/process/sandbox/test-readers/${name}.ts`, import.meta.url),
    limits,
  })

  it('is ended by its limits of processor time and memory, with the reason, and the next one works', async () => {
    expect(await readInSandbox(reader('use-up'), 'time')).toEqual({
      kind: 'refused',
      why: 'reading it takes longer than 1.5 s',
    })
    expect(await readInSandbox(reader('use-up'), 'memory')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('300 MB of memory'),
    })
    expect(await readInSandbox(reader('use-up'), 'nothing')).toEqual({ kind: 'read', value: 'nothing' })
    expect(await readInSandbox(reader('use-up'), 'exit')).toMatchObject({ kind: 'refused' })
  })

  it('cannot write, start processes or read settings', async () => {
    vi.stubEnv('EKRAN_SMS_SECRET_OF_TEST', 'x')
    expect(await readInSandbox(reader('use-up'), 'write')).toEqual({
      kind: 'read',
      value: 'ERR_ACCESS_DENIED',
    })
    expect(await readInSandbox(reader('use-up'), 'start')).toEqual({
      kind: 'read',
      value: 'ERR_ACCESS_DENIED',
    })
    expect(await readInSandbox(reader('use-up'), 'passwd')).toEqual({
      kind: 'read',
      value: 'ERR_ACCESS_DENIED',
    })
    expect(await readInSandbox(reader('use-up'), 'settings')).toEqual({ kind: 'read', value: '' })
    vi.unstubAllEnvs()
  })
})

/** A PNG with one bit per pixel: small to send, but four bytes per pixel to draw. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 1
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  const mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([mark, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}
