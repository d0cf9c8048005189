import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { api } from './api.ts'
import { speaksXml, type Endpoint } from './form/endpoint.ts'
import { failures, failureWords, type FailureCode } from './form/failures.ts'
import { openapi } from './openapi.ts'

const endpoints = Object.entries(api).flatMap(([subject, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, call]) => ({
    name: `${subject}.${name}`,
    call,
  })),
)

function wrong(isWrong: (call: Endpoint) => boolean) {
  return endpoints.filter(({ call }) => isWrong(call)).map(({ name }) => name)
}

function fieldsOf({ input }: Endpoint): readonly string[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(schema.properties ?? {})
}

function inPath({ path }: Endpoint): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

describe('the declared endpoints', () => {
  it('are numerous, and no two have the same path', () => {
    expect(endpoints.length).toBeGreaterThan(90)
    const addresses = endpoints.flatMap(({ call }) => [
      `${call.method} ${call.path}`,
      ...(call.changes && call.method === 'GET' ? [`POST ${call.path}`] : []),
    ])
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })

  it('[API-02] are under /middleware when they use its envelope', () => {
    expect(
      wrong(
        (call) =>
          call.envelope === 'middleware' &&
          !/^\/(?:middleware|phpapi)\/|^\/api\/v1.0.0\/customer\/logout$/.test(call.path),
      ),
    ).toEqual([])
  })

  it('have every path parameter among their fields', () => {
    expect(wrong((call) => inPath(call).some((name) => !fieldsOf(call).includes(name)))).toEqual([])
  })

  it('[API-07] accept a token in the URL only where they change data and the specification requires it', () => {
    expect(wrong((call) => call.takesAuthkey && !call.changes)).toEqual([])
    expect(wrong((call) => call.takesAuthkey && call.access === 'guest')).toEqual([])
  })

  it('declare consistent rate limits: one definition per name, a declared failure, per account only for viewers', () => {
    const limited = endpoints.filter(({ call }) => call.rateLimits.length > 0)
    expect(limited.length).toBeGreaterThan(10)
    const byName = new Map<string, object>()
    for (const { name, call } of limited) {
      for (const limit of call.rateLimits) {
        expect(byName.get(limit.name) ?? limit, name).toEqual(limit)
        byName.set(limit.name, limit)
        expect(call.failures, name).toContain(limit.failure ?? 'too_many_requests')
        if (limit.per === 'account') expect(call.access, name).toBe('viewer')
      }
      // A shared cached response would count only for the first client.
      expect(call.cache, name).toBe('private')
    }
    expect(wrong((call) => call.countsRate === 'by_handler' && call.rateLimits.length === 0)).toEqual([])
  })

  it('[API-07] that change data are never cached', () => {
    expect(wrong((call) => call.changes && call.cache !== 'private')).toEqual([])
    expect(wrong((call) => call.access === 'viewer' && call.cache !== 'private')).toEqual([])
  })

  it('count per account only where there is one', () => {
    expect(
      wrong((call) => call.access === 'guest' && call.rateLimits.some(({ per }) => per === 'account')),
    ).toEqual([])
    expect(
      wrong((call) => call.rateLimits.some(({ attempts, perSec }) => attempts < 1 || perSec < 1)),
    ).toEqual([])
    expect(wrong((call) => call.countsRate === 'by_handler' && call.rateLimits.length === 0)).toEqual([])
  })

  it('use the same values for a shared limit', () => {
    const sizes = new Map<string, Set<string>>()
    for (const { call } of endpoints)
      for (const { name, per, attempts, perSec } of call.rateLimits)
        sizes.set(name, (sizes.get(name) ?? new Set()).add(`${per} ${attempts} ${perSec}`))
    expect([...sizes].filter(([, forms]) => forms.size > 1)).toEqual([])
  })

  it('[API-04] can respond as XML where they have the common parameters, and nowhere by accident', () => {
    expect(wrong((call) => speaksXml(call) !== fieldsOf(call).includes('format'))).toEqual([])
  })

  it('name each failure once', () => {
    expect(wrong((call) => new Set(call.failures).size !== call.failures.length)).toEqual([])
  })
})

describe('the list of failures', () => {
  const codes = Object.keys(failures) as FailureCode[]

  function placeholders(text: string) {
    return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
  }

  it('[API-07] has a unique number for each, never 0, and one of the statuses that clients handle', () => {
    const numbers = codes.map((code) => failures[code].number)
    expect(numbers.filter((number, at) => number <= 0 || numbers.indexOf(number) !== at)).toEqual([])
    expect(
      codes.filter((code) => ![200, 400, 403, 404, 405, 413, 429, 500, 503].includes(failures[code].status)),
    ).toEqual([])
  })

  it('[I18N-05] has the same placeholders in both languages', () => {
    expect(
      codes.filter(
        (code) => String(placeholders(failures[code].ru)) !== String(placeholders(failures[code].uz)),
      ),
    ).toEqual([])
    expect(codes.filter((code) => /[а-яё]/i.test(failures[code].uz))).toEqual([])
  })

  it('[I18N-03] fills in its placeholders, with grouped sums, and leaves none unfilled', () => {
    expect(failureWords('account_suspended', 'ru', { missing: 14_500 })).toContain('14\u00a0500\u00a0сум')
    expect(failureWords('account_suspended', 'uz', { missing: 14_500 })).toContain('14\u00a0500\u00a0soʻm')
    for (const code of codes)
      for (const language of ['ru', 'uz'] as const)
        expect(failureWords(code, language), code).not.toMatch(/\{\w+\}/)
  })
})

describe('[API-06] the OpenAPI document', () => {
  const document = openapi(api, '1.2.3') as {
    readonly info: { readonly version: string }
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  interface Operation {
    readonly operationId: string
    readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
    readonly requestBody?: object
    readonly security?: readonly object[]
    readonly responses: Readonly<Record<string, { readonly description: string }>>
  }
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

  it('describes every endpoint once, with a unique id', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(endpoints.filter(({ name }) => !ids.includes(name))).toEqual([])
    expect(document.info.version).toBe('1.2.3')
  })

  it('requires each path parameter', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const { parameters } of Object.values(methods))
        for (const name of [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
          expect(parameters.find((one) => one.name === name)).toMatchObject({ in: 'path', required: true })
  })

  it('has a body for POST, and query parameters for GET', () => {
    for (const methods of Object.values(document.paths)) {
      expect(methods['get']?.requestBody).toBeUndefined()
      expect(methods['post']?.parameters.filter((one) => one.in === 'query') ?? []).toEqual([])
    }
  })

  it('describes access, and the response for an expired session', () => {
    const byId = new Map(operations.map((one) => [one.operationId, one]))
    for (const { name, call } of endpoints) {
      const { security, responses } = byId.get(name) as Operation
      if (call.access === 'guest') expect(security, name).toBeUndefined()
      else expect(security, name).toContainEqual({ bearer: [] })
      if (call.access === 'optional') expect(security, name).toContainEqual({})
      if (call.access === 'viewer') expect(responses['403']?.description, name).toContain('not_authorized')
    }
  })

  it('lists every failure of an endpoint under its status', () => {
    const byId = new Map(operations.map((one) => [one.operationId, one]))
    for (const { name, call } of endpoints)
      for (const code of call.failures) {
        const response = byId.get(name)?.responses[String(failures[code].status)]
        expect(response?.description, name).toContain(`${code} (${failures[code].number})`)
      }
  })
})
