/** Segments in the console: rules, how many subscribers they mean, saved ones. */
import { consoleSegments as endpoints } from '#contract/console/segments.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { roleMay } from '#contract/form/permissions.ts'
import type { Audit } from '#server/audit/audit.ts'
import type { Billing } from '#server/billing/billing.ts'
import { listTitleChoices } from '#server/catalogue/catalogue.ts'
import { listCities } from '#server/cities/cities.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import { shownPhone } from '#server/console/subscribers/present-subscribers.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  countSegment,
  listSegments,
  maxSegments,
  removeSegment,
  type SavedSegment,
  saveSegment,
} from '#server/segments/segments.ts'
import { readSummaries } from '#server/subscribers/subscribers.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import { recordChange } from './record-change.ts'

export interface SegmentDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly billing: Pick<Billing, 'tariffs'>
  readonly television: Pick<LiveTelevision, 'now'>
}

const countLimitMs = 3000

export function segmentEndpoints(deps: SegmentDeps): readonly BoundEndpoint[] {
  const { db, clock, audit } = deps
  return bindConsole('consoleSegments', endpoints, {
    list: async () => respond({ segments: (await listSegments(db)).map(presentSegment) }),
    choices: () => choicesOf(deps),
    count: async ({ rules }, { staff }) => {
      const counted = await countSegment(db, rules, { nowMs: clock.nowMs(), limitMs: countLimitMs })
      if (counted === undefined) return respond({ count: null, total: 0, sample: [] })
      const { count, total } = counted
      const isWhole = roleMay(staff.role, { section: 'subscribers', level: 'act' })
      const shown = roleMay(staff.role, { section: 'subscribers', level: 'view' }) ? counted.sample : []
      const sample = await readSummaries(db, shown, clock.nowMs())
      return respond({
        ...{ count, total },
        sample: sample.map(({ accountId, abonement, name, phone }) => ({
          ...{ account_id: accountId, abonement, name, phone: shownPhone(phone, isWhole) },
        })),
      })
    },
    save: async ({ segment_id: segmentId, version, name, rules }, call) => {
      const outcome = await saveSegment(db, { segmentId, version, name, rules }, clock.nowMs())
      switch (outcome.kind) {
        case 'missing':
          return reject('segment_not_found')
        case 'changed':
          return reject('changed_since', { values: { who: '—' } })
        case 'full':
          return reject('messages_full', { values: { limit: maxSegments } })
        case 'saved':
          await recordChange(audit, call, {
            ...{ event: 'segment_saved', subject: `segment ${outcome.segmentId}` },
            before: outcome.before === undefined ? undefined : shownChange(outcome.before),
            after: { name, rules },
          })
          return respond({ segment_id: outcome.segmentId })
      }
    },
    remove: async ({ segment_id: segmentId }, call) => {
      const before = await removeSegment(db, segmentId)
      if (before === undefined) return reject('segment_not_found')
      await recordChange(audit, call, {
        ...{ event: 'segment_removed', subject: `segment ${segmentId}`, before: shownChange(before) },
      })
      return respond({})
    },
  })
}

async function choicesOf({ db, billing, television }: SegmentDeps) {
  const [tariffs, { genres }, cities] = await Promise.all([
    billing.tariffs(),
    listTitleChoices(db),
    listCities(db),
  ])
  const nameOf = new Map(cities.map(({ cityId, name }) => [cityId, name]))
  return respond({
    tariffs: [...tariffs.values()].map(({ tariffId, name }) => ({ id: tariffId, name: wordsOf(name) })),
    genres: genres.map((one) => ({ id: one.id, name: { ru: one.name_ru, uz: one.name_uz } })),
    channels: television.now().channels.map(({ cid, name }) => ({ id: cid, name: wordsOf(name) })),
    cities: cities.map(({ cityId, regionId, name }) => ({
      ...{ id: cityId, name: wordsOf(name) },
      region: wordsOf(nameOf.get(regionId ?? 0) ?? { ru: '', uz: '' }),
    })),
  })
}

function wordsOf({ ru, uz }: { readonly ru: string; readonly uz: string }) {
  return { ru, uz }
}

function presentSegment({ segmentId, name, version, rules, changedMs }: SavedSegment) {
  return {
    ...{ segment_id: segmentId, name, version, rules: { match: rules.match, groups: [...rules.groups] } },
    changed_at: Math.floor(changedMs / 1000),
  }
}

function shownChange({ name, rules }: SavedSegment) {
  return { name, rules }
}
