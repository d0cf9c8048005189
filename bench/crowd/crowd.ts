/**
 * A crowd of viewers against a product on this machine: `node bench/crowd/crowd.ts evening|login-storm|zap-storm|overload|
 * costs … [--viewers <n>] [--pace <n>] [--seed <n>] [--media-every <n>]`. It starts a product with its demo, or visits a
 * running one: `--url http://127.0.0.1:… --data <its data folder> --pid <its main process>`, which must trust 127.0.0.1 as
 * a proxy and, for payments, have the key of `crowdSettings`. It stops by itself. Its accounts are made in the database of
 * `DATABASE_URL` when that is set, as the product's are.
 */
import { parseArgs } from 'node:util'
import { startProduct } from '#tests/kit/product/product.ts'
import type { Db } from '#server/platform/database/database.ts'
import { makeAccounts, openCrowdDatabase } from './accounts.ts'
import { costedKinds } from './costs.ts'
import { Ending } from './ending.ts'
import { kindCosts, type KindCost } from './kind-costs.ts'
import { capacityOf, costLines, linesOf } from './report.ts'
import { createRequests } from './requests.ts'
import { playingChannels, runCrowd, type CrowdResult } from './run-crowd.ts'
import { scenarios } from './scenarios.ts'
import { Tally } from './tally.ts'

const merchantKey = 'payme-key-of-the-crowd'
const crowdSettings = {
  EKRAN_TRUSTED_PROXIES: '127.0.0.1',
  EKRAN_PAYME: `merchant=587f72c72cac0d162c722ae2&key=${merchantKey}`,
}
const costViewers = 400

interface Target {
  readonly origin: string
  readonly dataDir: string
  readonly pid: number
}

const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ viewers: text, pace: text, seed: text, 'media-every': text },
    ...{ url: text, data: text, pid: text },
  },
})
const chosen = positionals.length === 0 ? [...Object.keys(scenarios), 'costs'] : positionals
for (const name of chosen)
  if (name !== 'costs' && scenarios[name] === undefined)
    throw new Error(`there is no scenario ${name}; there are costs, ${Object.keys(scenarios).join(', ')}`)

await using stack = new AsyncDisposableStack()
const target = await targetOf(stack)
const opened = await openCrowdDatabase(target.dataDir)
stack.defer(() => opened.close())
const rates = new Map<string, number>()
let costs: readonly KindCost[] = []
for (const name of chosen) {
  if (name === 'costs') {
    costs = await measureCosts(target, opened.db)
    console.log(['CPU of one request', ...costLines(costs), ''].join('\n'))
  } else await run(name)
}
if (costs.length > 0 && rates.size > 0) console.log('one core carries', capacityOf(rates, costs))

async function run(name: string): Promise<void> {
  const scenario = scenarios[name]
  if (scenario === undefined) return
  const number = (value: string | undefined, otherwise: number) => Number(value ?? otherwise)
  const shape = scenario.shape({
    viewers: number(values.viewers, 1000),
    seed: number(values.seed, 1),
    pace: number(values.pace, name === 'overload' ? 20 : 1),
  })
  const result = await runCrowd({
    ...{ ...target, shape, db: opened.db, mediaEvery: number(values['media-every'], 1) },
    merchant: { url: `${target.origin}/merchants/payme`, key: merchantKey },
  })
  console.log([...linesOf(name, result, scenario.fallsAtMs), ''].join('\n'))
  if (name === 'evening') noteRates(result)
}

/** Requests of one viewer per second, for the capacity. */
function noteRates({ tally, viewers, tookSec }: CrowdResult): void {
  for (const { kind, outcomes } of tally.kinds()) rates.set(kind, outcomes.ok / viewers / tookSec)
}

async function measureCosts({ origin, dataDir, pid }: Target, db: Db): Promise<readonly KindCost[]> {
  const accounts = await makeAccounts(db, dataDir, costViewers)
  const tally = new Tally(performance.now())
  const requests = createRequests({
    ...{ origin, tally, ending: new Ending(), connections: 64, maxRequests: 2_000_000 },
  })
  const channels = await playingChannels(requests, accounts[0])
  const merchant = { url: `${origin}/merchants/payme`, key: merchantKey }
  const kinds = await costedKinds({ requests, tally, accounts, channels, merchant })
  const measured = await kindCosts(pid, kinds)
  requests.close()
  for (const [reason, count] of tally.errors()) console.log(`  ${count} × ${reason}`)
  return measured
}

async function targetOf(owner: AsyncDisposableStack): Promise<Target> {
  if (values.url !== undefined)
    return { origin: values.url, dataDir: values.data ?? '', pid: Number(values.pid) }
  const product = await startProduct({ env: crowdSettings })
  owner.defer(async () => void (await product.stop()))
  return { origin: product.url, dataDir: product.dataDir, pid: product.process.pid ?? 0 }
}
