import { telegram as endpoints } from '#contract/accounts/telegram.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { deviceFactsOf } from '#server/accounts/accounts.ts'
import type { ApiContext, Uses } from '#server/api/context/api-context.ts'
import { hasPhone, type TelegramLink } from '#server/telegram/telegram.ts'
import {
  type BoundEndpoint,
  type Handlers,
  bindEndpoints,
} from '#server/platform/http/endpoints/bind-endpoints.ts'
import { loginRefusal } from './accounts.ts'

type Deps = Pick<ApiContext, 'telegram'> &
  Uses<{
    accounts: 'accountOf' | 'beginSessionByTelegram' | 'supportPhone'
    audit: 'record'
    region: 'isInside'
  }>

/** The viewer's own Telegram, and the login by it. */
export function telegramEndpoints(deps: Deps): readonly BoundEndpoint[] {
  return bindEndpoints('telegram', endpoints, { ...linkHandlers(deps), ...loginHandlers(deps) })
}

function linkHandlers(
  deps: Deps,
): Handlers<typeof endpoints, 'show' | 'begin' | 'choose' | 'unlink' | 'loginPage'> {
  const { telegram, audit } = deps
  return {
    show: async (_input, { viewer }) => respond(await presentLink(deps, viewer.accountId)),
    begin: async (_input, { viewer }) => {
      const link = await telegram.linkAddress(viewer.accountId)
      if (link === undefined) return reject('telegram_off')
      return respond({ address: link.address, expires_in_sec: link.expiresInSec })
    },
    choose: async ({ notices, codes }, { viewer: { accountId } }) => {
      const own = await telegram.linkOf(accountId)
      if (own === undefined) return reject('telegram_not_linked')
      // A stolen session must not be able to turn codes to another person's Telegram.
      if (codes === 1 && !(await isPhoneChecked(deps, own))) return reject('telegram_phone_unchecked')
      await telegram.choose(accountId, { notices: chosen(notices), codes: chosen(codes) })
      return respond(await presentLink(deps, accountId))
    },
    unlink: async (_input, { viewer: { accountId }, clientAddress: address }) => {
      const former = await telegram.unlink(accountId)
      if (former !== undefined) {
        void audit.record({
          ...{ event: 'telegram_unlinked', actor: 'viewer', accountId, address, facts: { way: 'cabinet' } },
        })
        await telegram.sayUnlinked(former)
      }
      return respond(await presentLink(deps, accountId))
    },
    loginPage: () => respond({ address: telegram.loginAddress() ?? '' }),
  }
}

function loginHandlers(deps: Deps): Handlers<typeof endpoints, 'logIn'> {
  const { telegram, accounts } = deps
  return {
    logIn: async (input, request) => {
      const checked = await telegram.checkLogin(input.result, request.language)
      if (checked.kind === 'off') return reject('telegram_off')
      if (checked.kind !== 'right')
        return reject(checked.kind === 'old' ? 'telegram_login_old' : 'telegram_login_wrong')
      const link = await telegram.linkOfUser(checked.person.userId)
      if (link === undefined) return reject('telegram_unknown')
      if (!(await isPhoneChecked(deps, link))) return reject('telegram_phone_unchecked')
      const outcome = await accounts.beginSessionByTelegram({
        ...{ accountId: link.accountId, device: deviceFactsOf(input, request) },
        ...{ clientAddress: request.clientAddress, releaseDeviceId: input.release_device_id },
      })
      if (outcome.kind === 'logged_in')
        return respond({ authkey: outcome.token, abonement: outcome.abonement })
      // With a device that goes the same login is sent once more.
      if (outcome.kind === 'full') await telegram.releaseLogin(checked.hash)
      return loginRefusal(deps, outcome)
    },
  }
}

async function isPhoneChecked({ accounts }: Deps, link: TelegramLink): Promise<boolean> {
  return hasPhone(link, (await accounts.accountOf(link.accountId))?.phone ?? null)
}

async function presentLink(deps: Deps, accountId: number) {
  const [bot, link] = [deps.telegram.bot(), await deps.telegram.linkOf(accountId)]
  return {
    ...{ is_on: bit(bot !== undefined), bot: bot?.settings.username ?? '' },
    ...{
      is_linked: bit(link !== undefined),
      name: link?.name ?? '',
      is_blocked: bit(link?.isBlocked === true),
    },
    is_phone_checked: bit(link !== undefined && (await isPhoneChecked(deps, link))),
    ...{ notices: bit(link?.notices === true), codes: bit(link?.codes === true) },
  }
}

function bit(value: boolean): 0 | 1 {
  return value ? 1 : 0
}

function chosen(value: number | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 1
}
