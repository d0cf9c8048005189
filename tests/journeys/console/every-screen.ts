/** Every screen of the console in its languages and themes, and what axe finds on it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Way {
  readonly language: 'ru' | 'uz' | 'en'
  readonly theme: 'light' | 'dark'
  readonly width: number
}

/** Each language in both themes; the narrow window twice, the widest once. */
export const waysOfShowing: readonly Way[] = [
  { language: 'ru', theme: 'light', width: 1440 },
  { language: 'ru', theme: 'dark', width: 390 },
  { language: 'uz', theme: 'dark', width: 1440 },
  { language: 'uz', theme: 'light', width: 390 },
  { language: 'en', theme: 'light', width: 2560 },
  { language: 'en', theme: 'dark', width: 1440 },
]

const paths = [
  '/channels',
  '/channels/1',
  '/channels/duplicates',
  '/channels/deleted',
  '/channels/categories',
  '/imports',
  '/changes',
  '/staff',
  '/staff/invite',
  '/staff/2',
  '/audit',
  '/roles',
  '/profile',
  '/nowhere',
] as const

/** Opens one screen after the other; the caller looks at each. */
export async function* seeScreens(page: Page, { language, theme }: Way): AsyncGenerator<string> {
  await page.evaluate(
    ([chosenLanguage, chosenTheme]) => {
      localStorage.setItem('ekran.console.language', chosenLanguage)
      localStorage.setItem('ekran.console.theme', chosenTheme)
    },
    [language, theme] as const,
  )
  for (const path of paths) {
    await page.goto(`/console${path}`)
    await page.locator('main#content h1').first().waitFor()
    await page.waitForFunction(() => document.querySelector('main [role="status"][aria-label]') === null)
    const shown = await page.evaluate(() => [
      document.documentElement.lang,
      document.documentElement.dataset['theme'],
    ])
    if (shown[0] !== language || shown[1] !== theme)
      throw new Error(`${path} is shown in ${shown.join(', ')}`)
    yield path
  }
  await page.goto('/console/profile')
  await page.locator('main#content h1').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  yield 'palette'
  await page.keyboard.press('Escape')
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string }[]
  }[]
}

/** All that axe calls a violation of WCAG 2.2 AA, each with the first element concerned. */
export async function findingsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await checker.run({ runOnly: { type: 'tag', values: tags } })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
  })
}
