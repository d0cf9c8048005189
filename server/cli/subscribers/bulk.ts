/** Acts on segments at the command line: each minute the running Ekran goes on with them. */
import { open } from 'node:fs/promises'
import { bulkKinds } from '#contract/console/bulk.ts'
import { everybody } from '#contract/console/segment-rules.ts'
import type { RecordIn } from '#server/audit/audit.ts'
import { openBilling } from '#server/billing/billing.ts'
import {
  type BulkAct,
  type BulkRun,
  exportRun,
  findRun,
  listRuns,
  makeRun,
  releaseRun,
  resumeRun,
  showRun,
  startRun,
  stopRun,
  takeRunBack,
} from '#server/bulk/bulk.ts'
import { byOperator } from '#server/cli/accounts/account-command.ts'
import { withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  done,
  moment,
  type Outcome,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import type { Services } from '#server/cli/command/services.ts'
import type { Db } from '#server/platform/database/database.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { findSegment } from '#server/segments/segments.ts'
import { wholeOption } from './act-command.ts'

const maxReason = 450

export const bulkList = listCommand('bulk list', 'the newest 100 acts on segments', async ({ work }) => {
  const runs = await listRuns(work.db)
  if (runs.length === 0) return ['There are no acts on segments.']
  return runs.map(
    ({ runId, state, kind, segmentName, createdMs }) =>
      `  ${runId}  ${state}  ${moment(createdMs)}  ${kind}  ${shown(segmentName)}`,
  )
})

/** A command about one run, whose number is its first word. */
function runCommand(
  command: Pick<CliCommand, 'name' | 'summary' | 'help' | 'options'> & {
    readonly usage?: string
    readonly words?: number
    work(run: BulkRun, services: Services, input: CommandInput): Promise<Outcome>
  },
): CliCommand {
  const { work, usage, words = 1, ...rest } = command
  return {
    ...rest,
    usage: `<number>${usage === undefined ? '' : ` ${usage}`}`,
    ...{ min: words, max: words },
    run: (input, tools) =>
      withServices(tools, async (services) => {
        const [word = ''] = input.words
        const run = await findRun(services.work.db, Number(word) || 0)
        if (run === undefined) return refused(`there is no act on a segment ${shown(word)}`)
        return work(run, services, input)
      }),
  }
}

/** The entry of an act on a run, in its transaction. */
function entry(services: Services, event: string, runId: number, after = {}): RecordIn<unknown> {
  return operatorEntry(services, () => ({ event, change: changeOf(runId, after) }))
}

function changeOf(runId: number, after: Readonly<Record<string, unknown>> = {}) {
  return { section: 'subscribers', subject: `bulk ${runId}`, after }
}

export const bulkMake: CliCommand = {
  name: 'bulk make',
  usage:
    '--kind <kind> --reason <text> [--segment <number>] [--amount <sums>] [--days <days>] [--tariff <number>]',
  summary: 'prepare an act on everybody of a segment; changes nothing yet',
  help: `  --kind        credit, days, connect or end
  --segment     without it: all subscribers
  --amount      sums for each, for credit
  --correction  a credit that puts something right instead of an apology
  --days        for days
  --tariff      for connect and end; for days without it: the main tariff of each
  --now         for end: at once, instead of at the end of what is paid
  --reason      for the audit and the subscribers' cards

The running Ekran prepares the preview: see \`bulk show\`, then \`bulk start\`.

Example
  npm run ekran -- bulk make --kind days --days 3 --segment 4 --reason "Авария 12 ноября"`,
  options: {
    ...{ kind: { type: 'string' }, segment: { type: 'string' }, amount: { type: 'string' } },
    ...{ days: { type: 'string' }, tariff: { type: 'string' }, reason: { type: 'string' } },
    ...{ now: { type: 'boolean' }, correction: { type: 'boolean' } },
  },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    const act = readAct(input)
    if (typeof act === 'string') return refused(act)
    const reason = reasonIn(input)
    if (reason === undefined) return refused(noReason)
    return withServices(tools, async (services) => {
      const { db } = services.work
      const tariffs = await openBilling({ db, clock: systemClock }).tariffs()
      if (act.tariffId !== undefined && !tariffs.has(act.tariffId))
        return refused(`there is no tariff ${act.tariffId}`)
      const written = input.text('segment')
      const segment =
        written === undefined
          ? { name: 'Все абоненты', rules: everybody }
          : await findSegment(db, Number(written) || 0)
      if (segment === undefined) return refused(`there is no segment ${shown(written ?? '')}`)
      const { name: segmentName, rules } = segment
      const run = { ...act, reason, segmentName, rules, member: undefined, nowMs: systemClock.nowMs() }
      const after = { ...act, segment: segmentName, rules, reason }
      const runId = await makeRun(
        db,
        run,
        operatorEntry(services, (made) => ({ event: 'bulk_made', change: changeOf(made.runId, after) })),
      )
      return done(`Act ${runId} is being prepared: see \`bulk show ${runId}\`.`)
    })
  },
}

