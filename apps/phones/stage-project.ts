/**
 * The project of a phone's system for one operator: a copy of `apps/capacitor` with Capacitor's own packages, in which
 * the client and the operator's data are put; then packed as an archive that Gradle or Xcode builds without npm.
 */
import { createWriteStream } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { ZipFile } from 'yazl'
import { mayUsePlainHttp, type AppOptions } from '#apps/package/app-options.ts'
import { runNpm } from '#apps/package/run-npm.ts'
import { writeStoreTexts } from './store-texts.ts'

export type PhoneSystem = 'android' | 'ios'

/** Capacitor's project in the repository: its packages, its settings, and both native projects. */
export const capacitorDir = fileURLToPath(new URL('../capacitor', import.meta.url))
/** Where `capacitor.config.json` expects the client. */
const clientFolder = 'www'
/** Shown where the web view of an old Android is older than the client supports (`server.errorPath`). */
const updatePage = fileURLToPath(new URL('update-web-view.html', import.meta.url))
/** What a build machine writes beside the sources. */
const unstaged = /(?:^|\/)(?:node_modules|www|\.gradle|build|xcuserdata|DerivedData)(?:\/|$)/

interface Staging {
  readonly system: PhoneSystem
  /** The client with its `app-package.js`. */
  readonly client: string
  /** The folder of the project; emptied first. */
  readonly dir: string
}

/** Copies the project and puts the client into it. `synchronise` completes it. */
export async function stageProject({ system, client, dir }: Staging, options: AppOptions): Promise<void> {
  const other: PhoneSystem = system === 'android' ? 'ios' : 'android'
  await rm(dir, { recursive: true, force: true })
  await cp(capacitorDir, dir, {
    recursive: true,
    filter: (path) => {
      const name = relative(capacitorDir, path)
      return !unstaged.test(name) && name !== other && !name.startsWith(`${other}/`)
    },
  })
  await cp(client, join(dir, clientFolder), { recursive: true })
  await cp(updatePage, join(dir, clientFolder, basename(updatePage)))
  const path = join(dir, 'capacitor.config.json')
  const config = JSON.parse(await readFile(path, 'utf8')) as Record<string, Record<string, unknown>>
  const android = { ...config['android'], allowMixedContent: mayUsePlainHttp(options) }
  const own = { ...config, appId: options.id, appName: options.name, android }
  await writeFile(path, `${JSON.stringify(own, null, 2)}\n`)
}

/** Installs Capacitor's packages and copies the client and the settings into the native project, by its own command. */
export function synchronise(dir: string, system: PhoneSystem): void {
  runNpm(['ci', '--no-audit', '--no-fund'], dir)
  runNpm(['exec', '--', 'cap', 'sync', system], dir)
}

/** The packages whose native part is compiled; the command line and the parts for browsers are not in the archive. */
async function nativePackages(dir: string): Promise<readonly string[]> {
  const { dependencies } = JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  return Object.keys(dependencies)
}

/** Parts of Capacitor's packages that no native build reads. */
const unneeded = /\/(?:dist|docs|src\/(?:test|androidTest))\//

/**
 * Packs the project at `dir` with the store texts into `path`. The same files give the same archive, byte for byte; a
 * program stays one.
 */
export async function packProject(
  dir: string,
  path: string,
  system: PhoneSystem,
  options: AppOptions,
): Promise<string> {
  await writeStoreTexts(join(dir, 'store'), options)
  const packages = (await nativePackages(dir)).map((name) => join('node_modules', name))
  const parts = [system, 'store', 'package.json', 'package-lock.json', 'capacitor.config.json', ...packages]
  const root = basename(path, '.zip')
  const zip = new ZipFile()
  const mtime = new Date(Date.UTC(2020, 0, 1))
  for (const part of parts)
    for (const file of await filesOf(join(dir, part))) {
      const name = relative(dir, file)
      if (name.startsWith('node_modules') && unneeded.test(`/${name}`)) continue
      const isProgram = ((await stat(file)).mode & 0o100) !== 0
      zip.addFile(file, join(root, name), { mtime, mode: isProgram ? 0o100755 : 0o100644 })
    }
  zip.end()
  await mkdir(join(path, '..'), { recursive: true })
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

/** The files below a folder in a fixed order, or the file itself. */
async function filesOf(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}

/** The name of an operator's archive, without characters that a file system or a shell treats specially. */
export function archiveName({ name, version }: AppOptions, system: PhoneSystem): string {
  return `${name.replace(/[^\p{L}\d-]+/gu, '-')}-${version}-${system}.zip`
}
