import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { externalRoot } from '#contract/form/api-scopes.ts'
import { nameMark } from '#contract/openapi.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * `/api/openapi.json` and `/api/docs`: the document of all endpoints, for programs and for people. `nameOf` is the name
 * of the service at this host.
 */
export function addOpenapiRoutes(
  app: FastifyInstance,
  document: Json,
  nameOf: (host: string | undefined) => string,
): void {
  const whole = JSON.stringify(document)
  const page = docsPage(document)
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`
  app.get('/api/openapi.json', (request, reply) =>
    reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(named(whole, nameOf(request.headers.host))),
  )
  app.get('/api/docs', (request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(nameMark, () => escaped(nameOf(request.headers.host)))),
  )
}

/** `/api/external/v1/openapi.json`: the document of the endpoints for other programs of the operator. */
export function addExternalDocument(
  app: FastifyInstance,
  document: Json,
  nameOf: (host: string | undefined) => string,
): void {
  const text = JSON.stringify(document)
  app.get(`${externalRoot}/openapi.json`, (request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .type('application/json; charset=utf-8')
      .send(named(text, nameOf(request.headers.host))),
  )
}

/** A document with the name of the service in it. */
function named(document: string, name: string): string {
  return document.replace(nameMark, () => JSON.stringify(name).slice(1, -1))
}

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:3rem}article{border-top:1px solid #8886;padding:1rem 0}h3{font:600 1rem ui-monospace,monospace;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}
code,pre{font:.875rem ui-monospace,monospace}pre{overflow:auto;max-height:24rem;padding:.75rem;background:#8881;border-radius:.5rem}
.method{display:inline-block;min-width:3.5rem}summary{cursor:pointer}`

function docsPage(document: Json): string {
  const operations = Object.entries(record(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(record(methods)).map(([method, operation]) => ({
      path,
      method,
      operation: record(operation),
    })),
  )
  const subjects = [...new Set(operations.map(({ operation }) => String(list(operation['tags'])[0])))]
  const sections = subjects.map((subject) => {
    const own = operations.filter(({ operation }) => list(operation['tags'])[0] === subject)
    const articles = own.map(({ path, method, operation }) => article(path, method, operation)).join('')
    return `<section><h2 id="${escaped(subject)}">${escaped(subject)}</h2>${articles}</section>`
  })
  const contents = subjects.map((one) => `<a href="#${escaped(one)}">${escaped(one)}</a>`).join(' · ')
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${nameMark}: the calls</title><style>${style}</style></head><body><h1>${nameMark}: the calls</h1>` +
    `<p>${operations.length} operations, printed from the table the server validates with. ` +
    `As a document: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p><p>${contents}</p>${sections.join('')}</body></html>`
  )
}

function article(path: string, method: string, operation: Json): string {
  const body = record(
    record(record(record(operation['requestBody'])['content'])['application/json'])['schema'],
  )
  const required = list(body['required'])
  const fields = [
    ...list(operation['parameters']).map(record),
    ...Object.entries(record(body['properties'])).map(([name, schema]) => ({
      name,
      in: 'body',
      required: required.includes(name),
      schema,
    })),
  ]
  const security = list(operation['security'])
  const access =
    security.length === 0 ? 'everybody' : security.length === 2 ? 'viewers' : 'everybody, more for viewers'
  const responses = Object.entries(record(operation['responses']))
  const schema = record(
    record(record(record(record(operation['responses'])['200'])['content'])['application/json']),
  )
  return (
    `<article><h3><span class="method">${escaped(method.toUpperCase())}</span> ${escaped(path)}</h3>` +
    `<p>${escaped(String(operation['summary'] ?? ''))}. For ${access}.</p>${fieldTable(fields)}` +
    `<p>${responses.map(([status, one]) => `<b>${status}</b> ${escaped(String(record(one)['description']))}`).join(' · ')}</p>` +
    `<details><summary>Answer</summary><pre>${escaped(JSON.stringify(schema['schema'], undefined, 2))}</pre></details></article>`
  )
}

function fieldTable(fields: readonly Json[]): string {
  if (fields.length === 0) return ''
  const rows = fields.map(
    (field) =>
      `<tr><td><code>${escaped(String(field['name']))}</code></td><td>${escaped(String(field['in']))}</td>` +
      `<td>${field['required'] === true ? 'required' : ''}</td><td><code>${escaped(JSON.stringify(field['schema']).slice(0, 200))}</code></td></tr>`,
  )
  return `<table><thead><tr><th>field</th><th>in</th><th></th><th>schema</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
