/** What a ticket opens through a real nginx before the product, and what it does not. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { api } from '#contract/api.ts'
import { archiveScope, filmScope, issueTicket, liveScope } from '#media/origin/tickets/ticket.ts'
import { parseMasterPlaylist, parseMediaPlaylist } from '#media/playlists/read-hls.ts'
import { invariant } from '#server/platform/primitives/invariant.ts'
import { operate } from '#tests/kit/product/command-line.ts'
import { call, findContent } from '#tests/kit/product/demo-content.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'
import { startEdge, type Edge } from '#tests/kit/product/nginx.ts'

const product = inject('product')
let edge: Edge
let secret = ''
let channelNumber = 0
/** A film, a live channel and a window of its archive; a cached file of each, and a playlist. */
interface Thing {
  readonly scope: string
  readonly folder: string
  readonly files: readonly string[]
}
const things = new Map<'film' | 'live' | 'archive' | 'other window', Thing>()

function thing(name: Parameters<typeof things.get>[0]): Thing {
  const result = things.get(name)
  invariant(result !== undefined, `there is no ${name}`)
  return result
}

let session = 0

/** Each has another session, so that no test uses a cached verdict of another. */
function ticketFor(scope: string, more: { readonly expiresAtMs?: number; readonly place?: string } = {}) {
  return issueTicket(secret, {
    scope,
    sessionId: `edge-${(session += 1)}`,
    expiresAtMs: Date.now() + 600_000,
    ...more,
  })
}

function at(ticket: string, { folder }: Thing, file: string) {
  return `/p/${ticket}/${folder}/${file}`
}

beforeAll(async () => {
  edge = await startEdge(product.url)
  const secrets = JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8')) as {
    ticketSecrets: string[]
  }
  secret = secrets.ticketSecrets[0] ?? ''
  const { token } = await logIn(product.url, 'subscribed')
  const existing = await findContent(token)
  const film = await call(api.films.url, { vid: existing.vid, vfid: existing.vfid }, token)
  const [, , , , filmId = ''] = new URL(film.url, product.url).pathname.split('/')
  const { channels } = await call(api.channels.list, {}, token)
  channelNumber = channels.item.find(({ id }) => id === existing.cid)?.number ?? 0
  const live = await call(api.channels.url, { cid: existing.cid }, token)
  const [, , , , channelId = ''] = new URL(live.url, product.url).pathname.split('/')
  const nowSec = Math.floor(Date.now() / 1000)
  const [early, late] = [nowSec - 7200, nowSec - 5400]
  await add('film', filmScope(filmId), `film/${filmId}`)
  await add('live', liveScope(channelId), `live/${channelId}`)
  await add('archive', archiveScope(channelId, early, late), `archive/${channelId}/${early}-${late}`)
  const later = archiveScope(channelId, late, late + 600)
  await add('other window', later, `archive/${channelId}/${late}-${late + 600}`)
})
afterAll(() => edge.stop())

async function add(name: Parameters<typeof things.get>[0], scope: string, folder: string): Promise<void> {
  const base = `${product.url}/p/${ticketFor(scope)}/${folder}`
  const text = async (file: string) => (await fetch(`${base}/${file}`)).text()
  let files: readonly string[] = ['']
  // A channel that has just been started has no two segments yet.
  await waitFor(async () => {
    const playlist = parseMasterPlaylist(await text('master.m3u8'))?.variants[0]?.uri ?? ''
    const [first, second] = parseMediaPlaylist(await text(playlist))?.segments ?? []
    files = ['master.m3u8', playlist, first?.map?.uri ?? '', second?.uri ?? '']
    return !files.includes('')
  }, 60_000)
  invariant(!files.includes(''), `nothing can be played of ${name}`)
  things.set(name, {
    scope,
    folder,
    files: [...new Set([...files, ...(name === 'film' ? ['manifest.mpd'] : [])])],
  })
}

