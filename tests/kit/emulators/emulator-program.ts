/** An emulator as a program: started, its first line read, and ended. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type EmulatorName =
  | 'alarm-receivers'
  | 'card-gateway'
  | 'checkout-pages'
  | 'fiscal-service'
  | 'object-store'
  | 'payment-systems'
  | 'push-services'
  | 'radio-station'
  | 'sms-centre'
  | 'telegram'
  | 'tv-source'
  | 'visitor-abroad'

const waitMs = 15_000

function spawned(name: EmulatorName, args: readonly string[]): ChildProcess {
  const program = fileURLToPath(new URL(`../../../emulators/${name}/main.ts`, import.meta.url))
  return spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
}

/** Starts one that serves; `addresses` is the line of JSON it prints. */
export async function startEmulator(
  name: EmulatorName,
  args: readonly string[],
): Promise<{ readonly addresses: Readonly<Record<string, string>>; stop(): Promise<void> }> {
  const child = spawned(name, ['--tie-to-stdin', ...args])
  child.stderr?.pipe(process.stderr)
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${name} ended before it served`)))
  const printed = once(child.stdout ?? child, 'data', { signal: AbortSignal.timeout(waitMs) })
  const [line] = (await Promise.race([printed, ended])) as [Buffer]
  ended.catch(() => undefined)
  return {
    addresses: JSON.parse(line.toString()) as Readonly<Record<string, string>>,
    stop: async () => {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit', { signal: AbortSignal.timeout(waitMs) })
      child.stdin?.end()
      await gone
    },
  }
}

/** Runs one to its end; returns its exit code and all its output. */
export async function runEmulator(
  name: EmulatorName,
  args: readonly string[],
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const child = spawned(name, args)
  let output = ''
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
  const [exitCode] = (await once(child, 'close', { signal: AbortSignal.timeout(waitMs) })) as [number | null]
  return { exitCode, output }
}
