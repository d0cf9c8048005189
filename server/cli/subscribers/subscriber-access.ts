/** What a subscriber signs in with, at the command line: devices, streams, phone, name. */
import { openBilling } from '#server/billing/billing.ts'
import { named } from '#server/cli/accounts/account-command.ts'
import {
  commandHelp,
  commandOptions,
  readCommand,
  whyNoCommand,
} from '#server/cli/messages/command-options.ts'
import { type CliCommand, type Outcome, amount, done, refused } from '#server/cli/command/command.ts'
import { silentLog } from '#server/platform/log/log.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { type Streams, openStreams } from '#server/streams/streams.ts'
import {
  type PhoneDeps,
  actOnDevice,
  changePhone,
  commandDevice,
  liftBan,
  changeBrand,
  renameSubscriber,
  stopStream,
} from '#server/subscribers/subscribers.ts'
import { openTelevision } from '#server/television/television.ts'
import { actCommand, stoppedWords, wholeOption } from './act-command.ts'

type AtAct = Parameters<Parameters<typeof actCommand>[0]['work']>[0]

/** Runs with the accounts and streams modules; nothing is sent from the command line. */
function accessCommand(
  command: Omit<Parameters<typeof actCommand>[0], 'work'> & {
    work(at: AtAct, deps: PhoneDeps & { readonly streams: Streams }): Promise<Outcome>
  },
): CliCommand {
  return actCommand({
    ...command,
    work: async (at) => {
      const { accounts, work } = at.services
      const base = { db: work.db, clock: systemClock, random: systemRandom, accounts }
      const streams = openStreams({ ...base, log: silentLog, billing: openBilling(base) })
      try {
        return await command.work(at, { ...at.deps, accounts, streams, log: silentLog, messages: undefined })
      } finally {
        await streams.close()
      }
    },
  })
}

export const subscribersDevice = accessCommand({
  name: 'subscribers device',
  usage: '--device <number> (--name <name> | --remove | --ban)',
  summary: 'rename, sign out or ban a device',
  help: `The number of a device is shown by "accounts devices". A banned device is signed out and cannot log in to this account
again ("subscribers unban"); a browser that forgets its data comes with another number.

  --device  the number of the device
  --name    the new name
  --remove  sign it out
  --ban     sign it out and refuse its logins
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers device +998901234567 --device 17 --ban --reason "Not the owner's"`,
  options: {
    ...{ device: { type: 'string' }, name: { type: 'string' }, remove: { type: 'boolean' } },
    ban: { type: 'boolean' },
  },
  work: async ({ account, input, request }, deps) => {
    const deviceId = wholeOption(input, 'device', 999_999_999)
    const name = input.text('name')?.trim().slice(0, 60)
    const what = input.flag('ban') ? 'ban' : input.flag('remove') ? 'remove' : 'rename'
    if (deviceId === undefined || (what === 'rename' && name === undefined))
      return refused('give --device, and one of --name, --remove and --ban')
    const outcome = await actOnDevice(deps, { ...request, deviceId, what, name: name ?? '' })
    if (outcome.kind === 'acted') return done(`Act ${outcome.act.actId}: done for ${named(account)}.`)
    if (outcome.kind === 'device_not_found') return refused(`${named(account)} has no device ${deviceId}`)
    return refused(stoppedWords(outcome))
  },
})

export const subscribersUnban = accessCommand({
  name: 'subscribers unban',
  usage: '--uid <uid>',
  summary: 'let a banned device log in again',
  help: `The device may log in to the account again. "accounts devices" lists the banned ones.

  --uid     the device's own number, as listed
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers unban +998901234567 --uid 3f2a --reason "It was the owner's"`,
  options: { uid: { type: 'string' } },
  work: async ({ account, input, request }, deps) => {
    const uid = input.text('uid')
    if (uid === undefined) return refused('give the number of the device after --uid')
    const outcome = await liftBan(deps, { ...request, uid })
    if (outcome.kind === 'acted') return done(`Act ${outcome.act.actId}: done for ${named(account)}.`)
    if (outcome.kind === 'device_not_found') return refused('no device with this number is banned')
    return refused(stoppedWords(outcome))
  },
})

