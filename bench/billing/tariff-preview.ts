/** Whom a change of a tariff touches, among 100,000 and 500,000 subscriptions of it: the preview against what is promised. */
import type { BenchResult } from '#bench/kit/measure.ts'
import { plainLook, previewPrice, previewTariff, showTariff } from '#server/billing/billing.ts'
import { dueMs, makeSubscribers, openBenchDatabase } from './made-up-subscribers.ts'

/** The promise is about 100,000; the larger number shows that it stays bounded. */
const subscriberCounts = [100_000, 500_000]
const repeats = 7
const promisedMs = 1000
const tariffId = 57

/** Among each of so many subscriptions of one tariff. */
export async function tariffPreview(counts = subscriberCounts): Promise<readonly BenchResult[]> {
  const results: BenchResult[] = []
  for (const count of counts) results.push(...(await previewsAmong(count)))
  return results
}

async function previewsAmong(count: number): Promise<readonly BenchResult[]> {
  const { db, close } = await openBenchDatabase()
  try {
    await makeSubscribers(db, count)
    const nowMs = dueMs - 86_400_000 * 2
    const shown = await showTariff(db, tariffId)
    if (shown === undefined) throw new Error('the tariff of the made-up subscribers is gone')
    const { tariff, revision } = shown
    const draft = {
      ...tariff,
      look: plainLook,
      periods: [{ id: tariffId, periodDays: 30, priceTiyin: 2_500_000 }],
    }
    const parts = { channelIds: [], rules: [], excludedIds: [], providerIds: [1] }
    const price = {
      tariffId,
      periodDays: 30,
      priceTiyin: 3_000_000,
      fromMs: undefined,
      payers: 'all',
    } as const
    const previews = {
      'what a draft opens': () =>
        previewTariff(db, { tariffId, revision, draft: { ...draft, ...parts } }, nowMs),
      'a price for all': () => previewPrice(db, price, nowMs),
    }
    const results: BenchResult[] = []
    for (const [name, preview] of Object.entries(previews)) {
      const times: number[] = []
      for (let at = 0; at < repeats; at += 1) {
        const startedMs = performance.now()
        const { kind } = await preview()
        if (kind !== 'effect') throw new Error(`${name}: ${kind}`)
        times.push(performance.now() - startedMs)
      }
      const median = times.toSorted((a, b) => a - b)[Math.floor(repeats / 2)] ?? 0
      results.push({
        name: `preview of a tariff with ${count} subscriptions, ${name}, against what is promised`,
        ...{ ours: Math.round(median), baseline: promisedMs, unit: 'ms', target: 1 },
      })
    }
    return results
  } finally {
    await close()
  }
}

if (import.meta.main) {
  const count = Number(process.argv[2] ?? 0)
  for (const result of await tariffPreview(count === 0 ? subscriberCounts : [count])) console.log(result)
}
