/** Acts on segments in the console: previewed, released, stopped, taken back. */
import type { ItemState } from '#contract/console/bulk.ts'
import { consoleBulk as endpoints } from '#contract/console/bulk.ts'
import { actLimits, runLimits } from '#contract/form/act-limits.ts'
import { isNearlyEverybody } from '#contract/console/campaigns.ts'
import { everybody as allRules } from '#contract/console/segment-rules.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Audit, RecordIn } from '#server/audit/audit.ts'
import { type Billing, isOffered, sumsOf } from '#server/billing/billing.ts'
import {
  type BulkAct,
  bulkJob,
  type BulkRun,
  findRun,
  listRuns,
  makeRun,
  mayDo,
  releaseRun,
  resumeRun,
  rolesForRun,
  seemsWithin,
  type ShownItem,
  type ShownRun,
  showRun,
  sizeOfRun,
  startRun,
  stopRun,
  takeRunBack,
} from '#server/bulk/bulk.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { findSegment, listSegments } from '#server/segments/segments.ts'
import { goodwillTemplates } from '#server/subscribers/subscribers.ts'
import { nameOf, roleNames, secOf } from './acts/act-answers.ts'

export interface BulkEndpointDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly billing: Pick<Billing, 'tariffs'>
  readonly jobs: Pick<Jobs, 'send'>
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

export function bulkEndpoints(deps: BulkEndpointDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleBulk', endpoints, {
    list: async () => respond({ runs: (await listRuns(deps.db)).map(presentRun) }),
    ...deskHandlers(deps),
    ...cardHandlers(deps),
    ...makeHandlers(deps),
    ...startHandlers(deps),
    ...steerHandlers(deps),
  })
}

function deskHandlers({ db, billing }: BulkEndpointDeps): Handlers<'desk'> {
  return {
    desk: async (_input, { staff }) => {
      const [segments, tariffs, templates] = await Promise.all([
        listSegments(db),
        billing.tariffs(),
        goodwillTemplates(db),
      ])
      const each = actLimits[staff.role]
      const day = runLimits[staff.role]
      return respond({
        segments: segments.map(({ segmentId, name }) => ({ segment_id: segmentId, name })),
        tariffs: [...tariffs.values()]
          .filter(isOffered)
          .map(({ tariffId, name }) => ({ tariff_id: tariffId, name })),
        templates: templates
          .filter(({ isActive }) => isActive)
          .map(({ name, amountTiyin, days }) => ({ name, amount: sumsOf(amountTiyin), days })),
        sum: { each: each?.sumEach ?? -1, day: day?.sum ?? -1 },
        days: { each: each?.daysEach ?? -1, day: day?.days ?? -1 },
        accounts: { each: -1, day: day?.accounts ?? -1 },
        may_change_tariffs: mayDo(staff.role, { kind: 'connect' }),
      })
    },
  }
}

function cardHandlers({ db, clock, billing }: BulkEndpointDeps): Handlers<'card'> {
  return {
    card: async ({ bulk_run_id: runId, show }, { staff }) => {
      const run = await findRun(db, runId)
      if (run === undefined) return reject('not_found')
      const [shown, size, tariffs] = await Promise.all([
        showRun(db, runId, show),
        sizeOfRun(db, run),
        billing.tariffs(),
      ])
      const looked = { act: run, size, member: memberOf(staff), nowMs: clock.nowMs(), exceptRunId: runId }
      const within = await seemsWithin(db, looked)
      return respond({
        ...presentRun(run),
        tariff: run.tariffId === undefined ? null : nameOf(tariffs, run.tariffId),
        ...{ count: shown.count, total: run.total },
        is_everybody: shown.count > 0 && isNearlyEverybody({ count: shown.count, total: run.total }),
        ...{ counts: [...shown.counts], sum: sumsOf(shown.sumTiyin), sum_days: shown.days },
        replaced: shown.replaced,
        trial: presentTrial(shown.trial),
        examples: shown.examples.map(presentItem),
        ...{ released_by: run.releasedName, undone_by: run.undoName, undo_reason: run.undoReason },
        ...{ is_within: within, may_more: [...rolesForRun(run, size)] },
        is_own: run.staffId === staff.staffId,
      })
    },
  }
}

