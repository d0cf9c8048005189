/** One attempt to deliver a message. */
import { type Kysely, sql } from 'kysely'
import type { Messages } from '#server/messages/messages.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Seal } from '#server/platform/installation/seal.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { Settings } from '#server/platform/settings/settings.ts'
import { originOfApi } from '#server/alarms/staff/edit-targets.ts'
import type { DeliveryEvent, TargetKind, TargetLanguage } from '#server/alarms/stored/tables.ts'
import { type AlarmFacts, alarmText, type MessageText, testText } from './message-text.ts'
import { sendEmail } from './send-email.ts'
import { failed, type SendOutcome } from './send-outcome.ts'
import { sendTelegram } from './send-telegram.ts'
import { sendWebhook } from './send-webhook.ts'
import { webhookBody } from './webhook-body.ts'

/** By what messages are sent. */
export interface SendingTools {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly seal: Pick<Seal, 'open'>
  readonly messages: Pick<Messages, 'sendSms'>
  /** Read at each message: they may change while the server runs. */
  readonly settings: Pick<Settings, 'EKRAN_MAIL' | 'EKRAN_TELEGRAM_API'>
  readonly allowLocalWebhooks: boolean
  /** The public address of the service; '' when none is set. */
  readonly publicUrl: string
}

interface Target {
  readonly kind: TargetKind
  readonly address: string
  readonly secretSealed: string
  readonly secretOrigin: string
  readonly language: TargetLanguage
}

/** Sends what a delivery says and stores what became of it; undefined when there is nothing left to send. */
export async function deliver(
  tools: SendingTools,
  deliveryId: number,
  { isLast, signal }: { readonly isLast: boolean; readonly signal?: AbortSignal },
): Promise<SendOutcome | undefined> {
  const { db, clock } = tools
  const row = await db
    .selectFrom('alarm_delivery')
    .leftJoin('alarm_target', 'alarm_target.target_id', 'alarm_delivery.target_id')
    .select(['alarm_id', 'event', 'kind', 'address', 'secret_sealed', 'secret_origin', 'language'])
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { kind, address, secret_sealed: secretSealed, secret_origin: secretOrigin, language } = row
  const outcome =
    kind === null || address === null || secretSealed === null || secretOrigin === null || language === null
      ? failed('the target was removed', true)
      : await send(tools, { kind, address, secretSealed, secretOrigin, language }, row, signal)
  const isSettled = outcome.kind === 'sent' || outcome.isFinal || isLast
  await db
    .updateTable('alarm_delivery')
    .set({
      attempts: sql`attempts + 1`,
      state: outcome.kind === 'sent' ? 'sent' : isSettled ? 'failed' : 'waiting',
      problem: outcome.kind === 'sent' ? '' : outcome.problem,
      settled_at: isSettled ? new Date(clock.nowMs()) : null,
    })
    .where('delivery_id', '=', deliveryId)
    .execute()
  return outcome
}

async function send(
  tools: SendingTools,
  target: Target,
  { alarm_id: alarmId, event }: { readonly alarm_id: number | null; readonly event: DeliveryEvent },
  signal: AbortSignal | undefined,
): Promise<SendOutcome> {
  const facts = alarmId === null ? undefined : await loadAlarmFacts(tools.db, alarmId, event)
  if (facts === undefined && event !== 'test') return failed('the alarm was removed', true)
  const secret = openSecret(tools, target)
  if (secret === undefined) return failed(unreadable, true)
  return sendTo(tools, { ...target, secret }, { event, facts }, signal)
}

const unreadable = 'its secret cannot be read with these keys: enter it again'

/** Sends a text that is no alarm, such as a summary, once. Only Telegram and e-mail take one. */
export async function sendText(
  tools: SendingTools,
  targetId: number,
  text: MessageText,
  signal?: AbortSignal,
): Promise<SendOutcome> {
  const target = await tools.db
    .selectFrom('alarm_target')
    .select(['kind', 'address', 'secret_sealed as secretSealed', 'secret_origin as secretOrigin', 'language'])
    .where('target_id', '=', targetId)
    .executeTakeFirst()
  if (target === undefined) return failed('the target was removed', true)
  const secret = openSecret(tools, target)
  if (secret === undefined) return failed(unreadable, true)
  if (target.kind === 'telegram') return sendToTelegram(tools, { ...target, secret }, text, signal)
  if (target.kind === 'email') return sendToMail(tools, target, text)
  return failed(`a ${target.kind} takes no text`, true)
}

