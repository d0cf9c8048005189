/**
 * Makes the contract light for the browser at build time. A page needs of a call only how it is asked (path, method,
 * access, envelope); what it takes and answers is TypeScript's to check and the server's to validate. So the schemas are
 * cut out of the declarations, and the schema library with them: several kB of every first visit.
 */
import { join } from 'node:path'
import type { Plugin } from 'vite'

const schemaFields = new Set(['input', 'answer', 'failures', 'summary', 'cache', 'rateLimits', 'countsRate'])
const library = /^import \* as z from ['"]zod\/mini['"];?$/m

/** Read by a schema alone, and so by no page: the import would bring the list of countries into every first visit. */
const readBySchemas = /^import \{ countryCode \} from ['"]\.\/countries\.ts['"];?$/m

/** A call that makes a schema may be left out when nobody holds what it makes; it must not be guessed by name elsewhere. */
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

/** Every node below this one, this one too. */
function* below(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* below(child)
}

/** The pieces of text that say only what a call takes and answers. */
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
 * The pieces of text that say what a failure is called: the words a viewer reads come with the server's answer, and
 * only the names are compared here.
 */
function* failurePieces(program: Node): Generator<readonly [start: number, end: number]> {
  for (const node of below(program)) {
    const id = node['id'] as { name?: string } | null | undefined
    if (node.type !== 'VariableDeclarator' || id?.name !== 'failures') continue
    const list = [...below(node)].find(({ type }) => type === 'ObjectExpression')
    for (const property of (list?.['properties'] ?? []) as readonly Node[]) {
      const value = property['value'] as Node | undefined
      if (value !== undefined) yield [value.start, value.end]
    }
  }
}

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
      const pieces = [...schemaPieces(program), ...failurePieces(program)].sort(([a], [b]) => b - a)
      return {
        code: pieces
          .reduce((text, [start, end]) => `${text.slice(0, start)}0${text.slice(end)}`, light)
          .replace(maker, '/* @__PURE__ */ $1'),
        map: null,
      }
    },
  }
}
