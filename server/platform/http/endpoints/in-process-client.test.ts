import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, reject, respond, type Endpoint } from '#contract/form/endpoint.ts'
import { limit, middlewareInput } from '#contract/form/fields.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { bindEndpoints, type RequestContext } from './bind-endpoints.ts'
import { inProcessClient } from './in-process-client.ts'
import { ResponseCache } from './response-cache.ts'

const answer = z.object({ limit: z.int() })
const declared = {
  shared: endpoint({
    ...{ path: '/middleware/shared', summary: '', output: answer, cache: { sec: 60 } },
    input: middlewareInput({ limit: limit(10) }),
    failures: ['not_found'],
  }),
  fresh: endpoint({
    ...{ path: '/api/fresh', summary: '', output: answer, cache: { sec: 0 }, envelope: 'bare' },
    input: middlewareInput({ limit: limit(10) }),
    failures: ['not_found'],
  }),
} as const

/** A page's requests to these endpoints; `made`: how often a handler ran. */
function open(more: Partial<Endpoint> = {}) {
  const runs: RequestContext[] = []
  const run = ({ limit: count }: { limit: number }, context: unknown) => {
    runs.push(context as RequestContext)
    return count === 13 ? reject('not_found') : respond({ limit: count })
  }
  const endpoints = bindEndpoints('things', declared, { shared: run, fresh: run }).map((bound) => ({
    ...bound,
    endpoint: { ...bound.endpoint, ...more },
  }))
  const cache = new ResponseCache(() => 0)
  const ask = inProcessClient({ endpoints, cache, log: silentLog })
  const question = {
    method: 'GET',
    language: 'ru',
    audience: 'inside',
    serviceId: 1,
    requestId: 'page',
  } as const
  return {
    runs,
    ask: (path: string, input: unknown = {}, over: object = {}) => ask({ ...question, path, input, ...over }),
  }
}

describe('[SEO-02] a request of a server-rendered page', () => {
  it('gets the data of the response, without its envelope', async () => {
    const { ask } = open()
    expect(await ask('/middleware/shared', { limit: 5 })).toEqual({ limit: 5 })
    expect(await ask('/api/fresh', { limit: 5 })).toEqual({ limit: 5 })
  })

  it('is sent as by a browser: as text, and without empty values', async () => {
    const { ask } = open()
    for (const empty of [undefined, null, ''])
      expect(await ask('/middleware/shared', { limit: empty })).toEqual({ limit: 10 })
    expect(await ask('/middleware/shared', 'no fields')).toEqual({ limit: 10 })
  })

  it('shares the cached responses of guests’ own requests', async () => {
    const { ask, runs } = open()
    for (let round = 0; round < 3; round += 1) await ask('/middleware/shared', { limit: 5 })
    expect(runs).toHaveLength(1)
    await ask('/middleware/shared', { limit: 5 }, { language: 'uz' })
    await ask('/middleware/shared', { limit: 5 }, { audience: 'outside' })
    expect(runs.map(({ language, audience }) => `${language} ${audience}`)).toEqual([
      'ru inside',
      'uz inside',
      'ru outside',
    ])
  })

  it('is handled again each time where nothing is cached', async () => {
    const { ask, runs } = open()
    for (let round = 0; round < 2; round += 1) await ask('/api/fresh')
    expect(runs).toHaveLength(2)
  })

  it('[ACC-14] passes no client’s data to a handler', async () => {
    const { ask, runs } = open()
    await ask('/middleware/shared')
    expect(runs[0]).toMatchObject({
      viewer: undefined,
      deviceUid: undefined,
      userAgent: '',
      clientAddress: '',
    })
  })

  it('gets no response when it is refused or invalid, or for an unknown endpoint', async () => {
    const { ask, runs } = open()
    expect(await ask('/middleware/shared', { limit: 13 })).toBeUndefined()
    expect(await ask('/api/fresh', { limit: 13 })).toBeUndefined()
    expect(runs).toHaveLength(2)
    expect(await ask('/middleware/shared', { limit: 'many' })).toBeUndefined()
    expect(await ask('/middleware/elsewhere')).toBeUndefined()
    expect(await ask('/middleware/shared', {}, { method: 'POST' })).toBeUndefined()
    expect(runs).toHaveLength(2)
  })

  it.each([
    { access: 'viewer' },
    { cache: 'private' },
    { changes: true },
    { rateLimits: [{ name: 'a', per: 'network', attempts: 1, perSec: 1 }] },
  ] as const)('never reaches a call that is not the same for every guest: %j', async (more) => {
    const { ask, runs } = open(more)
    expect(await ask('/middleware/shared')).toBeUndefined()
    expect(runs).toEqual([])
  })
})
