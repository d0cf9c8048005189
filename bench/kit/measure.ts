/** Common parts of every bench: the CPU another process used, and a bounded load on one address. */
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'

/** The clock ticks of `/proc/<pid>/stat` are hundredths of a second on Linux. */
const ticksPerSecond = 100

/** CPU seconds a process has used so far, user and system, without its children. Linux only. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** CPU seconds of a process and of all its child processes that still run or were waited for. */
export function treeCpuSecondsOf(pid: number): number {
  const children = childrenOf(pid)
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const waitedFor = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
  return cpuSecondsOf(pid) + waitedFor + children.reduce((sum, child) => sum + treeCpuSecondsOf(child), 0)
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

/** Requests `url` `times` times over `connections` keep-alive connections; every response must be 200. */
export async function load(
  url: string,
  times: number,
  {
    connections = 8,
    headers = {},
  }: { connections?: number; headers?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let left = times
  const worker = async () => {
    while (left-- > 0) await once(url, agent, headers)
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
}

function once(url: string, agent: Agent, headers: Readonly<Record<string, string>>): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers, timeout: 10_000 }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} responded with ${response.statusCode}`))
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
}

/** A process under load: the requested address, and the headers. */
export interface Loaded {
  readonly url: string
  readonly pid: number
  readonly headers?: Readonly<Record<string, string>>
}

const requestsPerRound = 8000
/** Until the JIT compiler has optimised both. */
const warmUpRequests = 30_000
const rounds = 7
const idleMs = 5000

/**
 * Microseconds of CPU per request for each of two servers, measured alternately. The server's own background work (ours
 * records channels meanwhile) is measured before, without requests, and subtracted. The best round of each counts:
 * other programs on the machine only ever add time.
 */
export async function cpuPerRequest(ours: Loaded, bare: Loaded): Promise<{ ours: number; baseline: number }> {
  const best = { ours: Number.POSITIVE_INFINITY, baseline: Number.POSITIVE_INFINITY }
  for (const one of [ours, bare]) await load(one.url, warmUpRequests, one)
  const idle = await idleShareOf(ours.pid)
  for (let round = 0; round < rounds; round++) {
    best.baseline = Math.min(best.baseline, await microsecondsPerRequest(bare, 0))
    best.ours = Math.min(best.ours, await microsecondsPerRequest(ours, idle))
  }
  return best
}

/** CPU seconds per second that a process uses without requests. */
async function idleShareOf(pid: number): Promise<number> {
  const before = cpuSecondsOf(pid)
  const beganMs = performance.now()
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  return ((cpuSecondsOf(pid) - before) * 1000) / (performance.now() - beganMs)
}

async function microsecondsPerRequest(one: Loaded, idleShare: number): Promise<number> {
  const before = cpuSecondsOf(one.pid)
  const beganMs = performance.now()
  await load(one.url, requestsPerRound, one)
  const tookSec = (performance.now() - beganMs) / 1000
  return ((cpuSecondsOf(one.pid) - before - idleShare * tookSec) * 1e6) / requestsPerRound
}

/** The median of a list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted[sorted.length >> 1]
  if (middle === undefined) throw new Error('no values')
  return middle
}

/** The resident memory of a process, in megabytes. Linux only. */
export function residentMegabytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  if (kilobytes === undefined) throw new Error(`/proc reports no memory of process ${pid}`)
  return Number(kilobytes) / 1024
}

/** One line of the report. */
export interface BenchResult {
  readonly name: string
  readonly ours: number
  readonly baseline: number
  readonly unit: string
  /** Ours may be at most this many times the baseline. */
  readonly target?: number
  /** Ours may be at most this, whatever the baseline: for targets in seconds. */
  readonly max?: number
}
