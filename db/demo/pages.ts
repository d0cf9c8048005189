/** The demo's own page of text, `/info/offline`. */
import { readFileSync } from 'node:fs'

/** Its name in the address, and its Markdown in both languages. */
export function demoPage(): { readonly slug: string; readonly ru: string; readonly uz: string } {
  const read = (language: 'ru' | 'uz') =>
    readFileSync(new URL(`./pages/offline.${language}.md`, import.meta.url), 'utf8')
  return { slug: 'offline', ru: read('ru'), uz: read('uz') }
}
