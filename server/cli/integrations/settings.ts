/** Outside services: the same as on their page in the console. */
import {
  type OutsideServiceName,
  outsideServices,
  type TestSubject,
  testSubjects,
} from '#contract/form/outside-services.ts'
import { readSecret } from '#server/cli/alarms/read-secret.ts'
import { undoDays } from '#server/changes/changes.ts'
import { withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandTools,
  type Outcome,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  changeService,
  listOtherSettings,
  listServices,
  type OutsideServiceDeps,
  removeService,
  type ServiceChanged,
  type ServiceRefused,
  type ShownService,
  type TriedStep,
  trySubject,
  undoServiceChange,
} from '#server/outside-services/outside-services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { serviceSeal } from '#server/platform/settings/services/stored-services.ts'

const maxWords = 24

interface Work {
  readonly services: Services
  readonly deps: OutsideServiceDeps
}

function withOutside(tools: CommandTools, work: (work: Work) => Promise<Outcome>): Promise<Outcome> {
  return withServices(tools, (services) =>
    work({
      services,
      deps: {
        ...{ db: services.work.db, dataDir: services.work.dataDir, clock: systemClock, random: systemRandom },
        seal: serviceSeal(services.secrets, systemRandom),
        live: { settings: services.settings, environment: tools.environment ?? {} },
      },
    }),
  )
}

export const settingsList: CliCommand = {
  name: 'settings list',
  usage: '[--all]',
  summary: 'list outside services, their fields and where they are set',
  help: `A secret is never printed, only whether it is set. The environment wins over what is set here.

  --all   also the settings that are read at the start, with their value and origin

Example
  npm run ekran -- settings list`,
  options: { all: { type: 'boolean' } },
  min: 0,
  max: 0,
  run: (input, tools) =>
    withOutside(tools, async ({ deps }) => {
      const lines = (await listServices(deps)).flatMap(linesOf)
      if (!input.flag('all')) return done(...lines)
      const others = listOtherSettings(deps.live.environment).map(
        ({ name, value, unit, isSecret, origin }) =>
          `  ${name}  ${isSecret ? (origin === 'environment' ? 'set' : 'not set') : shown(value) || 'none'}` +
          `${value === '' || unit === '' ? '' : ` ${unit}`}  (${origin})`,
      )
      return done(...lines, 'Set in the environment, read at the start:', ...others)
    }),
}

const origins = {
  stored: 'set here',
  sealed: 'set here; its secret cannot be opened with this secrets.json: set it again',
  none: 'not set',
} as const

function linesOf({ service, variable, origin, changedBy, changedMs, fields }: ShownService): string[] {
  if (origin === 'environment') return [`${service}  set in the environment (${variable})`]
  const who = changedMs === null ? '' : `, ${moment(changedMs)} by ${shown(changedBy)}`
  const set = fields.filter(({ value, hasSecret }) => value !== '' || hasSecret)
  return [
    `${service}  ${origins[origin]}${who}`,
    ...set.map(({ name, value, isSecret }) => `  ${name}: ${isSecret ? '(set)' : shown(value)}`),
  ]
}

