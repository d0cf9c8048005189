/**
 * Loses the machines of a database under Patroni, one after the other, its etcd for a while, and changes the primary as
 * planned, while viewers ask for everything, pay and watch: `node deploy/drills/database-failover.ts [--data <folder>]
 * [--calm <seconds>]`. Prints what the viewers noticed of each; ends with 1 when a payment was lost or made twice, the ledger
 * is wrong, a standby that was away for long does not come back, payments or reads were away for longer than promised, or the archive has a longer hole than promised.
 */
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ensureConsole, ensureWebClient } from '#server/platform/web-client/web-client.ts'
import { bookedPayments, comparePayments } from './compare-payments.ts'
import { clusterPrograms, startCluster } from './database-cluster.ts'
import { makeFolders, shareSettings, startInstallation, startViewers } from './installation.ts'
import { missing } from './proxy.ts'
import { linesOf } from './report.ts'
import { isWithinPromises, runStep, type Step, tableOf } from './steps.ts'
import { missingPrograms } from './system-programs.ts'

const { values } = parseArgs({
  options: {
    // With films and a database that an earlier run has made; a temporary folder without it.
    data: { type: 'string' },
    // After each loss, and again after what was lost has come back.
    calm: { type: 'string', default: '20' },
  },
})
const lacking = [missing, missingPrograms(clusterPrograms)].filter((one) => one !== undefined)
if (lacking.length > 0) {
  console.error(lacking.join('\n'))
  process.exit(1)
}
/** The promise: payments are made again after so long, and reads are away for a moment more than on the busy machine alone. */
const writesAwayLimitMs = 30_000
const readsAwayMoreMs = 3000
const etcdAwayMs = 30_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const calmMs = Number(values.calm) * 1000
const startedAtMs = performance.now()

await using stack = new AsyncDisposableStack()
const { dir, data } = await makeFolders(stack, values.data)
// PostgreSQL runs as somebody else.
for (const folder of [dir, data]) await chmod(folder, 0o711)
await ensureWebClient(root, () => say('building the site'))
await ensureConsole(root, () => say('building the console'))

say('the database on two machines')
const cluster = await startCluster(join(data, 'cluster'))
stack.defer(() => cluster.stop())
const env = { ...shareSettings(cluster.url, data), EKRAN_READ_REPLICA_URL: cluster.standbyUrl }
say('a process with media, one with jobs, two with the API, and the proxy')
const installation = await startInstallation(root, join(dir, 'nginx'), env)
stack.defer(() => installation.stop())

say('the viewers')
const bookedBefore = await bookedPayments(data)
const load = await startViewers(installation.url, data)
const steps: Step[] = []
// Their first requests are not what is compared with.
await pause(calmMs)
await step('nothing is lost', async () => undefined)
await lose('the standby', false)
await lose('the primary', true)
await lose('the primary once more', true)
await step('the primary is changed as planned', () => cluster.switchover())
await cluster.untilBoth()
await step(`etcd, for ${etcdAwayMs / 1000} s`, async () => {
  await cluster.loseEtcd()
  await pause(etcdAwayMs)
  cluster.startEtcd()
})
await cluster.untilBoth()
await load.end()
const payments = await comparePayments(data, load.paid, bookedBefore)
console.log(linesOf(load).join('\n'))
console.log(['', ...tableOf(steps)].join('\n'))
console.log(`\n${payments.text}`)
await installation.stop()
process.exitCode = payments.isWhole && steps.every(isAsPromised) ? 0 : 1

/** The machine of the present primary or standby is gone; it is started again after a while. */
async function lose(what: string, isPrimary: boolean): Promise<void> {
  const primary = await cluster.primary()
  if (primary === undefined) throw new Error('there is no primary')
  const standby = primary === 'db-1' ? 'db-2' : 'db-1'
  const name = isPrimary ? primary : standby
  await step(
    what,
    async () => {
      await cluster.loseMachine(name)
      await cluster.untilPrimary()
    },
    writesAwayLimitMs,
  )
  if (!isPrimary) await cluster.fillLog()
  const beganMs = performance.now()
  cluster.startMachine(name)
  await cluster.untilBoth()
  say(`${name} is the standby ${((performance.now() - beganMs) / 1000).toFixed(1)} s after its start`)
  await pause(calmMs)
}

async function step(what: string, act: () => Promise<unknown>, awayMs = 0): Promise<void> {
  steps.push(await runStep({ load, liveDir: join(data, 'media', 'live'), calmMs, say }, what, act, awayMs))
}

function isAsPromised(one: Step): boolean {
  const readsLimitMs = (steps[0]?.readsAwayMs ?? 0) + readsAwayMoreMs
  const isBack = one.writesAwayMs <= writesAwayLimitMs && one.readsAwayMs <= readsLimitMs
  return isBack && isWithinPromises(one)
}

function say(line: string): void {
  console.log(`${((performance.now() - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}
