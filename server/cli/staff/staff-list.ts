import { amount, moment, shown } from '#server/cli/command/command.ts'
import type { CliCommand } from '#server/cli/command/command.ts'
import { done } from '#server/cli/command/command.ts'
import { openStaffServices } from './staff-services.ts'

export const staffList: CliCommand = {
  name: 'staff list',
  usage: '',
  summary: 'the members of staff, and invitations that were not used yet',
  help: `Login, name, role, whether blocked, second factors, live sessions, last login.

Example
  npm run ekran -- staff list`,
  min: 0,
  max: 0,
  run: async (_input, tools) => {
    await using stack = new AsyncDisposableStack()
    const { staff } = await openStaffServices(tools, stack)
    const [members, links] = [await staff.list(), await staff.listInvitations()]
    return done(
      `${amount(members.length, 'member')} of staff`,
      ...members.map((member) =>
        [
          `  ${shown(member.login)}  ${shown(member.name)}  ${member.role}`,
          ...(member.isBlocked ? ['blocked'] : []),
          factors(member.hasTotp, member.passkeys),
          amount(member.sessions, 'session'),
          member.lastLoginMs === 0 ? 'never logged in' : `last login ${moment(member.lastLoginMs)}`,
        ].join('  '),
      ),
      ...(links.length === 0 ? [] : [amount(links.length, 'unused link')]),
      ...links.map(
        ({ kind, login, role, expiresMs }) =>
          `  ${shown(login)}  ${role}  ${kind === 'invitation' ? 'invitation' : 'new password'} until ${moment(expiresMs)}`,
      ),
    )
  },
}

function factors(hasTotp: boolean, passkeys: number): string {
  const present = [...(hasTotp ? ['app'] : []), ...(passkeys > 0 ? [amount(passkeys, 'passkey')] : [])]
  return present.length === 0 ? 'no second factor' : present.join(' and ')
}
