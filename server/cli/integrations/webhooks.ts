/** Webhooks: the same as on the page of integrations in the console. */
import type { RecordIn } from '#server/audit/audit.ts'
import { outsideEventTypes } from '#contract/form/outside-events.ts'
import { withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  type Outcome,
  amount,
  done,
  moment,
  momentIn,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { operatorEntry } from '#server/cli/command/operator-entry.ts'
import type { Services } from '#server/cli/command/services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'
import {
  listDeliveries,
  listWebhooks,
  queueTestEvent,
  removeWebhook,
  replayDelivery,
  replayFrom,
  rotateWebhookSecret,
  saveWebhook,
  type Webhook,
  type WebhookDeps,
  type WebhookFields,
  type WebhookSaved,
  webhookSeal,
} from '#server/webhooks/webhooks.ts'

const listed = 30

interface Work {
  readonly services: Services
  readonly deps: WebhookDeps
  readonly nowMs: number
}

function withWebhooks(tools: CommandTools, work: (work: Work) => Promise<Outcome>): Promise<Outcome> {
  return withServices(tools, (services) => {
    const seal = webhookSeal(services.secrets, systemRandom)
    const insideHosts = () => services.settings.EKRAN_WEBHOOK_HOSTS ?? []
    const deps = { db: services.work.db, random: systemRandom, seal, insideHosts }
    return work({ services, deps, nowMs: systemClock.nowMs() })
  })
}

async function record(
  { services }: Work,
  event: string,
  webhookId: number,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const change = { section: 'settings', subject: `webhook ${webhookId}`, after }
  await services.audit.record({ event, actor: 'operator', facts: {}, change })
}

/** The entry of an act on a webhook, in its transaction. */
function entry<Done>(
  { services }: Work,
  event: string,
  factsOf: (done: Done) => { readonly webhookId: number; readonly after: Readonly<Record<string, unknown>> },
): RecordIn<Done> {
  return operatorEntry(services, (done: Done) => {
    const { webhookId, after } = factsOf(done)
    return { event, change: { section: 'settings', subject: `webhook ${webhookId}`, after } }
  })
}

function numberIn(word: string): number {
  return /^\d{1,15}$/.test(word) ? Number(word) : 0
}

const noWebhook = (word: string) => refused(`there is no webhook ${shown(word)}`)

export const webhooksList: CliCommand = {
  name: 'webhooks list',
  usage: '',
  summary: 'the webhooks, and whether their receivers answer',
  help: 'Example\n  npm run ekran -- webhooks list',
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withWebhooks(tools, async ({ deps }) => {
      const all = await listWebhooks(deps.db)
      return done(
        ...all.map(lineOf),
        ...(all.length === 0 ? ['There are none: make one with "webhooks save new".'] : []),
      )
    }),
}

function lineOf(webhook: Webhook): string {
  const { webhookId, name, address, events, isOn, failingSinceMs, disabledMs, disabledFor } = webhook
  const why = disabledFor === 'gone' ? 'its receiver said that it is gone (410)' : 'no answer for five days'
  const state = isOn ? 'on' : disabledMs === null ? 'off' : `switched off ${moment(disabledMs)}: ${why}`
  const failing = failingSinceMs === null ? '' : `  failing since ${moment(failingSinceMs)}`
  const what = events.length === outsideEventTypes.length ? 'all events' : events.join(',')
  return `${webhookId}  ${state}  ${shown(name)}  ${shown(address)}  ${what}${failing}`
}

export const webhooksLog: CliCommand = {
  name: 'webhooks log',
  usage: '<number>',
  summary: 'the last deliveries of a webhook',
  help: 'Example\n  npm run ekran -- webhooks log 1',
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withWebhooks(tools, async ({ deps }) => {
      const page = { webhookId: numberIn(word), before: 0, limit: listed }
      const all = await listDeliveries(deps.db, page)
      if (all.length === 0) return done('Nothing was sent in the last 30 days.')
      return done(
        ...all.map((one) =>
          [
            `${one.deliveryId}  ${moment(one.createdMs)}  ${one.state}  ${one.type}`,
            one.accountId === null ? '' : `account ${one.accountId}`,
            amount(one.attempts, 'attempt'),
            shown(one.problem),
          ].join('  '),
        ),
      )
    }),
}

export const webhooksSave: CliCommand = {
  name: 'webhooks save',
  usage: '<number|new> [--name <text>] [--address <url>] [--events <event,…|all>] [--on yes|no]',
  summary: 'make a webhook, or change one',
  help: `What is not named stays; a new one needs --name and --address, has all events by default and is on. The secret of a
new one is printed now and can't be shown again.

  --address  https://…; inside the network, and http, only for hosts in EKRAN_WEBHOOK_HOSTS
  --events   ${outsideEventTypes.slice(0, 6).join(', ')},
             ${outsideEventTypes.slice(6).join(', ')}, or all

Example
  npm run ekran -- webhooks save new --name "CRM" --address https://crm.example.uz/ekran --events account.created`,
  options: {
    name: { type: 'string' },
    address: { type: 'string' },
    events: { type: 'string' },
    on: { type: 'string' },
  },
  min: 1,
  max: 1,
  run: (input, tools) =>
    withWebhooks(tools, async (work) => {
      const { deps, nowMs } = work
      const [word = ''] = input.words
      const before = (await listWebhooks(deps.db)).find((one) => String(one.webhookId) === word)
      if (word !== 'new' && before === undefined) return noWebhook(word)
      const fields = readFields(input, before)
      if (typeof fields === 'string') return refused(fields)
      const saved = await saveWebhook(deps, before?.webhookId ?? null, fields, {
        ...{ by: 'operator', nowMs },
        record: entry(work, 'webhook_saved', ({ webhookId }) => ({ webhookId, after: { ...fields } })),
      })
      if (saved.kind !== 'saved') return refusedSaving(saved, word)
      const secret = ['The secret is shown nowhere again:', `  ${saved.secret}`]
      return done(`Webhook ${saved.webhookId} is saved.`, ...(saved.secret === '' ? [] : secret))
    }),
}

function refusedSaving(saved: Exclude<WebhookSaved, { kind: 'saved' }>, word: string): Outcome {
  if (saved.kind === 'full') return refused(`there are ${saved.max} webhooks already`)
  if (saved.kind === 'not_found') return noWebhook(word)
  return refused('--address is https:// without a login, or a host of EKRAN_WEBHOOK_HOSTS')
}

function readFields(input: CommandInput, before: WebhookFields | undefined): WebhookFields | string {
  const name = (input.text('name') ?? before?.name ?? '').trim()
  if (name === '' || name.length > 80) return '--name has 1 to 80 characters'
  const address = (input.text('address') ?? before?.address ?? '').trim()
  if (address === '' || address.length > 2000)
    return '--address is an address like https://crm.example.uz/ekran'
  const written = input.text('events')
  const words = written === undefined ? (before?.events ?? outsideEventTypes) : written.split(',')
  const events = outsideEventTypes.filter((type) => written === 'all' || words.includes(type))
  if (events.length === 0 || (written !== 'all' && events.length !== new Set(words).size))
    return `--events are all, or some of ${outsideEventTypes.join(', ')}`
  const on = input.text('on')
  if (on !== undefined && on !== 'yes' && on !== 'no') return '--on is yes or no'
  return { name, address, events, isOn: on === undefined ? (before?.isOn ?? true) : on === 'yes' }
}

export const webhooksRemove: CliCommand = {
  name: 'webhooks remove',
  usage: '<number>',
  summary: 'delete a webhook with its log',
  help: 'Example\n  npm run ekran -- webhooks remove 1',
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withWebhooks(tools, async (work) => {
      const webhookId = numberIn(word)
      const recorded = entry(work, 'webhook_removed', (after: { readonly name: string }) => ({
        ...{ webhookId, after: { ...after } },
      }))
      const name = await removeWebhook(work.deps.db, webhookId, work.nowMs, recorded)
      if (name === undefined) return noWebhook(word)
      return done(`Removed: ${shown(name)}.`)
    }),
}

export const webhooksRotate: CliCommand = {
  name: 'webhooks rotate',
  usage: '<number>',
  summary: 'replace the secret of a webhook and print it',
  help: 'The former secret signs beside the new one for a day.\n\nExample\n  npm run ekran -- webhooks rotate 1',
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withWebhooks(tools, async (work) => {
      const webhookId = numberIn(word)
      const recorded = entry(work, 'webhook_rotated', (done: { readonly formerUntilMs: number }) => ({
        ...{ webhookId, after: { former_until: moment(done.formerUntilMs) } },
      }))
      const rotated = await rotateWebhookSecret(work.deps, webhookId, work.nowMs, recorded)
      if (rotated === undefined) return noWebhook(word)
      return done(
        `The former secret signs until ${moment(rotated.formerUntilMs)}. The new one is shown nowhere again:`,
        `  ${rotated.secret}`,
      )
    }),
}

export const webhooksTest: CliCommand = {
  name: 'webhooks test',
  usage: '<number>',
  summary: 'send a test event to a webhook',
  help: 'It is sent by the running service within seconds: see "webhooks log".\n\nExample\n  npm run ekran -- webhooks test 1',
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withWebhooks(tools, async ({ deps, nowMs }) => {
      const deliveryId = await queueTestEvent(deps.db, numberIn(word), nowMs)
      return deliveryId === undefined ? noWebhook(word) : done(`Delivery ${deliveryId} is on the way.`)
    }),
}

export const webhooksReplay: CliCommand = {
  name: 'webhooks replay',
  usage: '<delivery> | <number> --from <date and time>',
  summary: 'send a delivery again, or all events of a webhook from a moment on',
  help: `Events have the same id again, so that a receiver can tell. With --from the word is the number of a webhook, and 10,000
events are sent at most.

Examples
  npm run ekran -- webhooks replay 5121
  npm run ekran -- webhooks replay 1 --from 2026-11-28T09:00`,
  options: { from: { type: 'string' } },
  min: 1,
  max: 1,
  run: ({ words: [word = ''], text }, tools) => {
    const from = text('from')
    const fromMs = from === undefined ? undefined : momentIn(from)
    return withWebhooks(tools, async (work) => {
      const { deps, nowMs } = work
      if (from === undefined) {
        const made = await replayDelivery(deps.db, numberIn(word), nowMs)
        if (made === undefined) return refused(`there is no delivery ${shown(word)}`)
        return done(`Delivery ${made} is on the way.`)
      }
      if (fromMs === undefined) return refused('--from is like 2026-11-28T09:00')
      const webhookId = numberIn(word)
      if (!(await listWebhooks(deps.db)).some((one) => one.webhookId === webhookId)) return noWebhook(word)
      const count = await replayFrom(deps.db, { webhookId, fromMs, nowMs })
      await record(work, 'webhook_replayed', webhookId, { from, count })
      return done(`${amount(count, 'event')} on the way.`)
    })
  },
}
