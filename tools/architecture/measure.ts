/** The facts about the readability of the code, over every source file that git lists. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listSources, readSource, resolveImport, type Source } from './read-source.ts'
import { moduleOf } from './modules.ts'
import { crowdedFolders, folderRings, topFolderOf, type Arrow } from './folders.ts'
import { findDuplicates } from './duplicates.ts'
import { readDeclared, type Declared } from './declared-names.ts'
import { partsOf, privateMediaWords, privateWordsIn } from './private-words.ts'

export interface Fact {
  readonly fact: string
  readonly value: string
  /** The target value, where one is set. */
  readonly target: string
}

interface Code {
  readonly sources: readonly Source[]
  readonly declared: ReadonlyMap<string, Declared>
  readonly arrows: readonly (Arrow & { readonly specifier: string })[]
}

const crowdedAbove = 25
const tinyLines = 20

function isTest(path: string) {
  return /\.test\.tsx?$/.test(path) || path.startsWith('tests/')
}

function isTool(path: string) {
  return /^(tests|tools|bench|emulators)\//.test(path) || !path.includes('/')
}

/** Reads the project at `root`; throws when a file does not parse. */
export function measureArchitecture(root: string): readonly Fact[] {
  const code = readCode(root)
  return [
    ...words(code),
    ...forms(code),
    ...layout(code),
    ...imports(code),
    ...text(code),
    copies(code, root),
    ...lint(root),
    ...wiring(code),
    ...tests(code),
  ]
}

function readCode(root: string): Code {
  const paths = listSources(root)
  const sources = paths.map((path) => readSource(root, path))
  const arrows = sources.flatMap((source) =>
    source.imports.flatMap((specifier) => {
      const to = resolveImport(root, source.path, specifier)
      return to === undefined ? [] : [{ from: source.path, to, specifier }]
    }),
  )
  return { sources, declared: new Map(paths.map((path) => [path, readDeclared(root, path)])), arrows }
}

function words({ declared }: Code): Fact[] {
  const all = [...declared].flatMap(([path, { names }]) => [...names].map((name) => ({ path, name })))
  const withPart = (part: string, within = '') =>
    all.filter(({ path, name }) => path.startsWith(within) && partsOf(name).includes(part)).length
  const pair = (ours: string, theirs: string, within?: string) =>
    `${withPart(ours, within)} : ${withPart(theirs, within)}`
  const of = Object.keys(privateMediaWords)
  return [
    {
      fact: 'names of the private kind (a name counts once a file)',
      value: String(all.filter(({ name }) => privateWordsIn(name).length > 0).length),
      target: '0',
    },
    { fact: 'most beside max', value: pair('most', 'max'), target: '0' },
    { fact: 'usual beside default', value: pair('usual', 'default'), target: '0' },
    { fact: 'least beside min', value: pair('least', 'min'), target: '0' },
    {
      fact: `${of.join(' and ')} beside video and audio, in media`,
      value: `${pair('picture', 'video', 'media/')}, ${pair('sound', 'audio', 'media/')}`,
      target: 'one pair',
    },
  ]
}

function forms({ declared, sources }: Code): Fact[] {
  const all = [...declared].filter(([path]) => !isTest(path)).map(([, one]) => one)
  const sum = (
    what: 'arrowFunctions' | 'functionDeclarations' | 'screamingConstants' | 'camelCaseConstants',
  ) => all.reduce((total, one) => total + one[what], 0)
  const day = /\b(?:const|let) (\w*(?:day|DAY)\w*(?:Ms|_MS)?|DAY) = (?:86_?400_?000|24 \* \S+)/g
  const days = new Set(sources.flatMap(({ text }) => [...text.matchAll(day)].map((match) => match[1] ?? '')))
  return [
    {
      fact: 'top-level functions, arrows : declarations',
      value: `${sum('arrowFunctions')} : ${sum('functionDeclarations')}`,
      target: '0',
    },
    {
      fact: 'top-level constants, SCREAMING : camelCase',
      value: `${sum('screamingConstants')} : ${sum('camelCaseConstants')}`,
      target: '0',
    },
    { fact: 'spellings of a day in milliseconds', value: String(days.size), target: '1' },
  ]
}

