import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

export type BuiltClient =
  | { readonly kind: 'current' | 'built'; readonly dir: string }
  /** There are no sources to build from and nothing built. */
  | { readonly kind: 'absent' }

const sources = ['web', 'player', 'contract']
const buildLimitMs = 120_000

/**
 * Makes sure that `dist/web` holds the web client of these sources: compares a hash of every source file with the
 * one kept beside the build, and builds when they differ. The build runs on a thread of its own, whose memory goes
 * with it, and replaces the former one only when it is whole.
 */
export async function ensureWebClient(root: string, onBuild: () => void): Promise<BuiltClient> {
  const dir = join(root, 'dist', 'web')
  const stamp = join(dir, '.sources')
  const config = join(root, 'web', 'vite.config.ts')
  if (!existsSync(config))
    return existsSync(join(dir, 'index.html')) ? { kind: 'current', dir } : { kind: 'absent' }
  const wanted = await hashOfSources(root)
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return { kind: 'current', dir }
  onBuild()
  const making = `${dir}.making-${process.pid}`
  try {
    await build(root, config, making)
    await writeFile(join(making, '.sources'), wanted)
    await rm(dir, { recursive: true, force: true })
    await rename(making, dir)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return { kind: 'built', dir }
}

function build(root: string, configFile: string, outDir: string): Promise<void> {
  const worker = new Worker(new URL('./build-worker.ts', import.meta.url), {
    workerData: { root: join(root, 'web'), configFile, outDir },
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      void worker.terminate()
      reject(new Error(`the web client was not built within ${buildLimitMs / 1000} s`))
    }, buildLimitMs)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(`building the web client ended with ${code}`))
    })
  })
}

async function hashOfSources(root: string): Promise<string> {
  const hash = createHash('sha256')
  hash.update(await readFile(join(root, 'package-lock.json')).catch(() => ''))
  for (const room of sources) {
    const entries = await readdir(join(root, room), { recursive: true, withFileTypes: true })
    const paths = entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.md$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
    for (const path of paths)
      hash
        .update(path.slice(root.length))
        .update('\0')
        .update(await readFile(path))
  }
  return hash.digest('hex')
}
