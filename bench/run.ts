/**
 * `npm run bench`: the promised figures, each as a ratio to a baseline measured in the same run. `npm run bench --
 * [<name> …] [--out <file.json>] [--table <file.md>]` runs some of them, and writes the figures after each bench, so
 * that an aborted run leaves its results.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { startProduct } from '#tests/kit/product/product.ts'
import { archive } from './archive/archive.ts'
import { backfill } from './reports/backfill.ts'
import { cachedAnswer } from './web/cached-response.ts'
import { channelsTable } from './console/channels-table.ts'
import { charging } from './billing/charging.ts'
import { clickToPicture } from './playback/click-to-picture.ts'
import { drawnPage } from './web/rendered-page.ts'
import { edge } from './live/edge.ts'
import { exports } from './accounting/exports.ts'
import { figuresTable, isMissed, lineOf } from './figures-table.ts'
import { firstFrame } from './playback/first-frame.ts'
import { firstVisit } from './playback/first-visit.ts'
import { firstPaint } from './web/first-paint.ts'
import { guide } from './guide/guide.ts'
import { guideByRemote } from './guide/guide-remote.ts'
import { guideGrid } from './guide/guide-grid.ts'
import { ladder } from './films/ladder.ts'
import { latency } from './live/latency.ts'
import { ledgerHistory } from './billing/ledger-history.ts'
import { list } from './catalogue/list.ts'
import { login } from './accounts/login.ts'
import { longSession } from './playback/long-session.ts'
import type { BenchResult } from './kit/measure.ts'
import { memory } from './web/memory.ts'
import { merchants } from './billing/merchants.ts'
import { packaging } from './films/packaging.ts'
import { playlists } from './live/playlists.ts'
import { recommendations } from './catalogue/recommendations.ts'
import { recording } from './live/recording.ts'
import { promoCodes } from './billing/promo-codes.ts'
import { prefixLookUp } from './accounts/region.ts'
import { reports } from './reports/reports.ts'
import { search } from './search/search.ts'
import { sessionCheck, sessionLookUp } from './accounts/session-check.ts'
import { tariffPreview } from './billing/tariff-preview.ts'
import { subscriberSearch } from './subscribers/search.ts'
import { statements } from './accounting/statements.ts'
import { broadcastTitles } from './catalogue/broadcast-titles.ts'
import { startUp } from './catalogue/start-up.ts'
import { loudness } from './live/loudness.ts'
import { stills } from './live/stills.ts'
import { television } from './playback/television.ts'
import { cardPreview } from './playback/card-preview.ts'
import { zap } from './playback/zap.ts'

type Product = Awaited<ReturnType<typeof startProduct>>
type Bench = (product: Product) => Results | Promise<Results>
type Results = BenchResult | readonly BenchResult[]

/** Each runs alone, with its own programs. */
const alone: Readonly<Record<string, () => Results | Promise<Results>>> = {
  region: prefixLookUp,
  archive: () => archive(),
  'session-look-up': sessionLookUp,
  'ledger-history': ledgerHistory,
  charging,
  merchants,
  search,
  recommendations,
  reports: () => reports(),
  backfill: () => backfill(),
  statements: () => statements(),
  exports: () => exports(),
  'promo-codes': promoCodes,
  list,
  'start-up': startUp,
  'broadcast-titles': () => broadcastTitles(),
  guide,
  recording,
  playlists,
  edge,
  latency,
  stills: () => stills(),
  loudness: () => loudness(),
  ladder: () => ladder(),
  packaging,
  'channels-table': channelsTable,
  'subscriber-search': () => subscriberSearch(),
  'tariff-preview': () => tariffPreview(),
}
/** These measure one product that runs as in production, when its films are ready. */
const withProduct: Readonly<Record<string, Bench>> = {
  memory,
  'cached-answer': cachedAnswer,
  'drawn-page': drawnPage,
  'first-paint': firstPaint,
  'guide-grid': guideGrid,
  'guide-remote': guideByRemote,
  'session-check': sessionCheck,
  login,
  'click-to-picture': clickToPicture,
  'first-frame': firstFrame,
  'first-visit': firstVisit,
  zap,
  'card-preview': cardPreview,
  television,
}
/** The longest comes last. */
const longest: Readonly<Record<string, () => Results | Promise<Results>>> = {
  'long-session': () => longSession(),
}

const { values: options, positionals: chosen } = parseArgs({
  options: { out: { type: 'string' }, table: { type: 'string' } },
  allowPositionals: true,
})
const seen = [...Object.keys(alone), ...Object.keys(withProduct), ...Object.keys(longest)]
for (const name of chosen)
  if (!seen.includes(name)) throw new Error(`there is no bench ${name}; there are ${seen.join(', ')}`)

const startedAt = new Date()
const results: BenchResult[] = []
const failures: string[] = []

function isChosen(name: string) {
  return chosen.length === 0 || chosen.includes(name)
}

for (const [name, run] of Object.entries(alone)) if (isChosen(name)) await take(name, run)
if (Object.keys(withProduct).some(isChosen)) await takeWithProduct()
for (const [name, run] of Object.entries(longest)) if (isChosen(name)) await take(name, run)
process.exitCode = failures.length > 0 || results.some(isMissed) ? 1 : 0

/** A bench that fails is reported, and the others continue. */
async function take(name: string, run: () => Results | Promise<Results>): Promise<void> {
  try {
    const match = [await run()].flat()
    for (const result of match) console.log(lineOf(result))
    results.push(...match)
  } catch (error) {
    failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    console.error(`${name} FAILED:`, error)
  }
  if (options.out !== undefined) writeFileSync(options.out, `${JSON.stringify(results, null, 2)}\n`)
  if (options.table !== undefined)
    writeFileSync(options.table, figuresTable({ results, failures, at: startedAt }))
}

async function takeWithProduct(): Promise<void> {
  // Behind a trusted proxy, so that logins may come from as many addresses as in production.
  const product = await startProduct({
    env: {
      ...{ EKRAN_TRUSTED_PROXIES: '127.0.0.1' },
      // As `npm start` sets them.
      ...{ MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '8388608', MALLOC_MMAP_THRESHOLD_: '4194304' },
    },
  })
  try {
    await waitUntilQuiet(product.url)
    for (const [name, run] of Object.entries(withProduct))
      if (isChosen(name)) await take(name, () => run(product))
  } finally {
    await product.stop()
  }
}

/** Films are still being packaged after the first start; measuring meanwhile would measure the packaging. */
async function waitUntilQuiet(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const waiting = /^ekran_packaging_waiting (\d+)/m.exec(metrics)?.[1]
    if (waiting === '0') return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('the films of the demo were not ready within five minutes')
}
