/**
 * The third build of the client, for packaged apps (TVSET-03): the sources of the build for old engines as classic
 * scripts, because television engines load no modules from a file. Rolldown writes its chunks as CommonJS; here each
 * chunk becomes a function registered under its name, and a small loader (`app/chunk-loader.ts`) loads them with script
 * elements. So a screen's code is loaded when the screen is opened, as on the site.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { oldStyles } from '#web/old-engines/old-styles.ts'
import { startChunks } from './app/chunk-loader.ts'
import { withTooOld } from './old-engines.ts'

/** The mode of `vite build --mode`. */
export const appMode = 'app'
/** webOS 5 has Chromium 68, Tizen 5.5 has 69. */
export const appEngines = ['chrome68']
/** The folder of the client's files in a package. */
export const appFolder = 'client'
/** What the package contains about itself (`AppPackage`); written when the package is built. */
export const packageScript = 'app-package.js'

/** How rolldown writes an `import()` of another chunk in CommonJS. */
const lazyRequire = /Promise\.resolve\(\)\.then\(\(\)=>(?=[\w$.(]{0,40}require\(["'`]\.\/([\w.-]+)["'`]\))/g

/** Registers each chunk under its name and adds the loader, the style sheet's fallbacks and the page. */
export function classicScripts(root: string): Plugin {
  return {
    name: 'classic-scripts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle)
        const chunks = files.filter((file) => file.type === 'chunk')
        for (const chunk of chunks) chunk.code = registered(chunk)
        const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
        if (style?.type !== 'asset') throw new Error('the build for apps made no style sheet')
        style.source = oldStyles(style.source.toString())
        const loader = `${appFolder}/chunk-loader.js`
        this.emitFile({ type: 'asset', fileName: loader, source: loaderOf(chunks) })
        this.emitFile({
          type: 'asset',
          fileName: 'index.html',
          source: pageOf(root, style.fileName, loader),
        })
      },
    },
  }
}

function nameOf({ fileName }: { readonly fileName: string }) {
  return fileName.slice(fileName.lastIndexOf('/') + 1)
}

function registered(chunk: Rolldown.OutputChunk): string {
  const lazy = chunk.code.replaceAll(
    lazyRequire,
    (_, name: string) => `ekranChunks.load("${name}").then(()=>`,
  )
  const dynamic = chunk.dynamicImports.length
  const replaced = lazy.split('ekranChunks.load(').length - 1
  if (dynamic > 0 && replaced === 0)
    throw new Error(`${chunk.fileName}: has ${dynamic} dynamic imports, and none was found in its code`)
  return `ekranChunks.add("${nameOf(chunk)}",function(require,exports,module){${lazy}\n});\n`
}

function loaderOf(chunks: readonly Rolldown.OutputChunk[]): string {
  const needs = Object.fromEntries(
    chunks.map((chunk) => [nameOf(chunk), chunk.imports.map((fileName) => nameOf({ fileName }))]),
  )
  const entry = chunks.find(({ isEntry }) => isEntry)
  if (entry === undefined) throw new Error('the build for apps has no entry')
  return `(${startChunks.toString()})(${JSON.stringify(needs)},"${appFolder}/","${nameOf(entry)}")`
}

function pageOf(root: string, style: string, loader: string): string {
  return withTooOld(readFileSync(join(root, 'app/index.html'), 'utf8'))
    .replace('{{style}}', style)
    .replace('{{package}}', packageScript)
    .replace('{{loader}}', loader)
}
