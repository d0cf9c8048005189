/**
 * Builds the server of the current sources into `dist/server`, where it is not there yet: before each `npm start`. Fails
 * with a message and the exit code 0, because the server then runs from its sources.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'
import { buildsDir, currentBuild, currentFile, fileState, type FileState } from './built-entry.ts'

/** A running server loads some files of its build late: the builds before the current one stay for it. */
const formerBuilds = 2
/** A folder of this age in which something is being built was left by a process that was killed. */
const abandonedMs = 3_600_000

const entries = { server: 'server/run.ts', 'command-line': 'server/cli/run.ts' }
/** What decides how sources are built, beside themselves. */
const rules = ['package.json', 'package-lock.json', 'server/platform/server-build/build-server.ts']
const making = 'making-'

type Files = Record<string, FileState>

/** Builds below `root`, if needed. Returns whether it has. */
export async function ensureServerBuild(root: string, onBuild: () => void): Promise<boolean> {
  if (currentBuild(root) !== undefined) return false
  onBuild()
  await buildInto(root, join(root, buildsDir))
  return true
}

async function buildInto(root: string, dir: string): Promise<void> {
  const name = `${Date.now()}-${randomUUID().slice(0, 8)}`
  const [unfinished, folder] = [join(dir, making + name), join(dir, name)]
  const files: Files = {}
  for (const rule of rules) note(files, root, join(root, rule))
  try {
    await build(root, unfinished, files)
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  for (const file of readdirSync(folder)) note(files, root, join(folder, file))
  const next = join(dir, `${currentFile}.${process.pid}`)
  writeFileSync(next, JSON.stringify({ folder: name, files }))
  renameSync(next, join(dir, currentFile))
  removeOld(dir, name)
}

function note(files: Files, root: string, path: string): void {
  const state = fileState(path)
  if (state !== undefined) files[relative(root, path)] = state
}

async function build(root: string, dir: string, files: Files): Promise<void> {
  const sources: Plugin = {
    name: 'sources',
    load(id) {
      // Before the bundler reads it, so that a change during the build counts as one. `\0`: the bundler's own.
      if (!id.startsWith('\0')) note(files, root, id)
      return null
    },
    transform(code, id) {
      if (id.startsWith('\0') || !code.includes('import.meta.url')) return null
      return { code: withOwnUrl(code, relative(root, id)), map: null }
    },
  }
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(root, path)])),
    platform: 'node',
    // Packages stay where they are installed.
    external: (id) => !/^[./#]/.test(id),
    plugins: [sources],
    logLevel: 'silent',
  })
  try {
    mkdirSync(dir, { recursive: true })
    await bundle.write({
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      // With the name of its module, for the stack of an error.
      chunkFileNames: 'chunk-[name]-[hash].js',
      keepNames: true,
    })
  } finally {
    await bundle.close()
  }
}

/** A module's address stays that of its source: files beside it, and programs that it starts, are found from there. */
function withOwnUrl(code: string, path: string): string {
  const fromBuild = JSON.stringify(`../../../${path.replaceAll('\\', '/')}`)
  return code.replaceAll('import.meta.url', `new URL(${fromBuild}, import.meta.url).href`)
}

function removeOld(dir: string, current: string): void {
  const folders = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== current)
    .map(({ name }) => {
      const path = join(dir, name)
      // Another process may have removed it meanwhile.
      return { name, path, madeMs: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
    })
    .toSorted((one, other) => other.madeMs - one.madeMs)
  const former = folders.filter(({ name }) => !name.startsWith(making)).slice(formerBuilds)
  const abandoned = folders.filter(
    ({ name, madeMs }) => name.startsWith(making) && madeMs < Date.now() - abandonedMs,
  )
  for (const { path } of [...former, ...abandoned]) rmSync(path, { recursive: true, force: true })
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  // The server may run as another user than the one who installs it.
  process.umask(0o022)
  try {
    await ensureServerBuild(root, () => console.log('Building the server …'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(`The server could not be built and runs from its sources: ${reason}`)
  }
}
