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
  it('are many, and no two have the same address', () => {
    expect(endpoints.length).toBeGreaterThan(90)
    const addresses = endpoints.flatMap(({ call }) => [
      `${call.method} ${call.path}`,
      ...(call.changes && call.method === 'GET' ? [`POST ${call.path}`] : []),
    ])
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })

  it('[API-02] stand under /middleware when they speak its envelope', () => {
    expect(
      wrong(
        (call) =>
          call.envelope === 'middleware' &&
          !/^\/(?:middleware|phpapi)\/|^\/api\/v1.0.0\/customer\/logout$/.test(call.path),
      ),
    ).toEqual([])
  })

  it('have every parameter of their path among their fields', () => {
    expect(wrong((call) => inPath(call).some((name) => !fieldsOf(call).includes(name)))).toEqual([])
  })

  it('[API-07] take a token from an address only where they change something, and the specification asks so', () => {
    expect(wrong((call) => call.takesAuthkey && !call.changes)).toEqual([])
    expect(wrong((call) => call.takesAuthkey && call.access === 'guest')).toEqual([])
  })

  it('declare limits that can refuse: by name one and the same, with a failure of theirs, of an account only who has one', () => {
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
      // What is kept for everybody would be counted for whoever asked first.
      expect(call.cache, name).toBe('private')
    }
    expect(wrong((call) => call.countsRate === 'by_handler' && call.rateLimits.length === 0)).toEqual([])
  })

  it('[API-07] that change something are never kept for the next caller', () => {
    expect(wrong((call) => call.changes && call.cache !== 'private')).toEqual([])
    expect(wrong((call) => call.access === 'viewer' && call.cache !== 'private')).toEqual([])
  })

  it('count an account only where there is one', () => {
    expect(
      wrong((call) => call.access === 'guest' && call.rateLimits.some(({ per }) => per === 'account')),
    ).toEqual([])
    expect(
      wrong((call) => call.rateLimits.some(({ attempts, perSec }) => attempts < 1 || perSec < 1)),
    ).toEqual([])
    expect(wrong((call) => call.countsRate === 'by_handler' && call.rateLimits.length === 0)).toEqual([])
  })

  it('have one size for each limit that several share', () => {
    const sizes = new Map<string, Set<string>>()
    for (const { call } of endpoints)
      for (const { name, per, attempts, perSec } of call.rateLimits)
        sizes.set(name, (sizes.get(name) ?? new Set()).add(`${per} ${attempts} ${perSec}`))
    expect([...sizes].filter(([, forms]) => forms.size > 1)).toEqual([])
  })

  it('[API-04] answer as XML where they have the common parameters, and nowhere by accident', () => {
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

  it('[API-07] has a number of its own for each, never 0, and a status of those a client follows', () => {
    const numbers = codes.map((code) => failures[code].number)
    expect(numbers.filter((number, at) => number <= 0 || numbers.indexOf(number) !== at)).toEqual([])
    expect(
      codes.filter((code) => ![200, 400, 403, 404, 405, 413, 429, 500, 503].includes(failures[code].status)),
    ).toEqual([])
  })

  it('[I18N-05] tells the same values in both languages', () => {
    expect(
      codes.filter(
        (code) => String(placeholders(failures[code].ru)) !== String(placeholders(failures[code].uz)),
      ),
    ).toEqual([])
    expect(codes.filter((code) => /[а-яё]/i.test(failures[code].uz))).toEqual([])
  })

  it('[I18N-03] fills its placeholders in, sums in groups, and leaves none open', () => {
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

  it('describes every endpoint once, by an id of its own', () => {
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(endpoints.filter(({ name }) => !ids.includes(name))).toEqual([])
    expect(document.info.version).toBe('1.2.3')
  })

  it('demands each parameter of a path', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const { parameters } of Object.values(methods))
        for (const name of [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
          expect(parameters.find((one) => one.name === name)).toMatchObject({ in: 'path', required: true })
  })

  it('has a body for what is posted, and parameters of the address for what is got', () => {
    for (const methods of Object.values(document.paths)) {
      expect(methods['get']?.requestBody).toBeUndefined()
      expect(methods['post']?.parameters.filter((one) => one.in === 'query') ?? []).toEqual([])
    }
  })

  it('says who may ask, and what a viewer whose session has ended is told', () => {
    const byId = new Map(operations.map((one) => [one.operationId, one]))
    for (const { name, call } of endpoints) {
      const { security, responses } = byId.get(name) as Operation
      if (call.access === 'guest') expect(security, name).toBeUndefined()
      else expect(security, name).toContainEqual({ bearer: [] })
      if (call.access === 'optional') expect(security, name).toContainEqual({})
      if (call.access === 'viewer') expect(responses['403']?.description, name).toContain('not_authorized')
    }
  })

  it('names every failure an endpoint declares, under its status', () => {
    const byId = new Map(operations.map((one) => [one.operationId, one]))
    for (const { name, call } of endpoints)
      for (const code of call.failures) {
        const response = byId.get(name)?.responses[String(failures[code].status)]
        expect(response?.description, name).toContain(`${code} (${failures[code].number})`)
      }
  })
})
