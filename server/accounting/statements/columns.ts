/** Which columns of a registry are what, by their headings in Russian, Uzbek and English. Pure. */
import type { Cell } from '#server/imports/imports.ts'

/** Places of columns, from 0; undefined for one that the registry does not have. */
export interface StatementColumns {
  /** The payment's number with the system. */
  readonly id?: number | undefined
  readonly amount: number
  readonly time?: number | undefined
  /** The subscriber number. */
  readonly account?: number | undefined
  readonly state?: number | undefined
}

/** Headings as systems and banks write them, only letters and digits, the most exact first. */
const headings: Readonly<Record<keyof StatementColumns, readonly string[]>> = {
  id: [
    ...['transactionid', 'transid', 'clicktransid', 'clickpaymentid', 'paymentid', 'paymeid', 'externalid'],
    ...['идтранзакции', 'idтранзакции', 'номертранзакции', 'идплатежа', 'idплатежа', 'номерплатежа'],
    ...['tranzaksiyaid', 'tranzaksiyaraqami', 'tolovid', 'tolovraqami', 'номердокумента', 'hujjatraqami'],
    ...['документ', 'documentnumber', 'reference', 'id', 'номер', 'raqam'],
  ],
  amount: [
    ...['amount', 'sum', 'summa', 'сумма', 'суммаплатежа', 'summasi', 'tolovsummasi', 'кредит', 'kredit'],
    ...['поступление', 'сумма сум', 'суммасум', 'summasom', 'total', 'итого', 'зачислено'],
  ],
  time: [
    ...['date', 'datetime', 'time', 'paidat', 'createdat', 'paymentdate', 'transactiondate', 'датаивремя'],
    ...['дата', 'датаплатежа', 'датаоперации', 'времяплатежа', 'датапроводки', 'sana', 'tolovsanasi', 'vaqt'],
  ],
  account: [
    ...['account', 'abonement', 'clientid', 'merchanttransid', 'subscriber', 'лицевойсчет', 'лицевойсчёт'],
    ...['абонент', 'абонемент', 'номерабонента', 'счетабонента', 'abonent', 'abonentraqami', 'hisobraqami'],
    ...['shaxsiyhisob', 'договор', 'shartnoma'],
  ],
  state: ['status', 'state', 'статус', 'состояние', 'holati', 'holat'],
}

function folded(cell: Cell | undefined): string {
  return typeof cell === 'string' ? cell.toLowerCase().replace(/[\u02BB\u02BC]|[^\p{L}\p{N}]/gu, '') : ''
}

/**
 * The columns that a row of headings names; undefined when it is no such row. A registry has an amount, and a number or
 * a time.
 */
export function columnsOf(cells: readonly Cell[]): StatementColumns | undefined {
  const names = cells.map(folded)
  const placeOf = (column: keyof StatementColumns) => {
    const place = headings[column].map((name) => names.indexOf(name)).find((at) => at >= 0)
    return place
  }
  const amount = placeOf('amount')
  const [id, time] = [placeOf('id'), placeOf('time')]
  if (amount === undefined || (id === undefined && time === undefined)) return undefined
  return { id, amount, time, account: placeOf('account'), state: placeOf('state') }
}

/** How many rows before the headings a registry may have: its title, the period, the contract. */
export const maxTitleRows = 30

/** Whether the registry itself says that no money came: cancelled, failed. */
export function isFailed(state: string): boolean {
  return /отмен|отказ|ошиб|неуспеш|возврат|cancel|fail|declin|reject|refund|revers|error|bekor|xato|rad etil|muvaffaqiyatsiz|^-\d$/i.test(
    state,
  )
}
