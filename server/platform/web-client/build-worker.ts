import { workerData } from 'node:worker_threads'
import { build } from 'vite'
import * as z from 'zod/mini'

const { root, configFile, outDir } = z.parse(
  z.object({ root: z.string(), configFile: z.string(), outDir: z.string() }),
  workerData,
)
await build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
