/**
 * Builds `/service-worker.js`: `offline/service-worker.ts` with the names of the files it caches. The build for
 * old engines makes one of its own for its files.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc, type Plugin } from 'vite'
import { pathOf } from '#contract/form/pages.ts'
import { filesOf } from './page-files.ts'

/** Files that are not built but used by the page. */
const plain = ['/favicon.svg', '/icons/icon-192.png']
/** Each language's first font. */
const fonts = /onest-(?:cyrillic|latin)-wght/
/** The one style sheet of the build for old engines. */
const wholeSheet = /^assets\/old\/style-.*\.css$/

export function shellWorker(
  root: string,
  { fileName, target }: { readonly fileName: string; readonly target: readonly string[] },
): Plugin {
  return {
    name: 'shell-worker',
    apply: 'build',
    generateBundle: {
      // After the style sheets.
      order: 'post',
      async handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const needed = (target: (chunk: (typeof chunks)[number]) => boolean) => {
          const own = chunks.filter(target)
          if (own.length === 0) throw new Error('the build has no file for a part that works offline')
          const { scripts, styles } = filesOf(own, bundle)
          return [...scripts, ...styles]
        }
        const isScreen = (file: string) => (chunk: (typeof chunks)[number]) =>
          chunk.facadeModuleId === join(root, file)
        const shell = [
          ...plain,
          ...Object.keys(bundle)
            .filter((name) => fonts.test(name) || wholeSheet.test(name))
            .map((name) => `/${name}`),
          ...needed((chunk) => chunk.isEntry),
          ...needed(isScreen('screens/my/my-screen.tsx')),
        ]
        const player = [
          ...needed(isScreen('player/stage/film-player.tsx')),
          ...needed(isScreen('player/stage/statistics-panel.tsx')),
          ...needed(isScreen('player/controls/settings-menu.tsx')),
          ...needed(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/downloads/read-saved.ts'))),
          ...needed((chunk) => chunk.moduleIds.some((id) => id.includes('shaka-player'))),
        ]
        const path = join(root, 'offline/service-worker.ts')
        const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, { target: [...target] })
        const files = [...new Set(shell)]
        const list = {
          emptyPage: pathOf('my', { slug: 'downloads' }),
          notifications: pathOf('notifications'),
          files,
          player: [...new Set(player)].filter((name) => !files.includes(name)),
        }
        const version = createHash('sha256')
          .update(JSON.stringify(list) + code)
          .digest('hex')
          .slice(0, 12)
        const source = `const shellFiles = ${JSON.stringify({ version, ...list })}\n${code}`
        this.emitFile({ type: 'asset', fileName, source })
      },
    },
  }
}
