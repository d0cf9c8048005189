import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, it } from 'vitest'

const source = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, 'fill.ts'), 'utf8'))
/** Removes from this engine what the oldest supported one lacks. */
const takeAway = `
  for (const kind of [Array.prototype, Object.getPrototypeOf(Uint8Array.prototype)])
    for (const name of ['at', 'flat', 'flatMap', 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'])
      delete kind[name]
  for (const name of ['fromEntries', 'hasOwn']) delete Object[name]
  for (const name of ['matchAll', 'replaceAll']) delete String.prototype[name]
  for (const name of ['allSettled', 'withResolvers']) delete Promise[name]
  delete globalThis.queueMicrotask
`
/** Each result must be the same in every engine. */
const questions = [
  '[[1, 2, 3].at(-1), [1].at(4), [1, 2].at(), new Uint8Array([4, 5]).at(-2)]',
  '[[1, 2, 3].findLast((n) => n < 3), [].findLast(Boolean), [5, 6].findLastIndex((n) => n === 5), [1].findLastIndex((n) => n > 1)]',
  '[[3, 1, 2].toSorted(), [1, 2].toReversed(), [10, 9].toSorted((a, b) => a - b)]',
  '(() => { const own = [1, 2, 3]; return [own.with(-1, 9), own.toSpliced(0, 2, 7, 8), own] })()',
  '[[...new Uint8Array([3, 1]).toSorted()], Object.keys([1])]',
  '[Object.fromEntries([["a", 1], ["b", 2]]), Object.fromEntries(new Map([["c", 3]])), Object.hasOwn({ a: 1 }, "a"), Object.hasOwn({}, "toString")]',
  '["a+b+c".replaceAll("+", "-"), "a.b".replaceAll(/[a-z]/g, (s) => s + s), "a$b".replaceAll("$", "[")]',
  '[[..."a1b22".matchAll(/[a-z](\\d+)/g)].map((m) => [m[1], m.index]), [..."ab".matchAll(/x*/g)].length]',
  '[[1, [2, [3, [4]]]].flat(), [1, [2, [3, [4]]]].flat(2), [[[[5]]]].flat(Infinity), [1, [2]].flat(0), [[1, , 2]].flat().length]',
  '[[1, 2].flatMap((n, at) => [n, [at]]), [3].flatMap(function () { return this.own }, { own: 4 }), [].flatMap(String)]',
  '[1, 2].findLast(function (n) { return n < this.most }, { most: 2 })',
]
const later = [
  'Promise.allSettled([1, Promise.reject("no")])',
  '(() => { const one = Promise.withResolvers(); one.resolve(7); return one.promise })()',
  '(async () => { const said = []; queueMicrotask(() => said.push("first")); await null; await null; return said })()',
]

const bare = createContext({ setTimeout })
runInContext('globalThis.self = globalThis', bare)
runInContext(takeAway, bare)
runInContext(source, bare)
const own = createContext({ setTimeout, queueMicrotask })

function asText(value: unknown) {
  return JSON.stringify(value)
}

it.each(questions)("[TVSET-01] the polyfill gives the engine's own result: %s", (question) => {
  expect(asText(runInContext(question, bare))).toBe(asText(runInContext(question, own)))
})
it.each(later)('[TVSET-01] also later: %s', async (question) => {
  expect(asText(await runInContext(question, bare))).toBe(asText(await runInContext(question, own)))
})
