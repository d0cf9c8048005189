/**
 * The money simulation over many scenarios, in slices with a database of their own: `npm run simulate -- --seeds 10000`
 * (the default). `--from 501` begins at another seed, `--slice 250` makes smaller slices. Prints a line for each slice and
 * what the failing ones say; the exit code is 1 when one failed.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const limitMs = 6 * 3_600_000

process.exitCode = simulate()

function simulate(): number {
  const { values } = parseArgs({
    options: { seeds: { type: 'string' }, from: { type: 'string' }, slice: { type: 'string' } },
  })
  const [seeds, from, slice] = [
    wholeOf('seeds', values.seeds, 10_000),
    wholeOf('from', values.from, 1),
    wholeOf('slice', values.slice, 500),
  ]
  if (seeds === undefined || from === undefined || slice === undefined) return 2
  let failed = 0
  for (let first = from; first < from + seeds; first += slice) {
    const count = Math.min(slice, from + seeds - first)
    const { isWhole, output } = playSlice(first, count)
    console.log(`${isWhole ? 'ok    ' : 'failed'} seeds ${first} to ${first + count - 1}`)
    if (isWhole) continue
    failed += 1
    console.log(output)
  }
  return failed === 0 ? 0 : 1
}

function playSlice(first: number, count: number): { readonly isWhole: boolean; readonly output: string } {
  const file = 'tests/simulation/money/money.test.ts'
  const { status, stdout, stderr } = spawnSync(
    'vitest',
    ['run', '--project', 'simulation', file, '-t', 'keeps every invariant'],
    {
      ...{ encoding: 'utf8', timeout: limitMs, maxBuffer: 64 * 1024 * 1024 },
      env: { ...process.env, EKRAN_WORLDS: String(count), EKRAN_WORLDS_FROM: String(first) },
    },
  )
  return { isWhole: status === 0, output: `${stdout}${stderr}` }
}

/** A whole number above 0 of the command line; undefined after a message. */
function wholeOf(name: string, text: string | undefined, otherwise: number): number | undefined {
  const value = Number(text ?? otherwise)
  if (Number.isSafeInteger(value) && value > 0) return value
  console.error(`--${name} ${text}: a whole number above 0`)
  return undefined
}
