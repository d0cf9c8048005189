import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint, type Endpoint } from './form/endpoint.ts'
import { id, middlewareInput, text } from './form/fields.ts'
import { openapi } from './openapi.ts'

type Json = Readonly<Record<string, unknown>>
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Json }>> }
  readonly security?: readonly Json[]
  readonly responses: Readonly<
    Record<string, { description: string; content: Record<string, { schema: Json }> }>
  >
}

const thing = {
  path: '/api/v1.0.0/things/{id}',
  summary: 'A thing',
  input: z.object({ id: id(), name: text(50, 1), note: z.optional(z.string()) }),
  output: z.object({ id: z.int() }),
}

/** The operations of a table with only this endpoint. */
function operationsOf(declared: Partial<Endpoint> = {}): Readonly<Record<string, Operation>> {
  const call = endpoint({ ...thing, ...declared } as Parameters<typeof endpoint>[0])
  const document = openapi({ things: { one: call } }, '2.0.0')
  return (document['paths'] as Record<string, Record<string, Operation>>)[call.path] ?? {}
}

function get(declared: Partial<Endpoint> = {}): Operation {
  const operation = operationsOf(declared)['get']
  if (operation === undefined) throw new Error('there is no such call')
  return operation
}

function successOf(operation: Operation, type = 'application/json'): Json | undefined {
  return operation.responses['200']?.content[type]?.schema
}

describe('[API-06] an endpoint in the OpenAPI document', () => {
  it('is named by its subject and its own name', () => {
    expect(get()).toMatchObject({ operationId: 'things.one', tags: ['things'] })
  })

  it('has path parameters from its path, and the rest from the query', () => {
    expect(get().parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'name', in: 'query', required: true },
      { name: 'note', in: 'query', required: false },
    ])
  })

  it.each(['POST', 'DELETE'] as const)('with %s has the rest in its body, as JSON or as a form', (method) => {
    const operation = operationsOf({ method })[method.toLowerCase()]
    expect(operation?.parameters.map(({ name }) => name)).toEqual(['id'])
    const { content = {} } = operation?.requestBody ?? {}
    expect(Object.keys(content)).toEqual(['application/json', 'application/x-www-form-urlencoded'])
    expect(content['application/json']?.schema).toMatchObject({ type: 'object', required: ['name'] })
  })

  it('[API-07] that changes data also accepts POST, with a separate operation id', () => {
    expect(Object.keys(operationsOf({ changes: true }))).toEqual(['get', 'post'])
    expect(operationsOf({ changes: true })['post']?.operationId).toBe('things.onePost')
    expect(Object.keys(operationsOf())).toEqual(['get'])
  })

  it.each([
    ['guest', {}, undefined],
    ['viewer', {}, [{ bearer: [] }, { authkey: [] }]],
    ['optional', {}, [{}, { bearer: [] }, { authkey: [] }]],
    ['viewer', { changes: true }, [{ bearer: [] }]],
    ['viewer', { changes: true, takesAuthkey: true }, [{ bearer: [] }, { authkey: [] }]],
  ] as const)('[API-02] for a %s with %j accepts a token as: %j', (access, more, security) => {
    expect(get({ access, ...more }).security).toEqual(security)
  })

  it('with POST never accepts a token in the URL', () => {
    const { post } = operationsOf({ access: 'viewer', changes: true, takesAuthkey: true })
    expect(post?.security).toEqual([{ bearer: [] }])
  })

  it.each([
    ['middleware', ['error', 'message', 'data']],
    ['payment', ['code', 'message', 'data']],
    ['data', ['data']],
    ['bare', ['id']],
  ] as const)('[API-04] responds in the envelope %s', (envelope, fields) => {
    expect(Object.keys(successOf(get({ envelope }))?.['properties'] as object)).toEqual(fields)
  })

  it('[API-07] returns business failures with 200, each with its number', () => {
    const operation = get({ failures: ['insufficient_funds', 'not_found'] })
    expect(operation.responses['200']?.description).toContain('insufficient_funds (100)')
    expect(successOf(operation)?.['oneOf']).toHaveLength(2)
    expect(operation.responses['404']?.description).toBe('not_found (3)')
    expect(get().responses['200']?.description).toBe('OK')
  })

  it('[API-07] always includes invalid input and a busy service, and for viewers an expired session', () => {
    expect(Object.keys(get().responses).toSorted()).toEqual(['200', '400', '503'])
    expect(get({ access: 'viewer' }).responses['403']?.description).toContain('session_blocked')
  })

  it('[API-04] declares where it can respond as XML', () => {
    const spoken = get({ input: middlewareInput({ id: id() }) })
    expect(successOf(spoken, 'application/xml')).toMatchObject({ type: 'string' })
    expect(successOf(get(), 'application/xml')).toBeUndefined()
  })
})
