/** What an operator relies on at an edge: shields, failover, certificates, logs, deleting what is cached. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEdge, type Edge } from '#tests/kit/product/nginx.ts'
import { freePort } from '#tests/kit/product/product.ts'
import {
  smallContent,
  smallTicket,
  startSmallOrigin,
  type SmallOrigin,
} from '#tests/kit/product/small-origin.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

const { film } = smallContent
const file = 'v360.mp4'
let origin: SmallOrigin
let edge: Edge

beforeAll(async () => {
  origin = await startSmallOrigin()
  edge = await startEdge(`http://${origin.host}`)
})
afterAll(async () => {
  await edge.stop()
  await origin.close()
})

function at(ticket: string, folder: string, name = file) {
  return `/p/${ticket}/${folder}/${name}`
}

function linesOf(log: string): Record<string, unknown>[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

const purge = join('deploy', 'edge', 'purge.sh')

describe('a shield', () => {
  it('[EDGE-01] fetches a film once for all edges behind it, and says whom they serve', async () => {
    const shield = await startEdge(`http://${origin.host}`, { shields: ['127.0.0.1'] })
    const behind = { media: [shield.options.listen.https], originCertificate: shield.options.certificate }
    const edges: Edge[] = []
    try {
      for (const _ of [1, 2]) edges.push(await startEdge(`http://${origin.host}`, behind))
      const before = origin.requests.length
      for (const [index, one] of edges.entries()) {
        const ticket = smallTicket(film.scope)
        const response = await one.ask(at(ticket, film.folder), {
          'x-forwarded-for': `84.54.70.${index + 1}`,
        })
        expect([response.status, response.cacheStatus]).toEqual([200, 'MISS'])
      }
      const own = origin.requests.slice(before)
      expect(own.filter(({ path }) => path.endsWith(file))).toHaveLength(1)
      // The origin believes the last address that is none of its proxies.
      const viewers = own.map(({ forwardedFor }) => forwardedFor?.split(', ').at(-1))
      expect(new Set(viewers)).toEqual(new Set(['84.54.70.1', '84.54.70.2']))
    } finally {
      for (const one of [...edges, shield]) await one.stop()
    }
  })
})

describe('an edge', () => {
  it('[EDGE-01] uses the other server while one of two is away', async () => {
    const gone = `127.0.0.1:${await freePort()}`
    const two = await startEdge(`http://${origin.host}`, { media: [gone, origin.host] })
    try {
      for (let number = 0; number < 6; number += 1) {
        const ticket = smallTicket(film.scope)
        expect((await two.ask(at(ticket, film.folder))).status).toBe(200)
        expect((await two.ask(at(ticket, film.folder, 'v360.m3u8'))).status).toBe(200)
        expect((await two.ask(at(ticket, 'moment/nobody'))).status).toBe(404)
      }
    } finally {
      await two.stop()
    }
  })

  it('[EDGE-01] logs who watches what with which result, and neither tickets nor queries', async () => {
    const session = 'logged-session'
    const ticket = smallTicket(film.scope, { sessionId: session })
    const cmcd = 'CMCD=bl%3D2000%2Csid%3D%22one-play%22'
    await edge.ask(at(ticket, film.folder), { 'cmcd-request': 'bl=1500', 'cmcd-session': 'sid="one-play"' })
    await edge.ask(`${at(ticket, film.folder, 'v360.m3u8')}?${cmcd}`)
    await edge.ask(`/api/info?authkey=a-token-of-a-viewer&${cmcd}`)
    const own = () =>
      linesOf(edge.log())
        .filter((line) => line['session'] === session)
        .toSorted((a, b) => String(a['path']).localeCompare(String(b['path'])))
    // Each worker of nginx writes its lines when its own second is over.
    await waitFor(async () => own().length === 2 && edge.log().includes('/api/info'), 20_000)
    expect(own().map(({ path, status }) => [path, status])).toEqual([
      [`/p/*/${film.folder}/v360.m3u8`, '200'],
      [`/p/*/${film.folder}/${file}`, '200'],
    ])
    expect(own()[1]).toMatchObject({ cmcd_request: 'bl=1500', cmcd_session: 'sid="one-play"' })
    expect(own()[0]).toMatchObject({ cmcd: 'bl%3D2000%2Csid%3D%22one-play%22' })
    const [signature = ''] = ticket.split('.').slice(-1)
    expect(edge.log()).not.toContain(signature)
    expect(edge.log()).not.toContain('a-token-of-a-viewer')
  })

  it('[EDGE-01] writes no ticket into its log of errors while the origin is away', async () => {
    const gone = await startEdge(`http://127.0.0.1:${await freePort()}`)
    try {
      const ticket = smallTicket(film.scope)
      const files = [file, 'v360.m3u8', 'v360/1-1.m4s', 'time.txt']
      for (const name of files)
        expect((await gone.ask(at(ticket, film.folder, name))).status, name).toBeGreaterThanOrEqual(500)
      await waitFor(async () => linesOf(gone.log()).length === files.length, 20_000)
      expect(gone.log()).not.toContain(ticket.split('.').at(-1))
    } finally {
      await gone.stop()
    }
  })

  it('[EDGE-01] caches one playlist, whatever players report in its address', async () => {
    const playlist = at(
      smallTicket(smallContent['other film'].scope),
      smallContent['other film'].folder,
      'a0-ru.m3u8',
    )
    expect((await edge.ask(playlist)).cacheStatus).toBe('MISS')
    for (const query of ['CMCD=bl%3D1', 'x=1&CMCD=bl%3D2', 'CMCD=bl%3D3&x=1', 'x=1']) {
      const { cacheStatus } = await edge.ask(`${playlist}?${query}`)
      expect(cacheStatus, query).toBe(query === 'x=1&CMCD=bl%3D2' ? 'MISS' : 'HIT')
    }
  })

  it('[EDGE-01] proves its name to the authority of certificates by HTTP, and leads all else to HTTPS', async () => {
    const folder = join(edge.options.folders.acme, '.well-known', 'acme-challenge')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'token-1'), 'token-1.proof')
    expect(await (await edge.askPlain('/.well-known/acme-challenge/token-1')).text()).toBe('token-1.proof')
    const other = await edge.askPlain('/watch/1')
    expect([other.status, other.headers.get('location')]).toEqual([301, 'https://127.0.0.1/watch/1'])
  })

  it('[EDGE-01] deletes what it has cached of one film, and of no other', async () => {
    const other = smallContent['other film']
    for (const { scope, folder } of [film, other])
      for (const _ of [1, 2]) await edge.ask(at(smallTicket(scope), folder))
    const said = execFileSync(purge, [film.folder, edge.options.folders.cache], {
      encoding: 'utf8',
    })
    expect(Number(/^(\d+) files deleted/.exec(said)?.[1])).toBeGreaterThan(0)
    expect((await edge.ask(at(smallTicket(film.scope), film.folder))).cacheStatus).toBe('MISS')
    expect((await edge.ask(at(smallTicket(other.scope), other.folder))).cacheStatus).toBe('HIT')
    expect(() => execFileSync(purge, ['film/.*', edge.options.folders.cache], { stdio: 'pipe' })).toThrow(
      'other characters',
    )
  })
})
