/** Restarts a program whenever it ends, with a growing delay when it ends at once. */
import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import type { Readable } from 'node:stream'

const firstPauseMs = 500
const longestPauseMs = 8000
/** A run this long counts as healthy: the next delay is the short one again. */
const healthyMs = 20_000

export interface SupervisedProgram {
  readonly name: string
  readonly programPath: string
  readonly args: readonly string[]
  onStart?(stdout: Readable): void
}

export interface Keeper {
  /** The process id while it runs. */
  pid(): number | undefined
  stop(): Promise<void>
}

// Tashkent has UTC+5 all year, and a minimal machine may have no time zone database.
const tashkent = '<+05>-5'

/** `setpriv` makes the kernel end the encoder when this process ends in any way; without it we end it ourselves. */
function withLeash(program: string, args: readonly string[]): [string, string[]] {
  const leash = '/usr/bin/setpriv'
  try {
    accessSync(leash, constants.X_OK)
    return [leash, ['--pdeathsig', 'KILL', '--', program, ...args]]
  } catch {
    return [program, [...args]]
  }
}

export function keepRunning(options: SupervisedProgram): Keeper {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let stopped = false
  const start = (): void => {
    const startedAt = performance.now()
    const [program, args] = withLeash(options.programPath, options.args)
    const one = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TZ: tashkent },
    })
    child = one
    let said = ''
    one.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-400)
    })
    one.on('error', (error) => {
      said = error.message
    })
    if (options.onStart === undefined) one.stdout.resume()
    else options.onStart(one.stdout)
    one.once('close', (code, signal) => {
      child = undefined
      if (stopped) return
      pauseMs =
        performance.now() - startedAt > healthyMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
      process.stderr.write(
        `tv-source: ${options.name} ended (${signal ?? code}), again in ${pauseMs} ms: ${said.trim()}\n`,
      )
      timer = setTimeout(start, pauseMs)
    })
  }
  start()
  return {
    pid: () => child?.pid,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      const one = child
      if (one === undefined) return
      const gone = new Promise<void>((resolve) => one.once('close', () => resolve()))
      one.kill('SIGKILL')
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 2000))])
    },
  }
}
