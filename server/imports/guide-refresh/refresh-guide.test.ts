import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '#server/platform/primitives/clock.ts'
import { seededRandom } from '#server/platform/primitives/ids.ts'
import { silentLog } from '#server/platform/log/log.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { addAlias, loadChannels, openTelevision, publishChannels } from '#server/television/television.ts'
import { createTestDatabase, type TestDatabase } from '#tests/kit/database/postgres.ts'
import { undoContent } from '#server/editing/editing.ts'
import { applyGuideDraft, discardGuideDraft } from '#server/imports/guide-drafts/apply-guide-draft.ts'
import { blockedDrafts } from '#server/imports/guide-drafts/blocked-draft.ts'
import { loadGuideDraft } from '#server/imports/guide-drafts/list-guide-drafts.ts'
import {
  addSource,
  findSource,
  listSources,
  requestSource,
  type GuideSource,
} from '#server/imports/guide/guide-sources.ts'
import { refreshDueGuides } from './guide-worker.ts'
import { refreshGuide, type RefreshTools } from './refresh-guide.ts'
import { addGuideGauges, sourceLines } from '#server/imports/guide/source-facts.ts'

const nowMs = Date.UTC(2026, 0, 15, 12)
const hourMs = 3_600_000
const minuteMs = 60_000
let database: TestDatabase
let dir: string
let server: Server
let origin: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
let requests: IncomingMessage[] = []
const clock = manualClock(nowMs)
let tools: RefreshTools

beforeAll(async () => {
  database = await createTestDatabase()
  dir = await mkdtemp(join(tmpdir(), 'ekran-guide-'))
  const channel = (key: string) => ({
    key,
    name: { ru: key, uz: '' },
    logo: null,
    categoryId: 1,
    additionalCategories: [],
    isSocial: false,
    worldPlace: null,
    source: { kind: 'none' as const },
    archiveDays: 7,
    guideShiftMin: 0,
    tvgId: key,
  })
  await publishChannels(database.db, ['one', 'two'].map(channel), nowMs)
  server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  tools = { db: database.db, dataDir: dir, clock, random: seededRandom('guide'), log: silentLog }
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  await database.db.deleteFrom('programme').execute()
  await database.db.deleteFrom('guide_source').execute()
  requests = []
})

/** Hourly programmes, from now on. */
function guide(channels: readonly string[], hours: number, title = 'T', every = 1): string {
  const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
  const programmes = channels.flatMap((channel) =>
    Array.from({ length: hours }, (_, hour) => hour)
      .filter((hour) => hour % every === 0 || hour === hours - 1)
      .map((hour) => {
        const beginMs = nowMs + hour * hourMs
        return `<programme channel="${channel}" start="${stamp(beginMs)}" stop="${stamp(beginMs + hourMs)}"><title>${title}</title></programme>`
      }),
  )
  return `<tv>${programmes.join('')}</tv>`
}

async function add(name: string, address: string, allowLocal = true): Promise<GuideSource> {
  const source = { name, address, everyMin: 240, zone: '+00:00', shiftMin: 0, allowLocal }
  expect(await addSource(database.db, source, nowMs)).toBe(true)
  return (await findSource(database.db, name)) ?? expect.fail()
}

async function now(name: string) {
  return (await findSource(database.db, name)) ?? expect.fail()
}

async function refresh(name: string, options = {}) {
  return refreshGuide(await now(name), tools, options)
}

async function titles() {
  const rows = await database.db.selectFrom('programme').select('title_ru').execute()
  return rows.map((row) => row.title_ru)
}

/** What is stored of a source's files. */
async function filesOf(name: string): Promise<readonly string[]> {
  const { id } = await now(name)
  const names = await readdir(join(dir, 'guide'))
  return names.filter((file) => file.startsWith(`${id}.`)).map((file) => file.slice(`${id}.`.length))
}

function serve(text: string, etag = '"1"') {
  answer = (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { etag }).end(text)
  }
}

