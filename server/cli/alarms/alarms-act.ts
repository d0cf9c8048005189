/** Acts about alarms: the same as on their page in the console. */
import {
  acknowledgeAlarm,
  addAlarmNote,
  type AlarmAuthor,
  muteAlarm,
  muteChannel,
  unmuteAlarm,
  unmuteChannel,
} from '#server/alarms/alarms.ts'
import { atTheTerminal, withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { loadChannels } from '#server/television/television.ts'
import { readSpan } from './alarm-words.ts'

const spanHelp = '--for is like 30m, 4h or 7d: five minutes to a month'
const author = (): AlarmAuthor => ({ name: '', nowMs: atTheTerminal().nowMs })

interface Act {
  readonly event: string
  readonly subject: string
  readonly after?: Readonly<Record<string, unknown>>
}

async function record({ audit }: Services, { event, subject, after }: Act): Promise<void> {
  await audit.record({ event, actor: 'operator', facts: {}, change: { section: 'health', subject, after } })
}

async function onAlarm(
  { words: [word = ''] }: CommandInput,
  tools: CommandTools,
  {
    event,
    after,
    says,
    run,
  }: Omit<Act, 'subject'> & {
    readonly says: string
    run(services: Services, alarmId: number): Promise<boolean>
  },
): Promise<Outcome> {
  return withServices(tools, async (services) => {
    const alarmId = /^\d{1,9}$/.test(word) ? Number(word) : 0
    if (!(await run(services, alarmId))) return refused(`there is no open alarm ${shown(word)}`)
    await record(services, { event, subject: `alarm ${alarmId}`, ...(after === undefined ? {} : { after }) })
    return done(`Alarm ${alarmId} ${says}.`)
  })
}

export const alarmsAck: CliCommand = {
  name: 'alarms ack',
  usage: '<number>',
  summary: 'say that somebody takes care of an alarm',
  help: `Example
  npm run ekran -- alarms ack 7`,
  min: 1,
  max: 1,
  run: (input, tools) =>
    onAlarm(input, tools, {
      event: 'alarm_acknowledged',
      says: 'is acknowledged',
      run: ({ work }, alarmId) => acknowledgeAlarm(work.db, alarmId, author()),
    }),
}

export const alarmsNote: CliCommand = {
  name: 'alarms note',
  usage: '<number> <text>',
  summary: 'add a note to an alarm',
  help: `Example
  npm run ekran -- alarms note 7 "The supplier was called"`,
  min: 2,
  max: 2,
  run: async (input, tools) => {
    const text = (input.words[1] ?? '').trim()
    if (text === '' || text.length > 2000) return refused('a note has 1 to 2000 characters')
    return onAlarm(input, tools, {
      ...{ event: 'alarm_noted', says: 'has the note', after: { text } },
      run: ({ work }, alarmId) => addAlarmNote(work.db, alarmId, text, author()),
    })
  },
}

const muteOptions = {
  for: { type: 'string' },
  reason: { type: 'string' },
  channel: { type: 'boolean' },
} as const

export const alarmsMute: CliCommand = {
  name: 'alarms mute',
  usage: '<number> [--for 1h] [--reason <text>] [--channel]',
  summary: 'send no message of an alarm, or raise none for a channel, for a time',
  help: `The number is the alarm's; with --channel it is that of a channel, as viewers see it.

  --for     30m, 4h, 7d; an hour by default
  --reason  for colleagues

Examples
  npm run ekran -- alarms mute 7 --for 4h
  npm run ekran -- alarms mute 12 --channel --for 1d --reason "works of the supplier"`,
  options: muteOptions,
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const minutes = readSpan(input.text('for') ?? '1h')
    const reason = input.text('reason') ?? ''
    if (minutes === undefined) return refused(spanHelp)
    if (reason.length > 200) return refused('--reason has at most 200 characters')
    const mute = { minutes, reason }
    if (input.flag('channel'))
      return onChannel(input, tools, {
        ...{ event: 'channel_muted', says: 'raises no alarm for the time', after: mute },
        run: ({ work }, cid) => muteChannel(work.db, cid, mute, author()),
      })
    return onAlarm(input, tools, {
      ...{ event: 'alarm_muted', says: 'sends no message for the time', after: mute },
      run: ({ work }, alarmId) => muteAlarm(work.db, alarmId, mute, author()),
    })
  },
}

export const alarmsUnmute: CliCommand = {
  name: 'alarms unmute',
  usage: '<number> [--channel]',
  summary: 'end the mute of an alarm or a channel',
  help: `Example
  npm run ekran -- alarms unmute 12 --channel`,
  options: { channel: { type: 'boolean' } },
  min: 1,
  max: 1,
  run: (input, tools) =>
    input.flag('channel')
      ? onChannel(input, tools, {
          ...{ event: 'channel_unmuted', says: 'raises alarms again' },
          run: ({ work }, cid) => unmuteChannel(work.db, cid),
        })
      : onAlarm(input, tools, {
          ...{ event: 'alarm_unmuted', says: 'sends messages again' },
          run: ({ work }, alarmId) => unmuteAlarm(work.db, alarmId),
        }),
}

async function onChannel(
  { words: [word = ''] }: CommandInput,
  tools: CommandTools,
  {
    event,
    after,
    says,
    run,
  }: Omit<Act, 'subject'> & { readonly says: string; run(services: Services, cid: number): Promise<void> },
): Promise<Outcome> {
  return withServices(tools, async (services) => {
    const channels = await loadChannels(services.work.db)
    const channel = channels.find(({ number }) => String(number) === word)
    if (channel === undefined) return refused(`there is no channel ${shown(word)}`)
    await run(services, channel.cid)
    const subject = `channel ${channel.cid}`
    await record(services, { event, subject, ...(after === undefined ? {} : { after }) })
    return done(`Channel ${word} ${says}.`)
  })
}