function makeHandlers(deps: BulkEndpointDeps): Handlers<'make'> {
  const { db, clock, billing, jobs } = deps
  return {
    make: async (input, call) => {
      const act = actOf(input)
      const { role } = call.staff
      if (!mayDo(role, act)) return reject('staff_forbidden')
      if (act.tariffId !== undefined && !(await billing.tariffs()).has(act.tariffId))
        return reject('tariff_not_found')
      const segment =
        input.segment_id === 0
          ? { name: allName[call.language], rules: allRules }
          : await findSegment(db, input.segment_id)
      if (segment === undefined) return reject('segment_not_found')
      const { name: segmentName, rules } = segment
      const runId = await makeRun(
        db,
        {
          ...{ ...act, reason: input.reason, segmentName, rules, member: memberOf(call.staff) },
          nowMs: clock.nowMs(),
        },
        entry(deps, call, (made) => ({
          ...{ event: 'bulk_made', runId: made.runId, reason: input.reason },
          after: { ...presentAct(act), segment: segmentName, rules },
        })),
      )
      await jobs.send(bulkJob, {})
      return respond({ bulk_run_id: runId })
    },
  }
}

const allName = { ru: 'Все абоненты', uz: 'Barcha abonentlar' } as const

function startHandlers(deps: BulkEndpointDeps): Handlers<'start' | 'release'> {
  const { db, clock, jobs } = deps
  return {
    start: async ({ bulk_run_id: runId, everybody }, call) => {
      const request = { runId, member: memberOf(call.staff), nowMs: clock.nowMs() }
      const outcome = await startRun(
        db,
        { ...request, everybody },
        entry(deps, call, ({ kind, run }) => ({
          ...{ event: kind === 'running' ? 'bulk_started' : 'bulk_waiting', runId, reason: run.reason },
        })),
      )
      if (outcome.kind === 'everybody')
        return reject('segment_is_everybody', { values: { count: outcome.count } })
      if (outcome.kind !== 'running' && outcome.kind !== 'waiting') return notMoved(outcome.kind)
      if (outcome.kind === 'running') await jobs.send(bulkJob, {})
      return respond({ state: outcome.kind })
    },
    release: async ({ bulk_run_id: runId }, call) => {
      const request = { runId, member: memberOf(call.staff), nowMs: clock.nowMs() }
      const outcome = await releaseRun(db, request, moved(deps, call, 'bulk_released'))
      if (outcome.kind === 'same_person') return reject('bulk_same_person')
      if (outcome.kind === 'beyond') return beyond(outcome.roles, call)
      if (outcome.kind !== 'released') return notMoved(outcome.kind)
      await jobs.send(bulkJob, {})
      return respond({})
    },
  }
}

function steerHandlers(deps: BulkEndpointDeps): Handlers<'stop' | 'resume' | 'undo'> {
  const { db, clock, jobs } = deps
  return {
    stop: async ({ bulk_run_id: runId }, call) => {
      const record = moved(deps, call, 'bulk_stopped')
      const outcome = await stopRun(db, { runId, nowMs: clock.nowMs() }, record)
      if (outcome.kind !== 'stopped') return reject(outcome.kind === 'missing' ? 'not_found' : 'bulk_state')
      return respond({})
    },
    resume: async ({ bulk_run_id: runId }, call) => {
      const request = { runId, member: memberOf(call.staff), nowMs: clock.nowMs() }
      const outcome = await resumeRun(db, request, moved(deps, call, 'bulk_resumed'))
      if (outcome.kind === 'beyond') return beyond(outcome.roles, call)
      if (outcome.kind !== 'resumed') return notMoved(outcome.kind)
      await jobs.send(bulkJob, {})
      return respond({})
    },
    undo: async ({ bulk_run_id: runId, reason }, call) => {
      const request = { runId, member: memberOf(call.staff), nowMs: clock.nowMs() }
      const record = entry(deps, call, () => ({ event: 'bulk_undone', runId, reason }))
      const outcome = await takeRunBack(db, { ...request, reason }, record)
      if (outcome.kind === 'beyond') return beyond(outcome.roles, call)
      if (outcome.kind !== 'undoing') return notMoved(outcome.kind)
      await jobs.send(bulkJob, {})
      return respond({})
    },
  }
}

