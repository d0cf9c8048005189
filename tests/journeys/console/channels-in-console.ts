/** The channels as the console's own list has them, also before anything of them is received. */
import type { Page } from 'playwright-core'
import { consoleChannels } from '#contract/console/channels.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'

type Listed = ResponseOf<typeof consoleChannels.list>['channels'][number]

/** Those that are neither hidden nor deleted, by number. `page`: of somebody who is logged in. */
export async function channelsInConsole(page: Page): Promise<readonly Listed[]> {
  const response = await page.request.get(`${consoleChannels.list.path}?deleted=0`)
  if (!response.ok()) throw new Error(`the list of channels: ${response.status()}`)
  const { data } = (await response.json()) as { readonly data: ResponseOf<typeof consoleChannels.list> }
  return data.channels
    .filter(({ is_hidden: isHidden, deleted_at: deletedAt }) => !isHidden && deletedAt === 0)
    .toSorted((a, b) => a.number - b.number)
}
