import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { type AccountServices, openAccountServices } from '#server/cli/command/services.ts'
import type { Account, DoneBy } from '#server/accounts/accounts.ts'

/** The actor of commands, for the audit. */
export const byOperator: DoneBy & { readonly actor: 'operator' } = { actor: 'operator' }

interface AtAccount {
  readonly account: Account
  readonly services: AccountServices
  readonly input: CommandInput
  readonly tools: CommandTools
}

/** A command whose first word names an account: finds it, and reports when there is none. */
export function accountCommand(
  command: Pick<CliCommand, 'name' | 'summary' | 'help' | 'options'> & {
    readonly usage?: string
    work(at: AtAccount): Promise<Outcome>
  },
): CliCommand {
  return {
    ...command,
    usage: `<phone or abonement>${command.usage === undefined ? '' : ` ${command.usage}`}`,
    min: 1,
    max: 1,
    run: async (input, tools) => {
      await using stack = new AsyncDisposableStack()
      const services = await openAccountServices(tools, stack)
      const [written = ''] = input.words
      const [account, another] = await services.accounts.findByName(written)
      if (account === undefined)
        return refused(`no account has the phone or subscriber number ${shown(written)}`)
      if (another !== undefined)
        return refused(
          `${shown(written)} is the phone of one account (${account.phone}) and the subscriber number of another; ` +
            'write a phone with +998 in front, or give the phone of the other',
        )
      // Awaited here: resources must not be closed earlier.
      return await command.work({ account, services, input, tools })
    },
  }
}

/** `10000001 (+998 90 000-00-01, Dilshod)` */
export function named({ abonement, phone, name }: Account): string {
  const about = [phone ?? 'no phone', ...(name === '' ? [] : [shown(name)])]
  return `${abonement} (${about.join(', ')})`
}
