import type { Accounts } from '#server/accounts/accounts.ts'

type NewAccount = Parameters<Accounts['upsertAccount']>[0]

/** An account to create by its subscriber number: without a phone, unless `more` has one. */
export function buildAccount(abonement: string, more: Partial<NewAccount> = {}): NewAccount {
  return { abonement, phone: null, name: '', password: 'right password', ...more }
}
