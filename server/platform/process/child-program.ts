/** Another program of ours beside this process, which ends with it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Log } from '#server/platform/log/log.ts'

export interface ChildProgram {
  /** Stops it: SIGTERM, and after a second SIGKILL. */
  stop(): Promise<void>
}

/**
 * Runs `path` with this Node. It must end when its standard input closes, which happens when its parent is killed.
 * `onLine` receives its output.
 */
export function startChildProgram(
  path: string,
  args: readonly string[],
  log: Log,
  onLine?: (line: string) => void,
): ChildProgram {
  const child = spawn(process.execPath, [path, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  if (onLine === undefined) child.stdout.resume()
  else createInterface({ input: child.stdout }).on('line', onLine)
  child.stderr.setEncoding('utf8').on('data', (text: string) => log.warn('process.child_wrote', { text }))
  child.on('error', (error) => log.error('process.child_not_started', { path, error }))
  child.on('exit', (exitCode, signal) => log.info('process.child_exited', { path, exitCode, signal }))
  return {
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      const timer = setTimeout(() => child.kill('SIGKILL'), 1000)
      child.kill('SIGTERM')
      await once(child, 'exit')
      clearTimeout(timer)
    },
  }
}
