import { accountCommand, byOperator, named } from './account-command.ts'
import { amount, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { deviceLimit } from '#contract/form/constants.ts'
import { shownModel, type DeviceRow } from '#server/accounts/accounts.ts'

export const accountsDevices = accountCommand({
  name: 'accounts devices',
  usage: '[--remove <device>]',
  summary: 'list the devices that are logged in, or log one out',
  help: `Lists the devices that are logged in with their number, kind, name, slot and when they were last seen, and
the devices that are banned from the account.

  --remove   end the session of the device with this number and free its slot, at once

Examples
  npm run ekran -- accounts devices +998901234567
  npm run ekran -- accounts devices 10000001 --remove 17`,
  options: { remove: { type: 'string' } },
  work: async ({ account, services, input }) => {
    const removed = input.text('remove')
    if (removed !== undefined) {
      const deviceId = /^\d{1,9}$/.test(removed) ? Number(removed) : 0
      const outcome = await services.accounts.removeDevice(account.accountId, deviceId, byOperator)
      return outcome === 'removed'
        ? done(`Device ${deviceId} of ${named(account)} was logged out and its place is free.`)
        : refused(`${named(account)} has no device ${shown(removed)} that is logged in`)
    }
    const devices = await services.accounts.listDevices(account.accountId)
    const banned = await services.accounts.bannedDevices(account.accountId)
    return done(
      `${named(account)}: ${amount(devices.length, 'device')} of ${deviceLimit}.`,
      ...devices.map(lineOf),
      ...banned.map(
        ({ uid, name, model, reason }) =>
          `  banned ${shown(uid)}, ${shown(name || shownModel(model)) || 'without a name'}: ${shown(reason)}`,
      ),
    )
  },
})

function lineOf(device: DeviceRow): string {
  const { deviceId, kind, name, model, address, lastSeenMs } = device
  const called = shown(name) || shown(shownModel(model)) || 'without a name'
  return `  ${deviceId}  ${kind}, ${called}, last seen ${moment(lastSeenMs)} from ${shown(address) || 'unknown'}`
}
