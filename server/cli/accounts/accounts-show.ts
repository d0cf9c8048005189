import { accountCommand } from './account-command.ts'
import { amount, done, shown } from '#server/cli/command/command.ts'
import { openBilling } from '#server/billing/billing.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

export const accountsShow = accountCommand({
  name: 'accounts show',
  summary: 'show a subscriber',
  help: `Shows number, phone, name, state, money, subscriptions and how many devices are logged in.

Examples
  npm run ekran -- accounts show +998901234567
  npm run ekran -- accounts show 10000001`,
  work: async ({ account, services }) => {
    const billing = openBilling({ db: services.work.db, clock: systemClock })
    const { balanceTiyin, subscriptions } = await billing.accountStanding(account.accountId)
    const tariffs = await billing.tariffs()
    const devices = await services.accounts.listDevices(account.accountId)
    return done(
      `Subscriber number  ${account.abonement}`,
      `Phone              ${account.phone ?? 'none'}`,
      `Name               ${shown(account.name) || 'none'}`,
      `State              ${account.state}`,
      `Balance            ${(balanceTiyin / 100).toFixed(2)} sums`,
      `Logged in          ${amount(devices.length, 'device')}`,
      `Subscriptions      ${subscriptions.length === 0 ? 'none' : ''}`.trimEnd(),
      ...subscriptions.map(
        ({ tariffId, state }) => `  ${tariffs.get(tariffId)?.name.ru ?? `tariff ${tariffId}`} (${state})`,
      ),
    )
  },
})
