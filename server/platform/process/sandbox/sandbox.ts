/**
 * Parses untrusted input in a separate process, with limits of processor time and memory: a file made to block or
 * crash a parser affects only its own import.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SandboxLimits {
  /** The processor time of one input. */
  readonly cpuMs: number
  /** Memory of the whole process. */
  readonly megabytes: number
}

/** A module's function for one input: its export `readSandboxed`. */
export interface SandboxReader<Input, Output> {
  readonly module: URL
  readonly limits: SandboxLimits
  /** Only for the types. */
  readonly types?: (input: Input) => Output
}

export type SandboxOutcome<Output> =
  | { readonly kind: 'read'; readonly value: Output }
  /** The process had to be ended because of the file. */
  | { readonly kind: 'refused'; readonly why: string }

/** The request to the process, and its response. */
export interface SandboxRequest {
  readonly module: string
  readonly limits: SandboxLimits
  readonly input: unknown
}
export type SandboxResult =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly message: string }
export type SandboxResponse = SandboxResult & { readonly residentMegabytes: number }

const program = fileURLToPath(new URL('./sandbox-process.ts', import.meta.url))
const root = fileURLToPath(new URL('../../../..', import.meta.url))
/** Only the program itself, and not the data folder, which may be beside it. */
const readable = ['package.json', 'contract', 'media', 'server', 'node_modules']
/** The elapsed-time limit, as a multiple of the processor time: a process on a busy machine has to wait. */
const patience = 20
/** How long an idle process is kept for the next file: starting one takes longer than parsing most files. */
const idleMs = 5000

let running: ChildProcess | undefined
/** Memory left by the previous input, which does not count for the next one. */
let residentMegabytes = 0
let idle: NodeJS.Timeout | undefined
let turn: Promise<unknown> = Promise.resolve()

/** One input at a time. Rejects for an error of the parser itself, never for one of the file. */
export function readInSandbox<Input, Output>(
  reader: SandboxReader<Input, Output>,
  input: Input,
): Promise<SandboxOutcome<Output>> {
  const read = turn.then(() => ask(reader, input))
  turn = read.catch(() => undefined)
  return read
}

async function ask<Input, Output>(
  { module, limits }: SandboxReader<Input, Output>,
  input: Input,
): Promise<SandboxOutcome<Output>> {
  const child = take(limits)
  const ended = new AbortController()
  const timer = setTimeout(() => child.kill('SIGXCPU'), limits.cpuMs * patience)
  try {
    const order: SandboxRequest = { module: module.href, limits, input }
    const { signal } = ended
    const answered = once(child, 'message', { signal }).then(([response]) => response as SandboxResponse)
    const exited = once(child, 'exit', { signal }).then(([, how]) => String(how))
    child.send(order, () => undefined)
    const response = await Promise.race([answered, exited])
    if (typeof response === 'string') return refused(response, limits)
    residentMegabytes = response.residentMegabytes
    if (response.kind === 'failed') throw new Error(response.message)
    return { kind: 'read', value: response.value as Output }
  } finally {
    clearTimeout(timer)
    ended.abort()
    rest(child)
  }
}

function refused(signal: string, { cpuMs, megabytes }: SandboxLimits): SandboxOutcome<never> {
  const why =
    signal === 'SIGXCPU'
      ? `reading it takes longer than ${cpuMs / 1000} s`
      : `reading it takes more than ${megabytes} MB of memory, or ends the program that reads it`
  return { kind: 'refused', why }
}

function take({ megabytes }: SandboxLimits): ChildProcess {
  clearTimeout(idle)
  if (residentMegabytes > megabytes / 2) release()
  const child = running ?? start()
  running = child
  child.ref()
  child.channel?.ref()
  return child
}

/** It may read only the program, write nothing, start nothing, and gets no secret settings. */
function start(): ChildProcess {
  const child = fork(program, [], {
    execArgv: [
      '--permission',
      ...readable.map((path) => `--allow-fs-read=${join(root, path)}`),
      '--allow-addons',
      '--allow-worker',
      '--no-warnings',
    ],
    env: Object.fromEntries(['PATH', 'HOME', 'LANG', 'TZ'].map((name) => [name, process.env[name]])),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  residentMegabytes = 0
  const forget = () => {
    if (running === child) running = undefined
  }
  child.on('exit', forget).on('error', forget)
  return child
}

/** It neither keeps this process alive nor outlives its use. */
function rest(child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  idle = setTimeout(() => {
    if (running === child) release()
  }, idleMs)
  idle.unref()
}

function release(): void {
  running?.kill('SIGTERM')
  running = undefined
  residentMegabytes = 0
}
