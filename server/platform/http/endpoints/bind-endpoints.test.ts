import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, reject, respond } from '#contract/form/endpoint.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { type RequestContext, bindEndpoints } from './bind-endpoints.ts'
import { createEndpointLimits } from './endpoint-limits.ts'

const guess = { name: 'guess', per: 'account', attempts: 2, perSec: 60 } as const
const declared = {
  input: z.object({ isThere: z.boolean() }),
  output: z.object({}),
  access: 'viewer',
} as const

const subject = {
  first: endpoint({
    ...declared,
    path: '/first',
    summary: 'Every valid request counts',
    failures: ['too_many_requests', 'title_not_found'],
    rateLimits: [guess, { name: 'guess of a network', per: 'network', attempts: 3, perSec: 60 }],
  }),
  checked: endpoint({
    ...declared,
    path: '/checked',
    envelope: 'payment',
    summary: 'Counts only what exists',
    failures: ['too_many_requests', 'title_not_found'],
    rateLimits: [guess],
    countsRate: 'by_handler',
  }),
  careless: endpoint({
    ...declared,
    path: '/careless',
    summary: 'Forgets to count',
    failures: ['too_many_requests'],
    rateLimits: [guess],
    countsRate: 'by_handler',
  }),
}

function bind() {
  const bound = bindEndpoints('tests', subject, {
    first: ({ isThere }) => (isThere ? respond({}) : reject('title_not_found')),
    checked: async ({ isThere }, _call, countRate) =>
      isThere ? ((await countRate()) ?? respond({})) : reject('title_not_found'),
    careless: () => respond({}),
  })
  return async (name: keyof typeof subject, isThere = true, accountId = 1) => {
    const prepared = bound.find((one) => one.name === `tests.${name}`)?.prepare({ isThere })
    if (prepared?.kind !== 'ready') throw new Error('not ready')
    const outcome = await prepared.run(contextOf(accountId))
    return outcome.kind === 'refused' ? outcome.failure : 'ok'
  }
}

function contextOf(accountId: number): RequestContext {
  return {
    viewer: { accountId, sessionId: 's' },
    deviceUid: undefined,
    userAgent: '',
    language: 'ru',
    clientAddress: '10.0.0.1',
    audience: 'inside',
    signal: new AbortController().signal,
    serviceId: 1,
    requestId: 'test',
    log: silentLog,
  }
}

it('counts every valid request before its handler runs, successful or not', async () => {
  const run = bind()
  expect([await run('first', false), await run('first'), await run('first')]).toEqual([
    'title_not_found',
    'ok',
    'too_many_requests',
  ])
})

it('counts by account and by network; a request refused by one is not counted by the other', async () => {
  const run = bind()
  for (let index = 0; index < 9; index += 1) await run('first', true, 1)
  expect([await run('first', true, 2), await run('first', true, 3)]).toEqual(['ok', 'too_many_requests'])
})

it('counts under a shared name, and does not count what a handler refuses as invalid', async () => {
  const run = bind()
  for (let index = 0; index < 9; index += 1) expect(await run('checked', false)).toBe('title_not_found')
  expect([await run('checked'), await run('first'), await run('checked')]).toEqual([
    'ok',
    'ok',
    'too_many_requests',
  ])
})

it('does not let a handler succeed that forgot to count', async () => {
  await expect(bind()('careless')).rejects.toThrow('tests.careless did not count its request')
})

it('sends the seconds in the data too to the payment service’s clients', async () => {
  const limits = createEndpointLimits({ guess: 0 })
  const [bound] = bindEndpoints(
    'tests',
    { checked: subject.checked },
    {
      checked: async (_input, _call, countRate) => (await countRate()) ?? respond({}),
    },
    limits,
  )
  const prepared = bound?.prepare({ isThere: true })
  if (prepared?.kind !== 'ready') throw new Error('not ready')
  const retryAfterSec = expect.any(Number)
  expect(await prepared.run(contextOf(1))).toMatchObject({
    retryAfterSec,
    details: { retry_after: retryAfterSec },
  })
})
