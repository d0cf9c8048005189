import {
  type Delivery,
  type ListedAlarm,
  listAlarms,
  listRules,
  listTargets,
  loadAlarm,
} from '#server/alarms/alarms.ts'
import { atTheTerminal, withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { duration } from '#server/monitoring/monitoring.ts'
import { quietWords } from './alarm-words.ts'

const limit = 100

export const alarmsList: CliCommand = {
  name: 'alarms list',
  usage: '[--past]',
  summary: 'alarms that last, or those that ended',
  help: `Example
  npm run ekran -- alarms list --past`,
  options: { past: { type: 'boolean' } },
  min: 0,
  max: 0,
  run: async (input, tools) =>
    withServices(tools, async ({ work }) => {
      const isOpen = !input.flag('past')
      const alarms = await listAlarms(work.db, { isOpen, limit, nowMs: atTheTerminal().nowMs })
      return alarms.length === 0 ? done('No alarms.') : done(...alarms.map(alarmLine))
    }),
}

export const alarmsShow: CliCommand = {
  name: 'alarms show',
  usage: '<number>',
  summary: 'one alarm with its channels, notes and messages',
  help: `Example
  npm run ekran -- alarms show 7`,
  min: 1,
  max: 1,
  run: async ({ words: [word = ''] }, tools) =>
    withServices(tools, async ({ work }) => {
      const alarm = /^\d{1,9}$/.test(word)
        ? await loadAlarm(work.db, Number(word), atTheTerminal().nowMs)
        : undefined
      if (alarm === undefined) return refused(`there is no alarm ${shown(word)}`)
      return done(
        alarmLine(alarm),
        ...alarm.channels.map(
          ({ number, name, kind, endedMs }) =>
            `  ${number} ${shown(name)}: ${kind.replace('_', ' ')}${endedMs === null ? '' : ', over'}`,
        ),
        ...alarm.notes.map(({ by, text, atMs }) => `  note ${moment(atMs)} ${shown(by)}: ${shown(text)}`),
        ...alarm.deliveries.map(deliveryLine),
      )
    }),
}

function alarmLine(alarm: ListedAlarm): string {
  const { alarmId, kind, host, beganMs, endedMs, channelCount, channelNames, acknowledged, mute } = alarm
  const what =
    channelCount === 0 ? '' : `${amount(channelCount, 'channel')} (${channelNames.map(shown).join(', ')}) `
  const facts = [
    `${alarmId}  ${what}${kind.replace('_', ' ')}`,
    `since ${moment(beganMs)}`,
    ...(endedMs === null ? [] : [`lasted ${duration(endedMs - beganMs)}`]),
    ...(host === '' ? [] : [`source ${shown(host)}`]),
    ...(acknowledged === null ? [] : [`acknowledged by ${shown(acknowledged.by || 'the command line')}`]),
    ...(mute === null ? [] : [`muted until ${moment(mute.untilMs)}`]),
  ]
  return facts.join('; ')
}

function deliveryLine({ target, event, state, attempts, problem }: Delivery): string {
  const why = problem === '' ? '' : `: ${shown(problem)}`
  return `  ${event} to ${shown(target)}: ${state} after ${amount(attempts, 'attempt')}${why}`
}

export const alarmsRules = listCommand('alarms rules', 'the rules of alarms', async ({ work }) => {
  const rules = await listRules(work.db)
  return rules.length === 0
    ? ['No rules: nobody is told of a failure.']
    : rules.map(
        (rule) =>
          `${rule.ruleId}  ${shown(rule.name)}: ${rule.kinds.join(',')} for ${rule.minutes} min; to ${
            rule.targetIds.join(',') || 'nobody'
          }${quietWords(rule)}${rule.isOn ? '' : '; off'}`,
      )
})

export const alarmsTargets = listCommand('alarms targets', 'where alarms are sent', async ({ work }) => {
  const targets = await listTargets(work.db)
  return targets.length === 0
    ? ['No targets.']
    : targets.map(
        ({ targetId, kind, name, address, language }) =>
          `${targetId}  ${shown(name)}: ${kind} ${kind === 'webhook' ? new URL(address).origin : shown(address)}, ${language}`,
      )
})
