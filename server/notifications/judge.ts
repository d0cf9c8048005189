import type { Words } from '#server/catalogue/catalogue.ts'
import { matchPage } from '#contract/form/pages.ts'

export interface NotificationRequest {
  readonly title: Words
  readonly body: Words
  /** '' for none. */
  readonly href: string
}

/** The full length on a phone, and the longest readable text. */
const max = { title: 120, body: 4000 } as const
const languages = { ru: 'Russian', uz: 'Uzbek' } as const
/** Bidirectional marks and control characters; line breaks and tabs are allowed in a body. */
const strange = /[^\P{C}\n\t\u200d]/u

/** The error of a notification before it is written, as text for its operator; undefined for none. */
export function notificationProblem({ title, body, href }: NotificationRequest): string | undefined {
  for (const language of ['ru', 'uz'] as const) {
    const [head, text] = [title[language].trim(), body[language]]
    if (head === '') return `the ${languages[language]} title is missing (--title-${language})`
    if (head.length > max.title)
      return `the ${languages[language]} title has ${head.length} letters, more than ${max.title}`
    if (text.trim() === '') return `the ${languages[language]} text is missing (--body-${language})`
    if (text.length > max.body)
      return `the ${languages[language]} text has ${text.length} letters, more than ${max.body}`
    if (/\n/.test(head) || strange.test(head) || strange.test(text))
      return `the ${languages[language]} texts hold signs that are no letters`
  }
  if (href !== '' && (!/^\/(?!\/)/.test(href) || matchPage(href.replace(/[?#].*$/, '')) === null))
    return 'the address is no page of this site (write it like /movie/12)'
  return undefined
}
