/** The steps of a first run that no other page of the console does. */
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import {
  type FirstTariff,
  type RemoveDemoDeps,
  createFirstTariff,
  removeDemo,
} from '#server/editing/editing.ts'
import { endFirstRun } from '#server/platform/installation/first-run.ts'

export type SetUpDeps = ContentDeps & RemoveDemoDeps

/** Creates the first tariff; its channels and films are those of this moment. */
export async function firstTariff(deps: SetUpDeps, tariff: FirstTariff, call: ConsoleCall) {
  const { db, audit } = deps
  const outcome = await createFirstTariff(db, tariff, authorOf(call, deps), (trx, { tariffId, channels }) =>
    audit.recordIn(trx, {
      ...actOf('tariffs_written', call),
      facts: { tariffs: String(tariffId), count: 1 },
      change: {
        ...{ staff: authorIn(call), section: 'billing', subject: `tariff ${tariffId}`, before: {} },
        after: { name: tariff.nameRu, price: tariff.price, channels },
      },
    }),
  )
  if (outcome.kind === 'exists') return reject('tariff_exists')
  if (outcome.kind === 'no_channels') return reject('tariff_opens_nothing')
  return respond({ tariff_id: outcome.tariffId, channels: outcome.channels })
}

/** Ends the first run; ended before, nothing is recorded. */
export async function finishFirstRun({ db, clock, audit }: SetUpDeps, call: ConsoleCall) {
  if (!(await endFirstRun(db, clock.nowMs()))) return respond({})
  await audit.record({
    ...actOf('first_run_ended', call),
    change: {
      ...{ staff: authorIn(call), section: 'settings', subject: 'first run', before: {} },
      after: { state: 'ended' },
    },
  })
  return respond({})
}

/** Removes the demo; each of its sets of changes stands in the audit, and the whole as one act. */
export async function takeDemoAway(deps: SetUpDeps, call: ConsoleCall) {
  const { changeIds, ...counts } = await removeDemo(deps, authorOf(call, deps))
  for (const changeId of changeIds) await recordSet(deps, 'demo_part_removed', call, changeId)
  await deps.audit.record({
    ...actOf('demo_removed', call),
    change: {
      ...{ staff: authorIn(call), section: 'settings', subject: 'demo', before: {} },
      after: { ...counts },
    },
  })
  return respond(counts)
}

function actOf(event: string, { clientAddress: address }: ConsoleCall) {
  return { event, actor: 'staff', address } as const
}

function authorIn({ staff }: ConsoleCall) {
  return { staffId: staff.staffId, name: staff.name }
}
