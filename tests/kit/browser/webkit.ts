/** WebKitGTK's small browser, driven by WebDriver over HTTP on a screen of its own (Xvfb). */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DrivenBrowser, Needed } from './driven-browser.ts'
import { freePort } from '#tests/kit/product/product.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

const miniBrowsers = ['4.1', '6.0', '4.0'].map(
  (version) => `/usr/lib/${machine()}/webkit2gtk-${version}/MiniBrowser`,
)

function machine(): string {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
}
const plugins = `/usr/lib/${machine()}/gstreamer-1.0`

export const webKitDeps: Needed = {
  name: 'WebKit',
  // H.264 is decoded by libav's plugin, and its parser is in the "bad" plugin set.
  programs: [
    'WebKitWebDriver',
    'Xvfb',
    miniBrowsers.find((path) => existsSync(path)) ?? miniBrowsers[0] ?? '',
    `${plugins}/libgstlibav.so`,
    `${plugins}/libgstvideoparsersbad.so`,
    `${plugins}/libgstisomp4.so`,
  ],
  packages: 'webkit2gtk-driver xvfb gstreamer1.0-libav gstreamer1.0-plugins-good gstreamer1.0-plugins-bad',
}

const limitMs = 90_000

/** Opens it with a fresh profile. */
export async function openWebKit(): Promise<DrivenBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'ekran-webkit-'))
  const screen = await openScreen()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen.display, HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8' },
    stdio: 'ignore',
  })
  const end = async () => {
    driver.kill()
    screen.process.kill()
    rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const ask = await session(`http://127.0.0.1:${port}`)
    return browserOf(ask, end)
  } catch (error) {
    await end()
    throw error
  }
}

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

function browserOf(ask: Ask, end: () => Promise<void>): DrivenBrowser {
  return {
    name: 'WebKit',
    open: async (url) => void (await ask('POST', '/url', { url })),
    async evaluate(expression) {
      const script = `const done = arguments[0]
        Promise.resolve().then(() => ${expression})
          .then((value) => done({ value: value === undefined ? null : value }), (error) => done({ error: String(error) }))`
      const report = (await ask('POST', '/execute/async', { script, args: [] })) as {
        value?: unknown
        error?: string
      }
      if (report.error !== undefined) throw new Error(report.error)
      return report.value
    },
    act: async (actions) => void (await ask('POST', '/actions', { actions })),
    picture: async () => Buffer.from(String(await ask('GET', '/screenshot')), 'base64'),
    async close() {
      await ask('DELETE', '').catch(() => undefined)
      await end()
    },
  }
}

async function session(base: string): Promise<Ask> {
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(base + path, {
      method,
      signal: AbortSignal.timeout(limitMs),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`WebKit: ${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  await waitFor(
    () =>
      ask('GET', '/status').then(
        () => true,
        () => false,
      ),
    limitMs,
  )
  const binary = miniBrowsers.find((path) => existsSync(path))
  const options = { binary, args: ['--automation'] }
  const made = (await ask('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string }
  const own: Ask = (method, path, body) => ask(method, `/session/${made.sessionId}${path}`, body)
  await own('POST', '/timeouts', { script: limitMs, pageLoad: limitMs })
  await own('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 960 })
  return own
}

interface Screen {
  readonly display: string
  readonly process: ChildProcess
}

/** The server chooses a free port by itself and prints it. */
async function openScreen(): Promise<Screen> {
  const args = ['-displayfd', '1', '-screen', '0', '1440x960x24', '-nolisten', 'tcp']
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let report = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (report += text))
  await waitFor(() => report.includes('\n'), 30_000)
  return { display: `:${report.trim()}`, process: child }
}
