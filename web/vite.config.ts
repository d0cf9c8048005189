/** The build of the browser's files. The server runs it at its start and serves `dist/web`. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { appEngines, appMode, classicScripts } from './app-build.ts'
import { contractInBrowser } from './contract-in-browser.ts'
import {
  oldAssets,
  oldEnginesName,
  bothBuilds,
  oldBuild,
  oldEngines,
  oldJsx,
  unfilled,
  defaultEngines,
} from './old-engines.ts'
import { pageFiles } from './page-files.ts'
import { shellWorker } from './shell-worker.ts'

const root = dirname(fileURLToPath(import.meta.url))

/** The first font file of each language, by its name; the page preloads it before the style sheet requests it. */
const fonts = { '{{font-ru}}': 'onest-cyrillic-wght', '{{font-uz}}': 'onest-latin-wght' }

function fontAddresses(): Plugin {
  return {
    name: 'font-addresses',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.keys(bundle ?? {})
        return Object.entries(fonts).reduce((page, [mark, name]) => {
          const file = files.find((candidate) => candidate.includes(name))
          if (bundle !== undefined && file === undefined) throw new Error(`no file of the font ${name}`)
          return page.replace(mark, file === undefined ? '' : `/${file}`)
        }, html)
      },
    },
  }
}

/** One file for the first visit: seven files would be a kilobyte more and several requests. */
const firstFile = { name: 'first', tags: ['$initial' as const] }
const oneFirstFile = { groups: [firstFile] }

/** Files of a few lines each that the same pages need are one: each file of its own is compressed worse. */
const addresses = {
  name: 'addresses',
  test: /\/(?:playback\/(?:address-sources|warm-channels)|state\/media-origins)\.ts$/,
  includeDependenciesRecursively: false,
}
const programmes = {
  name: 'programmes',
  test: /\/programmes\/(?:programme-list|use-programmes)\.tsx?$/,
  includeDependenciesRecursively: false,
}
const dialogs = {
  name: 'dialogs',
  test: /\/dialogs\/(?:confirm-)?dialog\.(?:tsx|module\.css)$/,
  includeDependenciesRecursively: false,
}

const playbackParts = {
  name: 'playback-parts',
  test: /\/(?:core\/state\/ticket|dom\/browser-timers|data-saver\/hour-memory|engines\/choose-engine|downloads\/saved-address)\.ts$/,
  includeDependenciesRecursively: false,
}

const inFewerFiles = { groups: [firstFile, addresses, programmes, dialogs, playbackParts] }

/** The default build. */
const forBrowsers = {
  outDir: join(root, '../dist/web'),
  // The build for old engines already has them.
  emptyOutDir: false,
  target: defaultEngines,
  manifest: true,
  // A data: address in a style sheet would need an exception in the content policy.
  assetsInlineLimit: 0,
  cssMinify: 'lightningcss',
  modulePreload: { polyfill: false },
  rolldownOptions: { output: { codeSplitting: inFewerFiles } },
} as const

/** The build for browsers of five years ago; fonts and images are the same files. */
const forOldEngines = {
  outDir: join(root, '../dist/web'),
  copyPublicDir: false,
  target: oldEngines,
  cssTarget: oldEngines,
  cssCodeSplit: false,
  assetsInlineLimit: 0,
  cssMinify: 'lightningcss',
  modulePreload: { polyfill: false },
  rolldownOptions: {
    input: join(root, 'main.tsx'),
    output: {
      codeSplitting: oneFirstFile,
      entryFileNames: `${oldAssets}/[name]-[hash].js`,
      chunkFileNames: `${oldAssets}/[name]-[hash].js`,
      assetFileNames: ({ names }: { readonly names: readonly string[] }) =>
        `${names.some((name) => name.endsWith('.css')) ? oldAssets : 'assets'}/[name]-[hash][extname]`,
    },
  },
} as const

/**
 * The build for packaged apps, whose page is a file: classic scripts, because an engine loads no modules from a file. A
 * page's screen is a separate file as in the other builds (`app-build.ts`).
 */
const forApps = {
  outDir: join(root, '../dist/apps/client'),
  copyPublicDir: false,
  target: appEngines,
  cssTarget: appEngines,
  cssCodeSplit: false,
  assetsInlineLimit: 0,
  cssMinify: 'lightningcss',
  modulePreload: false,
  rolldownOptions: {
    input: join(root, 'main.tsx'),
    output: {
      format: 'cjs',
      codeSplitting: oneFirstFile,
      entryFileNames: 'client/[name].js',
      chunkFileNames: 'client/[name]-[hash].js',
      assetFileNames: 'client/[name][extname]',
    },
  },
} as const

/**
 * The build for rendering on the server: one file, so that a running server needs no file that a later build
 * deletes.
 */
const forServer = {
  outDir: join(root, '../dist/web-server'),
  copyPublicDir: false,
  minify: false,
  rolldownOptions: {
    input: join(root, 'draw.tsx'),
    // The player and the password checker are loaded after an interaction; the server never renders them.
    external: /^(?:shaka-player|@zxcvbn-ts|altcha-lib|uqr)/,
    output: { entryFileNames: 'draw.js', codeSplitting: false },
  },
} as const

const defaultWorker = { fileName: 'service-worker.js', target: defaultEngines }
const oldWorker = { fileName: 'service-worker-old.js', target: oldEngines }
const oldWorkers = { rolldownOptions: { output: { entryFileNames: `${oldAssets}/[name]-[hash].js` } } }

/** The settings that differ between the builds. */
const kinds = {
  server: {
    plugins: [unfilled(root)],
    build: forServer,
    // React's production build is chosen when bundling, not by the environment at each start.
    more: { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } },
  },
  default: {
    plugins: [
      unfilled(root),
      fontAddresses(),
      bothBuilds(),
      pageFiles(root),
      shellWorker(root, defaultWorker),
    ],
    build: forBrowsers,
    more: { worker: { plugins: () => [unfilled(root)] } },
  },
  old: {
    plugins: [oldJsx(root), oldBuild(), shellWorker(root, oldWorker)],
    build: forOldEngines,
    more: { worker: oldWorkers },
  },
  app: { plugins: [oldJsx(root), classicScripts(root)], build: forApps, more: {} },
}

function kindOf(isServer: boolean, mode: string) {
  if (isServer) return kinds.server
  if (mode === appMode) return kinds.app
  return mode === oldEnginesName ? kinds.old : kinds.default
}

export default defineConfig(({ isSsrBuild, mode }) => {
  const { plugins, build, more } = kindOf(isSsrBuild === true, mode)
  return {
    root,
    ...(mode === appMode ? { base: './' } : {}),
    publicDir: join(root, 'public'),
    plugins: [react(), contractInBrowser(root), ...plugins],
    ...more,
    css: {
      transformer: 'lightningcss',
      // Version numbers are major << 16.
      lightningcss: { targets: { chrome: 68 << 16, safari: 14 << 16, firefox: 78 << 16 } },
    },
    build: { emptyOutDir: true, reportCompressedSize: false, ...build },
  }
})
