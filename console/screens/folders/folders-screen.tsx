import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import { consoleFolders } from '#contract/console/folders.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { isCancelled } from '#console/session/call-error.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { type FolderDraft, longMs, useFoldersText } from './folders-text.ts'
import { RulesList } from './rules-list.tsx'
import styles from './folders.module.css'

/** `/films/folder`: the folders on the server that can be looked through, and the looks that wait for a decision. */
export function FoldersScreen() {
  const t = useFoldersText()
  const [query] = useSearchParams()
  const folder = query.get('in') ?? ''
  const places = useCall(consoleFolders.places, { folder })
  const drafts = useCall(consoleFolders.list, {})
  return (
    <Page title={t('title')} text={t('text')} isNarrow above={<BackLink href="/films" text={t('films')} />}>
      {places.data !== undefined ? (
        <Places key={places.data.folder} places={places.data} />
      ) : places.error === null ? (
        <Skeleton lines={5} />
      ) : (
        <Failed error={places.error} onRetry={() => void places.refetch()} />
      )}
      {drafts.data !== undefined ? (
        <Drafts drafts={drafts.data.drafts} />
      ) : drafts.error === null ? (
        <Skeleton lines={3} />
      ) : (
        <Failed error={drafts.error} onRetry={() => void drafts.refetch()} />
      )}
    </Page>
  )
}

type PlacesOf = ResponseOf<typeof consoleFolders.places>

function hrefOf(folder: string): string {
  return folder === '' ? '/films/folder' : `/films/folder?${new URLSearchParams({ in: folder }).toString()}`
}

function Places({ places }: { readonly places: PlacesOf }) {
  const { root, exists, folder, folders, is_cut: isCut, rules, is_waiting: isWaiting } = places
  const t = useFoldersText()
  const mayEdit = useMay()('films', 'edit')
  const path = folder === '' ? root : `${root}/${folder}`
  const above = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : ''
  return (
    <>
      <Section title={t('places')} text={path}>
        {folder === '' && folders.length === 0 ? null : (
          <ul className={styles['places']}>
            {folder === '' ? null : (
              <li>
                <Link href={hrefOf(above)}>↑ {t('up')}</Link>
              </li>
            )}
            {folders.map((name) => (
              <li key={name}>
                <Link
                  href={hrefOf(folder === '' ? name : `${folder}/${name}`)}
                  aria-label={t('open', { name })}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
        {folders.length === 0 && exists ? <p className={styles['hint']}>{t('noFolders')}</p> : null}
        {exists ? null : <MissingRoot root={root} />}
        {isCut ? <p className={styles['hint']}>{t('cut')}</p> : null}
        {isWaiting ? <p className={styles['hint']}>{t('waits')}</p> : null}
        {mayEdit && exists ? (
          <>
            <ByHand places={places} />
            <LookButton folder={folder} />
          </>
        ) : null}
      </Section>
      <RulesList rules={rules} draftId={0} mayEdit={mayEdit} />
    </>
  )
}

/** The folder of films is not there: how it comes to be, and which setting names another. */
function MissingRoot({ root }: { readonly root: string }) {
  const t = useFoldersText()
  return (
    <div className={styles['missing']} role="status">
      <p>
        <strong>{t('missing', { root })}</strong> {t('missingRemedy')}
      </p>
      <div>
        <LinkButton href="/films/upload">{t('upload')}</LinkButton>
      </div>
    </div>
  )
}

/** Whether the watched folder leaves this one to somebody. */
function ByHand({ places: { folder, rules } }: { readonly places: PlacesOf }) {
  const t = useFoldersText()
  const { send } = useSending('films')
  const [isBusy, setIsBusy] = useState(false)
  const own = rules.find((rule) => rule.is_folder && !rule.is_above && rule.path === folder)?.rule ?? {}
  const isAbove = rules.some(
    (rule) =>
      rule.is_folder &&
      rule.rule['by_hand'] === true &&
      (rule.is_above || (rule.path !== folder && (rule.path === '' || folder.startsWith(`${rule.path}/`)))),
  )
  const set = async (isOn: boolean) => {
    setIsBusy(true)
    const { by_hand: _, ...others } = own
    const rule = isOn ? { ...others, by_hand: true } : others
    await send(consoleFolders.rule, { folder, ...rule }, () => t(isOn ? 'byHandSet' : 'byHandUnset'))
    setIsBusy(false)
  }
  return (
    <label className={styles['toggle']}>
      <input
        type="checkbox"
        checked={isAbove || own['by_hand'] === true}
        disabled={isBusy || isAbove}
        onChange={({ target }) => void set(target.checked)}
      />
      <span>
        {t('byHand')}
        {isAbove ? <small> {t('byHandAbove')}</small> : null}
      </span>
    </label>
  )
}

function LookButton({ folder }: { readonly folder: string }) {
  const t = useFoldersText()
  const [, go] = useLocation()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { refresh } = useSending('films')
  const look = async () => {
    setIsBusy(true)
    setProblem('')
    try {
      const { draft_id: id } = await call(consoleFolders.look, { folder }, { limitMs: longMs })
      await refresh()
      go(`/films/folder/${id}`)
    } catch (error) {
      if (error instanceof Error && !isCancelled(error)) setProblem(error.message)
      setIsBusy(false)
    }
  }
  return (
    <div className={styles['look']}>
      <Button look="primary" isPending={isBusy} onPress={() => void look()}>
        {t('look')}
      </Button>
      <span role="status">{isBusy ? t('looking') : ''}</span>
      {problem === '' ? null : <p role="alert">{problem}</p>}
    </div>
  )
}

function Drafts({ drafts }: { readonly drafts: readonly FolderDraft[] }) {
  const t = useFoldersText()
  if (drafts.length === 0) return <Empty text={t('none')} />
  const parts = [
    { title: t('waiting'), some: drafts.filter(({ state }) => state === 'open') },
    { title: t('applied'), some: drafts.filter(({ state }) => state === 'applied') },
  ]
  return parts
    .filter(({ some }) => some.length > 0)
    .map(({ title, some }) => (
      <Section key={title} title={title}>
        <ul className={styles['drafts']}>
          {some.map((draft) => (
            <li key={draft.draft_id}>
              {draft.state === 'open' ? (
                <Link href={`/films/folder/${draft.draft_id}`}>{draft.folder || t('whole')}</Link>
              ) : (
                <strong>{draft.folder || t('whole')}</strong>
              )}
              <About draft={draft} />
              {draft.state === 'open' ? null : draft.change_id === null ? (
                <small>{t('unchangedAll')}</small>
              ) : (
                <Link href="/changes">{t('asChange', { id: draft.change_id })}</Link>
              )}
            </li>
          ))}
        </ul>
      </Section>
    ))
}

export function About({ draft }: { readonly draft: FolderDraft }) {
  const t = useFoldersText()
  const when = formatMoment(draft.looked_at, useLanguage(), useNowSec())
  return <small>{t('about', { who: draft.staff_name || t('operator'), when })}</small>
}
