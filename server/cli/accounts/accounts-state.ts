import { accountCommand, byOperator, named } from './account-command.ts'
import { type CliCommand, done } from '#server/cli/command/command.ts'
import type { Account } from '#server/accounts/accounts.ts'

function stateCommand(verb: string, state: Account['state'], does: string, help: string): CliCommand {
  return accountCommand({
    name: `accounts ${verb}`,
    summary: does,
    help: `${help}

Example
  npm run ekran -- accounts ${verb} +998901234567`,
    work: async ({ account, services }) => {
      if (account.state === state) return done(`${named(account)} is ${state} already.`)
      await services.accounts.setState(account.accountId, state, byOperator)
      return done(`${named(account)} was ${account.state} and is ${state} now.`)
    },
  })
}

export const accountsBlock = stateCommand(
  'block',
  'blocked',
  'block a subscriber, who gets the support phone',
  'Refuses every call of the subscriber, at once and on every device, with the number of the call centre. The\nsessions stay: "accounts unblock" lets all of them in again.',
)
export const accountsUnblock = stateCommand(
  'unblock',
  'active',
  'reactivate a blocked or deactivated subscriber',
  'Opens an account that was blocked or deactivated. Its devices need not log in again.',
)
export const accountsDeactivate = stateCommand(
  'deactivate',
  'deactivated',
  'close an account',
  'Refuses every call of the subscriber, at once and on every device, and says that the account is deactivated.\nNothing is deleted: "accounts unblock" opens it again.',
)
