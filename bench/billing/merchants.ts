/**
 * Payments through Payme: CreateTransaction and PerformTransaction over HTTP on a database that writes to the disk,
 * beside a request with the same envelope that reads one row. `node bench/billing/merchants.ts` runs it alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openDatabase, type Db } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { cpuSecondsOf, treeCpuSecondsOf, type BenchResult } from '#bench/kit/measure.ts'

const subscribers = 20_000
const pairs = Number(process.env['EKRAN_BENCH_PAIRS'] ?? 4000)
const connections = 8
const rounds = 3
/** The promised pairs per second, as milliseconds of one. */
const maxMs = 1000 / 500

export async function merchants(): Promise<BenchResult> {
  const dir = mkdtempSync(join(tmpdir(), 'ekran-bench-merchants-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(dir, { recursive: true, force: true }))
  const server = await startEmbeddedPostgres({ dir: join(dir, 'pg'), log: silentLog })
  stack.defer(() => server.stop())
  await migrate(
    server.location,
    await readMigrations(fileURLToPath(new URL('../../db/migrations', import.meta.url))),
  )
  const opened = openDatabase({
    location: server.location,
    log: silentLog,
    statementTimeoutMs: 60_000,
    connections: 2,
    applicationName: 'bench',
  })
  stack.defer(() => opened.close())
  await addSubscribers(opened.db)
  const merchantServer = await startMerchantServer(JSON.stringify(server.location))
  stack.defer(() => merchantServer.stop())
  const ours: number[] = []
  const baseline: number[] = []
  await msPerPair(merchantServer.url, 500)
  const cpuBefore = ofServers()
  const madeBefore = made
  for (let round = 0; round < rounds; round++) {
    baseline.push(await msPerLook(merchantServer.url, pairs))
    ours.push(await msPerPair(merchantServer.url, pairs))
  }
  const cpuMs = ((ofServers() - cpuBefore) * 1000) / (made - madeBefore)
  console.log(`one pair and one read: ${cpuMs.toFixed(2)} ms of CPU, in Ekran and its database`)
  await checkSums(opened.db)
  return {
    name: `Payme, a payment opened and made, beside one looked for`,
    // Other programs on the machine only ever add time.
    ours: Math.min(...ours),
    baseline: Math.min(...baseline),
    unit: 'ms',
    max: maxMs,
  }
}

/** CPU seconds used by what this process started. */
function ofServers() {
  return treeCpuSecondsOf(process.pid) - cpuSecondsOf(process.pid)
}

async function addSubscribers(db: Db) {
  await sql`
    insert into account (abonement, name, password_hash, created_at)
    select (10000000 + number)::text, 'Bench', '$argon2id$none', now() from generate_series(1, ${subscribers}) number`.execute(
    db,
  )
}

/** Nothing was lost and nothing was charged twice. */
async function checkSums(db: Db) {
  const { rows } = await sql<{ paid: number; held: number }>`
    select (select coalesce(sum(amount_tiyin), 0)::bigint from provider_tx where state = 'paid') as paid,
           (select coalesce(sum(amount_tiyin), 0)::bigint from ledger_entry) as held`.execute(db)
  if (rows[0] === undefined || rows[0].paid === 0 || rows[0].paid !== rows[0].held)
    throw new Error(`payments and ledger differ: ${JSON.stringify(rows)}`)
}

async function startMerchantServer(place: string) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('merchant-server.ts', import.meta.url)), place],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { url: `http://127.0.0.1:${line.toString().trim()}/merchants/payme`, stop }
}

const agent = new Agent({ keepAlive: true, maxSockets: connections })
const authorization = `Basic ${Buffer.from('Paycom:payme-key-of-the-bench').toString('base64')}`

function ask(url: string, method: string, params: object): Promise<unknown> {
  const body = JSON.stringify({ id: 1, method, params })
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-length': Buffer.byteLength(body) }
    const asking = request(url, { method: 'POST', agent, headers, timeout: 30_000 }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve(JSON.parse(text))).on('error', reject)
    })
    asking.on('error', reject).on('timeout', () => asking.destroy(new Error('no answer within 30 s')))
    asking.end(body)
  })
}

function state(value: unknown): unknown {
  return (value as { readonly result?: { readonly state?: unknown } }).result?.state
}

let made = 0
async function msPerPair(url: string, times: number): Promise<number> {
  return perOne(times, async () => {
    made += 1
    const id = String(made).padStart(24, '0')
    const account = { abonement: String(10_000_001 + (made % subscribers)) }
    const opened = await ask(url, 'CreateTransaction', { id, time: Date.now(), amount: 500_000, account })
    const paid = await ask(url, 'PerformTransaction', { id })
    if (state(opened) !== 1 || state(paid) !== 2)
      throw new Error(`a payment got the response ${JSON.stringify([opened, paid])}`)
  })
}

function msPerLook(url: string, times: number) {
  return perOne(times, async () => void (await ask(url, 'CheckTransaction', { id: 'not-there' })))
}

async function perOne(times: number, work: () => Promise<void>): Promise<number> {
  let left = times
  const worker = async () => {
    while (left-- > 0) await work()
  }
  const beganMs = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  return (performance.now() - beganMs) / times
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { name, ours, baseline, unit } = await merchants()
  console.log(
    `${name}: ${ours.toFixed(2)} against ${baseline.toFixed(2)} ${unit}, ${Math.round(1000 / ours)} pairs a second`,
  )
  process.exit(0)
}