function layout({ sources }: Code): Fact[] {
  const crowded = crowdedFolders(
    sources.map(({ path }) => path),
    crowdedAbove,
  )
  const fullest = crowded.slice(0, 5).map(([folder, count]) => `${folder} ${count}`)
  const tiny = sources.filter(({ path, lines }) => !isTool(path) && !isTest(path) && lines <= tinyLines)
  return [
    {
      fact: `folders with more than ${crowdedAbove} files directly in them`,
      value: crowded.length === 0 ? '0' : `${crowded.length} (${fullest.join(', ')})`,
      target: '0',
    },
    { fact: `files of ${tinyLines} lines or fewer`, value: String(tiny.length), target: 'only real things' },
  ]
}

function imports({ arrows }: Code): Fact[] {
  const own = arrows.filter(({ from, to }) => topFolderOf(from) === topFolderOf(to))
  const rings = folderRings(arrows.filter(({ from }) => !isTest(from))).slice(0, 3)
  return [
    {
      fact: 'largest rings of folders within a module',
      value:
        rings.length === 0
          ? '0'
          : rings.map((ring) => `${topFolderOf(`${ring[0]}/`)} ${ring.length}`).join(', '),
      target: '0',
    },
    {
      fact: 'imports of the own folder or below it that do not start with ./',
      value: String(
        own.filter(({ from, to, specifier }) => isBelow(from, to) && !specifier.startsWith('./')).length,
      ),
      target: '0',
    },
  ]
}

function isBelow(from: string, to: string): boolean {
  return to.startsWith(`${dirname(from)}/`) && !isTool(from) && moduleOf(from) === moduleOf(to)
}

function text({ sources }: Code): Fact[] {
  const ignored = sources.reduce(
    (sum, one) => sum + [...one.text.matchAll(/\/[/*]+ (?:prettier|oxfmt)-ignore/g)].length,
    0,
  )
  return [{ fact: 'places the formatter is told to leave alone', value: String(ignored), target: '0' }]
}

const minCopiedLines = 10

function copies({ sources }: Code, root: string): Fact {
  const styles = listSources(root, /\.css$/).map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
  return {
    fact: `pairs of files that share ${minCopiedLines} lines or more`,
    value: String(findDuplicates([...sources, ...styles], minCopiedLines).length),
    target: '≤ 15',
  }
}

/** Lint rules that do not apply, because JSX is compiled without `React` in scope and styles are typed. */
const idleRules = new Set(['react/react-in-jsx-scope', 'react/style-prop-object'])

function lint(root: string): Fact[] {
  const path = join(root, '.oxlintrc.json')
  const { rules } = JSON.parse(existsSync(path) ? readFileSync(path, 'utf8') : '{"rules":{}}') as {
    readonly rules: Readonly<Record<string, unknown>>
  }
  const off = Object.entries(rules).filter(
    ([rule, level]) => rule.startsWith('react/') && level === 'off' && !idleRules.has(rule),
  )
  return [{ fact: 'lint rules for React that are switched off', value: String(off.length), target: '0' }]
}

const wiringFiles = /^server\/(?:app|create-modules|workers|follow-changes)\.ts$/

function wiring({ sources }: Code): Fact[] {
  const lines = sources.filter(({ path }) => wiringFiles.test(path)).reduce((sum, one) => sum + one.lines, 0)
  return [{ fact: 'lines that join the server’s modules', value: String(lines), target: '≤ 700' }]
}

function tests({ sources }: Code): Fact[] {
  const ratio = (within: string) => {
    const lines = (test: boolean) =>
      sources
        .filter(
          ({ path }) => path.startsWith(within) && !/^(tools|bench)\//.test(path) && isTest(path) === test,
        )
        .reduce((sum, one) => sum + one.lines, 0)
    return (lines(true) / Math.max(1, lines(false))).toFixed(2)
  }
  return [
    { fact: 'lines of tests for a line of source', value: ratio(''), target: '≥ 0.6' },
    { fact: 'the same in web', value: ratio('web/'), target: '≥ 0.4' },
  ]
}
