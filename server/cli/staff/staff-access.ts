import { roles } from '#contract/form/permissions.ts'
import { amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { byOperator, memberCommand, noRole, refusals, roleNamed } from './staff-services.ts'

export const staffRole = memberCommand({
  name: 'staff role',
  usage: '<role>',
  words: 1,
  summary: 'change the role of a member of staff, at once in all sessions',
  help: `Roles: ${roles.join(', ')}. docs/guides/staff.md says what each may do.

Example
  npm run ekran -- staff role kamola administrator`,
  work: async ({ member, services: { staff } }, { words }) => {
    const role = roleNamed(words[1])
    if (role === undefined) return noRole(words[1])
    const { kind } = await staff.changeRole(byOperator, member.staffId, role)
    return kind === 'done' ? done(`${shown(member.name)} is ${role} now.`) : refused(refusals[kind])
  },
})

export const staffBlock = memberCommand({
  name: 'staff block',
  summary: 'block a member of staff and end the sessions',
  help: `At once and in every process. Nothing is deleted: "staff unblock" lets them log in again.

Example
  npm run ekran -- staff block kamola`,
  work: async ({ member, services: { staff } }) => {
    const { kind } = await staff.block(byOperator, member.staffId)
    return kind === 'done' ? done(`${shown(member.name)} is blocked.`) : refused(refusals[kind])
  },
})

export const staffUnblock = memberCommand({
  name: 'staff unblock',
  summary: 'let a blocked member of staff log in again',
  help: `With the password and the second factor of before.

Example
  npm run ekran -- staff unblock kamola`,
  work: async ({ member, services: { staff } }) => {
    const { kind } = await staff.unblock(byOperator, member.staffId)
    return kind === 'done' ? done(`${shown(member.name)} may log in.`) : refused(refusals[kind])
  },
})

export const staffResetFactor = memberCommand({
  name: 'staff reset-factor',
  summary: 'remove the second factors of a member of staff, who has lost them',
  help: `Removes the authenticator app, the passkeys and the recovery codes, and ends the sessions. The next login with the
password sets up a new second factor: make sure that it is this person who asks.

Example
  npm run ekran -- staff reset-factor kamola`,
  work: async ({ member, services: { staff } }) => {
    const { kind } = await staff.resetFactor(byOperator, member.staffId)
    return kind === 'done'
      ? done(`${shown(member.name)} sets up a new second factor at the next login.`)
      : refused(refusals[kind])
  },
})

export const staffSessions = memberCommand({
  name: 'staff sessions',
  usage: '[--end]',
  summary: 'the sessions of a member of staff; --end ends them',
  help: `When each began and was last seen, from where and with which browser.

Examples
  npm run ekran -- staff sessions kamola
  npm run ekran -- staff sessions kamola --end`,
  options: { end: { type: 'boolean' } },
  work: async ({ member, services: { staff } }, { flag }) => {
    if (flag('end')) {
      const outcome = await staff.endSessionsOf(byOperator, member.staffId)
      if (outcome.kind !== 'done') return refused(refusals[outcome.kind])
      return done(`${amount(outcome.ended, 'session')} of ${shown(member.name)} ended.`)
    }
    const sessions = await staff.listSessions(member.staffId)
    return done(
      `${amount(sessions.length, 'session')} of ${shown(member.name)}`,
      ...sessions.map(
        ({ createdMs, lastSeenMs, address, device }) =>
          `  since ${moment(createdMs)}, last seen ${moment(lastSeenMs)}, from ${shown(address)}, ${shown(device)}`,
      ),
    )
  },
})
