/**
 * Every page of the site in both languages at three widths: it has its texts, its language and its head, no element
 * overflows, no script fails, and axe finds nothing serious. The pages come from the contract, so that none can be
 * forgotten.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { pages, type PageName } from '#contract/form/pages.ts'
import { findContent, type TestContent } from '#tests/kit/product/demo-content.ts'
import { existingPath } from '#tests/kit/product/demo-pages.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { visit, type Screen, type Visitor } from '#tests/kit/browser/visitor.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const widths: readonly Screen[] = [
  { name: 'desktop 1440', width: 1440, height: 900 },
  { name: 'phone 390', width: 390, height: 844, phone: true },
  { name: 'television 1920', width: 1920, height: 1080 },
]
const languages = ['ru', 'uz'] as const
const names = Object.keys(pages) as PageName[]

let existing: TestContent
let storeScript: string
beforeAll(async () => {
  const session = await logIn(inject('product').url)
  storeScript = session.storeScript
  existing = await findContent(session.token)
}, 300_000)

describe.each(widths)('[SHELL-01] [APP-01] on a $name', (screen) => {
  const visitors = new Map<'guest' | 'viewer', Visitor>()
  const visitorOf = async (kind: 'guest' | 'viewer') => {
    const there = visitors.get(kind)
    if (there !== undefined) return there
    const visitor = await visit(inject('product').url, screen)
    if (kind === 'viewer') await visitor.page.addInitScript(storeScript)
    visitors.set(kind, visitor)
    return visitor
  }
  afterAll(() => Promise.all([...visitors.values()].map((visitor) => visitor.leave())))

  it.each(names)('[I18N-02] %s is a separate page in Russian and Uzbek', async (name) => {
    const visitor = await visitorOf(pages[name].private ? 'viewer' : 'guest')
    const said = new Map<string, string>()
    for (const language of languages) {
      const path = existingPath(existing, name, language)
      const response = await visitor.page.goto(screen.width === 1920 ? `${path}?tv=1` : path)
      expect(response?.status(), path).toBe(200)
      await settle(visitor.page)
      expect(await visitor.page.locator('html').getAttribute('lang'), path).toBe(language)
      expect(await overflow(visitor.page), `${path} is wider than the screen`).toBeLessThanOrEqual(0)
      // The other language has the same elements: one run of axe per screen is enough.
      if (language === 'ru') expect(await seriousFindings(visitor.page), path).toEqual([])
      said.set(language, await visitor.page.locator('body').innerText())
    }
    expect(said.get('uz')).not.toBe(said.get('ru'))
    expect(visitor.problems).toEqual([])
  })
})

/** The screen's code has loaded, and no visible part is still being fetched. */
async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForLoadState('load')
  await expect
    .poll(() =>
      page.evaluate(() => {
        const inSight = ({ top, width }: DOMRect) => width > 0 && top < innerHeight
        return [...document.querySelectorAll('main [class*="skeleton"]')].filter((one) =>
          inSight(one.getBoundingClientRect()),
        ).length
      }),
    )
    .toBe(0)
  // A dialog that slides in or a fading image is not a finding.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)))
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string | null
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** What axe calls serious or critical, each with the first element concerned. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => {
    const { axe: checker } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }
    return checker.run({
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
      resultTypes: ['violations'],
    })
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200) ?? ''}`)
}
