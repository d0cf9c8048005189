import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewSubscriber } from './register.ts'
import { accountsFixture, testPassword, type AccountsFixture } from '#tests/kit/modules/accounts-module.ts'
import { createTestDatabase } from '#tests/kit/database/postgres.ts'

const database = await createTestDatabase()
const { db } = database
afterAll(() => database.drop())

let fixture: AccountsFixture
beforeEach(async () => {
  await db.deleteFrom('account').execute()
  fixture = accountsFixture(db)
})

function somebody(more: Partial<NewSubscriber> = {}): NewSubscriber {
  return {
    phone: '+998901112233',
    abonement: '40000001',
    name: 'Sevinch',
    password: testPassword,
    device: { uid: 'a', serial: '', model: '', kind: 'phone', isBound: true },
    clientAddress: '10.0.0.1',
    alongside: async () => undefined,
    ...more,
  }
}

describe('[ACC-02] a new subscriber', () => {
  it('has an account, the rows written alongside, and a session, in one transaction', async () => {
    const written: number[] = []
    const registered = await fixture.accounts.register(
      somebody({
        alongside: async (trx, accountId) => {
          written.push(accountId)
          await trx
            .updateTable('account')
            .set({ name: 'alongside' })
            .where('account_id', '=', accountId)
            .execute()
        },
      }),
    )
    if (registered.kind !== 'registered') throw new Error(registered.kind)
    expect(registered).toMatchObject({ abonement: '40000001', accountId: written[0] })
    expect(await fixture.verdict(registered.token, 'a')).toBe('good')
    expect(await fixture.accounts.findByPhone('+998901112233')).toEqual({
      accountId: registered.accountId,
      abonement: '40000001',
      phone: '+998901112233',
      name: 'alongside',
      state: 'active',
      createdAt: expect.any(Date),
      serviceId: null,
      passwordChangedAt: null,
    })
    const account = { ...registered, password: testPassword }
    expect(await fixture.logIn(account, 'b')).toMatchObject({ kind: 'logged_in' })
  })

  it('learns which of the names is taken, also with concurrent requests', async () => {
    const both = await Promise.all([
      fixture.accounts.register(somebody()),
      fixture.accounts.register(somebody({ abonement: '40000002' })),
    ])
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['phone_taken', 'registered'])
    const taken = await fixture.accounts.register(somebody({ phone: null, abonement: '40000001' }))
    const again = await fixture.accounts.register(somebody({ phone: null, abonement: '40000002' }))
    expect([taken.kind, again.kind].toSorted()).toEqual(['abonement_taken', 'registered'])
    expect(await fixture.accounts.findByPhone('+998900000000')).toBeUndefined()
  })

  it('is not created when its related rows cannot be written', async () => {
    const broken = somebody({ alongside: () => Promise.reject(new Error('the billing is away')) })
    await expect(fixture.accounts.register(broken)).rejects.toThrow('the billing is away')
    expect(await db.selectFrom('account').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('device').selectAll().execute()).toEqual([])
  })

  it('keeps its phone when another account wants it, and takes a free one', async () => {
    const first = await fixture.accounts.register(somebody())
    const second = await fixture.accounts.register(somebody({ phone: null, abonement: '40000002' }))
    if (first.kind !== 'registered' || second.kind !== 'registered') throw new Error('both are new')
    expect(await fixture.accounts.givePhone(second.accountId, '+998901112233')).toBe('taken')
    expect(await fixture.accounts.givePhone(second.accountId, '+998901112244')).toBe('given')
    expect(await fixture.accounts.givePhone(first.accountId, '+998901112233')).toBe('given')
    expect(await fixture.accounts.accountOf(second.accountId)).toMatchObject({ phone: '+998901112244' })
  })
})
