/**
 * Kills the processes of an installation, one after the other and several at once, and its database, while viewers ask for
 * everything, pay and watch: `node deploy/drills/lost-nodes.ts [--data <folder>] [--calm <seconds>]`. Prints what the
 * viewers noticed of each loss; ends with 1 when a payment was lost or made twice, the ledger is wrong, the archive has a
 * longer hole than promised, or requests still failed at the end of a step.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openCrowdDatabase } from '#bench/crowd/accounts.ts'
import { balanceNodes } from '#server/channel-leases/channel-leases.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { ensureConsole, ensureWebClient } from '#server/platform/web-client/web-client.ts'
import { freePort } from '#tests/kit/product/product.ts'
import { bookedPayments, comparePayments } from './compare-payments.ts'
import { makeFolders, shareSettings, socketUrl, startViewers } from './installation.ts'
import { type NodeProcess, startNode } from './node-process.ts'
import { missing, startProxy } from './proxy.ts'
import { linesOf } from './report.ts'
import { isWithinPromises, runStep, type Step, tableOf } from './steps.ts'

const { values } = parseArgs({
  options: {
    // With films that an earlier run has made; a temporary folder without it.
    data: { type: 'string' },
    // After each loss, and again after what was lost has come back.
    calm: { type: 'string', default: '20' },
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
const liveDir = join(data, 'media', 'live')
await ensureWebClient(root, () => say('building the site'))
await ensureConsole(root, () => say('building the console'))

say('the database, two processes of each kind, and the proxy')
let database = await startEmbeddedPostgres({ dir: join(data, 'pg'), log: silentLog })
stack.defer(() => database.stop())
const env = shareSettings(socketUrl(database.location), data)
const nodes = new Map<string, NodeProcess>()
for (const name of ['media 1', 'media 2', 'jobs 1', 'jobs 2', 'api 1', 'api 2']) await start(name)
const proxy = await startProxy(join(dir, 'nginx'), await freePort(), portsOf('media'), portsOf('api'))
stack.defer(() => proxy.stop())
await balance()

say('the viewers')
const bookedBefore = await bookedPayments(data)
const load = await startViewers(proxy.url, data)
const steps: Step[] = []
await step('nothing is lost', async () => undefined)
await lose('a process with the API', ['api 1'])
await lose('a process with media', ['media 1'])
await lose('a process with jobs', ['jobs 1'])
await lose('one of each: a machine', ['api 2', 'media 2', 'jobs 2'])
for (const awayMs of [0, 15_000])
  await step(
    `the database, started again ${awayMs === 0 ? 'at once' : `after ${awayMs / 1000} s`}`,
    async () => {
      process.kill(database.pid, 'SIGKILL')
      await database.ended
      await pause(awayMs)
      database = await startEmbeddedPostgres({ dir: join(data, 'pg'), log: silentLog })
    },
    awayMs,
  )
await load.end()
const payments = await comparePayments(data, load.paid, bookedBefore)
console.log(linesOf(load).join('\n'))
console.log(['', ...tableOf(steps)].join('\n'))
console.log(`\n${payments.text}`)
for (const node of nodes.values()) await node.stop()
process.exitCode = payments.isWhole && steps.every(isWithinPromises) ? 0 : 1

/** Kills these processes at once; they are started again after a while, as their supervisor would. */
async function lose(what: string, names: readonly string[]): Promise<void> {
  await step(what, () => Promise.all(names.map(async (name) => nodes.get(name)?.kill())))
  for (const name of names) await start(name)
  await proxy.route(portsOf('api'), portsOf('media'))
  if (names.some((name) => name.startsWith('media'))) await balance()
  await pause(calmMs)
}

async function step(what: string, act: () => Promise<unknown>, awayMs = 0): Promise<void> {
  steps.push(await runStep({ load, liveDir, calmMs, say }, what, act, awayMs))
}

async function start(name: string): Promise<void> {
  const only = name.split(' ')[0] ?? ''
  nodes.set(name, await startNode({ root, only, port: await freePort(), env }))
  say(`${name} is ready`)
}

function portsOf(kind: string): readonly number[] {
  return [...nodes].filter(([name]) => name.startsWith(kind)).map(([, { port }]) => port)
}

/** Both nodes with media record a part of the channels. */
async function balance(): Promise<void> {
  await using opened = await openCrowdDatabase(data)
  await balanceNodes(opened.db)
}

function say(line: string): void {
  console.log(`${((performance.now() - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}
