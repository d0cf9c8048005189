/** The list of edges and their checks on a real database. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { undoContent } from '#server/editing/editing.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { checkEdges, probeAddress } from './health/check-edges.ts'
import { type EdgeFields, listEdges, namesOfEdgesDown, openEdges, removeEdge, saveEdge } from './edges.ts'

const database = await createTestDatabase()
const { db } = database
const clock = manualClock(Date.UTC(2026, 0, 15))
const author = { by: undefined, nowMs: clock.nowMs() }
const signal = new AbortController().signal
const fieldsOf = (more: Partial<EdgeFields> = {}): EdgeFields => ({
  ...{ name: 'Samarkand', base: 'https://edge1.example.uz', weight: 100, state: 'on', prefixes: '' },
  ...{ healthAddress: '', ...more },
})
const save = (more: Partial<EdgeFields> = {}, edgeId: number | null = null, version = 0) =>
  saveEdge(db, { edgeId, version, fields: fieldsOf(more) }, author)
const add = async (more: Partial<EdgeFields> = {}) => {
  const saved = await save(more)
  if (saved.kind !== 'changed') throw new Error(saved.kind)
  return saved
}
const request = { address: '10.20.1.1', key: 'session channel' }
const edges = await openEdges({ db, log: silentLog })
const origin = async () => {
  await edges.reload()
  return edges.originFor(request)
}

beforeEach(async () => {
  await db.deleteFrom('edge').execute()
})
afterAll(() => database.drop())

describe('the list of edges', () => {
  it('is empty at first, and every address on the own origin', async () => {
    expect(await origin()).toBe('')
    expect(edges.origins).toEqual([])
  })

  it('has an edge as it was typed, in one notation, which is changed, deleted and taken back', async () => {
    const added = await add({
      base: ' https://Edge1.example.uz:443/ ',
      prefixes: '10.20.5.5/16, 2001:DB8::/32',
    })
    expect(await listEdges(db)).toMatchObject([
      { base: 'https://edge1.example.uz', prefixes: ['10.20.0.0/16', '2001:db8::/32'], version: 1 },
    ])
    expect(await origin()).toBe('https://edge1.example.uz')
    expect(await save({ state: 'draining' }, added.id, 1)).toMatchObject({ kind: 'changed' })
    expect(await origin()).toBe('')
    expect(edges.origins).toEqual(['https://edge1.example.uz'])
    expect(await save({ state: 'off' }, added.id, 1)).toMatchObject({ kind: 'changed_since' })
    const removed = await removeEdge(db, added.id, author)
    expect(await listEdges(db)).toEqual([])
    if (removed.kind !== 'changed') throw new Error(removed.kind)
    await undoContent(db, removed.changeId, author)
    expect(await listEdges(db)).toMatchObject([{ edgeId: added.id, state: 'draining' }])
  })

  it('says what is wrong', async () => {
    for (const base of [
      'edge1.example.uz',
      'ftp://edge1.example.uz',
      'https://edge1.example.uz/tv',
      'https://a;b',
    ])
      expect(await save({ base }), base).toEqual({ kind: 'wrong_base' })
    expect(await save({ healthAddress: 'here' })).toEqual({ kind: 'wrong_health_address' })
    expect(await save({ prefixes: '10.0.0.0/8 10.0.0.0/40' })).toEqual({
      ...{ kind: 'wrong_prefix', value: '10.0.0.0/40' },
    })
    await add()
    expect(await save({ name: 'Another' })).toEqual({ kind: 'taken', name: 'Samarkand' })
    expect(await save({}, 999_999, 1)).toMatchObject({ kind: 'taken' })
  })

  it('gives an address that another edge has by now back to nobody', async () => {
    const first = await add()
    const removed = await removeEdge(db, first.id, author)
    await add({ name: 'Another' })
    if (removed.kind !== 'changed') throw new Error(removed.kind)
    await undoContent(db, removed.changeId, author)
    expect((await listEdges(db)).map(({ name }) => name)).toEqual(['Another'])
  })
})

describe('the checks of edges', () => {
  const check = (problem: string) =>
    checkEdges({ db, clock, log: silentLog, probe: async () => problem }, signal)

  it('leave an edge out after three failures in a row, and bring it back after two successes', async () => {
    await add({ healthAddress: 'https://edge1.example.uz/healthz' })
    for (const _ of [1, 2]) await check('status 502')
    expect(await origin()).toBe('https://edge1.example.uz')
    await check('status 502')
    expect(await origin()).toBe('')
    expect(edges.origins).toEqual(['https://edge1.example.uz'])
    expect((await listEdges(db))[0]?.health).toMatchObject({ isHealthy: false, problem: 'status 502' })
    expect(await namesOfEdgesDown(db)).toHaveLength(1)
    await check('')
    expect(await origin()).toBe('')
    expect(await namesOfEdgesDown(db)).toHaveLength(1)
    await check('')
    expect(await origin()).toBe('https://edge1.example.uz')
    expect(await namesOfEdgesDown(db)).toEqual([])
  })

  it('begin again with another health address, and are none without one or of an edge that is off', async () => {
    const { id } = await add({ healthAddress: 'https://edge1.example.uz/healthz' })
    for (const _ of [1, 2, 3]) await check('status 502')
    await save({ healthAddress: 'https://edge1.example.uz/other' }, id, 1)
    expect(await origin()).toBe('https://edge1.example.uz')
    await save({ healthAddress: '' }, id, 2)
    for (const _ of [1, 2, 3]) await check('status 502')
    expect(await origin()).toBe('https://edge1.example.uz')
    await save({ healthAddress: 'https://edge1.example.uz/third', state: 'off' }, id, 3)
    await check('status 502')
    expect((await listEdges(db))[0]?.health).toBeUndefined()
  })

  it('store nothing when they are stopped in the middle', async () => {
    await add({ healthAddress: 'https://edge1.example.uz/healthz' })
    const stop = new AbortController()
    const probe = async () => {
      stop.abort()
      return 'aborted'
    }
    await checkEdges({ db, clock, log: silentLog, probe }, stop.signal)
    expect((await listEdges(db))[0]?.health).toBeUndefined()
  })
})

describe('one check', () => {
  const server = createServer((incoming, response) => {
    const status = Number(incoming.url?.slice(1))
    response.writeHead(status, status === 302 ? { location: '/200' } : {}).end('x')
  })
  let at = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  it('succeeds with 200 only, follows no redirect, and says what is wrong', async () => {
    expect(await probeAddress(`${at}/200`, signal)).toBe('')
    expect(await probeAddress(`${at}/204`, signal)).toBe('status 204')
    expect(await probeAddress(`${at}/503`, signal)).toBe('status 503')
    expect(await probeAddress(`${at}/302`, signal)).toBe('status 302')
    expect(await probeAddress('http://127.0.0.1:9/', signal)).toBe('no connection')
  })
})
