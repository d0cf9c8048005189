/** Builds a browser client, as a separate program; see `ensureWebClient` and `ensureConsole`. Its argument is JSON. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import * as z from 'zod/mini'
import { packedSuffix } from '#server/platform/http/site/site-files.ts'

// The build belongs to the program, not to an installation's data: any later user must be able to read it.
process.umask(0o022)
const { root, configFile, outDir, builds } = z.parse(
  z.object({
    root: z.string(),
    configFile: z.string(),
    /** Its folder `assets` is compressed at the end. */
    outDir: z.string(),
    /** In this order: the site's page names files of the build for old engines, which is therefore first. */
    builds: z.array(z.object({ outDir: z.string(), mode: z.optional(z.string()), ssr: z.boolean() })),
  }),
  JSON.parse(process.argv[2] ?? ''),
)
// Ends when the parent process was killed.
process.stdin
  .on('close', () => process.exit(1))
  .resume()
  .unref()
for (const { outDir, mode, ssr } of builds)
  await build({
    root,
    configFile,
    logLevel: 'error',
    ...(mode === undefined ? {} : { mode }),
    build: ssr ? { outDir, ssr } : { outDir },
  })
await packAll(join(outDir, 'assets'))

/**
 * Compressed once with the best brotli level: a tenth smaller, at every first visit, than what a server has time for.
 */
async function packAll(dir: string): Promise<void> {
  const files = (await readdir(dir)).filter((name) => /\.(?:js|css)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const packed = await promisify(brotliCompress)(await readFile(join(dir, name)))
      await writeFile(join(dir, name + packedSuffix), packed)
    }),
  )
}
