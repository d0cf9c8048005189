/**
 * The operator's command line: `npm run ekran -- …`. All other modules are loaded after the compile cache is on, as
 * in `main.ts`.
 */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const cacheDir = fileURLToPath(new URL('../../.cache/compile', import.meta.url))
enableCompileCache(cacheDir)
// For child processes.
process.env['NODE_COMPILE_CACHE'] ??= cacheDir
const { run } = await import('./run.ts')
process.exitCode = await run(process.argv.slice(2))
