import * as z from 'zod/mini'
import { StaffLanguage, login as loginForm, personName } from '#contract/console/staff-fields.ts'
import { roles } from '#contract/form/permissions.ts'
import { type CliCommand, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { type NewLink, linkAddress } from '#server/staff/staff.ts'
import {
  byOperator,
  memberCommand,
  noRole,
  openStaffServices,
  refusals,
  roleNamed,
} from './staff-services.ts'

export const staffInvite: CliCommand = {
  name: 'staff invite',
  usage: '<login> <name> --role <role> [--language ru|uz|en]',
  summary: 'invite a member of staff: prints a link that works once, for 72 hours',
  help: `The link is printed once and stored only as a hash: give it to the person in a private way. They choose a password and
set up a second factor. An earlier unused invitation of the login ends. The first owner can be made this way too.

  --role       ${roles.join(', ')}
  --language   of the console: ru (as without it), uz or en

Examples
  npm run ekran -- staff invite dilshod@ekran.uz "Dilshod Karimov" --role owner
  npm run ekran -- staff invite kamola "Kamola" --role content_editor --language uz`,
  options: { role: { type: 'string' }, language: { type: 'string' } },
  min: 2,
  max: 2,
  run: async ({ words: [writtenLogin = '', writtenName = ''], text }, tools) => {
    const login = z.safeParse(loginForm(), writtenLogin)
    if (!login.success) return refused('a login has 3 to 100 Latin letters, digits and . _ - + @')
    const name = z.safeParse(personName(), writtenName)
    if (!name.success) return refused('a name has 2 to 100 characters')
    const role = roleNamed(text('role'))
    if (role === undefined) return noRole(text('role'))
    const language = z.safeParse(StaffLanguage, text('language') ?? 'ru')
    if (!language.success) return refused('--language is ru, uz or en')
    await using stack = new AsyncDisposableStack()
    const { staff } = await openStaffServices(tools, stack)
    const invited = { login: login.data, name: name.data, role, language: language.data }
    const outcome = await staff.invite(byOperator, invited)
    if (outcome.kind !== 'made') return refused(refusals[outcome.kind])
    return linkPrinted(`${shown(name.data)} is invited as ${role}`, outcome, tools.settings.EKRAN_PUBLIC_URL)
  },
}

export const staffResetPassword = memberCommand({
  name: 'staff reset-password',
  summary: 'a link with which a member of staff sets a new password',
  help: `For who has forgotten it. The second factor stays: "staff reset-factor" removes that.

Example
  npm run ekran -- staff reset-password kamola`,
  work: async ({ member, services: { staff } }, _input, { settings }) => {
    const outcome = await staff.makePasswordLink(byOperator, member.staffId)
    if (outcome.kind !== 'made') return refused(refusals[outcome.kind])
    return linkPrinted(`${shown(member.name)} can set a new password`, outcome, settings.EKRAN_PUBLIC_URL)
  },
})

function linkPrinted(what: string, { token, expiresMs }: NewLink, publicUrl: string | undefined) {
  return done(
    `${what}, once and until ${moment(expiresMs)}, at:`,
    linkAddress(token, publicUrl),
    ...(publicUrl === undefined ? ['(after the address of this site; EKRAN_PUBLIC_URL is not set)'] : []),
  )
}
