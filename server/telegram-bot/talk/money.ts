/** Balance, tariffs, and the end of a renewal by one press and one more. */
import { InlineKeyboard } from 'grammy'
import { type SubscriptionRecord, isPaused } from '#server/billing/billing.ts'
import { pathOf } from '#contract/form/pages.ts'
import type { Language } from '#contract/form/failures.ts'
import type { TelegramLink } from '#server/telegram/telegram.ts'
import type { Answer } from './answer.ts'
import type { BotDeps } from './deps.ts'
import { cut, shownDate, shownMoney } from './shown.ts'
import { type BotText, say } from './texts.ts'

type Deps = Pick<BotDeps, 'billing' | 'clock' | 'site' | 'audit'>

type Standing = Awaited<ReturnType<Deps['billing']['accountStanding']>>

/** Button texts longer than this are cut by phones. */
const maxButton = 40

/** What is charged next for a subscription: another tariff with its own price where a change is planned. */
interface NextPeriod {
  readonly tariffId: number
  readonly priceTiyin: number
  readonly isChange: boolean
}

function nextOf(one: SubscriptionRecord, planned: Standing['planned']): NextPeriod {
  const isChange = one.isBase && one.autoRenew && planned?.fromTariffId === one.tariffId
  const { tariffId, priceTiyin } = isChange ? planned : one
  return { tariffId, priceTiyin, isChange }
}

/** The balance, what is missing, and the charges of the next day that has any. */
export async function balance(
  { billing, site }: Deps,
  { accountId, language }: TelegramLink,
): Promise<Answer> {
  const { balanceTiyin, missingTiyin, subscriptions, planned } = await billing.accountStanding(accountId)
  const lines = [say(language, 'balance', { money: shownMoney(balanceTiyin, language) })]
  if (missingTiyin > 0) lines.push(say(language, 'missing', { money: shownMoney(missingTiyin, language) }))
  const coming = subscriptions
    .filter(({ state, autoRenew }) => state === 'active' && autoRenew)
    .map((one) => ({ ...nextOf(one, planned), date: shownDate(one.paidUntilMs), atMs: one.paidUntilMs }))
    .filter(({ priceTiyin }) => priceTiyin > 0)
    .toSorted((a, b) => a.atMs - b.atMs)
  for (const { date, priceTiyin, tariffId } of coming.filter(({ date }) => date === coming[0]?.date))
    lines.push(
      say(language, 'nextCharge', {
        ...{ date, money: shownMoney(priceTiyin, language) },
        tariff: await nameOf(billing, tariffId, language),
      }),
    )
  if (coming.length === 0) lines.push(say(language, 'noCharges'))
  const address = site()
  const sums = Math.ceil(missingTiyin / 100)
  const pay = `${address}${pathOf('cabinet')}?pay=${sums}`
  return {
    text: lines.join('\n'),
    ...(address === undefined ? {} : { keyboard: new InlineKeyboard().url(say(language, 'pay'), pay) }),
  }
}

/** The tariffs and until when, with a button for each renewal. */
export async function tariffs(
  { billing, clock }: Deps,
  { accountId, language }: TelegramLink,
): Promise<Answer> {
  const { subscriptions, planned } = await billing.accountStanding(accountId)
  if (subscriptions.length === 0) return { text: say(language, 'noTariffs') }
  const keyboard = new InlineKeyboard()
  const lines: string[] = []
  for (const one of subscriptions) {
    const values = await valuesOf(billing, { one, next: nextOf(one, planned) }, language)
    lines.push(say(language, lineOf(one, values.isChange, clock.nowMs()), values.shown))
    if (one.state !== 'active') continue
    const [word, data] = one.autoRenew
      ? (['endRenewal', `renew:ask:${one.tariffId}`] as const)
      : (['beginRenewal', `renew:on:${one.tariffId}`] as const)
    keyboard.text(cut(say(language, word, values.shown), maxButton), data).row()
  }
  return { text: lines.join('\n'), keyboard }
}

function lineOf(one: SubscriptionRecord, isChange: boolean, nowMs: number): BotText {
  if (isPaused(one, nowMs)) return 'tariffPaused'
  if (one.state === 'suspended') return 'tariffSuspended'
  if (!one.autoRenew) return 'tariffEnds'
  return isChange ? 'tariffChanges' : 'tariffOn'
}

interface OwnTariff {
  readonly one: SubscriptionRecord
  readonly next: NextPeriod
}