describe('a ticket at the edge', () => {
  it.each(['film', 'live', 'archive'] as const)(
    "[EDGE-01] for %s gets the origin's response, and the second client gets it from the cache",
    async (name) => {
      const own = thing(name)
      const [ticket, next] = [ticketFor(own.scope), ticketFor(own.scope)]
      for (const file of own.files) {
        const first = await edge.ask(at(ticket, own, file))
        expect(first.status, file).toBe(200)
        if (/\.(?:mp4|m4s)$/.test(file)) {
          const direct = await fetch(`${product.url}${at(ticket, own, file)}`)
          expect(first.bytes.equals(Buffer.from(await direct.arrayBuffer())), file).toBe(true)
          expect((await edge.ask(at(next, own, file))).cacheStatus, file).toBe('HIT')
        }
      }
    },
  )

  it('[EDGE-01] gets a byte range of a film file as from the origin', async () => {
    const film = thing('film')
    const file = film.files.find((one) => one.endsWith('.mp4')) ?? ''
    const ticket = ticketFor(film.scope)
    const range = { range: 'bytes=1000-70000' }
    const direct = await fetch(`${product.url}${at(ticket, film, file)}`, { headers: range })
    const target = Buffer.from(await direct.arrayBuffer())
    for (const _ of [1, 2]) {
      const params = await edge.ask(at(ticket, film, file), range)
      expect(params.status).toBe(206)
      expect(params.bytes.equals(target)).toBe(true)
    }
  })

  const pairs = (['film', 'live', 'archive', 'other window'] as const).flatMap((mine, _, all) =>
    all.filter((other) => other !== mine).map((other) => [mine, other] as const),
  )
  it.each(pairs)('[EDGE-01] for %s opens no cached file of %s', async (mine, other) => {
    const [own, foreign] = [thing(mine), thing(other)]
    const rightful = ticketFor(foreign.scope)
    for (const file of foreign.files) await edge.ask(at(rightful, foreign, file))
    const ticket = ticketFor(own.scope)
    // A verdict for the file it does open is cached now, for this very address.
    expect((await edge.ask(at(ticket, own, own.files.at(-1) ?? ''))).status).toBe(200)
    for (const file of foreign.files) {
      const refused = await edge.ask(at(ticket, foreign, file))
      expect(refused.status, file).toBe(403)
      expect(JSON.parse(refused.bytes.toString())).toEqual({ error: 'wrong_scope' })
      expect(refused.cacheStatus).toBeUndefined()
    }
    // And the other way round: the rejection there does not block it here.
    expect((await edge.ask(at(ticket, own, own.files.at(-1) ?? ''))).status).toBe(200)
  })

  it('[EDGE-01] that is expired, changed, made up, or bound to another address opens no cached file', async () => {
    for (const name of things.keys()) {
      const own = thing(name)
      const good = ticketFor(own.scope)
      const bad = {
        expired: ticketFor(own.scope, { expiresAtMs: Date.now() - 60_000 }),
        changed: good.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
        'made up': 'none',
        'of another place': ticketFor(own.scope, { place: 'elsewhere' }),
        'of another secret': issueTicket('a secret of somebody else', {
          scope: own.scope,
          sessionId: 's',
          expiresAtMs: Date.now() + 600_000,
        }),
      }
      for (const file of own.files) {
        expect((await edge.ask(at(good, own, file))).status, file).toBe(200)
        for (const [why, ticket] of Object.entries(bad))
          expect((await edge.ask(at(ticket, own, file))).status, `${why}: ${file}`).toBe(403)
      }
    }
  })

  it('[EDGE-01] opens nothing by an address in another notation', async () => {
    const [film, live] = [thing('film'), thing('live')]
    const file = film.files.find((one) => one.endsWith('.mp4')) ?? ''
    const rightful = ticketFor(film.scope)
    expect((await edge.ask(at(rightful, film, file))).status).toBe(200)
    const ticket = ticketFor(live.scope)
    const written = [
      `/p/${ticket}/${live.folder}/../../${film.folder}/${file}`,
      `/p/${ticket}/${live.folder}/%2e%2e/%2e%2e/${film.folder}/${file}`,
      `/p/${ticket}//${film.folder}/${file}`,
      `/p/${ticket}%2f${live.folder}%2fmaster.m3u8%3f/${film.folder}/${file}`,
      `/p/${ticket}%3f/${film.folder}/${file}`,
      `/p/${ticket}%23/${film.folder}/${file}`,
      `/p/${ticket}%20HTTP%2f1.1%0d%0aX-Injected:%20yes%0d%0a/${film.folder}/${file}`,
      `/p/${ticket}%0d%0a/${film.folder}/${file}`,
      `/p/${ticket}/${film.folder}/${file}%0a`,
      `/P/${ticket}/${film.folder}/${file}`,
      `/p/${ticket}/${film.folder.replace('film', 'Film')}/${file}`,
      `/p/x/../${ticket}/${film.folder}/${file}`,
    ]
    for (const path of written) {
      const { status } = await edge.ask(path)
      expect([400, 403, 404], `${path} got ${status}`).toContain(status)
    }
  })
})

