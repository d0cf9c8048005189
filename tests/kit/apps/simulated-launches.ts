/**
 * How a Samsung set starts an app by a tile of its home screen: the tile's `action_data` is in the requested control,
 * under the key `PAYLOAD`, and a running app gets the event `appcontrol`.
 * https://developer.samsung.com/smarttv/develop/guides/smart-hub-preview/implementing-public-preview.html
 */
import type { Page } from 'playwright-core'

/** Runs in the page, before its own scripts. */
function provideTizen(actionData: string | null): void {
  const launched = { actionData }
  const payload = () => [{ key: 'PAYLOAD', value: [JSON.stringify({ values: launched.actionData })] }]
  Object.assign(window, {
    pressTile: (pressed: string) => {
      launched.actionData = pressed
      window.dispatchEvent(new Event('appcontrol'))
    },
    tizen: {
      application: {
        getCurrentApplication: () => ({
          getRequestedAppControl: () => ({
            appControl: { data: launched.actionData === null ? [] : payload() },
          }),
        }),
      },
    },
  })
}

/** The next document of this page is started by a tile, or by the app's icon for null. */
export async function startByTile(page: Page, actionData: string | null): Promise<void> {
  await page.addInitScript(provideTizen, actionData)
}

/** A tile is pressed while the app runs. */
export async function pressTile(page: Page, actionData: string): Promise<void> {
  await page.evaluate(
    (pressed) => (window as unknown as { pressTile(pressed: string): void }).pressTile(pressed),
    actionData,
  )
}
