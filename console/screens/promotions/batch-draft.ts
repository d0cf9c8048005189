/** A new batch as it is being typed, and how it is sent. */
import { consolePromotions } from '#contract/console/promotions.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { startOfDay } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { piecesOf } from './code-pieces.ts'

export const emptyBatch = {
  ...{ name_ru: '', name_uz: '', partner: '', gift: '', tariff_id: '0', days: '', price: '' },
  ...{ from: '', to: '', max_uses: '', budget: '', per_account: '1', count: '100', prefix: '' },
}
export type BatchDraft = Readonly<Record<keyof typeof emptyBatch, string>>

const daySec = 86_400
/** A hundred thousand codes are written in one transaction. */
const longMs = 120_000

/** The last day counts wholly; 0 for a day that is not filled in, which the endpoint's own rule names. */
export function termsOfDraft(draft: BatchDraft): InputOf<typeof consolePromotions.begin> {
  // What is no number stays text, so that the endpoint's own rule names the field.
  const number = (text: string) =>
    text.trim() === '' ? 0 : (text.replaceAll(/\s/g, '') as unknown as number)
  const lastDay = startOfDay(draft.to)
  return {
    ...{ name_ru: draft.name_ru, name_uz: draft.name_uz, partner: draft.partner },
    ...{ gift: number(draft.gift), tariff_id: number(draft.tariff_id) },
    days: draft.tariff_id === '0' ? 0 : number(draft.days),
    price: draft.tariff_id === '0' ? 0 : number(draft.price),
    ...{ from: startOfDay(draft.from) ?? 0, to: lastDay === undefined ? 0 : lastDay + daySec },
    ...{ max_uses: number(draft.max_uses), budget: number(draft.budget) },
    per_account: number(draft.per_account),
  }
}

function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join('-')
}

const keys = new WeakMap<BatchDraft, string>()

/** What is sent again as it was has its former key: the batch is made once, also after a lost answer. */
function keyOf(draft: BatchDraft): string {
  const key = keys.get(draft) ?? newKey()
  keys.set(draft, key)
  return key
}

export function generateInput(draft: BatchDraft): InputOf<typeof consolePromotions.generate> {
  const count = draft.count.replaceAll(/\s/g, '') as unknown as number
  return { ...termsOfDraft(draft), count, prefix: draft.prefix.trim().toUpperCase(), key: keyOf(draft) }
}

/** Makes the batch; returns its number. */
export async function generate(draft: BatchDraft): Promise<number> {
  return (await call(consolePromotions.generate, generateInput(draft), { limitMs: longMs })).id
}

/** Makes a batch of a partner's codes: all of them, or none. Returns its number. */
export async function upload(draft: BatchDraft, csv: string): Promise<number> {
  const { id } = await call(consolePromotions.begin, termsOfDraft(draft))
  try {
    for (const piece of piecesOf(csv))
      await call(consolePromotions.append, { id, ...piece }, { limitMs: longMs })
    await call(consolePromotions.complete, { id })
    return id
  } catch (error) {
    // What went wrong first is what is shown; a batch that stays can be removed on its page.
    await call(consolePromotions.discard, { id }).catch(() => undefined)
    throw error
  }
}
