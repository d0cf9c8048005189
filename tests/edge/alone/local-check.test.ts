/** An edge that checks tickets itself, in front of the engine's origin: what it asks of it, and what it never serves. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insidePrefixes } from '#deploy/edge/edge-files.ts'
import { startEdge, type Edge } from '#tests/kit/product/nginx.ts'
import {
  smallArchive,
  smallContent,
  smallOriginSecrets,
  smallTicket,
  startSmallOrigin,
  type SmallOrigin,
} from '#tests/kit/product/small-origin.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

const secrets = [...smallOriginSecrets]
const { film, live } = smallContent
const filmFile = 'v360.mp4'
let origin: SmallOrigin
let edge: Edge

beforeAll(async () => {
  origin = await startSmallOrigin()
  edge = await startEdge(`http://${origin.host}`, { check: { kind: 'local', secrets, inside: [] } })
})
afterAll(async () => {
  await edge.stop()
  await origin.close()
})
beforeEach(() => {
  origin.closureOf = () => ({ all: false, times: [] })
  origin.placeOf = () => 'inside'
  origin.stopped.clear()
})

interface Content {
  readonly scope: string
  readonly folder: string
}

function at(ticket: string, { folder }: Pick<Content, 'folder'>, file: string) {
  return `/p/${ticket}/${folder}/${file}`
}

/** A cell of the channel, of a window of its archive. */
async function cellOf(window: Content): Promise<string> {
  const playlist = await edge.ask(at(smallTicket(window.scope), window, 'v360.m3u8'))
  const name = /^v360\/\d+-\w+\.m4s$/m.exec(playlist.bytes.toString())?.[0] ?? ''
  expect(name).not.toBe('')
  return name
}

describe('an edge that checks tickets itself', () => {
  it('[EDGE-01] requests a film once, whoever watches it, and asks for nobody again', async () => {
    await edge.ask(at(smallTicket(film.scope), film, filmFile))
    const before = origin.requests.length
    for (let viewer = 0; viewer < 20; viewer += 1) {
      const response = await edge.ask(at(smallTicket(film.scope), film, filmFile), { range: 'bytes=0-999' })
      expect([response.status, response.cacheStatus, response.bytes.length]).toEqual([206, 'HIT', 1000])
    }
    expect(origin.requests.slice(before)).toEqual([])
  })

  it('[EDGE-01] refuses a bad ticket with the reason that the origin gives, and does not ask it', async () => {
    const good = smallTicket(film.scope)
    await edge.ask(at(good, film, filmFile))
    const bad = {
      expired: smallTicket(film.scope, { expiresAtMs: Date.now() - 2000 }),
      bad_signature: good.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
      malformed: 'none',
      wrong_scope: smallTicket(live.scope),
    }
    for (const [reason, ticket] of Object.entries(bad)) {
      const direct = await fetch(`http://${origin.host}${at(ticket, film, filmFile)}`)
      const before = origin.requests.length
      const refused = await edge.ask(at(ticket, film, filmFile))
      expect([refused.status, refused.bytes.toString()], reason).toEqual([403, `{"error":"${reason}"}`])
      expect([direct.status, await direct.text()], reason).toEqual([403, refused.bytes.toString()])
      expect(refused.headers['access-control-allow-origin'], reason).toBe('*')
      expect(origin.requests.length, reason).toBe(before)
    }
    const shortened = good.slice(0, good.lastIndexOf('.') + 23)
    expect((await edge.ask(at(shortened, film, filmFile))).status).toBe(200)
    const former = smallTicket(film.scope, { secret: smallOriginSecrets[1] })
    expect((await edge.ask(at(former, film, filmFile))).status).toBe(200)
  })

  it('[EDGE-01] serves nothing to a ticket that has ended, although it was valid a moment ago', async () => {
    const ticket = smallTicket(film.scope, { expiresAtMs: Date.now() + 2000 })
    expect((await edge.ask(at(ticket, film, filmFile))).status).toBe(200)
    await waitFor(async () => (await edge.ask(at(ticket, film, filmFile))).status === 403, 20_000)
    const refused = await edge.ask(at(ticket, film, filmFile))
    expect(refused.bytes.toString()).toBe('{"error":"expired"}')
  })

  it('[EDGE-01] asks the origin about a ticket that is bound to another place than the edge sees', async () => {
    const ticket = smallTicket(film.scope, { place: 'elsewhere' })
    const refused = await edge.ask(at(ticket, film, filmFile))
    expect([refused.status, refused.bytes.toString()]).toEqual([403, '{"error":"wrong_place"}'])
  })

  it('[EDGE-01] ends a stopped stream of a channel at its next playlist', async () => {
    const window = smallArchive()
    const ticket = smallTicket(window.scope, { sessionId: 'stopped-later' })
    origin.stopped.add('stopped-later')
    const refused = await edge.ask(at(ticket, window, 'v360.m3u8'))
    expect([refused.status, refused.bytes.toString()]).toEqual([403, '{"error":"stopped"}'])
  })

  it('[CHAN-05] keeps what is closed to one kind of device apart from what others may see', async () => {
    const window = smallArchive()
    const cell = await cellOf(window)
    const television = smallTicket(window.scope, { client: 'tv' })
    expect((await edge.ask(at(television, window, cell))).status).toBe(200)
    expect((await edge.ask(at(television, window, cell))).cacheStatus).toBe('HIT')
    origin.closureOf = ({ client }) => ({
      all: false,
      times: client === 'phone' ? [{ fromMs: 0, toMs: Number.POSITIVE_INFINITY }] : [],
    })
    const phone = smallTicket(window.scope, { client: 'phone' })
    const closed = await edge.ask(at(phone, window, cell))
    expect(closed.status).not.toBe(200)
    expect((await edge.ask(at(television, window, cell))).cacheStatus).toBe('HIT')
    origin.closureOf = ({ client }) => ({ all: client === 'stb', times: [] })
    const box = await edge.ask(at(smallTicket(window.scope, { client: 'stb' }), window, cell))
    expect([box.status, box.bytes.toString()]).toEqual([403, '{"error":"withheld"}'])
  })

  it('[EDGE-01] one refused viewer does not shut out others in the same place', async () => {
    const { scope, folder } = smallContent['other film']
    const content = { scope, folder }
    origin.stopped.add('alone-refused')
    const stopped = smallTicket(scope, { sessionId: 'alone-refused', client: 'console' })
    expect((await edge.ask(at(stopped, content, filmFile))).status).toBe(403)
    const other = smallTicket(scope, { client: 'console' })
    expect((await edge.ask(at(other, content, filmFile))).status).toBe(200)
  })
})

