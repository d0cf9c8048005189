/**
 * The operator's command line: `npm run ekran -- …`. All other modules are loaded after the compile cache is on, as
 * in `main.ts`.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as sources from './run.ts'
import { builtEntry } from '#server/platform/server-build/built-entry.ts'

const cacheDir = fileURLToPath(new URL('../../.cache/compile', import.meta.url))
enableCompileCache(cacheDir)
// For child processes.
process.env['NODE_COMPILE_CACHE'] ??= cacheDir
const built = builtEntry(fileURLToPath(new URL('../..', import.meta.url)), 'command-line')
const { run } = built === undefined ? await import('./run.ts') : ((await import(built)) as typeof sources)
process.exitCode = await run(process.argv.slice(2))
