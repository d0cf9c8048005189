import { join } from 'node:path'
import {
  type CliCommand,
  type Outcome,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { openServices, type Services } from '#server/cli/command/services.ts'
import { removeRecordings } from '#media/media.ts'
import { deleteChannel, hideChannel, numberChannel, renameChannel } from '#server/television/television.ts'

const maxCharacters = 200
const numbersGoTo = 99_999

export const channelsRename: CliCommand = {
  name: 'channels rename',
  usage: '<number> [<name>] [--uz <name>] [--reset]',
  summary: 'give a channel another name than in its list',
  help: `The name is kept over every import; guides and imports still match the channel by its name in the list.

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
    const number = numberOf(word)
    if (number === undefined) return notANumber(word)
    const uz = text('uz')
    if (flag('reset') ? ru !== undefined || uz !== undefined : ru === undefined && uz === undefined)
      return refused('say a new name, or --reset for the one its list gives')
    for (const name of [ru, uz])
      if (name !== undefined && (name.trim() === '' || name.length > maxCharacters || /\p{Cc}/u.test(name)))
        return refused(`a name has 1 to ${maxCharacters} letters and no line breaks`)
    return withServices(tools, async ({ work, audit }) => {
      const response = await renameChannel(work.db, number, {
        ...(ru === undefined ? {} : { ru: ru.trim() }),
        ...(uz === undefined ? {} : { uz: uz.trim() }),
      })
      if (response.kind === 'unknown_channel') return unknown(number)
      const facts = { cid: response.cid, number, was: response.was, name: ru ?? uz ?? '' }
      await audit.record({ event: 'channel_renamed', actor: 'operator', facts })
      return done(
        flag('reset')
          ? `Channel ${number} has the name of its list again (it was ${shown(response.was)}).`
          : `Channel ${number} was ${shown(response.was)} and is ${shown(ru ?? uz ?? '')} now.`,
        ...(flag('reset') ? [] : [`To undo it: npm run ekran -- channels rename ${number} --reset`]),
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
    const [number, newNumber] = [numberOf(word), numberOf(target)]
    if (number === undefined) return notANumber(word)
    if (newNumber === undefined || newNumber > numbersGoTo)
      return refused(`${shown(target)} is not a number from 1 to ${numbersGoTo}`)
    return withServices(tools, async ({ work, audit }) => {
      const response = await numberChannel(work.db, number, newNumber)
      if (response.kind === 'unknown_channel') return unknown(number)
      const facts = { cid: response.cid, was: number, number: newNumber }
      await audit.record({ event: 'channel_numbered', actor: 'operator', facts })
      return done(
        `${shown(response.name)} has the number ${newNumber} now.`,
        ...(response.changedWith === undefined ? [] : [`${shown(response.changedWith)} has ${number}.`]),
        `To undo it: npm run ekran -- channels number ${newNumber} ${number}`,
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
    run: async ({ words: [word = ''] }, tools) => {
      const number = numberOf(word)
      if (number === undefined) return notANumber(word)
      return withServices(tools, async ({ work, audit }) => {
        const response = await hideChannel(work.db, number, isHidden)
        if (response.kind === 'unknown_channel') return unknown(number)
        const name = shown(response.name)
        if (response.kind === 'as_before') return done(`${name} was ${isHidden ? 'hidden' : 'shown'} before.`)
        const event = isHidden ? 'channel_hidden' : 'channel_shown'
        await audit.record({ event, actor: 'operator', facts: { cid: response.cid, number } })
        return done(
          `${name} is ${isHidden ? 'hidden' : 'shown again'}.`,
          `To undo it: npm run ekran -- channels ${isHidden ? 'show' : 'hide'} ${number}`,
        )
      })
    },
  }
}

export const channelsHide = hiding(true)
export const channelsShow = hiding(false)

export const channelsDelete: CliCommand = {
  name: 'channels delete',
  usage: '<number> --yes',
  summary: 'delete a channel with its guide, favourites, aliases and recordings',
  help: `What was recorded of it is removed too, protected fragments with it, by the Ekran that records on this data folder. It cannot be undone, and the next import of a list with this channel brings it back as a new one: to keep it away, hide it.
Merge a duplicate channel instead (channels merge), so that no favourite is lost.

Example
  npm run ekran -- channels delete 112 --yes`,
  options: { yes: { type: 'boolean' } },
  min: 1,
  max: 1,
  run: async ({ words: [word = ''], flag }, tools) => {
    const number = numberOf(word)
    if (number === undefined) return notANumber(word)
    if (!flag('yes'))
      return refused(`this cannot be undone; add --yes, or hide it: npm run ekran -- channels hide ${number}`)
    return withServices(tools, async ({ work, audit }) => {
      const response = await deleteChannel(work.db, number)
      if (response.kind === 'unknown_channel') return unknown(number)
      const { cid, name, key } = response
      await audit.record({ event: 'channel_deleted', actor: 'operator', facts: { cid, number, name, key } })
      return done(
        `${shown(name)} (${number}) is deleted, with its guide, favourites and aliases.`,
        await recordingsLine(work, cid),
        'It comes back with the next import of a list that has it, as a new channel.',
      )
    })
  },
}

/** What happens to the recordings: files in use by the recording process, which must not be removed. */
async function recordingsLine({ dataDir, serverRuns }: Services['work'], cid: number): Promise<string> {
  const store = join(dataDir, 'media')
  const folder = join(store, 'live', String(cid))
  if (!(await removeRecordings(store, String(cid))))
    return `Nothing of it is recorded in ${folder}. An Ekran that records elsewhere has it there: remove media/live/${cid}.`
  return serverRuns
    ? `Its recordings in ${folder} are removed within a minute.`
    : `Its recordings in ${folder} are removed when Ekran starts; to do it now: rm -r ${folder}`
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

/** Runs `work` with services that are closed afterwards. */
export async function withServices(
  tools: CommandTools,
  work: (services: Services) => Promise<Outcome>,
): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  return await work(await openServices(tools, stack))
}