/** The values of texts about a tariff. */
async function valuesOf(billing: Deps['billing'], { one, next }: OwnTariff, language: Language) {
  return {
    isChange: next.isChange,
    shown: {
      tariff: await nameOf(billing, one.tariffId, language),
      next: await nameOf(billing, next.tariffId, language),
      date: shownDate(one.paidUntilMs),
      pauseDate: shownDate(one.pausedUntilMs ?? 0),
      money: shownMoney(next.priceTiyin, language),
    },
  }
}

/** `end`: the press of a notice before a charge, which ends at once where one press takes it back. */
export type RenewalStep = 'end' | 'ask' | 'off' | 'on' | 'keep'

/** A press of a button of a renewal: the message changes to the answer. */
export async function renewal(
  deps: Deps,
  { accountId, language }: TelegramLink,
  { step, tariffId }: { readonly step: RenewalStep; readonly tariffId: number },
): Promise<Answer> {
  const { billing } = deps
  const read = async () => {
    const { subscriptions, planned } = await billing.accountStanding(accountId)
    const one = subscriptions.find((own) => own.tariffId === tariffId)
    if (one === undefined) return undefined
    return { one, ...(await valuesOf(billing, { one, next: nextOf(one, planned) }, language)) }
  }
  const before = await read()
  if (before === undefined) return { text: say(language, 'tariffGone') }
  const { one, isChange } = before
  const isSuspended = one.state === 'suspended'
  const answer = (text: BotText, ...buttons: readonly (readonly [BotText, RenewalStep])[]): Answer =>
    renewalAnswer({ text, buttons, tariffId, values: before.shown }, language)
  // A planned change and a suspended tariff would not come back with the renewal: they are named first.
  const asksFirst = isSuspended || isChange || !one.autoRenew
  switch (step === 'end' ? (asksFirst ? 'ask' : 'off') : step) {
    case 'ask': {
      // A repeated press of an old button finds it done.
      if (!isSuspended && !one.autoRenew) return answer('ended', ['takeBack', 'on'])
      const text = isSuspended ? 'askEndSuspended' : isChange ? 'askEndChange' : 'askEnd'
      return answer(text, ['yesEnd', 'off'], ['noEnd', 'keep'])
    }
    case 'keep':
      if (!isSuspended && !one.autoRenew) return answer('ended', ['takeBack', 'on'])
      return answer(isSuspended ? 'staysSuspended' : 'stays', ['endRenewal', 'ask'])
    case 'off':
    case 'on': {
      const isDone = await setRenewal(deps, { accountId, tariffId, autoRenew: step === 'on' })
      if (!isDone) return { text: say(language, 'tariffGone') }
      if (isSuspended)
        return step === 'on' ? answer('staysSuspended', ['endRenewal', 'ask']) : answer('endedSuspended')
      if (step !== 'on') return answer(isChange ? 'endedChange' : 'ended', ['takeBack', 'on'])
      return answer(isChange ? 'renewedChange' : 'renewed', ['endRenewal', 'ask'])
    }
  }
}

interface RenewalText {
  readonly text: BotText
  /** Each with the step that its press makes. */
  readonly buttons: readonly (readonly [BotText, RenewalStep])[]
  readonly tariffId: number
  readonly values: Readonly<Record<string, string>>
}

function renewalAnswer({ text, buttons, tariffId, values }: RenewalText, language: Language): Answer {
  const keyboard = new InlineKeyboard()
  for (const [word, next] of buttons)
    keyboard.text(cut(say(language, word, values), maxButton), `renew:${next}:${tariffId}`).row()
  return { text: say(language, text, values), ...(buttons.length === 0 ? {} : { keyboard }) }
}

/** False: the tariff is not connected any more. */
async function setRenewal(
  { billing, audit }: Deps,
  change: { readonly accountId: number; readonly tariffId: number; readonly autoRenew: boolean },
): Promise<boolean> {
  const done = await billing.setAutoRenew(change)
  if (done.kind !== 'done') return false
  const { accountId, tariffId, autoRenew } = change
  if (done.didRenew !== autoRenew)
    void audit.record({
      ...{ event: 'auto_renew_set', actor: 'viewer', accountId },
      facts: { tariff: tariffId, auto_renew: autoRenew, by: 'telegram' },
    })
  return true
}

async function nameOf(
  billing: Pick<BotDeps['billing'], 'tariffs'>,
  tariffId: number,
  language: Language,
): Promise<string> {
  const name = (await billing.tariffs()).get(tariffId)?.name
  return name === undefined ? String(tariffId) : name[language] || name.ru
}