describe('a source of the guide', () => {
  it('[GUIDE-07] is taken again without being fetched again, when a decision asks for that', async () => {
    await add('main', `${origin}/epg.xml`)
    serve(guide(['one', 'other'], 10))
    await refresh('main')
    expect(await titles()).toHaveLength(10)
    // An operator says that "other" is our second channel.
    const [, two] = await loadChannels(database.db)
    await addAlias(database.db, { cid: two?.cid ?? 0, alias: 'other' })
    await requestSource(database.db, 'main', 'read')
    let sent = 0
    answer = (request, response) => {
      expect(request.headers['if-none-match']).toBe('"1"')
      sent += 1
      response.writeHead(304).end()
    }
    await refreshDueGuides(tools)
    expect(sent).toBe(1)
    expect(await titles()).toHaveLength(20)
    expect((await now('main')).request).toBe('')
    await database.db.deleteFrom('channel_alias').execute()
    const files = async () => (await readdir(join(dir, 'guide'))).filter((name) => name.endsWith('.last'))
    expect(await files()).toHaveLength(1)
    await database.db.deleteFrom('guide_source').execute()
    await refreshDueGuides(tools)
    expect(await files()).toHaveLength(0)
  })

  it('[GUIDE-07] [OPS-01] is imported, then fetched only when changed, at its interval', async () => {
    await add('main', `${origin}/epg.xml`)
    serve(guide(['one', 'two'], 10))
    expect(await refresh('main')).toMatchObject({ kind: 'done', report: { failed: false } })
    expect(await titles()).toHaveLength(20)
    const taken = await now('main')
    expect(taken).toMatchObject({ state: 'taken', etag: '"1"', failures: 0, claimed_until: null })
    const inMin = (taken.next_at.getTime() - nowMs) / minuteMs
    expect(inMin).toBeGreaterThanOrEqual(216)
    expect(inMin).toBeLessThanOrEqual(264)
    expect(await refresh('main')).toEqual({ kind: 'unchanged' })
    expect(requests.at(-1)?.headers['if-none-match']).toBe('"1"')
    serve(guide(['one', 'two'], 10), '"2"')
    await refresh('main')
    expect(await now('main')).toMatchObject({ state: 'unchanged', etag: '"2"' })
    expect(await filesOf('main')).toEqual(['last'])
  })

  it('[GUIDE-07] that fails keeps its guide, and is retried at growing intervals', async () => {
    await add('main', `${origin}/epg.xml?token=secret`)
    serve(guide(['one'], 10))
    await refresh('main')
    const pauses: number[] = []
    for (const trouble of ['404', 'broken', 'cut', '404', '404', '404', '404', '404', '404']) {
      answer = (_, response) => {
        if (trouble === '404') response.writeHead(404).end()
        else if (trouble === 'broken') response.end(guide(['one'], 3, 'broken').replace('</tv>', ''))
        else response.writeHead(200, { 'content-length': '1000' }).write('<tv>', () => response.destroy())
      }
      expect(await refresh('main')).toMatchObject({ report: { failed: true } })
      const { state, failures, next_at, outcome } = await now('main')
      expect([state, failures]).toEqual(['failed', pauses.length + 1])
      expect(outcome).not.toContain('secret')
      pauses.push((next_at.getTime() - nowMs) / minuteMs)
    }
    expect(await titles()).toEqual(Array.from({ length: 10 }, () => 'T'))
    for (const [index, max] of [5, 10, 20, 40, 80, 160, 320, 360, 360].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(max * 0.89)
      expect(pauses[index]).toBeLessThanOrEqual(max * 1.11)
    }
    expect((await sourceLines(database.db, clock)).join('\n')).toMatch(
      /FAILED.*9 times in a row.*answered 404/,
    )
    serve(guide(['one'], 10))
    await refresh('main')
    expect(await now('main')).toMatchObject({ state: 'unchanged', failures: 0 })
  })

  it('[IMPORT-01] that is blocked is a draft, of which some channels are accepted at once', async () => {
    await add('main', `${origin}/epg.xml`)
    serve(guide(['one', 'two'], 30))
    await refresh('main')
    serve(guide(['one', 'two'], 30, 'thin', 2), '"2"')
    await refresh('main')
    const { id } = await now('main')
    const draftId = (await blockedDrafts(database.db)).get(id) ?? expect.fail()
    const loaded = await loadGuideDraft(database.db, draftId)
    expect(loaded?.draft).toMatchObject({ name: 'main', source_name: 'main', state: 'open' })
    expect(loaded?.draft.sums).toMatchObject({ channels: 2, ahead: 58, lost: 28 })
    const [one] = await loadChannels(database.db)
    const deps = { db: database.db, dataDir: dir }
    const who = { by: undefined, nowMs }
    const cids = [one?.cid ?? 0]
    // A correction of how it is read holds for later deliveries too.
    await database.db.updateTable('guide_draft').set({ shift_min: 1 }).where('id', '=', draftId).execute()
    const outcome = await applyGuideDraft(deps, draftId, { take: 'only', cids }, who)
    expect(outcome).toMatchObject({ kind: 'applied', changed: 1 })
    const source = await now('main')
    expect(source.state).toBe('taken')
    expect(source.shift_min).toBe(1)
    await database.db.updateTable('guide_source').set({ shift_min: 0 }).where('id', '=', id).execute()
    expect(source.channel_ids).toHaveLength(2)
    expect((await titles()).filter((title) => title === 'thin')).toHaveLength(16)
    // What the source sent before would take back what was accepted: it is asked for everything once more.
    await requestSource(database.db, 'main', 'read')
    await refreshDueGuides(tools)
    expect(requests.at(-1)?.headers['if-none-match']).toBeUndefined()
    expect(await now('main')).toMatchObject({ state: 'held' })
    const next = (await blockedDrafts(database.db)).get(id) ?? expect.fail()
    expect(next).not.toBe(draftId)
    await discardGuideDraft(deps, next, nowMs)
    expect(await now('main')).toMatchObject({ state: 'unchanged' })
    await refresh('main')
    expect(await filesOf('main')).toEqual([])
  })

  it('[IMPORT-02] that is blocked and accepted as a whole can be taken back, and its file is the last one', async () => {
    await add('main', `${origin}/epg.xml`)
    serve(guide(['one', 'two'], 30))
    await refresh('main')
    serve(guide(['one', 'two'], 30, 'thin', 2), '"2"')
    await refresh('main')
    const accepted = await refresh('main', { accept: true })
    const words = accepted.kind === 'done' ? accepted.report.notes.join() : ''
    const changeId = Number(/changes undo (\d+)/.exec(words)?.[1])
    expect(await filesOf('main')).toEqual(['last'])
    expect(await now('main')).toMatchObject({ state: 'taken', claimed_until: null })
    expect(await titles()).toHaveLength(32)
    expect(await undoContent(database.db, changeId, { by: undefined, nowMs })).toMatchObject({
      kind: 'undone',
      undone: 2,
      conflicts: [],
    })
    expect(await titles()).toHaveLength(60)
  })

  it('[GUIDE-07] in JSON is read by the mapping of the source', async () => {
    const fields = { channel: 'k[].kanal', start: 'k[].vaqt', title_uz: 'k[].nom' }
    const mapping = { list: 'k[]', fields, channel: '', duration: 'seconds' } as const
    const source = { name: 'json', address: `${origin}/epg.json`, everyMin: 240, zone: '+00:00', shiftMin: 0 }
    await addSource(database.db, { ...source, allowLocal: true, mapping }, nowMs)
    serve(JSON.stringify({ k: [{ kanal: 'one', vaqt: nowMs / 1000, nom: 'Kino' }] }))
    await refresh('json')
    const rows = await database.db.selectFrom('programme').select('title_uz').execute()
    expect(rows).toEqual([{ title_uz: 'Kino' }])
  })

  it('[GUIDE-07] that would lose too much is blocked until the operator accepts it', async () => {
    await add('main', `${origin}/epg.xml`)
    serve(guide(['one', 'two'], 30))
    await refresh('main')
    serve(guide(['one', 'two'], 30, 'thin', 2), '"2"')
    const blocked = await refresh('main')
    expect(blocked).toMatchObject({ kind: 'done', report: { failed: true } })
    const words = blocked.kind === 'done' ? blocked.report.notes.join('\n') : ''
    expect(words).toMatch(/Held back, and nothing was changed: 28 of the 58 .*48 %[^]*guide accept main/)
    expect(await titles()).toHaveLength(60)
    expect(await now('main')).toMatchObject({ state: 'held', etag: '"2"' })
    // The server has nothing newer: the delivery stays blocked, and exactly it is applied.
    expect(await refresh('main')).toEqual({ kind: 'unchanged' })
    expect((await sourceLines(database.db, clock)).join()).toContain('HELD BACK')
    expect(await gauges()).toMatch(/ekran_guide_source_held\{source="main"\} 1/)
    answer = (_, response) => response.writeHead(500).end()
    expect(await refresh('main', { accept: true })).toMatchObject({ kind: 'done', report: { failed: false } })
    expect(new Set(await titles())).toEqual(new Set(['thin']))
    expect(await now('main')).toMatchObject({ state: 'taken' })
    expect(await filesOf('main')).toEqual(['last'])
    expect(await refresh('main', { accept: true })).toEqual({ kind: 'nothing_held' })
  })

  it('[GUIDE-07] without a channel it had is blocked, and --force applies it at once', async () => {
    await add('main', `${origin}/epg.xml`)
    serve(guide(['one', 'two'], 10))
    await refresh('main')
    serve(guide(['one'], 10), '"2"')
    await refresh('main')
    expect(await now('main')).toMatchObject({ state: 'held' })
    expect(await refresh('main', { force: true })).toMatchObject({ report: { failed: false } })
    const cids = (await loadChannels(database.db))
      .filter(({ tvgId }) => tvgId === 'one')
      .map(({ cid }) => cid)
    expect(await now('main')).toMatchObject({ state: 'unchanged', channel_ids: cids })
  })

  it('[GUIDE-07] that is a file is read when it changes, and not every minute when it is broken', async () => {
    const path = join(dir, 'epg.xml')
    const write = async (text: string, atMs: number) => {
      await writeFile(path, text)
      await utimes(path, atMs / 1000, atMs / 1000)
    }
    await write(guide(['one'], 5), nowMs - hourMs)
    await add('file', path)
    await refreshDueGuides(tools)
    expect(await now('file')).toMatchObject({ state: 'taken' })
    await refreshDueGuides(tools)
    const tried = async () => (await now('file')).tried_at
    const before = await tried()
    await write('<tv>', nowMs - 50 * minuteMs)
    await refreshDueGuides({ ...tools, clock: manualClock(nowMs + minuteMs) })
    expect(await now('file')).toMatchObject({ state: 'failed', failures: 1 })
    expect(await tried()).not.toEqual(before)
    await refreshDueGuides({ ...tools, clock: manualClock(nowMs + 100 * minuteMs) })
    expect(await now('file')).toMatchObject({ failures: 1 })
    // Written a moment ago: the file may be incomplete.
    await write(guide(['one'], 5, 'new'), nowMs + 200 * minuteMs)
    await refreshDueGuides({ ...tools, clock: manualClock(nowMs + 200 * minuteMs + 1000) })
    expect(await now('file')).toMatchObject({ failures: 1 })
    await refreshDueGuides({ ...tools, clock: manualClock(nowMs + 201 * minuteMs) })
    expect(await now('file')).toMatchObject({ state: 'taken', failures: 0 })
  })

  it('[GUIDE-07] of lower priority leaves the channels of an earlier one to it, and an alias matches the rest', async () => {
    await add('first', `${origin}/first.xml`)
    await add('second', `${origin}/second.xml`)
    const [, two] = await loadChannels(database.db)
    await addAlias(database.db, { cid: two?.cid ?? 0, alias: 'Второй' })
    answer = (request, response) =>
      void response.end(
        request.url === '/first.xml' ? guide(['one'], 5, 'first') : guide(['one', 'второй'], 5, 'second'),
      )
    await refreshDueGuides(tools)
    const television = (await openTelevision(database.db, clock)).now()
    const titlesOf = (cid = 0) => television.guide.all(cid).map(({ title }) => title.ru)
    const [first, second] = television.channels
    expect([titlesOf(first?.cid)[0], titlesOf(second?.cid)[0]]).toEqual(['first', 'second'])
    expect((await listSources(database.db)).map(({ channel_ids }) => channel_ids.length)).toEqual([1, 1])
  })

  it('is read by one process at a time, and never from the local network or a file unless allowed', async () => {
    const source = await add('main', `${origin}/epg.xml`, false)
    await refresh('main')
    expect((await now('main')).outcome).toMatch(/local network/)
    expect(requests).toEqual([])
    await database.db.updateTable('guide_source').set({ allow_local: true }).execute()
    for (const target of ['file:///etc/passwd', 'ftp://127.0.0.1/a']) {
      answer = (_, response) => void response.writeHead(302, { location: target }).end()
      await refresh('main')
      expect((await now('main')).outcome).toMatch(/is not opened/)
    }
    const other = await add('other', `${origin}/other.xml`)
    let release: (() => void) | undefined
    answer = (_, response) => {
      release = () => response.end(guide(['one'], 2))
    }
    const running = refreshGuide(source, tools)
    await expect.poll(() => release).toBeDefined()
    expect(await refreshGuide(other, tools)).toEqual({ kind: 'busy' })
    release?.()
    expect(await running).toMatchObject({ report: { failed: false } })
  })

  it('is released when the process stops during reading', async () => {
    const source = await add('main', `${origin}/epg.xml`)
    const stop = new AbortController()
    answer = () => stop.abort(new Error('stopping'))
    await expect(refreshGuide(source, { ...tools, signal: stop.signal })).rejects.toThrow()
    expect(await now('main')).toMatchObject({ state: 'new', claimed_until: null, failures: 0 })
  })
})

async function gauges(): Promise<string> {
  const registry = new Registry()
  addGuideGauges({ db: database.db, metrics: { registry } as Metrics, clock, log: silentLog })
  return registry.metrics()
}
