/** The built-in texts name the service with its built-in name; viewers see the one that was set. */
import {
  type Contacts,
  type InformationContent,
  type InformationTexts,
  builtInName,
  builtInPage,
  shownSections,
} from '#server/site/site.ts'
import type { Language } from '#contract/form/failures.ts'

type PageFacts = Omit<Parameters<typeof shownSections>[1], 'language'>

/** An information page as viewers see it. What the staff wrote stays as it is, also in a page that was built in. */
export function shownPage(
  { slug, texts }: { readonly slug: string; readonly texts: InformationTexts },
  language: Language,
  { contacts, stores }: PageFacts,
  service: string,
) {
  const builtIn = builtInPage(slug)?.[language]
  const content = builtIn === undefined ? texts[language] : inServiceName(texts[language], builtIn, service)
  const named = { ...contacts, company: companyName(contacts, service) }
  return shownSections(content, { language, contacts: named, stores })
}

/** The company that was set; where none was, the service. */
export function companyName({ company }: Pick<Contacts, 'company'>, service: string): string {
  return company === builtInName ? service : company
}

/**
 * The same content with the service's name in the texts that stand in `builtIn` word for word. Addresses and anchors
 * stay, and words that only begin like the name (`Ekrandagi`).
 */
function inServiceName(
  content: InformationContent,
  builtIn: InformationContent,
  service: string,
): InformationContent {
  if (service === builtInName) return content
  const texts = new Set<string>()
  eachText(builtIn, (text) => {
    texts.add(text)
    return text
  })
  return eachText(content, (text) =>
    texts.has(text) ? text.replaceAll(brand, () => service) : text,
  ) as InformationContent
}

const brand = new RegExp(`\\b${builtInName}\\b`, 'g')

/** Fields of a page that no viewer reads. */
const unread = new Set(['href', 'id', 'kind', 'of', 'pictures', 'slug', 'when'])

function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => eachText(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, unread.has(name) ? one : eachText(one, change)]),
  )
}
