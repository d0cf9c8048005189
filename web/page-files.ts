/**
 * Lists the files of each page besides those of every page, so that the server can name them in the page's head: the
 * browser then loads them in parallel with the first file.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The file with the list, in the folder of the built client. */
export const pageFilesPath = '.vite/page-files.json'

/** Page → the file of its screen, from the table in `routes.tsx`. */
export function screensIn(routes: string): ReadonlyMap<string, string> {
  const named = new Map(
    [...routes.matchAll(/function (\w+)\(\) \{\s*return import\('(?:#web\/|\.\/)([^']+)'\)/g)].map(
      ([, name = '', file = '']) => [name, file] as const,
    ),
  )
  const entries = routes.matchAll(
    /(\w+): lazily\(\s*(?:(\w+)|\(\) =>\s*import\(\s*'(?:#web\/|\.\/)([^']+)')/g,
  )
  return new Map(
    [...entries].map(([, page = '', name = '', file]) => [page, file ?? named.get(name) ?? ''] as const),
  )
}

export function pageFiles(root: string): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const everywhere = filesOf(
        chunks.filter((chunk) => chunk.isEntry),
        bundle,
      )
      const pages: Record<string, { scripts: string[]; styles: string[] }> = {}
      for (const [page, file] of screensIn(readFileSync(join(root, 'routes.tsx'), 'utf8'))) {
        const own = chunks.filter((chunk) => chunk.facadeModuleId === join(root, file))
        if (own.length === 0) throw new Error(`the build has no file for the screen of ${page}, ${file}`)
        const { scripts, styles } = filesOf(own, bundle)
        pages[page] = {
          scripts: [...scripts].filter((file) => !everywhere.scripts.has(file)),
          styles: [...styles].filter((file) => !everywhere.styles.has(file)),
        }
      }
      this.emitFile({ type: 'asset', fileName: pageFilesPath, source: JSON.stringify(pages) })
    },
  }
}

/** The files these chunks need at once: themselves and their static imports, without dynamic ones. */
export function filesOf(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle) {
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  const add = (chunk: Rolldown.OutputChunk) => {
    if (scripts.has(`/${chunk.fileName}`)) return
    scripts.add(`/${chunk.fileName}`)
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(`/${style}`)
    for (const name of chunk.imports) {
      const imported = bundle[name]
      if (imported?.type === 'chunk') add(imported)
    }
  }
  for (const chunk of chunks) add(chunk)
  return { scripts, styles }
}
