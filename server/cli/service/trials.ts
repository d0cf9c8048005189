import { openBilling, sumsOf } from '#server/billing/billing.ts'
import {
  type CliCommand,
  type CommandTools,
  type Outcome,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { openAccountServices } from '#server/cli/command/services.ts'
import {
  type NewTrial,
  type TrialDeps,
  listTrials,
  makeTrial,
  removeTrial,
  trialNumber,
} from '#server/editing/editing.ts'
import type { Audit } from '#server/audit/audit.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'

const operator = { actor: 'operator' } as const

async function withTrials(
  tools: CommandTools,
  work: (deps: TrialDeps & { readonly audit: Audit }) => Promise<Outcome>,
): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  const services = await openAccountServices(tools, stack)
  const { db } = services.work
  const billing = openBilling({ db, clock: systemClock })
  return await work({ ...services, db, billing, random: systemRandom })
}

export const trialsList: CliCommand = {
  name: 'trials list',
  usage: '',
  summary: 'the subscribers of the staff for trying the service',
  help: 'Example\n  npm run ekran -- trials list',
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withTrials(tools, async (deps) => {
      const trials = await listTrials(deps)
      return done(
        ...trials.map(({ abonement, phone, name, tariffs: [own] }) =>
          [
            abonement,
            phone ?? 'no phone',
            own === undefined ? 'no tariff' : `tariff ${own.tariffId} until ${moment(own.paidUntilMs)}`,
            shown(name),
          ].join('  '),
        ),
        ...(trials.length === 0 ? ['There are none: make one with "trials make".'] : []),
      )
    }),
}

export const trialsMake: CliCommand = {
  name: 'trials make',
  usage: '[--abonement <number>] [--name <name>] [--tariff <id>]',
  summary: 'make a subscriber for trying, with a paid tariff',
  help: `The subscriber can log in at once with its number and is marked as no customer. What the tariff costs is given from
the account "trials" of the ledger and charged to it: revenue does not count it. The tariff is not renewed.

  --abonement  the subscriber number, 6 to 12 digits; without it the next free one is used
  --name       a name for the list
  --tariff     a base tariff on offer; without it the cheapest

Examples
  npm run ekran -- trials make
  npm run ekran -- trials make --tariff 59 --name "Sinov"`,
  options: {
    abonement: { type: 'string' },
    name: { type: 'string' },
    tariff: { type: 'string' },
  },
  min: 0,
  max: 0,
  run: async ({ text }, tools) => {
    const [written, tariff] = [text('abonement'), text('tariff')]
    const abonement = written === undefined ? undefined : trialNumber(written)
    if (written !== undefined && abonement === undefined)
      return refused(`${shown(written)} is no subscriber number: 6 to 12 digits that are no phone`)
    const name = text('name')?.trim() ?? ''
    if (name.length > 100) return refused('the name is longer than 100 characters')
    if (tariff !== undefined && !/^\d{1,9}$/.test(tariff))
      return refused(`${shown(tariff)} is no number of a tariff`)
    const tariffId = tariff === undefined ? undefined : Number(tariff)
    return withTrials(tools, (deps) => make(deps, { abonement, name, tariffId }))
  },
}

async function make(deps: TrialDeps & { readonly audit: Audit }, trial: NewTrial): Promise<Outcome> {
  const made = await makeTrial(deps, trial, operator)
  switch (made.kind) {
    case 'abonement_taken':
      return refused(`there is an account with the subscriber number ${trial.abonement}`)
    case 'busy':
      return refused('too many passwords are being computed; try again')
    case 'no_tariff':
      return refused('there is no base tariff on offer that opens something: see "tariffs put"')
    case 'tariff_gone':
      return refused(`there is no base tariff ${trial.tariffId} on offer that opens something`)
    case 'too_many':
      return refused(`there are ${made.max} already: remove some with "trials remove"`)
    case 'made': {
      const { accountId, abonement, password, tariff, creditTiyin } = made
      await deps.audit.record({ ...operator, event: 'trial_made', accountId, facts: { abonement } })
      return done(
        `Made: it logs in with the subscriber number ${abonement}.`,
        `The password is ${password} and is shown nowhere again.`,
        `Tariff ${tariff.tariffId} until ${moment(made.paidUntilMs)}, paid with ${sumsOf(creditTiyin)} sums of the account "trials".`,
      )
    }
  }
}

export const trialsRemove: CliCommand = {
  name: 'trials remove',
  usage: '<number>',
  summary: 'remove a subscriber for trying',
  help: `Logs it out everywhere, closes it and releases its phone; what is left of the money of the account "trials" goes
back there. One that has paid is a customer and is not removed.

Example
  npm run ekran -- trials remove 10000001`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withTrials(tools, async (deps) => {
      const trial = (await listTrials(deps)).find(
        ({ abonement, phone }) => abonement === word || phone === word,
      )
      const removed = trial === undefined ? undefined : await removeTrial(deps, trial.accountId, operator)
      if (removed === undefined || removed.kind === 'not_found')
        return refused(`no subscriber for trying has the number ${shown(word)}`)
      const { accountId, abonement } = removed.trial
      if (removed.kind === 'paid')
        return refused(`${abonement} paid ${sumsOf(removed.paidTiyin)} sums: it is a customer and stays`)
      await deps.audit.record({ ...operator, event: 'trial_removed', accountId, facts: { abonement } })
      return done(`Removed: ${abonement}.`)
    }),
}
