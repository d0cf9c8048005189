/** A test message to a subscriber's device. */
import { whyUnreachable } from '#server/platform/guarded-request/guarded-request.ts'
import type { OutsideServiceDeps } from '#server/outside-services/services/deps.ts'
import { pushOrigins } from '#server/platform/settings/push-settings.ts'
import { parseServiceAccount } from '#server/platform/settings/push-keys.ts'
import { parseSetting } from '#server/platform/settings/settings.ts'
import { sendTestPush } from '#server/push/push.ts'
import { type TriedStep, wentWell, wentWrong } from './steps.ts'

type PushTried =
  | {
      readonly kind: 'tried'
      readonly steps: readonly TriedStep[]
      readonly host: string
      /** Whose device the message went to. */
      readonly accountId?: number
    }
  | { readonly kind: 'not_set' | 'wrong_target' | 'no_device' }

interface PushToTry {
  readonly service: 'fcm' | 'apns'
  readonly text: string
  /** The number of a subscriber whose device has registered for the service. */
  readonly to: string
  /** Not only typed. */
  readonly isInUse: boolean
}

/**
 * Asks at public addresses only, unless local ones are allowed. Typed values with another address than Google's or Apple's
 * get no subscriber's token: a token of nobody is sent, and an answer that refuses it is one of the service.
 */
export async function tryPush(
  deps: Pick<OutsideServiceDeps, 'db' | 'clock' | 'live'>,
  { service, text, to, isInUse }: PushToTry,
): Promise<PushTried> {
  if (!/^\d{1,20}$/.test(to)) return { kind: 'wrong_target' }
  const off = { fcm: undefined, apns: undefined }
  const read = service === 'fcm' ? parseSetting('EKRAN_FCM', text) : parseSetting('EKRAN_APNS', text)
  if (read.kind === 'wrong' || read.value === undefined) return { kind: 'not_set' }
  const { origin } = read.value
  for (const address of [origin, ...('account' in read.value ? loginsOf(read.value.account) : [])]) {
    const why = await whyUnreachable(address, deps.live.settings.EKRAN_WEBHOOK_LOCAL)
    if (why !== undefined) return { kind: 'tried', steps: [wentWrong('message', why)], host: '' }
  }
  const isOfNobody = !isInUse && !pushOrigins.some((one) => one === origin)
  const { outcome, accountId } = await sendTestPush(
    deps,
    { ...off, [service]: read.value },
    isOfNobody ? undefined : to,
  )
  if (outcome.kind === 'no_device') return { kind: 'no_device' }
  const whose = accountId === undefined ? {} : { accountId }
  const steps = [stepOf(outcome, isOfNobody)]
  return { kind: 'tried', steps, host: '', ...whose }
}

type Outcome = Exclude<Awaited<ReturnType<typeof sendTestPush>>['outcome'], { readonly kind: 'no_device' }>

function stepOf(outcome: Outcome, isOfNobody: boolean): TriedStep {
  if (isOfNobody && (outcome.kind === 'sent' || outcome.kind === 'gone'))
    return wentWell('message', 'answers')
  return outcome.kind === 'sent'
    ? wentWell('message', 'done')
    : wentWrong('message', outcome.reason, outcome.kind === 'wrong_key')
}

/** Where access tokens are fetched with a service account; none for a file, which the environment names. */
function loginsOf(account: string): readonly string[] {
  const read = parseServiceAccount(account)
  return read.kind === 'read' ? [read.key.tokenUri] : []
}
