/** Headings and words of the files for accounting. */
import type { LedgerKind, ServiceAccount } from '#contract/console/ledger-words.ts'
import type { DealerFileRow } from '#server/dealers/dealers.ts'
import type { PaymentState } from '#server/accounting/payments/list-payments.ts'

export type FileLanguage = 'ru' | 'uz' | 'en'

type HeadName =
  | ('entry' | 'time' | 'kind' | 'debit' | 'credit' | 'amount' | 'subscriber' | 'phone' | 'balance')
  | ('reference' | 'takesBack' | 'day' | 'account' | 'count' | 'toBalances' | 'fromBalances')
  | ('system' | 'number' | 'external' | 'refunded' | 'state' | 'started' | 'paid')
  | ('dealer' | 'contract' | 'document')

interface Words {
  readonly heads: Readonly<Record<HeadName, string>>
  readonly kinds: Readonly<Record<LedgerKind, string>>
  readonly accounts: Readonly<Record<ServiceAccount | 'subscribers', string>>
  readonly states: Readonly<Record<PaymentState, string>>
  readonly dealerAccounts: Readonly<Record<DealerFileRow['account'], string>>
  readonly dealerKinds: Readonly<Record<DealerFileRow['kind'], string>>
}

const ru: Words = {
  heads: {
    ...{ entry: 'Проводка', time: 'Время', kind: 'Вид', debit: 'Дебет', credit: 'Кредит', amount: 'Сумма' },
    ...{ subscriber: 'Абонент', phone: 'Телефон', balance: 'Баланс после', reference: 'Основание' },
    ...{ takesBack: 'Отменяет', day: 'День', account: 'Счёт', count: 'Проводок' },
    ...{ toBalances: 'На балансы', fromBalances: 'С балансов', system: 'Способ', number: 'Наш номер' },
    ...{ external: 'Номер в системе', refunded: 'Возвращено', state: 'Состояние', started: 'Начат' },
    ...{ paid: 'Оплачен', dealer: 'Дилер', contract: 'Договор', document: 'Документ' },
  },
  kinds: {
    ...{ top_up: 'пополнение', charge: 'списание', refund: 'частичный возврат', reversal: 'полный возврат' },
    ...{ promotion: 'подарок', adjustment: 'корректировка' },
  },
  accounts: {
    ...{ subscribers: 'Абоненты', payments: 'Платежи', revenue: 'Выручка', promotions: 'Подарки' },
    ...{ adjustments: 'Корректировки', trials: 'Пробные', goodwill: 'Извинения' },
    ...{ corrections: 'Исправления', external: 'Внешний биллинг', transfers: 'Объединение абонентов' },
    ...{ dealers: 'Касса дилеров' },
  },
  states: {
    ...{ waiting: 'не оплачен', uncertain: 'нет ответа банка', paid: 'оплачен', cancelled: 'отменён' },
    ...{ refunding: 'возвращается', refunded: 'возвращён' },
  },
  dealerAccounts: { deposit: 'Счёт наличных', commission: 'Комиссия' },
  dealerKinds: {
    ...{ paid_in: 'внесено', returned: 'остаток возвращён', cash: 'наличные абонента' },
    ...{ cash_back: 'пополнение отменено', commission: 'комиссия', commission_back: 'комиссия снята' },
    payout: 'выплата',
  },
}

