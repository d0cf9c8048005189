/**
 * Acts on a segment in a scenario of `money-scenario.ts`: members prepare runs, a second one releases those beyond the
 * limits, processes that work on them die, two work at once, and runs are stopped, resumed and taken back.
 */
import { sql } from 'kysely'
import type { Audit } from '#server/audit/audit.ts'
import type { Billing } from '#server/billing/billing.ts'
import {
  type BulkAct,
  type BulkRun,
  findRun,
  makeRun,
  releaseRun,
  resumeRun,
  startRun,
  stopRun,
  takeRunBack,
  workOnRuns,
} from '#server/bulk/bulk.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { silentLog } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { steady } from '#tests/kit/database/retry-overload.ts'
import { dying, onlyCrash } from './money-crash.ts'
import { type Actions, must } from './money-modules.ts'

interface Place {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly billing: Billing
  readonly accountIds: readonly number[]
  readonly tariffIds: readonly number[]
  readonly roll: { below(limit: number): number; of<One>(list: readonly One[]): One }
}

/** Opens the scenario’s segment: its accounts have a favourite channel of their own. */
export async function bulkOf(place: Place): Promise<{ readonly actions: Actions; look(): Promise<void> }> {
  const channelId = await openSegment(place.db, place.accountIds)
  const runs: number[] = []
  const desk = deskOf(place, channelId, runs)
  return {
    actions: {
      'a run over the segment': async () => perform(place, desk, await prepare(place, desk)),
      'a run is taken back': async () => {
        if (runs.length > 0) await takeBack(place, desk, place.roll.of(runs))
      },
      'a run is taken back at once': () => takenBackAtOnce(place, desk),
    },
    look: () => lookAtRuns(place.db, runs),
  }
}

async function openSegment(db: Db, accountIds: readonly number[]): Promise<number> {
  const [channelId = 0] = accountIds
  await sql`insert into channel (id, key, content_hash, number, name_ru, name_uz, category_id, source_kind)
    overriding system value values (${channelId}, ${`world ${channelId}`}, '', ${channelId}, 'а', 'a', 1, 'none')`.execute(
    db,
  )
  await sql`insert into favourite_channel (account_id, channel_id, added_at)
    select id, ${channelId}, now() from unnest(${[...accountIds]}::integer[]) as id`.execute(db)
  return channelId
}

function actOf({ roll, tariffIds }: Place): BulkAct {
  const nothing = {
    purpose: 'goodwill',
    amountTiyin: 0,
    days: 0,
    tariffId: undefined,
    endsNow: false,
  } as const
  switch (roll.of(['credit', 'credit', 'days', 'days', 'connect', 'end'] as const)) {
    case 'credit':
      // The last is beyond what support and finance give to one subscriber.
      return { ...nothing, kind: 'credit', amountTiyin: roll.of([100, 900_000, 2_500_000, 150_000_000]) }
    case 'days':
      return {
        ...{ ...nothing, kind: 'days', days: roll.of([1, 7, 40]) },
        tariffId: roll.below(2) === 0 ? undefined : roll.of(tariffIds),
      }
    case 'connect':
      return { ...nothing, kind: 'connect', tariffId: roll.of(tariffIds) }
    case 'end':
      return { ...nothing, kind: 'end', tariffId: roll.of(tariffIds), endsNow: roll.below(3) === 0 }
  }
}

type Desk = ReturnType<typeof deskOf>

