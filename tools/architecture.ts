/** `npm run architecture`: measures of the code's readability, as a table; `--json` prints the same for programs. */
import { fileURLToPath } from 'node:url'
import { measureArchitecture } from './architecture/measure.ts'

const facts = measureArchitecture(fileURLToPath(new URL('..', import.meta.url)))
if (process.argv.includes('--json')) console.log(JSON.stringify(facts, null, 2))
else {
  console.log('| fact | now | target |\n|---|---|---|')
  for (const { fact, value, target } of facts) console.log(`| ${fact} | ${value} | ${target} |`)
}
