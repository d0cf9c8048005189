/** The architecture test: the module boundaries are checks. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { listSources, readSource, resolveImport, type Source } from './architecture/read-source.ts'
import { namesInComments, namesOfOthers, wordsOfCode } from './architecture/comment-names.ts'
import { readDeclared } from './architecture/declared-names.ts'
import { folderRings } from './architecture/folders.ts'
import {
  privateCommentWords,
  privateWords,
  privateWordsIn,
  privateWordsInComment,
  privateWordsInPath,
} from './architecture/private-words.ts'
import {
  allowedImports,
  domainModules,
  forbiddenNames,
  knowsHttp,
  limits,
  mayStartProcesses,
  openModules,
  outgrown,
  moduleOf,
} from './architecture/modules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const paths = listSources(root)
const sources = paths.map((path) => readSource(root, path))

function isTest(path: string) {
  return /\.test\.tsx?$/.test(path)
}

function isConfig(path: string) {
  return !path.includes('/')
}

/** Tests and benches test the internals of modules too. */
function mayLookInside(module: string | undefined) {
  return module === 'tests' || module === 'bench'
}

function importsOf(source: Source) {
  return source.imports.flatMap((specifier) => {
    const target = resolveImport(root, source.path, specifier)
    return target === undefined ? [] : [{ specifier, target }]
  })
}