describe('an edge that knows the national network', () => {
  it('[EDGE-01] opens tickets for inside to addresses of the list only', async () => {
    const problems: string[] = []
    const outside = insidePrefixes('!127.0.0.0/8\n84.54.64.0/19\n', problems)
    expect(problems).toEqual([])
    const abroad = await startEdge(`http://${origin.host}`, {
      check: { kind: 'local', secrets, inside: outside },
      shields: ['127.0.0.1'],
    })
    try {
      origin.placeOf = (request) =>
        /84\.5[45]/.test(String(request.headers['x-forwarded-for'])) ? 'inside' : 'outside'
      const inside = { 'x-forwarded-for': '84.54.70.1' }
      const ticket = smallTicket(film.scope, { place: 'inside' })
      expect((await abroad.ask(at(ticket, film, filmFile), inside)).status).toBe(200)
      // The origin's list is newer: what it says to one viewer holds for nobody else.
      const added = { 'x-forwarded-for': '84.55.70.1' }
      expect((await abroad.ask(at(ticket, film, filmFile), added)).status).toBe(200)
      const refused = await abroad.ask(at(ticket, film, filmFile))
      expect([refused.status, refused.bytes.toString()]).toEqual([403, '{"error":"wrong_place"}'])
    } finally {
      await abroad.stop()
    }
  })
})

describe('while the origin is away', () => {
  it('[EDGE-01] cached films play on, also with a new ticket, and bad tickets open nothing', async () => {
    const own = await startSmallOrigin()
    const before = await startEdge(`http://${own.host}`, { check: { kind: 'local', secrets, inside: [] } })
    try {
      const master = at(smallTicket(film.scope), film, 'master.m3u8')
      expect((await before.ask(master)).status).toBe(200)
      expect((await before.ask(at(smallTicket(film.scope), film, filmFile))).status).toBe(200)
      await own.close()
      const response = await before.ask(at(smallTicket(film.scope), film, filmFile))
      expect([response.status, response.cacheStatus]).toEqual([200, 'HIT'])
      expect((await before.ask(master)).status).toBe(200)
      const expired = smallTicket(film.scope, { expiresAtMs: Date.now() - 2000 })
      expect((await before.ask(at(expired, film, filmFile))).status).toBe(403)
    } finally {
      await before.stop()
    }
  })
})
