/** Builds the web client, as a program of its own; see `ensureWebClient`. Its argument is JSON. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import * as z from 'zod/mini'
import { packedSuffix } from '#server/platform/http/site/static-site.ts'

// What is built belongs to the program, not to what an installation keeps: whoever runs it later must read it.
process.umask(0o022)
const { root, configFile, outDir, serverDir } = z.parse(
  z.object({ root: z.string(), configFile: z.string(), outDir: z.string(), serverDir: z.string() }),
  JSON.parse(process.argv[2] ?? ''),
)
// Whoever started this was killed: nobody waits for it.
process.stdin
  .on('close', () => process.exit(1))
  .resume()
  .unref()
const defaultValue = { root, configFile, logLevel: 'error' } as const
// The usual page names files of the one for old engines, which therefore comes first.
await build({ ...defaultValue, mode: 'old-engines', build: { outDir } })
await build({ ...defaultValue, build: { outDir } })
await build({ ...defaultValue, build: { outDir: serverDir, ssr: true } })
await packAll(join(outDir, 'assets'))

/** Packed once as small as brotli can: a tenth less than what a server has time for, at every first visit. */
async function packAll(dir: string): Promise<void> {
  const files = (await readdir(dir)).filter((name) => /\.(?:js|css)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const packed = await promisify(brotliCompress)(await readFile(join(dir, name)))
      await writeFile(join(dir, name + packedSuffix), packed)
    }),
  )
}
