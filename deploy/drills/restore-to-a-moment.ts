/**
 * Loses everything and restores it to a moment before a mistake: `node deploy/drills/restore-to-a-moment.ts [--data
 * <folder>] [--calm <seconds>]`. The database of two machines is archived into an object store by pgBackRest; viewers pay
 * and watch; the primary is lost; somebody deletes the subscribers' data; then all machines are gone. The database is restored
 * to the moment before, the files from a backup of Ekran, and viewers come back. Ends with 1 when a payment of the time before
 * is missing, the ledger is wrong, or the restored installation does not work.
 */
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openCrowdDatabase } from '#bench/crowd/accounts.ts'
import { ensureConsole, ensureWebClient } from '#server/platform/web-client/web-client.ts'
import { startObjectStore } from '#tests/kit/emulators/object-store.ts'
import { ekranCommand } from './ekran-command.ts'
import { bookedPayments, comparePayments } from './compare-payments.ts'
import { archiveCommandOf, pgBackRest, restoreCommandOf, writeBackupSettings } from './database-backups.ts'
import { clusterPrograms, type MemberName, memberFolders, startCluster } from './database-cluster.ts'
import { makeFolders, shareSettings, startInstallation, startViewers, sumsOf } from './installation.ts'
import { missing } from './proxy.ts'
import { restoreDatabaseTo } from './restore-database.ts'
import { missingPrograms, ownFolder } from './system-programs.ts'
import { startTlsFront } from './tls-front.ts'

const { values } = parseArgs({
  options: {
    // With films that an earlier run has made; a temporary folder without it.
    data: { type: 'string' },
    // How long viewers pay and watch before and after each thing that happens.
    calm: { type: 'string', default: '15' },
  },
})
const needed = { ...clusterPrograms, pgbackrest: 'pgbackrest', openssl: 'openssl' }
const lacking = [missing, missingPrograms(needed)].filter((one) => one !== undefined)
if (lacking.length > 0) {
  console.error(lacking.join('\n'))
  process.exit(1)
}
/** `archive_timeout` of the database, and some time for the upload. */
const archiveTimeoutMs = 65_000
const root = fileURLToPath(new URL('../..', import.meta.url))
const calmMs = Number(values.calm) * 1000
const startedAtMs = performance.now()

await using stack = new AsyncDisposableStack()
const { dir, data } = await makeFolders(stack, values.data)
// PostgreSQL runs as somebody else.
await chmod(dir, 0o711)
await ensureWebClient(root, () => say('building the site'))
await ensureConsole(root, () => say('building the console'))

say('an object store, and the database on two machines')
const store = await startObjectStore()
stack.defer(() => store.stop())
const front = await startTlsFront(store.access.endpoint ?? '', dir)
stack.defer(() => front.stop())
const clusterDir = join(dir, 'cluster')
const settingsOf = (name: MemberName) => join(clusterDir, `${name}-pgbackrest.conf`)
ownFolder(clusterDir)
for (const name of ['db-1', 'db-2'] as const) {
  ownFolder(join(clusterDir, name))
  const folders = memberFolders(clusterDir, name)
  writeBackupSettings(settingsOf(name), { port: front.port, ...store.access }, folders)
}
const cluster = await startCluster(clusterDir, (name) => ({
  archive: archiveCommandOf(settingsOf(name)),
  restore: restoreCommandOf(settingsOf(name)),
}))
stack.defer(() => cluster.stop())
await pgBackRest(settingsOf('db-1'), 'stanza-create')
const env = shareSettings(cluster.url, data)
const original = await startInstallation(root, join(dir, 'nginx'), env)
stack.defer(() => original.stop())

say('a full backup of the database, and one of the files, while viewers pay')
const bookedBefore = await bookedPayments(data)
const load = await startViewers(original.url, data)
await pgBackRest(settingsOf('db-1'), '--type=full', 'backup')
const filesBackup = join(dir, 'files-backup')
say(await ekranCommand(env, 'backup', filesBackup))
await pause(calmMs)

say('the primary is lost')
await cluster.loseMachine(await cluster.untilPrimary())
const primary = await cluster.untilPrimary()
await pause(calmMs)
const paidBefore = new Set(load.paid)
const moment = await databaseTime()
say(`the moment: ${moment}, after ${paidBefore.size} payments`)
await pause(calmMs)
await load.end()
const paidLater = load.paid.size - paidBefore.size

say('somebody deletes the subscriptions and the wallets, and all machines are gone')
await deleteByMistake()
// Until the mistake is in the archive too.
await pause(archiveTimeoutMs)
await original.kill()
await cluster.loseMachine(primary)
await cluster.stop()

const lostAtMs = performance.now()
say('an empty set: the database as of the moment')
const restoredDir = join(dir, 'restored-cluster')
const restoredSettings = join(dir, 'restored-pgbackrest.conf')
await restoreDatabaseTo({
  ...{ dir: restoredDir, configPath: restoredSettings, store: { port: front.port, ...store.access }, moment },
})
const restored = await startCluster(restoredDir)
stack.defer(() => restored.stop())
say('the files')
const restoredData = join(dir, 'restored-data')
await mkdir(restoredData)
const restoredEnv = shareSettings(restored.url, restoredData)
say(await ekranCommand(restoredEnv, 'restore', filesBackup, '--files-only'))
const isQuiet = await quietReason()
const comparedAtMoment = await comparePayments(restoredData, paidBefore, [...bookedBefore, ...load.paid])
say(await ekranCommand(restoredEnv, 'quiet', 'off', '--yes'))
const again = await startInstallation(root, join(dir, 'nginx-2'), restoredEnv)
stack.defer(() => again.stop())
say(`everything runs again ${((performance.now() - lostAtMs) / 1000).toFixed(0)} s after it was lost`)

say('the viewers come back')
const bookedThen = await bookedPayments(restoredData)
const loadAfter = await startViewers(again.url, restoredData)
await pause(calmMs)
const { requests, failed } = sumsOf(loadAfter)
await loadAfter.end()
const after = await comparePayments(restoredData, loadAfter.paid, bookedThen)
console.log(`\nof the time before the moment: ${comparedAtMoment.text}`)
console.log(`of the time between it and the loss: ${paidLater} payments, to be compared with the registries`)
console.log(
  `after it: ${failed} of ${requests} requests failed, ${loadAfter.live.segments} segments; ${after.text}`,
)
await again.stop()
const works = failed === 0 && loadAfter.live.segments > 0 && after.isWhole
process.exitCode = comparedAtMoment.isWhole && isQuiet && works ? 0 : 1

async function databaseTime(): Promise<string> {
  await using opened = await openCrowdDatabase(data)
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(opened.db)
  return rows[0]?.now ?? ''
}

async function quietReason(): Promise<boolean> {
  await using opened = await openCrowdDatabase(restoredData)
  const { rows } = await sql`select from installation where name = 'quiet'`.execute(opened.db)
  return rows.length === 1
}

async function deleteByMistake(): Promise<void> {
  await using opened = await openCrowdDatabase(data)
  await sql`delete from subscription`.execute(opened.db)
  await sql`update wallet set balance_tiyin = 0`.execute(opened.db)
}

function say(line: string): void {
  console.log(`${((performance.now() - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}