export const subscribersStop = accessCommand({
  name: 'subscribers stop',
  usage: '[--stream <id>]',
  summary: 'stop what a subscriber plays now',
  help: `Stops one stream, or all that play now; the player gets the refusal of a stream that was stopped elsewhere.

  --stream  only this one
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers stop +998901234567 --reason "Forgot to switch it off"`,
  options: { stream: { type: 'string' } },
  work: async ({ account, input, request }, deps) => {
    const one = input.text('stream')
    const active = await deps.streams.activeStreams(account.accountId)
    const chosen = active.filter(({ streamId }) => one === undefined || streamId === one)
    let stopped = 0
    for (const { streamId } of chosen) {
      const key = `${request.key}-${stopped}`
      const outcome = await stopStream(deps, { ...request, key, streamId })
      if (outcome.kind === 'acted') stopped += 1
    }
    return done(`${named(account)}: ${amount(stopped, 'stream')} stopped.`)
  },
})

export const subscribersChange = accessCommand({
  name: 'subscribers change',
  usage: '(--phone <phone> | --name <name> | --brand <number>)',
  summary: 'change the phone, the name or the brand of a subscriber',
  help: `Replaces the phone (sessions stay; a phone of another subscriber is refused), the name or the brand, whose numbers
are in "service list". No SMS is sent from the command line.

  --phone   the new phone
  --name    the new name
  --brand   the new brand; 1 is the main one
  --reason  why; the staff sees it

Example
  npm run ekran -- subscribers change +998901234567 --phone +998907654321 --reason "Lost the SIM card"`,
  options: { phone: { type: 'string' }, name: { type: 'string' }, brand: { type: 'string' } },
  work: async ({ account, input, request }, deps) => {
    const [phone, name, brand] = [input.text('phone'), input.text('name'), input.text('brand')]
    if ([phone, name, brand].filter((one) => one !== undefined).length !== 1)
      return refused('give one of --phone, --name and --brand')
    if (brand !== undefined && !/^[1-9]\d{0,8}$/.test(brand))
      return refused('the number of a brand is in "service list"')
    const outcome =
      brand !== undefined
        ? await changeBrand(deps, { ...request, brand: Number(brand) })
        : phone === undefined
          ? await renameSubscriber(deps, { ...request, name: (name ?? '').slice(0, 100) })
          : await changePhone(deps, { ...request, phone })
    switch (outcome.kind) {
      case 'acted':
        return done(`Act ${outcome.act.actId}: done for ${named(account)}.`)
      case 'wrong_phone':
        return refused('this is no phone of Uzbekistan')
      case 'taken':
        return refused('another subscriber has this phone')
      case 'brand_unknown':
        return refused(`there is no brand ${brand}; see: npm run ekran -- service list`)
      case 'brand_same':
        return refused(`${named(account)} has this brand already`)
      default:
        return refused(stoppedWords(outcome))
    }
  },
})

export const subscribersCommand = accessCommand({
  name: 'subscribers command',
  usage: '--device <number> --kind <kind>',
  summary: 'make a device show a message, load again, change the channel or sign out',
  help: `The number of a device is shown by "accounts devices".

  --device   the number of the device
${commandHelp}

Example
  npm run ekran -- subscribers command +998901234567 --device 17 --kind reload --reason "No picture"`,
  options: { ...commandOptions, device: { type: 'string' } },
  work: async ({ account, input, request }, deps) => {
    const deviceId = wholeOption(input, 'device', 999_999_999)
    const command = readCommand(input)
    if (deviceId === undefined) return refused('give the number of the device after --device')
    if (typeof command === 'string') return refused(command)
    const television = await openTelevision(deps.db, systemClock)
    const outcome = await commandDevice({ ...deps, television }, { ...request, deviceId, command })
    switch (outcome.kind) {
      case 'acted':
        return done(`Act ${outcome.act.actId}: the command is given.`)
      case 'device_not_found':
        return refused(`${named(account)} has no device ${deviceId}`)
      case 'no_text':
      case 'no_channel':
        return refused(whyNoCommand[outcome.kind])
      default:
        return refused(stoppedWords(outcome))
    }
  },
})
