/** The demo's banners, news and notifications. Returns their pictures. */
import { hasNotifications, writeNotification } from '#server/notifications/notifications.ts'
import { demoBanners } from '#db/demo/banners.ts'
import { demoNews } from '#db/demo/news.ts'
import { demoPage } from '#db/demo/pages.ts'
import { demoNotifications } from '#db/demo/notifications.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { OpenDatabase } from '#server/platform/database/database.ts'
import { listStaffPages, readPageDocument, savePage, writeBanner, writeNews } from '#server/site/site.ts'
import type { Modules } from '#server/api/api.ts'
import type { DemoAccountIds } from './give-accounts.ts'
import type { NoticePicture } from './prepare-pictures.ts'

export async function giveNotices(
  {
    jobDatabase: { db },
    clock,
    dropCachedResponses,
  }: Pick<AppContext, 'clock' | 'dropCachedResponses'> & {
    readonly jobDatabase: Pick<OpenDatabase, 'db'>
  },
  { pictures }: Pick<Modules, 'pictures'>,
  accountIds: DemoAccountIds,
): Promise<readonly NoticePicture[]> {
  const published: NoticePicture[] = []
  const pictureOf = async (kind: NoticePicture['kind'], id: number, svg: string) => {
    const stored = await pictures.store(Buffer.from(svg))
    if (stored.kind !== 'stored') return null
    published.push({ kind, id, version: stored.version })
    return stored.version
  }
  for (const banner of demoBanners())
    await writeBanner(db, {
      ...banner,
      picture: banner.svg === null ? null : await pictureOf('banner', banner.id, banner.svg()),
    })
  for (const news of demoNews(clock.nowMs()))
    await writeNews(db, { ...news, picture: await pictureOf('news', news.id, news.svg()) })
  if (!(await hasNotifications(db)))
    for (const { account, ...notification } of demoNotifications(clock.nowMs()))
      await writeNotification(db, {
        ...notification,
        accountId: account === null ? null : (accountIds.get(account) ?? null),
      })
  await givePage(db, clock.nowMs())
  dropCachedResponses('site.')
  return published
}

/** A page of the operator's own, unless there is one of that name. */
async function givePage(db: OpenDatabase['db'], nowMs: number): Promise<void> {
  const { slug, ru, uz } = demoPage()
  if ((await listStaffPages(db)).some((page) => page.slug === slug)) return
  const texts = { ru: readPageDocument(ru), uz: readPageDocument(uz) }
  if (texts.ru === undefined || texts.uz === undefined) throw new Error(`the page ${slug} has no title`)
  const written = { id: null, version: 0, slug, texts: { ru: texts.ru, uz: texts.uz } }
  const saved = await savePage(db, written, { by: undefined, nowMs })
  if (saved.kind !== 'changed') throw new Error(`the page ${slug}: ${saved.kind}`)
}
