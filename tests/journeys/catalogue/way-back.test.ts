/** Going back restores the page as it was left. */
import { describe, expect, inject, it } from 'vitest'
import { visit } from '#tests/kit/browser/visitor.ts'

const desktop = { name: 'desktop', width: 1440, height: 900 }

describe('going back', () => {
  it('[SHELL-04] restores the same card of the same rail, with the focus on it', async () => {
    const { page, leave } = await visit(inject('product').url, desktop)
    await page.goto('/')
    const shelf = page.locator('section', { has: page.getByRole('heading', { name: 'Новинки' }) })
    await shelf.getByRole('heading').scrollIntoViewIfNeeded()
    // A rail renders all its cards when the viewer interacts with it.
    await shelf.locator('[data-film]').first().focus()
    const card = shelf.locator('[data-film]').nth(10)
    await card.scrollIntoViewIfNeeded()
    await card.focus()
    const address = await card.getAttribute('href')
    const top = await card.evaluate((element) => Math.round(element.getBoundingClientRect().top))
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).pathname).toBe(address)
    await page.getByRole('button', { name: 'Поделиться' }).waitFor()
    await page.goBack()
    const result = () =>
      shelf.locator(':focus').evaluate((element) => ({
        address: element.getAttribute('href'),
        top: Math.round(element.getBoundingClientRect().top),
        isInSight: element.getBoundingClientRect().right <= window.innerWidth,
      }))
    await expect.poll(result).toEqual({ address, top, isInSight: true })
    await leave()
  })
})
