import { channelLanguages, channelQualities } from '#contract/console/channel-rules.ts'
import { atTheTerminal, undoLines } from '#server/cli/command/changing.ts'
import { type CliCommand, done, refused, shown } from '#server/cli/command/command.ts'
import { type ChannelFieldEdits, editChannels } from '#server/television/television.ts'
import { nameOf, notChanged, withChannel } from './channels-edit.ts'

export const channelsSigns: CliCommand = {
  name: 'channels signs',
  usage: '<number> [--languages ru,uz] [--quality sd|hd|uhd|none]',
  summary: 'say the languages and the quality of a channel, for the rules of tariffs',
  help: `Tariffs whose rules look at them open or close the channel at once.

  --languages <list>   ${channelLanguages.join(', ')}; "none" for none
  --quality <word>     ${channelQualities.join(', ')}; "none" for none

Example
  npm run ekran -- channels signs 12 --languages ru,uz --quality hd`,
  options: { languages: { type: 'string' }, quality: { type: 'string' } },
  min: 1,
  max: 1,
  run: ({ words: [word = ''], text }, tools) => {
    const fields = fieldsIn(text('languages'), text('quality'))
    if (typeof fields === 'string') return Promise.resolve(refused(fields))
    return withChannel(tools, word, async ({ work, audit }, channel) => {
      const { cid, number } = channel
      const name = shown(nameOf(channel))
      const outcome = await editChannels(work.db, [{ cid, fields }], atTheTerminal())
      if (outcome.kind !== 'changed') return notChanged(outcome)
      if (outcome.changed === 0) return done(`${name} had them already.`)
      const facts = { cid, number, change: outcome.changeId }
      await audit.record({ event: 'channel_signs_set', actor: 'operator', facts })
      return done(`${name} has them now.`, ...undoLines(outcome))
    })
  },
}

/** The fields, or what is wrong with them. */
function fieldsIn(languages: string | undefined, quality: string | undefined): ChannelFieldEdits | string {
  if (languages === undefined && quality === undefined) return 'say --languages or --quality'
  const codes = languages === undefined || languages === 'none' ? [] : languages.split(',')
  const listed = channelLanguages.filter((code) => codes.includes(code))
  const wrong = codes.find((code) => !listed.some((one) => one === code))
  if (wrong !== undefined)
    return `--languages: ${shown(wrong)} is none of ${channelLanguages.join(', ')}; write them with commas`
  const word = quality === 'none' ? '' : channelQualities.find((one) => one === quality)
  if (quality !== undefined && word === undefined)
    return `--quality ${shown(quality)} is none of ${channelQualities.join(', ')}, none`
  return {
    ...(languages === undefined ? {} : { languages: listed }),
    ...(word === undefined ? {} : { quality: word }),
  }
}
