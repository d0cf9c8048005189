/** CPU of one request of each kind, in the product's process and its database: one kind after the other. */
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuBetween, productCpu } from './server-cpu.ts'

/** A kind of request, sent again and again; `index` counts, so that each may be another viewer's. */
export interface CostedKind {
  readonly kind: string
  readonly send: (index: number) => Promise<unknown>
}

export interface KindCost {
  readonly kind: string
  readonly requests: number
  /** Microseconds of CPU for one request. */
  readonly nodeUs: number
  readonly databaseUs: number
}

const warmUpMs = 1000
const measureMs = 3000
const idleMs = 5000
const atOnce = 8

/** Measures each kind, less what the product uses without requests. */
export async function kindCosts(pid: number, kinds: readonly CostedKind[]): Promise<readonly KindCost[]> {
  const idleFrom = productCpu(pid)
  const idleAtMs = performance.now()
  await sleep(idleMs)
  const idleSec = (performance.now() - idleAtMs) / 1000
  const idle = cpuBetween(idleFrom, productCpu(pid))
  const costs: KindCost[] = []
  let next = 0
  for (const { kind, send } of kinds) {
    await sendFor(warmUpMs, () => send(next++))
    const before = productCpu(pid)
    const beganAtMs = performance.now()
    const requests = await sendFor(measureMs, () => send(next++))
    const tookSec = (performance.now() - beganAtMs) / 1000
    const used = cpuBetween(before, productCpu(pid))
    const each = (part: 'node' | 'database') =>
      Math.max(0, ((used[part] - (idle[part] / idleSec) * tookSec) * 1e6) / requests)
    costs.push({ kind, requests, nodeUs: each('node'), databaseUs: each('database') })
  }
  return costs
}

async function sendFor(ms: number, send: () => Promise<unknown>): Promise<number> {
  const untilMs = performance.now() + ms
  let count = 0
  const worker = async () => {
    while (performance.now() < untilMs) {
      count += 1
      await send()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return count
}
