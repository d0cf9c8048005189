/** What a device is made to do, as options of the command line. */
import { commandKinds } from '#contract/console/commands.ts'
import type { CommandInput } from '#server/cli/command/command.ts'
import type { Command } from '#server/commands/commands.ts'

const maxText = 300

const word = { type: 'string' } as const

export const commandOptions = {
  ...{ kind: word, 'text-ru': word, 'text-uz': word, seconds: word, channel: word, minutes: word },
}

export const commandHelp = `  --kind     message, reload, channel or sign-out
  --text-ru  of a message, with --text-uz: plain text of at most 300 characters
  --seconds  how long a message stays on the screen: 30, or 5 to 300
  --channel  the number of the channel that is opened
  --minutes  how long a device that is off can still get it: 10, or 1 to 1440
  --reason   why; the staff sees it`

/** The command that the options describe, or what is wrong with them. */
export function readCommand(input: CommandInput): Command | string {
  const written = (input.text('kind') ?? '').replace('-', '_')
  const kind = commandKinds.find((one) => one === written)
  if (kind === undefined) return '--kind is one of message, reload, channel and sign-out'
  const whole = (option: string, value: number, [min, max]: readonly [number, number]) => {
    const typed = input.text(option)
    if (typed === undefined) return value
    const number = /^\d{1,9}$/.test(typed) ? Number(typed) : -1
    return number < min || number > max ? undefined : number
  }
  const staysSec = whole('seconds', 30, [5, 300])
  const expiresMin = whole('minutes', 10, [1, 1440])
  const channelId = whole('channel', 0, [1, 2_147_483_647])
  if (staysSec === undefined) return '--seconds is from 5 to 300'
  if (expiresMin === undefined) return '--minutes is from 1 to 1440'
  if (channelId === undefined) return '--channel is the number of a channel'
  const text = { ru: input.text('text-ru')?.trim() ?? '', uz: input.text('text-uz')?.trim() ?? '' }
  if (text.ru.length > maxText || text.uz.length > maxText) return `a text has at most ${maxText} characters`
  const isMessage = kind === 'message'
  return {
    ...{ kind, expiresMin, staysSec: isMessage ? staysSec : 0 },
    text: isMessage ? text : { ru: '', uz: '' },
    channelId: kind === 'channel' && channelId > 0 ? channelId : null,
  }
}

export const whyNoCommand = {
  no_text: 'write the text after --text-ru and after --text-uz',
  no_channel: 'there is no such channel: see `channels list`',
}
