/** What is stored of a person, written to a file and erased, at the command line. */
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { openBilling, sumsOf } from '#server/billing/billing.ts'
import { openCards } from '#server/cards/cards.ts'
import { named } from '#server/cli/accounts/account-command.ts'
import { type CliCommand, type Outcome, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { maxFollowed } from '#server/followed/followed.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import {
  type EraseDeps,
  type MergeRefusal,
  erasePersonal,
  exportPersonal,
  mergeSubscribers,
  previewErase,
  previewMerge,
} from '#server/subscribers/subscribers.ts'
import { actCommand, stoppedWords } from './act-command.ts'

type AtAct = Parameters<Parameters<typeof actCommand>[0]['work']>[0]

export const subscribersExport: CliCommand = actCommand({
  name: 'subscribers export',
  usage: '--file <path.zip>',
  summary: 'write everything that is stored of a person to a file',
  help: `Writes a ZIP archive: JSON by table, and the same as pages in Russian and Uzbek to be read. There is no password, code,
token or card number in it. That it was written is in the audit. "docs/guides/personal-data.md" says what is stored.

  --file    the archive; it can be read by its owner alone
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers export +998901234567 --file person.zip --reason "Application No 5"`,
  options: { file: { type: 'string' } },
  work: async ({ account, input, deps, request, tools }) => {
    const path = input.text('file')
    if (path === undefined) return refused('write the name of the archive after --file')
    const made = await exportPersonal(deps, request)
    if (made === undefined) return refused('the subscriber is gone')
    try {
      await pipeline(made.file, createWriteStream(path, { mode: 0o600 }), { signal: tools.signal })
    } catch (error) {
      if (!(error instanceof Error) || !('syscall' in error)) throw error
      await rm(path, { force: true })
      return refused(`${shown(path)} cannot be written: ${shown(error.message)}`)
    }
    return done(`${shown(path)} has everything that is stored of ${named(account)}.`)
  },
})

export const subscribersErase: CliCommand = actCommand({
  name: 'subscribers erase',
  usage: '[--number <number>] [--settlement <text>]',
  summary: 'erase what is stored of a person; this cannot be undone',
  help: `Without --number it only prints what would be erased, what stays and what is in the way. With the subscriber number it
signs the person out everywhere, ends the tariffs, and erases phone, name, devices, messages, favourites, what was
watched, complaints and notes. Payments, receipts and the ledger stay without name and phone, as the law demands. The
phone is free for a new registration. Backups from before still contain the data, until they are deleted.

Money on the balance and paid days: --settlement says what was agreed about them, and the balance is written off.

  --number      the subscriber number, once more: it confirms who is meant
  --settlement  what became of the balance and the paid days
  --reason      why; the staff sees it

Examples
  npm run ekran -- subscribers erase +998901234567 --reason "Application No 5"
  npm run ekran -- subscribers erase +998901234567 --number 10000001 --reason "Application No 5"`,
  options: { number: { type: 'string' }, settlement: { type: 'string' } },
  work: async (at) => {
    const deps = eraseDeps(at)
    const typedNumber = at.input.text('number')
    if (typedNumber === undefined) return preview(at, deps)
    const settlement = (at.input.text('settlement') ?? '').slice(0, 500)
    const outcome = await erasePersonal(deps, { ...at.request, typedNumber, settlement })
    switch (outcome.kind) {
      case 'acted': {
        const { rows, writtenOffTiyin } = outcome.act.result
        const off = writtenOffTiyin === 0 ? '' : ` ${sumsOf(writtenOffTiyin)} sums were written off.`
        return done(`Act ${outcome.act.actId}: erased, ${amount(rows, 'row')}.${off}`)
      }
      case 'wrong_number':
        return refused('--number is not the number of this subscriber')
      case 'unsettled':
        return refused(
          `there are ${sumsOf(outcome.balanceTiyin)} sums on the balance and ${amount(outcome.tariffs, 'paid tariff')}: ` +
            'pay back or wait, or say after --settlement what was agreed',
        )
      case 'payments_open':
        return refused(
          `${amount(outcome.count, 'payment or refund', 'payments or refunds')} not finished: wait`,
        )
      case 'cards_off':
        return refused('a card is bound, and no gateway is set (EKRAN_CARD_GATEWAY) to remove it there')
      case 'gateway_down':
        return refused('the card gateway does not answer: a bound card must be removed there first')
      case 'busy':
        return refused('too many passwords are being hashed: try again')
      default:
        return refused(stoppedWords(outcome))
    }
  },
})

