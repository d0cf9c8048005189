/** The build of the operators' console. The server runs it at its start and serves `dist/console` under `/console`. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import localesPlugin from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = dirname(fileURLToPath(import.meta.url))
/** Where people work with it: computers and phones of the last years. Older ones get a page that says so. */
const engines = ['chrome100', 'edge100', 'safari15.4', 'firefox100']

export default defineConfig({
  root,
  base: '/console/',
  publicDir: false,
  plugins: [
    react(),
    // React Aria has words in 34 languages; it has none in Uzbek, and shows English then.
    { ...localesPlugin.vite({ locales: ['ru-RU', 'en-US'] }), enforce: 'pre' },
  ],
  css: {
    transformer: 'lightningcss',
    // Version numbers are major << 16 | minor << 8.
    lightningcss: { targets: { chrome: 100 << 16, safari: (15 << 16) | (4 << 8), firefox: 100 << 16 } },
  },
  build: {
    outDir: join(root, '../dist/console'),
    emptyOutDir: true,
    target: engines,
    cssTarget: engines,
    cssMinify: 'lightningcss',
    // A data: address in a style sheet would need an exception in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
