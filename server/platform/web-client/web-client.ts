import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { DrawPage } from '#server/platform/http/site/draw-page.ts'
import type { Log } from '#server/platform/log/log.ts'

/** Whether a build is in `dist`; `absent`: there are neither sources nor a build. */
export type BuiltFiles =
  | { readonly kind: 'current' | 'built'; /** The browser's files. */ readonly dir: string }
  | { readonly kind: 'absent' }

export type BuiltClient =
  | {
      readonly kind: 'current' | 'built'
      /** The browser's files. */
      readonly dir: string
      /** The module that renders pages on the server. */
      readonly drawing: string
    }
  | { readonly kind: 'absent' }

/** One client: its folder of sources and of `dist`, all folders it is built from, and its builds in their order. */
interface Client {
  readonly name: 'web' | 'console'
  readonly sources: readonly string[]
  readonly builds: (outDir: string) => readonly {
    readonly outDir: string
    readonly mode?: string
    readonly ssr: boolean
  }[]
}

/** Its name begins with a dot: its files are not served. */
const serverFolder = '.server'

const site: Client = {
  name: 'web',
  sources: ['web', 'player', 'contract'],
  builds: (outDir) => [
    { outDir, mode: 'old-engines', ssr: false },
    { outDir, ssr: false },
    { outDir: join(outDir, serverFolder), ssr: true },
  ],
}
const operatorsConsole: Client = {
  name: 'console',
  sources: ['console', 'contract', 'web/i18n', 'web/fonts', 'web/reading'],
  builds: (outDir) => [{ outDir, ssr: false }],
}

const buildLimitMs = 300_000
const buildProgram = fileURLToPath(new URL('./build-client.ts', import.meta.url))

/** Makes sure that `dist/web` contains the web client of the current sources, and its server-side rendering. */
export async function ensureWebClient(root: string, onBuild: () => void): Promise<BuiltClient> {
  const built = await ensureBuilt(root, site, onBuild)
  return built.kind === 'absent' ? built : { ...built, drawing: join(built.dir, serverFolder, 'draw.js') }
}

/** Makes sure that `dist/console` contains the operators' console of the current sources. */
export async function ensureConsole(root: string, onBuild: () => void): Promise<BuiltFiles> {
  return ensureBuilt(root, operatorsConsole, onBuild)
}

/**
 * Compares a hash of every source file with the one stored beside the build, and builds when they differ. The build
 * runs in a separate process, whose memory is freed with it, and replaces the former build only when it is complete.
 */
async function ensureBuilt(root: string, client: Client, onBuild: () => void): Promise<BuiltFiles> {
  const dir = join(root, 'dist', client.name)
  const stamp = join(dir, '.sources')
  if (!existsSync(join(root, client.name, 'vite.config.ts')))
    return existsSync(join(dir, 'index.html')) ? { kind: 'current', dir } : { kind: 'absent' }
  const target = await hashOfSources(root, client.sources)
  const isCurrent = async () => (await readFile(stamp, 'utf8').catch(() => '')) === target
  if (await isCurrent()) return { kind: 'current', dir }
  onBuild()
  const making = `${dir}.making-${process.pid}`
  try {
    await build(root, client, making)
    // Another process has built the same meanwhile, and reads its files already.
    if (await isCurrent()) return { kind: 'built', dir }
    await writeFile(join(making, '.sources'), target)
    await chmod(join(making, '.sources'), 0o644)
    await replaceFolder(dir, making)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return { kind: 'built', dir }
}

const maxReplacements = 3

/** Moves `next` to `dir`. Another process that builds the same at the same moment may put its folder there first. */
async function replaceFolder(dir: string, next: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await rm(dir, { recursive: true, force: true })
    try {
      return await rename(next, dir)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (attempt === maxReplacements || (code !== 'ENOTEMPTY' && code !== 'EEXIST')) throw error
    }
  }
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

function build(root: string, { name, builds }: Client, outDir: string): Promise<void> {
  const options = {
    root: join(root, name),
    configFile: join(root, name, 'vite.config.ts'),
    outDir,
    builds: builds(outDir),
  }
  const child = spawn(process.execPath, [buildProgram, JSON.stringify(options)], {
    env: { ...process.env, NODE_ENV: 'production' },
    // Its standard input closes when this process is killed, and it ends then.
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the client in ${name} was not built within ${buildLimitMs / 1000} s`))
    }, buildLimitMs)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(`building the client in ${name} ended with ${signal ?? code}`))
    })
  })
}

async function hashOfSources(root: string, sources: readonly string[]): Promise<string> {
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
