/** Facts of a subscriber in words. Pure. */
import type {
  consoleSubscribers,
  SubscriberRow,
  ShownStanding,
  LedgerRow,
} from '#contract/console/subscribers.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import type { StaffLanguage } from '#contract/console/staff-fields.ts'
import { formatDate } from '#console/i18n/format.ts'
import { moneyIn } from '#console/i18n/money.ts'
import type { SubscribersText } from './subscribers-text.ts'

export type SubscriberCard = ResponseOf<typeof consoleSubscribers.card>

/** Whether nothing can be done for the account any more: it became a part of another one, or its data are erased. */
export function isOver({
  merged_into: into,
  is_erased: isErased,
}: Pick<SubscriberCard, 'merged_into' | 'is_erased'>): boolean {
  return into !== null || isErased
}

/** `+12 000 сум`, `−25 000 сум`. */
export function movedMoney(language: StaffLanguage, sums: number): string {
  return `${sums > 0 ? '+' : ''}${moneyIn(language, sums)}`
}

/** `+998 90 123-45-67`; a masked one stays as it is. */
export function spacedPhone(phone: string): string {
  return phone.replace(/^(\+998)(\d{2})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3-$4-$5')
}

/** The state of a subscriber in one sentence, without its full stop. */
export function standingSentence(
  { kind, at, missing }: ShownStanding,
  t: SubscribersText,
  language: StaffLanguage,
  nowSec: number,
): string {
  const date = formatDate(at, language, nowSec)
  switch (kind) {
    case 'active':
    case 'trial':
    case 'due':
    case 'paused':
      return t(`says.${kind}`, { date })
    case 'suspended':
      return missing > 0
        ? t('says.suspended', { date, sum: moneyIn(language, missing) })
        : t('says.suspendedPaid', { date })
    case 'never_paid':
      return t('says.never_paid')
    case 'ended':
    case 'blocked':
    case 'closed':
      return at === 0 ? t(`says.${kind}Bare`) : t(`says.${kind}`, { date })
  }
}

/** How serious a state is, as the badge shows it. */
export function standingTone(kind: ShownStanding['kind']): 'good' | 'warn' | 'bad' | 'plain' {
  if (kind === 'active') return 'good'
  if (kind === 'suspended' || kind === 'paused' || kind === 'due' || kind === 'trial') return 'warn'
  return kind === 'blocked' || kind === 'closed' ? 'bad' : 'plain'
}

const brands: Readonly<Record<string, string>> = {
  payme: 'Payme',
  click: 'Click',
  paynet: 'Paynet',
  uzum: 'Uzum Bank',
}

/** An entry of the ledger, explained. */
export function entryWords(
  {
    kind,
    tariff,
    source,
  }: { readonly kind: LedgerRow['kind']; readonly tariff: string; readonly source: string },
  t: SubscribersText,
): string {
  if (kind === 'charge') return tariff === '' ? t('entry.charge') : t('entry.chargeFor', { name: tariff })
  if (kind === 'refund' && source === 'change') return t('entry.unusedDays', { name: tariff })
  if (kind !== 'top_up') return t(`entry.${kind}`)
  if (source === 'atmos') return t('entry.topUpCard')
  const brand = brands[source]
  return brand === undefined ? t('entry.top_up') : t('entry.topUpBy', { source: brand })
}

/** The name of a subscriber, or what stands in its place. */
export function shownName({ name }: Pick<SubscriberRow, 'name'>, t: SubscribersText): string {
  return name === '' ? t('nameless') : name
}
