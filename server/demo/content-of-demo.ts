import { demoAccounts } from '#db/demo/accounts.ts'
import { demoBanners } from '#db/demo/banners.ts'
import { demoNews } from '#db/demo/news.ts'
import { demoPage } from '#db/demo/pages.ts'
import type { DemoContent } from '#server/platform/installation/demo-content.ts'
import { demoCode } from './give-accounts.ts'

/** What is recognized as the demo's when it is removed, beside what has keys of its own. */
export function contentOfDemo(nowMs: number): DemoContent {
  return {
    banners: demoBanners().map(({ id }) => id),
    news: demoNews(nowMs).map(({ id }) => id),
    pages: [demoPage().slug],
    accounts: demoAccounts().map(({ abonement }) => abonement),
    codes: [demoCode],
  }
}
