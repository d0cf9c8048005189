import { accountCommand, byOperator, named } from './account-command.ts'
import { amount, done } from '#server/cli/command/command.ts'

export const accountsEndSessions = accountCommand({
  name: 'accounts end-sessions',
  summary: 'log a subscriber out everywhere',
  help: `Ends every session of the account at once and frees the slots of its devices. The subscriber may log in again;
to lock out a person who knows the password, set another one ("accounts password").

Example
  npm run ekran -- accounts end-sessions +998901234567`,
  work: async ({ account, services }) => {
    const count = await services.accounts.endSessions(account.accountId, undefined, byOperator)
    return done(`${named(account)}: ${amount(count, 'session')} ended.`)
  },
})
