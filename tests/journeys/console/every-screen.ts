/** Every screen of the console in its languages and themes, and what axe finds on it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface View {
  readonly theme: 'light' | 'dark'
  readonly width: number
}

interface Showing {
  readonly language: 'ru' | 'uz' | 'en'
  readonly views: readonly View[]
  readonly rules: Rules
}

/**
 * The first language in both themes and with all rules. The others have the same elements with other texts: what
 * depends on their length and on colours.
 */
export const waysOfShowing: readonly Showing[] = [
  {
    ...{ language: 'ru', rules: 'all' },
    views: [
      { theme: 'light', width: 1440 },
      { theme: 'dark', width: 390 },
    ],
  },
  { language: 'uz', rules: 'appearance', views: [{ theme: 'light', width: 390 }] },
  { language: 'en', rules: 'appearance', views: [{ theme: 'dark', width: 2560 }] },
]

const paths = [
  '/overview',
  '/health',
  '/health/server',
  '/health/backups',
  '/health/log',
  '/health/log?id=absent-1',
  '/alarms',
  '/alarms/rules',
  '/plays',
  '/apps',
  '/subscribers',
  '/subscribers/1',
  '/charging',
  '/subscribers/goodwill',
  '/reports',
  '/reports?report=cohorts',
  '/reports?report=rights',
  '/payments',
  '/payments/refunds',
  '/payments/statements',
  '/payments/receipts',
  '/payments/closings',
  '/payments/closing',
  '/payments/ledger',
  '/dealers',
  '/payments/ledger?entry=1',
  '/messages',
  '/messages/new',
  '/messages/templates',
  '/messages/templates/new',
  '/subscribers/bulk',
  '/subscribers/bulk/new',
  '/messages/segments',
  '/messages/segments/new',
  '/promotions',
  '/messages/commands',
  '/messages/commands/new',
  '/tariffs',
  '/tariffs/new',
  '/channels',
  '/channels/1',
  '/channels/new',
  '/channels/duplicates',
  '/channels/deleted',
  '/channels/categories',
  '/channels/logos',
  '/channels/tables',
  '/imports',
  '/guide',
  '/guide/broadcast-titles',
  '/guide/genres',
  '/guide/genres?view=rules',
  '/guide/matching',
  '/guide/timeline/1',
  '/blackouts',
  '/blackouts/new',
  '/films',
  '/films/people',
  '/films/people?view=doubles',
  '/films/queue',
  '/films/folder',
  '/films/upload',
  '/films/tables',
  '/home',
  '/home/7',
  '/home/new',
  '/collections',
  '/collections/new',
  '/collections/tables',
  '/films/episodes/tables',
  '/films/people/tables',
  '/films/genres/tables',
  '/guide/matching/tables',
  '/banners',
  '/banners/new',
  '/news',
  '/news/new',
  '/works',
  '/works/new',
  '/works/outage',
  '/pages',
  '/pages/1',
  '/pages/new',
  '/changes',
  '/integrations',
  '/services',
  '/cities',
  '/edges',
  '/brands',
  '/brands/1',
  '/brands/new',
  '/setup',
  '/staff',
  '/staff/invite',
  '/staff/2',
  '/audit',
  '/roles',
  '/profile',
  '/nowhere',
] as const

/**
 * What is wrong with the console's screens, by language: with these, or with all of them and the palette. Each screen is
 * opened once, and then shown in one way after the other, as by a choice in another tab.
 */
export async function findingsOfScreens(
  page: Page,
  ways: readonly Showing[],
  screens?: readonly string[],
): Promise<Readonly<Record<Showing['language'], readonly string[]>>> {
  const findings: Record<Showing['language'], string[]> = { ru: [], uz: [], en: [] }
  const look = async (screen: string, { language, views, rules }: Showing) => {
    for (const view of views) findings[language].push(...(await findingsOfView(page, screen, view, rules)))
  }
  await page.evaluate(() => localStorage.setItem('ekran.console.theme', 'system'))
  for (const path of screens ?? paths) {
    await openScreen(page, path)
    for (const way of ways) {
      await speak(page, way.language)
      await look(path, way)
    }
  }
  if (screens !== undefined) return findings
  await openScreen(page, '/profile')
  for (const way of ways) {
    await speak(page, way.language)
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await look('palette', way)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  return findings
}

const heading = 'main#content h1'
/** The heading of the screen before does not go away where both are one screen with another query. */
const replacedLimitMs = 3000

/** As a link of the console would; where that shows no other screen, as from the address bar. */
async function openScreen(page: Page, path: string): Promise<void> {
  const address = `/console${path}`
  const isReplaced = await page
    .evaluate(
      ([to, selector]) => {
        const before = document.querySelector(selector)
        if (before === null) return false
        before.setAttribute('data-before', '')
        history.pushState(null, '', to)
        return true
      },
      [address, heading] as const,
    )
    .then((isShown) => isShown && showsOther(page))
  if (!isReplaced) await page.goto(address)
  await page.locator(heading).first().waitFor()
}

async function showsOther(page: Page): Promise<boolean> {
  const other = page.locator(`${heading}:not([data-before])`).first()
  return other.waitFor({ timeout: replacedLimitMs }).then(
    () => true,
    () => false,
  )
}

/** Chooses a language as another tab would, and waits until the screen has it and has read what it needs. */
async function speak(page: Page, language: Showing['language']): Promise<void> {
  await page.evaluate((chosen) => {
    const key = 'ekran.console.language'
    localStorage.setItem(key, chosen)
    dispatchEvent(new StorageEvent('storage', { key }))
  }, language)
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language)
  await page.waitForFunction(() => document.querySelector('main [role="status"][aria-label]') === null)
}

async function findingsOfView(
  page: Page,
  screen: string,
  { theme, width }: View,
  rules: Rules,
): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction((chosen) => document.documentElement.dataset['theme'] === chosen, theme)
  const where = `${screen} ${theme} ${width}`
  const findings = (await findingsOf(page, rules)).map((finding) => `${where}: ${finding}`)
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return wider > 0 ? [...findings, `${where}: ${wider} pixels wider than the window`] : findings
}

/** `appearance`: what depends on colours and sizes only. */
type Rules = 'all' | 'appearance'

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** All that axe calls a violation of WCAG 2.2 AA, each with the first element concerned. */
export async function findingsOf(page: Page, rules: Rules = 'all'): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  await endOfAnimations(page)
  return page.evaluate(async (chosen) => {
    const { axe: checker } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const runOnly =
      chosen === 'all'
        ? { type: 'tag', values: tags }
        : { type: 'rule', values: ['color-contrast', 'target-size', 'link-in-text-block'] }
    const { violations } = await checker.run({ runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
  }, rules)
}

/** A colour that still fades in, as in a dialog that opens or a theme that changes, is not a finding. */
async function endOfAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = document
      .getAnimations()
      .filter((one) => Number(one.effect?.getComputedTiming().endTime) < 5000)
    await Promise.allSettled(running.map(({ finished }) => finished))
  })
}
