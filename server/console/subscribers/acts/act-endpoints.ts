/** The acts of the call centre on a subscriber. */
import type { DaysEffect } from '#contract/console/act-effects.ts'
import { consoleSubscriberActs as endpoints } from '#contract/console/subscriber-acts.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { rolesThatMay } from '#contract/form/act-limits.ts'
import type { Role } from '#contract/form/permissions.ts'
import { shownModel } from '#server/accounts/accounts.ts'
import {
  type Billing,
  type TariffRecord,
  cheapestTiyin,
  isOffered,
  previewDays,
  sumsOf,
} from '#server/billing/billing.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { keyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type DaysResult,
  type GoodwillTemplate,
  type PhoneDeps,
  type UndoableAct,
  allowanceOf,
  beyondAllowance,
  daysResult,
  giveDaysByHand,
  goodwillTemplates,
  lastActOf,
  moveByHand,
  previewMoney,
  saveGoodwillTemplate,
  takeBackAct,
  undoableActs,
} from '#server/subscribers/subscribers.ts'
import { accessHandlers } from './access-handlers.ts'
import {
  beyondValues,
  giverOf,
  momentOf,
  nameOf,
  presentAct,
  presentMoney,
  presentResumes,
  requestOf,
  secOf,
  stoppedAs,
  whoOf,
} from './act-answers.ts'
import { pauseHandlers, presentPauses } from './pause-handlers.ts'
import { tariffHandlers } from './tariff-handlers.ts'

export interface SubscriberActDeps extends Omit<PhoneDeps, 'withLock'> {
  readonly billing: Pick<Billing, 'tariffs' | 'costOf' | 'previewPause' | 'subscriptionsOf'>
  readonly random: Parameters<typeof accessHandlers>[0]['random']
}

export function subscriberActEndpoints(options: SubscriberActDeps): readonly BoundEndpoint[] {
  const deps = { ...options, withLock: keyedMutex() }
  return bindConsole('consoleSubscriberActs', endpoints, {
    ...{ ...deskHandlers(deps), ...templateHandlers(deps) },
    ...moneyHandlers(deps),
    ...daysHandlers(deps),
    ...accessHandlers(deps),
    ...tariffHandlers(deps),
    ...pauseHandlers(deps),
  })
}

type Deps = PhoneDeps & Pick<SubscriberActDeps, 'billing'>
type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

function deskHandlers(deps: Deps): Handlers<'desk'> {
  const { db, clock, accounts, billing } = deps
  return {
    desk: async ({ account_id: accountId }, call) => {
      if ((await accounts.accountOf(accountId)) === undefined) return reject('not_found')
      const [seen, allowance, templates, banned, tariffs, undoable, live] = await Promise.all([
        lastActOf(db, accountId),
        allowanceOf(db, giverOf(call), clock.nowMs()),
        goodwillTemplates(db),
        accounts.bannedDevices(accountId),
        billing.tariffs(),
        undoableActs(db, accountId),
        billing.subscriptionsOf(accountId),
      ])
      const { sum = noLimit, days = noLimit } = allowance
      const giver = giverOf(call)
      const beyondOf = (one: UndoableAct) =>
        one.staffId === giver.staffId
          ? undefined
          : beyondAllowance(allowance, giver, { sum: sumsOf(one.amountTiyin), days: one.days })
      return respond({
        ...{ seen, sum, days },
        may_more: rolesAbove({ sum, days }, call.staff.role),
        templates: templates.filter(({ isActive }) => isActive).map(presentTemplate),
        banned: banned.map(presentBanned),
        pauses: presentPauses(live, tariffs),
        offers: [...tariffs.values()].filter(isOffered).map(presentOffer),
        undoable: undoable.map((one) => ({
          ...{ act_id: one.actId, kind: one.kind, amount: sumsOf(one.amountTiyin), days: one.days },
          ...{ by: one.byName, at: secOf(one.atMs), beyond: beyondOf(one)?.unit ?? ('' as const) },
        })),
      })
    },
  }
}

function templateHandlers({ db, audit }: Deps): Handlers<'templates' | 'saveTemplate'> {
  return {
    templates: async () => respond({ templates: (await goodwillTemplates(db)).map(presentTemplate) }),
    saveTemplate: async (input, call) => {
      if (input.amount > 0 === input.days > 0) return reject('invalid_input')
      const template = {
        ...{ templateId: input.template_id, amountTiyin: input.amount * 100, days: input.days },
        ...{ isActive: input.is_active === 1 },
        name: { ru: input.name_ru, uz: input.name_uz, en: input.name_en },
      }
      const saved = await saveGoodwillTemplate(db, template, (trx, { templateId, before }) =>
        audit.recordIn(trx, {
          ...{ event: 'goodwill_template_saved', actor: 'staff', address: call.clientAddress },
          change: {
            staff: { staffId: call.staff.staffId, name: call.staff.name },
            ...{ section: 'settings', subject: `goodwill ${templateId}` },
            ...{
              before: before === undefined ? undefined : { ...before },
              after: { ...template, templateId },
            },
          },
        }),
      )
      return saved === undefined ? reject('not_found') : respond({ template_id: saved.templateId })
    },
  }
}

