/** The OpenAPI document: complete, valid, and generated from the same table as the product's responses. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { failures, type FailureCode } from '#contract/form/failures.ts'
import { openapi } from '#contract/openapi.ts'
import { allCalls, askPath } from '#tests/kit/product/request.ts'

/** The parts of OpenAPI 3.1 that a reader relies on. Schemas are JSON Schema 2020-12, checked below. */
const Schema = z.union([z.boolean(), z.looseObject({})])
const Content = z.record(z.string().check(z.regex(/^\w+\/[\w.+-]+$/)), z.strictObject({ schema: Schema }))
const Operation = z.strictObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().check(z.minLength(10)),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['query', 'path']),
      required: z.boolean(),
      schema: Schema,
    }),
  ),
  requestBody: z.optional(z.strictObject({ content: Content })),
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
  responses: z.record(
    z.string().check(z.regex(/^[1-5]\d\d$/)),
    z.strictObject({ description: z.string().check(z.minLength(1)), content: Content }),
  ),
})
const Document = z.strictObject({
  openapi: z.string().check(z.regex(/^3\.1\.\d+$/)),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  paths: z.record(
    z.string().check(z.startsWith('/')),
    z.strictObject({
      get: z.optional(Operation),
      post: z.optional(Operation),
      delete: z.optional(Operation),
    }),
  ),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.enum(['http', 'apiKey']) })),
    schemas: z.record(z.string(), Schema),
  }),
})

/** The key of a method in the document. */
const keyOf = { GET: 'get', POST: 'post', DELETE: 'delete' } as const

let raw: Record<string, unknown>
let document: z.output<typeof Document>
beforeAll(async () => {
  const answered = await askPath('/api/openapi.json')
  expect(answered.status).toBe(200)
  raw = answered.json ?? {}
  document = z.parse(Document, raw)
})

describe('[API-06] the document', () => {
  it('is valid OpenAPI 3.1: unique operation ids, declared path parameters, references that resolve', () => {
    const ids: string[] = []
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const operation of Object.values(methods)) {
        if (operation === undefined) continue
        ids.push(operation.operationId)
        const declared = operation.parameters.filter((one) => one.in === 'path')
        expect(declared.map(({ name }) => name)).toEqual(inPath)
        expect(declared.every((one) => one.required)).toBe(true)
        expect(new Set(operation.parameters.map(({ name }) => name)).size).toBe(operation.parameters.length)
      }
    }
    expect(new Set(ids).size).toBe(ids.length)
    for (const reference of JSON.stringify(raw).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const result = (reference[1] ?? '')
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], raw)
      expect(result).toBeDefined()
    }
  })

  it('lists every endpoint of the table and no other, a changing one by POST too', () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    const declared = allCalls.flatMap(({ endpoint }) => [
      `${endpoint.method.toLowerCase()} ${endpoint.path}`,
      ...(endpoint.changes && endpoint.method === 'GET' ? [`post ${endpoint.path}`] : []),
    ])
    expect(listed.toSorted()).toEqual(declared.toSorted())
  })

  it('is generated from the table the server validates with', () => {
    const declared = JSON.parse(JSON.stringify(openapi(api, '1')))
    expect(raw).toEqual({ ...declared, info: { ...declared.info, title: 'Ekran' } })
  })

  it.each(allCalls)('names every field and every failure of $name', ({ endpoint }) => {
    const operation = document.paths[endpoint.path]?.[keyOf[endpoint.method]]
    const fields = Object.keys((endpoint.input as z.ZodMiniObject).shape)
    const body = operation?.requestBody?.content['application/json']?.schema as
      | { properties?: object }
      | undefined
    // An endpoint that is called by POST only has its fields in the body.
    const named = [
      ...(operation?.parameters ?? []).map(({ name }) => name),
      ...Object.keys(body?.properties ?? {}),
    ]
    expect(named.toSorted()).toEqual(fields.toSorted())
    const lockedOut = ['not_authorized', 'session_blocked', 'session_deactivated'] as const
    const noProfile = ['profile_not_found'] as const
    const possible: readonly FailureCode[] = [
      ...endpoint.failures,
      'invalid_input',
      'busy',
      ...(endpoint.access === 'viewer' ? lockedOut : []),
      ...(endpoint.access === 'viewer' && endpoint.withoutProfile !== true ? noProfile : []),
    ]
    for (const code of possible) {
      const response = operation?.responses[String(failures[code].status)]
      expect(response?.description).toContain(`${code} (${failures[code].number})`)
      const schema = response?.content['application/json']?.schema
      expect(JSON.stringify(schema)).toContain('#/components/schemas/Failure')
    }
    // A business failure is described beside the data that it replaces (API-07).
    const good = operation?.responses['200']?.content['application/json']?.schema as { oneOf?: unknown[] }
    expect(good.oneOf?.length).toBe(possible.some((code) => failures[code].status === 200) ? 2 : undefined)
    if (endpoint.access !== 'viewer')
      for (const code of lockedOut) expect(JSON.stringify(operation?.responses)).not.toContain(code + ' (')
    expect(operation?.security === undefined).toBe(endpoint.access === 'guest')
  })

  it('is also rendered as a page', async () => {
    const page = await askPath('/api/docs')
    expect(page.status).toBe(200)
    for (const { endpoint } of allCalls) expect(page.text).toContain(endpoint.path)
  })
})
