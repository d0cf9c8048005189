import { globSync, readFileSync } from 'node:fs'

/** The folders with the tests of single modules, beside the tested code. */
export const moduleTests =
  '{apps,bench,console,contract,deploy,media,server,player,web,db,emulators,tools}/**/*.test.{ts,tsx}'

/** Those of them that use a page: they create a DOM, which takes a second per file. */
export const componentTests = '{web,console}/**/*.test.tsx'

/**
 * Imports of a test that starts a database, an encoder, a browser or another process, or renders images by the hundred,
 * or waits for a message centre or a solved captcha.
 */
const startsAProcess =
  /tests\/kit\/(?:database\/(?:postgres|replica)|player\/serve-engine|media\/(?:film-worker|transport-streams|broadcast)|browser\/chromium|product\/product|modules\/(?:playback-scenario|recordings-scenario|brand-site)|emulators\/(?:emulator-program|object-store|sms-centre)|modules\/solve-captcha)|findMediaBinaries|ffmpeg\/process\/run|process\/sandbox\/sandbox|from 'sharp'|node:child_process/

/**
 * The module tests that start real programs or take as long, as paths from the project's root. The others are left to
 * the fast check. Throws when there is none of either kind, because then the wrong folder was read.
 */
export function integrationTests(): string[] {
  const all = globSync(moduleTests, { exclude: (name) => name === 'node_modules' })
  const slow = all.filter((path) => startsAProcess.test(readFileSync(path, 'utf8'))).toSorted()
  if (slow.length === 0 || slow.length === all.length)
    throw new Error(`all ${all.length} module tests are of one kind; expected fast and slow ones`)
  return slow
}