const noReason = `write why it is done after --reason, in at most ${maxReason} characters`

function reasonIn(input: CommandInput): string | undefined {
  const reason = input.text('reason')?.trim() ?? ''
  return reason === '' || reason.length > maxReason ? undefined : reason
}

/** What is done to each, or what is wrong with the options. */
function readAct(input: CommandInput): BulkAct | string {
  const kind = bulkKinds.find((one) => one === input.text('kind'))
  if (kind === undefined) return `--kind is one of ${bulkKinds.join(', ')}`
  const tariffId = wholeOption(input, 'tariff', 999_999_999)
  const base = { kind, purpose: 'goodwill', amountTiyin: 0, days: 0, tariffId, endsNow: false } as const
  switch (kind) {
    case 'credit': {
      const amount = wholeOption(input, 'amount', 100_000_000)
      if (amount === undefined) return '--amount is 1 to 100000000 sums'
      const purpose = input.flag('correction') ? 'correction' : 'goodwill'
      return { ...base, purpose, amountTiyin: amount * 100, tariffId: undefined }
    }
    case 'days': {
      const days = wholeOption(input, 'days', 365)
      return days === undefined ? '--days is 1 to 365' : { ...base, days }
    }
    default:
      if (tariffId === undefined) return '--tariff is the number of a tariff'
      return { ...base, endsNow: kind === 'end' && input.flag('now') }
  }
}

export const bulkShow = runCommand({
  name: 'bulk show',
  summary: 'whom an act on a segment concerns, how much it gives, and what is done of it',
  help: `Example
  npm run ekran -- bulk show 7`,
  work: async (run, { work: { db } }) => {
    const { count, counts, sumTiyin, days, replaced, trial, examples } = await showRun(db, run.runId, '')
    return done(
      `${run.kind}, ${shown(run.segmentName)}: ${run.state}`,
      `  subscribers ${count}, ${sumTiyin / 100} sums, ${days} days in all`,
      ...(replaced === 0 ? [] : [`  another base tariff ends for ${replaced}`]),
      ...(trial.count === 0
        ? []
        : [`  ${trial.count} begin with ${trial.days} days free, then ${trial.laterTiyin / 100} sums`]),
      ...counts.map(
        (one) => `  ${one.count}  ${one.state}${one.reason === '' ? '' : `: ${shown(one.reason)}`}`,
      ),
      ...examples
        .slice(0, 10)
        .map((one) => `  ${one.abonement}  ${one.state}${one.reason === '' ? '' : `: ${shown(one.reason)}`}`),
    )
  },
})

/** What a step that was not done says. */
function notMoved(outcome: { readonly kind: string }): Outcome {
  switch (outcome.kind) {
    case 'missing':
      return refused('it is gone')
    case 'state':
      return refused('it is in another state now: see `bulk show`')
    default:
      return refused('it is not permitted')
  }
}

