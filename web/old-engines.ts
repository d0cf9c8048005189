/**
 * The second build of the client, for engines older than the default build supports (TVSET-01): the same sources
 * with an older syntax, polyfills (`old-engines/fill.ts`) and one style sheet for the whole site
 * (`old-engines/old-styles.ts`). The page chooses its build (`index.html`).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { oldStyles } from '#web/old-engines/old-styles.ts'
import { watchForTooOld } from '#web/old-engines/too-old.ts'

/** The mode of `vite build --mode`. */
export const oldEnginesName = 'old-engines'
/** The folder of its files in the built client. */
export const oldAssets = 'assets/old'
/** The file with the names of its first files, for the default build, which runs second. */
const oldFiles = '.vite/old-files.json'

/** The engines of the default build; `index.html` checks for `isWellFormed`, which came with these. */
export const defaultEngines = ['chrome111', 'edge111', 'safari16.4', 'firefox119']
/** The oldest televisions supported have Chromium 68 (webOS 5); other browsers of five years ago are newer. */
export const oldEngines = ['chrome68', 'safari14', 'firefox78']

/** Where a page says what to do if its engine is below the floor (`old-engines/too-old.ts`); a page has one. */
const tooOldPlace = '/* {{too-old}} */'

/** The page with its words for engines below the floor. */
export function withTooOld(page: string): string {
  if (!page.includes(tooOldPlace))
    throw new Error('the page has no place for the words to engines that are too old')
  return page.replace(tooOldPlace, () => `;(${watchForTooOld.toString()})();`)
}

interface OldFiles {
  readonly script: string
  readonly style: string
}

/** In the second build: JSX uses `old-engines/jsx-runtime.ts`. */
export function oldJsx(root: string): Plugin {
  const own = join(root, 'old-engines/jsx-runtime.ts')
  return {
    name: 'old-jsx',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) => (id === 'react/jsx-runtime' && importer !== own ? own : null),
  }
}

/** In the second build: adapts the style sheet, and lists the build's first files. */
export function oldBuild(): Plugin {
  return {
    name: 'old-build',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle)
        const script = files.find((file) => file.type === 'chunk' && file.isEntry)
        const style = files.find(({ fileName }) => fileName.endsWith('.css'))
        if (script === undefined || style?.type !== 'asset')
          throw new Error('the build for old engines made no script or no style sheet')
        delete bundle[style.fileName]
        // Emitted again, so that its name contains the hash of its new content.
        const source = oldStyles(style.source.toString())
        const made = this.getFileName(this.emitFile({ type: 'asset', name: 'style.css', source }))
        const names: OldFiles = { script: `/${script.fileName}`, style: `/${made}` }
        this.emitFile({ type: 'asset', fileName: oldFiles, source: JSON.stringify(names) })
      },
    },
  }
}

/** In the default build and its workers: no polyfills. */
export function unfilled(root: string): Plugin {
  const filling = ['fill.ts', 'fill-dialog.ts', 'leaving.ts'].map((name) => join(root, 'old-engines', name))
  return {
    name: 'unfilled',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (filling.includes(id) ? 'export {}' : null),
  }
}

/** In the default build: the page names the first files of both builds. */
export function bothBuilds(): Plugin {
  const tags = /\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g
  let outDir = ''
  return {
    name: 'both-builds',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const own = (html.match(tags) ?? []).join('')
        const { script, style } = JSON.parse(readFileSync(join(outDir, oldFiles), 'utf8')) as OldFiles
        return withTooOld(html)
          .replace(tags, '')
          .replace('<!--files-->', () => `${own}<!--files-->`)
          .replace('{{old-script}}', script)
          .replace('{{old-style}}', style)
      },
    },
  }
}
