import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findDuplicates } from './duplicates.ts'
import { readDeclared } from './declared-names.ts'
import { crowdedFolders, folderRings, ringsOf } from './folders.ts'
import { measureArchitecture } from './measure.ts'
import { namesInComments, wordsOfCode } from './comment-names.ts'
import { partsOf, privateWordsIn, privateWordsInComment, privateWordsInPath } from './private-words.ts'

describe('the measures of the code', () => {
  it('split a name into its words', () => {
    expect(['mostChannels', 'MAX_SIZE', 'byKey2Name', '#asked'].map(partsOf)).toEqual([
      ['most', 'channels'],
      ['max', 'size'],
      ['by', 'key2', 'name'],
      ['asked'],
    ])
  })

  it('find the names a comment puts in backticks, and the words of the code around it', () => {
    const text = "const keptMs = 1 // `keptMs`, not `heldMs` or `held`\nexport const other = 'ab'\n"
    const source = { text, comments: [{ start: text.indexOf('//'), end: text.indexOf('\n') }] }
    expect(namesInComments(source)).toEqual(['keptMs', 'heldMs'])
    expect(wordsOfCode(source)).toEqual(['const', 'keptMs', 'export', 'const', 'other', 'ab'])
  })

  it('find a private word as a part of a name, not inside another word, and skip allowed names', () => {
    expect(privateWordsIn('askedTimes')).toEqual(['asked'])
    expect(privateWordsIn('almostDone')).toEqual([])
    expect(privateWordsIn('begin_time')).toEqual([])
    expect([privateWordsIn('mostPopularFilms'), privateWordsIn('mostFilms')]).toEqual([[], ['most']])
    expect(privateWordsInComment('// Read Anew, as `lest` says; renewed')).toEqual(['anew'])
    expect(privateWordsInPath('web/asked/kept-list.tsx')).toEqual(['asked', 'kept'])
    expect(privateWordsInPath('web/shell/not-found/not-found-screen.tsx')).toEqual([])
  })

  it('read every way a file declares a name, and the forms at its top level', () => {
    const dir = mkdtempSync(join(tmpdir(), 'ekran-declared-'))
    writeFileSync(
      join(dir, 'a.ts'),
      `export interface Shape { readonly wide: number; grow(by: number): void }
       const MAX_SIZE = 3, usualSize = 2
       export const double = (value: number) => value * 2
       export function first({ a, b: [c] }: Any, ...rest: number[]) { for (const one of rest) one }
       class Held { #inner = 1 }`,
    )
    const { names, ...forms } = readDeclared(dir, 'a.ts')
    rmSync(dir, { recursive: true })
    expect([...names].toSorted()).toEqual(
      ['Shape', 'wide', 'grow', 'MAX_SIZE', 'usualSize', 'double', 'value', 'first', 'a', 'c', 'rest', 'one']
        .concat('Held', 'inner')
        .toSorted(),
    )
    expect(forms).toEqual({
      arrowFunctions: 1,
      functionDeclarations: 1,
      screamingConstants: 1,
      camelCaseConstants: 1,
    })
  })

  it('find the run of lines that two files share, ignoring lines that do not count', () => {
    const copied = ['const a = 1', 'const b = 2', 'return a + b']
    const one = { path: 'one.ts', text: ["import x from 'x'", ...copied, 'one()'].join('\n') }
    const other = {
      path: 'other.ts',
      text: ['other()', ...copied.flatMap((line) => [line, '', '// why'])].join('\n'),
    }
    const none = { path: 'none.ts', text: copied.toReversed().join('\n') }
    expect(findDuplicates([one, other, none], 3)).toEqual([{ one: 'one.ts', other: 'other.ts', lines: 3 }])
    expect(findDuplicates([one, other, none], 4)).toEqual([])
    // The same file twice, and never a run with a part of itself.
    const twice = { path: 'twice.ts', text: [...copied, 'between()', ...copied].join('\n') }
    expect(findDuplicates([twice], 3)).toEqual([{ one: 'twice.ts', other: 'twice.ts', lines: 3 }])
    expect(findDuplicates([{ path: 'rows.ts', text: 'row()\n'.repeat(5) }], 3)).toEqual([])
  })

  it('count crowded folders and find the cycle of folders', () => {
    expect(crowdedFolders(['a/1.ts', 'a/2.ts', 'a/3.ts', 'b/1.ts'], 2)).toEqual([['a', 3]])
    const arrows = [
      { from: 'm/a/1.ts', to: 'm/b/1.ts' },
      { from: 'm/b/2.ts', to: 'm/c/1.ts' },
      { from: 'm/c/1.ts', to: 'm/a/2.ts' },
      { from: 'm/c/1.ts', to: 'm/d/1.ts' },
    ]
    expect(ringsOf(arrows).map((ring) => ring.toSorted())).toEqual([['m/a', 'm/b', 'm/c']])
    expect(ringsOf(arrows.slice(0, 2))).toEqual([])
    const across = [
      { from: 'server/a/x/1.ts', to: 'server/b/x/1.ts' },
      { from: 'server/b/x/1.ts', to: 'server/a/x/1.ts' },
    ]
    expect(folderRings(across), 'an import into another module').toEqual([])
    expect(folderRings([...across, ...arrows])).toHaveLength(1)
  })

  it('report every fact of a folder of programs', () => {
    const facts = measureArchitecture(fileURLToPath(new URL('..', import.meta.url)))
    expect(facts.length).toBeGreaterThan(10)
    expect(facts.filter(({ value }) => /NaN|undefined/.test(value))).toEqual([])
  })
})
