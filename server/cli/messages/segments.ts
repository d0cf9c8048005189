/** Segments at the command line. */
import { open, readFile } from 'node:fs/promises'
import { SegmentRules } from '#contract/console/segment-rules.ts'
import { exportSegment } from '#server/campaigns/campaigns.ts'
import { byOperator } from '#server/cli/accounts/account-command.ts'
import { withServices } from '#server/cli/command/changing.ts'
import { amount, type CliCommand, done, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import {
  countSegment,
  findSegment,
  listSegments,
  maxSegments,
  removeSegment,
  saveSegment,
} from '#server/segments/segments.ts'
import { readSummaries } from '#server/subscribers/subscribers.ts'

const countLimitMs = 60_000

export const segmentsList = listCommand(
  'segments list',
  'saved segments of subscribers',
  async ({ work }) => {
    const segments = await listSegments(work.db)
    if (segments.length === 0) return ['There are no segments.']
    return segments.map((one) => `  ${one.segmentId}  ${shown(one.name)}  ${JSON.stringify(one.rules)}`)
  },
)

export const segmentsCount: CliCommand = {
  name: 'segments count',
  usage: '<number>',
  summary: 'how many subscribers a segment means now',
  help: `Prints the number and the newest twenty. Test accounts and closed accounts are in no segment.

Example
  npm run ekran -- segments count 3`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      const segment = await findSegment(db, Number(word))
      if (segment === undefined) return refused(`there is no segment ${shown(word)}`)
      const nowMs = systemClock.nowMs()
      const counted = await countSegment(db, segment.rules, { nowMs, limitMs: countLimitMs })
      if (counted === undefined) return refused('counting takes longer than a minute')
      const sample = await readSummaries(db, counted.sample, nowMs)
      return done(
        `${amount(counted.count, 'subscriber')} of ${counted.total}:`,
        ...sample.map(({ abonement, name }) => `  ${abonement}  ${shown(name) || 'no name'}`),
      )
    }),
}

export const segmentsSave: CliCommand = {
  name: 'segments save',
  usage: '<file> --name <name> [--id <number>]',
  summary: 'save a segment, or change one',
  help: `The file has the rules as JSON, as \`segments list\` prints them:
  {"match":"all","groups":[{"match":"all","is_not":false,"conditions":[
    {"field":"ends","days":1},{"field":"balance","op":"below","sum":25000}]}]}

  --id   the segment to change; without it a new one

Example
  npm run ekran -- segments save ends-tomorrow.json --name "Заканчивается завтра"`,
  options: { name: { type: 'string' }, id: { type: 'string' } },
  min: 1,
  max: 1,
  run: async ({ words: [file = ''], ...input }, tools) => {
    const name = input.text('name')?.trim() ?? ''
    if (name === '' || name.length > 120) return refused('--name has 1 to 120 characters')
    const rules = await readRules(file)
    if (typeof rules === 'string') return refused(rules)
    const written = input.text('id')
    return withServices(tools, async (services) => {
      const { db } = services.work
      const segmentId = written === undefined ? null : Number(written)
      const before = segmentId === null ? undefined : await findSegment(db, segmentId)
      const outcome = await saveSegment(
        db,
        { segmentId, version: before?.version ?? 0, name, rules },
        systemClock.nowMs(),
      )
      if (outcome.kind === 'missing') return refused(`there is no segment ${shown(written ?? '')}`)
      if (outcome.kind === 'full') return refused(`there are ${maxSegments} segments already`)
      if (outcome.kind !== 'saved') return refused('somebody else has changed it meanwhile')
      await record(services, {
        ...{ event: 'segment_saved', segmentId: outcome.segmentId },
        ...{ before, after: { name, rules } },
      })
      return done(`Segment ${outcome.segmentId} is saved.`)
    })
  },
}

export const segmentsRemove: CliCommand = {
  name: 'segments remove',
  usage: '<number>',
  summary: 'delete a segment',
  help: `Campaigns that were started go on.

Example
  npm run ekran -- segments remove 3`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async (services) => {
      const before = await removeSegment(services.work.db, Number(word) || 0)
      if (before === undefined) return refused(`there is no segment ${shown(word)}`)
      await record(services, { event: 'segment_removed', segmentId: before.segmentId, before })
      return done(`Segment ${before.segmentId} is deleted.`)
    }),
}

export const segmentsExport: CliCommand = {
  name: 'segments export',
  usage: '<number> <file>',
  summary: 'write the subscribers of a segment to a file as CSV',
  help: `The file has number, phone, name, state and balance. It must not exist yet, and is readable for its owner only.

Example
  npm run ekran -- segments export 3 ends-tomorrow.csv`,
  min: 2,
  max: 2,
  run: ({ words: [word = '', path = ''] }, tools) =>
    withServices(tools, async (services) => {
      const { db } = services.work
      const segment = await findSegment(db, Number(word) || 0)
      if (segment === undefined) return refused(`there is no segment ${shown(word)}`)
      const { segmentId, name, rules } = segment
      const file = await open(path, 'wx', 0o600).catch(() => undefined)
      if (file === undefined) return refused(`${shown(path)} exists already or cannot be written`)
      try {
        for await (const line of exportSegment(db, rules, systemClock.nowMs())) await file.write(line)
      } finally {
        await file.close()
      }
      await record(services, {
        ...{ event: 'segment_exported', segmentId, before: undefined },
        after: { name, rules },
      })
      return done(`Written to ${shown(path)}.`)
    }),
}

/** The rules of a file, or what is wrong with it. */
async function readRules(file: string): Promise<SegmentRules | string> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return `${shown(file)} cannot be read as JSON`
  }
  const parsed = SegmentRules.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return `the rules are wrong at ${issue?.path.join('.') || 'the beginning'}: ${issue?.message ?? ''}`
}

interface Recorded {
  readonly event: string
  readonly segmentId: number
  readonly before: { readonly name: string; readonly rules: SegmentRules } | undefined
  readonly after?: { readonly name: string; readonly rules: SegmentRules }
}

function record({ audit }: Services, { event, segmentId, before, after }: Recorded): Promise<void> {
  const values = before === undefined ? undefined : { name: before.name, rules: before.rules }
  const change = { section: 'messages', subject: `segment ${segmentId}`, before: values, after }
  return audit.record({ ...byOperator, event, change })
}
