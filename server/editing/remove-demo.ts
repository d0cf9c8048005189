/** Removes what the demo brought into an installation: content, people who can log in, and its promo codes. */
import type { Accounts } from '#server/accounts/accounts.ts'
import { endPromotionCode } from '#server/billing/billing.ts'
import { listStaffCollections, removeCollection, removeTitles } from '#server/catalogue/catalogue.ts'
import { removeCinemas } from '#server/cinemas/cinemas.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  demoKeyPrefix,
  isDemoRemoved,
  markDemoRemoved,
  readDemoContent,
} from '#server/platform/installation/demo-content.ts'
import {
  deleteNews,
  listStaffBanners,
  listStaffNews,
  listStaffPages,
  removeBanner,
  removePage,
} from '#server/site/site.ts'
import { type ByWhom, removeChannels } from '#server/television/television.ts'

export interface RemoveDemoDeps {
  readonly db: Db
  readonly accounts: Pick<Accounts, 'endSessions' | 'findByName' | 'setState'>
}

/** How much of the demo there is, or was removed. */
export interface DemoCounts {
  readonly channels: number
  readonly titles: number
  readonly collections: number
  /** Banners, news, pages of text and cinemas. */
  readonly others: number
  /** Accounts whose passwords are printed at every start of the demo. */
  readonly accounts: number
}

export interface RemovedDemo extends DemoCounts {
  /** The sets of changes by which content can be taken back. */
  readonly changeIds: readonly number[]
}

interface DemoThings {
  readonly cids: readonly number[]
  readonly vids: readonly number[]
  readonly collections: readonly number[]
  readonly banners: readonly number[]
  readonly news: readonly number[]
  readonly pages: readonly number[]
  readonly cinemas: number
  /** Ids of the accounts that are not closed yet. */
  readonly accounts: readonly number[]
  readonly codes: readonly string[]
}

/** What is there of the demo; null when it never ran here or was removed. */
export async function countDemo(deps: RemoveDemoDeps, nowMs: number): Promise<DemoCounts | null> {
  if (await isDemoRemoved(deps.db)) return null
  const counts = countsOf(await findDemo(deps, nowMs))
  return Object.values(counts).every((count) => count === 0) ? null : counts
}

/**
 * Removes the demo. Content is deleted as by hand, so that it can be taken back; accounts are closed and logged out,
 * because everybody can read their passwords; what they paid stays in the ledger. No later start brings it again. A run
 * that broke off is continued by the next one.
 */
export async function removeDemo(deps: RemoveDemoDeps, who: ByWhom): Promise<RemovedDemo> {
  const { db } = deps
  const things = await findDemo(deps, who.nowMs)
  // First, so that no start in between brings back what is deleted here.
  await markDemoRemoved(db)
  await closeAccounts(deps, things.accounts)
  for (const code of things.codes) await endPromotionCode(db, code, who.nowMs)
  await removeCinemas(db, demoKeyPrefix)
  const outcomes = []
  if (things.cids.length > 0) outcomes.push(await removeChannels(db, things.cids, who))
  if (things.vids.length > 0) outcomes.push(await removeTitles(db, things.vids, who))
  for (const id of things.collections) outcomes.push(await removeCollection(db, id, who))
  for (const id of things.banners) outcomes.push(await removeBanner(db, id, who))
  for (const id of things.news) outcomes.push(await deleteNews(db, id, who))
  for (const id of things.pages) outcomes.push(await removePage(db, id, who))
  const changeIds = outcomes.flatMap((outcome) => ('changeId' in outcome ? [outcome.changeId] : []))
  return { ...countsOf(things), changeIds: changeIds.filter((changeId) => changeId > 0) }
}

async function closeAccounts({ accounts }: RemoveDemoDeps, accountIds: readonly number[]): Promise<void> {
  for (const accountId of accountIds) {
    await accounts.setState(accountId, 'deactivated')
    await accounts.endSessions(accountId, undefined, { actor: 'operator' })
  }
}

async function findDemo({ db, accounts }: RemoveDemoDeps, nowMs: number): Promise<DemoThings> {
  const noted = await readDemoContent(db)
  const keyed = (table: 'channel' | 'title' | 'collection') =>
    db
      .selectFrom(table)
      .select('id')
      .where('key', 'like', `${demoKeyPrefix}%`)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute()
  const [channels, titles, collections, banners, news, pages, cinemas] = await Promise.all([
    keyed('channel'),
    keyed('title'),
    listStaffCollections(db),
    listStaffBanners(db, nowMs),
    listStaffNews(db, nowMs),
    listStaffPages(db),
    db.selectFrom('cinema').select('key').where('key', 'like', `${demoKeyPrefix}%`).execute(),
  ])
  const demoCollections = new Set((await keyed('collection')).map(({ id }) => id))
  const among = <Thing extends { readonly id: number }>(
    things: readonly Thing[],
    isDemo: (thing: Thing) => boolean,
  ) => things.filter(isDemo).map(({ id }) => id)
  return {
    cids: channels.map(({ id }) => id),
    vids: titles.map(({ id }) => id),
    collections: among(collections, ({ id }) => demoCollections.has(id)),
    banners: among(banners, ({ id }) => noted?.banners.includes(id) === true),
    news: among(news, ({ id }) => noted?.news.includes(id) === true),
    pages: among(pages, ({ slug, isBuiltIn }) => !isBuiltIn && noted?.pages.includes(slug) === true),
    cinemas: cinemas.length,
    accounts: await openAccounts(accounts, noted?.accounts ?? []),
    codes: noted?.codes ?? [],
  }
}

/** The ids of those that are not closed. */
async function openAccounts(
  accounts: RemoveDemoDeps['accounts'],
  abonements: readonly string[],
): Promise<readonly number[]> {
  const all = await Promise.all(abonements.map((abonement) => accounts.findByName(abonement)))
  return all
    .flatMap((matches, index) => matches.filter(({ abonement }) => abonement === abonements[index]))
    .filter(({ state }) => state !== 'deactivated')
    .map(({ accountId }) => accountId)
}

function countsOf(things: DemoThings): DemoCounts {
  const { cids, vids, collections, banners, news, pages, cinemas, accounts } = things
  return {
    ...{ channels: cids.length, titles: vids.length, collections: collections.length },
    others: banners.length + news.length + pages.length + cinemas,
    accounts: accounts.length,
  }
}
