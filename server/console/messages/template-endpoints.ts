/** Templates of messages in the console, what holds for all campaigns, and the opt-out of a subscriber. */
import { messageFields, type MessageTexts } from '#contract/console/message-texts.ts'
import { consoleTemplates as endpoints } from '#contract/console/templates.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import type { Accounts } from '#server/accounts/accounts.ts'
import type { Audit } from '#server/audit/audit.ts'
import {
  findTemplate,
  isOptedOut,
  listTemplates,
  maxTemplates,
  type MessageSettings,
  readMessageSettings,
  readRecipients,
  removeTemplate,
  renderMessage,
  type SavedTemplate,
  saveMessageSettings,
  saveTemplate,
  sendTest,
  setOptOut,
  unknownField,
} from '#server/campaigns/campaigns.ts'
import { bindConsole, type ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { measureSms, type Messages } from '#server/messages/messages.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { recordChange } from './record-change.ts'

export interface TemplateDeps {
  readonly db: Db
  readonly clock: Clock
  readonly audit: Audit
  readonly accounts: Pick<Accounts, 'accountOf' | 'findByName'>
  readonly messages: Pick<Messages, 'sendSms' | 'canSend'>
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

export function templateEndpoints(deps: TemplateDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleTemplates', endpoints, {
    ...templateHandlers(deps),
    ...trialHandlers(deps),
    ...settingHandlers(deps),
  })
}

function templateHandlers({ db, clock, audit }: TemplateDeps): Handlers<'list' | 'save' | 'remove'> {
  return {
    list: async () => respond({ templates: (await listTemplates(db)).map(presentTemplate) }),
    save: async ({ message_template_id: templateId, version, name, kind, texts }, call) => {
      const outcome = await saveTemplate(db, { templateId, version, name, kind, texts }, clock.nowMs())
      switch (outcome.kind) {
        case 'field':
          return reject('template_field', { values: { field: outcome.field, fields: fieldList } })
        case 'missing':
          return reject('not_found')
        case 'changed':
          return reject('changed_since', { values: { who: '—' } })
        case 'full':
          return reject('messages_full', { values: { limit: maxTemplates } })
        case 'saved':
          await recordChange(audit, call, {
            ...{ event: 'message_template_saved', subject: `template ${outcome.templateId}` },
            before: outcome.before === undefined ? undefined : shownChange(outcome.before),
            after: shownChange({ name, kind, texts }),
          })
          return respond({ message_template_id: outcome.templateId })
      }
    },
    remove: async ({ message_template_id: templateId }, call) => {
      const before = await removeTemplate(db, templateId)
      if (before === undefined) return reject('not_found')
      await recordChange(audit, call, {
        ...{ event: 'message_template_removed', subject: `template ${templateId}` },
        before: shownChange(before),
      })
      return respond({})
    },
  }
}

function trialHandlers(deps: TemplateDeps): Handlers<'preview' | 'test'> {
  const { db, clock, audit, accounts, messages } = deps
  return {
    preview: async ({ texts, abonement }) => {
      const field = unknownField(texts)
      if (field !== undefined) return reject('template_field', { values: { field, fields: fieldList } })
      const { smsPriceTiyin } = await readMessageSettings(db)
      const values = abonement === '' ? invented : await valuesOf(deps, abonement)
      if (values === undefined) return reject('not_found')
      const shown = (language: Language) => {
        const rendering = renderMessage(texts, language, values)
        if (rendering.kind === 'missing') return { ...nothing, missing: rendering.field }
        const { alphabet, parts } = measureSms(rendering.message.sms)
        const cost = (parts * smsPriceTiyin) / 100
        return {
          ...{ ...rendering.message, missing: '' },
          ...{ sms_parts: parts, sms_alphabet: alphabet, sms_cost: cost },
        }
      }
      return respond({ ru: shown('ru'), uz: shown('uz') })
    },
    test: async ({ message_template_id: templateId, abonement, medium }, call) => {
      const [template, [account]] = await Promise.all([
        findTemplate(db, templateId),
        accounts.findByName(abonement),
      ])
      if (template === undefined || account === undefined) return reject('not_found')
      const { accountId } = account
      const outcome = await sendTest(
        { db, messages, nowMs: clock.nowMs() },
        { accountId, texts: template.texts, medium },
      )
      if (outcome.kind === 'missing') return reject('not_found')
      if (outcome.kind === 'refused') return reject('test_not_sent', { values: { reason: outcome.reason } })
      await recordChange(audit, call, {
        ...{ event: 'message_tested', subject: `template ${templateId}`, accountId },
        after: { medium },
      })
      return respond({})
    },
  }
}

