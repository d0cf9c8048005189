/** Backups, the health of the installation and its log, over real HTTP with the real queue, database and log files. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { consoleBackups } from '#contract/console/backups.ts'
import type { consoleOperations } from '#contract/console/operations.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { Role } from '#contract/form/permissions.ts'
import { openAudit } from '#server/audit/audit.ts'
import { staffAdmission } from '#server/console/console.ts'
import {
  backupWorkers,
  findLines,
  hostsWithWrongClock,
  keepNode,
  listNodes,
} from '#server/operations/operations.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'
import { createHealth } from '#server/platform/http/health.ts'
import { createHttpServer } from '#server/platform/http/server.ts'
import { type Jobs, jobKind, jobWorker, startJobs } from '#server/platform/jobs.ts'
import { createLogFiles } from '#server/platform/log/log-files.ts'
import { createLog, silentLog } from '#server/platform/log/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'
import { objectStoreEnvironment, startObjectStore } from '#tests/kit/emulators/object-store.ts'
import { staffFixture } from '#tests/kit/modules/staff-module.ts'
import { backupEndpoints } from './backup-endpoints.ts'
import { operationsEndpoints } from './operations-endpoints.ts'

// Enough for the slowest machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const database = await createTestDatabase()
const { db, location } = database
const fixture = staffFixture(db)
const { staff, clock } = fixture
const audit = openAudit({ db, clock, log: silentLog, key: 'k'.repeat(43), flushAfterMs: 0 })
const dir = await mkdtemp(join(tmpdir(), 'ekran-operations-'))
const dataDir = join(dir, 'data')
const logFiles = createLogFiles(1_000_000)
const log = createLog({ level: 'info', form: 'json', write: () => undefined, also: logFiles.write, clock })
const startMs = Date.UTC(2026, 10, 22, 7)
const background = { isQuiet: false }
const tokens: Partial<Record<Role, string>> = {}
const store = await startObjectStore()
let jobs: Jobs
let origin = ''
let close = async () => {}
let isBroken = true
const brokenJob = jobKind({ name: 'test.break', data: z.object({}), tries: 1 })

beforeAll(async () => {
  await mkdir(join(dataDir, 'images'), { recursive: true })
  await writeFile(join(dataDir, 'images/a.svg'), '<svg/>')
  logFiles.open(dataDir, 'api-jobs')
  jobs = await startJobs({ location, log: silentLog, statementTimeoutMs: 10_000 })
  const read = readSettings(objectStoreEnvironment(store.access))
  if (read.kind === 'refused') throw new Error(read.problems.join())
  const deps = { db, location, clock, dataDir, jobs, audit, settings: read.settings }
  await jobs.work([
    ...backupWorkers({ ...deps, s3: store.access, log: silentLog }),
    jobWorker(brokenJob, async () => {
      if (isBroken) throw new Error('no answer from https://a:b@provider.example/?token=abc')
    }),
  ])
  const server = createHttpServer({
    endpoints: [...backupEndpoints(Object.assign(background, deps)), ...operationsEndpoints(deps)],
    mounts: [],
    ...{
      identify: async () => undefined,
      admitStaff: staffAdmission({ staff, clock, publicUrl: undefined }),
    },
    ...{ clientAddress: clientAddressReader(['127.0.0.1']), audienceOf: () => 'inside' },
    ...{ checkResponses: true, health: createHealth(), metrics: createMetrics(), random: systemRandom },
    ...{ clock, log },
  })
  origin = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`
  close = () => server.close(500)
  for (const role of ['owner', 'channel_engineer', 'support', 'finance'] as const)
    tokens[role] = (await fixture.addMember(role)).token
})
afterAll(async () => {
  await close()
  await jobs.close(1000)
  await audit.close()
  logFiles.close()
  await database.drop()
  await store.stop()
  await rm(dir, { recursive: true })
})

async function send(method: 'GET' | 'POST', path: string, role: Role, body?: object) {
  const response = await fetch(`${origin}/api/console/v1${path}`, {
    method,
    headers: {
      ...{ 'x-ekran-console': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      cookie: `ekran-staff=${tokens[role]}`,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { data: unknown; failure?: string; message?: string }
  return { ...answer, requestId: response.headers.get('x-request-id') ?? '' }
}
const act = (path: string, body: object = {}, role: Role = 'owner') => send('POST', path, role, body)
async function state() {
  return (await send('GET', '/backups', 'support')).data as ResponseOf<typeof consoleBackups.state>
}
async function health() {
  return (await send('GET', '/health/server', 'support')).data as ResponseOf<typeof consoleOperations.server>
}
async function linesOf(requestId: string, role: Role = 'channel_engineer') {
  const answer = await send('GET', `/health/log?request_id=${encodeURIComponent(requestId)}`, role)
  return { ...answer, data: answer.data as ResponseOf<typeof consoleOperations.log> }
}
const settings = {
  ...{ folder: join(dir, 'backups'), is_on: true, minute_of_day: 180, retained: 3, with_films: true },
  ...{ is_drill_on: true, drill_weekday: 7, drill_minute: 300 },
}

describe('[OPS-04] backups in the console', () => {
  it('are set up by an owner, and a folder that is not there is refused in words', async () => {
    expect((await state()).settings).toMatchObject({ folder: '', is_on: false })
    expect(await act('/backups/start')).toMatchObject({ failure: 'backup_folder_wrong' })
    const refused = await act('/backups/save', settings)
    expect(refused).toMatchObject({ failure: 'backup_folder_wrong' })
    expect(refused.message).toContain(settings.folder)
    await mkdir(settings.folder)
    expect(await act('/backups/save', settings, 'channel_engineer')).toMatchObject({
      failure: 'staff_forbidden',
    })
    expect((await act('/backups/save', settings)).failure).toBeUndefined()
    const { settings: saved, next_backup_at: next } = await state()
    expect(saved).toEqual(settings)
    expect(next).toBeGreaterThan(clock.nowMs() / 1000)
    const inside = { ...settings, folder: join(dataDir, 'images') }
    expect(await act('/backups/save', inside)).toMatchObject({ failure: 'backup_folder_inside' })
  })

  it('may be in an object store, which is tried when it is saved', async () => {
    const refused = await act('/backups/save', { ...settings, folder: 's3://no-such-bucket/ekran' })
    expect(refused).toMatchObject({ failure: 'backup_store_refused' })
    expect(refused.message).toContain('s3://no-such-bucket/ekran (NoSuchBucket)')
    expect(
      (await act('/backups/save', { ...settings, folder: 's3://ekran/backups' })).failure,
    ).toBeUndefined()
    expect((await store.stored('ekran')).objects.map(({ key }) => key)).toEqual([
      'backups/ekran-installation.json',
    ])
    expect((await state()).settings.folder).toBe('s3://ekran/backups')
    expect((await act('/backups/save', settings)).failure).toBeUndefined()
  })

  it('can be changed while their folder is gone or full: only a new place is looked at', async () => {
    await rm(settings.folder, { recursive: true })
    expect((await act('/backups/save', { ...settings, retained: 2 })).failure).toBeUndefined()
    expect((await act('/backups/save', { ...settings, is_on: false })).failure).toBeUndefined()
    expect(await act('/backups/save', settings)).toMatchObject({ failure: 'backup_folder_wrong' })
    await mkdir(settings.folder)
    expect((await act('/backups/save', settings)).failure).toBeUndefined()
  })

  it('are not started in quiet mode, in which nothing would make them', async () => {
    background.isQuiet = true
    for (const path of ['/backups/start', '/backups/drill'])
      expect(await act(path)).toMatchObject({ failure: 'backup_quiet' })
    background.isQuiet = false
    expect((await state()).backups).toEqual([])
  })

  it('are set only by a person who has just proven who it is', async () => {
    const { staffId } = await fixture.addMember('owner')
    const [token, former] = [await fixture.openSession(staffId, 'full', false), tokens.owner ?? '']
    tokens.owner = token
    expect(await act('/backups/save', settings)).toMatchObject({ failure: 'step_up_needed' })
    tokens.owner = former
  })

  it('are made and tried by a button, one at a time, and are in the list with their result', async () => {
    expect(await act('/backups/start', {}, 'support')).toMatchObject({ failure: 'staff_forbidden' })
    expect((await act('/backups/start', {}, 'channel_engineer')).failure).toBeUndefined()
    expect(await act('/backups/start')).toMatchObject({ failure: 'backup_running' })
    await expect.poll(async () => (await state()).backups[0]?.state, { timeout: 30_000 }).toBe('done')
    expect((await state()).backups).toMatchObject([{ origin: 'staff', problem: null, files: 1 }])
    expect((await act('/backups/drill')).failure).toBeUndefined()
    await expect.poll(async () => (await state()).drills[0]?.state, { timeout: 60_000 }).toBe('passed')
    const { drills, backups } = await state()
    expect(drills[0]).toMatchObject({ backup_at: backups[0]?.created_at, counted: { accounts: 0 } })
  })
})

describe('[OPS-03] the health of the installation', () => {
  it('shows the processes that run, and those that were lost', async () => {
    const node = { db, clock, log: silentLog, version: '1.2.3', isQuiet: false }
    const [endApi, endJobs] = [
      await keepNode({ ...node, runs: new Set(['api']) }),
      await keepNode({ ...node, runs: new Set(['jobs']) }),
    ]
    expect((await health()).nodes).toMatchObject([
      { roles: ['api'], version: '1.2.3', pid: process.pid, is_lost: false },
      { roles: ['jobs'], is_lost: false },
    ])
    await endJobs()
    expect((await health()).nodes.map(({ roles }) => roles)).toEqual([['api']])
    clock.advanceMs(60_000)
    expect((await health()).nodes).toMatchObject([{ roles: ['api'], is_lost: true }])
    const endNext = await keepNode({ ...node, runs: new Set(['api']) })
    expect((await health()).nodes).toMatchObject([{ roles: ['api'], is_lost: false }])
    await Promise.all([endApi(), endNext()])
  })

  it('[HEALTH-02] shows a process whose clock differs from the database’s, and who is told of it', async () => {
    const written: string[] = []
    const said = createLog({ level: 'info', form: 'json', write: (line) => void written.push(line) })
    let aheadMs = 8000
    const moved = { nowMs: () => Date.now() + aheadMs }
    const node = { db, clock: moved, log: said, version: '1.2.3', isQuiet: false, runs: new Set(['media']) }
    const end = await keepNode({ ...node, everyMs: 50 })
    const own = async () => {
      const nodes = await listNodes(db, moved.nowMs())
      return nodes.find(({ roles }) => roles.includes('media'))?.clockAheadMs
    }
    expect(await own()).toBeGreaterThan(7000)
    expect(await own()).toBeLessThan(9000)
    expect(await hostsWithWrongClock(db)).toEqual([hostname()])
    expect(written.filter((line) => line.includes('nodes.clock_differs'))).toHaveLength(1)
    aheadMs = -8000
    await expect.poll(own).toBeLessThan(-7000)
    expect(await hostsWithWrongClock(db)).toEqual([hostname()])
    aheadMs = -300
    await expect.poll(() => hostsWithWrongClock(db)).toEqual([])
    expect(written.filter((line) => line.includes('nodes.clock_agrees'))).toHaveLength(1)
    await end()
    // One that was killed, and whose clock was ahead, is not told of for longer than one that was right.
    await sql`insert into node (node_id, host, pid, roles, version, is_quiet, started_at, seen_at, memory_bytes, loop_delay_ms,
        clock_ahead_ms) values (gen_random_uuid(), 'gone', 7, '{api}', '1', false, now(), now() + interval '9 minutes', 1, 1, 600000)`.execute(
      db,
    )
    expect(await hostsWithWrongClock(db)).toEqual([])
    await db.deleteFrom('node').where('host', '=', 'gone').execute()
  })

  it('shows a failed job with its error without secrets, and runs it once more', async () => {
    await jobs.send(brokenJob, {})
    await expect.poll(async () => (await health()).failed_jobs.length, { timeout: 20_000 }).toBe(1)
    const { failed_jobs: failed, queue } = await health()
    expect(failed[0]).toMatchObject({
      ...{
        name: 'test.break',
        tries: 1,
        error: 'no answer from https://[hidden]@provider.example/?token=[hidden]',
      },
    })
    expect(queue?.find(({ name }) => name === 'test.break')).toMatchObject({ failed: 1, waiting: 0 })
    isBroken = false
    const job = { job_id: failed[0]?.job_id }
    expect(await act('/health/server/retry', job, 'support')).toMatchObject({ failure: 'staff_forbidden' })
    expect((await act('/health/server/retry', job, 'channel_engineer')).data).toEqual({ name: 'test.break' })
    await expect.poll(async () => (await health()).failed_jobs, { timeout: 20_000 }).toEqual([])
    expect(await act('/health/server/retry', job)).toMatchObject({ failure: 'not_found' })
  })

  it('[NODE-02] shows media nodes with their channels, drains one and balances, by those who may', async () => {
    const node = { process: '', folder_id: 'one', capacity: 5, expires_at: new Date(Date.now() + 60_000) }
    const nodeId = randomUUID()
    await database.db
      .insertInto('media_node')
      .values({ ...node, node_id: nodeId, name: 'media-1:8082' })
      .execute()
    await database.db.insertInto('channel_lease').values({ channel_id: '7', node_id: nodeId }).execute()
    expect((await health()).media_nodes).toMatchObject([
      {
        name: 'media-1:8082',
        channels: 1,
        share: 1,
        capacity: 5,
        is_drained: false,
        is_live: true,
        is_silent: false,
      },
    ])
    const drain = { name: 'media-1:8082', drain: true }
    expect(await act('/health/server/drain', drain, 'support')).toMatchObject({ failure: 'staff_forbidden' })
    expect((await act('/health/server/drain', drain, 'channel_engineer')).failure).toBeUndefined()
    expect((await health()).media_nodes).toMatchObject([{ is_drained: true }])
    expect(await act('/health/server/drain', { ...drain, name: 'none' })).toMatchObject({
      failure: 'not_found',
    })
    await act('/health/server/drain', { ...drain, drain: false })
    expect((await health()).media_nodes).toMatchObject([{ is_drained: false, is_balancing: true }])
    expect((await act('/health/server/balance')).failure).toBeUndefined()
    const expired = { expires_at: new Date(Date.now() - 60_000), is_solo: true }
    await database.db.updateTable('media_node').set(expired).execute()
    expect((await health()).media_nodes).toMatchObject([{ channels: 1, is_live: false, is_silent: true }])
    await database.db.deleteFrom('media_node').execute()
  })

  it('is shown without what cannot be read: the disk of a folder that is gone', async () => {
    await rename(dataDir, `${dataDir}-away`)
    // What is shown of the database is ten seconds old at most.
    clock.advanceMs(11_000)
    const answer = await send('GET', '/health/server', 'support')
    await rename(`${dataDir}-away`, dataDir)
    expect(answer).toMatchObject({ data: { database: { disk_free_bytes: null, is_embedded: true } } })
    clock.advanceMs(11_000)
  })

  it('shows the database as it is', async () => {
    const { database: shown } = await health()
    expect(shown).toMatchObject({ is_embedded: true, replicas: 0, replica_lag_ms: null })
    expect(shown.bytes).toBeGreaterThan(1_000_000)
    expect(shown.connections).toBeGreaterThan(1)
    expect(shown.max_connections).toBeGreaterThan(shown.connections)
    expect(shown.disk_free_bytes).toBeGreaterThan(0)
  })
})

describe('[OPS-03] the log of a request', () => {
  it('has the lines with its id, the newest first, and nothing secret', async () => {
    const { requestId } = await act('/backups/save', { ...settings, retained: 5 })
    const { data } = await linesOf(requestId)
    expect(data.lines).toMatchObject([{ level: 'info', event: 'http.change_answered' }])
    expect(data.is_whole).toBe(true)
    const own = log.with({ requestId: 'abcd-1' })
    own.info('http.change_answered', { call: 'first', phone: '+998901234567', password: 'samanid brick' })
    clock.advanceMs(1000)
    own.error('http.request_failed', { error: new Error('gone at https://x.uz/?authkey=SECRET7') })
    log.info('http.change_answered', { call: 'abcd-1' })
    const { data: two } = await linesOf('abcd-1')
    expect(two.lines.map(({ event }) => event)).toEqual(['http.request_failed', 'http.change_answered'])
    expect(JSON.stringify(two)).not.toMatch(/samanid|SECRET7/)
    expect((await linesOf('abcd-2')).data.lines).toEqual([])
  })

  it('is for engineers and owners only, and an id is an id', async () => {
    for (const role of ['support', 'finance'] as const)
      expect((await linesOf('abcd-1', role)).failure).toBe('staff_forbidden')
    expect((await linesOf('../../etc/passwd')).failure).toBe('invalid_input')
  })

  it('is searched by one at a time', async () => {
    // So much to read that no search is over before the others arrive.
    const large = join(dataDir, 'logs/ekran-large.jsonl')
    await writeFile(large, `{"requestId":"other-1","text":"${'x'.repeat(900)}"}\n`.repeat(30_000))
    const answers = await Promise.all([linesOf('abcd-1'), linesOf('abcd-1'), linesOf('abcd-1')])
    await rm(large)
    expect(answers.filter(({ failure }) => failure === 'log_search_running').length).toBeGreaterThan(0)
    expect(answers.filter(({ failure }) => failure === undefined).length).toBeGreaterThan(0)
    expect((await linesOf('abcd-1')).data.lines).toHaveLength(2)
  })

  it('is read in blocks, with the lines that two blocks share', async () => {
    const folder = join(dir, 'large')
    await mkdir(join(folder, 'logs'), { recursive: true })
    const lineOf = (n: number, requestId: string) =>
      JSON.stringify({
        at: new Date(startMs + n).toISOString(),
        level: 'info',
        event: 'http.x',
        requestId,
        n,
        text: 'ж'.repeat(500),
      })
    const all = Array.from({ length: 9000 }, (_, n) => lineOf(n, n % 100 === 0 ? 'blocks-1' : `other-${n}`))
    await writeFile(join(folder, 'logs/all.jsonl'), `${all.join('\n')}\n`)
    const whole = await findLines(folder, 'blocks-1')
    expect(whole).toMatchObject({ isWhole: true, oldestMs: startMs })
    expect(whole.lines.map(({ facts }) => (JSON.parse(facts) as { n: number }).n)).toEqual(
      Array.from({ length: 90 }, (_, n) => 8900 - n * 100),
    )
    for (let n = 1; n < 9000; n += 431)
      expect((await findLines(folder, `other-${n}`)).lines, `line ${n}`).toHaveLength(n % 100 === 0 ? 0 : 1)
    const bounded = await findLines(folder, 'blocks-1', { lines: 200, bytes: 5_000_000, ms: 60_000 })
    expect(bounded).toMatchObject({ isWhole: false, oldestMs: startMs })
    expect(bounded.lines.length).toBeGreaterThan(10)
    expect(bounded.lines.length).toBeLessThan(90)
  })

  it('is bounded: old files go, and the search says that there may be more', async () => {
    const own = log.with({ requestId: 'long-1' })
    for (let n = 0; n < 300; n += 1) own.info('http.change_answered', { text: 'x'.repeat(500), n })
    const { data } = await linesOf('long-1')
    expect(data.lines).toHaveLength(200)
    expect(data.is_whole).toBe(false)
    expect(JSON.parse(data.lines[0]?.facts ?? '')).toMatchObject({ n: 299 })
    for (let n = 0; n < 3000; n += 1) log.info('http.change_answered', { text: 'x'.repeat(500), n })
    const { data: later } = await linesOf('abcd-1')
    expect(later.lines).toEqual([])
  })
})
