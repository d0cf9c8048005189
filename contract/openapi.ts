/** The OpenAPI 3.1 document, made from the same table the server validates with (API-06). */
import * as z from 'zod/mini'
import { speaksXml, type Endpoint, type Method } from './form/endpoint.ts'
import { failures, type FailureCode } from './form/failures.ts'

/** The title of the document, where the server writes the name of the service. */
export const nameMark = '{service}'

type Json = Record<string, unknown>

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json
}

/** Builds the document of a table `{ subject: { name: endpoint } }`. */
export function openapi(table: Record<string, Record<string, Endpoint>>, version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [subject, calls] of Object.entries(table))
    for (const [name, call] of Object.entries(calls)) {
      const path = (paths[call.path] ??= {})
      path[call.method.toLowerCase()] = operation(subject, name, call, call.method)
      if (call.changes && call.method === 'GET')
        path['post'] = operation(subject, `${name}Post`, call, 'POST')
    }
  return {
    openapi: '3.1.0',
    info: { title: nameMark, version },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        authkey: { type: 'apiKey', in: 'query', name: 'authkey' },
      },
      schemas: { Failure: failureSchema },
    },
  }
}

function operation(subject: string, name: string, call: Endpoint, method: Method): Json {
  const input = schemaOf(call.input, 'input')
  const fields = Object.entries((input['properties'] ?? {}) as Record<string, Json>)
  const required = new Set((input['required'] ?? []) as string[])
  const inPath = new Set([...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
  const inAddress = fields.filter(([field]) => inPath.has(field) || method === 'GET')
  const inBody = fields.filter(([field]) => !inPath.has(field) && method !== 'GET')
  return {
    operationId: `${subject}.${name}`,
    tags: [subject],
    summary: call.summary,
    parameters: inAddress.map(([field, schema]) => ({
      name: field,
      in: inPath.has(field) ? 'path' : 'query',
      required: inPath.has(field) || required.has(field),
      schema,
    })),
    ...(inBody.length === 0 ? {} : { requestBody: bodyOf(inBody, required) }),
    ...securityOf(call, method),
    responses: responses(call),
  }
}

function bodyOf(fields: [string, Json][], required: Set<string>): Json {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: fields.map(([field]) => field).filter((field) => required.has(field)),
  }
  return {
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': { schema },
    },
  }
}

function securityOf(call: Endpoint, method: Method): Json {
  // A key of the API has its scope in the description: a scheme of the kind `http` has none of its own.
  if (call.scope !== undefined) return { description: `Scope: ${call.scope}`, security: [{ bearer: [] }] }
  return call.access === 'guest' ? {} : { security: security(call, method) }
}

function security(call: Endpoint, method: Method): Json[] {
  const byAddress = method === 'GET' && (!call.changes || call.takesAuthkey)
  const ways = [{ bearer: [] }, ...(byAddress ? [{ authkey: [] }] : [])]
  return call.access === 'optional' ? [{}, ...ways] : ways
}

/** The response of a viewer endpoint for an invalid token. */
const lockedOut = ['not_authorized', 'session_blocked', 'session_deactivated'] as const

function responses(call: Endpoint): Json {
  const byStatus = new Map<number, FailureCode[]>()
  const possible = new Set<FailureCode>([
    ...call.failures,
    'invalid_input',
    ...(call.access === 'viewer' ? lockedOut : []),
    ...(call.access === 'viewer' && call.withoutProfile !== true ? (['profile_not_found'] as const) : []),
    'busy',
  ])
  for (const code of possible)
    byStatus.set(failures[code].status, [...(byStatus.get(failures[code].status) ?? []), code])
  const outcomes = byStatus.get(200) ?? []
  byStatus.delete(200)
  return Object.fromEntries([
    ['200', answered(call, outcomes)],
    ...[...byStatus].map(([status, codes]) => [
      String(status),
      { description: listed(codes), content: { 'application/json': { schema: failureReference } } },
    ]),
  ])
}

const failureReference: Json = { $ref: '#/components/schemas/Failure' }

function listed(codes: readonly FailureCode[]) {
  return codes.map((code) => `${code} (${failures[code].number})`).join(', ')
}

/** Status 200: the data, or a business failure with its number and message (API-07). */
function answered(call: Endpoint, outcomes: readonly FailureCode[]): Json {
  const data = wrapped(call)
  const schema = outcomes.length === 0 ? data : { oneOf: [data, failureReference] }
  const content: Json = { 'application/json': { schema } }
  if (speaksXml(call)) content['application/xml'] = { schema: { type: 'string', description: asXml } }
  return { description: outcomes.length === 0 ? 'OK' : `OK, or one of: ${listed(outcomes)}`, content }
}

function wrapped(call: Endpoint): Json {
  const data = schemaOf(call.output, 'output')
  if (call.envelope === 'bare') return data
  if (call.envelope === 'data') return { type: 'object', properties: { data }, required: ['data'] }
  const number = call.envelope === 'payment' ? 'code' : 'error'
  return {
    type: 'object',
    properties: { [number]: { const: 0 }, message: { type: 'string' }, data },
    required: [number, 'message', 'data'],
  }
}

const asXml =
  'With `format=xml` or `Accept: application/xml`: the same content under `<rss>`, each list as its name with one `<item>` an element; what XML has no name for is an `<entry key="…">`'

const failureSchema: Json = {
  type: 'object',
  description:
    'An error: middleware endpoints have its number in `error`, the others in `code`; it is never 0. With status 200 ' +
    'it is a business outcome, with a message for the viewer.',
  properties: {
    error: { type: 'integer', not: { const: 0 } },
    code: { type: 'integer', not: { const: 0 } },
    failure: { enum: Object.keys(failures) },
    message: { type: 'string' },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
  },
  required: ['failure', 'message'],
}
