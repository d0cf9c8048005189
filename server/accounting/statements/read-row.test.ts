import { describe, expect, it } from 'vitest'
import { columnsOf, isFailed } from './columns.ts'
import { readAmount, readRow } from './read-row.ts'

describe('[FIN-02] a registry', () => {
  it.each([
    [
      ['ID транзакции', 'Дата и время', 'Сумма, сум', 'Лицевой счёт', 'Статус'],
      { id: 0, time: 1, amount: 2, account: 3, state: 4 },
    ],
    [['Sana', 'Toʻlov raqami', 'Summasi', 'Abonent raqami'], { time: 0, id: 1, amount: 2, account: 3 }],
    [['transaction_id', 'amount', 'status', 'created_at'], { id: 0, amount: 1, state: 2, time: 3 }],
    [['Дата проводки', 'Номер документа', 'Кредит'], { time: 0, id: 1, amount: 2 }],
  ])('of these headings is recognised: %j', (cells, columns) => {
    expect(columnsOf(cells)).toMatchObject(columns)
  })

  it('whose row has no amount, or neither number nor time, has no headings there', () => {
    expect(columnsOf(['Реестр платежей', '', 'за ноябрь'])).toBeUndefined()
    expect(columnsOf(['Сумма', 'Комментарий'])).toBeUndefined()
  })

  it.each([
    ['49 000,50', 4_900_050],
    ['49,000.50', 4_900_050],
    ['49000', 4_900_000],
    ['1,000', 100_000],
    ['1\u00a0000\u00a0000 сум', 100_000_000],
    ['49000 UZS', 4_900_000],
    ['-5', undefined],
    ['сто', undefined],
  ])('reads the amount %s', (text, tiyin) => {
    expect(readAmount(text, 'sum')).toBe(tiyin)
  })

  it('leaves out what failed, totals and empty rows, and names what is wrong', () => {
    const columns = { id: 0, amount: 1, time: 2, state: 3 }
    const read = (...cells: string[]) => readRow(7, cells, columns, { unit: 'sum' })
    expect(read('a1', '10', '27.11.2026 18:00', 'Успешно')).toMatchObject({
      row: { line: 7, externalId: 'a1', amountTiyin: 1000, atMs: Date.UTC(2026, 10, 27, 13) },
    })
    expect(read('', '12345', '', '').kind).toBe('none')
    expect(read('a1', '10', '', 'Отменён').kind).toBe('skipped')
    expect(read('a1', 'x', '', '')).toMatchObject({ problem: 'amount', text: 'x' })
    expect(read('a 1', '10', '', '')).toMatchObject({ problem: 'number' })
    expect(read('a1', '10', '31.02.2026', '')).toMatchObject({ problem: 'time' })
    // A bank's row is recognised by its day.
    expect(readRow(7, ['15', '10', ''], columns, { unit: 'sum', needsTime: true })).toMatchObject({
      problem: 'time',
    })
    expect(isFailed('Успешно')).toBe(false)
    expect(isFailed('rad etildi')).toBe(true)
  })
})
