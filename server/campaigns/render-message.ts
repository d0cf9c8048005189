/** Texts with fields: which are wrong, and what a subscriber gets. Pure. */
import { type MessageField, messageFields, type MessageTexts } from '#contract/console/message-texts.ts'
import type { Language } from '#contract/form/failures.ts'

/** The values of one subscriber in both languages; '' for none. */
export type MessageValues = Readonly<Record<Language, Readonly<Record<MessageField, string>>>>

/** A message to one subscriber in one language. */
export interface RenderedMessage {
  readonly title: string
  readonly body: string
  readonly sms: string
}

/** A field with an optional text for those without a value; or a brace that belongs to none. */
const fieldPattern = /\{([^{}|]{0,40})(?:\|([^{}]{0,100}))?\}|[{}]/g
const textNames = ['title_ru', 'title_uz', 'body_ru', 'body_uz', 'sms_ru', 'sms_uz'] as const
const maxTitle = 120

/** The first field that does not exist, as it was written; undefined when all texts are right. */
export function unknownField(texts: MessageTexts): string | undefined {
  for (const name of textNames)
    for (const [whole, field] of texts[name].matchAll(fieldPattern))
      if (!messageFields.some((one) => one === field)) return whole
  return undefined
}

/** `missing`: a field without a value and without a text for that; nothing may be sent. */
export type Rendering =
  | { readonly kind: 'rendered'; readonly message: RenderedMessage }
  | { readonly kind: 'missing'; readonly field: MessageField }

export function renderMessage(texts: MessageTexts, language: Language, values: MessageValues): Rendering {
  let missing: MessageField | undefined
  const written = (name: 'title' | 'body' | 'sms') => {
    const own = texts[`${name}_${language}`]
    // An Uzbek text that may be left out is the Russian one then, with values in Russian.
    const used = own === '' && language === 'uz' && texts.uz_is_ru ? 'ru' : language
    return texts[`${name}_${used}`].replace(fieldPattern, (_whole, field: MessageField, other?: string) => {
      const value = values[used][field] || other
      if (value === undefined) missing ??= field
      return value ?? ''
    })
  }
  const body = written('body')
  // The text of an SMS in the other language is no substitute for one's own message.
  const hasSms =
    texts[`sms_${language}`] !== '' || (language === 'uz' && texts.body_uz === '' && texts.sms_ru !== '')
  const sms = hasSms ? written('sms') : body
  const message = { title: written('title').slice(0, maxTitle), body, sms: forSms(sms) }
  return missing === undefined ? { kind: 'rendered', message } : { kind: 'missing', field: missing }
}

/** Characters that look the same and would make each part of an SMS half as long. */
function forSms(text: string): string {
  return text
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[ʻʼ‘’]/g, "'")
    .replace(/[«»“”]/g, '"')
    .replace(/[–—−]/g, '-')
}
