/** Reports in the console. */
import { consoleReports as endpoints, maxReportDays } from '#contract/console/reports.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { roleMay } from '#contract/form/permissions.ts'
import type { Audit } from '#server/audit/audit.ts'
import {
  bindConsole,
  type ConsoleCall,
  type ConsoleHandlers,
} from '#server/console/admission/bind-console.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ReadFrom } from '#server/platform/database/read-replica.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import {
  type Period,
  dayOf,
  daysFrom,
  listPrices,
  listWeekly,
  mondayOf,
  rowsBeneath,
  totalBeneath,
  savePrice,
  saveWeekly,
  showReport,
} from '#server/reports/reports.ts'
import { presentBeneath, presentTotal, presentReport } from './present-reports.ts'

export interface ReportDeps {
  readonly db: Db
  readonly reads: ReadFrom
  readonly clock: Clock
  readonly audit: Audit
}

/** A person waits for it, and each takes a connection of those that jobs need. */
const beneathLimitMs = 5000

/** Whether reports have such a period. */
export function isPeriod({ from, to }: Period): boolean {
  const days = daysFrom(from, to) + 1
  return days >= 1 && days <= maxReportDays
}

function beneathHandler(reads: ReadFrom): ConsoleHandlers<typeof endpoints>['beneath'] {
  return async ({ measure, day, tariff_id: tariffId, brand, after, limit }, { staff }) => {
    // The numbers are those of reports: who sees no reports sees no rows of them.
    if (!roleMay(staff.role, { section: 'reports', level: 'view' })) return reject('staff_forbidden')
    const request = { measure, day, tariffId, brand, after: after ?? 0, limit: limit + 1 }
    const result = await reads((db) => rowsBeneath(db, request, { limitMs: beneathLimitMs }))
    if (result.kind === 'not_stored') return reject('report_rows_not_stored')
    if (result.kind === 'too_slow') return reject('report_too_slow')
    const { rows } = result
    const isCounted = brand !== undefined && after === undefined
    const total = isCounted ? await reads((db) => totalBeneath(db, request, beneathLimitMs)) : undefined
    if (isCounted && total === undefined) return reject('report_too_slow')
    const shown = rows.slice(0, limit)
    return respond({
      rows: shown.map(presentBeneath),
      next: rows.length > limit ? (shown.at(-1)?.number ?? null) : null,
      total: total === undefined ? null : presentTotal(total),
    })
  }
}

export function reportEndpoints(deps: ReportDeps): readonly BoundEndpoint[] {
  const { db, reads, clock } = deps
  return bindConsole('consoleReports', endpoints, {
    show: async ({ report, from, to }) => {
      if (!isPeriod({ from, to })) return reject('report_period', { values: { limit: maxReportDays } })
      const asked = { period: { from, to }, nowMs: clock.nowMs() }
      return respond(presentReport(await reads((source) => showReport(source, report, asked))))
    },
    beneath: beneathHandler(reads),
    prices: async () =>
      respond({
        prices: (await listPrices(db)).map(({ ownerId, name, ...price }) => ({
          ...{ ...price, owner_id: ownerId },
          name: { ru: name.ru, uz: name.uz, en: name.en },
        })),
      }),
    savePrice: async ({ kind, owner_id: ownerId, basis, rate }, call) => {
      const saved = await savePrice(db, { kind, ownerId, basis, rate })
      if (saved === undefined) return reject('not_found')
      await record(deps, call, 'report_price_saved', {
        subject: `${saved.name} (${kind} ${ownerId})`,
        ...{ before: saved.before, after: { basis, rate } },
      })
      return respond({})
    },
    weekly: async () =>
      respond({
        targets: (await listWeekly(db)).map(({ targetId, name, kind, language, isOn }) => ({
          ...{ target_id: targetId, name, kind, language, is_on: isOn },
        })),
      }),
    saveWeekly: async ({ target_id: targetId, is_on: isOn }, call) => {
      const thisWeek = mondayOf(dayOf(clock.nowMs()))
      const target = await saveWeekly(db, { targetId, isOn, thisWeek })
      if (target === undefined) return reject('not_found')
      await record(deps, call, 'report_weekly_saved', {
        subject: target.name,
        ...{ before: { is_on: target.isOn }, after: { is_on: isOn } },
      })
      return respond({})
    },
  })
}

type Values = Readonly<Record<string, unknown>>

async function record(
  { audit }: ReportDeps,
  { staff, clientAddress: address }: ConsoleCall,
  event: string,
  change: { readonly subject: string; readonly before: Values; readonly after: Values },
): Promise<void> {
  await audit.record({
    ...{ event, actor: 'staff', address, facts: {} },
    change: { staff: { staffId: staff.staffId, name: staff.name }, section: 'reports', ...change },
  })
}
