/** A page of text as the site shows it, with the site's own components; and what its Markdown does not say well. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { consolePages } from '#contract/console/pages.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { useMay, useServiceName } from '#console/session/session.ts'
import { ru as picturesRu } from '#web/i18n/ru/service/step-pictures.ts'
import { uz as picturesUz } from '#web/i18n/uz/service/step-pictures.ts'
import { Article } from '#web/reading/article.tsx'
import { Blocks, type PageLink } from '#web/reading/blocks.tsx'
import type { ContentLanguage } from './both-languages.tsx'
import { usePagesText } from './pages-text.ts'
import styles from './content.module.css'

type Values = Readonly<Record<string, string>>

/** After the last key. */
const waitMs = 300
const pictureTexts = { ru: picturesRu, uz: picturesUz } as const
const contents: Readonly<Record<ContentLanguage, string>> = { ru: 'На этой странице', uz: 'Shu sahifada' }

interface PagePreviewProps {
  readonly values: Values
  readonly language: ContentLanguage
}

export function PagePreview({ values, language }: PagePreviewProps) {
  const page = useShownPage(values, language)
  const service = useServiceName()
  return (
    <div className={styles['sitePage']}>
      {page === undefined ? null : (
        <Article
          heading="h2"
          title={page.title}
          lead={page.lead}
          contents={contents[language]}
          sections={page.sections.map(({ id, title, blocks }) => ({
            id,
            title,
            body: (
              <Blocks
                blocks={blocks}
                stops={false}
                opened=""
                onOpen={() => undefined}
                link={previewLink}
                pictureText={(name) => pictureTexts[language][name].replaceAll('{service}', () => service)}
              />
            ),
          }))}
        />
      )}
    </div>
  )
}

/** What cannot be saved, by line. */
export function MarkdownProblems({ values }: { readonly values: Values }) {
  const t = usePagesText()
  const pages = { ru: useShownPage(values, 'ru'), uz: useShownPage(values, 'uz') }
  const problems = (['ru', 'uz'] as const).flatMap((language) =>
    (values[`body_${language}`] ?? '').trim() === ''
      ? []
      : (pages[language]?.problems ?? []).map((problem) => ({ language, ...problem })),
  )
  if (problems.length === 0) return null
  return (
    <ul className={styles['problems']} aria-label={t('problems')}>
      {problems.slice(0, 20).map(({ language, line, reason }) => (
        <li key={`${language} ${line} ${reason}`}>
          {t('problem', { language: language.toUpperCase(), line })}: {t(`reason.${reason}`)}
        </li>
      ))}
    </ul>
  )
}

const marks = {
  section: '## … {#name}',
  text: '…',
  list: '- …',
  steps: '1. …',
  answer: '### …? {#name}',
  reason: '#### …',
  link: '[…](/tariff) …',
  contacts: '{contacts}',
  app: '{app android}',
  words: '{company} {phone} {site}',
} as const

/** How the parts of a page are written. */
export function MarkdownHelp() {
  const t = usePagesText()
  return (
    <details className={styles['help']}>
      <summary>{t('help')}</summary>
      <dl>
        {(Object.keys(marks) as (keyof typeof marks)[]).map((mark) => (
          <div key={mark}>
            <dt>
              <code>{marks[mark]}</code>
            </dt>
            <dd>{t(`markText.${mark}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function previewLink({ to, className, children }: PageLink) {
  return (
    <a href={to} className={className} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** What the server makes of the text, a moment after the last key. */
function useShownPage(values: Values, language: ContentLanguage) {
  const [title, lead, body] = ['title', 'lead', 'body'].map((part) => values[`${part}_${language}`] ?? '')
  const input = useSettled(JSON.stringify({ language, title, lead, body }))
  const { data } = useQuery({
    queryKey: keyOf(consolePages.preview, { input }),
    queryFn: ({ signal }) =>
      call(
        consolePages.preview,
        JSON.parse(input) as Parameters<typeof call<typeof consolePages.preview>>[1],
        {
          signal,
        },
      ),
    placeholderData: keepPreviousData,
    enabled: useMay()('home', 'edit'),
  })
  return data
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
