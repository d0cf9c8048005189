/**
 * One child process that cannot outlive this process.
 * On Linux the kernel kills it when this process ends in any way, `kill -9` included (`setpriv --pdeathsig`).
 * Never a shell: arguments reach the program unchanged.
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import type { Readable, Writable } from 'node:stream'

/** How a program ended. `code` is null when a signal ended it; 127 when it could not be started at all. */
export interface ChildExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The last lines of standard error, oldest first, at most 40. */
  readonly lastLines: readonly string[]
  /** The reason when we ended it ourselves. */
  readonly endedBy?: 'abort' | 'timeout' | 'kill'
}

export interface ChildOptions {
  readonly programPath: string
  readonly args: readonly string[]
  /** Aborting kills the program at once (SIGKILL). */
  readonly signal?: AbortSignal
  /** Time limit of the program; after it the program is killed and `endedBy` is `timeout`. No limit when absent. */
  readonly timeoutMs?: number
  readonly onStderrLine?: (line: string) => void
  /** Number of extra pipes the program may write to: file descriptors 3, 4, … in this order. */
  readonly outputPipes?: number
  /** Data passed on the file descriptors after the output pipes, each closed after its bytes. */
  readonly inputs?: readonly Uint8Array[]
  /** Provides its standard output as a stream. The caller must read it, or the program stops when the pipe is full. */
  readonly stdout?: boolean
  /** Added to the environment of this process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Run with lower priority than everything else on the machine (`nice -n 10`). */
  readonly lowPriority?: boolean
}

export interface Child {
  readonly pid: number | undefined
  readonly stdout: Readable | undefined
  /** Streams of file descriptors 3, 4, …; each must be read or the program stops when the pipe is full. */
  readonly outputs: readonly Readable[]
  /** Never rejects. Settles when the program has exited and all its pipes are closed. */
  readonly exit: Promise<ChildExit>
  /** SIGKILL by default; harmless after the end. */
  kill(signal?: NodeJS.Signals): void
}

const maxLines = 40
const longestLine = 4096
// A grandchild must not keep our pipes open for ever: after the program's own end we wait this long for them.
const pipesGraceMs = 2000

function find(paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

const linux = process.platform === 'linux'
const setprivPath = linux ? find(['/usr/bin/setpriv', '/bin/setpriv']) : undefined
const nicePath = linux ? find(['/usr/bin/nice', '/bin/nice']) : undefined

/** The whole command line: `nice` and `setpriv` exec the program, so the process id stays the same. */
function commandOf(options: ChildOptions): { program: string; args: string[] } {
  let line = [options.programPath, ...options.args]
  if (setprivPath !== undefined) line = [setprivPath, '--pdeathsig', 'KILL', '--', ...line]
  if (options.lowPriority === true && nicePath !== undefined) line = [nicePath, '-n', '10', ...line]
  const [program = options.programPath, ...args] = line
  return { program, args }
}

/** Splits a byte stream into lines; a line without an end is split into pieces. */
function eachLine(stream: Readable, onLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => {
    const lines = (rest + text).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') onLine(line.slice(0, longestLine))
    if (rest.length > longestLine) {
      onLine(rest.slice(0, longestLine))
      rest = ''
    }
  })
  stream.on('end', () => {
    if (rest !== '') onLine(rest)
  })
  stream.on('error', () => {})
}

/** Programs that read foreign streams get no keys and no address of the database. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.startsWith('EKRAN_') && name !== 'DATABASE_URL'),
  )
}

/** Starts a program. A program that cannot be started ends with code 127 and says why in `lastLines`. */
export function startChild(options: ChildOptions): Child {
  const { program, args } = commandOf(options)
  const extra = options.outputPipes ?? 0
  const stdio: StdioOptions = ['ignore', options.stdout === true ? 'pipe' : 'ignore', 'pipe']
  const inputs = options.inputs ?? []
  for (let pipe = 0; pipe < extra + inputs.length; pipe += 1) stdio.push('pipe')
  const child = spawn(program, args, {
    stdio,
    shell: false,
    windowsHide: true,
    env: { ...withoutSettings(process.env), AV_LOG_FORCE_NOCOLOR: '1', ...options.environment },
  })
  const lastLines: string[] = []
  const keep = (line: string): void => {
    lastLines.push(line)
    if (lastLines.length > maxLines) lastLines.shift()
  }
  if (child.stderr !== null) {
    eachLine(child.stderr, (line) => {
      keep(line)
      options.onStderrLine?.(line)
    })
  }
  let endedBy: ChildExit['endedBy']
  const end = (why: 'abort' | 'timeout' | 'kill', signal: NodeJS.Signals): void => {
    if (child.exitCode !== null || child.signalCode !== null) return
    endedBy ??= why
    child.kill(signal)
  }
  const exit = exitOf(child, options, (why) => end(why, 'SIGKILL'), keep).then((how) => ({
    ...how,
    lastLines,
    ...(endedBy === undefined ? {} : { endedBy }),
  }))
  const pipes = child.stdio.slice(3, 3 + extra) as Readable[]
  for (const pipe of pipes) pipe.on('error', () => {})
  child.stdout?.on('error', () => {})
  const inputPipes = child.stdio.slice(3 + extra) as Writable[]
  for (const [position, pipe] of inputPipes.entries()) {
    // A program that has read enough closes its end.
    pipe.on('error', () => {})
    pipe.end(inputs[position])
  }
  return {
    pid: child.pid,
    stdout: child.stdout ?? undefined,
    outputs: pipes,
    exit,
    kill: (signal = 'SIGKILL') => end('kill', signal),
  }
}

function exitOf(
  child: ChildProcess,
  options: ChildOptions,
  end: (why: 'abort' | 'timeout') => void,
  keep: (line: string) => void,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve) => {
    const onAbort = (): void => end('abort')
    const timer =
      options.timeoutMs === undefined ? undefined : setTimeout(() => end('timeout'), options.timeoutMs)
    let grace: NodeJS.Timeout | undefined
    const settle = (code: number | null, signal: NodeJS.Signals | null): void => {
      clearTimeout(timer)
      clearTimeout(grace)
      options.signal?.removeEventListener('abort', onAbort)
      resolve({ code, signal })
    }
    child.once('error', (error) => {
      // A failed kill also arrives here; only a failed start has no process id.
      if (child.pid !== undefined) return
      keep(`cannot start ${options.programPath}: ${error.message}`)
      settle(127, null)
    })
    child.once('exit', (code, signal) => {
      grace = setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy()
        settle(code, signal)
      }, pipesGraceMs)
    })
    child.once('close', (code: number | null, signal: NodeJS.Signals | null) => {
      if (child.pid !== undefined) settle(code, signal)
    })
    if (options.signal?.aborted === true) onAbort()
    else options.signal?.addEventListener('abort', onAbort, { once: true })
  })
}