const movedApi = 'the address of Telegram was changed since the token was entered: enter it again'

/** A token goes only to the Bot API that it was entered for. */
async function sendToTelegram(
  { settings }: SendingTools,
  { secret: token, secretOrigin, address: chat }: Target & { readonly secret: string },
  { body }: MessageText,
  signal: AbortSignal | undefined,
): Promise<SendOutcome> {
  if (secretOrigin !== originOfApi(settings)) return failed(movedApi, true)
  const api = settings.EKRAN_TELEGRAM_API
  return sendTelegram({ api, token, chat, text: body }, signal)
}

async function sendToMail(
  { settings: { EKRAN_MAIL: mail } }: SendingTools,
  { address: to }: { readonly address: string },
  text: MessageText,
): Promise<SendOutcome> {
  return mail === undefined
    ? failed('no mail server is set (EKRAN_MAIL)', true)
    : sendEmail({ server: mail, to, text })
}

function openSecret({ seal }: SendingTools, { secretSealed }: Target): string | undefined {
  try {
    return secretSealed === '' ? '' : seal.open(secretSealed)
  } catch {
    return undefined
  }
}

async function sendTo(
  tools: SendingTools,
  target: Target & { readonly secret: string },
  { event, facts }: { readonly event: DeliveryEvent; readonly facts: AlarmFacts | undefined },
  signal: AbortSignal | undefined,
): Promise<SendOutcome> {
  const { kind, address, secret, language } = target
  const nowMs = tools.clock.nowMs()
  const pageUrl =
    tools.publicUrl === '' || facts === undefined ? '' : `${tools.publicUrl}/console/alarms/${facts.alarmId}`
  const text = facts === undefined ? testText(language) : alarmText(facts, language, { nowMs, pageUrl })
  switch (kind) {
    case 'telegram':
      return sendToTelegram(tools, target, text, signal)
    case 'email':
      return sendToMail(tools, target, text)
    case 'webhook': {
      const body = webhookBody({ event, facts, text, nowMs })
      return sendWebhook(
        { url: address, key: secret, body, nowMs, allowLocal: tools.allowLocalWebhooks },
        signal,
      )
    }
    case 'sms':
      return sendShort(tools, address, text)
  }
}

/** A short message has the first line: the rest is on the page. */
async function sendShort(
  { messages }: SendingTools,
  phone: string,
  { body }: MessageText,
): Promise<SendOutcome> {
  const sent = await messages.sendSms({ phone, text: (body.split('\n')[0] ?? '').slice(0, 300) })
  if (sent.kind === 'sent') return { kind: 'sent' }
  const isFinal = sent.reason === 'no_gateway' || sent.reason === 'wrong_phone'
  return failed(
    sent.reason === 'no_gateway' ? 'no SMS gateway is set (EKRAN_SMS_ROUTES)' : `SMS: ${sent.reason}`,
    isFinal,
  )
}

async function loadAlarmFacts(
  db: Kysely<Database>,
  alarmId: number,
  event: DeliveryEvent,
): Promise<AlarmFacts | undefined> {
  const [alarm, channels] = await Promise.all([
    db.selectFrom('alarm').selectAll().where('alarm_id', '=', alarmId).executeTakeFirst(),
    db
      .selectFrom('alarm_channel')
      .select(['channel_id', 'number', 'name'])
      .where('alarm_id', '=', alarmId)
      .orderBy('number')
      .execute(),
  ])
  if (alarm === undefined) return undefined
  return {
    ...{ alarmId, rule: alarm.rule_name, kind: alarm.kind, host: alarm.host },
    beganMs: alarm.began_at.getTime(),
    endedMs: event === 'ended' ? (alarm.ended_at?.getTime() ?? null) : null,
    channels: channels.map(({ channel_id: cid, number, name }) => ({ cid, number, name })),
  }
}