export const bulkStart = runCommand({
  name: 'bulk start',
  summary: 'begin a prepared act on a segment',
  usage: '[--everybody <number>]',
  help: `  --everybody  the number of subscribers, where they are nearly all

Example
  npm run ekran -- bulk start 7`,
  options: { everybody: { type: 'string' } },
  work: async ({ runId }, services, input) => {
    const request = { runId, member: undefined, nowMs: systemClock.nowMs() }
    const typed = Number(input.text('everybody') ?? 0)
    const record = entry(services, 'bulk_started', runId)
    const outcome = await startRun(services.work.db, { ...request, everybody: typed }, record)
    if (outcome.kind === 'everybody')
      return refused(`these are all or nearly all subscribers: confirm with --everybody ${outcome.count}`)
    if (outcome.kind !== 'running') return notMoved(outcome)
    return done(`Act ${runId} begins within a minute.`)
  },
})

interface StepRequest {
  readonly runId: number
  readonly member: undefined
  readonly nowMs: number
  readonly reason: string
}

interface Step {
  readonly summary: string
  readonly help?: string
  /** `done` is what its outcome says when it was done. */
  readonly move: (
    db: Db,
    request: StepRequest,
    record: RecordIn<unknown>,
  ) => Promise<{ readonly kind: string }>
  readonly done: string
  readonly event: string
  /** After `Act 7`. */
  readonly says: string
  /** It is asked why. */
  readonly isReasoned?: boolean
}

/** The command of a step that moves an act on. */
function stepCommand(name: string, step: Step): CliCommand {
  const { summary, help = '', move, done: doneKind, event, says, isReasoned = false } = step
  const example = `npm run ekran -- bulk ${name} 7${isReasoned ? ' --reason "Не тот сегмент"' : ''}`
  return runCommand({
    ...{ name: `bulk ${name}`, summary, help: `${help}Example\n  ${example}` },
    ...(isReasoned ? { usage: '--reason <text>', options: { reason: { type: 'string' } } } : {}),
    work: async ({ runId }, services, input) => {
      const reason = isReasoned ? reasonIn(input) : ''
      if (reason === undefined) return refused(noReason)
      const request = { runId, member: undefined, nowMs: systemClock.nowMs(), reason }
      const record = entry(services, event, runId, isReasoned ? { reason } : {})
      const outcome = await move(services.work.db, request, record)
      if (outcome.kind !== doneKind) return notMoved(outcome)
      return done(`Act ${runId} ${says}.`)
    },
  })
}

export const bulkRelease = stepCommand('release', {
  summary: 'let an act begin that is beyond the limits of the member who made it',
  ...{ move: releaseRun, done: 'released', event: 'bulk_released', says: 'begins within a minute' },
})

export const bulkStop = stepCommand('stop', {
  summary: 'stop an act on a segment, or drop one that has not begun',
  help: 'What was done stays; see `bulk undo`.\n\n',
  ...{ move: stopRun, done: 'stopped', event: 'bulk_stopped', says: 'is stopped' },
})

export const bulkResume = stepCommand('resume', {
  summary: 'go on with a stopped act on a segment',
  ...{ move: resumeRun, done: 'resumed', event: 'bulk_resumed', says: 'goes on within a minute' },
})

export const bulkUndo = stepCommand('undo', {
  summary: 'take a whole act on a segment back where nothing was used',
  help: 'Those who have used it are named by `bulk export`.\n\n',
  ...{ move: takeRunBack, done: 'undoing', event: 'bulk_undone', says: 'is taken back within a minute' },
  isReasoned: true,
})

export const bulkExport = runCommand({
  name: 'bulk export',
  summary: 'write the subscribers of an act on a segment to a file as CSV',
  usage: '<file>',
  words: 2,
  help: `The file must not exist yet, and is readable for its owner only.

Example
  npm run ekran -- bulk export 7 compensation.csv`,
  work: async ({ runId }, services, { words: [, path = ''] }) => {
    const file = await open(path, 'wx', 0o600).catch(() => undefined)
    if (file === undefined) return refused(`${shown(path)} exists already or cannot be written`)
    try {
      for await (const line of exportRun(services.work.db, runId)) await file.write(line)
    } finally {
      await file.close()
    }
    await services.audit.record({ ...byOperator, event: 'bulk_exported', change: changeOf(runId) })
    return done(`Written to ${shown(path)}.`)
  },
})
