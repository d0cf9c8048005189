/** The texts of an app in Google Play and the App Store, in the operator's name. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { AppOptions } from '#apps/package/app-options.ts'

/** English is for the reviewers of the stores; the App Store has no Uzbek. */
export const storeLanguages = ['ru', 'uz', 'en'] as const

/** The lengths that both stores accept, in characters. */
const StoreTexts = z.strictObject({
  title: z.string().check(z.minLength(1), z.maxLength(30)),
  subtitle: z.string().check(z.minLength(1), z.maxLength(30)),
  short: z.string().check(z.minLength(1), z.maxLength(80)),
  full: z.string().check(z.minLength(1), z.maxLength(4000)),
  keywords: z.string().check(z.minLength(1), z.maxLength(100)),
  whatsNew: z.string().check(z.minLength(1), z.maxLength(500)),
})

/**
 * The texts in a language with the app's name filled in. A name too long for a store's title leaves the title as the
 * name alone.
 */
export async function storeTexts(language: (typeof storeLanguages)[number], name: string) {
  const path = fileURLToPath(new URL(`../store/${language}.json`, import.meta.url))
  const raw = JSON.parse(await readFile(path, 'utf8')) as Readonly<Record<string, string>>
  const filled = Object.fromEntries(
    Object.entries(raw).map(([key, text]) => [key, text.replaceAll('{name}', name)]),
  )
  const title = (filled['title'] ?? '').length > 30 ? name : filled['title']
  return z.parse(StoreTexts, { ...filled, title })
}

/** Writes each text as a file, `dir/ru/title.txt` and so on. */
export async function writeStoreTexts(dir: string, { name }: Pick<AppOptions, 'name'>): Promise<void> {
  for (const language of storeLanguages) {
    await mkdir(join(dir, language), { recursive: true })
    for (const [key, text] of Object.entries(await storeTexts(language, name)))
      await writeFile(join(dir, language, `${key}.txt`), `${text}\n`)
  }
}
