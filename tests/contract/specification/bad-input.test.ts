/** Invalid input: rejected with messages that name the field, in both languages; and no request ever causes a 5xx. */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { failures } from '#contract/form/failures.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { allCalls, askCall, askPath, origin, type NamedCall } from '#tests/kit/product/request.ts'
import { endsSessions, findContent, goodInputs } from '#tests/kit/product/demo-content.ts'

let inputs: ReturnType<typeof goodInputs>
let nobodys: ReturnType<typeof goodInputs>
let token: string
beforeAll(async () => {
  token = (await logIn(origin(), 'subscribed')).token
  inputs = goodInputs(await findContent(token))
  // Of no device: every extra device that logged in would use one of an account's five device slots.
  nobodys = { ...inputs, 'accounts.login': { ...inputs['accounts.login'], phone_number: '+998901234567' } }
})

const hidden = new Set(['authkey'])

function fieldsOf({ endpoint }: NamedCall): readonly string[] {
  return Object.keys((endpoint.input as z.ZodMiniObject).shape).filter((field) => !hidden.has(field))
}

/** The first of these that is invalid for a field is sent in it. */
const badValues = ['x', '-1', '1e9', 'x'.repeat(600), '']
const cases = allCalls.flatMap((one) =>
  fieldsOf(one).flatMap((field) => {
    const shape = (one.endpoint.input as z.ZodMiniObject).shape[field]
    const bad = badValues.find(
      (value) => shape !== undefined && !z.safeParse(shape as z.ZodMiniType, value).success,
    )
    return bad === undefined ? [] : [{ one, call: one.name, field, bad }]
  }),
)

describe('an invalid field', () => {
  it('exists for nearly every field of every endpoint', () => {
    expect(cases.length).toBeGreaterThan(allCalls.length * 3)
  })

  it.each(cases)('[API-07] [I18N-05] $call names $field in ru and in uz', async ({ one, field, bad }) => {
    const messages = new Set<string>()
    for (const lang of ['ru', 'uz'] as const) {
      // `lang` itself is sent with an invalid value once: then the header decides.
      const fields = { ...inputs[one.name], ...(field === 'lang' ? {} : { lang }), [field]: bad }
      const refused = await askCall(one.endpoint, { fields, token, headers: { 'accept-language': lang } })
      expect(refused.status).toBe(failures.invalid_input.status)
      expect(refused.json?.['failure']).toBe('invalid_input')
      const problems = refused.json?.['fields'] as { field: string; message: string }[]
      expect(problems.map((problem) => problem.field)).toContain(field)
      expect(refused.json?.['message']).toContain(`${field} — `)
      messages.add(String(refused.json?.['message']))
    }
    expect(messages.size).toBe(2)
  })
})

const required = allCalls.flatMap((one) =>
  fieldsOf(one)
    .filter((field) => {
      const shape = (one.endpoint.input as z.ZodMiniObject).shape[field]
      return shape !== undefined && !z.safeParse(shape as z.ZodMiniType, undefined).success
    })
    .filter((field) => !one.endpoint.path.includes(`{${field}}`))
    .map((field) => ({ one, call: one.name, field })),
)

describe('a missing required field', () => {
  it.each(required)('[API-07] $call without $field names it', async ({ one, field }) => {
    const { [field]: _, ...fields } = { ...inputs[one.name] }
    const refused = await askCall(one.endpoint, { fields, token })
    expect(refused.status).toBe(400)
    expect(refused.json?.['message']).toContain(field)
  })
})

describe('a path without an endpoint', () => {
  it.each([
    ['/api/nothing', 'code'],
    ['/api/v1.2.0/', 'code'],
    ['/api/v9.9.9/banners', 'code'],
    ['/middleware/nothing', 'error'],
    ['/middleware/channel/', 'error'],
    ['/middleware/../api/nothing', 'code'],
  ])('[API-07] %s returns 404 in JSON', async (path, numberField) => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answered = await askPath(path, { method })
      expect(answered.status).toBe(404)
      expect(answered.json).toMatchObject({ failure: 'not_found', [numberField]: failures.not_found.number })
    }
  })
})

/** What people and programs really send, and what they should not. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    '1',
    'NaN',
    'null',
    '2147483648',
    '9'.repeat(400),
    "' or 1=1 --",
    '%00',
    '\u0000',
  ),
  fc.constantFrom(
    '../../etc/passwd',
    '<script>',
    '{"$gt":""}',
    '١٢٣',
    '\ud800',
    '1,2,3',
    '2024-01-01',
    'ru',
    'xml',
  ),
  fc.integer().map(String),
)
const oddValue = fc.oneof(oddText, fc.jsonValue({ maxDepth: 3 }))

const request = fc.constantFrom(...allCalls).chain((one) =>
  fc.record({
    one: fc.constant(one),
    odd: fc.dictionary(fc.constantFrom(...fieldsOf(one), '__proto__', 'constructor', 'toString'), oddValue, {
      maxKeys: 5,
    }),
    method: fc.constantFrom('GET' as const, 'POST' as const),
    isWellFormedSoFar: fc.boolean(),
    isLoggedIn: fc.boolean(),
    language: fc.constantFrom('uz', 'ru;q=0', '*', 'en-US,en;q=0.9', '\u00e9'),
  }),
)

describe('an arbitrary request', () => {
  it(
    '[API-07] never causes a server error and always gets a readable response',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(request, async ({ one, odd, method, isWellFormedSoFar, isLoggedIn, language }) => {
          // A permanent logout would leave the rest of the run without a session.
          const mayUseToken = isLoggedIn && !endsSessions.has(one.name)
          const answered = await askCall(one.endpoint, {
            fields: { ...(isWellFormedSoFar ? nobodys[one.name] : { id: 'x' }), ...withoutLoneHalves(odd) },
            method,
            token: mayUseToken ? token : undefined,
            headers: { 'accept-language': language, 'x-forwarded-for': `198.51.100.${1 + (seen++ % 200)}` },
          })
          expect(answered.status).toBeLessThan(500)
          if (/xml/.test(answered.headers.get('content-type') ?? '')) expect(answered.text).toContain('<rss>')
          else expect(answered.json).toBeDefined()
        }),
        { seed: 20_261_121, numRuns: 700 },
      )
    },
  )

  it.each([
    ['a body that is not JSON', '{"a":', 'application/json'],
    ['a body that is a list', '[1]', 'application/json'],
    ['a body of an unsupported content type', 'x', 'application/x-tar'],
    ['a body that is nested too deep', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, 'application/json'],
  ])('[API-07] %s is rejected with a message', async (_, body, type) => {
    const response = await fetch(`${origin()}/middleware/login`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 1, failure: 'invalid_input' })
  })

  it('[API-07] a body that is larger than any request needs is 413', async () => {
    const response = await fetch(`${origin()}/middleware/login`, {
      method: 'POST',
      body: JSON.stringify({ password: 'x'.repeat(400_000) }),
      headers: { 'content-type': 'application/json' },
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ failure: 'too_large' })
  })

  it.each([
    '/middleware/channel/detail?cid=%ff%fe',
    '/middleware/channel/detail?cid=%',
    '/api/title?path=%E0%A4%A',
  ])('[API-07] %s is 400 or a valid response', async (path) => {
    const answered = await askPath(path)
    expect([200, 400, 404]).toContain(answered.status)
    expect(answered.json).toBeDefined()
  })
})

let seen = 0

/** An address cannot contain a lone surrogate: `encodeURIComponent` rejects it before anything is sent. */
function withoutLoneHalves(odd: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(odd).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toWellFormed() : value,
    ]),
  )
}
