/** `npm run bench`: the numbers we promise, each as a ratio to a baseline measured in the same run. */
import { writeFileSync } from 'node:fs'
import { startProduct } from '#tests/kit/product.ts'
import { archive } from './archive.ts'
import { cachedAnswer } from './cached-answer.ts'
import { charging } from './charging.ts'
import { clickToPicture } from './click-to-picture.ts'
import { guideGrid } from './guide-grid.ts'
import { ledgerHistory } from './ledger-history.ts'
import { list } from './list.ts'
import { guide } from './guide.ts'
import { drawnPage } from './drawn-page.ts'
import { firstFrame } from './first-frame.ts'
import { firstPaint } from './first-paint.ts'
import { ladder } from './ladder.ts'
import { latency } from './latency.ts'
import { login } from './login.ts'
import { longSession } from './long-session.ts'
import type { BenchResult } from './measure.ts'
import { merchants } from './merchants.ts'
import { packaging } from './packaging.ts'
import { playlists } from './playlists.ts'
import { recording } from './recording.ts'
import { recommendations } from './recommendations.ts'
import { search } from './search.ts'
import { prefixLookUp } from './region.ts'
import { sessionCheck, sessionLookUp } from './session-check.ts'
import { startUp } from './start-up.ts'
import { zap } from './zap.ts'

const results: BenchResult[] = []
const isMissed = ({ ours, baseline, target, most }: BenchResult) =>
  (target !== undefined && ours / baseline > target) || (most !== undefined && ours > most)
const report = (result: BenchResult) => {
  results.push(result)
  const ratio = result.ours / result.baseline
  const limits = [
    ...(result.target === undefined ? [] : [`≤ ${result.target}`]),
    ...(result.most === undefined ? [] : [`≤ ${result.most} ${result.unit}`]),
  ]
  const target = limits.length === 0 ? '' : `  ${isMissed(result) ? 'MISSED' : 'ok'} (${limits.join(', ')})`
  const figures = `${result.ours.toFixed(2)} against ${result.baseline.toFixed(2)} ${result.unit}`
  console.log(`${result.name}: ${ratio.toFixed(2)} × baseline  (${figures})${target}`)
}

report(prefixLookUp())
for (const result of archive()) report(result)
report(await sessionLookUp())
report(await ledgerHistory())
for (const result of await charging()) report(result)
report(await merchants())
for (const result of await search()) report(result)
for (const result of recommendations()) report(result)
for (const result of await list()) report(result)
for (const result of await startUp()) report(result)
for (const result of await guide()) report(result)
for (const result of await recording()) report(result)
for (const result of await playlists()) report(result)
for (const result of await latency()) report(result)
for (const result of await ladder()) report(result)
for (const result of await packaging()) report(result)
for (const result of await longSession()) report(result)
// Behind a proxy that is trusted, so that logins may come from as many addresses as they would.
const product = await startProduct({ env: { EKRAN_TRUSTED_PROXIES: '127.0.0.1' } })
try {
  await waitUntilQuiet(product.url)
  report(await cachedAnswer(product))
  for (const result of await drawnPage(product)) report(result)
  for (const result of await firstPaint(product)) report(result)
  for (const result of await guideGrid(product)) report(result)
  report(await sessionCheck(product))
  report(await login(product))
  report(await clickToPicture(product))
  report(await firstFrame(product))
  for (const result of await zap(product)) report(result)
} finally {
  await product.stop()
}
if (process.argv[2] === '--out' && process.argv[3] !== undefined)
  writeFileSync(process.argv[3], `${JSON.stringify(results, null, 2)}\n`)
process.exitCode = results.some(isMissed) ? 1 : 0

/** Films are still being prepared after the first start; measuring beside them would measure them. */
async function waitUntilQuiet(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    const waiting = /^ekran_packaging_waiting (\d+)/m.exec(metrics)?.[1]
    if (waiting === '0') return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('the films of the demo were not ready within five minutes')
}
