/** Templates of messages, what holds for all campaigns, and the opt-out at the command line. */
import { readFile } from 'node:fs/promises'
import { messageFields, messageKinds, MessageTexts } from '#contract/console/message-texts.ts'
import { accountCommand, byOperator, named } from '#server/cli/accounts/account-command.ts'
import {
  findTemplate,
  isOptedOut,
  listTemplates,
  maxTemplates,
  readMessageSettings,
  readRecipients,
  removeTemplate,
  renderMessage,
  saveMessageSettings,
  saveTemplate,
  sendTest,
  setOptOut,
} from '#server/campaigns/campaigns.ts'
import { withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, done, type Outcome, refused, shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { measureSms, openMessages } from '#server/messages/messages.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

export const templatesList = listCommand('templates list', 'templates of messages', async ({ work }) => {
  const templates = await listTemplates(work.db)
  if (templates.length === 0) return ['There are no templates.']
  return templates.map((one) => `  ${one.templateId}  ${one.kind}  ${shown(one.name)}`)
})

export const templatesSave: CliCommand = {
  name: 'templates save',
  usage: '<file> --name <name> --kind marketing|service [--id <number>]',
  summary: 'save a template of messages, or change one',
  help: `The file has the texts as JSON: title_ru, title_uz, body_ru, body_uz, sms_ru, sms_uz (empty: the body), href (a path of the
site, or empty) and uz_is_ru (true: Russian texts where there is no Uzbek one).
Fields: ${messageFields.map((field) => `{${field}}`).join(' ')}; for those without a value {name|абонент}.

  --kind  service messages go to those too who want no advertising, and are not capped
  --id    the template to change; without it a new one

Example
  npm run ekran -- templates save ends.json --name "Заканчивается" --kind service`,
  options: { name: { type: 'string' }, kind: { type: 'string' }, id: { type: 'string' } },
  min: 1,
  max: 1,
  run: async ({ words: [file = ''], ...input }, tools) => {
    const name = input.text('name')?.trim() ?? ''
    const kind = messageKinds.find((one) => one === input.text('kind'))
    if (name === '' || name.length > 120) return refused('--name has 1 to 120 characters')
    if (kind === undefined) return refused('--kind is marketing or service')
    const texts = await readTexts(file)
    if (typeof texts === 'string') return refused(texts)
    const templateId = input.text('id') === undefined ? null : Number(input.text('id'))
    return withServices(tools, async ({ work: { db }, audit }) => {
      const before = templateId === null ? undefined : await findTemplate(db, templateId)
      const template = { templateId, version: before?.version ?? 0, name, kind, texts }
      const outcome = await saveTemplate(db, template, systemClock.nowMs())
      switch (outcome.kind) {
        case 'field':
          return refused(`there is no field ${shown(outcome.field)}; there are ${messageFields.join(', ')}`)
        case 'missing':
          return refused(`there is no template ${templateId ?? ''}`)
        case 'changed':
          return refused('somebody else has changed it meanwhile')
        case 'full':
          return refused(`there are ${maxTemplates} templates already`)
        case 'saved': {
          const change = {
            ...{ section: 'messages', subject: `template ${outcome.templateId}` },
            ...(before === undefined ? {} : { before: { name: before.name, ...before.texts } }),
            after: { name, kind, ...texts },
          }
          await audit.record({ ...byOperator, event: 'message_template_saved', change })
          return done(`Template ${outcome.templateId} is saved.`)
        }
      }
    })
  },
}

export const templatesRemove: CliCommand = {
  name: 'templates remove',
  usage: '<number>',
  summary: 'delete a template of messages',
  help: `Campaigns that were started go on.

Example
  npm run ekran -- templates remove 2`,
  min: 1,
  max: 1,
  run: ({ words: [word = ''] }, tools) =>
    withServices(tools, async ({ work, audit }) => {
      const before = await removeTemplate(work.db, Number(word) || 0)
      if (before === undefined) return refused(`there is no template ${shown(word)}`)
      const change = {
        ...{ section: 'messages', subject: `template ${before.templateId}` },
        before: { name: before.name, ...before.texts },
      }
      await audit.record({ ...byOperator, event: 'message_template_removed', change })
      return done(`Template ${before.templateId} is deleted.`)
    }),
}

export const templatesPreview = accountCommand({
  name: 'templates preview',
  usage: '--template <number>',
  summary: 'what a subscriber would get from a template',
  help: `Prints the message in both languages, and the parts and cost of the SMS.

Example
  npm run ekran -- templates preview 10000001 --template 2`,
  options: { template: { type: 'string' } },
  work: async ({ account: { accountId }, services: { work }, input }) => {
    const template = await findTemplate(work.db, Number(input.text('template')) || 0)
    if (template === undefined) return refused('there is no such template: see `templates list`')
    const { smsPriceTiyin } = await readMessageSettings(work.db)
    const nowMs = systemClock.nowMs()
    const recipient = (await readRecipients(work.db, [accountId], { nowMs, capDays: 1 })).get(accountId)
    if (recipient === undefined) return refused('the account is gone')
    const lines = (['ru', 'uz'] as const).flatMap((language) => {
      const rendering = renderMessage(template.texts, language, recipient.values)
      if (rendering.kind === 'missing')
        return [`${language}: no value for {${rendering.field}}: nothing is sent`]
      const { title, body, sms } = rendering.message
      const { parts, alphabet } = measureSms(sms)
      const cost = (parts * smsPriceTiyin) / 100
      return [`${language}: ${title}`, body, `SMS (${alphabet}, parts: ${parts}, ${cost} sums): ${sms}`, '']
    })
    return done(...lines)
  },
})

export const templatesTest = accountCommand({
  name: 'templates test',
  usage: '--template <number> --medium app|sms',
  summary: 'send a template to one subscriber at once',
  help: `Whatever caps and hours say.

Example
  npm run ekran -- templates test +998901234567 --template 2 --medium sms`,
  options: { template: { type: 'string' }, medium: { type: 'string' } },
  work: async ({ account, services: { work, audit, settings }, input, tools }) => {
    const { accountId } = account
    const medium = input.text('medium')
    if (medium !== 'app' && medium !== 'sms') return refused('--medium is app or sms')
    const template = await findTemplate(work.db, Number(input.text('template')) || 0)
    if (template === undefined) return refused('there is no such template: see `templates list`')
    const messages = openMessages({
      ...{ smsRoutes: medium === 'sms' ? settings.EKRAN_SMS_ROUTES : [], voiceRoute: undefined },
      ...{ clock: systemClock, log: tools.log, metrics: createMetrics() },
    })
    try {
      const outcome = await sendTest(
        { db: work.db, messages, nowMs: systemClock.nowMs() },
        { accountId, texts: template.texts, medium },
      )
      if (outcome.kind === 'missing') return refused('the account is gone')
      if (outcome.kind === 'refused') return refused(`it was not sent: ${shown(outcome.reason)}`)
    } finally {
      await messages.close()
    }
    const change = { section: 'messages', subject: `template ${template.templateId}`, after: { medium } }
    await audit.record({ ...byOperator, event: 'message_tested', accountId, change })
    return done(`Sent to ${named(account)}.`)
  },
})

export const messagesSettings: CliCommand = {
  name: 'messages settings',
  usage: '[--cap <count>] [--days <days>] [--sms-price <sums>] [--sms-per-minute <count>]',
  summary: 'show or change what holds for all campaigns',
  help: `  --cap             at most so many messages of campaigns to one subscriber; 0: any number
  --days            in so many days
  --sms-price       of one part of an SMS, in sums
  --sms-per-minute  at most

Example
  npm run ekran -- messages settings --cap 3 --days 7 --sms-price 95`,
  options: {
    cap: { type: 'string' },
    days: { type: 'string' },
    'sms-price': { type: 'string' },
    'sms-per-minute': { type: 'string' },
  },
  min: 0,
  max: 0,
  run: (input, tools) =>
    withServices(tools, async ({ work: { db }, audit }): Promise<Outcome> => {
      const before = await readMessageSettings(db)
      const whole = (name: string, existing: number, [min, max]: readonly [number, number]) => {
        const value = input.text(name) === undefined ? existing : Number(input.text(name))
        return Number.isInteger(value) && value >= min && value <= max ? value : undefined
      }
      const capCount = whole('cap', before.capCount, [0, 100])
      const capDays = whole('days', before.capDays, [1, 365])
      const smsPerMinute = whole('sms-per-minute', before.smsPerMinute, [1, 60_000])
      const price = Number(input.text('sms-price') ?? before.smsPriceTiyin / 100)
      if (capCount === undefined) return refused('--cap is a whole number from 0 to 100')
      if (capDays === undefined) return refused('--days is a whole number from 1 to 365')
      if (smsPerMinute === undefined) return refused('--sms-per-minute is a whole number from 1 to 60000')
      if (!(price >= 0 && price <= 100_000)) return refused('--sms-price is a sum from 0 to 100000')
      const after = { capCount, capDays, smsPerMinute, smsPriceTiyin: Math.round(price * 100) }
      if (JSON.stringify(after) !== JSON.stringify({ ...after, ...before })) {
        await saveMessageSettings(db, after)
        const change = { section: 'messages', subject: 'messages', before: { ...before }, after }
        await audit.record({ ...byOperator, event: 'message_settings_saved', change })
      }
      return done(
        capCount === 0 ? 'No cap of messages.' : `At most ${capCount} messages in ${capDays} days.`,
        `One part of an SMS costs ${price} sums; at most ${smsPerMinute} SMS a minute.`,
      )
    }),
}

export const messagesOptOut = accountCommand({
  name: 'messages opt-out',
  usage: '[--back]',
  summary: 'a subscriber wants no advertising',
  help: `Service messages are still sent.

  --back   wants it again

Example
  npm run ekran -- messages opt-out +998901234567`,
  options: { back: { type: 'boolean' } },
  work: async ({ account, services: { work, audit }, input }) => {
    const { accountId } = account
    const isOut = !input.flag('back')
    const wasOut = await isOptedOut(work.db, accountId)
    await setOptOut(work.db, { accountId, isOut, nowMs: systemClock.nowMs() })
    if (wasOut !== isOut) {
      const subject = `subscriber ${accountId}`
      const change = { section: 'messages', subject, before: { is_out: wasOut }, after: { is_out: isOut } }
      await audit.record({ ...byOperator, event: 'message_opt_out', accountId, change })
    }
    return done(`${named(account)} ${isOut ? 'gets no advertising' : 'gets advertising again'}.`)
  },
})

/** The texts of a file, or what is wrong with it. */
async function readTexts(file: string): Promise<MessageTexts | string> {
  let json: unknown
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return `${shown(file)} cannot be read as JSON`
  }
  const parsed = MessageTexts.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return `the texts are wrong at ${issue?.path.join('.') || 'the beginning'}: ${issue?.message ?? ''}`
}
