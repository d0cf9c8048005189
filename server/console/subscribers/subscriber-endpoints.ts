/** Subscribers in the console: search, the card, its timeline, notes. */
import { consoleSubscribers as endpoints } from '#contract/console/subscribers.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { roleMay } from '#contract/form/permissions.ts'
import type { Audit } from '#server/audit/audit.ts'
import { bindConsole, type ConsoleCall } from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  addNote,
  type CardDeps,
  findAccounts,
  findInCity,
  maxResults,
  readCard,
  readSummaries,
  readTimeline,
} from '#server/subscribers/subscribers.ts'
import { type Names, presentCard, presentEntry, presentSummary } from './present-subscribers.ts'
import { recordLook } from './record-look.ts'

export interface SubscriberDeps extends CardDeps, Names {
  readonly audit: Audit
}

export function subscriberEndpoints(deps: SubscriberDeps): readonly BoundEndpoint[] {
  const { db, clock, audit, billing } = deps
  const looked = recordLook(deps)
  const presentedTo = async ({ staff }: ConsoleCall) => ({
    showsPhones: roleMay(staff.role, { section: 'subscribers', level: 'act' }),
    tariffs: await billing.tariffs(),
  })
  return bindConsole('consoleSubscribers', endpoints, {
    find: async ({ q, city_id: cityId }, call) => {
      const matches = cityId === undefined ? await findAccounts(db, q) : await findInCity(db, q, cityId)
      const all = matches ?? []
      const matchOf = new Map(all.map(({ accountId, match }) => [accountId, match]))
      const [summaries, presented] = await Promise.all([
        readSummaries(db, [...matchOf.keys()], clock.nowMs()),
        presentedTo(call),
      ])
      return respond({
        subscribers: summaries.map((one) => ({
          ...presentSummary(one, presented),
          match: matchOf.get(one.accountId) ?? 'name',
        })),
        is_cut: all.length >= maxResults,
        is_short: matches === undefined,
      })
    },
    card: async ({ account_id: accountId }, call) => {
      const card = await readCard(deps, accountId)
      if (card === undefined) return reject('not_found')
      await looked(accountId, call)
      return respond(presentCard(card, await presentedTo(call), deps))
    },
    timeline: async ({ account_id: accountId, kind, after, limit }) => {
      const [at, key] = (after ?? '').split('.')
      const { entries, hasMore } = await readTimeline(deps, {
        ...{ accountId, kind, limit },
        after: key === undefined ? undefined : { atMs: Number(at), key },
      })
      const last = entries.at(-1)
      return respond({
        entries: entries.map(presentEntry),
        next: hasMore && last !== undefined ? `${last.atMs}.${last.key}` : '',
      })
    },
    note: async ({ account_id: accountId, body }, { staff, clientAddress: address }) => {
      const by = { staffId: staff.staffId, name: staff.name }
      const about = { section: 'subscribers', subject: `subscriber ${accountId}` }
      const change = { staff: by, ...about, after: { body } }
      const noteId = await db.transaction().execute(async (trx) => {
        const id = await addNote(trx, { accountId, body, staff: by, nowMs: clock.nowMs() })
        const entry = { event: 'subscriber_noted', actor: 'staff', address, accountId, change } as const
        if (id !== undefined) await audit.recordIn(trx, entry)
        return id
      })
      return noteId === undefined ? reject('not_found') : respond({ note_id: noteId })
    },
  })
}
