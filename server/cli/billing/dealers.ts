import { type CliCommand, amount, done, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import { openServices } from '#server/cli/command/services.ts'
import { listDealers, putDealer } from '#server/registration/registration.ts'
import { removeDealer } from '#server/dealers/dealers.ts'

/** A whole number from 1 that the database can store, or undefined. */
export function dealerIdOf(text: string | undefined) {
  return /^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : undefined
}

export function wrongId(text: string | undefined) {
  return refused(`${shown(text ?? '')} is not a dealer's number`)
}

export const dealersAdd: CliCommand = {
  name: 'dealers add',
  usage: '<number> <name>',
  summary: 'add a dealer that registrations may name, or rename it',
  help: `Registrations may name the dealer from then on; one that names an unknown dealer is refused.

Example
  npm run ekran -- dealers add 17 "Chilonzor shop"`,
  min: 2,
  max: 2,
  run: async ({ words: [number, written = ''] }, tools) => {
    const dealerId = dealerIdOf(number)
    const name = written.trim()
    if (dealerId === undefined) return wrongId(number)
    if (name === '' || name.length > 200) return refused('a name has 1 to 200 characters')
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    await work.db.transaction().execute(async (trx) => {
      await putDealer(trx, { dealerId, name })
      const facts = { dealer_id: dealerId, name }
      await audit.recordIn(trx, { event: 'dealer_added', actor: 'operator', facts })
    })
    return done(`Dealer ${dealerId} is ${shown(name)}.`)
  },
}

export const dealersRemove: CliCommand = {
  name: 'dealers remove',
  usage: '<number>',
  summary: 'remove a dealer without subscribers and money',
  help: `A dealer with subscribers, rules or money cannot be removed, so that their origin is not lost: stop it with
"dealers change".

Example
  npm run ekran -- dealers remove 17`,
  min: 1,
  max: 1,
  run: async ({ words: [number] }, tools) => {
    const dealerId = dealerIdOf(number)
    if (dealerId === undefined) return wrongId(number)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const record = operatorEntry<void>({ audit }, () => ({
      ...{ event: 'dealer_removed', facts: { dealer_id: dealerId } },
    }))
    const outcome = await removeDealer(work, dealerId, record)
    if (outcome === 'unknown') return refused(`there is no dealer ${dealerId}`)
    if (outcome === 'in_use') return refused(`the dealer ${dealerId} has subscribers, rules or money`)
    return done(`Dealer ${dealerId} was removed.`)
  },
}

export const dealersList = listCommand(
  'dealers list',
  'the dealers, and how many subscribers each brought',
  async ({ work }) => {
    const dealers = await listDealers(work.db)
    return [
      amount(dealers.length, 'dealer'),
      ...dealers.map(
        ({ dealerId, name, registrations }) =>
          `  ${dealerId}  ${shown(name)}, ${amount(registrations, 'registration')}`,
      ),
    ]
  },
)
