/** The PIN of a subscriber at the command line. */
import { accountCommand, byOperator, named } from '#server/cli/accounts/account-command.ts'
import { done, refused } from '#server/cli/command/command.ts'
import { removePins } from '#server/profiles/profiles.ts'

export const subscribersRemovePin = accountCommand({
  name: 'subscribers remove-pin',
  summary: 'remove the PIN of a subscriber who forgot it, and those of the profiles',
  help: `Children's profiles stay, and let nobody out until the subscriber sets a new PIN. With the password of the
account a PIN is replaced without this.

Example
  npm run ekran -- subscribers remove-pin +998901234567`,
  work: async ({ account, services: { work, audit } }) => {
    const { accountId } = account
    const isRemoved = await work.db.transaction().execute(async (trx) => {
      if ((await removePins(trx, accountId)) !== 'removed') return false
      const subject = `subscriber ${accountId}`
      const change = {
        section: 'subscribers',
        subject,
        before: { is_protected: true },
        after: { is_protected: false },
      }
      await audit.recordIn(trx, { ...byOperator, event: 'account_pin_removed', accountId, change })
      return true
    })
    return isRemoved
      ? done(`${named(account)} has no PIN any more.`)
      : refused(`${named(account)} has no PIN`)
  },
})
