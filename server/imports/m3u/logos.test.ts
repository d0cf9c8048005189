import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importChannels } from './import-channels.ts'
import { openPictures, type Pictures } from '#server/pictures/pictures.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { loadChannels, logoFacts } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { logoLines, fetchLogos } from './fetch-logos.ts'

let database: TestDatabase
let dir = ''
let pictures: Pictures
let server: Server
let origin = ''
const requests: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-logos-'))
  pictures = await openPictures({ dir: join(dir, 'images'), log: silentLog })
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  await mkdir(join(dir, 'lists', 'logos'), { recursive: true })
  await writeFile(join(dir, 'lists', 'logos', 'own.png'), png)
  await writeFile(join(dir, 'secret.png'), png)
  await symlink(join(dir, 'secret.png'), join(dir, 'lists', 'logos', 'link.png'))
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url === '/good.png') response.end(png)
    else if (request.url === '/there.png') response.writeHead(302, { location: '/good.png' }).end()
    else if (request.url === '/page.png') response.end('<html>no picture</html>')
    else if (request.url === '/large.png') response.end(Buffer.alloc(3 * 1024 * 1024))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await database.drop()
  await rm(dir, { recursive: true })
})

const clock = { nowMs: () => 0 }

function take(allowLocal: boolean) {
  return fetchLogos(
    { db: database.db, pictures, clock },
    {
      signal: new AbortController().signal,
      log: silentLog,
      limits: { bytes: 2 * 1024 * 1024, timeoutMs: 5000, allowLocal },
    },
  )
}

function list(logos: Readonly<Record<string, string>>) {
  return importChannels(database.db, {
    name: 'list.m3u',
    bytes: Buffer.from(
      [
        '#EXTM3U',
        ...Object.entries(logos).map(
          ([name, logo]) => `#EXTINF:-1 tvg-logo="${logo}",${name}\nhttp://tv.example/${name}.ts`,
        ),
      ].join('\n'),
    ),
    record: false,
    beside: { file: join(dir, 'lists', 'list.m3u'), pictures },
    nowMs: 0,
  })
}

async function withLogo() {
  return (await loadChannels(database.db)).filter(({ logo }) => logo !== null).map(({ name }) => name.ru)
}

describe('logos of a list', () => {
  it('[OPS-01] are read beside the list, and from no other place on the disk', async () => {
    const report = await list({
      own: 'logos/own.png',
      link: 'logos/link.png',
      above: '../secret.png',
      none: 'x.png',
    })
    expect(await withLogo()).toEqual(['own'])
    expect(report.notes.join('\n')).toMatch(/1 logos were read beside the list[^]*3 logos could not be read/)
  })

  it('[OPS-01] are never fetched from inside the network: not by number, name, IPv6 or another notation of either', async () => {
    const { port } = new URL(origin)
    const inside = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '0.0.0.0',
    ]
    await list(
      Object.fromEntries(inside.map((host, at) => [`inside${at}`, `http://${host}:${port}/good.png`])),
    )
    await take(false)
    expect(requests).toEqual([])
    expect((await logoFacts(database.db)).counts).toEqual({ waiting: 0, taken: 0, failed: inside.length })
    expect((await logoLines(database.db)).join('\n')).toMatch(
      /0 of 7 taken, 7 could not be had[^]*local network/,
    )
    await database.db.deleteFrom('channel_logo').execute()
  })

  it('[OPS-01] are fetched with limits, shown in the status, and kept over an import', async () => {
    const files = ['good', 'there', 'page', 'large', 'gone']
    const logos = Object.fromEntries(files.map((name) => [name, `${origin}/${name}.png`]))
    expect((await list(logos)).notes.join('\n')).toContain('5 logos are fetched from their addresses')
    expect((await logoLines(database.db))[0]).toBe('Logos by address: 0 of 5 taken, 5 wait to be fetched')
    await take(true)
    expect((await withLogo()).toSorted()).toEqual(['good', 'own', 'there'])
    const lines = await logoLines(database.db)
    expect(lines[0]).toBe('Logos by address: 2 of 5 taken, 3 could not be had')
    expect(lines.join('\n')).toMatch(/answered 404/)
    expect(lines.join('\n')).toMatch(/larger than 2 MB/)
    requests.length = 0
    await list(logos)
    await take(true)
    expect(requests).toEqual([])
    expect((await withLogo()).toSorted()).toEqual(['good', 'own', 'there'])
  })
})