describe('a blackout', () => {
  it('[CHAN-05] that began while a verdict is stored shapes no playlist for those it does not concern', async () => {
    const { scope, folder } = thing('archive')
    const [, from = 0, until = 0] = /(\d+)-(\d+)$/.exec(folder)?.map(Number) ?? []
    const inTashkent = (sec: number) => new Date((sec + 5 * 3600) * 1000).toISOString().slice(0, 16)
    const ticket = ticketFor(scope)
    expect((await edge.ask(at(ticket, thing('archive'), 'master.m3u8'))).status).toBe(200)
    const period = ['--from', inTashkent(from + 300), '--until', inTashkent(until - 300)]
    const added = await operate('blackouts', 'add', 'hours', String(channelNumber), ...period)
    const [id = ''] = /\b1\d{6}\b/.exec(added) ?? []
    try {
      const playlist = at(ticket, thing('archive'), thing('archive').files[1] ?? '')
      // Another address of the same playlist: nothing is stored under it.
      const first = await edge.ask(`${playlist}?after`)
      expect(first.bytes.toString()).toContain('#EXT-X-GAP')
      expect((await edge.ask(`${playlist}?after`)).cacheStatus).toBe('MISS')
    } finally {
      await operate('blackouts', 'remove', id)
    }
  })
})

describe('the edge', () => {
  it('[EDGE-01] caches nothing of the site, of API requests and of downloads', async () => {
    for (const path of ['/', '/api/info', `/p/${ticketFor('download~x~1')}/download/x/1/master.m3u8`])
      expect((await edge.ask(path)).cacheStatus, path).toBeUndefined()
    expect((await edge.ask('/')).status).toBe(200)
  })

  it("[EDGE-01] does not forward the operator's endpoints", async () => {
    for (const path of [
      '/metrics',
      '/readyz',
      '/metrics/',
      '/metrics?x=1',
      '//metrics',
      '/%6detrics',
      '/x/../readyz',
    ])
      expect((await edge.ask(path)).status, path).toBe(404)
  })

  it('[EXP-01] writes no address with a password of another player into its log', async () => {
    const password = 'y'.repeat(22)
    for (const path of [
      `/live/70000001/${password}/1.m3u8`,
      `//live/70000001/${password}/1.m3u8`,
      `/%6Cive/70000001/${password}/1.m3u8`,
      `/timeshift/70000001/${password}/60/2026-01-15:17-30/1.ts`,
      `/get.php?username=70000001&password=${password}`,
      `/streaming/timeshift.php?username=70000001&password=${password}`,
      `/export/${password}/playlist.m3u8`,
    ])
      expect((await edge.ask(path)).status, path).toBeGreaterThanOrEqual(200)
    await edge.ask('/api/info', { 'user-agent': 'after-passwords' })
    await waitFor(async () => edge.log().includes('after-passwords'), 10_000)
    expect(edge.log()).not.toContain(password)
  })

  it('[EDGE-01] requests a missing film from the origin, and returns its error', async () => {
    const answer = await edge.ask(`/p/${ticketFor('film~nobody')}/film/nobody/v.mp4`)
    expect(answer.status).toBe(404)
  })
})

describe("an edge on a partner's machine", () => {
  it('[EDGE-01] gives media to who has a ticket, and neither the site nor the console', async () => {
    const partner = await startEdge(product.url, { isMediaOnly: true })
    try {
      const film = thing('film')
      for (const file of film.files)
        expect((await partner.ask(at(ticketFor(film.scope), film, file))).status, file).toBe(200)
      const foreign = await partner.ask(at(ticketFor(thing('live').scope), film, film.files.at(-1) ?? ''))
      expect(foreign.status).toBe(403)
      expect((await partner.ask('/healthz')).status).toBe(200)
      for (const path of [
        '/',
        '/console',
        '/api/console/v1/session',
        '/middleware/login',
        '/player_api.php',
        '/metrics',
      ])
        expect((await partner.ask(path)).status, path).toBe(404)
    } finally {
      await partner.stop()
    }
  })
})