function settingHandlers(deps: TemplateDeps): Handlers<'settings' | 'saveSettings' | 'optedOut' | 'optOut'> {
  const { db, clock, audit, accounts, messages } = deps
  return {
    settings: async () =>
      respond({ ...presentSettings(await readMessageSettings(db)), can_sms: messages.canSend().sms }),
    saveSettings: async (input, call) => {
      const before = await readMessageSettings(db)
      await saveMessageSettings(db, {
        ...{ capCount: input.cap_count, capDays: input.cap_days, smsPerMinute: input.sms_per_minute },
        smsPriceTiyin: Math.round(input.sms_price * 100),
      })
      await recordChange(audit, call, {
        ...{ event: 'message_settings_saved', subject: 'messages' },
        ...{ before: presentSettings(before), after: input },
      })
      return respond({})
    },
    optedOut: async ({ account_id: accountId }) => respond({ is_out: await isOptedOut(db, accountId) }),
    optOut: async ({ account_id: accountId, is_out: isOut }, call) => {
      if ((await accounts.accountOf(accountId)) === undefined) return reject('not_found')
      const wasOut = await isOptedOut(db, accountId)
      await setOptOut(db, { accountId, isOut, nowMs: clock.nowMs() })
      if (wasOut !== isOut)
        await recordChange(audit, call, {
          ...{ event: 'message_opt_out', subject: `subscriber ${accountId}`, accountId },
          ...{ before: { is_out: wasOut }, after: { is_out: isOut } },
        })
      return respond({})
    },
  }
}

const fieldList = messageFields.map((field) => `{${field}}`).join(', ')

async function valuesOf({ db, clock, accounts }: TemplateDeps, abonement: string) {
  const [account] = await accounts.findByName(abonement)
  if (account === undefined) return undefined
  const { accountId } = account
  const recipients = await readRecipients(db, [accountId], { nowMs: clock.nowMs(), capDays: 1 })
  return recipients.get(accountId)?.values
}

/** Of nobody: what a message looks like before a subscriber is chosen. */
const invented = {
  ru: {
    ...{ name: 'Шерзод', number: '30000001', tariff: 'Премиум', date: '31.12.2026' },
    ...{ sum: '45\u00a0000\u00a0сум', balance: '12\u00a0000\u00a0сум', missing: '33\u00a0000\u00a0сум' },
    city: 'Самарканд',
  },
  uz: {
    ...{ name: 'Sherzod', number: '30000001', tariff: 'Premium', date: '31.12.2026' },
    ...{ sum: '45\u00a0000\u00a0soʻm', balance: '12\u00a0000\u00a0soʻm', missing: '33\u00a0000\u00a0soʻm' },
    city: 'Samarqand',
  },
}
const nothing = { title: '', body: '', sms: '', sms_parts: 0, sms_alphabet: 'gsm', sms_cost: 0 } as const

function presentTemplate({ templateId, name, kind, texts, version, changedMs }: SavedTemplate) {
  return {
    ...{ message_template_id: templateId, name, kind, texts, version },
    changed_at: Math.floor(changedMs / 1000),
  }
}

function presentSettings({ capCount, capDays, smsPriceTiyin, smsPerMinute }: MessageSettings) {
  return {
    ...{ cap_count: capCount, cap_days: capDays, sms_per_minute: smsPerMinute },
    sms_price: smsPriceTiyin / 100,
  }
}

function shownChange({
  name,
  kind,
  texts,
}: Pick<SavedTemplate, 'name' | 'kind'> & { readonly texts: MessageTexts }) {
  return { name, kind, ...texts }
}