describe('the architecture', () => {
  it('reads every source file that git lists', () => {
    expect(sources.length).toBe(paths.length)
    expect(sources.length).toBeGreaterThan(60)
    expect(sources.reduce((sum, source) => sum + source.imports.length, 0)).toBeGreaterThan(sources.length)
  })

  it('knows the module of every file', () => {
    expect(paths.filter((path) => !isConfig(path) && moduleOf(path) === undefined)).toEqual([])
    const screens = new Set(
      paths.flatMap((path) => /^(?:web|console)\/screens\/[^/]+(?=\/)/.exec(path)?.[0] ?? []),
    )
    const unlisted = [...screens].filter((folder) => moduleOf(`${folder}/x.ts`) !== folder)
    expect(unlisted, 'add the folder to webLayers or consoleLayers (tools/architecture/modules.ts)').toEqual(
      [],
    )
  })

  it('has no import that the plan does not allow', () => {
    const wrong = sources.flatMap((source) => {
      const from = moduleOf(source.path)
      if (from === undefined || isTest(source.path)) return []
      return importsOf(source).flatMap(({ specifier, target }) => {
        const to = moduleOf(target)
        if (to === undefined || to === from || allowedImports[from]?.includes(to)) return []
        return [`${source.path}: ${from} may not import from ${to} (${specifier})`]
      })
    })
    expect(wrong).toEqual([])
  })

  it('keeps requests and responses out of the domain modules', () => {
    expect(domainModules.length).toBeGreaterThan(20)
    const wrong = sources.flatMap((source) => {
      if (!domainModules.includes(moduleOf(source.path) ?? '') || isTest(source.path)) return []
      return importsOf(source)
        .filter(({ target }) => knowsHttp.some((place) => target.startsWith(place)))
        .map(({ specifier }) => `${source.path}: give a result of your own instead of ${specifier}`)
    })
    expect(wrong).toEqual([])
  })

  it('imports another module by a # import, and by its public API where it has one', () => {
    const wrong = sources.flatMap((source) => {
      const from = moduleOf(source.path)
      return importsOf(source).flatMap(({ specifier, target }) => {
        const to = moduleOf(target)
        if (to === undefined || to === from) return []
        if (!specifier.startsWith('#')) return [`${source.path}: import ${to} by #, not ${specifier}`]
        const inMedia = from?.startsWith('media') && to.startsWith('media')
        if (openModules.includes(to) || inMedia || isTest(source.path) || mayLookInside(from)) return []
        return target === `${to}/${basename(to)}.ts`
          ? []
          : [`${source.path}: ${specifier} is not the public API of ${to}`]
      })
    })
    expect(wrong).toEqual([])
  })

  it("imports by './' files of the same folder or below it in the same module, all others by '#'", () => {
    const wrong = sources.flatMap((source) =>
      importsOf(source).flatMap(({ specifier, target }) => {
        const below =
          target.startsWith(`${dirname(source.path)}/`) && moduleOf(target) === moduleOf(source.path)
        return specifier.startsWith(below ? './' : '#') || isConfig(source.path)
          ? []
          : [`${source.path}: ${specifier}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('has no import of a missing file', () => {
    const wrong = sources.flatMap((source) =>
      source.imports
        .filter((specifier) => specifier.startsWith('#') || specifier.startsWith('.'))
        .filter((specifier) => {
          const target = resolveImport(root, source.path, specifier)
          return target === undefined || !existsSync(join(root, target.replace(/\?.*$/, '')))
        })
        .map((specifier) => `${source.path}: ${specifier}`),
    )
    expect(wrong).toEqual([])
  })

  it('has no cycle of imports', () => {
    expect(findCycles()).toEqual([])
  })

  it('has no import cycle between folders of a module', () => {
    const arrows = sources
      .filter(({ path }) => !isTest(path))
      .flatMap((source) => importsOf(source).map(({ target }) => ({ from: source.path, to: target })))
    expect(folderRings(arrows).map((ring) => ring.toSorted().join(' ↔ '))).toEqual([])
  })

  it('keeps files and functions small', () => {
    const wrong = sources.flatMap((source) => {
      if (isTest(source.path)) return []
      const files = source.lines > limits.fileLines ? [`${source.path}: ${source.lines} lines`] : []
      const functions = source.functions
        .filter(
          (match) =>
            match.lines > (source.path.endsWith('.tsx') ? limits.componentLines : limits.functionLines),
        )
        .filter((match) => outgrown[`${source.path}#${match.name}`] === undefined)
        .map((match) => `${source.path}:${match.line} ${match.name}: ${match.lines} lines`)
      return [...(outgrown[source.path] === undefined ? files : []), ...functions]
    })
    expect(wrong).toEqual([])
  })

  it('has no catch-all folder and only kebab-case names', () => {
    const wrong = paths.filter(
      (path) =>
        path.split('/').some((part) => forbiddenNames.test(part)) ||
        !/^[a-z0-9][a-z0-9.-]*$/.test(basename(path)),
    )
    expect(wrong).toEqual([])
  })

  it('starts processes only where the plan says', () => {
    const wrong = sources.filter(
      (source) =>
        source.imports.some((specifier) => /^(node:)?child_process$/.test(specifier)) &&
        !isTest(source.path) &&
        !mayStartProcesses.some((allowed) => source.path.startsWith(allowed)),
    )
    expect(wrong.map((source) => source.path)).toEqual([])
  })

  it('uses the words of the field in identifiers', () => {
    const wrong = paths.flatMap((path) =>
      [...readDeclared(root, path).names].flatMap((name) =>
        privateWordsIn(name).map((word) => `${path}: ${name} (instead of ${word}: ${privateWords[word]})`),
      ),
    )
    expect(wrong).toEqual([])
    // Every source is parsed, on a machine that may have other work.
  }, 240_000)

  it('uses the words of the field in file and folder names', () => {
    const wrong = listSources(root, /\.(tsx?|mjs|css|html|json)$/).flatMap((path) =>
      privateWordsInPath(path).map((word) => `${path} (instead of ${word}: ${privateWords[word]})`),
    )
    expect(wrong).toEqual([])
  })

  it('uses the words of the field in comments', () => {
    const wrong = sources.flatMap(({ path, text, comments }) =>
      comments.flatMap(({ start, end }) =>
        privateWordsInComment(text.slice(start, end)).map(
          (word) => `${path}: ${word} (write ${privateCommentWords[word]})`,
        ),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('has no comment that names a renamed or removed identifier', () => {
    const words = new Set([...sources.flatMap(wordsOfCode), ...namesOfOthers])
    const wrong = sources.flatMap((source) =>
      namesInComments(source)
        .filter((name) => !words.has(name))
        .map((name) => `${source.path}: no source has a ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('formats dates, numbers and money in one place: browsers have no Uzbek locale data', () => {
    const wrong = sources.filter(
      (source) =>
        /^(web|player)\//.test(source.path) &&
        source.path !== 'web/i18n/format.ts' &&
        !isTest(source.path) &&
        /\bIntl\.(?!PluralRules)|\.toLocale[A-Z]/.test(source.text),
    )
    expect(wrong.map((source) => source.path)).toEqual([])
  })

  // Two branches that each add the next number merge without a conflict; otherwise only a start would notice.
  it('numbers the migrations without a gap or a duplicate', () => {
    const names = readdirSync(join(root, 'db/migrations')).toSorted()
    const wrong = names.filter((name, index) => !name.startsWith(`${String(index + 1).padStart(4, '0')}-`))
    expect(names.length).toBeGreaterThan(30)
    expect(wrong.slice(0, 1), 'number it after the last, and those behind it').toEqual([])
  })

  it('has a README in every module', () => {
    // The READMEs of the web client and of the console describe their folders.
    const modules = Object.keys(allowedImports).filter(
      (module) => !/^(?:web|console)\//.test(module) && paths.some((path) => moduleOf(path) === module),
    )
    expect(modules.filter((module) => !existsSync(join(root, module, 'README.md')))).toEqual([])
  })
})

function findCycles(): string[] {
  const edges = new Map(sources.map((source) => [source.path, importsOf(source).map(({ target }) => target)]))
  const state = new Map<string, 'open' | 'done'>()
  const cycles: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    if (state.get(path) === 'done') return
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    state.set(path, 'open')
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    state.set(path, 'done')
  }
  for (const path of edges.keys()) visit(path, [])
  return cycles
}
