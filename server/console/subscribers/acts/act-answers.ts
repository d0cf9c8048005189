/** Acts on subscribers: requests and outcomes in the contract's shape. */
import type { MoneyEffect } from '#contract/console/act-effects.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import { reject } from '#contract/form/endpoint.ts'
import { type TariffRecord, sumsOf } from '#server/billing/billing.ts'
import type { ConsoleCall } from '#server/console/admission/bind-console.ts'
import type { Beyond, MoneyResult, Performed, Stopped } from '#server/subscribers/subscribers.ts'

export const secOf = (ms: number) => Math.floor(ms / 1000)

/** What every act has of its request. */
export function requestOf(
  input: {
    readonly account_id: number
    readonly key: string
    readonly reason: string
    readonly seen?: number
  },
  { staff, clientAddress }: ConsoleCall,
) {
  return {
    ...{ accountId: input.account_id, key: input.key, reason: input.reason, seen: input.seen },
    by: { staff: { staffId: staff.staffId, name: staff.name }, address: clientAddress },
  }
}

/** Whose limits count. */
export function giverOf({ staff }: ConsoleCall) {
  return { staffId: staff.staffId, role: staff.role }
}

type Acted = Extract<Performed<unknown, never>, { kind: 'acted' }>

/** Who did it, and when. */
export function presentAct({ act }: Acted) {
  const { actId, byName, atMs, isRepeated } = act
  return { act_id: actId, by: byName, at: secOf(atMs), is_repeated: isRepeated }
}

/** Why an act was not begun. */
export function stoppedAs(stopped: Stopped) {
  switch (stopped.kind) {
    case 'not_found':
      return reject('not_found')
    case 'key_used':
      return reject('key_used')
    case 'erased':
      return reject('subscriber_erased')
    case 'merged':
      return reject('subscriber_merged', { values: { number: stopped.abonement } })
    case 'done_since':
      return reject('act_done_since', {
        values: { who: whoOf(stopped.byName), when: momentOf(stopped.atMs) },
      })
  }
}

/** The name of a member of staff; an operator at the command line has none. */
export function whoOf(name: string): string {
  return name === '' ? 'ekran' : name
}

/** `28.11 14:05` in Tashkent. */
export function momentOf(ms: number): string {
  const text = new Date(ms + tashkentOffsetMs).toISOString()
  return `${text.slice(8, 10)}.${text.slice(5, 7)} ${text.slice(11, 16)}`
}

const roleWords = {
  ru: { owner: 'владелец', administrator: 'администратор', support: 'поддержка', finance: 'финансы' },
  uz: { owner: 'ega', administrator: 'administrator', support: 'qoʻllab-quvvatlash', finance: 'moliya' },
} as const

/** The limit, what is left today, and who may do it. */
export function beyondValues(beyond: Beyond, { language }: Pick<ConsoleCall, 'language'>) {
  const roles = roleNames(beyond.mayMore, language)
  return { values: { limit: beyond.each, left: beyond.left, roles } }
}

/** Roles in words, with commas. */
export function roleNames(roles: readonly string[], language: ConsoleCall['language']): string {
  const words: Readonly<Record<string, string>> = roleWords[language]
  return roles.map((role) => words[role] ?? role).join(', ')
}

const noName = { ru: '', uz: '', en: '' }

/** A tariff's name. */
export function nameOf(tariffs: ReadonlyMap<number, TariffRecord>, tariffId: number) {
  return tariffs.get(tariffId)?.name ?? noName
}

/** Tariffs that go on. */
export function presentResumes(
  resumes: MoneyResult['resumes'],
  tariffs: ReadonlyMap<number, TariffRecord>,
): MoneyEffect['resumes'] {
  return resumes.map(({ tariffId, priceTiyin, nextMs }) => ({
    ...{ tariff_id: tariffId, name: nameOf(tariffs, tariffId) },
    ...{ price: sumsOf(priceTiyin), next_at: secOf(nextMs) },
  }))
}

/** The balance before and after. */
export function presentMoney(
  { beforeTiyin, afterTiyin, resumes }: MoneyResult,
  tariffs: ReadonlyMap<number, TariffRecord>,
): MoneyEffect {
  return {
    ...{ before: sumsOf(beforeTiyin), after: sumsOf(afterTiyin) },
    resumes: presentResumes(resumes, tariffs),
  }
}
