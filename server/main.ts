/**
 * Starts Ekran, from its build where there is one of the current sources. All other modules are loaded after the compile
 * cache is on: the next start then takes a fifth of the time.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type * as sources from './run.ts'
import { builtEntry } from '#server/platform/server-build/built-entry.ts'

const cacheDir = fileURLToPath(new URL('../.cache/compile', import.meta.url))
enableCompileCache(cacheDir)
// For child processes.
process.env['NODE_COMPILE_CACHE'] ??= cacheDir
const built = builtEntry(fileURLToPath(new URL('..', import.meta.url)), 'server')
const { run } = built === undefined ? await import('./run.ts') : ((await import(built)) as typeof sources)
await run(process.argv.slice(2))
