/** The Telegram of a subscriber at the command line. */
import { accountCommand, byOperator, named } from '#server/cli/accounts/account-command.ts'
import { done, refused } from '#server/cli/command/command.ts'
import { unlinkAccount } from '#server/telegram/telegram.ts'

export const subscribersUnlinkTelegram = accountCommand({
  name: 'subscribers telegram-unlink',
  summary: 'end the link of a subscriber with Telegram: a phone is lost',
  help: `Notifications and codes go there no more, and it opens no session. The subscriber links another in the cabinet.

Example
  npm run ekran -- subscribers telegram-unlink +998901234567`,
  work: async ({ account, services: { work, audit } }) => {
    const { accountId } = account
    if ((await unlinkAccount(work.db, accountId)) === undefined)
      return refused(`${named(account)} has no Telegram`)
    const subject = `subscriber ${accountId}`
    const change = {
      section: 'subscribers',
      subject,
      before: { is_linked: true },
      after: { is_linked: false },
    }
    await audit.record({ ...byOperator, event: 'telegram_unlinked', accountId, change })
    return done(`${named(account)} has no Telegram any more.`)
  },
})
