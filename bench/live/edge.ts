/**
 * What a cached object costs an edge: CPU of nginx for each response, with tickets checked by the origin, by the edge
 * itself and not at all, beside the same bytes as a plain file of the same nginx. Over TLS, as viewers request them.
 * Needs the Debian packages of `npm run edge`; without them there is no result.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:https'
import { join } from 'node:path'
import { childrenOf, cpuSecondsOf, type BenchResult } from '#bench/kit/measure.ts'
import type { TicketCheck } from '#deploy/edge/edge-options.ts'
import { missingForEdge, startEdge, type Edge } from '#tests/kit/product/nginx.ts'
import {
  smallArchive,
  smallOriginSecrets,
  smallTicket,
  startSmallOrigin,
} from '#tests/kit/product/small-origin.ts'

const connections = 8
/** Viewers with a ticket each: a verdict is cached for each of them, or for all. */
const viewers = 200
/** An edge gives at least 0.9 of the responses of plain files. */
const maxTimesStatic = 1 / 0.9
const rounds = 3
/** Of two seconds each. */
const segmentsOfCell = 3
const sizes = [
  { bytes: 1_000_000, text: '1 MB', times: 600 },
  { bytes: 10_000, text: '10 kB', times: 20_000 },
] as const

type Check = 'none' | 'origin' | 'local'
const checks: Readonly<Record<Check, string>> = {
  none: 'no check',
  origin: 'tickets checked with the origin',
  local: 'tickets checked by the edge',
}

export async function edge(): Promise<BenchResult[]> {
  const missing = missingForEdge()
  if (missing !== undefined) {
    console.error(`edge: ${missing}`)
    return []
  }
  const results: BenchResult[] = []
  for (const size of sizes) {
    const costs = await costsOf(size)
    for (const check of ['none', 'origin', 'local'] as const)
      results.push({
        name: `a cached object of ${size.text} from an edge, ${checks[check]}: CPU against a plain file`,
        ours: costs[check],
        baseline: costs.file,
        unit: 'µs',
        ...(size.bytes >= 1_000_000 ? { target: maxTimesStatic } : {}),
      })
  }
  return results
}

/** Microseconds of nginx's CPU for a response; the cheapest of some rounds, because other programs disturb. */
async function costsOf({ bytes, times }: (typeof sizes)[number]): Promise<Record<Check | 'file', number>> {
  const origin = await startSmallOrigin({ segmentBytes: Math.round(bytes / segmentsOfCell) })
  const edges: Edge[] = []
  try {
    const content = smallArchive()
    const tickets = Array.from({ length: viewers }, () => smallTicket(content.scope))
    const loads: { readonly kind: Check | 'file'; readonly edge: Edge; readonly paths: string[] }[] = []
    for (const kind of ['none', 'origin', 'local'] as const) {
      const one = await startEdge(`http://${origin.host}`, { check: checkOf(kind), alter: alteration(kind) })
      edges.push(one)
      const playlist = await one.ask(`/p/${tickets[0]}/${content.folder}/v360.m3u8`)
      const cell = /^v360\/\d+-\w+\.m4s$/m.exec(playlist.bytes.toString())?.[0] ?? ''
      const paths = tickets.map((ticket) => `/p/${ticket}/${content.folder}/${cell}`)
      const { bytes: body, status } = await one.ask(paths[0] ?? '')
      // The file beside it has as many bytes.
      if (status !== 200) throw new Error(`the edge says ${status}`)
      writeFileSync(join(one.options.folders.config, 'plain', 'file.bin'), randomBytes(body.length))
      loads.push({ kind, edge: one, paths })
      if (kind === 'none') loads.push({ kind: 'file', edge: one, paths: ['/plain/file.bin'] })
    }
    const costs = { none: Infinity, origin: Infinity, local: Infinity, file: Infinity }
    for (let round = 0; round <= rounds; round += 1)
      for (const { kind, edge: one, paths } of loads) {
        const cost = await costOf(one, paths, round === 0 ? viewers : times)
        if (round > 0) costs[kind] = Math.min(costs[kind], cost)
      }
    return costs
  } finally {
    for (const one of edges) await one.stop()
    await origin.close()
  }
}

function checkOf(kind: Check): TicketCheck {
  return kind === 'local' ? { kind, secrets: smallOriginSecrets, inside: [] } : { kind: 'origin' }
}

function alteration(kind: Check) {
  return (text: string, dir: string): string => {
    mkdirSync(join(dir, 'plain'))
    const withFile = text.replace(
      '  location / {\n    # Old',
      `  location /plain/ { root ${dir}; }\n  location / {\n    # Old`,
    )
    return kind === 'none'
      ? withFile
          .replaceAll(/^ +auth_request .*\n/gm, '')
          .replaceAll(/auth_request_set (\$\w+) .*;/g, 'set $1 "";')
      : withFile
  }
}

async function costOf(one: Edge, paths: readonly string[], times: number): Promise<number> {
  const used = () => childrenOf(one.pid).reduce((sum, child) => sum + cpuSecondsOf(child), 0)
  const before = used()
  await load(one, paths, times)
  return ((used() - before) * 1_000_000) / times
}

/** Requests the paths in turn over keep-alive connections; every response must be 200. */
async function load(one: Edge, paths: readonly string[], times: number): Promise<void> {
  const [host, port] = one.options.listen.https.split(':')
  const agent = new Agent({ keepAlive: true, maxSockets: connections, rejectUnauthorized: false })
  let next = 0
  const worker = async () => {
    while (next < times) {
      const path = paths[next % paths.length] ?? ''
      next += 1
      await new Promise<void>((resolve, reject) => {
        const request = get({ host, port, path, agent, timeout: 30_000 }, (response) => {
          if (response.statusCode !== 200) return reject(new Error(`${path} got ${response.statusCode}`))
          response.resume().once('end', resolve).once('error', reject)
        })
        request.once('error', reject).once('timeout', () => request.destroy(new Error('no response')))
      })
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, worker))
  } finally {
    agent.destroy()
  }
}

if (import.meta.main)
  for (const { name, ours, baseline, unit } of await edge())
    console.log(
      `${name}: ${ours.toFixed(1)} against ${baseline.toFixed(1)} ${unit}, ${(baseline / ours).toFixed(2)} of its responses`,
    )
