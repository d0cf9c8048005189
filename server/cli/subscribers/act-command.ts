import { accountCommand } from '#server/cli/accounts/account-command.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  moment,
  refused,
} from '#server/cli/command/command.ts'
import type { AccountServices } from '#server/cli/command/services.ts'
import type { Account } from '#server/accounts/accounts.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom, uuid } from '#server/platform/primitives/ids.ts'
import type { ActDeps, ActRequest, Stopped } from '#server/subscribers/subscribers.ts'

interface AtAct {
  readonly account: Account
  readonly services: AccountServices
  readonly input: CommandInput
  readonly tools: CommandTools
  readonly deps: ActDeps
  /** What every act has of its request: an operator has no limits. */
  readonly request: Omit<ActRequest, 'kind' | 'inputs'> & { readonly giver: undefined }
}

const maxReason = 500

/** A command that does something for a subscriber, with its reason. */
export function actCommand(
  command: Pick<CliCommand, 'name' | 'summary' | 'help'> & {
    readonly usage: string
    readonly options: NonNullable<CliCommand['options']>
    work(at: AtAct): Promise<Outcome>
  },
): CliCommand {
  return accountCommand({
    ...command,
    usage: `${command.usage} --reason <text>`,
    options: { ...command.options, reason: { type: 'string' } },
    work: async ({ account, services, input, tools }) => {
      const reason = input.text('reason')?.trim() ?? ''
      if (reason === '' || reason.length > maxReason)
        return refused(`write why it is done after --reason, in at most ${maxReason} characters`)
      const { accountId } = account
      const request = { accountId, key: uuid(systemRandom), reason, by: {}, giver: undefined }
      const deps = {
        ...{ db: services.work.db, clock: systemClock, audit: services.audit },
        withLock: keyedMutex(),
      }
      return command.work({ account, services, input, tools, deps, request })
    },
  })
}

/** Why an act was not begun. */
export function stoppedWords(stopped: Stopped): string {
  switch (stopped.kind) {
    case 'not_found':
      return 'the subscriber is gone'
    case 'key_used':
      return 'its key was used for something else'
    case 'erased':
      return 'the personal data of this subscriber are erased'
    case 'merged':
      return `it was merged into ${stopped.abonement}: that one is meant`
    case 'done_since':
      return `${stopped.byName} did something else meanwhile (${moment(stopped.atMs)})`
  }
}

/** A whole number in an option, or undefined. */
export function wholeOption(input: CommandInput, name: string, max: number): number | undefined {
  const written = input.text(name) ?? ''
  const value = /^\d{1,9}$/.test(written) ? Number(written) : 0
  return value >= 1 && value <= max ? value : undefined
}
