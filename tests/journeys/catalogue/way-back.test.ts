/** Going back finds the place as it was left. */
import { describe, expect, inject, it } from 'vitest'
import { visit } from '#tests/kit/browser/visitor.ts'

const desktop = { name: 'desktop', width: 1440, height: 900 }

describe('the way back', () => {
  it('[SHELL-04] finds the same card of the same shelf, with the focus on it', async () => {
    const { page, leave } = await visit(inject('product').url, desktop)
    await page.goto('/')
    const shelf = page.locator('section', { has: page.getByRole('heading', { name: 'Новинки' }) })
    await shelf.getByRole('heading').scrollIntoViewIfNeeded()
    // Who turns to the shelf finds all of it.
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
