/** Batches of promo codes in the console. */
import { consolePromotions as endpoints, type ShownBatch } from '#contract/console/promotions.ts'
import { batchBudgets, rolesBeyond } from '#contract/form/act-limits.ts'
import { formatSums } from '#contract/form/money.ts'
import { type ParsedOf, reject, respond } from '#contract/form/endpoint.ts'
import type { Audit, RecordIn } from '#server/audit/audit.ts'
import {
  type BatchRefused,
  type BatchTerms,
  type CodeBatch,
  appendCodes,
  beginBatch,
  completeBatch,
  discardBatch,
  generateBatch,
  listBatches,
  listTariffs,
  measureBatch,
  stopBatch,
  sumsOf,
} from '#server/billing/billing.ts'
import {
  type ConsoleCall,
  type ConsoleHandlers,
  bindConsole,
} from '#server/console/admission/bind-console.ts'
import { roleNames } from '#server/console/subscribers/acts/act-answers.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { RandomBytes } from '#server/platform/primitives/ids.ts'

export interface PromotionDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly random: RandomBytes
}

type Handlers = ConsoleHandlers<typeof endpoints>

export function promotionEndpoints(deps: PromotionDeps): readonly BoundEndpoint[] {
  return bindConsole('consolePromotions', endpoints, { ...lookHandlers(deps), ...actHandlers(deps) })
}

function lookHandlers({ db, clock }: PromotionDeps): Pick<Handlers, 'list' | 'one' | 'effect'> {
  return {
    list: async () => {
      const [batches, tariffs] = await Promise.all([listBatches(db), listTariffs(db, clock.nowMs())])
      return respond({
        batches: batches.map((one) => presentBatch(one, clock.nowMs())),
        tariffs: tariffs.map(({ tariff: { tariffId, name } }) => ({
          ...{ tariff_id: tariffId, name_ru: name.ru, name_uz: name.uz },
        })),
      })
    },
    one: async ({ id }) => {
      const [batch] = await listBatches(db, id)
      if (batch === undefined) return reject('not_found')
      return respond({ batch: presentBatch(batch, clock.nowMs()) })
    },
    effect: async ({ id }) => {
      if ((await listBatches(db, id)).length === 0) return reject('not_found')
      const measured = await measureBatch(db, id, clock.nowMs())
      if (measured === undefined) return reject('busy')
      const { revenueTiyin, ...effect } = measured
      return respond({ ...effect, revenue: sumsOf(revenueTiyin) })
    },
  }
}

function actHandlers(deps: PromotionDeps): Omit<Handlers, 'list' | 'one' | 'effect'> {
  const { db, clock, random } = deps
  const made = ({ staff }: ConsoleCall) => ({ nowMs: clock.nowMs(), by: staff.name })
  return {
    generate: async ({ count, prefix, key, ...terms }, call) => {
      const refusal = beyondBudget(terms, call)
      if (refusal !== undefined) return refusal
      const target = { ...termsOf(terms), count, prefix }
      const record: RecordIn<{ readonly batchId: number }> = (trx, { batchId }) =>
        entry(deps, call, { event: 'promotion_batch_made', batchId })(trx)
      const done = await generateBatch(db, target, { ...made(call), random, key, record })
      if (done.kind === 'other_request') return reject('promo_key_used')
      if (done.kind !== 'made' && done.kind !== 'repeated') return reject('promo_terms_wrong')
      return respond({ id: done.batchId })
    },
    begin: async (terms, call) => {
      const refusal = beyondBudget(terms, call)
      if (refusal !== undefined) return refusal
      const done = await beginBatch(db, termsOf(terms), made(call))
      return done.kind === 'made' ? respond({ id: done.batchId }) : reject('promo_terms_wrong')
    },
    append: async ({ id, csv, first_line: firstLine }) => {
      const done = await appendCodes(db, { batchId: id, csv, firstLine })
      return done.kind === 'appended' ? respond({ codes: done.codes }) : refuse(done)
    },
    complete: async ({ id }, call) => {
      const record = entry(deps, call, { event: 'promotion_batch_made', batchId: id })
      const done = await completeBatch(db, { batchId: id, nowMs: clock.nowMs() }, record)
      if (done.kind !== 'done') return reject(done.kind === 'state' ? 'promo_batch_state' : 'not_found')
      return respond({ ok: true })
    },
    discard: async ({ id }, call) => {
      const done = await discardBatch(
        db,
        id,
        entry(deps, call, { event: 'promotion_batch_discarded', batchId: id }),
      )
      if (done.kind !== 'done') return reject(done.kind === 'state' ? 'promo_batch_state' : 'not_found')
      return respond({ ok: true })
    },
    stop: async ({ id, stopped: isStopped }, call) => {
      const event = isStopped ? 'promotion_batch_stopped' : 'promotion_batch_resumed'
      const record = entry(deps, call, { event, batchId: id })
      const done = await stopBatch(db, { batchId: id, isStopped, nowMs: clock.nowMs() }, record)
      if (done.kind !== 'done') return reject(done.kind === 'state' ? 'promo_batch_state' : 'not_found')
      return respond({ ok: true })
    },
  }
}

