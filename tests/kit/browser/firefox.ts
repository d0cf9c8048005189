/** Firefox without a window, driven by WebDriver BiDi over its own WebSocket. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DrivenBrowser, Needed } from './driven-browser.ts'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

export const firefoxDeps: Needed = {
  name: 'Firefox',
  // Its H.264 decoder is the system's libavcodec, which comes with the GStreamer plugin.
  programs: ['firefox-esr'],
  packages: 'firefox-esr gstreamer1.0-libav',
}

const limitMs = 90_000
const preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'services.settings.server': '',
  'intl.accept_languages': 'ru-RU, ru',
}

/** Opens it with a fresh profile. */
export async function openFirefox(): Promise<DrivenBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'ekran-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--headless', '--remote-debugging-port', '0', '--profile', profile, '--no-remote']
  const child = spawn('firefox-esr', [...args, '--width', '1440', '--height', '960', 'about:blank'], {
    env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1440', MOZ_HEADLESS_HEIGHT: '960' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let report = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (report += text))
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill()
      await once(child, 'exit')
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    await waitFor(() => /listening on ws:/.test(report), limitMs)
    const base = /listening on (ws:\S+)/.exec(report)?.[1] ?? ''
    return await browserOf(await connect(`${base}/session`), end)
  } catch (error) {
    await end()
    throw error
  }
}

type Send = (method: string, params: object) => Promise<Readonly<Record<string, unknown>>>

async function connect(address: string): Promise<Send> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data))
    const one = waiting.get(id)
    waiting.delete(id)
    if (type === 'error') one?.reject(new Error(`Firefox: ${error}: ${message}`))
    else one?.resolve(result)
  })
  await once(socket, 'open', { signal: AbortSignal.timeout(limitMs) })
  const send: Send = (method, params) => {
    const one = Promise.withResolvers<Record<string, unknown>>()
    const id = (last += 1)
    waiting.set(id, one)
    const timer = setTimeout(() => one.reject(new Error(`Firefox: ${method}: no response`)), limitMs)
    socket.send(JSON.stringify({ id, method, params }))
    return one.promise.finally(() => clearTimeout(timer))
  }
  await send('session.new', { capabilities: {} })
  return send
}

async function browserOf(send: Send, end: () => Promise<void>): Promise<DrivenBrowser> {
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context ?? ''
  await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 860 } })
  return {
    name: 'Firefox',
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(expression) {
      const report = await send('script.evaluate', {
        expression: `Promise.resolve().then(() => ${expression}).then((value) => JSON.stringify({ value: value === undefined ? null : value }))`,
        target: { context },
        awaitPromise: true,
      })
      if (report['type'] === 'exception')
        throw new Error(JSON.stringify(report['exceptionDetails']).slice(0, 500))
      return JSON.parse(String((report['result'] as { value: string }).value)).value
    },
    act: async (actions) => void (await send('input.performActions', { context, actions })),
    async picture() {
      const { data } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(String(data), 'base64')
    },
    async close() {
      await send('browser.close', {}).catch(() => undefined)
      await end()
    },
  }
}
