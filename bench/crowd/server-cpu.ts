/** CPU seconds of a running product by part, from /proc. Linux only. */
import { readFileSync } from 'node:fs'
import { childrenOf, cpuSecondsOf } from '#bench/kit/measure.ts'

export const serverParts = ['node', 'database', 'encoders', 'others'] as const
export type ServerPart = (typeof serverParts)[number]
export type PartSeconds = Readonly<Record<ServerPart, number>>

/** CPU seconds so far of the product whose main process is `pid`, with all its child processes. */
export function productCpu(pid: number): PartSeconds {
  const sum: Record<ServerPart, number> = { node: cpuSecondsOf(pid), database: 0, encoders: 0, others: 0 }
  const visit = (child: number) => {
    try {
      const command = readFileSync(`/proc/${child}/cmdline`, 'utf8').replaceAll('\0', ' ')
      sum[partOf(command)] += cpuSecondsOf(child)
      for (const below of childrenOf(child)) visit(below)
    } catch {
      // It has ended meanwhile: what it used is lost, and is little.
    }
  }
  for (const child of childrenOf(pid)) visit(child)
  return sum
}

function partOf(command: string): ServerPart {
  if (/postgres/.test(command)) return 'database'
  return /ffmpeg|tv-source|radio-station/.test(command) ? 'encoders' : 'others'
}

/** What was used between two measurements. */
export function cpuBetween(before: PartSeconds, after: PartSeconds): PartSeconds {
  const of = (part: ServerPart) => Math.max(0, after[part] - before[part])
  return { node: of('node'), database: of('database'), encoders: of('encoders'), others: of('others') }
}
