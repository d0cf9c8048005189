import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { DrawPage } from '#server/platform/http/site/draw-page.ts'
import type { Log } from '#server/platform/log/log.ts'

export type BuiltClient =
  | {
      readonly kind: 'current' | 'built'
      /** The browser's files. */
      readonly dir: string
      /** The module that renders pages on the server. */
      readonly drawing: string
    }
  /** There are neither sources nor a build. */
  | { readonly kind: 'absent' }

const sources = ['web', 'player', 'contract']
const buildLimitMs = 300_000
const buildProgram = fileURLToPath(new URL('./build-client.ts', import.meta.url))

/**
 * Makes sure that `dist/web` contains the web client of the current sources, and its server-side rendering: compares
 * a hash of every source file with the one stored beside the build, and builds when they differ. The build runs in a
 * separate process, whose memory is freed with it, and replaces the former build only when it is complete.
 */
export async function ensureWebClient(root: string, onBuild: () => void): Promise<BuiltClient> {
  const dir = join(root, 'dist', 'web')
  const stamp = join(dir, '.sources')
  const drawing = join(dir, serverFolder, 'draw.js')
  const config = join(root, 'web', 'vite.config.ts')
  if (!existsSync(config))
    return existsSync(join(dir, 'index.html')) ? { kind: 'current', dir, drawing } : { kind: 'absent' }
  const target = await hashOfSources(root)
  if ((await readFile(stamp, 'utf8').catch(() => '')) === target) return { kind: 'current', dir, drawing }
  onBuild()
  const making = `${dir}.making-${process.pid}`
  try {
    await build(root, config, making)
    await writeFile(join(making, '.sources'), target)
    await chmod(join(making, '.sources'), 0o644)
    await rm(dir, { recursive: true, force: true })
    await rename(making, dir)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return { kind: 'built', dir, drawing }
}

/** The renderer of the site's pages; without it browsers render them, which is slower but no reason not to start. */
export async function loadDrawing(file: string, log: Log): Promise<DrawPage | undefined> {
  try {
    const { drawPage } = (await import(pathToFileURL(file).href)) as { readonly drawPage: DrawPage }
    return drawPage
  } catch (error) {
    log.error('pages.renderer_not_loaded', { error })
    return undefined
  }
}

/** Its name begins with a dot: its files are not served. */
const serverFolder = '.server'

function build(root: string, configFile: string, outDir: string): Promise<void> {
  const options = { root: join(root, 'web'), configFile, outDir, serverDir: join(outDir, serverFolder) }
  const child = spawn(process.execPath, [buildProgram, JSON.stringify(options)], {
    env: { ...process.env, NODE_ENV: 'production' },
    // Its standard input closes when this process is killed, and it ends then.
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the web client was not built within ${buildLimitMs / 1000} s`))
    }, buildLimitMs)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(`building the web client ended with ${signal ?? code}`))
    })
  })
}

async function hashOfSources(root: string): Promise<string> {
  const hash = createHash('sha256')
  hash.update(await readFile(join(root, 'package-lock.json')).catch(() => ''))
  for (const folder of sources) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
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
