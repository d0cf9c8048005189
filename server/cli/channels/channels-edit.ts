import {
  type CliCommand,
  type Outcome,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import type { Services } from '#server/cli/command/services.ts'
import {
  type ChannelRecord,
  type ChannelsRefused,
  editChannels,
  loadChannels,
  releaseFields,
  removeChannels,
} from '#server/television/television.ts'

const maxCharacters = 200
const numbersGoTo = 99_999

export const channelsRename: CliCommand = {
  name: 'channels rename',
  usage: '<number> [<name>] [--uz <name>] [--reset]',
  summary: 'give a channel another name than in its list',
  help: `The name is kept over every import; imports still recognise the channel by its name in the list.

  --uz     its name in Uzbek, if it differs
  --reset  the list's own name again

Examples
  npm run ekran -- channels rename 12 "Sevimli"
  npm run ekran -- channels rename 12 "Первый" --uz "Birinchi"
  npm run ekran -- channels rename 12 --reset`,
  options: { uz: { type: 'string' }, reset: { type: 'boolean' } },
  min: 1,
  max: 2,
  run: async ({ words: [word = '', ru], text, flag }, tools) => {
    const uz = text('uz')
    if (flag('reset') ? ru !== undefined || uz !== undefined : ru === undefined && uz === undefined)
      return refused('say a new name, or --reset for the one its list gives')
    for (const name of [ru, uz])
      if (name !== undefined && (name.trim() === '' || name.length > maxCharacters || /\p{Cc}/u.test(name)))
        return refused(`a name has 1 to ${maxCharacters} letters and no line breaks`)
    return withChannel(tools, word, async ({ work, audit }, channel) => {
      const { cid, number } = channel
      const was = nameOf(channel)
      const outcome = flag('reset')
        ? await releaseFields(work.db, cid, ['name_ru', 'name_uz'], atTheTerminal())
        : await editChannels(
            work.db,
            // A new Russian name without an Uzbek one is shown in both languages.
            [
              {
                cid,
                fields: { name_ru: ru?.trim(), name_uz: uz?.trim() ?? (ru === undefined ? undefined : '') },
              },
            ],
            atTheTerminal(),
          )
      if (outcome.kind !== 'changed') return notChanged(outcome)
      const facts = { cid, number, was, name: ru ?? uz ?? '', change: outcome.changeId }
      await audit.record({ event: 'channel_renamed', actor: 'operator', facts })
      return done(
        flag('reset')
          ? `Channel ${number} has the name of its list again (it was ${shown(was)}).`
          : `Channel ${number} was ${shown(was)} and is ${shown(ru ?? uz ?? '')} now.`,
        ...undoLines(outcome),
      )
    })
  },
}

export const channelsNumber: CliCommand = {
  name: 'channels number',
  usage: '<number> <new number>',
  summary: 'give a channel another number; the one that has it changes places with it',
  help: `The number is kept over every import, whatever the list says (tvg-chno).

Example
  npm run ekran -- channels number 112 12`,
  min: 2,
  max: 2,
  run: async ({ words: [word = '', target = ''] }, tools) => {
    const newNumber = numberOf(target)
    if (newNumber === undefined || newNumber > numbersGoTo)
      return refused(`${shown(target)} is not a number from 1 to ${numbersGoTo}`)
    return withChannel(tools, word, async ({ work, audit }, channel, channels) => {
      const { cid, number } = channel
      const other = channels.find((one) => one.number === newNumber && one.cid !== cid)
      const outcome = await editChannels(work.db, [{ cid, fields: { number: newNumber } }], atTheTerminal())
      if (outcome.kind !== 'changed') return notChanged(outcome)
      const facts = { cid, was: number, number: newNumber, change: outcome.changeId }
      await audit.record({ event: 'channel_numbered', actor: 'operator', facts })
      return done(
        `${shown(nameOf(channel))} has the number ${newNumber} now.`,
        ...(other === undefined ? [] : [`${shown(nameOf(other))} has ${number}.`]),
        ...undoLines(outcome),
      )
    })
  },
}

function hiding(isHidden: boolean): CliCommand {
  return {
    name: isHidden ? 'channels hide' : 'channels show',
    usage: '<number>',
    summary: isHidden
      ? 'hide a channel from all viewers and stop recording it'
      : 'show a hidden channel again',
    help: `A hidden channel keeps its number, its guide, its archive and its place in favourites, and imports leave it hidden.

Example
  npm run ekran -- channels ${isHidden ? 'hide' : 'show'} 12`,
    min: 1,
    max: 1,
    run: ({ words: [word = ''] }, tools) =>
      withChannel(tools, word, async ({ work, audit }, channel) => {
        const { cid, number } = channel
        const name = shown(nameOf(channel))
        const edits = [{ cid, fields: { is_hidden: isHidden } }]
        const outcome = await editChannels(work.db, edits, atTheTerminal())
        if (outcome.kind !== 'changed') return notChanged(outcome)
        if (outcome.changed === 0) return done(`${name} was ${isHidden ? 'hidden' : 'shown'} before.`)
        const event = isHidden ? 'channel_hidden' : 'channel_shown'
        await audit.record({ event, actor: 'operator', facts: { cid, number, change: outcome.changeId } })
        return done(`${name} is ${isHidden ? 'hidden' : 'shown again'}.`, ...undoLines(outcome))
      }),
  }
}

export const channelsHide = hiding(true)
export const channelsShow = hiding(false)

export const channelsKind: CliCommand = {
  name: 'channels kind',
  usage: '<number> <television|radio>',
  summary: 'say whether a channel is television or radio (sound only)',
  help: `Of radio only the sound is recorded; players and the board show its logo in place of a picture, and no fault of a picture is
reported. Imports leave the kind that was set here.

Examples
  npm run ekran -- channels kind 112 radio
  npm run ekran -- channels kind 112 television`,
  min: 2,
  max: 2,
  run: ({ words: [word = '', kind = ''] }, tools) => {
    if (kind !== 'television' && kind !== 'radio')
      return Promise.resolve(refused(`${shown(kind)} is neither television nor radio`))
    return withChannel(tools, word, async ({ work, audit }, channel) => {
      const { cid, number } = channel
      const name = shown(nameOf(channel))
      const edits = [{ cid, fields: { is_radio: kind === 'radio' } }]
      const outcome = await editChannels(work.db, edits, atTheTerminal())
      if (outcome.kind !== 'changed') return notChanged(outcome)
      if (outcome.changed === 0) return done(`${name} was ${kind} before.`)
      const facts = { cid, number, kind, change: outcome.changeId }
      await audit.record({ event: 'channel_kind_set', actor: 'operator', facts })
      return done(`${name} is ${kind} now.`, ...undoLines(outcome))
    })
  },
}

export const channelsGuests: CliCommand = {
  name: 'channels guests',
  usage: '<number> <open|closed>',
  summary: 'say whether guests watch a channel live without logging in',
  help: `An open channel plays live for everybody whom the setting guest_watching admits: without an account, and with one without a
tariff. Its archive needs a login and a tariff as before. Imports leave what was set here.

Examples
  npm run ekran -- channels guests 12 open
  npm run ekran -- channels guests 12 closed
  npm run ekran -- settings set guest_watching value=inside`,
  min: 2,
  max: 2,
  run: ({ words: [word = '', state = ''] }, tools) => {
    if (state !== 'open' && state !== 'closed')
      return Promise.resolve(refused(`${shown(state)} is neither open nor closed`))
    return withChannel(tools, word, async ({ work, audit }, channel) => {
      const { cid, number } = channel
      const name = shown(nameOf(channel))
      const edits = [{ cid, fields: { open_to_guests: state === 'open' } }]
      const outcome = await editChannels(work.db, edits, atTheTerminal())
      if (outcome.kind !== 'changed') return notChanged(outcome)
      if (outcome.changed === 0) return done(`${name} was ${state} to guests before.`)
      const facts = { cid, number, state, change: outcome.changeId }
      await audit.record({ event: 'channel_guests_set', actor: 'operator', facts })
      return done(`${name} is ${state} to guests now.`, ...undoLines(outcome))
    })
  },
}

export const channelsDelete: CliCommand = {
  name: 'channels delete',
  usage: '<number>',
  summary: 'delete a channel; it can be restored for seven days',
  help: `Viewers and the recorder lose it at once, its number is free, and no import brings it back. For seven days, or for the days
of its archive if they are more, it is restored with its guide, favourites and aliases by "changes undo". What was recorded of
it is removed by the Ekran that recorded it within seven days.
Merge a duplicate channel instead (channels merge), so that no favourite is lost.

Example
  npm run ekran -- channels delete 112`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withChannel(tools, word, async ({ work, audit }, channel) => {
      const { cid, number, key } = channel
      const name = nameOf(channel)
      const outcome = await removeChannels(work.db, [cid], atTheTerminal())
      if (outcome.kind !== 'changed') return notChanged(outcome)
      const facts = { cid, number, name, key, change: outcome.changeId }
      await audit.record({ event: 'channel_deleted', actor: 'operator', facts })
      return done(`${shown(name)} (${number}) is deleted.`, ...undoLines(outcome))
    }),
}

export function notChanged(outcome: ChannelsRefused): Outcome {
  switch (outcome.kind) {
    case 'unknown_channel':
    case 'changed_since':
      return refused('somebody else has just changed this channel: look at it and try again')
    case 'unknown_category':
      return refused(`there is no category ${outcome.categoryId}`)
    case 'number_twice':
      return refused(`the number ${outcome.number} is given twice`)
  }
}

export function nameOf({ name }: ChannelRecord) {
  return name.ru || name.uz
}

/** Runs `work` with the channel of a number, or refuses. */
export async function withChannel(
  tools: CommandTools,
  word: string,
  work: (services: Services, channel: ChannelRecord, all: readonly ChannelRecord[]) => Promise<Outcome>,
): Promise<Outcome> {
  const number = numberOf(word)
  if (number === undefined) return notANumber(word)
  return withServices(tools, async (services) => {
    const channels = await loadChannels(services.work.db)
    const channel = channels.find((one) => one.number === number)
    return channel === undefined ? unknown(number) : work(services, channel, channels)
  })
}

/** A channel's number, or undefined for an invalid one. */
export function numberOf(text: string): number | undefined {
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

export function notANumber(word: string): Outcome {
  return refused(`${shown(word)} is not the number of a channel`)
}

export function unknown(number: number): Outcome {
  return refused(`there is no channel ${number}`)
}
