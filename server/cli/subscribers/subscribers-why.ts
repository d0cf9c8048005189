/** Why a subscriber cannot watch something, at the command line. */
import { accountCommand, named } from '#server/cli/accounts/account-command.ts'
import { type CommandInput, done, moment, momentIn, refused, shown } from '#server/cli/command/command.ts'
import {
  type Reason,
  type Why,
  type WhyAnswer,
  type WhyDeps,
  type WhyItem,
  whyNot,
} from '#server/subscribers/subscribers.ts'
import { openWhy } from './open-why.ts'

export const subscribersWhy = accountCommand({
  name: 'subscribers why',
  usage: '--channel <number> | --title <vid> [--at <moment>] [--episode 2x1] [--device <id>]',
  summary: 'why a subscriber cannot watch something, as playback itself says it',
  help: `Plays without playing: no stream begins and no provider is called. Prints the one reason that decides, and everything that
was checked.

  --channel   the number of a channel; live unless --at says a moment of its archive
  --at        a moment of the archive, in Tashkent's time
  --title     the number of a film or a series
  --episode   season and episode of a series
  --device    the number of a device (\`accounts devices\`); the one that was seen last when left out

Examples
  npm run ekran -- subscribers why +998901234567 --channel 7
  npm run ekran -- subscribers why 10000001 --channel 7 --at 2026-11-27T20:00
  npm run ekran -- subscribers why 10000001 --title 340 --episode 2x1 --device 17`,
  options: {
    channel: { type: 'string' },
    title: { type: 'string' },
    at: { type: 'string' },
    episode: { type: 'string' },
    device: { type: 'string' },
  },
  work: async ({ account, services, input, tools }) => {
    const device = input.text('device')
    if (device !== undefined && !/^[1-9]\d{0,8}$/.test(device))
      return refused(`${shown(device)} is not the number of a device`)
    await using stack = new AsyncDisposableStack()
    const deps = await openWhy(services, tools, stack)
    const item = itemOf(deps, input)
    if (typeof item === 'string') return refused(item)
    const deviceId = device === undefined ? undefined : Number(device)
    const answer = await whyNot(deps, { accountId: account.accountId, item, deviceId })
    return answer.kind === 'answer'
      ? done(`${named(account)}:`, ...linesOf(answer.why))
      : refused(wordsOf(answer))
  },
})

/** What is asked about; a text: why it cannot be understood. */
function itemOf({ television, catalogue }: WhyDeps, input: CommandInput): WhyItem | string {
  const [channel, title, at] = [input.text('channel'), input.text('title'), input.text('at')]
  if ((channel === undefined) === (title === undefined)) return 'name either --channel or --title'
  if (channel !== undefined) {
    const match = television.now().channels.find(({ number }) => String(number) === channel)
    if (match === undefined) return `there is no channel ${shown(channel)}`
    const atMs = at === undefined ? undefined : momentIn(at)
    if (at !== undefined && atMs === undefined) return `${shown(at)} is not a moment such as 2026-11-27T20:00`
    return {
      kind: 'channel',
      cid: match.cid,
      atSec: atMs === undefined ? undefined : Math.floor(atMs / 1000),
    }
  }
  if (!/^[1-9]\d{0,8}$/.test(title ?? '')) return `${shown(title ?? '')} is not the number of a title`
  const vid = Number(title)
  const place = input.text('episode')
  if (place === undefined) return { kind: 'title', vid, vfid: undefined }
  const [, season, number] = /^(\d{1,4})x(\d{1,5})$/.exec(place) ?? []
  const match = catalogue
    .now()
    .wholeTitle(vid)
    ?.seasons.find((one) => one.number === Number(season))
    ?.episodes.find((one) => one.number === Number(number))
  return match === undefined
    ? `title ${vid} has no episode ${shown(place)}`
    : { kind: 'title', vid, vfid: match.file.vfid }
}

