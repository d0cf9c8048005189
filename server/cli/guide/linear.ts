import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type CliCommand, amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { fold } from '#contract/search/search-folding.ts'
import {
  decodeText,
  applySchedule,
  checkSchedule,
  problemLines,
  linearFolder,
  listSchedules,
  type SavedSchedule,
  reasonOf,
  withoutControls,
} from '#server/imports/imports.ts'
import { loadPlayablesForCommand } from './load-playables.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { loadChannels, type ChannelRecord } from '#server/television/television.ts'

const maxBytes = 2_000_000

export const linearImport: CliCommand = {
  name: 'linear import',
  usage: '<channel number or new name> <schedule.txt>',
  summary: 'create a channel of packaged films from a schedule',
  help: `Reads a schedule (docs/guides/linear-channels.md), puts it into the folder "linear" of the data folder and makes the
channel's guide from it for the coming days. Past and current programmes stay. From then on the file in that folder is the
schedule: edit it there, and a running Ekran applies it within a minute. A schedule with an error changes nothing.

  <channel number>   of a channel that plays films already
  <new name>         makes a channel, or gives the one of that name another schedule: "Кино", "Кино | Kino"

Examples
  npm run ekran -- linear import "Кино дома | Uyda kino" kino.txt
  npm run ekran -- linear import 301 kino.txt`,
  min: 2,
  max: 2,
  run: async ({ words: [channelRef = '', path = ''] }, tools) => {
    const source = await readSource(path)
    if ('why' in source) return refused(`${shown(basename(path))}: ${source.why}`)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const playables = await loadPlayablesForCommand(work, tools, stack)
    const text = withHeading(source.text, channelRef)
    const checked = checkSchedule(text, playables)
    if (checked.kind === 'wrong') return wrongLines(checked.problems)
    const file = fileFor(channelRef, await loadChannels(work.db), await listSchedules(work.db))
    const folder = linearFolder(work.dataDir)
    const target = join(folder, file)
    const former = await readFile(target, 'utf8').catch(() => undefined)
    await mkdir(folder, { recursive: true })
    await replaceFile(target, text)
    const { mtimeMs, size } = await stat(target)
    const stamp = `${Math.round(mtimeMs)}-${size}`
    const applied = await applySchedule(work.db, { file, text, stamp }, playables, systemClock.nowMs())
    if (applied.kind === 'refused') {
      if (former === undefined) await rename(target, `${target}.refused`)
      else await replaceFile(target, former)
      return wrongLines(applied.problems)
    }
    const { channel, isNew, programmes, madeUntilMs } = applied
    await audit.record({
      event: 'linear_schedule_imported',
      actor: 'operator',
      facts: { file, cid: channel.cid },
    })
    return done(
      `Channel ${shown(`${channel.number} ${channel.name.ru}`)} ${isNew ? 'was made' : 'has its schedule'}: ${amount(programmes, 'programme')} up to ${moment(madeUntilMs)}.`,
      ...problemLines(applied.problems).map((line) => `  ${withoutControls(line)}`),
      `Its schedule is ${target}: edit it there.`,
    )
  },
}

export const linearList: CliCommand = {
  name: 'linear list',
  usage: '',
  summary: 'list the channels with a schedule file and their state',
  help: `Every file of the folder "linear", its channel, the end of its planned guide, and its errors.

Example
  npm run ekran -- linear list`,
  min: 0,
  max: 0,
  run: async (_, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const channels = await loadChannels(work.db)
    const schedules = await listSchedules(work.db)
    return done(
      ...schedules.flatMap((row) => linesOf(row, channels)),
      `${amount(schedules.length, 'schedule')}.`,
    )
  },
}

function linesOf(row: SavedSchedule, channels: readonly ChannelRecord[]): string[] {
  const channel = channels.find(({ cid }) => cid === row.channel_id)
  const which = channel === undefined ? 'no channel' : `${channel.number} ${channel.name.ru}`
  const state = row.state === 'refused' ? 'REFUSED, the guide stays as it was' : row.state
  const until = row.made_until === null ? '' : `, made up to ${moment(row.made_until.getTime())}`
  return [
    shown(`${row.file}: ${which}, ${state}${until}`),
    ...row.problems.map((problem) => `  ${withoutControls(problem)}`),
  ]
}

async function readSource(path: string): Promise<{ readonly text: string } | { readonly why: string }> {
  try {
    const { size } = await stat(path)
    if (size > maxBytes) return { why: 'it is larger than 2 MB' }
    return { text: decodeText(await readFile(path)) }
  } catch (error) {
    return { why: reasonOf(error) }
  }
}

/** Writes the channel into the file itself without moving a line: problems refer to line numbers. */
function withHeading(text: string, channelRef: string): string {
  const heading = /^\d+$/.test(channelRef)
    ? `channel: ${channelRef}`
    : `name: ${channelRef.replace(/[\r\n]+/g, ' ')}`
  let isSaid = false
  const rest = text.replace(/^\uFEFF/, '').replace(/^[ \t]*(?:channel|name)[ \t]*:.*$/gim, () => {
    const first = !isSaid
    isSaid = true
    return first ? heading : ''
  })
  return isSaid ? rest : `${rest.replace(/\s*$/, '')}\n${heading}\n`
}

/** The channel's existing file, or one named by its number or name. */
function fileFor(
  channelRef: string,
  channels: readonly ChannelRecord[],
  schedules: readonly SavedSchedule[],
): string {
  const [name = ''] = channelRef.split('|').map((part) => part.trim())
  const channel = channels.find(({ number, name: own }) =>
    /^\d+$/.test(channelRef) ? String(number) === channelRef : own.ru === name,
  )
  const own = channel === undefined ? undefined : schedules.find((row) => row.channel_id === channel.cid)
  if (own !== undefined) return own.file
  if (/^\d+$/.test(channelRef)) return `channel-${channelRef}.txt`
  const plain = fold(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${plain === '' ? 'channel' : plain}.txt`
}

/** Replaces the file atomically: a running Ekran may read the folder at any moment. */
async function replaceFile(target: string, text: string): Promise<void> {
  const beside = `${target}.part`
  await writeFile(beside, text)
  await rename(beside, target)
}

function wrongLines(problems: Parameters<typeof problemLines>[0]) {
  return refused(
    `the schedule is not right\n${problemLines(problems)
      .map((line) => `  ${withoutControls(line)}`)
      .join('\n')}`,
  )
}
