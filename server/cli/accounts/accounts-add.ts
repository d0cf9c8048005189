import { unknownBrand } from '#server/site/site.ts'
import { byOperator } from './account-command.ts'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { type AccountServices, openAccountServices } from '#server/cli/command/services.ts'
import { passwordHelp, passwordOption, readPassword } from './read-password.ts'
import { normalAbonement, normalPhone } from '#server/accounts/accounts.ts'
import { freeSubscriberNumber } from '#server/editing/editing.ts'

export const accountsAdd: CliCommand = {
  name: 'accounts add',
  usage: '[--phone <phone>] [--abonement <number>] [--name <name>] [--ask-password]',
  summary: 'add a subscriber',
  help: `Adds an account that can log in at once, by phone or by subscriber number.

  --phone          a phone of Uzbekistan, in any usual notation
  --abonement      the subscriber number, 6 to 12 digits; without it the next free one is used
  --name           the subscriber's name
  --brand       the number of its brand, from "service list"; the main one without it
${passwordHelp}

Examples
  npm run ekran -- accounts add --phone "+998 90 123-45-67" --name "Dilshod"
  npm run ekran -- accounts add --phone 901234567 --ask-password < password.txt`,
  options: {
    phone: { type: 'string' },
    abonement: { type: 'string' },
    name: { type: 'string' },
    brand: { type: 'string' },
    ...passwordOption,
  },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    const newAccount = readNewAccount(input)
    if ('why' in newAccount) return refused(newAccount.why)
    await using stack = new AsyncDisposableStack()
    const services = await openAccountServices(tools, stack)
    return await add(services, newAccount, input, tools)
  },
}

interface NewAccount {
  readonly phone: string | null
  /** Undefined: the next free one. */
  readonly abonement: string | undefined
  readonly name: string
  /** Undefined: the main one. */
  readonly brand: number | undefined
}

function readNewAccount(input: CommandInput): NewAccount | { readonly why: string } {
  const [writtenPhone, writtenNumber] = [input.text('phone'), input.text('abonement')]
  const name = input.text('name')?.trim() ?? ''
  const phone = writtenPhone === undefined ? null : normalPhone(writtenPhone)
  if (phone === undefined) return { why: `${shown(writtenPhone ?? '')} is no phone of Uzbekistan` }
  const abonement = writtenNumber === undefined ? undefined : normalAbonement(writtenNumber)
  if (writtenNumber !== undefined && abonement === undefined)
    return { why: `${shown(writtenNumber)} is no subscriber number of 6 to 12 digits` }
  if (phone === null && abonement === undefined)
    return { why: 'an account needs a phone or a subscriber number (--phone, --abonement)' }
  if (name.length > 200) return { why: 'the name is longer than 200 characters' }
  const brand = input.text('brand')
  if (brand !== undefined && !/^[1-9]\d{0,8}$/.test(brand))
    return { why: 'the number of a brand is in "service list"' }
  return { phone, abonement, name, brand: brand === undefined ? undefined : Number(brand) }
}

async function add(
  services: AccountServices,
  newAccount: NewAccount,
  input: CommandInput,
  tools: CommandTools,
): Promise<Outcome> {
  const { phone, name, brand: serviceId } = newAccount
  const unknown = await unknownBrand(services.work.db, serviceId === undefined ? [] : [serviceId])
  if (unknown !== undefined)
    return refused(`there is no brand ${unknown}; see: npm run ekran -- service list`)
  const abonement =
    newAccount.abonement ?? (await freeSubscriberNumber({ ...services, db: services.work.db }))
  const taken = await readPassword(input.flag('ask-password'), [phone ?? '', abonement, name], tools.signal)
  if (taken.kind === 'refused') return refused(taken.why)
  const added = await services.accounts.addAccount(
    { phone, abonement, name, password: taken.password, serviceId },
    byOperator,
  )
  switch (added.kind) {
    case 'phone_taken':
      return refused(`another account has the phone ${phone}`)
    case 'abonement_taken':
      return refused(`there is an account with the subscriber number ${abonement}`)
    case 'busy':
      return refused('too many passwords are being computed; try again')
    case 'added':
      return done(
        `Added: subscriber number ${abonement}, ${phone === null ? 'no phone' : `phone ${phone}`}.`,
        ...(taken.isMade ? [`The password is ${taken.password} and is shown nowhere again.`] : []),
      )
  }
}
