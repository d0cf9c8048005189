import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'

/** One source file as the architecture test sees it. */
export interface Source {
  readonly path: string
  readonly text: string
  readonly lines: number
  /** Its imports, as written. */
  readonly imports: readonly string[]
  readonly functions: readonly { name: string; line: number; lines: number }[]
  /** The positions of its comments in `text`. */
  readonly comments: readonly { readonly start: number; readonly end: number }[]
}

/**
 * Every source file git knows or would add; without git, every one outside the ignored folders. `endings` are those of
 * programs by default.
 */
export function listSources(root: string, endings = /\.(tsx?|mjs)$/): string[] {
  const isSource = (path: string) => endings.test(path) && existsSync(join(root, path))
  const git = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  if (git.status === 0) return git.stdout.split('\n').filter(isSource)
  const ignored = /^(node_modules|data|dist|\.git|\.cache)(\/|$)/
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => !ignored.test(path) && isSource(path))
    .sort()
}

export function readSource(root: string, path: string): Source {
  const text = readFileSync(join(root, path), 'utf8')
  const parsed = parseSync(path, text)
  if (parsed.errors.length > 0) throw new Error(`${path} does not parse: ${parsed.errors[0]?.message}`)
  const imports = [
    ...parsed.module.staticImports.map((match) => match.moduleRequest.value),
    ...parsed.module.staticExports.flatMap((match) =>
      match.entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
    ),
    ...[...text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)].map((match) => match[1] ?? ''),
  ]
  const starts = lineStarts(text)
  const lineAt = (offset: number) => upperBound(starts, offset)
  const functions: { name: string; line: number; lines: number }[] = []
  walk(parsed.program, undefined, (name, start, end) => {
    const line = lineAt(start)
    functions.push({ name, line, lines: lineAt(end) - line + 1 })
  })
  const lines = text.split('\n').length - 1
  return { path, text, lines, imports: [...new Set(imports)], functions, comments: parsed.comments }
}

/** The project's own file that an import resolves to, or undefined for a package. */
export function resolveImport(root: string, from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (!specifier.startsWith('.')) return undefined
  const target = normalize(join(dirname(from), specifier))
  return existsSync(join(root, target)) ? target : undefined
}

interface Node {
  type: string
  start: number
  end: number
  id?: { name?: string } | null
  key?: { name?: string }
  body?: unknown
  [field: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function walk(
  node: unknown,
  name: string | undefined,
  result: (name: string, start: number, end: number) => void,
) {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, name, result)
    return
  }
  if (!isNode(node)) return
  const own = node.id?.name ?? node.key?.name ?? name
  if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && node.body)
    result(own ?? 'anonymous', node.start, node.end)
  const passed =
    node.type === 'VariableDeclarator' || /Property|MethodDefinition/.test(node.type) ? own : undefined
  for (const [field, value] of Object.entries(node))
    if (field !== 'parent' && typeof value === 'object') walk(value, passed, result)
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
function upperBound(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}
