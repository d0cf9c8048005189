/** Batches of promo codes at the command line. */
import { readFile, stat } from 'node:fs/promises'
import type { RecordIn } from '#server/audit/audit.ts'
import {
  type BatchRefused,
  type BatchTerms,
  type CodeBatch,
  appendCodes,
  beginBatch,
  completeBatch,
  discardBatch,
  exportCodes,
  generateBatch,
  listBatches,
  measureBatch,
  stopBatch,
  sumsOf,
} from '#server/billing/billing.ts'
import { withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandTools,
  type Outcome,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import type { Services } from '#server/cli/command/services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { batchOptions, batchOptionsHelp, batchTermsOf } from './promo-terms.ts'

const maxCount = 100_000
/** A hundred thousand codes of 40 letters with their uses take less. */
const maxFileBytes = 6_000_000

export const promoGenerate: CliCommand = {
  name: 'promo generate',
  usage: '<count> --name-ru … --name-uz … [--gift <sums>] [--tariff <id> --days <n>] …',
  summary: 'make a batch of new promo codes',
  help: `Codes that nobody guesses, without letters that look alike, each for one use; see them with "promo codes".

  --prefix     up to 12 letters and digits before each code
${batchOptionsHelp}

Example
  npm run ekran -- promo generate 5000 --name-ru "К Наврузу" --name-uz "Navroʻzga" --gift 10000 --budget 20000000 --partner Korzinka`,
  options: { ...batchOptions, prefix: { type: 'string' } },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [word = ''] = input.words
    const [count, prefix] = [/^\d{1,6}$/.test(word) ? Number(word) : 0, input.text('prefix') ?? '']
    if (count < 1 || count > maxCount)
      return refused(`${shown(word)} is no number of codes from 1 to ${maxCount}`)
    if (!/^[A-Z0-9]{0,12}$/.test(prefix))
      return refused('--prefix is up to 12 capital Latin letters and digits')
    const nowMs = systemClock.nowMs()
    const terms = batchTermsOf(input, nowMs)
    if (typeof terms === 'string') return refused(terms)
    return withServices(tools, async (services) => {
      const record = madeEntry(services)
      const made = { nowMs, by: '', random: systemRandom, record }
      const outcome = await generateBatch(services.work.db, { ...terms, count, prefix }, made)
      if (outcome.kind === 'repeated' || outcome.kind === 'other_request')
        return refused('it was made before')
      if (outcome.kind !== 'made') return refused(refusalOf(outcome))
      return finished(services, outcome.batchId)
    })
  },
}

export const promoUpload: CliCommand = {
  name: 'promo upload',
  usage: '<file.csv> --name-ru … --name-uz … [--gift <sums>] [--tariff <id> --days <n>] …',
  summary: 'make a batch of the promo codes of a partner',
  help: `A code a line, and after a comma or semicolon how often it can be used (default 1). Taken completely or not at all: what is
wrong is said by line and column.

${batchOptionsHelp}

Example
  npm run ekran -- promo upload codes.csv --name-ru "К Наврузу" --name-uz "Navroʻzga" --tariff 58 --days 10`,
  options: batchOptions,
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [path = ''] = input.words
    const terms = batchTermsOf(input, systemClock.nowMs())
    if (typeof terms === 'string') return refused(terms)
    const size = await stat(path).then(
      (file) => (file.isFile() ? file.size : -1),
      () => -1,
    )
    if (size < 0) return refused(`there is no file ${shown(path)}`)
    if (size > maxFileBytes) return refused(`${shown(path)} is larger than ${maxFileBytes / 1_000_000} MB`)
    const csv = await readFile(path, 'utf8')
    return withServices(tools, (services) => upload(services, terms, csv))
  },
}

async function upload(services: Services, terms: BatchTerms, csv: string): Promise<Outcome> {
  const { db } = services.work
  const nowMs = systemClock.nowMs()
  const begun = await beginBatch(db, terms, { nowMs, by: '' })
  if (begun.kind !== 'made') return refused(refusalOf(begun))
  const { batchId } = begun
  const appended = await appendCodes(db, { batchId, csv, firstLine: 1 })
  const record: RecordIn<unknown> = (trx) => madeEntry(services)(trx, { batchId })
  const completed =
    appended.kind === 'appended' ? await completeBatch(db, { batchId, nowMs }, record) : appended
  if (completed.kind === 'done') return finished(services, batchId)
  // It was never complete: nothing was done that the audit has.
  await discardBatch(db, batchId, async () => undefined)
  return refused(completed.kind === 'state' ? 'the file has no code' : refusalOf(completed))
}

function madeEntry(services: Services): RecordIn<{ readonly batchId: number }> {
  return operatorEntry(services, async ({ batchId }: { readonly batchId: number }, trx) => {
    const [batch] = await listBatches(trx, batchId)
    return { event: 'promotion_batch_made', facts: { batch: batchId, codes: batch?.codes ?? 0 } }
  })
}

async function finished({ work }: Services, batchId: number): Promise<Outcome> {
  const [batch] = await listBatches(work.db, batchId)
  return done(`Batch ${batchId} is made: ${batch?.codes ?? 0} codes.`, `Its codes: promo codes ${batchId}`)
}

