/** The emulated television source as a program of its own: a live channel with a picture and sound. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#tests/kit/product/product.ts'

export interface TvSource {
  /** Of a live MPEG-TS. */
  readonly url: string
  stop(): Promise<void>
}

export async function startTvSource(): Promise<TvSource> {
  const httpPort = await freePort()
  const ports = ['--udp-port', String(await freePort()), '--http-port', String(httpPort)]
  const source = spawn(process.execPath, ['emulators/tv-source/main.ts', ...ports, '--tie-to-stdin'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(source.stdout, 'data')
  return {
    url: `http://127.0.0.1:${httpPort}/live.ts`,
    stop: async () => {
      if (source.exitCode !== null) return
      const gone = once(source, 'exit')
      source.stdin.end()
      await gone
    },
  }
}
