/** Pages as they come: nothing moves while they load, their width is used, and an error ends in words. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { pathOf } from '#contract/form/pages.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { screens, visit } from '#tests/kit/browser/visitor.ts'

const { url } = inject('product')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Cumulative layout shift without the viewer's own input. */
const maxMoved = 0.02

let cid = 0
const scripts: Record<string, string> = { guest: '' }
beforeAll(async () => {
  scripts['unsubscribed'] = (await logIn(url, 'unsubscribed')).storeScript
  scripts['suspended'] = (await logIn(url, 'suspended')).storeScript
  scripts['subscribed'] = (await logIn(url, 'subscribed')).storeScript
  const response = await fetch(`${url}/middleware/noauth/portal/client/channel/list`)
  const { data } = (await response.json()) as {
    data: { channels: { item: { id: number; is_social: 0 | 1 }[] } }
  }
  cid = data.channels.item.find(({ is_social }) => is_social === 0)?.id ?? 0
}, 300_000)

/** Runs in the page before its own scripts. */
function watchMoves() {
  const marks = globalThis as unknown as { moved: number }
  marks.moved = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }
      if (!shift.hadRecentInput) marks.moved += shift.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function visitAs(who: string, screen: (typeof screens)[number]) {
  const visitor = await visit(url, screen)
  const script = scripts[who] ?? ''
  if (script !== '') await visitor.page.addInitScript(script)
  return visitor
}

const card = (page: Page) => page.locator('[data-problem="refused"]').getByRole('group')

/** Whatever is still loading may move it: the sum is read once it no longer changes. */
async function movedOnceSteady(page: Page): Promise<number> {
  const moved = () => page.evaluate(() => (globalThis as unknown as { moved: number }).moved)
  let before = -1
  const isSteady = async () => {
    const was = before
    before = await moved()
    return before === was
  }
  await expect.poll(isSteady, { interval: 1000 }).toBe(true)
  return moved()
}

describe.each(screens)('[ACC-07] [CAB-01] on a $name the cabinet and the page of a renewal', (screen) => {
  it('do not move while they load', async () => {
    const { page, leave } = await visitAs('subscribed', screen)
    await page.addInitScript(watchMoves)
    await page.goto(pathOf('cabinet'))
    await page.locator('[data-promotions]').waitFor()
    expect(await movedOnceSteady(page)).toBeLessThan(maxMoved)
    // The link has ended, or is of a renewal: either is a card of its own.
    await page.goto(`${pathOf('renewal')}?token=ended`)
    await page.locator('main h1').waitFor()
    expect(await movedOnceSteady(page)).toBeLessThan(maxMoved)
    await leave()
  })
})

describe.each(screens)('[TV-01] on a $name the list of channels', (screen) => {
  it.each(['guest', 'subscribed'])('does not move under the finger of a viewer who is %s', async (who) => {
    const { page, leave } = await visitAs(who, screen)
    await page.addInitScript(watchMoves)
    await page.goto(pathOf('tv'))
    await page.locator('main a[href*="/channel/"]').first().waitFor()
    expect(await movedOnceSteady(page)).toBeLessThan(maxMoved)
    await leave()
  })
})

describe.each(screens)('[TV-08] on a $name the page of a channel that is not open', (screen) => {
  it.each(['guest', 'unsubscribed', 'suspended'])('does not move for a viewer who is %s', async (who) => {
    const { page, leave } = await visitAs(who, screen)
    await page.addInitScript(watchMoves)
    await page.goto(`/channel/${cid}`)
    await card(page).waitFor()
    await page.locator('main h1').waitFor()
    expect(await movedOnceSteady(page)).toBeLessThan(maxMoved)
    expect(await card(page).locator('button, a').first().innerText()).toMatch(
      /бесплатно|Пополнить на|Подключить «/,
    )
    await leave()
  })
})

describe('[TV-09] the guide over a channel that is not open', () => {
  it('takes the place of the card, and gives it back', async () => {
    const [desktop] = screens
    if (desktop === undefined) throw new Error('there is no desktop')
    const { page, leave } = await visitAs('unsubscribed', desktop)
    await page.goto(`/channel/${cid}`)
    await card(page).waitFor()
    await page.keyboard.press('g')
    await page.getByRole('region', { name: 'Каналы и передачи' }).waitFor()
    await expect.poll(() => card(page).count()).toBe(0)
    await page.keyboard.press('Escape')
    await card(page).waitFor()
    await leave()
  })
})

describe('[SHELL-07] a page whose server only answers with errors', () => {
  it('says so within half a minute, and can be tried again', async () => {
    const [desktop] = screens
    if (desktop === undefined) throw new Error('there is no desktop')
    const { page, leave } = await visitAs('subscribed', desktop)
    await page.route(/\/(middleware|api)\//, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.goto(`/channel/${cid}`)
    const retry = page.locator('[data-problem]').getByRole('button', { name: 'Попробовать ещё раз' })
    await retry.waitFor({ timeout: 30_000 })
    expect(await page.locator('[data-player] [role="slider"]').count()).toBe(0)
    await page.unroute(/\/(middleware|api)\//)
    await retry.click()
    await expect.poll(() => page.locator('[data-problem="playback"]').count()).toBe(0)
    await leave()
  })
})

describe('[SEARCH-01] the results of a search', () => {
  it('are lists of options only, as axe reads them', async () => {
    const [desktop] = screens
    if (desktop === undefined) throw new Error('there is no desktop')
    const { page, leave } = await visitAs('guest', desktop)
    await page.goto(`/search?q=${encodeURIComponent('робот')}`)
    await page.locator('[role="option"]').first().waitFor()
    await page.evaluate(axe)
    const findings = await page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; impact: string }[] }> }
      }
      const { violations } = await checker.run()
      return violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id }) => id)
    })
    expect(findings).toEqual([])
    await leave()
  })
})

describe('[CAB-01] the cabinet', () => {
  it('uses the width of a desktop', async () => {
    const [desktop] = screens
    if (desktop === undefined) throw new Error('there is no desktop')
    const { page, leave } = await visitAs('subscribed', desktop)
    await page.goto('/cabinet')
    await page.locator('[data-promotions]').waitFor()
    const used = await page
      .locator('main section')
      .evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)))
    expect(used).toBeGreaterThan(desktop.width * 0.9)
    await leave()
  })
})
