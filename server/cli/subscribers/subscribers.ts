/** What the staff finds and notes about subscribers, at the command line. */
import { accountCommand, byOperator, named } from '#server/cli/accounts/account-command.ts'
import { type CliCommand, amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import {
  addNote,
  findAccounts,
  maxNote,
  maxResults,
  readSummaries,
  type SubscriberSummary,
} from '#server/subscribers/subscribers.ts'

export const subscribersFind: CliCommand = {
  name: 'subscribers find',
  usage: '<text>',
  summary: 'find subscribers by anything that is remembered of them',
  help: `Lists at most ${maxResults} subscribers, the most likely first. The text is a phone, a subscriber number or at least three
digits of either, a name in either alphabet (one wrong letter is no matter), a device, or words of a note; a name and
digits together narrow it down.

Examples
  npm run ekran -- subscribers find 4567
  npm run ekran -- subscribers find "шерзод юсупов"
  npm run ekran -- subscribers find "aziz 4567"`,
  min: 1,
  max: 8,
  run: async ({ words }, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const typed = words.join(' ')
    const matches = await findAccounts(work.db, typed)
    if (matches === undefined) return refused('write at least three digits or two letters')
    const ids = matches.map(({ accountId }) => accountId)
    const summaries = await readSummaries(work.db, ids, systemClock.nowMs())
    if (summaries.length === 0) return done(`No subscriber fits ${shown(typed)}.`)
    const more = summaries.length < maxResults ? '' : ', the first of more'
    return done(`${amount(summaries.length, 'subscriber')}${more}:`, ...summaries.map(lineOf))
  },
}

function lineOf({ abonement, phone, name, standing, balanceTiyin, seenMs }: SubscriberSummary): string {
  const seen = seenMs === 0 ? 'never seen' : `seen ${moment(seenMs)}`
  const sums = `${(balanceTiyin / 100).toFixed(2)} sums`
  return `  ${abonement}  ${phone ?? 'no phone'}  ${shown(name) || 'no name'}  ${standing.kind}, ${sums}, ${seen}`
}

export const subscribersNote = accountCommand({
  name: 'subscribers note',
  usage: '--text <text>',
  summary: 'write a note about a subscriber, for the staff alone',
  help: `Stores a note of at most ${maxNote} characters. The staff sees it on the subscriber's card and finds the subscriber by
its words; the subscriber never sees it.

Example
  npm run ekran -- subscribers note +998901234567 --text "Asked for the contract by mail"`,
  options: { text: { type: 'string' } },
  work: async ({ account, services, input }) => {
    const body = input.text('text')?.trim() ?? ''
    if (body === '') return refused('the note is empty: write it after --text')
    if (body.length > maxNote) return refused(`the note is longer than ${maxNote} characters`)
    const { accountId } = account
    const change = { section: 'subscribers', subject: `subscriber ${accountId}`, after: { body } }
    await services.work.db.transaction().execute(async (trx) => {
      await addNote(trx, { accountId, body, staff: undefined, nowMs: systemClock.nowMs() })
      await services.audit.recordIn(trx, { ...byOperator, event: 'subscriber_noted', accountId, change })
    })
    return done(`Noted about ${named(account)}.`)
  },
})