const uz: Words = {
  heads: {
    ...{ entry: 'Oʻtkazma', time: 'Vaqt', kind: 'Turi', debit: 'Debet', credit: 'Kredit', amount: 'Summa' },
    ...{ subscriber: 'Abonent', phone: 'Telefon', balance: 'Keyingi balans', reference: 'Asos' },
    ...{ takesBack: 'Bekor qiladi', day: 'Kun', account: 'Hisob', count: 'Oʻtkazmalar' },
    ...{ toBalances: 'Balanslarga', fromBalances: 'Balanslardan', system: 'Usul', number: 'Bizdagi raqam' },
    ...{ external: 'Tizimdagi raqam', refunded: 'Qaytarilgan', state: 'Holati', started: 'Boshlangan' },
    ...{ paid: 'Toʻlangan', dealer: 'Diler', contract: 'Shartnoma', document: 'Hujjat' },
  },
  kinds: {
    ...{ top_up: 'toʻldirish', charge: 'yechish', refund: 'qisman qaytarish', reversal: 'toʻliq qaytarish' },
    ...{ promotion: 'sovgʻa', adjustment: 'tuzatish' },
  },
  accounts: {
    ...{ subscribers: 'Abonentlar', payments: 'Toʻlovlar', revenue: 'Tushum', promotions: 'Sovgʻalar' },
    ...{ adjustments: 'Tuzatishlar', trials: 'Sinov', goodwill: 'Uzr soʻrash' },
    ...{
      corrections: 'Xatolarni tuzatish',
      external: 'Tashqi billing',
      transfers: 'Abonentlarni birlashtirish',
    },
    ...{ dealers: 'Dilerlar kassasi' },
  },
  states: {
    ...{ waiting: 'toʻlanmagan', uncertain: 'bank javob bermadi', paid: 'toʻlangan' },
    ...{ cancelled: 'bekor qilingan', refunding: 'qaytarilmoqda', refunded: 'qaytarilgan' },
  },
  dealerAccounts: { deposit: 'Naqd pul hisobi', commission: 'Komissiya' },
  dealerKinds: {
    ...{ paid_in: 'kiritildi', returned: 'qoldiq qaytarildi', cash: 'abonent naqd puli' },
    ...{ cash_back: 'toʻldirish bekor qilindi', commission: 'komissiya' },
    ...{ commission_back: 'komissiya qaytarib olindi', payout: 'toʻlandi' },
  },
}

const en: Words = {
  heads: {
    ...{ entry: 'Entry', time: 'Time', kind: 'Kind', debit: 'Debit', credit: 'Credit', amount: 'Amount' },
    ...{ subscriber: 'Subscriber', phone: 'Phone', balance: 'Balance after', reference: 'Reference' },
    ...{ takesBack: 'Takes back', day: 'Day', account: 'Account', count: 'Entries' },
    ...{ toBalances: 'To balances', fromBalances: 'From balances', system: 'Way', number: 'Our number' },
    ...{ external: 'Number in the system', refunded: 'Refunded', state: 'State', started: 'Begun' },
    ...{ paid: 'Paid', dealer: 'Dealer', contract: 'Contract', document: 'Document' },
  },
  kinds: {
    ...{ top_up: 'top-up', charge: 'charge', refund: 'refund of a part', reversal: 'whole refund' },
    ...{ promotion: 'gift', adjustment: 'adjustment' },
  },
  accounts: {
    ...{ subscribers: 'Subscribers', payments: 'Payments', revenue: 'Revenue', promotions: 'Gifts' },
    ...{ adjustments: 'Adjustments', trials: 'Trials', goodwill: 'Apologies' },
    ...{ corrections: 'Corrections', external: 'Outside billing', transfers: 'Merged subscribers' },
    ...{ dealers: 'Dealers’ cash' },
  },
  states: {
    ...{ waiting: 'not paid', uncertain: 'no answer of the bank', paid: 'paid', cancelled: 'cancelled' },
    ...{ refunding: 'being refunded', refunded: 'refunded' },
  },
  dealerAccounts: { deposit: 'Cash account', commission: 'Commission' },
  dealerKinds: {
    ...{ paid_in: 'paid in', returned: 'returned', cash: 'cash of a subscriber' },
    ...{ cash_back: 'top-up taken back', commission: 'commission', commission_back: 'commission taken back' },
    payout: 'payout',
  },
}

export const fileWords: Readonly<Record<FileLanguage, Words>> = { ru, uz, en }
