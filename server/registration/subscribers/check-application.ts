import { mobilePhone } from '#server/registration/codes/mobile-phone.ts'
import {
  type Refusal,
  type RegisterInput,
  type ModuleDeps,
  refused,
  wrongField,
} from '#server/registration/codes/deps.ts'
import { dayInTashkent, holdsDay } from '#server/registration/codes/rules.ts'
import { tashkentOffsetMs } from '#contract/form/constants.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The data of a registration, validated and in the form it is stored. */
export interface Application {
  readonly phone: string | null
  readonly clientId: string
  readonly dealerId: number | null
  readonly activationPeriod: number | null
  readonly comment: string
}

/** The site's own client id, for clients that send none. */
const ownClientId = '1'

/** Every check of a registration that does not depend on an account, in an order that reveals none. */
export async function checkApplication(
  deps: Pick<ModuleDeps, 'db' | 'clock' | 'rules'>,
  input: RegisterInput,
): Promise<{ readonly kind: 'good'; readonly application: Application } | Refusal> {
  const { rules } = deps
  if (rules.ways.length === 0) return refused('registration_off')
  const clientId = input.client_id || ownClientId
  if (!rules.clientIds.includes(clientId)) return refused('client_forbidden')
  const activationPeriod = input.auto_activation_period ? Number(input.auto_activation_period) : null
  if (activationPeriod !== null && !rules.activationPeriods.includes(activationPeriod))
    return refused('wrong_activation_period')
  const dealerId = await dealerOf(deps.db, input.dealer_id ?? '')
  if (dealerId === undefined) return refused('wrong_dealer')
  if (!input.mobile_phone_number && !input.device_uid) return refused('phone_or_device_needed')
  const phone = input.mobile_phone_number ? mobilePhone(input.mobile_phone_number) : null
  if (phone === undefined) return refused('wrong_phone')
  if (input.comment && !holdsDay(input.comment)) return wrongField('comment')
  if (input.terms === 0) return refused('terms_needed')
  const comment = input.comment || `Registered ${dayInTashkent(deps.clock.nowMs(), tashkentOffsetMs)}`
  return { kind: 'good', application: { phone, clientId, dealerId, activationPeriod, comment } }
}

/** Null when none was given, undefined when there is no such dealer. */
async function dealerOf(db: Db, text: string): Promise<number | null | undefined> {
  if (text === '') return null
  if (!/^[1-9]\d{0,8}$/.test(text)) return undefined
  const row = await db
    .selectFrom('dealer')
    .select('dealer_id')
    .where('dealer_id', '=', Number(text))
    .where('state', '=', 'active')
    .executeTakeFirst()
  return row?.dealer_id
}
