/** `/policy`: the terms and what is done with a person's data, in the language of the page. The texts come apart. */
import { use, Suspense, useEffect } from 'react'
import { TERMS_VERSION } from '#contract/constants.ts'
import type { Language } from '#contract/failures.ts'
import { site } from '#contract/site.ts'
import { formatDate } from '#web/i18n/format.ts'
import { useCall } from '#web/session/api.ts'
import { useLanguage } from '#web/session/session.ts'
import { withinLimit } from '#web/shell/lazy-limit.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { filled, type Company, type Terms, type TermsSection } from './terms.ts'
import styles from './policy-screen.module.css'

const load: Record<Language, () => Promise<Terms>> = {
  ru: () => import('./terms-ru.ts').then((file) => file.terms),
  uz: () => import('./terms-uz.ts').then((file) => file.terms),
}
const loading = new Map<Language, Promise<Terms>>()

function termsIn(language: Language): Promise<Terms> {
  const known = loading.get(language)
  if (known !== undefined) return known
  const begun = withinLimit(load[language]())
  // What did not come is asked for again at the next visit.
  begun.catch(() => loading.delete(language))
  loading.set(language, begun)
  return begun
}

export function PolicyScreen() {
  return (
    <Suspense fallback={<Waiting />}>
      <Article />
    </Suspense>
  )
}

function Article() {
  const language = useLanguage()
  const terms = use(termsIn(language))
  const about = useCall(site.about, {})
  // The text comes after the page, so a link into it has to be followed once it is there.
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  const company: Company = {
    company: about.kind === 'answer' ? about.data.company : '',
    phone: about.kind === 'answer' ? about.data.support_phone : '',
    site: location.host,
  }
  const sinceSec = Date.parse(`${TERMS_VERSION}T00:00:00+05:00`) / 1000
  return (
    <article className={styles.screen}>
      <header className={styles.head}>
        <h1 className={styles.title}>{terms.title}</h1>
        <p className={styles.since}>{terms.since.replace('{date}', formatDate(sinceSec, language, 0))}</p>
        <p className={styles.lead}>{terms.lead}</p>
      </header>
      <nav className={styles.contents} aria-labelledby="contents">
        <h2 className={styles.contentsTitle} id="contents">
          {terms.contents}
        </h2>
        <ol>
          {terms.sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sections}>
        {terms.sections.map((section) => (
          <Section key={section.id} section={section} company={company} />
        ))}
      </div>
    </article>
  )
}

interface SectionProps {
  readonly section: TermsSection
  readonly company: Company
}

function Section({ section, company }: SectionProps) {
  return (
    <section className={styles.section} id={section.id} aria-labelledby={`${section.id}-title`}>
      <h2 id={`${section.id}-title`}>{section.title}</h2>
      {section.body.map((part, index) =>
        typeof part === 'string' ? (
          <p key={index}>{filled(part, company)}</p>
        ) : (
          <ul key={index}>
            {part.map((line) => (
              <li key={line}>{filled(line, company)}</li>
            ))}
          </ul>
        ),
      )}
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles.screen}>
      <Skeleton className={styles.waiting} />
    </div>
  )
}