/** The members, and what each of their steps needs. */
function deskOf(place: Place, channelId: number, runs: number[]) {
  const { db, accountIds } = place
  const staffId = (accountIds[0] ?? 0) * 10
  const owner = { staffId: staffId + 5, name: 'owner', role: 'owner' } as const
  const support = { staffId: staffId + 3, name: 'support', role: 'support' } as const
  const finance = { staffId: staffId + 4, name: 'finance', role: 'finance' } as const
  const inSegment = { field: 'favourite' as const, ids: [channelId] }
  return {
    ...{ ...workOf(place), owner, members: [support, finance, owner] as const, runs },
    rules: {
      ...({ match: 'all' } as const),
      groups: [{ match: 'all' as const, is_not: false, conditions: [inSegment] }],
    },
    /** The entry of a step with a run, as an endpoint writes it. */
    entryOf: (event: string) => (trx: DbTransaction) =>
      place.audit.recordIn(trx, {
        ...({ event: `bulk_${event}`, actor: 'staff' } as const),
        change: { section: 'subscribers', subject: `segment ${channelId}` },
      }),
    isIn: async (runId: number, state: BulkRun['state'], what: string) =>
      must((await steady(() => findRun(db, runId)))?.state === state, what),
  }
}

interface Prepared {
  readonly runId: number
  readonly member: Desk['members'][number]
}

/** Makes a run and its preview. */
async function prepare(place: Place, desk: Desk): Promise<Prepared> {
  const { db, clock, roll } = place
  const member = roll.of(desk.members)
  const about = { reason: 'simulated', segmentName: 'all', rules: desk.rules, member }
  const run = { ...actOf(place), ...about, nowMs: clock.nowMs() }
  const runId = await steady(() => makeRun(db, run, desk.entryOf('made')))
  await desk.workHard(runId)
  await desk.isIn(runId, 'prepared', 'a run gets its preview')
  return { runId, member }
}

/** Lets a run begin, by a second person where that is needed, and does it; false where the member may not. */
async function perform(
  { db, clock, roll }: Place,
  desk: Desk,
  { runId, member }: Prepared,
): Promise<boolean> {
  const step = { runId, nowMs: clock.nowMs() }
  const everybody = await steady(() => countItems(db, runId))
  const start = { ...step, member, everybody }
  const began = await steady(() => startRun(db, start, desk.entryOf('started')))
  if (began.kind === 'forbidden') return false
  if (began.kind === 'waiting') {
    const release = (by: Prepared['member']) =>
      steady(() => releaseRun(db, { ...step, member: by }, desk.entryOf('released')))
    must((await release(member)).kind === 'same_person', 'nobody releases a run of their own')
    must((await release(desk.owner)).kind === 'released', 'another member releases it')
  } else must(began.kind === 'running', `a run begins (${began.kind})`)
  desk.runs.push(runId)
  if (roll.below(4) === 0 && (await stopInTheMiddle({ db, clock, roll }, desk, runId)) === 'stopped')
    return true
  await desk.workHard(runId)
  await desk.isIn(runId, 'done', 'a run ends')
  return true
}

/** A process that works on the run dies, and the run is stopped; it may go on then. */
async function stopInTheMiddle(
  { db, clock, roll }: Pick<Place, 'db' | 'clock' | 'roll'>,
  desk: Desk,
  runId: number,
): Promise<'stopped' | 'going on'> {
  const step = { runId, nowMs: clock.nowMs() }
  await desk.work(dying(db, roll.below(60)), runId).catch(onlyCrash)
  const stopped = await steady(() => stopRun(db, step, desk.entryOf('stopped')))
  if (stopped.kind !== 'stopped') return 'going on'
  await desk.work(db, runId)
  await desk.isIn(runId, 'stopped', 'a stopped run stays stopped')
  if (roll.below(2) === 0) return 'stopped'
  const resume = { ...step, member: desk.owner }
  const resumed = await steady(() => resumeRun(db, resume, desk.entryOf('resumed')))
  must(resumed.kind === 'resumed', 'a stopped run goes on')
  return 'going on'
}

async function takeBack({ db, clock }: Place, desk: Desk, runId: number): Promise<void> {
  const request = { runId, member: desk.owner, nowMs: clock.nowMs(), reason: 'simulated' }
  const began = await steady(() => takeRunBack(db, request, desk.entryOf('undone')))
  if (began.kind === 'state') return
  must(began.kind === 'undoing', `a run is taken back (${began.kind})`)
  await desk.workHard(runId)
  await desk.isIn(runId, 'undone', 'a run is taken back to the end')
}

