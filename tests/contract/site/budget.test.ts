/** The transfer size of a first visit to each page: compressed, and only what the page requests at once. */
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { beforeAll, describe, expect, it } from 'vitest'
import { matchPage, pages, type PageName } from '#contract/form/pages.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { origin } from '#tests/kit/product/request.ts'
import { findContent, type TestContent } from '#tests/kit/product/demo-content.ts'
import { existingPath } from '#tests/kit/product/demo-pages.ts'

/** kB of brotli: the target, and the limit. */
interface Limit {
  readonly target: number
  readonly max: number
}
/** By page: all scripts, and the page itself with its style sheets. */
const budget = JSON.parse(
  readFileSync(new URL('../../../web/budget.json', import.meta.url), 'utf8'),
) as Readonly<Record<PageName, { readonly script: Limit; readonly page: Limit }>>
const names = Object.keys(budget) as PageName[]

let existing: TestContent
beforeAll(async () => {
  existing = await findContent((await logIn(origin())).token)
})

interface Sent {
  readonly bytes: number
  readonly text: string
}

/** The transfer size: `fetch` would decompress the body and lose the size. */
function sent(path: string, encoding: 'br' | 'identity'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': encoding, 'accept-language': 'ru' }
    get(`${origin()}${path}`, { headers, timeout: 20_000 }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const whole = Buffer.concat(parts)
        resolve({ bytes: whole.length, text: encoding === 'identity' ? whole.toString() : '' })
      })
    }).on('error', reject)
  })
}

async function weigh(path: string) {
  const { text } = await sent(path, 'identity')
  const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, file = '']) => file))]
  const scripts = named(/<(?:script type="module"|link rel="modulepreload")[^>]*(?:src|href)="([^"]+)"/g)
  const styles = named(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)
  const sum = async (files: readonly string[]) =>
    (await Promise.all(files.map((file) => sent(file, 'br')))).reduce((all, { bytes }) => all + bytes, 0)
  return {
    scripts,
    styles,
    script: (await sum(scripts)) / 1000,
    page: ((await sent(path, 'br')).bytes + (await sum(styles))) / 1000,
  }
}

describe('[APP-01] the first visit', () => {
  it('has a budget for every page', () => {
    expect(names.toSorted()).toEqual(Object.keys(pages).toSorted())
  })

  it.each(names.filter((name) => !pages[name].private))('of %s stays within it', async (name) => {
    const path = existingPath(existing, name)
    expect(matchPage(path)?.name).toBe(name)
    const { script, page, scripts, styles } = await weigh(path)
    const said = `${name}: script ${script.toFixed(1)} kB, page ${page.toFixed(1)} kB`
    if (script > budget[name].script.target || page > budget[name].page.target)
      console.warn(`over its target: ${said}`)
    expect(scripts.length, said).toBeGreaterThan(0)
    expect(styles.length, said).toBeGreaterThan(0)
    expect(script, said).toBeLessThanOrEqual(budget[name].script.max)
    expect(page, said).toBeLessThanOrEqual(budget[name].page.max)
  })

  it('[PLAYER-01] loads no player library on a page where nothing plays yet', async () => {
    for (const name of ['home', 'movie', 'tv'] as const) {
      const { scripts } = await weigh(existingPath(existing, name))
      expect(
        scripts.filter((file) => /shaka|transport|film-player/.test(file)),
        name,
      ).toEqual([])
    }
  })
})