/** A batch that gives money needs a budget within the limit of who makes it. */
function beyondBudget(
  { gift, budget }: ParsedOf<typeof endpoints.begin>,
  { staff, language }: Pick<ConsoleCall, 'staff' | 'language'>,
) {
  const limit = batchBudgets[staff.role]
  if (limit === undefined || gift === 0 || (budget > 0 && budget <= limit)) return undefined
  const mayMore = rolesBeyond('billing', (role) => batchBudgets[role], Math.max(budget, limit + 1))
  const values = { limit: formatSums(limit), roles: roleNames(mayMore, language) }
  return reject('promo_budget_limit', { values })
}

/** The entry of an act with a batch, in its transaction, with the batch as it is then. */
function entry(
  { audit, clock }: PromotionDeps,
  { staff, clientAddress: address }: ConsoleCall,
  { event, batchId }: { readonly event: string; readonly batchId: number },
) {
  return async (trx: DbTransaction): Promise<void> => {
    const [batch] = await listBatches(trx, batchId)
    await audit.recordIn(trx, {
      ...{ event, actor: 'staff', address },
      change: {
        ...{ staff: { staffId: staff.staffId, name: staff.name }, section: 'billing' },
        subject: `promotion batch ${batchId}`,
        ...(batch === undefined ? {} : { after: presentBatch(batch, clock.nowMs()) }),
      },
    })
  }
}

function termsOf(input: ParsedOf<typeof endpoints.begin>): BatchTerms {
  const { tariff_id: tariffId, days, price } = input
  return {
    name: { ru: input.name_ru, uz: input.name_uz },
    partner: input.partner,
    giftTiyin: input.gift * 100,
    connects: tariffId === 0 ? null : { tariffId, days, priceTiyin: price * 100 },
    ...{ validFromMs: input.from * 1000, validToMs: input.to * 1000, perAccount: input.per_account },
    maxUses: input.max_uses === 0 ? null : input.max_uses,
    budgetTiyin: input.budget === 0 ? null : input.budget * 100,
  }
}

function refuse(refused: BatchRefused) {
  switch (refused.kind) {
    case 'csv': {
      const { line, field, text } = refused.fault
      return reject('promo_csv_wrong', { values: { line, field, text } })
    }
    case 'too_many':
      return reject('promo_too_many')
    case 'not_found':
      return reject('not_found')
    case 'state':
    case 'terms':
      return reject('promo_batch_state')
  }
}

function presentBatch(one: CodeBatch, nowMs: number): ShownBatch {
  const { connects } = one
  return {
    ...{ batch_id: one.batchId, name_ru: one.name.ru, name_uz: one.name.uz, partner: one.partner },
    gift: sumsOf(one.giftTiyin),
    ...{ tariff_id: connects?.tariffId ?? 0, days: connects?.days ?? 0 },
    price: sumsOf(connects?.priceTiyin ?? 0),
    ...{ from: Math.floor(one.validFromMs / 1000), to: Math.floor(one.validToMs / 1000) },
    ...{ max_uses: one.maxUses ?? 0, budget: sumsOf(one.budgetTiyin ?? 0), per_account: one.perAccount },
    ...{ codes: one.codes, used: one.used, spent: sumsOf(one.spentTiyin), state: stateOf(one, nowMs) },
    ...{ created_at: Math.floor(one.createdMs / 1000), created_by: one.createdBy },
  }
}

function stateOf(one: CodeBatch, nowMs: number): ShownBatch['state'] {
  if (!one.isComplete) return 'incomplete'
  if (one.stoppedMs !== null) return 'stopped'
  if (nowMs >= one.validToMs) return 'over'
  const { budgetTiyin, spentTiyin, giftTiyin } = one
  const isSpent = budgetTiyin !== null && spentTiyin + Math.max(1, giftTiyin) > budgetTiyin
  if (isSpent || (one.maxUses !== null && one.used >= one.maxUses)) return 'spent'
  return nowMs < one.validFromMs ? 'planned' : 'open'
}
