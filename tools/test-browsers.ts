/**
 * The site in WebKit and Firefox from Debian. Without them, prints what to install.
 *
 * Arguments select: `npm run browsers -- firefox` one of the two, `npm run browsers -- webkit guide` a step of its
 * test, by a word of its name; the step that logs in is always included.
 */
import { missingFor } from '#tests/kit/browser/driven-browser.ts'
import { firefoxDeps } from '#tests/kit/browser/firefox.ts'
import { webKitDeps } from '#tests/kit/browser/webkit.ts'
import { runStages } from './run-stages.ts'
import { vitestStage } from './stages.ts'

const words = process.argv.slice(2)
const all = [webKitDeps, firefoxDeps]

function named(word: string) {
  return all.find(({ name }) => name.toLowerCase() === word.toLowerCase())
}

const engines = all.filter((one) => words.some((word) => named(word) === one))
const chosen = engines.length === 0 ? all : engines

/** A pattern for the whole name of a test: the browser's, then the step's. */
function patternOf(): string {
  const steps = words.filter((word) => named(word) === undefined)
  const literal = (text: string) => text.replace(/[^\w\s-]/g, String.raw`\$&`)
  const step = steps.length === 0 ? '' : `.*(logs in with the form|${steps.map(literal).join('|')})`
  return `(${chosen.map(({ name }) => name).join('|')})${step}`
}

const missing = missingFor(chosen)
if (missing !== undefined) console.error(missing)

function stage() {
  return vitestStage(['browsers'], words.length === 0 ? {} : { only: patternOf() })
}

process.exitCode = missing === undefined ? await runStages([stage()]) : 1