function memberOf({ staffId, name, role }: ConsoleCall['staff']) {
  return { staffId, name, role }
}

function notMoved(kind: 'missing' | 'state' | 'forbidden') {
  if (kind === 'missing') return reject('not_found')
  return kind === 'state' ? reject('bulk_state') : reject('staff_forbidden')
}

function beyond(roles: readonly string[], { language }: Pick<ConsoleCall, 'language'>) {
  return reject('bulk_beyond', { values: { roles: roleNames(roles, language) } })
}

interface MakeInput {
  readonly kind: BulkAct['kind']
  readonly purpose: BulkAct['purpose']
  readonly amount: number
  readonly days: number
  readonly tariff_id: number
  readonly ends_now: boolean
}

/** What is done to each; the contract's input has what its kind needs. */
function actOf({ kind, purpose, amount, days, tariff_id: tariff, ends_now: endsNow }: MakeInput): BulkAct {
  const tariffId = tariff === 0 ? undefined : tariff
  const base = { kind, purpose: 'goodwill', amountTiyin: 0, days: 0, tariffId, endsNow: false } as const
  switch (kind) {
    case 'credit':
      return { ...base, purpose, amountTiyin: amount * 100, tariffId: undefined }
    case 'days':
      return { ...base, days }
    case 'connect':
      return base
    case 'end':
      return { ...base, endsNow }
  }
}

function presentAct({ kind, purpose, amountTiyin, days, tariffId = 0, endsNow }: BulkAct) {
  return {
    ...{ kind, purpose, amount: sumsOf(amountTiyin), days, tariff_id: tariffId, ends_now: endsNow },
  }
}

function presentRun(run: BulkRun) {
  return {
    ...{ bulk_run_id: run.runId, ...presentAct(run), segment: run.segmentName, reason: run.reason },
    ...{ state: run.state, by: run.staffName, created_at: secOf(run.createdMs) },
  }
}

function presentItem(one: ShownItem) {
  const { accountId, abonement, name, reason, amountTiyin, days, replaces, trialDays, laterTiyin } = one
  const state: ItemState = one.state
  return {
    ...{ account_id: accountId, abonement, name, state, reason, amount: sumsOf(amountTiyin), days },
    ...{ replaces, trial_days: trialDays, later: sumsOf(laterTiyin) },
  }
}

function presentTrial({ count, days, laterTiyin }: ShownRun['trial']) {
  return { count, days, later: sumsOf(laterTiyin) }
}

interface RunEvent {
  readonly event: string
  readonly runId: number
  readonly reason: string
  readonly after?: Readonly<Record<string, unknown>>
}

/** The entry of an act on a run, in its transaction. */
function entry<Done>(
  { audit }: BulkEndpointDeps,
  { staff, clientAddress: address }: ConsoleCall,
  entryOf: (done: Done) => RunEvent,
): RecordIn<Done> {
  return (trx, done) => {
    const { event, runId, reason, after } = entryOf(done)
    return audit.recordIn(trx, {
      ...{ event, actor: 'staff', address, facts: { reason } },
      change: {
        staff: { staffId: staff.staffId, name: staff.name },
        ...{ section: 'subscribers', subject: `bulk ${runId}`, ...(after === undefined ? {} : { after }) },
      },
    })
  }
}

/** The same for a run that goes on under its own reason. */
function moved(deps: BulkEndpointDeps, call: ConsoleCall, event: string) {
  return entry(deps, call, ({ run }: { readonly run: BulkRun }) => ({
    ...{ event, runId: run.runId, reason: run.reason },
  }))
}
