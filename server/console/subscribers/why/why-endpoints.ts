/** Why a subscriber cannot watch something, in the console. */
import { consoleSubscriberWhy as endpoints } from '#contract/console/subscriber-why.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type Accounts, storedDevices } from '#server/accounts/accounts.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  maxStoredDevices,
  type WhyDeps,
  type WhyItem,
  whyNot,
  withEnglish,
} from '#server/subscribers/subscribers.ts'
import { findItems } from './find-items.ts'
import { presentDevice, presentWhy } from './present-why.ts'

export interface WhyEndpointDeps extends WhyDeps {
  readonly accounts: Pick<Accounts, 'accountOf'>
}

const maxEpisodes = 2000

export function subscriberWhyEndpoints(deps: WhyEndpointDeps): readonly BoundEndpoint[] {
  const { db, clock, accounts } = deps
  return bindConsole('consoleSubscriberWhy', endpoints, {
    items: async ({ q }) => respond(await findItems(deps, q)),
    choices: async ({ account_id: accountId, vid }) => {
      const [account, devices] = await Promise.all([
        accounts.accountOf(accountId),
        storedDevices(db, accountId, { nowMs: clock.nowMs(), limit: maxStoredDevices }),
      ])
      if (account === undefined) return reject('not_found')
      return respond({ devices: devices.map(presentDevice), episodes: episodesOf(deps, vid) })
    },
    answer: async (input) => {
      const { account_id: accountId, device_id: deviceId } = input
      const item: WhyItem =
        input.kind === 'channel'
          ? { kind: 'channel', cid: input.id, atSec: input.at }
          : { kind: 'title', vid: input.id, vfid: input.vfid }
      const [answer, account] = await Promise.all([
        whyNot(deps, { accountId, item, deviceId }),
        accounts.accountOf(accountId),
      ])
      switch (answer.kind) {
        case 'answer':
          return respond(presentWhy(answer.why, deps, account?.abonement ?? ''))
        case 'no_account':
          return reject('not_found')
        case 'no_device':
          return reject('why_device_unknown')
        case 'unknown':
          return reject('why_item_unknown')
        case 'removed':
          return reject('why_item_removed', { values: { name: answer.name } })
        case 'merged':
          return reject('why_channel_merged', { values: { name: answer.name, into: answer.into } })
      }
    },
  })
}

function episodesOf({ catalogue }: Pick<WhyEndpointDeps, 'catalogue'>, vid: number | undefined) {
  const title = vid === undefined ? undefined : catalogue.now().wholeTitle(vid)
  if (title === undefined) return []
  return title.seasons
    .flatMap(({ number: season, episodes }) =>
      episodes.map(({ number: episode, name, file: { vfid } }) => ({
        ...{ vfid, season, episode, name: withEnglish(name) },
      })),
    )
    .slice(0, maxEpisodes)
}