export const promoBatches: CliCommand = {
  name: 'promo batches',
  usage: '[<id>]',
  summary: 'the batches of promo codes, or what one of them brought',
  help: `Example
  npm run ekran -- promo batches 3`,
  min: 0,
  max: 1,
  run: ({ words: [word] }, tools) =>
    withServices(tools, async ({ work: { db } }) => {
      if (word === undefined) {
        const all = await listBatches(db)
        return all.length === 0 ? done('There are no batches yet.') : done(...all.map(lineOf))
      }
      const [batch] = await listBatches(db, idIn(word))
      if (batch === undefined) return refused(`there is no batch ${shown(word)}; see: promo batches`)
      const effect = await measureBatch(db, batch.batchId, systemClock.nowMs())
      if (effect === undefined) return refused('it takes too long just now: try later')
      return done(
        lineOf(batch),
        `  ${effect.accounts} accounts used it: ${effect.newcomers} new, ${effect.returning} had paid before`,
        `  30 days later ${effect.paying} of ${effect.measurable} were charged for a tariff`,
        `  paid in since: ${sumsOf(effect.revenueTiyin)} soʻm`,
      )
    }),
}

export const promoCodes: CliCommand = {
  name: 'promo codes',
  usage: '<id>',
  summary: 'the codes of a batch as CSV',
  help: `Example
  npm run ekran -- promo codes 3 > codes.csv`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async ({ work: { db }, audit }) => {
      const [batch] = await listBatches(db, idIn(word))
      if (batch === undefined) return refused(`there is no batch ${shown(word)}; see: promo batches`)
      let text = ''
      for await (const part of exportCodes(db, batch.batchId)) text += part
      await audit.record({
        ...{ event: 'promotion_codes_exported', actor: 'operator' },
        facts: { batch: batch.batchId, codes: batch.codes },
      })
      return done(...text.trimEnd().split('\r\n'))
    }),
}

export const promoStop: CliCommand = {
  name: 'promo stop',
  usage: '<id>',
  summary: 'stop a batch of promo codes',
  help: `No code of it can be used any more; what was used stays.

Example
  npm run ekran -- promo stop 3`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) => stop(tools, word, true),
}

export const promoResume: CliCommand = {
  name: 'promo resume',
  usage: '<id>',
  summary: 'let a stopped batch of promo codes go on',
  help: `Example
  npm run ekran -- promo resume 3`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) => stop(tools, word, false),
}

function stop(tools: CommandTools, word: string, isStopped: boolean): Promise<Outcome> {
  return withServices(tools, async ({ work: { db }, audit }) => {
    const batchId = idIn(word)
    const event = isStopped ? 'promotion_batch_stopped' : 'promotion_batch_resumed'
    const record = operatorEntry({ audit }, () => ({ event, facts: { batch: batchId } }))
    const outcome = await stopBatch(db, { batchId, isStopped, nowMs: systemClock.nowMs() }, record)
    if (outcome.kind === 'not_found') return refused(`there is no batch ${shown(word)}; see: promo batches`)
    if (outcome.kind === 'state')
      return refused(`batch ${batchId} is ${isStopped ? 'not going on' : 'not stopped'}`)
    return done(`Batch ${batchId} ${isStopped ? 'is stopped' : 'goes on'}.`)
  })
}

/** 0 for what is no number of a batch. */
function idIn(word: string): number {
  return /^[1-9]\d{0,8}$/.test(word) ? Number(word) : 0
}

function lineOf(one: CodeBatch): string {
  const limits = [
    ...(one.maxUses === null ? [] : [`of ${one.maxUses} uses`]),
    ...(one.budgetTiyin === null ? [] : [`of ${sumsOf(one.budgetTiyin)} soʻm`]),
  ]
  const state = !one.isComplete ? '; incomplete' : one.stoppedMs !== null ? '; stopped' : ''
  const partner = one.partner === '' ? '' : ` (${one.partner})`
  const spent = `used ${one.used}, spent ${sumsOf(one.spentTiyin)} soʻm ${limits.join(', ')}`.trimEnd()
  return `${one.batchId} ${one.name.ru}${partner}: ${one.codes} codes until ${moment(one.validToMs)}; ${spent}${state}`
}

function refusalOf(outcome: BatchRefused): string {
  switch (outcome.kind) {
    case 'csv': {
      const { line, field, why, text } = outcome.fault
      return `line ${line}, ${field}: ${faults[why]}: ${shown(text)}`
    }
    case 'terms':
      return { gift: 'it gives nothing', dates: 'it ends too early', tariff: 'there is no such tariff' }[
        outcome.what
      ]
    case 'too_many':
      return `a batch has at most ${maxCount} codes`
    case 'state':
    case 'not_found':
      return 'the batch has changed meanwhile; see: promo batches'
  }
}

const faults = {
  empty: 'the code is missing',
  letters: 'a code is 3 to 40 Latin letters, digits and hyphens',
  number: 'uses are a whole number from 1',
  columns: 'there are more than two columns',
  twice: 'the code stands there twice',
  taken: 'the code exists already',
} as const