export const settingsSet: CliCommand = {
  name: 'settings set',
  usage: '<service> <field>=<value> … [--secret]',
  summary: 'set an outside service, in all running processes at once',
  help: `Services: ${outsideServices.join(', ')}. Their fields: "settings list", docs/guides/settings.md.
Fields that are not named stay as they are; an empty one gets its default. A gateway's address is its scheme, host and
port; once it changes, the secret must be entered again.

  --secret   take the secret (password, key, for fcm and apns the whole key file) from standard input: it is never an
             argument, which other users could read

Examples
  npm run ekran -- settings set sms scheme=eskiz+https host=notify.eskiz.uz user=me@example.uz from=4546 --secret < password.txt
  npm run ekran -- settings set payme merchant=587f72c72cac0d162c722ae2 --secret < key.txt
  npm run ekran -- settings set upload_size value=200`,
  options: { secret: { type: 'boolean' } },
  min: 1,
  max: maxWords,
  problem: ({ words: [word = '', ...pairs] }) => {
    if (serviceNamed(word) === undefined) return noService(word)
    const wrong = pairs.find((pair) => !/^[a-z][a-z0-9_]{0,39}=/.test(pair))
    return wrong === undefined
      ? undefined
      : `"${shown(wrong.split('=', 1)[0] ?? '')}" is not a field: write name=value`
  },
  run: ({ words: [word = '', ...pairs], flag }, tools) =>
    withOutside(tools, async ({ services, deps }) => {
      const service = serviceNamed(word)
      const before = (await listServices(deps)).find((one) => one.service === service)
      if (service === undefined || before === undefined) return refused(noService(word))
      const typed = Object.fromEntries(pairs.map((pair) => cutAt(pair)))
      const secret = before.fields.find(({ isSecret }) => isSecret)
      if (secret !== undefined && typed[secret.name] !== undefined)
        return refused(`${secret.name} is a secret: use --secret and standard input`)
      const entered = flag('secret')
        ? await readSecret({ isWhole: service === 'fcm' || service === 'apns' })
        : ''
      if (flag('secret') && entered === '') return refused('--secret needs the secret on standard input')
      const texts = {
        ...Object.fromEntries(before.fields.map(({ name, value }) => [name, value])),
        ...typed,
        ...(secret === undefined || entered === '' ? {} : { [secret.name]: entered }),
      }
      const outcome = await changeService(deps, {
        service,
        version: before.version,
        texts,
        by: undefined,
      })
      if (outcome.kind !== 'changed') return refused(whyNot(outcome))
      await record(services, 'outside_service_saved', service, outcome)
      const isTried = subjectNamed(service) !== undefined
      return done(
        `${service} is set and used from now on.${isTried ? ` To try it: npm run ekran -- settings test ${service}` : ''}`,
        ...undoLine(outcome),
      )
    }),
}

export const settingsUnset: CliCommand = {
  name: 'settings unset',
  usage: '<service>',
  summary: 'remove an outside service: it is off at once',
  help: `Its secret is deleted seven days later: until then "settings undo" brings it back.

Example
  npm run ekran -- settings unset sms_spare`,
  min: 1,
  max: 1,
  problem: ({ words: [word = ''] }) => (serviceNamed(word) === undefined ? noService(word) : undefined),
  run: ({ words: [word = ''] }, tools) =>
    withOutside(tools, async ({ services, deps }) => {
      const service = serviceNamed(word)
      const before = (await listServices(deps)).find((one) => one.service === service)
      if (service === undefined || before === undefined) return refused(noService(word))
      const outcome = await removeService(deps, { service, version: before.version, by: undefined })
      if (outcome.kind !== 'changed') return refused(whyNot(outcome))
      await record(services, 'outside_service_removed', service, outcome)
      return done(`${service} is removed.`, ...undoLine(outcome))
    }),
}

function undoLine({ changeId }: ServiceChanged): readonly string[] {
  return changeId === 0 ? [] : [`To take it back: npm run ekran -- settings undo ${changeId}`]
}

export const settingsUndo: CliCommand = {
  name: 'settings undo',
  usage: '<number>',
  summary: 'take a change of an outside service back, its secrets too',
  help: `A change can be taken back for ${undoDays} days, and so can an undo. The former secrets return without being shown.
A service that was changed since stays as it is. The numbers: "changes list", and what "settings set" printed.

Example
  npm run ekran -- settings undo 12`,
  min: 1,
  max: 1,
  problem: ({ words: [word = ''] }) =>
    /^[1-9]\d{0,8}$/.test(word) ? undefined : `${shown(word)} is not the number of a change`,
  run: ({ words: [word = ''] }, tools) =>
    withOutside(tools, async ({ deps, services }) => {
      const outcome = await undoServiceChange(deps, Number(word), undefined)
      switch (outcome.kind) {
        case 'environment':
          return refused(whyNot(outcome))
        case 'not_found':
          return refused(`there is no change ${word} of a setting`)
        case 'undone_already':
          return refused(`change ${word} was taken back already`)
        case 'too_late':
          return refused(`change ${word} is older than ${undoDays} days`)
        case 'undone': {
          const [conflict] = outcome.conflicts
          if (conflict !== undefined)
            return refused(`${conflict.label} was changed since, and stays as it is`)
          if (outcome.changeId === undefined) return refused(`nothing of change ${word} is left to take back`)
          const { changeId } = outcome
          const after = { change: Number(word), undo: changeId }
          await record(services, 'outside_service_undone', `of change ${word}`, { before: {}, after })
          return done(
            `Change ${word} is taken back. To undo that: npm run ekran -- settings undo ${changeId}`,
          )
        }
      }
    }),
}

