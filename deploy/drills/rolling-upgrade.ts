/**
 * Replaces the processes of a running installation by those of another release, one after the other, while viewers ask
 * for everything, and rolls one back: `node deploy/drills/rolling-upgrade.ts [--data <folder>] [--calm <seconds>]
 * [--untold]`. Prints what the viewers noticed; ends with 1 when a request failed or a player waited for a second.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { ensureConsole, ensureWebClient } from '#server/platform/web-client/web-client.ts'
import { freePort } from '#tests/kit/product/product.ts'
import { makeFolders, shareSettings, socketUrl, startViewers, sumsOf } from './installation.ts'
import type { Load } from './load.ts'
import { makeNextRelease } from './next-release.ts'
import { type NodeProcess, startNode } from './node-process.ts'
import { missing, type Proxy, startProxy } from './proxy.ts'
import { linesOf } from './report.ts'

const { values } = parseArgs({
  options: {
    // With films that an earlier run has made; a temporary folder without it.
    data: { type: 'string' },
    // Between two steps.
    calm: { type: 'string', default: '10' },
    // The proxy is not told that a process stops: it notices by itself.
    untold: { type: 'boolean', default: false },
  },
})
if (missing !== undefined) {
  console.error(missing)
  process.exit(1)
}
const root = fileURLToPath(new URL('../..', import.meta.url))
const calmMs = Number(values.calm) * 1000
const startedAtMs = performance.now()

await using stack = new AsyncDisposableStack()
const { dir, data } = await makeFolders(stack, values.data)

say('the two releases')
await ensureWebClient(root, () => say('building the site'))
await ensureConsole(root, () => say('building the console'))
const next = join(dir, 'next')
const version = await makeNextRelease(root, next)

say('the database and the processes of the former release')
const server = await startEmbeddedPostgres({ dir: join(data, 'pg'), log: silentLog })
stack.defer(() => server.stop())
const env = shareSettings(socketUrl(server.location), data)
const media = await start(root, 'media')
const jobs = await start(root, 'jobs')
const first = await start(root, 'api')
const second = await start(root, 'api')
const proxy = await startProxy(join(dir, 'nginx'), await freePort(), [media.port], [first.port, second.port])
stack.defer(() => proxy.stop())

say('the viewers')
const load = await startViewers(proxy.url, data)
await calm('alone')

say(`version ${version} beside the former one`)
const third = await start(next, 'api')
await proxy.route([first.port, second.port, third.port])
await calm('three processes, two versions')
await replace(proxy, first, [second.port, third.port])
await calm('the first is replaced')
const fourth = await start(next, 'api')
await replace(proxy, second, [third.port, fourth.port])
say(`the jobs: stopped in ${(await jobs.stop()).toFixed(1)} s`)
const nextJobs = await start(next, 'jobs')
await calm('all of the next release')

say('one is rolled back')
const fifth = await start(root, 'api')
if (!fifth.output().includes('database.newer_than_release'))
  throw new Error('the former release did not say that the database is newer')
await replace(proxy, third, [fourth.port, fifth.port])
await calm('two versions again')
await load.end()
console.log(linesOf(load).join('\n'))
for (const node of [fourth, fifth, nextJobs, media]) await node.stop()
process.exitCode = hasFailed(load) ? 1 : 0

async function start(from: string, only: string): Promise<NodeProcess> {
  const beganMs = performance.now()
  const node = await startNode({ root: from, only, port: await freePort(), env })
  say(`${only} of ${from === root ? 'the former release' : version} is ready after ${seconds(beganMs)} s`)
  return node
}

/** As the guide says: the others take over first, then the process is told to stop. */
async function replace(before: Proxy, old: NodeProcess, others: readonly number[]): Promise<void> {
  if (!values.untold) await before.route(others)
  say(`a process stopped in ${(await old.stop()).toFixed(1)} s`)
  if (values.untold) await before.route(others)
}

async function calm(what: string): Promise<void> {
  await pause(calmMs)
  const { failed, requests } = sumsOf(load)
  say(
    `${what}: ${requests} requests so far, ${failed} failed, longest gap ${Math.round(load.live.longestGapMs)} ms`,
  )
}

function hasFailed(ended: Load): boolean {
  return sumsOf(ended).failed > 0 || ended.live.stalls > 0 || ended.live.updates === 0
}

function seconds(sinceMs: number): string {
  return ((performance.now() - sinceMs) / 1000).toFixed(1)
}

function say(line: string): void {
  console.log(`${seconds(startedAtMs).padStart(6)} s  ${line}`)
}
