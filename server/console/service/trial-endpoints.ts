/** Subscribers for trying, in the console. */
import { consoleTrials as endpoints } from '#contract/console/trials.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { sumsOf } from '#server/billing/billing.ts'
import { type ConsoleCall, bindConsole } from '#server/console/admission/bind-console.ts'
import type { ContentDeps } from '#server/console/changes/record-set.ts'
import {
  type TrialDeps,
  listTrials,
  makeTrial,
  removeTrial,
  trialNumber,
  trialTariffs,
} from '#server/editing/editing.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'

export type TrialEndpointDeps = ContentDeps & TrialDeps

const secondsOf = (ms: number) => Math.floor(ms / 1000)

export function trialEndpoints(deps: TrialEndpointDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleTrials', endpoints, {
    list: () => listed(deps),
    make: async (input, call) => {
      const own = input.abonement === '' ? undefined : trialNumber(input.abonement)
      if (input.abonement !== '' && own === undefined) return reject('trial_name_wrong')
      const by = { actor: 'system', address: call.clientAddress } as const
      const target = { abonement: own, name: input.name, tariffId: input.tariff_id }
      const made = await makeTrial(deps, target, by)
      switch (made.kind) {
        case 'abonement_taken':
          return reject('trial_number_taken')
        case 'busy':
          return reject('busy')
        case 'no_tariff':
          return reject('trial_tariff_needed')
        case 'tariff_gone':
          return reject('trial_tariff_gone')
        case 'too_many':
          return reject('trials_full', { values: { max: made.max } })
        case 'made':
          break
      }
      const { accountId, abonement, password, tariff, creditTiyin } = made
      const after = { abonement, tariff: tariff.name.ru, credit: sumsOf(creditTiyin) }
      await record(deps, call, { event: 'trial_made', accountId, before: {}, after })
      return respond({
        ...{ account_id: accountId, abonement, password },
        ...{ tariff: namesOf(tariff.name), credit: sumsOf(creditTiyin) },
        paid_until: secondsOf(made.paidUntilMs),
      })
    },
    remove: async ({ account_id: accountId }, call) => {
      const by = { actor: 'system', address: call.clientAddress } as const
      const removed = await removeTrial(deps, accountId, by)
      if (removed.kind === 'not_found') return reject('trial_not_found')
      if (removed.kind === 'paid')
        return reject('trial_has_paid', { values: { sum: sumsOf(removed.paidTiyin) } })
      const { abonement, state } = removed.trial
      const before = { abonement, state }
      await record(deps, call, {
        ...{ event: 'trial_removed', accountId, before },
        after: { abonement, state: 'deactivated' },
      })
      return respond({ abonement })
    },
  })
}

async function listed(deps: TrialDeps) {
  const [trials, offered, tariffs] = await Promise.all([
    listTrials(deps),
    trialTariffs(deps),
    deps.billing.tariffs(),
  ])
  return respond({
    trials: trials.map(({ accountId, abonement, phone, name, createdMs, tariffs: [own] }) => ({
      ...{ account_id: accountId, abonement, phone: phone ?? '', name, created_at: secondsOf(createdMs) },
      tariff: namesOf(tariffs.get(own?.tariffId ?? 0)?.name),
      paid_until: secondsOf(own?.paidUntilMs ?? 0),
    })),
    tariffs: offered.map(({ tariffId, name, costTiyin }) => ({
      ...{ tariff_id: tariffId, ...namesOf(name) },
      price: sumsOf(costTiyin),
    })),
  })
}

function namesOf(name: { readonly ru: string; readonly uz: string } | undefined) {
  return { ru: name?.ru ?? '', uz: name?.uz ?? '' }
}

interface Recorded {
  readonly event: string
  readonly accountId: number
  readonly before: Readonly<Record<string, string | number>>
  readonly after: Readonly<Record<string, string | number>>
}

async function record(
  { audit }: ContentDeps,
  { staff, clientAddress: address }: ConsoleCall,
  { event, accountId, before, after }: Recorded,
): Promise<void> {
  const by = { staffId: staff.staffId, name: staff.name }
  await audit.record({
    ...{ event, actor: 'staff', address, accountId },
    change: { staff: by, section: 'settings', subject: `subscriber ${accountId}`, before, after },
  })
}
