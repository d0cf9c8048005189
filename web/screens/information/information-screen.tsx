/** `/about`, `/answers`, `/android`, `/job`, `/lg`, `/pay`, `/samsung`, `/info/<name>`: one text page each. */
import { Suspense, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { information, informationSlugs } from '#contract/site/information.ts'
import { matchPage, pathOf } from '#contract/form/pages.ts'
import { browserHref, currentAddress } from '#web/router/address-bar.ts'
import { siteOrigin } from '#web/state/site-address.ts'
import { isTelevision } from '#web/remote/television.ts'
import { Link, useLocation } from '#web/router/router.ts'
import { useCall } from '#web/session/requests/api.ts'
import { Article } from '#web/reading/article.tsx'
import { ArticleSkeleton } from '#web/ui/cards/article-skeleton.tsx'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { SearchField } from '#web/ui/controls/search-field.tsx'
import { EmptyCard, RetryCard } from '#web/ui/cards/state-card.tsx'
import { lazyOrNothing } from '#web/ui/lazy/lazy-or-nothing.ts'
import { Blocks, type PageLink } from '#web/reading/blocks.tsx'
import { useInformationText, usePictureText } from './information-text.ts'
import { countAnswers, matchingSections } from './question-search.ts'
import styles from './information-screen.module.css'

type Page = ResponseOf<typeof information.page>

/** Most of these pages have none. */
const QrCode = lazyOrNothing(() => import('#web/ui/controls/qr-code.tsx').then((file) => file.QrCode))

function slugOf(pathname: string): string {
  const match = matchPage(pathname)
  return match?.params['textName'] ?? informationSlugs.find((slug) => slug === match?.name) ?? 'about'
}

export function InformationScreen() {
  const slug = slugOf(useLocation().pathname)
  const state = useCall(information.page, { slug })
  const t = useInformationText()
  if (state.kind === 'loading') return <ArticleSkeleton />
  if (state.kind === 'refused' && state.failure === 'not_found')
    return (
      <div className={styles.failed}>
        <EmptyCard title={t('gone')} text={t('goneHint')}>
          <ButtonLink to={pathOf('home')}>{t('toHome')}</ButtonLink>
        </EmptyCard>
      </div>
    )
  if (state.kind !== 'ok')
    return (
      <div className={styles.failed}>
        <RetryCard onRetry={state.retry} />
      </div>
    )
  return <Information key={slug} page={state.data} />
}

function pageLink({ to, className, children }: PageLink) {
  return (
    <Link className={className} to={to}>
      {children}
    </Link>
  )
}

/** While a question is open its address is in the address bar, ready to be shared. */
function showInAddress(id: string): void {
  const here = currentAddress()
  const hash = `#${id}`
  if (here.hash !== hash) history.replaceState(history.state, '', browserHref({ ...here, hash }))
}

const onDevices: readonly string[] = ['android', 'lg', 'samsung']

function Information({ page }: { readonly page: Page }) {
  const t = useInformationText()
  const pictureText = usePictureText()
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
        body: (
          <Blocks
            blocks={blocks}
            stops={television}
            opened={opened}
            onOpen={showInAddress}
            link={pageLink}
            pictureText={pictureText}
          />
        ),
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
          <Suspense fallback={null}>
            <QrCode text={address} label={t('qr', { address })} size={television ? 220 : 140} />
          </Suspense>
        )}
      </div>
      <div>
        <p className={styles.linkText}>{t(television ? 'qrSteps' : store === null ? 'qrText' : 'qrStore')}</p>
        <p className={styles.address}>{address.replace(/^https?:\/\//, '')}</p>
      </div>
    </div>
  )
}
