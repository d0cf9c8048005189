/** One process of Ekran in the drill. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { waitFor } from '#tests/kit/wait/wait-for.ts'

export interface NodeProcess {
  readonly port: number
  output(): string
  /** By SIGTERM; how long it took, in seconds. Throws when it did not end in order. */
  stop(): Promise<number>
  /** By SIGKILL: as when its machine is gone. */
  kill(): Promise<void>
}

export interface NodeOptions {
  /** The folder of the release. */
  readonly root: string
  readonly only: string
  readonly port: number
  readonly env: Readonly<Record<string, string>>
}

const readyLimitMs = 600_000
const stopLimitMs = 30_000

/** Starts it and waits until it says that it is ready. It ends with this program. */
export async function startNode({ root, only, port, env }: NodeOptions): Promise<NodeProcess> {
  const child = spawn(process.execPath, ['server/main.ts', '--only', only], {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env, EKRAN_PORT: String(port), EKRAN_HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-200_000)))
  try {
    await waitFor(() => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
      return printed.includes('Ekran is ready')
    }, readyLimitMs)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`a process (${only}) did not start: ${String(error)}\n${printed.slice(-4000)}`)
  }
  return { port, output: () => printed, stop: () => stop(child), kill: () => kill(child) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function stop(child: ChildProcess): Promise<number> {
  const beganMs = performance.now()
  if (child.exitCode === null && child.signalCode === null) {
    const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    child.kill('SIGTERM')
    await once(child, 'exit')
    clearTimeout(killer)
  }
  if (child.exitCode !== 0) throw new Error(`a process ended with ${child.exitCode ?? child.signalCode}`)
  return (performance.now() - beganMs) / 1000
}
