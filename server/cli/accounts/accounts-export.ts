import { accountCommand, byOperator, named } from './account-command.ts'
import { done } from '#server/cli/command/command.ts'
import { openBilling } from '#server/billing/billing.ts'
import { openExportAddresses, playlistPath } from '#server/export/export.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import { openStreams } from '#server/streams/streams.ts'

export const accountsExport = accountCommand({
  name: 'accounts export',
  usage: '[--off]',
  summary: 'create a subscriber’s address for other players, or revoke it',
  help: `Prints a new address of an M3U playlist with the archive and the guide, for Kodi, VLC and the like. The previous one stops
working at once. The address is not stored and can't be shown again; any person who has it watches as the subscriber, so
a change of the password revokes it too. Its streams count toward the limit of the tariff.

  --off   revoke the address and stop its streams

Examples
  npm run ekran -- accounts export +998901234567
  npm run ekran -- accounts export 10000001 --off`,
  options: { off: { type: 'boolean' } },
  work: async ({ account, services, input, tools }) => {
    const { db } = services.work
    const { accounts } = services
    const base = { db, clock: systemClock, random: systemRandom, accounts }
    const streams = openStreams({ ...base, log: tools.log, billing: openBilling(base) })
    try {
      const addresses = openExportAddresses({ ...base, streams, audit: services.audit })
      if (input.flag('off')) {
        const wasThere = await addresses.revoke(account.accountId, byOperator)
        return done(
          `${named(account)} ${wasThere ? 'has no address for other players any more' : 'had none'}.`,
        )
      }
      const { secret } = await addresses.renew(account.accountId, byOperator)
      const { EKRAN_PUBLIC_URL: site, EKRAN_PORT: port } = tools.settings
      const origin = (site ?? `http://localhost:${port}`).replace(/\/+$/, '')
      return done(
        `The address for other players of ${named(account)}:`,
        `  ${origin}${playlistPath(secret)}`,
        'For players with the Xtream API:',
        `  server ${origin}  user name ${account.abonement}  password ${secret}`,
      )
    } finally {
      await streams.close()
    }
  },
})
