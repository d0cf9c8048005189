/**
 * Reduces the contract for the browser at build time. Of an endpoint a page needs only how it is requested (path,
 * method, access, envelope); inputs and outputs are checked by TypeScript and validated by the server. So the schemas
 * are removed from the declarations, and the schema library with them: several kB of every first visit.
 */
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/form/endpoint.ts'

const schemaFields: ReadonlySet<string> = new Set<keyof Endpoint>([
  'input',
  'output',
  'failures',
  'summary',
  'cache',
  'rateLimits',
  'countsRate',
])
const library = /^import \* as z from ['"]zod\/mini['"];?$/m

/** Used only by a schema, so no page needs it: the import would add the list of countries to every first visit. */
const readBySchemas = /^import \{ countryCode \} from ['"](?:\.|#contract\/form)\/countries\.ts['"];?$/m

/** A call that creates a schema can be removed when its result is unused. */
const maker = /\b(z\.\w+|items|middlewareInput|siteInput|country|deviceName)(?=\()/g

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null)?.type === 'string'
}

/** This node and all nodes below it. */
function* below(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* below(child)
}

/** The text ranges that only describe inputs and outputs. */
function* schemaPieces(program: Node): Generator<readonly [start: number, end: number]> {
  for (const node of below(program)) {
    const callee = node['callee'] as (Node & { name?: string }) | undefined
    if (node.type !== 'CallExpression' || callee?.name !== 'endpoint') continue
    const [declared] = node['arguments'] as readonly (Node & { properties?: readonly Node[] })[]
    for (const property of declared?.properties ?? []) {
      const key = property['key'] as { name?: string } | undefined
      const value = property['value'] as Node | undefined
      if (value !== undefined && schemaFields.has(key?.name ?? '')) yield [value.start, value.end]
    }
  }
}

/**
 * The text ranges with failure messages: viewers read the message in the server's response, and only the names are
 * compared here.
 */
function* failurePieces(
  program: Node,
  code: string,
): Generator<readonly [start: number, end: number, instead?: string]> {
  for (const node of below(program)) {
    const { name = '' } = (node['id'] as { name?: string } | null | undefined) ?? {}
    if (node.type !== 'VariableDeclarator' || !/failures$/i.test(name)) continue
    const list = [...below(node)].find(({ type }) => type === 'ObjectExpression')
    for (const property of (list?.['properties'] ?? []) as readonly Node[]) {
      const value = property['value'] as Node | undefined
      if (value === undefined) continue
      const key = (property['key'] as { name?: string } | undefined)?.name ?? ''
      // The list itself has what every endpoint may return; those of the console are in lists beside it.
      if (name === 'failures' || ofSite.has(key)) yield [value.start, value.end]
      else yield [property.start, property.end + (code[property.end] === ',' ? 1 : 0), '']
    }
  }
}

/** The failures that endpoints of the site declare; an unknown one is shown with the server's message as well. */
const ofSite: ReadonlySet<string> = new Set(
  Object.values<Readonly<Record<string, Endpoint>>>(api).flatMap((endpoints) =>
    Object.values(endpoints).flatMap(({ failures, rateLimits }) => [
      ...failures,
      ...rateLimits.flatMap(({ failure }) => failure ?? []),
    ]),
  ),
)

export function contractInBrowser(root: string): Plugin {
  const contract = join(root, '../contract/')
  return {
    name: 'contract-in-browser',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(contract)) return null
      const light = code
        .replace(library, "import { schemas as z } from '#web/unread-schemas.ts'")
        .replace(readBySchemas, 'const countryCode = undefined')
      const program = this.parse(light) as unknown as Node
      const pieces: (readonly [number, number, string?])[] = [
        ...schemaPieces(program),
        ...failurePieces(program, light),
      ].sort(([a], [b]) => b - a)
      return {
        code: pieces
          .reduce(
            (text, [start, end, instead = '0']) => text.slice(0, start) + instead + text.slice(end),
            light,
          )
          .replace(maker, '/* @__PURE__ */ $1'),
        map: null,
      }
    },
  }
}
