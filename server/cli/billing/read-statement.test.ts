import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStatement, type StatementForm } from './read-statement.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-statement-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const byNames: StatementForm = { id: undefined, amount: undefined, unit: 'sum' }

async function read(text: string, form: Partial<StatementForm> = {}) {
  const path = join(dir, 'statement.csv')
  await writeFile(path, text)
  return readStatement(path, { ...byNames, ...form })
}

describe('[PAY-07] the statement of a payment system', () => {
  it.each([
    ['id,amount', '7,100'],
    ['Transaction ID;Сумма', '7;100'],
    ['click_trans_id\tSUMMA', '7\t100'],
    ['ID платежа,Сумма платежа', '7,100'],
  ])('finds its columns by the names %j', async (head, row) => {
    expect(await read(`${head}\n${row}\n`)).toEqual({
      kind: 'read',
      payments: [{ externalId: '7', amountTiyin: 10_000 }],
      unread: [],
    })
  })

  it.each([
    ['1000', 100_000],
    ['1000.5', 100_050],
    ['1000.50', 100_050],
    ['1 000,50', 100_050],
    ['1\u00a0000', 100_000],
    ['"1,000.50"', 100_050],
    ['"1,000"', 100_000],
    ["1'000", 100_000],
    ['"0,5"', 50],
  ])('has the amount %s in tiyin', async (written, amountTiyin) => {
    const text = `id;amount\n7;${written}\n`
    expect(await read(text)).toMatchObject({ payments: [{ amountTiyin }] })
  })

  it('has amounts in tiyin where it says so, and those are whole', async () => {
    expect(await read('id,amount\n7,100050\n8,1000.5\n', { unit: 'tiyin' })).toMatchObject({
      payments: [{ externalId: '7', amountTiyin: 100_050 }],
      unread: [{ line: 3, why: 'its amount is not a number' }],
    })
  })

  it('lists each unreadable row by its line, and reads the others', async () => {
    expect(await read('id,amount\n,100\n8,many\n9,-5\n10,100\n')).toEqual({
      kind: 'read',
      payments: [{ externalId: '10', amountTiyin: 10_000 }],
      unread: [
        { line: 2, why: 'it has no payment’s number' },
        { line: 3, why: 'its amount is not a number' },
        { line: 4, why: 'its amount is not a number' },
      ],
    })
  })

  it('is refused when a column is not found, until it is named', async () => {
    const text = 'reference,paid\n7,100\n'
    expect(await read(text)).toEqual({ kind: 'refused', why: expect.stringContaining('name it with --id') })
    expect(await read(text, { id: 'reference' })).toEqual({
      kind: 'refused',
      why: expect.stringContaining('name it with --amount'),
    })
    expect(await read(text, { id: 'reference', amount: 'paid' })).toMatchObject({
      payments: [{ externalId: '7', amountTiyin: 10_000 }],
    })
    expect(await read(text, { id: 'nothing', amount: 'paid' })).toMatchObject({ kind: 'refused' })
  })

  it('is refused when the file does not exist', async () => {
    const missing = await readStatement(join(dir, 'missing.csv'), byNames)
    expect(missing).toEqual({ kind: 'refused', why: expect.stringContaining('the statement cannot be read') })
  })
})
