import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Metrics } from '#server/platform/metrics.ts'
import type { Part } from '#server/platform/primitives/part.ts'

export interface Health {
  /** Adds a part that `/readyz` checks from now on. */
  add(part: Part): void
  /** From now on not ready, whatever the parts report: the process is stopping. */
  stopping(): void
  report(): Promise<{ readonly ready: boolean; readonly parts: Readonly<Record<string, object>> }>
}

const partLimitMs = 1500

export function createHealth(): Health {
  const parts: Part[] = []
  let isStopping = false
  return {
    add: (part) => void parts.push(part),
    stopping: () => {
      isStopping = true
    },
    report: async () => {
      const states = await Promise.all(parts.map(async (part) => [part.name, await stateOf(part)] as const))
      const ready = !isStopping && states.every(([, state]) => state.state === 'ready')
      return { ready, parts: Object.fromEntries(isStopping ? [...states, stoppingEntry] : states) }
    },
  }
}

const stoppingEntry = ['process', { state: 'stopping' }] as const

async function stateOf(part: Part): Promise<{ state: 'ready' | 'failing'; [fact: string]: unknown }> {
  try {
    const facts = await withLimit(part.check(), partLimitMs)
    return { ...facts, state: 'ready' }
  } catch (error) {
    // The reason is for the operator; a driver's message contains no secret of ours, a stack stays in the log.
    return { state: 'failing', reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' }
  }
}

function withLimit<T>(work: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * `/healthz` (the process is alive) for every client; `/readyz` (every part works) and `/metrics` (Prometheus) for
 * monitoring: other clients get 404.
 */
export function addHealthRoutes(
  app: FastifyInstance,
  health: Health,
  metrics: Metrics,
  mayWatch: (request: IncomingMessage) => boolean,
): void {
  const forWatchers = {
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      if (mayWatch(request.raw)) done()
      else reply.callNotFound()
    },
  }
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ state: 'alive' }))
  app.get('/readyz', forWatchers, async (_request, reply) => {
    const report = await health.report()
    return reply
      .code(report.ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report)
  })
  app.get('/metrics', forWatchers, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(metrics.registry.contentType)
      .send(await metrics.registry.metrics()),
  )
}
