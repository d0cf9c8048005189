/** The shape of the terms: the same sections in both languages, each with an address of its own. */
export interface TermsSection {
  /** The part of the address after `#`; the same in every language. */
  readonly id: string
  readonly title: string
  /** Paragraphs; a list stands as its lines. `{company}`, `{phone}`, `{site}` are filled in. */
  readonly body: readonly (string | readonly string[])[]
}

export interface Terms {
  readonly title: string
  readonly lead: string
  /** `{date}` is the day from which they hold. */
  readonly since: string
  readonly contents: string
  readonly sections: readonly TermsSection[]
}

/** Who stands behind the service, as it is configured. */
export interface Company {
  readonly company: string
  readonly phone: string
  readonly site: string
}

/** Fills the names in; a name that is not known stays out of sight as a dash. */
export function filled(text: string, company: Company): string {
  const values: Readonly<Record<string, string>> = { ...company }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] || '—')
}