const words: Readonly<Record<Reason, string>> = {
  account_blocked: 'the account is blocked',
  account_closed: 'the account is closed',
  no_device: 'no device is logged in',
  device_removed: 'the device logged out or was removed',
  app_old: 'the app must be updated',
  channel_hidden: 'the channel is hidden',
  programme_missing: 'the guide has nothing at that time',
  title_elsewhere: 'it is open for another territory',
  title_hidden: 'it is hidden',
  window_ahead: 'its window is still to come',
  window_ended: 'its window has ended',
  no_file: 'it has no video',
  profile_gone: 'the profile of the device was removed: another one must be chosen',
  profile_age: 'it is for older viewers than the profile of the device',
  profile_channel: 'the channel is not chosen for the profile of the device',
  profile_hours: 'the profile of the device is closed at this hour',
  profile_minutes: 'the profile of the device has watched enough for today',
  outside_region: 'it is closed outside the national network, and the device is there',
  not_subscribed: 'no connected tariff has it',
  paused: 'the tariff is paused (`subscribers pause-end` ends it)',
  suspended: 'the tariff is suspended',
  programme_ahead: 'the programme is still to come',
  blackout: 'its rights holder closed it',
  channel_off: 'the channel is switched off',
  channel_without_source: 'the channel has no source',
  channel_down: 'the channel is down',
  not_packaged: 'it is not packaged yet',
  no_archive: 'the channel has no archive',
  archive_over: 'it is older than the archive',
  not_recorded: 'it was not recorded',
  too_many_streams: 'all streams of the tariff are used',
  nothing: 'nothing stops it',
}

function linesOf({ reason, figures, device, profile, checks, lastFailure, region }: Why): readonly string[] {
  const facts = [
    figures.sinceMs === undefined ? '' : `since or from ${moment(figures.sinceMs)}`,
    figures.untilMs === undefined ? '' : `until ${moment(figures.untilMs)}`,
    figures.missingTiyin === undefined ? '' : `${(figures.missingTiyin / 100).toFixed(2)} sums short`,
    figures.days === undefined ? '' : `an archive of ${figures.days} days`,
    figures.limit === undefined ? '' : `${figures.limit} streams`,
    profile === undefined || !reason.startsWith('profile_') ? '' : `profile ${profile.no}`,
    figures.age === undefined ? '' : `for viewers from ${figures.age}`,
    figures.hours === undefined ? '' : `open from ${figures.hours.from} to ${figures.hours.to}`,
    figures.minutes === undefined ? '' : `${figures.minutes} minutes a day`,
    figures.version === undefined ? '' : `version ${shown(figures.version)} is needed`,
    ...(figures.tariffs ?? []).map(
      ({ name, priceTiyin }) => `in ${shown(name.ru)} for ${(priceTiyin / 100).toFixed(2)} sums`,
    ),
  ].filter((one) => one !== '')
  return [
    `  ${[words[reason], ...facts].join('; ')}`,
    device === undefined
      ? '  no device was ever seen'
      : `  device ${device.deviceId}: ${shown(device.name || device.model) || device.kind}, ${region}`,
    ...(figures.streams ?? []).map(
      ({ streamId, item, startedMs }) => `  stream ${streamId}: ${item}, since ${moment(startedMs ?? 0)}`,
    ),
    ...checks.map(({ check, state }) => `  ${state.padEnd(8)}${check}`),
    lastFailure === undefined
      ? '  no play of this device failed in 30 days'
      : `  last failed play: ${lastFailure.code}, ${moment(lastFailure.atMs)}`,
  ]
}

function wordsOf(answer: Exclude<WhyAnswer, { kind: 'answer' }>): string {
  switch (answer.kind) {
    case 'no_account':
      return 'there is no such subscriber'
    case 'no_device':
      return 'this subscriber has no such device: see `accounts devices`'
    case 'unknown':
      return 'there is no such channel, film or episode'
    case 'removed':
      return `${shown(answer.name)} is deleted: see \`changes list\``
    case 'merged':
      return `${shown(answer.name)} was merged into ${shown(answer.into)}: ask about that one`
  }
}
