/** The pages of the guide's benches: ours with generated channels, and a bare one with the same rows as plain text. */
import type { BrowserContext, Page } from 'playwright-core'
import type { MadeUpGuide } from './made-up-guide.ts'

/** The page as it is built, with our channels instead of the product's. */
export async function gridPage(
  context: BrowserContext,
  made: MadeUpGuide,
  storeScript: string,
  path: string,
): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(storeScript)
  const answer = (data: object) => ({ json: { error: 0, message: '', data } })
  await page.route('**/middleware/channel/list*', (route) =>
    route.fulfill(answer({ channels: { item: made.channels } })),
  )
  await page.route('**/middleware/noauth/guide/tile*', (route) => {
    const request = new URL(route.request().url()).searchParams
    const cids = (request.get('cids') ?? '').split(',').map(Number)
    return route.fulfill(answer(made.tile(Number(request.get('from')), cids)))
  })
  await page.goto(path)
  await page.locator('[role=gridcell]', { hasText: /./ }).first().waitFor()
  const rows = Number(await page.locator('[role=grid]').getAttribute('aria-rowcount'))
  if (rows !== made.channels.length) throw new Error(`the grid has ${rows} rows`)
  return page
}

/** The same channels as rows of plain text; no element is added or removed. */
export async function barePage(context: BrowserContext, made: MadeUpGuide): Promise<Page> {
  const page = await context.newPage()
  const cells = Array.from({ length: 24 }, (_, hour) => `<i>${hour}:00 Передача</i>`).join('')
  const rows = made.channels.map(({ name }) => `<li><b>${name}</b>${cells}</li>`).join('')
  await page.route('**/bare-list', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><style>body{margin:0;background:#0b1117;color:#fff;font:14px sans-serif}
ul{margin:0;padding:0;height:100vh;overflow:auto}li{width:75000px;height:68px}i{display:inline-block;width:3000px}</style><ul id="list">${rows}</ul>`,
    }),
  )
  await page.goto('/bare-list')
  return page
}
