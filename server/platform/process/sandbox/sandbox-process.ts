/**
 * The process behind `sandbox.ts`: one input at a time. A thread beside it watches its processor time, its memory and
 * whether its parent is alive, and ends it: no loop in the parser blocks that thread.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import type { SandboxRequest, SandboxResult } from './sandbox.ts'

/** For the current input: its start, in milliseconds of processor time, and its limits. */
const [beganMs, maxMs, maxMegabytes] = [0, 1, 2] as const

interface Reader {
  readSandboxed(input: unknown): unknown
}

if (isMainThread) serve()
else watch(new Float64Array((workerData as { memory: SharedArrayBuffer }).memory))

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function serve(): void {
  const memory = new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT)
  const facts = new Float64Array(memory)
  const watching = new Worker(new URL(import.meta.url), { workerData: { memory } })
  // No parser runs without it.
  watching.on('exit', () => process.kill(process.pid, 'SIGKILL'))
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('message', (order: SandboxRequest) => {
    facts[beganMs] = cpuMs()
    facts[maxMegabytes] = order.limits.megabytes
    facts[maxMs] = order.limits.cpuMs
    void response(order).then((value) => {
      facts[maxMs] = 0
      process.send?.({ ...value, residentMegabytes: process.memoryUsage.rss() / 2 ** 20 })
    })
  })
}

async function response({ module, input }: SandboxRequest): Promise<SandboxResult> {
  try {
    const reader = (await import(module)) as Reader
    return { kind: 'read', value: await reader.readSandboxed(input) }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

function watch(facts: Float64Array): void {
  const parent = process.ppid
  setInterval(() => {
    const max = facts[maxMs] ?? 0
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
    if (max === 0) return
    if (process.memoryUsage.rss() > (facts[maxMegabytes] ?? 0) * 1024 * 1024)
      process.kill(process.pid, 'SIGKILL')
    if (cpuMs() - (facts[beganMs] ?? 0) > max) process.kill(process.pid, 'SIGXCPU')
  }, 50)
}
