import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '#server/platform/log/log.ts'
import { initialsOf } from './placeholder.ts'
import { type Pictures, type PictureWidth, openPictures, pictureAddress } from './pictures.ts'
import { svgDanger } from './svg-rules.ts'
import { WorkQueue } from './work-queue.ts'

function svg(body: string) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="450" viewBox="0 0 300 450">${body}</svg>`,
  )
}

describe('pictures over real HTTP', () => {
  let dir: string
  let pictures: Pictures
  let server: Server
  let origin: string
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(origin + path, { headers, signal: AbortSignal.timeout(10_000) })
  const stored = async (bytes: Buffer) => {
    const result = await pictures.store(bytes)
    if (result.kind === 'refused') throw new Error(result.reason)
    return result.version
  }

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'ekran-pictures-'))
    pictures = await openPictures({
      dir,
      log: silentLog,
      nameOf: (kind, id) => (kind === 'logo' && id === 7 ? 'Ёшлар ТВ' : undefined),
    })
    server = createServer((request, response) => {
      void pictures.handle(request, response).then((answered) => {
        if (!answered) response.writeHead(418).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve))
    await rm(dir, { recursive: true, force: true })
  })

  it('creates a variant of the requested width and format on demand, cached for ever', async () => {
    const version = await stored(svg('<rect width="300" height="450" fill="#c04000"/>'))
    const webp = await get(pictureAddress('poster', 1, version, 480))
    expect(webp.headers.get('content-type')).toBe('image/webp')
    expect(webp.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const { format, width, height } = await sharp(await webp.arrayBuffer()).metadata()
    expect([format, width, height]).toEqual(['webp', 480, 720])
    const jpg = await get(`/images/poster/1/${version}/80.jpg`)
    expect(await sharp(await jpg.arrayBuffer()).metadata()).toMatchObject({ format: 'jpeg', width: 80 })
    const avif = await get(`/images/poster/1/${version}/160.avif`)
    expect(avif.headers.get('content-type')).toBe('image/avif')
    expect(
      (await get(`/images/poster/1/${version}/80.webp`, { accept: 'image/png' })).headers.get('content-type'),
    ).toBe('image/jpeg')
    const again = await get(pictureAddress('poster', 1, version, 480), {
      'if-none-match': webp.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
    expect(await readdir(join(dir, 'made', version.slice(0, 2)))).toContain(
      `${version.slice(0, 20)}-480.webp`,
    )
  })

  it('creates pictures in advance in the given widths, and skips those that cannot be rendered', async () => {
    const version = await stored(svg('<rect width="300" height="450" fill="#00a060"/>'))
    const target = (width: PictureWidth, of = version) =>
      ({ kind: 'poster', id: 5, version: of, width }) as const
    await pictures.prepare(
      [target(80), target(240, '0'.repeat(20)), target(160)],
      new AbortController().signal,
    )
    const made = (await readdir(join(dir, 'made', version.slice(0, 2)))).filter((name) =>
      name.startsWith(version.slice(0, 20)),
    )
    expect(made.toSorted()).toEqual([160, 80].map((width) => `${version.slice(0, 20)}-${width}.webp`))
    await pictures.prepare([target(320)], AbortSignal.abort())
    expect(await readdir(join(dir, 'made', version.slice(0, 2)))).not.toContain(
      `${version.slice(0, 20)}-320.webp`,
    )
  })

  it('stores the same picture once, and never enlarges a photograph', async () => {
    const photo = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    expect(await stored(photo)).toBe(await stored(Buffer.from(photo)))
    const variant = await get(pictureAddress('backdrop', 1, await stored(photo), 1280))
    expect((await sharp(await variant.arrayBuffer()).metadata()).width).toBe(200)
  })

  it('draws a placeholder for an item without a picture, and an uncached one for a lost picture', async () => {
    const named = Buffer.from(await (await get(pictureAddress('logo', 7, null, 240))).arrayBuffer())
    const unnamed = Buffer.from(await (await get(pictureAddress('logo', 19, null, 240))).arrayBuffer())
    expect(await sharp(named).metadata()).toMatchObject({ width: 240, height: 240 })
    // 7 and 19 share colour and pattern: the letters make the difference.
    expect(named.equals(unnamed)).toBe(false)
    const centre = await sharp(named).extract({ left: 60, top: 80, width: 120, height: 80 }).stats()
    expect(Math.max(...centre.channels.map(({ max }) => max))).toBeGreaterThan(220)
    const lost = await get(pictureAddress('poster', 3, 'f'.repeat(20), 240))
    expect([lost.status, lost.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(initialsOf('«Ёшлар» ТВ плюс')).toBe('ЁТ')
    expect(initialsOf('5 канал')).toBe('5К')
    expect(initialsOf('—')).toBe('')
  })

  it('says why a broken original is refused, and does not store it', async () => {
    const before = await readdir(join(dir, 'originals'))
    const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const refusals = await Promise.all(
      [
        Buffer.alloc(0),
        Buffer.from('not a picture at all'),
        png.subarray(0, png.length - 60),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect></svg>'),
        svg('<image href="http://127.0.0.1:1/x.png"/>'),
        svg('<image href="file:///etc/passwd"/>'),
        await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
        await sharp({ create: { width: 30, height: 30, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
      ].map((bytes) => pictures.store(bytes)),
    )
    expect(refusals.map((one) => one.kind)).toEqual(Array.from({ length: 8 }, () => 'refused'))
    expect(refusals[0]).toMatchObject({ reason: 'the file is empty' })
    expect(refusals[4]).toMatchObject({ reason: expect.stringContaining('points outside itself') })
    expect(refusals[7]).toMatchObject({ reason: 'gif is not SVG, JPEG, PNG or WebP' })
    expect(await readdir(join(dir, 'originals'))).toEqual(before)
  })

  it('has the colour of a picture in its version, stores one file whatever colour is requested, and accepts old addresses', async () => {
    const drawing = await stored(svg('<rect width="300" height="450" fill="#c04000"/>'))
    expect(drawing).toMatch(/^[0-9a-f]{20}-c04000$/)
    const photo = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#204060' } })
      .jpeg()
      .toBuffer()
    const version = await stored(photo)
    expect(version).toMatch(/^[0-9a-f]{20}-(1f|20|21)(3f|40|41)(5f|60|61)$/)
    const seen = await sharp({ create: { width: 60, height: 60, channels: 4, background: '#20406080' } })
      .png()
      .toBuffer()
    expect(await stored(seen)).toMatch(/^[0-9a-f]{20}$/)
    const hash = version.slice(0, 20)
    for (const address of [version, hash, `${hash}-ffffff`, `${hash}-000000`])
      expect((await get(`/images/poster/1/${address}/80.webp`)).status, address).toBe(200)
    const remaining = (await readdir(join(dir, 'made', hash.slice(0, 2)))).filter((name) =>
      name.startsWith(hash),
    )
    expect(remaining).toEqual([`${hash}-80.webp`])
    expect((await get(`/images/poster/1/${hash}-fffff/80.webp`)).status).toBe(404)
  })

  it('serves only its own addresses', async () => {
    const version = await stored(svg('<circle r="50"/>'))
    for (const path of [
      `/images/poster/1/${version}/241.webp`,
      `/images/poster/1/../../x/240.webp`,
      `/images/poster/1/${version}/240.gif`,
      `/images/other/1/${version}/240.webp`,
      '/images/',
    ]) {
      const status = (await get(path)).status
      expect([404, 418], path).toContain(status)
    }
    expect((await get('/elsewhere')).status).toBe(418)
    expect((await fetch(`${origin}/images/poster/1/none/80.webp`, { method: 'POST' })).status).toBe(405)
  })
})

describe('the picture queue', () => {
  it('runs two at a time, shares equal work, and refuses more when it is full', async () => {
    const queue = new WorkQueue<number>(2, 1)
    const releases: (() => void)[] = []
    let running = 0
    let max = 0
    const work = (value: number) => async () => {
      running += 1
      max = Math.max(max, running)
      await new Promise<void>((resolve) => releases.push(resolve))
      running -= 1
      return value
    }
    const first = queue.run('a', work(1))
    expect(queue.run('a', work(9))).toBe(first)
    const others = [queue.run('b', work(2)), queue.run('c', work(3))]
    await new Promise((resolve) => setImmediate(resolve))
    expect(queue.run('d', work(4))).toBeUndefined()
    for (let turn = 0; turn < 6; turn += 1) {
      for (const release of releases.splice(0)) release()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await Promise.all([first, ...others])).toEqual([1, 2, 3])
    expect(max).toBe(2)
  })
})

describe('a refused drawing', () => {
  it('is one that refers to external resources', () => {
    expect(svgDanger('<svg><use href="#a"/><rect fill="url(#b)"/></svg>')).toBeUndefined()
    expect(svgDanger('<svg><image href="data:image/png;base64,AA"/></svg>')).toBeUndefined()
    for (const body of [
      '<script>1</script>',
      '<use xlink:href="other.svg#a"/>',
      "<rect style='fill:url(http://a/b)'/>",
      '<style>@import "x"</style>',
      '<foreignObject/>',
      '<image href = "//host/a"/>',
      '<rect style="fill:image-set(&quot;http://a/b&quot; 1x)"/>',
      '<style>a{background:-webkit-image-set("//a/b" 1x)}</style>',
      '<style>a{mask:src("http://a/b")}</style>',
      '<g xml:base="http://a/"><use href="#a"/></g>',
      '<rect onload="x()"/>',
      '<use href="#a"><set attributeName="xlink:href" to="http://a/b"/></use>',
    ]) {
      expect(svgDanger(`<svg>${body}</svg>`), body).toBeDefined()
    }
    expect(svgDanger('<svg><style>/* plain */ a{fill:url(#b)}</style><text>/* </text></svg>')).toBeUndefined()
    // A text that only looks like a comment hides nothing.
    for (const body of [
      '<text>/*</text><style>@import "http://x.uz/a.css"</style><text>*/</text>',
      '<style>a{content:"/*"} b{fill:url(http://x.uz/b)} c{content:"*/"}</style>',
      '<style>\\/*{} a{fill:url(http://x.uz/b)} /**/</style>',
      '<style>@im<![CDATA[port "x"]]></style>',
      '<style>u<g/>rl(http://x.uz/b)</style>',
    ])
      expect(svgDanger(`<svg>${body}</svg>`), body).toBeDefined()
    expect(svgDanger('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')).toBeDefined()
  })
})
