import { roles, type Role } from '#contract/form/permissions.ts'
import { type CliCommand, type Outcome, refused, shown } from '#server/cli/command/command.ts'
import { openServices, type Services } from '#server/cli/command/services.ts'
import type { CommandTools } from '#server/cli/command/command.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { type Staff, openStaff } from '#server/staff/staff.ts'

export const byOperator = { kind: 'operator' } as const

/** The services with the staff module. */
export interface StaffServices extends Services {
  readonly staff: Staff
}

export async function openStaffServices(
  tools: CommandTools,
  stack: AsyncDisposableStack,
): Promise<StaffServices> {
  const services = await openServices(tools, stack)
  const staff = openStaff({
    db: services.work.db,
    clock: systemClock,
    random: systemRandom,
    pepper: services.secrets.passwordPepper,
    audit: services.audit,
    operatorPassword: tools.settings.EKRAN_OPERATOR_PASSWORD,
    // No command uses passkeys or sets up an app.
    passkeySite: { origin: '', rpId: '' },
    serviceName: () => '',
  })
  return { ...services, staff }
}

type Member = NonNullable<Awaited<ReturnType<Staff['findByLogin']>>>

/** A command about one member, named by the login as its first word. */
export function memberCommand(
  command: Omit<CliCommand, 'min' | 'max' | 'run' | 'usage'> & {
    /** The words after the login. */
    readonly usage?: string
    readonly words?: number
    work(
      about: { readonly member: Member; readonly services: StaffServices },
      input: Parameters<CliCommand['run']>[0],
      tools: CommandTools,
    ): Promise<Outcome>
  },
): CliCommand {
  const { usage = '', words = 0, work, ...rest } = command
  return {
    ...rest,
    usage: `<login> ${usage}`.trimEnd(),
    min: 1 + words,
    max: 1 + words,
    run: async (input, tools) => {
      await using stack = new AsyncDisposableStack()
      const services = await openStaffServices(tools, stack)
      const login = input.words[0] ?? ''
      const member = await services.staff.findByLogin(login.toLowerCase())
      if (member === undefined) return refused(`no member of staff has the login ${shown(login)}`)
      return await work({ member, services }, input, tools)
    },
  }
}

/** The reason of a refusal, as a sentence without its full stop. */
export const refusals = {
  staff_not_found: 'there is no such member of staff',
  login_taken: 'a member of staff has this login',
  last_owner: 'this is the last owner; make another one first',
  // Only for members of staff: an operator at the command line may do both.
  role_above_own: 'only an owner changes owners',
  not_yourself: 'nobody changes their own access',
} as const

export function roleNamed(word: string | undefined): Role | undefined {
  return roles.find((role) => role === word?.replaceAll('-', '_'))
}

export function noRole(word: string | undefined): Outcome {
  return refused(`${shown(word ?? '')} is no role: ${roles.join(', ')}`)
}
