/** Starts Ekran. Everything else is loaded after the compile cache is on: a second start then takes a fifth. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const cacheDir = fileURLToPath(new URL('../.cache/compile', import.meta.url))
enableCompileCache(cacheDir)
// For the programs it starts.
process.env['NODE_COMPILE_CACHE'] ??= cacheDir
const { run } = await import('./run.ts')
await run(process.argv.slice(2))
