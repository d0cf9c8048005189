/** No expression may take exponential time to reject a text: a few hundred letters would block a process forever. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { analyse } from 'scslre'
import { expect, it } from 'vitest'
import { listSources } from './architecture/read-source.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Expression {
  readonly source: string
  readonly flags: string
}

/** Every regular expression literal. */
function expressionsIn(path: string): Expression[] {
  const matches: Expression[] = []
  const look = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(look)
    if (typeof node !== 'object' || node === null) return
    if ('regex' in node) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      matches.push({ source: pattern, flags })
    }
    for (const value of Object.values(node)) if (typeof value === 'object') look(value)
  }
  look(parseSync(path, readFileSync(join(root, path), 'utf8')).program.body)
  return matches
}

function isExponential(expression: Expression) {
  return analyse(expression, { reportTypes: { Move: false } }).reports.some(({ exponential }) => exponential)
}

it('detects an expression that can divide the same letters in more than one way', () => {
  expect(isExponential({ source: '^(?:<!--[\\s\\S]*?-->\\s*|\\s*)*<svg', flags: '' })).toBe(true)
  expect(isExponential({ source: '^(?:\\d+)+$', flags: '' })).toBe(true)
  expect(isExponential({ source: '^(?:\\d+,)+$', flags: '' })).toBe(false)
})

it('finds none in the sources', () => {
  const all = listSources(root).flatMap((path) =>
    expressionsIn(path).map((expression) => ({ path, expression })),
  )
  expect(all.length).toBeGreaterThan(500)
  const wrong = all.filter(({ expression }) => isExponential(expression))
  expect(wrong.map(({ path, expression }) => `${path}: /${expression.source}/${expression.flags}`)).toEqual(
    [],
  )
  // Thousands of expressions, on a machine that may have other work.
}, 240_000)
