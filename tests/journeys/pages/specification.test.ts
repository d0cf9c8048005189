/**
 * The specification's rules for every page: its title, its language, and what is shown outside the national network.
 */
import { expect, inject, it } from 'vitest'
import { films } from '#contract/films/films.ts'
import { site } from '#contract/site/site.ts'
import { demoWorldChannelIds } from '#db/demo/channels.ts'
import { call } from '#tests/kit/product/demo-content.ts'
import { screens, visit, walkTo } from '#tests/kit/browser/visitor.ts'

/** A busy machine loads a page slowly. */
const patience = { timeout: 60_000 }
const [desktop] = screens

function someone() {
  if (desktop === undefined) throw new Error('there is no screen')
  return visit(inject('product').url, desktop)
}

it(
  '[SEO-01] a page reached by navigation has the same title as when it is opened, that of /api/title',
  { timeout: 300_000 },
  async () => {
    const { page, problems, leave } = await someone()
    const film = (await call(films.publicList, { kind: 'films' })).videos.item[0]
    const { video } = await call(films.publicDetail, { vid: film?.vid ?? 0 })
    const collection = (await call(site.collections, {}))[0]
    const paths = [
      `/movie/${film?.vid}`,
      `/personFilms/${video.actors[0]?.aid}`,
      `/collections/${collection?.id}`,
      `/channel/${demoWorldChannelIds[0]}`,
      '/movies',
    ]
    await page.goto('/policy')
    for (const path of paths) {
      const { title } = (await call(site.title, { path })) as { title: string }
      expect(title).toMatch(/ · Ekran$/)
      await walkTo(page, path)
      await expect.poll(() => page.title(), patience).toBe(title)
      const opened = await fetch(`${inject('product').url}${path}`, { headers: { accept: 'text/html' } })
      const inHtml = /<title>([^<]*)<\/title>/.exec(await opened.text())?.[1] ?? ''
      expect(await page.evaluate(plainText, inHtml)).toBe(title)
    }
    expect(problems).toEqual([])
    await leave()
  },
)

it(
  '[TV-07] a region outside leaves the 24 channels in their order, though the server returns all',
  { timeout: 300_000 },
  async () => {
    const { page, problems, leave } = await someone()
    await page.route('**/api/v1.2.0/ip/check*', (route) => route.fulfill({ json: { is_tasix: 0 } }))
    await page.goto('/tv?view=list')
    const shown = () =>
      page
        .locator('main [data-grid] a[href*="/channel/"]')
        .evaluateAll((links) => [
          ...new Set(
            links.map((link) => Number(/channel\/(\d+)/.exec(link.getAttribute('href') ?? '')?.[1])),
          ),
        ])
    await expect.poll(shown, patience).toEqual(demoWorldChannelIds)
    expect(problems).toEqual([])
    await leave()
  },
)

it(
  '[I18N-01] a browser that prefers Uzbek shows Russian, offers Uzbek in one line, and does not ask again',
  { timeout: 300_000 },
  async () => {
    for (const answer of ['uz', 'ru'] as const) {
      const { page, problems, leave } = await someone()
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'languages', { get: () => ['uz-UZ', 'uz', 'en'] }),
      )
      await page.setExtraHTTPHeaders({ 'accept-language': 'uz-UZ,uz;q=0.9' })
      await page.goto('/policy')
      const offer = page.locator('[data-language-offer]')
      await offer.waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe('ru')
      const name = answer === 'uz' ? 'Oʻzbekcha' : 'Yoʻq, rus tilida qolsin'
      await offer.getByRole('button', { name }).click()
      await expect.poll(() => page.locator('html').getAttribute('lang'), patience).toBe(answer)
      await expect.poll(() => offer.isVisible(), patience).toBe(false)
      await page.reload()
      expect(await page.locator('html').getAttribute('lang')).toBe(answer)
      expect(await offer.isVisible()).toBe(false)
      expect(problems).toEqual([])
      await leave()
    }
    const { page, leave } = await someone()
    await page.goto('/policy')
    expect(await page.locator('[data-language-offer]').isVisible()).toBe(false)
    await leave()
  },
)

function plainText(html: string) {
  return new DOMParser().parseFromString(html, 'text/html').documentElement.textContent
}
