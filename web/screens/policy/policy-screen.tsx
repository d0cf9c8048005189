/**
 * `/policy`: the terms and the handling of personal data, in the language of the page. The texts are a separate
 * chunk.
 */
import { useServiceName } from '#web/session/service-name.ts'
import { use, Suspense, useEffect, useSyncExternalStore } from 'react'
import { termsVersion } from '#contract/form/constants.ts'
import type { Language } from '#contract/form/failures.ts'
import { site } from '#contract/site/site.ts'
import { formatDate } from '#web/i18n/format.ts'
import { siteName } from '#web/state/site-address.ts'
import { currentAddress } from '#web/router/address-bar.ts'
import { useCall } from '#web/session/requests/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { withinLimit } from '#web/ui/lazy/lazy-limit.ts'
import { Article } from '#web/reading/article.tsx'
import { ArticleSkeleton } from '#web/ui/cards/article-skeleton.tsx'
import { filled, type Company, type Terms, type TermsSection } from './terms.ts'

const load: Record<Language, () => Promise<Terms>> = {
  ru: () => import('./terms-ru.ts').then((file) => file.terms),
  uz: () => import('./terms-uz.ts').then((file) => file.terms),
}
const loading = new Map<Language, Promise<Terms>>()

function termsIn(language: Language): Promise<Terms> {
  const cached = loading.get(language)
  if (cached !== undefined) return cached
  const started = withinLimit(load[language]())
  // After a failure the next visit loads it again.
  started.catch(() => loading.delete(language))
  loading.set(language, started)
  return started
}

export function PolicyScreen() {
  return (
    <Suspense fallback={<ArticleSkeleton />}>
      <Policy />
    </Suspense>
  )
}

/** The address of the page does not change while it is open. */
function never() {
  return () => undefined
}

function Policy() {
  const language = useLanguage()
  const terms = use(termsIn(language))
  const about = useCall(site.about, {})
  const service = useServiceName()
  const host = useSyncExternalStore(never, siteName, () => '')
  // The text loads after the page, so a link into it is followed once the text is there.
  useEffect(() => {
    const { hash } = currentAddress()
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [])
  const company: Company = {
    company: about.kind === 'ok' ? about.data.company : '',
    service,
    phone: about.kind === 'ok' ? about.data.support_phone : '',
    site: host,
  }
  const sinceSec = Date.parse(`${termsVersion}T00:00:00+05:00`) / 1000
  return (
    <Article
      title={terms.title}
      note={terms.since.replace('{date}', formatDate(sinceSec, language, 0))}
      lead={filled(terms.lead, company)}
      contents={terms.contents}
      sections={terms.sections.map(({ id, title, body }) => ({
        id,
        title,
        body: <Body body={body} company={company} />,
      }))}
    />
  )
}

interface BodyProps {
  readonly body: TermsSection['body']
  readonly company: Company
}

function Body({ body, company }: BodyProps) {
  return body.map((part, index) =>
    typeof part === 'string' ? (
      <p key={index}>{filled(part, company)}</p>
    ) : (
      <ul key={index}>
        {part.map((line) => (
          <li key={line}>{filled(line, company)}</li>
        ))}
      </ul>
    ),
  )
}
