/** One attempt to deliver a message. */
import { type Kysely, sql } from 'kysely'
import type { Messages } from '#server/messages/messages.ts'
import type { Database } from '#server/platform/database/schema.ts'
import type { Seal } from '#server/platform/installation/seal.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import type { MailServer } from '#server/platform/settings/alarm-settings.ts'
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
  readonly telegramApi: string
  readonly mail: MailServer | undefined
  readonly allowLocalWebhooks: boolean
  /** The public address of the service; '' when none is set. */
  readonly publicUrl: string
}

interface Target {
  readonly kind: TargetKind
  readonly address: string
  readonly secretSealed: string
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
    .select(['alarm_id', 'event', 'kind', 'address', 'secret_sealed', 'language'])
    .where('delivery_id', '=', deliveryId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { kind, address, secret_sealed: secretSealed, language } = row
  const outcome =
    kind === null || address === null || secretSealed === null || language === null
      ? failed('the target was removed', true)
      : await send(tools, { kind, address, secretSealed, language }, row, signal)
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
  if (secret === undefined) return failed('its secret cannot be read with these keys: enter it again', true)
  return sendTo(tools, { ...target, secret }, { event, facts }, signal)
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
      return sendTelegram({ api: tools.telegramApi, token: secret, chat: address, text: text.body }, signal)
    case 'email':
      return tools.mail === undefined
        ? failed('no mail server is set (EKRAN_MAIL)', true)
        : sendEmail({ server: tools.mail, to: address, text })
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
