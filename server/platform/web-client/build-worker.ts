import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workerData } from 'node:worker_threads'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import * as z from 'zod/mini'
import { PACKED } from '#server/platform/http/static-site.ts'

const { root, configFile, outDir, serverDir } = z.parse(
  z.object({ root: z.string(), configFile: z.string(), outDir: z.string(), serverDir: z.string() }),
  workerData,
)
const usual = { root, configFile, logLevel: 'error' } as const
await build({ ...usual, build: { outDir } })
await build({ ...usual, build: { outDir: serverDir, ssr: true } })
await packAll(join(outDir, 'assets'))

/** Packed once as small as brotli can: a tenth less than what a server has time for, at every first visit. */
async function packAll(dir: string): Promise<void> {
  const files = (await readdir(dir)).filter((name) => /\.(?:js|css)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const packed = await promisify(brotliCompress)(await readFile(join(dir, name)))
      await writeFile(join(dir, name + PACKED), packed)
    }),
  )
}
