/**
 * A list of 50,000 titles with three filters, its total and every facet, over HTTP and never cached: against a bare
 * `node:http` response of the same size, and beside the same list by SQL. All requests are sent one after another, from
 * a process beside the server.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { startBareServer } from '#bench/kit/bare-server.ts'
import { openListBySql } from './list-by-sql.ts'
import { createDice } from '#bench/kit/seeded-random.ts'
import { listQuery, madeUpCatalogue, type ListQuery } from './made-up-lists.ts'
import type { BenchResult } from '#bench/kit/measure.ts'

const titleCount = 50_000
const requestTimes = 400
/** Other programs on the machine only ever add time: of this many measurements the minimum counts. */
const rounds = 3
const warmUp = 300
const promised = { p99Ms: 5, sqlP99Ms: 20 }

interface Times {
  readonly p50Ms: number
  readonly p99Ms: number
}
interface Measured {
  readonly vids: readonly number[]
  readonly total: number
}

export async function list(): Promise<readonly BenchResult[]> {
  const dice = createDice(7)
  const request = Array.from({ length: requestTimes }, () => listQuery(dice))
  const server = await startListServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  // The requests differ in a field that is not read, so that no response comes from the cache.
  let count = 0
  const ask = async (one: ListQuery) =>
    answerOf(await fetchText(`${server.url}?${queryOf(one)}&device=${count++}`, agent))
  const ours = await measured(request, ask)
  const size = (await fetchText(`${server.url}?${queryOf(request[0] ?? listQuery(dice))}`, agent)).length
  const bareServer = await startBareServer(size)
  const bare = await measured(request, () => fetchText(bareServer.url, agent).then(() => undefined))
  bareServer.stop()
  const sql = await openListBySql(madeUpCatalogue(titleCount))
  const bySql = await measured(request, (one) => sql.list(one))
  await compare(request, ask, (one) => sql.list(one))
  await sql.close()
  agent.destroy()
  server.stop()
  print({ ours, bare, bySql }, size)
  const line = (
    name: string,
    figures: readonly [mine: number, other: number],
    limits: Partial<BenchResult>,
  ) => ({
    name: `list of ${titleCount} titles, ${name}`,
    ours: figures[0],
    baseline: figures[1],
    unit: 'ms',
    ...limits,
  })
  return [
    line('three filters and facets, slowest of a hundred against a bare answer', [ours.p99Ms, bare.p99Ms], {
      max: promised.p99Ms,
    }),
    line('three filters and facets, middle one against a bare answer', [ours.p50Ms, bare.p50Ms], {}),
    line(
      'three filters by SQL without facets, slowest of a hundred against ours',
      [bySql.p99Ms, ours.p99Ms],
      {
        max: promised.sqlP99Ms,
      },
    ),
  ]
}

async function startListServer() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'list-server.ts'), String(titleCount)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: `http://127.0.0.1:${Number(line.toString())}/middleware/noauth/video/list`,
    stop: () => child.kill(),
  }
}

function queryOf({ genreId, country, years, minRating, order }: ListQuery): string {
  return new URLSearchParams({
    lang: 'ru',
    limit: '24',
    facets: '1',
    genre_id: String(genreId),
    country,
    ...(years.length > 0 ? { year: years.join(',') } : { rating: String(minRating) }),
    order,
  }).toString()
}

function fetchText(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent, timeout: 10_000 }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} responded with ${response.statusCode}`))
      const parts: string[] = []
      response.setEncoding('utf8')
      response.on('data', (part: string) => parts.push(part)).on('end', () => resolve(parts.join('')))
    }).on('error', reject)
  })
}

function answerOf(text: string): Measured {
  const { data } = JSON.parse(text) as { data: { videos: { item: { vid: number }[] }; total: number } }
  return { vids: data.videos.item.map(({ vid }) => vid), total: data.total }
}

async function measured(
  requests: readonly ListQuery[],
  ask: (one: ListQuery) => Promise<unknown>,
): Promise<Times> {
  for (const one of requests.slice(0, warmUp)) await ask(one)
  const min = requests.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round += 1)
    for (const [at, one] of requests.entries()) {
      const beganMs = performance.now()
      await ask(one)
      min[at] = Math.min(min[at] ?? 0, performance.now() - beganMs)
    }
  const times = min.toSorted((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99) }
}

type AskFor = (one: ListQuery) => Promise<Measured>

/** Both must return the same titles, or one of them measures something else. Names are in each one's own order. */
async function compare(requests: readonly ListQuery[], ours: AskFor, theirs: AskFor): Promise<void> {
  for (const one of requests.slice(0, 50)) {
    const [mine, other] = [await ours(one), await theirs(one)]
    const isSame = one.order === 'name' || mine.vids.join() === other.vids.join()
    if (mine.total !== other.total || !isSame) throw new Error(`not the same list: ${JSON.stringify(one)}`)
  }
}

function print(times: Readonly<Record<'ours' | 'bare' | 'bySql', Times>>, size: number): void {
  for (const [name, { p50Ms, p99Ms }] of Object.entries(times))
    console.log(
      `list of ${(size / 1024).toFixed(0)} KiB, ${name}: p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`,
    )
}
