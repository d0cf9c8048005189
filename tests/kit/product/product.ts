/** The running product for tests: the real `server/main.ts` as a separate process, on a free port, with its demo. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

export interface Product {
  readonly url: string
  readonly dataDir: string
  readonly process: ChildProcess
  /** All its output so far. */
  output(): string
  /** Ends it by SIGTERM (SIGKILL after 10 s) and returns its exit code. */
  stop(): Promise<number | null>
}

export interface ProductOptions {
  /** The folder of its data; a temporary folder, removed at the end, when left out. */
  readonly dataDir?: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** A first start on a busy machine prepares films: allow enough time. */
  readonly readyLimitMs?: number
  /** Writes its output to this file too, for readers in other processes. */
  readonly outputPath?: string
}

/** A port on which nothing listens at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return address.port
}

/** Starts the product and waits until it reports that it is ready. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const port = await freePort()
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'ekran-product-'))
  const child = spawn(process.execPath, ['server/main.ts', ...(options.args ?? [])], {
    env: {
      ...withoutEkranSettings(),
      EKRAN_PORT: String(port),
      EKRAN_HOST: '127.0.0.1',
      EKRAN_DATA: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The starting process may end by an error: the product must not keep running without a process that stops it.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (options.outputPath !== undefined) appendFileSync(options.outputPath, text)
    })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const killer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      child.kill('SIGTERM')
      await once(child, 'exit')
      clearTimeout(killer)
    }
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    return child.exitCode
  }
  try {
    await waitFor(() => {
      if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`)
      return printed.includes('Ekran is ready')
    }, options.readyLimitMs ?? 600_000)
  } catch (error) {
    await stop()
    throw new Error(`${error instanceof Error ? error.message : error}\n${printed.slice(-6000)}`)
  }
  return { url: `http://127.0.0.1:${port}`, dataDir, process: child, output: () => printed, stop }
}

function withoutEkranSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EKRAN_')))
}
