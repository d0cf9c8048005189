/** How charging goes, and the dunning, in the console. */
import { consoleCharging as endpoints } from '#contract/console/charging.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type Dunning, loadDunning, readChargingState, saveDunning, sumsOf } from '#server/billing/billing.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import type { ContentDeps } from '#server/console/changes/record-set.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { cachedFor } from '#server/platform/primitives/cached-for.ts'

/** Many due subscriptions are counted: requests within this time get the same figures. */
const freshForMs = 5000

const secOf = (ms: number) => Math.floor(ms / 1000)

export function chargingEndpoints({ db, clock, audit }: ContentDeps): readonly BoundEndpoint[] {
  const figures = cachedFor(freshForMs, async (nowMs) => ({
    atMs: nowMs,
    ...(await readChargingState(db, nowMs)),
  }))
  return bindConsole('consoleCharging', endpoints, {
    state: async () => {
      const [state, { version, ...dunning }] = await Promise.all([figures(clock.nowMs()), loadDunning(db)])
      return respond({
        ...{ at: secOf(state.atMs), due: state.due, oldest_due_at: secOf(state.oldestDueMs) },
        ...{ charged_today: state.chargedToday, charged_sum: sumsOf(state.chargedTodayTiyin) },
        suspended_today: state.suspendedToday,
        days: state.ahead.map((day) => ({
          ...{ at: secOf(day.dayMs), charges: day.charges, sum: sumsOf(day.amountTiyin) },
          ...{ uncovered: day.uncovered, uncovered_sum: sumsOf(day.uncoveredTiyin) },
        })),
        suspended: state.suspended.map((group) => ({
          ...{ from: group.fromDays, until: group.untilDays, subscribers: group.subscribers },
          ...{ missing: sumsOf(group.missingTiyin), with_card: group.withCard },
        })),
        dunning: { version, ...presentDunning(dunning) },
      })
    },
    saveDunning: async ({ version, ...input }, { staff, clientAddress: address }) => {
      if (input.retry_from >= input.retry_until) return reject('dunning_hours')
      const dunning = {
        ...{ beforeDays: input.before_days, afterDays: input.after_days, retryDays: input.retry_days },
        ...{ retryFrom: input.retry_from, retryUntil: input.retry_until },
      }
      const by = { staffId: staff.staffId, name: staff.name }
      const saved = await saveDunning(db, { version, ...dunning }, async (trx, former) =>
        audit.recordIn(trx, {
          ...{ event: 'dunning_changed', actor: 'staff', address },
          change: {
            ...{ staff: by, section: 'billing', subject: 'dunning' },
            before: presentDunning(former),
            after: presentDunning(await loadDunning(trx)),
          },
        }),
      )
      return saved === undefined ? reject('dunning_changed') : respond({})
    },
  })
}

function presentDunning({ beforeDays, afterDays, retryDays, retryFrom, retryUntil }: Dunning) {
  return {
    ...{ before_days: [...beforeDays], after_days: [...afterDays], retry_days: [...retryDays] },
    ...{ retry_from: retryFrom, retry_until: retryUntil },
  }
}
