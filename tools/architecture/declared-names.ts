/** The names a file declares, from its syntax tree: variables, functions, parameters, types, members. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

export interface Declared {
  /** Each name once, however often the file declares it. */
  readonly names: ReadonlySet<string>
  /** Top-level functions written as arrows, and as declarations. */
  readonly arrowFunctions: number
  readonly functionDeclarations: number
  /** Top-level constants of a primitive value, by their naming form. */
  readonly screamingConstants: number
  readonly camelCaseConstants: number
}

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && typeof value['name'] === 'string' ? value['name'] : undefined
}

/** Reads `path` below `root`. Throws when it does not parse. */
export function readDeclared(root: string, path: string): Declared {
  const parsed = parseSync(path, readFileSync(join(root, path), 'utf8'))
  if (parsed.errors.length > 0) throw new Error(`${path} does not parse: ${parsed.errors[0]?.message}`)
  const names = new Set<string>()
  collect(parsed.program, names)
  return { names, ...countForms(parsed.program as unknown as Node) }
}

function collect(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, names)
    return
  }
  if (!isNode(value)) return
  for (const name of declaredBy(value)) names.add(name)
  for (const [field, child] of Object.entries(value))
    if (field !== 'parent' && typeof child === 'object') collect(child, names)
}

/** The names this one node declares itself. */
function declaredBy(node: Node): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return bindings(node['id'])
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return [...namesIn(node['id']), ...bindings(node['params'])]
    case 'ArrowFunctionExpression':
      return bindings(node['params'])
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return namesIn(node['id'])
    case 'PropertyDefinition':
    case 'MethodDefinition':
    case 'TSPropertySignature':
    case 'TSMethodSignature':
      return node['computed'] === true ? [] : namesIn(node['key'])
    default:
      return []
  }
}

function namesIn(value: unknown): string[] {
  const name = nameOf(value)
  return name === undefined ? [] : [name]
}

/** The names a pattern binds: `{ a, b: [c] }` binds a and c. */
function bindings(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(bindings)
  if (!isNode(value)) return []
  switch (value.type) {
    case 'Identifier':
      return namesIn(value)
    case 'ObjectPattern':
      return bindings(value['properties'])
    case 'Property':
      return bindings(value['value'])
    case 'ArrayPattern':
      return bindings(value['elements'])
    case 'AssignmentPattern':
      return bindings(value['left'])
    case 'RestElement':
      return bindings(value['argument'])
    case 'FormalParameter':
      return bindings(value['pattern'])
    default:
      return []
  }
}

function countForms(program: Node): Omit<Declared, 'names'> {
  const counts = { arrowFunctions: 0, functionDeclarations: 0, screamingConstants: 0, camelCaseConstants: 0 }
  const body = Array.isArray(program['body']) ? program['body'] : []
  for (const statement of body.filter(isNode)) {
    const declaration = isNode(statement['declaration']) ? statement['declaration'] : statement
    if (declaration.type === 'FunctionDeclaration') counts.functionDeclarations += 1
    if (declaration.type !== 'VariableDeclaration' || declaration['kind'] !== 'const') continue
    for (const declarator of (declaration['declarations'] as unknown[]).filter(isNode)) {
      const [name, value] = [nameOf(declarator['id']), declarator['init']]
      if (name === undefined || !isNode(value)) continue
      if (value.type === 'ArrowFunctionExpression') counts.arrowFunctions += 1
      else if (/^[A-Z][A-Z0-9_]+$/.test(name)) counts.screamingConstants += 1
      else counts.camelCaseConstants += 1
    }
  }
  return counts
}
