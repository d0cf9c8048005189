/** Rules of alarms and their targets: the same as on the page of rules in the console. */
import {
  alarmKinds,
  type AlarmKind,
  alarmSeal,
  listRules,
  queueTest,
  removeRule,
  removeTarget,
  type RuleFields,
  saveRule,
  saveTarget,
  targetKinds,
} from '#server/alarms/alarms.ts'
import { atTheTerminal, withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, type CommandInput, done, refused, shown } from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { readQuiet } from './alarm-words.ts'
import { readSecret } from './read-secret.ts'

async function record(
  { audit }: Services,
  event: string,
  subject: string,
  after?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await audit.record({ event, actor: 'operator', facts: {}, change: { section: 'health', subject, after } })
}

const ruleOptions = {
  name: { type: 'string' },
  kinds: { type: 'string' },
  minutes: { type: 'string' },
  quiet: { type: 'string' },
  to: { type: 'string' },
  on: { type: 'string' },
} as const

export const alarmsRulesSave: CliCommand = {
  name: 'alarms rules save',
  usage:
    '<number|new> [--name <text>] [--kinds <kind,…>] [--minutes <n>] [--quiet 23:00-07:00|none] [--to <target,…>] [--on yes|no]',
  summary: 'add a rule of alarms, or change one',
  help: `What is not named stays; a new rule needs --name and --kinds, lasts 2 minutes by default and tells nobody without --to.

  --kinds    ${alarmKinds.slice(0, 8).join(', ')},
             ${alarmKinds.slice(8).join(', ')}
  --minutes  how long a problem must last, 0 to 1440
  --quiet    the time of day in Tashkent in which messages wait, or none
  --to       numbers of targets: npm run ekran -- alarms targets

Example
  npm run ekran -- alarms rules save new --name "Channels down" --kinds no_signal,stale,black,frozen --to 1,2`,
  options: ruleOptions,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withServices(tools, async (services) => {
      const { db } = services.work
      const [word = ''] = input.words
      const before = (await listRules(db)).find(({ ruleId }) => String(ruleId) === word)
      if (word !== 'new' && before === undefined) return refused(`there is no rule ${shown(word)}`)
      const fields = readRule(input, before)
      if (typeof fields === 'string') return refused(fields)
      const outcome = await saveRule(db, before?.ruleId ?? null, fields)
      if (outcome.kind === 'full') return refused(`there are ${outcome.max} rules already`)
      if (outcome.kind !== 'saved') return refused('--to names a target that does not exist')
      await record(services, 'alarm_rule_saved', `alarm rule ${outcome.ruleId}`, { ...fields })
      return done(`Rule ${outcome.ruleId} is saved.`)
    }),
}

/** The fields, or what is wrong with them. */
function readRule(input: CommandInput, before: RuleFields | undefined): RuleFields | string {
  const name = (input.text('name') ?? before?.name ?? '').trim()
  if (name === '' || name.length > 80) return '--name has 1 to 80 characters'
  const kindWords = input.text('kinds')?.split(',') ?? before?.kinds ?? []
  const kinds = alarmKinds.filter((kind): kind is AlarmKind => kindWords.includes(kind))
  if (kinds.length === 0 || kinds.length !== new Set(kindWords).size)
    return `--kinds are some of ${alarmKinds.join(', ')}`
  const minuteText = input.text('minutes') ?? String(before?.minutes ?? 2)
  if (!/^\d{1,4}$/.test(minuteText) || Number(minuteText) > 1440) return '--minutes is 0 to 1440'
  const quietText = input.text('quiet')
  const quiet =
    quietText !== undefined
      ? readQuiet(quietText)
      : typeof before?.quietFrom === 'number' && typeof before.quietUntil === 'number'
        ? ([before.quietFrom, before.quietUntil] as const)
        : null
  if (quiet === undefined) return '--quiet is like 23:00-07:00, or none'
  const to = input.text('to')
  if (to !== undefined && !/^(?:\d{1,9}(?:,\d{1,9})*)?$/.test(to))
    return '--to is numbers of targets with commas between'
  const on = input.text('on')
  if (on !== undefined && on !== 'yes' && on !== 'no') return '--on is yes or no'
  return {
    ...{
      name,
      kinds,
      minutes: Number(minuteText),
      quietFrom: quiet?.[0] ?? null,
      quietUntil: quiet?.[1] ?? null,
    },
    targetIds: to === undefined ? (before?.targetIds ?? []) : to.split(',').filter(Boolean).map(Number),
    isOn: on === undefined ? (before?.isOn ?? true) : on === 'yes',
  }
}

