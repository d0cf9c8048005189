/** Opens the player's settings as a viewer with a mouse does. */
import type { Page } from 'playwright-core'
import { vi } from 'vitest'

export function playerOf(page: Page) {
  return page.locator('[data-player]')
}

export function menuOf(page: Page) {
  return playerOf(page).getByRole('menu', { name: 'Настройки' })
}

/** Opens the settings at a section. The controls hide by themselves, and appear again whenever the mouse moves. */
export async function openSection(page: Page, name: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await page.mouse.move(700, 450)
      await page.mouse.move(720, 460)
      await playerOf(page).getByRole('button', { name: 'Настройки' }).click({ timeout: 3000 })
    },
    { timeout: 60_000, interval: 100 },
  )
  await menuOf(page)
    .getByRole('menuitem', { name: new RegExp(`^${name}`) })
    .click()
}

export async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await menuOf(page).waitFor({ state: 'detached' })
}
