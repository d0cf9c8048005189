/**
 * Incoming payments for 1C: the text format "1CClientBankExchange" 1.03, with a document for each day and way of
 * payment. The section of the account's balances is left out, because only the bank has them.
 */
import { Readable } from 'node:stream'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { dayAfter, dayTotals } from '#server/accounting/closings/day-totals.ts'
import type { Db } from '#server/platform/database/database.ts'
import { loadService, mainName } from '#server/site/site.ts'

/** The operator's own account. */
export interface ExchangeDetails {
  /** 20 digits. */
  readonly account: string
  readonly name: string
  /** 9 or 14 digits. */
  readonly inn: string
}

export interface ExchangeRequest {
  /** Both days are included. */
  readonly from: string
  readonly to: string
  readonly encoding: 'windows-1251' | 'utf-8'
  readonly details: ExchangeDetails
  readonly nowMs: number
}

/** Ways of payment in the order of their numbers, with the name of the payer. */
const payers: readonly (readonly [string, string])[] = [
  ['payme', 'Payme'],
  ['click', 'Click'],
  ['paynet', 'Paynet'],
  ['uzum', 'Uzum Bank'],
  ['atmos', 'ATMOS'],
  ['bank', 'Банковский перевод'],
  ['late', 'Платежи из сверок'],
]

/** The bytes of the file, a month of days at a time. */
export function writeExchange(db: Db, request: ExchangeRequest): Readable {
  return Readable.from(piecesOf(db, request), { objectMode: false })
}

async function* piecesOf(db: Db, request: ExchangeRequest): AsyncGenerator<Buffer> {
  const { from, to, encoding, details, nowMs } = request
  const encode = encoding === 'utf-8' ? (text: string) => Buffer.from(text) : windows1251
  const now = new Date(nowMs + tashkentOffsetMs).toISOString()
  yield encode(
    linesOf([
      '1CClientBankExchange',
      'ВерсияФормата=1.03',
      `Кодировка=${encoding === 'utf-8' ? 'UTF-8' : 'Windows'}`,
      `Отправитель=${mainName(await loadService(db))}`,
      'Получатель=1С:Предприятие',
      `ДатаСоздания=${dateOf(now.slice(0, 10))}`,
      `ВремяСоздания=${now.slice(11, 19)}`,
      `ДатаНачала=${dateOf(from)}`,
      `ДатаКонца=${dateOf(to)}`,
      `РасчСчет=${details.account}`,
      'Документ=Платежное поручение',
    ]),
  )
  for (let first = from; first <= to; first = dayAfter(first, 31)) {
    const last = dayAfter(first, 30)
    const days = await dayTotals(db, first, last < to ? last : to)
    for (const [day, { ways }] of [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      for (const [at, [system, payer]] of payers.entries()) {
        const way = ways.find((one) => one.system === system)
        if (way !== undefined && way.paidTiyin > 0)
          yield encode(documentOf({ day, at, payer, details, count: way.paidCount, tiyin: way.paidTiyin }))
      }
  }
  yield encode(linesOf(['КонецФайла']))
}

interface ExchangeDocument {
  readonly day: string
  readonly at: number
  readonly payer: string
  readonly details: ExchangeDetails
  readonly count: number
  readonly tiyin: number
}

function documentOf({ day, at, payer, details, count, tiyin }: ExchangeDocument): string {
  const date = dateOf(day)
  return linesOf([
    'СекцияДокумент=Платежное поручение',
    // The same whenever the file is written: 1C recognises a document by its number and date.
    `Номер=${day.slice(2).replaceAll('-', '')}${at + 1}`,
    `Дата=${date}`,
    `Сумма=${(tiyin / 100).toFixed(2)}`,
    'ПлательщикСчет=',
    `Плательщик=${payer}`,
    `Плательщик1=${payer}`,
    'ПлательщикИНН=',
    `ДатаПоступило=${date}`,
    `ПолучательСчет=${details.account}`,
    `Получатель=ИНН ${details.inn} ${details.name}`,
    `ПолучательИНН=${details.inn}`,
    `Получатель1=${details.name}`,
    `НазначениеПлатежа=Платежи абонентов через ${payer} за ${date}, количество: ${count}`,
    'КонецДокумента',
  ])
}

function linesOf(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n`
}

/** `27.11.2026` of `2026-11-27`. */
function dateOf(day: string): string {
  return day.split('-').toReversed().join('.')
}

const bytesOf = new Map(
  [...new TextDecoder('windows-1251').decode(Uint8Array.from({ length: 256 }, (_, at) => at))].map(
    (letter, at) => [letter, at],
  ),
)
/** Letters of Uzbek that the code page lacks, as the nearest that it has. */
const nearest: Readonly<Record<string, string>> = {
  ...{ ʻ: "'", ʼ: "'", қ: 'к', Қ: 'К', ғ: 'г', Ғ: 'Г', ҳ: 'х', Ҳ: 'Х' },
}

/** Encodes in Windows-1251; what it has no letter for is `?`. */
export function windows1251(text: string): Buffer {
  return Buffer.from(
    [...text].map((letter) => bytesOf.get(nearest[letter] ?? letter) ?? bytesOf.get('?') ?? 63),
  )
}