/** Processes that work on a run. */
function workOf({ db, clock, audit, billing, roll }: Place) {
  const work = (on: Db, runId: number) =>
    workOnRuns({ db: on, clock, audit, billing, log: silentLog }, new AbortController().signal, [runId])
  return {
    work,
    /** To its end: by one process, by two at once, or by one after another died. */
    workHard: async (runId: number) => {
      const way = roll.below(3)
      if (way === 0) await work(dying(db, roll.below(90)), runId).catch(onlyCrash)
      await Promise.all(Array.from({ length: way === 1 ? 2 : 1 }, () => steady(() => work(db, runId))))
    },
  }
}

async function countItems(db: Db, runId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bulk_item where bulk_run_id = ${runId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What was taken back before anything of it was used leaves sums, days and renewals as they were. */
async function takenBackAtOnce(place: Place, desk: Desk): Promise<void> {
  const { db } = place
  const run = await prepare(place, desk)
  const before = await steady(() => standings(db, run.runId))
  if (!(await perform(place, desk, run))) return
  await takeBack(place, desk, run.runId)
  const { rows } = await sql<{ id: number }>`
    select account_id as id from bulk_item where bulk_run_id = ${run.runId} and state = 'undone'`.execute(db)
  const after = await steady(() => standings(db, run.runId))
  for (const { id } of rows)
    must(after.get(id) === before.get(id), `it is as before for ${id}: ${before.get(id)}; ${after.get(id)}`)
}

/** The balance and the tariffs of each subscriber of a run, as text. */
async function standings(db: Db, runId: number): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; standing: string }>`
    select item.account_id as id, concat_ws(', ', balance_tiyin, (
      select string_agg(concat_ws(' ', tariff_id, state, paid_until, auto_renew), ', ' order by tariff_id)
      from subscription as s where s.account_id = item.account_id and state <> 'off')) as standing
    from bulk_item as item join wallet using (account_id) where bulk_run_id = ${runId}`.execute(db)
  return new Map(rows.map(({ id, standing }) => [id, standing]))
}

/** Each subscriber of a run got its act once or not at all, and the run says which. */
async function lookAtRuns(db: Db, runs: readonly number[]): Promise<void> {
  const mine = sql`bulk_run_id = any(${[...runs]}::integer[])`
  const { rows } = await sql<{ what: string }>`
    select 'what a run says was done is an act of it' as what from bulk_item as item where item.${mine}
      and state in ('done', 'undone', 'unreturned') and not exists (select from subscriber_act as act
        where act.bulk_run_id = item.bulk_run_id and act.account_id = item.account_id
          and act_key = 'bulk:' || item.bulk_run_id || ':act')
    union all select 'an act of a run is in its list' from subscriber_act as act join bulk_run as run using (bulk_run_id)
      where act.${mine} and run.state in ('done', 'undone') and not exists (select from bulk_item as item
        where item.bulk_run_id = act.bulk_run_id and item.account_id = act.account_id
          and item.state in ('done', 'undone', 'unreturned'))
    union all select 'a run that has ended has nothing left to do' from bulk_run as run join bulk_item as item using (bulk_run_id)
      where run.${mine} and (run.state = 'done' and item.state in ('new', 'ready')
        or run.state = 'undone' and item.state = 'done')
    union all select 'what a run gave and took back has gone back' from bulk_item as item
      join subscriber_act as act on act.subscriber_act_id = item.act_id
      where item.${mine} and item.state = 'undone' and act.kind in ('credited', 'days_given') and taken_back_at is null
    union all select 'a run gives what its list says' from bulk_item as item join bulk_run as run using (bulk_run_id)
      join subscriber_act as act on act.subscriber_act_id = item.act_id
      where item.${mine} and (run.kind = 'credit' and act.amount_tiyin <> item.amount_tiyin
        or run.kind = 'days' and act.days <> item.days)
    limit 1`.execute(db)
  must(rows.length === 0, rows[0]?.what ?? '')
}