function eraseDeps({ deps, services, tools }: AtAct): EraseDeps {
  const { audit, accounts, secrets, work } = services
  const base = { db: work.db, clock: deps.clock, audit, random: systemRandom, log: tools.log }
  const billing = openBilling(base)
  const cards = openCards({
    ...{ ...base, billing, secret: secrets.passwordPepper },
    gateway: tools.settings.EKRAN_CARD_GATEWAY,
  })
  return { ...deps, audit, accounts, billing, cards, random: systemRandom }
}

async function preview({ account }: AtAct, deps: EraseDeps): Promise<Outcome> {
  const seen = await previewErase(deps, account.accountId)
  if (seen === undefined) return refused('the subscriber is gone')
  const lines = (topics: typeof seen.erased) =>
    topics.map(({ topic, rows }) => `  ${topic}: ${amount(rows, 'row')}`)
  return done(
    `${named(account)}. Nothing is erased yet: add --number ${account.abonement}.`,
    ...['Would be erased:', ...lines(seen.erased)],
    ...['Would stay, without name and phone:', ...lines(seen.stays)],
    `In the way: ${sumsOf(seen.balanceTiyin)} sums, ${amount(seen.runningTariffs.length, 'paid tariff')}, ` +
      `${amount(seen.openPayments, 'open payment')}.`,
  )
}

export const subscribersMerge: CliCommand = actCommand({
  name: 'subscribers merge',
  usage: '--from <phone or abonement> [--apply]',
  summary: 'merge another account of the same person into this one; this cannot be undone',
  help: `Moves the balance, the tariffs with their paid time, devices (logged out), cards, favourites, what was watched, profiles,
recordings, reminders, followed shows, messages, complaints and notes of the account after --from to the first one. The other account is closed; its number and its phone
log in to the first one. Payments and the ledger stay with it. Without --apply it only says what would go.

  --from    the account that is closed
  --apply   do it
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers merge 10000001 --from +998901234567 --apply --reason "Registered twice"`,
  options: { from: { type: 'string' }, apply: { type: 'boolean' } },
  work: async ({ account, input, deps, services, request }) => {
    const from = input.text('from')
    if (from === undefined) return refused('give the other account after --from')
    const billing = openBilling({ db: deps.db, clock: deps.clock })
    const mergeDeps = { ...deps, accounts: services.accounts, random: systemRandom, billing, maxFollowed }
    const seen = await previewMerge(mergeDeps, { accountId: account.accountId, from })
    if ('kind' in seen) return refused(mergeWords(seen))
    const what =
      `${sumsOf(seen.balanceTiyin)} sums, ${amount(seen.tariffs.length, 'tariff')}, ${amount(seen.devices, 'device')}, ` +
      `${amount(seen.cards, 'card')}, ${amount(seen.watching, 'favourite or film', 'favourites and films')}, ` +
      `${amount(seen.profiles.moved, 'profile')}, ${amount(seen.recordings.moved, 'recording')}, ` +
      `${amount(seen.reminders.moved, 'reminder')}, ${amount(seen.followed.moved, 'followed show')}`
    const over = (['profiles', 'recordings', 'reminders', 'followed'] as const)
      .filter((part) => seen[part].total > seen[part].limit)
      .map(
        (part) =>
          `  ${part}: ${seen[part].total} with a limit of ${seen[part].limit}; all stay, nothing new is taken`,
      )
    if (!input.flag('apply'))
      return done(
        `From ${seen.from.abonement} to ${named(account)}: ${what}. Nothing is done yet: add --apply.`,
        ...over,
      )
    const outcome = await mergeSubscribers(mergeDeps, { ...request, from })
    if (outcome.kind === 'acted') return done(`Act ${outcome.act.actId}: ${what} went to ${named(account)}.`)
    return refused(
      outcome.kind === 'key_used' || outcome.kind === 'done_since'
        ? stoppedWords(outcome)
        : mergeWords(outcome),
    )
  },
})

function mergeWords(refusal: MergeRefusal | { readonly kind: 'not_found' }): string {
  switch (refusal.kind) {
    case 'number_unknown':
      return '--from is the number of no account'
    case 'itself':
      return '--from is the same account'
    case 'trial_account':
      return 'one of them was made by the staff for trying'
    case 'same_tariff':
      return 'both have the same tariff: end it at one of them'
    case 'two_bases':
      return 'both have a base tariff: end one of them'
    case 'into_closed':
      return 'this account is closed: merge into the open one'
    case 'blocked':
      return 'the one after --from is blocked, and merging would lift that: open it, or block this one'
    case 'payments_open':
      return `${amount(refusal.count, 'payment or refund', 'payments or refunds')} not finished: wait`
    default:
      return stoppedWords(refusal)
  }
}
