/**
 * What no compiler checks for the oldest engines (`web/old-engines.ts`): a selector with an unsupported pseudo-class
 * throws, a listener's `signal` is ignored, and of two values of a property the style sheets' compiler keeps only the
 * newer one.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transform } from 'lightningcss'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'
import { listSources } from './architecture/read-source.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = listSources(root).filter(
  (path) => /^(?:web|player)\//.test(path) && !/\.test\.tsx?$|vite\.config/.test(path),
)
const newSelector = /:(?:focus-visible|is|where|has|modal|popover-open|user-invalid|user-valid|autofill)\b/
const selects = new Set(['querySelector', 'querySelectorAll', 'matches', 'closest'])

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function callsIn(text: string, path = 'a.ts'): { readonly name: string; readonly params: readonly Node[] }[] {
  const matches: { name: string; params: Node[] }[] = []
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look)
    if (!isNode(value)) return
    const { callee } = value
    if (value.type === 'CallExpression' && isNode(callee)) {
      const named = isNode(callee['property']) ? callee['property'] : callee
      matches.push({ name: String(named['name']), params: (value['arguments'] as unknown[]).filter(isNode) })
    }
    for (const inside of Object.values(value)) look(inside)
  }
  look(parseSync(path, text).program.body)
  return matches
}

/** The features in this text that the oldest engines do not support. */
function newIn(text: string, path?: string): string[] {
  return callsIn(text, path).flatMap(({ name, params: input }) => {
    const [first, , third] = input.map((node) => JSON.stringify(node))
    if (selects.has(name) && newSelector.test(first ?? '')) return [`${name} with a new word`]
    const isListener = name === 'addEventListener'
    return isListener && /"name":"signal"/.test(third ?? '') ? ['a listener that a signal ends'] : []
  })
}

it('detects a selector and a listener that are too new', () => {
  expect(
    newIn(`a.querySelector('b :focus-visible'); a.matches(\`:is(\${x})\`); a.closest('a')`),
  ).toHaveLength(2)
  expect(newIn('a.addEventListener("b", c, { passive: true, signal })')).toHaveLength(1)
  expect(newIn('signal.addEventListener("b", c, { once: true }); fetch(a, { signal })')).toEqual([])
})

it('[TVSET-01] finds none in what browsers run', () => {
  expect(sources.length).toBeGreaterThan(400)
  const matches = sources.flatMap((path) =>
    newIn(readFileSync(join(root, path), 'utf8'), path).map((what) => `${path}: ${what}`),
  )
  expect(matches).toEqual([])
})

it('[TVSET-01] the stage clips content that is moved out of it, also where `overflow: clip` is not supported', () => {
  const code = readFileSync(join(root, 'web/player/stage/player-stage.module.css'))
  const made = transform({
    filename: 'a.css',
    code,
    targets: { chrome: 68 << 16, safari: 14 << 16 },
    minify: true,
  })
  expect(made.code.toString()).toMatch(/^\.stage\{[^}]*overflow:hidden/)
})