export const alarmsRulesRemove: CliCommand = {
  name: 'alarms rules remove',
  usage: '<number>',
  summary: 'remove a rule; its open alarms end without a message',
  help: `Example
  npm run ekran -- alarms rules remove 2`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) =>
    withServices(tools, async (services) => {
      const removed = /^\d{1,9}$/.test(word) ? await removeRule(services.work.db, Number(word)) : undefined
      if (removed === undefined) return refused(`there is no rule ${shown(word)}`)
      await record(services, 'alarm_rule_removed', `alarm rule ${word}`)
      return done(`Rule ${word} is removed.`)
    }),
}

export const alarmsTargetsAdd: CliCommand = {
  name: 'alarms targets add',
  usage: '<telegram|email|webhook|sms> <address> --name <text> [--language ru|uz|en]',
  summary: 'add where alarms are sent',
  help: `The address is a chat (-1001234567890 or @channel), an e-mail address, an https address or a phone number. The token of
a bot and the key of a webhook's signature are read from standard input: an argument could be read by others.

Examples
  npm run ekran -- alarms targets add email duty@example.uz --name Duty
  npm run ekran -- alarms targets add telegram @duty_tv --name "Duty chat" < token.txt`,
  options: { name: { type: 'string' }, language: { type: 'string' } },
  min: 2,
  max: 2,
  run: async (input, tools) => {
    const [kindWord = '', address = ''] = input.words
    const kind = targetKinds.find((one) => one === kindWord)
    if (kind === undefined) return refused(`${shown(kindWord)} is none of ${targetKinds.join(', ')}`)
    const name = (input.text('name') ?? '').trim()
    if (name === '' || name.length > 80) return refused('--name has 1 to 80 characters')
    const language = (['ru', 'uz', 'en'] as const).find((one) => one === (input.text('language') ?? 'ru'))
    if (language === undefined) return refused('--language is ru, uz or en')
    const secret = kind === 'telegram' || kind === 'webhook' ? await readSecret() : ''
    return withServices(tools, async (services) => {
      const { settings, secrets } = services
      const deps = { db: services.work.db, settings, seal: alarmSeal(secrets, systemRandom) }
      const outcome = await saveTarget(deps, null, { kind, name, address, secret, language })
      if (outcome.kind === 'full') return refused(`there are ${outcome.max} targets already`)
      if (outcome.kind !== 'saved')
        return refused(
          outcome.kind === 'wrong' && outcome.field === 'secret'
            ? 'the token or the key of 16 characters or more is missing on standard input'
            : `the address is none for ${kind}`,
        )
      await record(services, 'alarm_target_saved', `alarm target ${outcome.targetId}`, {
        kind,
        name,
        language,
      })
      return done(
        `Target ${outcome.targetId} is added.`,
        `To try it: npm run ekran -- alarms test ${outcome.targetId}`,
      )
    })
  },
}

export const alarmsTargetsRemove: CliCommand = {
  name: 'alarms targets remove',
  usage: '<number>',
  summary: 'remove where alarms are sent; rules lose it',
  help: `Example
  npm run ekran -- alarms targets remove 2`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) =>
    withServices(tools, async (services) => {
      const removed = /^\d{1,9}$/.test(word) ? await removeTarget(services.work.db, Number(word)) : undefined
      if (removed === undefined) return refused(`there is no target ${shown(word)}`)
      await record(services, 'alarm_target_removed', `alarm target ${word}`)
      return done(`Target ${word} is removed.`)
    }),
}

export const alarmsTest: CliCommand = {
  name: 'alarms test',
  usage: '<target>',
  summary: 'send a test message to a target',
  help: `The running Ekran sends it within some seconds; the page of rules in the console shows what became of it.

Example
  npm run ekran -- alarms test 1`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) =>
    withServices(tools, async (services) => {
      const { db, serverRuns } = services.work
      if (!serverRuns) return refused('Ekran does not run, and it sends the messages')
      const id = /^\d{1,9}$/.test(word) ? await queueTest(db, Number(word), atTheTerminal().nowMs) : undefined
      if (id === undefined) return refused(`there is no target ${shown(word)}`)
      await record(services, 'alarm_target_tested', `alarm target ${word}`)
      return done('The message is sent within some seconds. What became of it: /console/alarms/rules')
    }),
}