function presentBanned(one: Awaited<ReturnType<Deps['accounts']['bannedDevices']>>[number]) {
  return {
    ...{ uid: one.uid, name: one.name, model: shownModel(one.model), reason: one.reason },
    ...{ by: one.byName, at: secOf(one.atMs) },
  }
}

function rolesAbove({ sum, days }: Record<'sum' | 'days', { readonly each: number }>, own: Role) {
  return rolesThatMay({ sum: sum.each + 1, days: days.each + 1 }).filter((role) => role !== own)
}

const noLimit = { each: -1, left: -1 }

function presentTemplate({ templateId, name, amountTiyin, days, isActive }: GoodwillTemplate) {
  return { template_id: templateId, name, amount: sumsOf(amountTiyin), days, is_active: isActive }
}

function presentOffer(tariff: TariffRecord) {
  const { tariffId, name, isBase } = tariff
  return {
    ...{ tariff_id: tariffId, name, is_base: isBase },
    price: sumsOf(cheapestTiyin([tariff], () => true) ?? 0),
  }
}

async function isMissing({ accounts }: Deps, accountId: number): Promise<boolean> {
  return (await accounts.accountOf(accountId)) === undefined
}

function moneyHandlers(deps: Deps): Handlers<'moneyEffect' | 'money' | 'takeBack'> {
  const { db, billing } = deps
  return {
    moneyEffect: async ({ account_id: accountId, kind, amount }) => {
      if (await isMissing(deps, accountId)) return reject('not_found')
      const seen = await lastActOf(db, accountId)
      const effect = await previewMoney(deps, { accountId, kind, amountTiyin: amount * 100 })
      if ('kind' in effect)
        return reject('act_not_covered', { values: { balance: sumsOf(effect.balanceTiyin) } })
      return respond({ ...presentMoney(effect, await billing.tariffs()), seen })
    },
    money: async (input, call) => {
      const { kind, purpose, amount } = input
      const moved = { kind, purpose, amountTiyin: amount * 100, giver: giverOf(call) }
      const outcome = await moveByHand(deps, { ...requestOf(input, call), ...moved })
      switch (outcome.kind) {
        case 'acted':
          return respond({
            ...presentAct(outcome),
            effect: presentMoney(outcome.act.result, await billing.tariffs()),
          })
        case 'beyond':
          return reject('act_beyond_sum', beyondValues(outcome, call))
        case 'not_covered':
          return reject('act_not_covered', { values: { balance: sumsOf(outcome.balanceTiyin) } })
        default:
          return stoppedAs(outcome)
      }
    },
    takeBack: async ({ account_id: accountId, act_id: actId, reason }, call) => {
      const { by } = requestOf({ account_id: accountId, key: '', reason }, call)
      const outcome = await takeBackAct(deps, { accountId, actId, reason, by, giver: giverOf(call) })
      switch (outcome.kind) {
        case 'beyond':
          return reject(
            outcome.unit === 'sum' ? 'act_beyond_sum' : 'act_beyond_days',
            beyondValues(outcome, call),
          )
        case 'taken':
          return respond({ act_id: actId, balance: sumsOf(outcome.balanceTiyin) })
        case 'taken_before':
          return reject('act_taken_back', {
            values: { who: whoOf(outcome.byName), when: momentOf(outcome.atMs) },
          })
        case 'spent':
          return reject('act_spent')
        case 'not_found':
          return reject('not_found')
        case 'erased':
          return reject('subscriber_erased')
        case 'merged':
          return reject('subscriber_merged', { values: { number: outcome.abonement } })
      }
    },
  }
}

function daysHandlers(deps: Deps): Handlers<'daysEffect' | 'days'> {
  const { db, clock, billing } = deps
  return {
    daysEffect: async ({ account_id: accountId, tariff_id: tariffId, days }) => {
      if (await isMissing(deps, accountId)) return reject('not_found')
      const seen = await lastActOf(db, accountId)
      const nowMs = clock.nowMs()
      const effect = await previewDays(db, { accountId, tariffId, days }, nowMs)
      if (effect.kind !== 'given') return reject('not_connected')
      return respond({
        ...presentDays(daysResult(effect, nowMs), tariffId, await billing.tariffs()),
        seen,
      })
    },
    days: async (input, call) => {
      const { tariff_id: tariffId, days } = input
      const request = { ...requestOf(input, call), tariffId, days, giver: giverOf(call) }
      const outcome = await giveDaysByHand(deps, request)
      switch (outcome.kind) {
        case 'acted':
          return respond({
            ...presentAct(outcome),
            effect: presentDays(outcome.act.result, tariffId, await billing.tariffs()),
          })
        case 'beyond':
          return reject('act_beyond_days', beyondValues(outcome, call))
        case 'not_connected':
          return reject('not_connected')
        default:
          return stoppedAs(outcome)
      }
    },
  }
}

function presentDays(
  { beforeMs, afterMs, goesOn, resumes }: DaysResult,
  tariffId: number,
  tariffs: ReadonlyMap<number, TariffRecord>,
): DaysEffect {
  return {
    ...{ name: nameOf(tariffs, tariffId), before: secOf(beforeMs), after: secOf(afterMs), goes_on: goesOn },
    resumes: presentResumes(resumes, tariffs),
  }
}
