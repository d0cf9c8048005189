/** `/about`, `/answers`, `/android`, `/job`, `/lg`, `/pay`, `/samsung`: one text page each. */
import { useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { information, informationSlugs, type InformationSlug } from '#contract/site/information.ts'
import { matchPage } from '#contract/form/pages.ts'
import { currentAddress } from '#web/router/address-bar.ts'
import { siteOrigin } from '#web/state/site-address.ts'
import { isTelevision } from '#web/remote/television.ts'
import { useLocation } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { Article, ArticleSkeleton } from '#web/ui/cards/article.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { QrCode } from '#web/ui/controls/qr-code.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { Blocks } from './blocks.tsx'
import { useInformationText } from './information-text.ts'
import { countAnswers, matchingSections } from './question-search.ts'
import styles from './information-screen.module.css'

type Page = ResponseOf<typeof information.page>

function slugOf(pathname: string): InformationSlug {
  return informationSlugs.find((slug) => slug === matchPage(pathname)?.name) ?? 'about'
}

export function InformationScreen() {
  const slug = slugOf(useLocation().pathname)
  const state = useCall(information.page, { slug })
  if (state.kind === 'loading') return <ArticleSkeleton />
  if (state.kind !== 'ok')
    return (
      <div className={styles.failed}>
        <RetryCard onRetry={state.retry} />
      </div>
    )
  return <Information key={slug} page={state.data} />
}

const onDevices: readonly InformationSlug[] = ['android', 'lg', 'samsung']

function Information({ page }: { readonly page: Page }) {
  const t = useInformationText()
  const [query, setQuery] = useState('')
  const television = useOfBrowser(isTelevision, false)
  const opened = useOpened()
  const sections = matchingSections(page.sections, useDeferredValue(query))
  const hasQuestions = countAnswers(page.sections) > 0
  return (
    <Article
      title={page.title}
      lead={page.lead}
      contents={t('contents')}
      sections={sections.map(({ id, title, blocks }) => ({
        id,
        title,
        body: <Blocks blocks={blocks} stops={television} opened={opened} />,
      }))}
    >
      {onDevices.includes(page.slug) && <DeviceAddress page={page} television={television} />}
      {hasQuestions && (
        <SearchField label={t('search')} clear={t('clear')} value={query} onChange={setQuery} />
      )}
      {hasQuestions && query.trim() !== '' && (
        <p className={styles.found} role="status">
          {sections.length > 0 && t('found', { count: countAnswers(sections) })}
        </p>
      )}
      {sections.length === 0 && (
        <EmptyCard title={t('nothing', { query: query.trim() })} text={t('nothingHint')}>
          <Button onClick={() => setQuery('')}>{t('showAll')}</Button>
        </EmptyCard>
      )}
    </Article>
  )
}

/** A value that does not change while the page is open, but is available only in a browser. */
function never() {
  return () => undefined
}

function useOfBrowser<T>(read: () => T, before: T): T {
  return useSyncExternalStore(never, read, () => before)
}

/** The FAQ entry named after `#`: expanded when the page opens and whenever a link points to another one. */
function useOpened(): string {
  const { hash } = useLocation()
  const opened = useOfBrowser(() => decoded(hash.slice(1)), '')
  useEffect(() => {
    // Newer browsers return a promise here, which React would take for an effect's clean-up.
    void document.getElementById(opened)?.scrollIntoView()
  }, [opened])
  return opened
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

interface DeviceAddressProps {
  readonly page: Page
  readonly television: boolean
}

/**
 * An address for another device, as a QR code and as text: the store of the app where there is one, else the site. On a
 * television it is the address of these steps, to be read on a phone.
 */
function DeviceAddress({ page, television }: DeviceAddressProps) {
  const t = useInformationText()
  const origin = useOfBrowser(siteOrigin, '')
  const path = useOfBrowser(() => currentAddress().pathname, '')
  const store = television ? null : page.store
  const address = store ?? (television && origin !== '' ? `${origin}${path}` : origin)
  return (
    <div className={styles.site} {...(television ? { 'data-stop': '', tabIndex: 0 } : {})}>
      <div className={styles.code}>
        {address !== '' && (
          <QrCode text={address} label={t('qr', { address })} size={television ? 220 : 140} />
        )}
      </div>
      <div>
        <p className={styles.linkText}>{t(television ? 'qrSteps' : store === null ? 'qrText' : 'qrStore')}</p>
        <p className={styles.address}>{address.replace(/^https?:\/\//, '')}</p>
      </div>
    </div>
  )
}