export const settingsTest: CliCommand = {
  name: 'settings test',
  usage: '<service>|store [--to <phone, e-mail or subscriber>]',
  summary: 'try an outside service, or the store of media',
  help: `sms, sms_spare and voice send a message to a phone, mail one to an address, fcm, apns and telegram_bot one to a subscriber
(by its number); the others are asked a question that changes nothing there. store writes, reads and deletes a file. The exit code is 1 when a step fails.

  --to   the phone, the e-mail address or the subscriber's number

Examples
  npm run ekran -- settings test sms --to +998901234567
  npm run ekran -- settings test store`,
  options: { to: { type: 'string' } },
  min: 1,
  max: 1,
  problem: ({ words: [word = ''] }) => (subjectNamed(word) === undefined ? noService(word) : undefined),
  run: ({ words: [word = ''], text }, tools) =>
    withOutside(tools, async ({ deps, services }) => {
      const subject = subjectNamed(word)
      if (subject === undefined) return refused(noService(word))
      const outcome = await trySubject(deps, { subject, texts: undefined, to: text('to') ?? '' })
      if (outcome.kind === 'wrong_target')
        return refused('--to is a phone, an e-mail address for mail, a subscriber for push messages')
      if (outcome.kind === 'no_device')
        return refused('this subscriber has no device with these notifications')
      if (outcome.kind !== 'tried') return refused(whyNot(outcome))
      const lines = outcome.steps.map(lineOf)
      await record(services, 'outside_service_tested', subject, {
        accountId: outcome.accountId,
        before: {},
        after: { ...(outcome.host === '' ? {} : { host: outcome.host }), result: lines.join(', ') },
      })
      return outcome.steps.every(({ isOk }) => isOk) ? done(...lines) : { kind: 'bad', lines }
    }),
}

function lineOf({ step, word, detail }: TriedStep): string {
  return `${step}: ${word.replaceAll('_', ' ')}${detail === '' ? '' : ` (${detail})`}`
}

function serviceNamed(word: string): OutsideServiceName | undefined {
  return outsideServices.find((one) => one === word)
}

function subjectNamed(word: string): TestSubject | undefined {
  return testSubjects.find((one) => one === word)
}

function noService(word: string): string {
  return `there is no service "${shown(word)}": they are ${outsideServices.join(', ')}`
}

function cutAt(pair: string): readonly [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}

function whyNot(outcome: ServiceRefused): string {
  switch (outcome.kind) {
    case 'environment':
      return `it is set in the environment (${outcome.variable}), which wins`
    case 'changed_since':
      return 'it was changed meanwhile: see "settings list" and repeat'
    case 'not_set':
      return 'it is not set here'
    case 'wrong':
      return outcome.problem.replace(/\.$/, '')
    case 'field':
      return `${outcome.field} ${whyField[outcome.why]}`
  }
}

const whyField = {
  missing: 'is missing',
  form: 'is not of its form',
  absent: 'is no field of it',
  again: 'must be entered again, with --secret: the address has changed',
  sealed: 'cannot be opened with this secrets.json: enter it again, with --secret',
} as const

async function record(
  { audit }: Services,
  event: string,
  subject: string,
  {
    before,
    after,
    accountId,
  }: Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>> & {
    readonly accountId?: number | undefined
  },
): Promise<void> {
  const change = { section: 'settings', subject: `outside service ${subject}`, before, after }
  const whose = accountId === undefined ? {} : { accountId }
  await audit.record({ event, actor: 'operator', facts: {}, change, ...whose })
}
