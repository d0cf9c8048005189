/** The structure of the terms: the same sections in both languages, each with an address of its own. */
export interface TermsSection {
  /** The part of the address after `#`; the same in every language. */
  readonly id: string
  readonly title: string
  /** Paragraphs; the items of a list are separate lines. `{company}`, `{phone}`, `{site}`, `{service}` are replaced. */
  readonly body: readonly (string | readonly string[])[]
}

export interface Terms {
  readonly title: string
  readonly lead: string
  /** `{date}` is the day on which they come into force. */
  readonly since: string
  readonly contents: string
  readonly sections: readonly TermsSection[]
}

/** The company behind the service, from the configuration. */
export interface Company {
  readonly company: string
  readonly phone: string
  readonly site: string
  /** The name of the service. */
  readonly service: string
}

/** Replaces the names; a missing name becomes a dash. */
export function filled(text: string, company: Company): string {
  const values: Readonly<Record<string, string>> = { ...company }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] || '—')
}
