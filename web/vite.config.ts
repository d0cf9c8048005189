/** How the browser's files are made. The server builds them at its start and serves `dist/web`. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractInBrowser } from './contract-in-browser.ts'
import { pageFiles } from './page-files.ts'
import { shellWorker } from './shell-worker.ts'

const root = dirname(fileURLToPath(import.meta.url))

/** The font file each language reads first, by the name of its file; the page asks for it before the style sheet does. */
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

/** What the browser gets. */
const forBrowsers = {
  outDir: join(root, '../dist/web'),
  manifest: true,
  // A data: address in a style sheet would need a hole in the content policy.
  assetsInlineLimit: 0,
  cssMinify: 'lightningcss',
  modulePreload: { polyfill: false },
  // One file for the first visit: cut in seven it would be a kilobyte more and several requests.
  rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
} as const

/** What the server draws pages with: one file, so that a running server needs none that a later build takes away. */
const forServer = {
  outDir: join(root, '../dist/web-server'),
  copyPublicDir: false,
  minify: false,
  rolldownOptions: {
    input: join(root, 'draw.tsx'),
    // The player and the judge of passwords are fetched by a viewer's hand; no drawing comes so far.
    external: /^(?:shaka-player|@zxcvbn-ts|altcha-lib|uqr)/,
    output: { entryFileNames: 'draw.js', codeSplitting: false },
  },
} as const

export default defineConfig(({ isSsrBuild }) => ({
  root,
  publicDir: join(root, 'public'),
  plugins: [
    react(),
    contractInBrowser(root),
    ...(isSsrBuild === true ? [] : [fontAddresses(), pageFiles(root), shellWorker(root)]),
  ],
  // React is told which of its two builds is meant when it is bundled, not by the environment of each start.
  ...(isSsrBuild === true
    ? { ssr: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }
    : {}),
  css: {
    transformer: 'lightningcss',
    // The televisions we serve begin with Chromium 69 (webOS 5); version numbers are major << 16.
    lightningcss: { targets: { chrome: 69 << 16, safari: 14 << 16, firefox: 78 << 16 } },
  },
  build: {
    emptyOutDir: true,
    reportCompressedSize: false,
    ...(isSsrBuild === true ? forServer : forBrowsers),
  },
}))
