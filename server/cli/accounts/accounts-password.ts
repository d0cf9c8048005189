import { accountCommand, byOperator, named } from './account-command.ts'
import { amount, done, refused } from '#server/cli/command/command.ts'
import { passwordHelp, passwordOption, readPassword } from './read-password.ts'

export const accountsPassword = accountCommand({
  name: 'accounts password',
  usage: '[--ask-password]',
  summary: 'set another password',
  help: `Sets another password and ends every session of the account, at once.

${passwordHelp}

Examples
  npm run ekran -- accounts password +998901234567
  npm run ekran -- accounts password 10000001 --ask-password < new-password.txt`,
  options: passwordOption,
  work: async ({ account, services, input, tools }) => {
    const about = [account.phone ?? '', account.abonement, account.name]
    const taken = await readPassword(input.flag('ask-password'), about, tools.signal)
    if (taken.kind === 'refused') return refused(taken.why)
    const outcome = await services.accounts.setPassword(
      account.accountId,
      taken.password,
      undefined,
      byOperator,
    )
    if (outcome.kind === 'busy') return refused('too many passwords are being computed; try again')
    return done(
      `The password of ${named(account)} was set; ${amount(outcome.endedSessions, 'session')} ended.`,
      ...(taken.isMade ? [`It is ${taken.password} and is shown nowhere again.`] : []),
    )
  },
})
