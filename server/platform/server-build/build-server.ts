/**
 * Builds the server of the current sources into `dist/server`, where it is not there yet: before each `npm start`. Fails
 * with a message and the exit code 0, because the server then runs from its sources.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown, type Plugin } from 'rolldown'
import { buildsDir, currentBuild, currentFile, fileState, type FileState } from './built-entry.ts'

/** A running server loads some files of its build late: the builds before the current one stay for it. */
const formerBuilds = 2

const entries = { server: 'server/run.ts', 'command-line': 'server/cli/run.ts' }

/** Builds below `root`, if needed. Returns whether it has. */
export async function ensureServerBuild(root: string, onBuild: () => void): Promise<boolean> {
  if (currentBuild(root) !== undefined) return false
  onBuild()
  const folder = `${Date.now()}-${randomUUID().slice(0, 8)}`
  const sources = await build(root, join(root, buildsDir, folder)).catch((error: unknown) => {
    rmSync(join(root, buildsDir, folder), { recursive: true, force: true })
    throw error
  })
  const current = join(root, buildsDir, currentFile)
  const next = `${current}.${process.pid}`
  writeFileSync(next, JSON.stringify({ folder, sources }))
  renameSync(next, current)
  removeOld(join(root, buildsDir), folder)
  return true
}

/** Returns what it was built of. */
async function build(root: string, dir: string): Promise<Readonly<Record<string, FileState>>> {
  const sources: Record<string, FileState> = {}
  const note: Plugin = {
    name: 'sources',
    transform(code, id) {
      // The bundler's own.
      if (id.startsWith('\0')) return null
      const path = relative(root, id)
      const state = fileState(id)
      if (state !== undefined) sources[path] = state
      return code.includes('import.meta.url') ? { code: withOwnUrl(code, path), map: null } : null
    },
  }
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
    platform: 'node',
    // Packages stay where they are installed.
    external: (id) => !/^[./#]/.test(id),
    plugins: [note],
    logLevel: 'silent',
  })
  try {
    mkdirSync(dir, { recursive: true })
    await bundle.write({
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: 'chunk-[hash].js',
      keepNames: true,
    })
  } finally {
    await bundle.close()
  }
  return sources
}

/** A module's address stays that of its source: files beside it, and programs that it starts, are found from there. */
function withOwnUrl(code: string, path: string): string {
  const fromBuild = JSON.stringify(`../../../${path.replaceAll('\\', '/')}`)
  return code.replaceAll('import.meta.url', `new URL(${fromBuild}, import.meta.url).href`)
}

function removeOld(dir: string, current: string): void {
  const former = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => ({ path: join(dir, name), madeMs: statSync(join(dir, name)).mtimeMs }))
    .toSorted((one, other) => other.madeMs - one.madeMs)
  for (const { path } of former.slice(formerBuilds)) rmSync(path, { recursive: true, force: true })
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  try {
    await ensureServerBuild(root, () => console.log('Building the server …'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`The server could not be built and runs from its sources: ${reason}`)
  }
}
