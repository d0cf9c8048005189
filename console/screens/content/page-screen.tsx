import { consolePages } from '#contract/console/pages.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { useText } from '#console/session/text.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { BothLanguages } from './both-languages.tsx'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { pageParts } from './content-parts.ts'
import { MarkdownHelp, MarkdownProblems, PagePreview } from './page-preview.tsx'
import { PageVersions } from './page-versions.tsx'
import { usePagesText } from './pages-text.ts'
import { Preview } from './preview.tsx'
import { useSaving } from './use-saving.ts'
import { useEditedVersion } from '#console/changes/use-edited-version.ts'
import styles from './content.module.css'

type TextPage = ResponseOf<typeof consolePages.one>

/** `/pages/<id>`, and `/pages/new` for a new one. */
export function PageScreen({ id }: { readonly id: number | null }) {
  const t = usePagesText()
  const { data, error, refetch } = useCall(consolePages.one, { id: id ?? 1 }, { isEnabled: id !== null })
  const above = <BackLink href="/pages" text={t('title')} />
  const page = id === null ? emptyPage : data
  if (page === undefined)
    return (
      <Page title={t('title')} above={above}>
        {error === null ? <Skeleton lines={10} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  return (
    <Page title={id === null ? t('new') : page.title_ru} text={page.path} above={above}>
      <PageEditor latest={page} />
      {id === null ? null : (
        <Section title={t('versions')} text={t('versionsText')}>
          <PageVersions page={page} />
        </Section>
      )}
    </Page>
  )
}

const emptyPage: TextPage = {
  ...{ id: 0, version: 0, slug: '', path: '', is_built_in: false },
  ...{ title_ru: '', title_uz: '', lead_ru: '', lead_uz: '' },
  ...{ body_ru: '', body_uz: '' },
}

function PageEditor({ latest }: { readonly latest: TextPage }) {
  const [page, onRenew] = useEditedVersion(latest)
  return <PageForm key={page.version} page={page} latest={latest} onRenew={onRenew} />
}

type Values = Readonly<
  Record<'slug' | 'title_ru' | 'title_uz' | 'lead_ru' | 'lead_uz' | 'body_ru' | 'body_uz', string>
>

interface PageFormProps {
  readonly page: TextPage
  readonly latest: TextPage
  readonly onRenew: () => void
}

function PageForm({ page, latest, onRenew }: PageFormProps) {
  const t = usePagesText()
  const common = useText()
  const mayEdit = useMay()('home', 'edit')
  const { id, version, is_built_in: isBuiltIn, path: _, ...fields } = page
  const { form, conflict, ...saving } = useSaving<typeof consolePages.save, Values>({
    endpoint: consolePages.save,
    section: 'home',
    path: '/pages',
    version,
    isNew: id === 0,
    initial: fields,
    toInput: (values, over) => ({ ...values, id: id === 0 ? null : id, version: over }),
    failureFields: { page_name_taken: 'slug' },
    onSaved: onRenew,
  })
  return (
    <form className={styles['editor']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        {isBuiltIn ? null : (
          <TextField field={form.field('slug')} label={t('slug')} hint={t('slugHint')} autoComplete="off" />
        )}
        <BothLanguages form={form} parts={pageParts} />
        <MarkdownProblems values={form.values} />
        <MarkdownHelp />
      </FormBody>
      {mayEdit ? (
        <div className={styles['formActs']}>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      ) : null}
      {mayEdit ? (
        <Preview>{(language) => <PagePreview values={form.values} language={language} />}</Preview>
      ) : null}
      {conflict === undefined ? null : (
        <ConflictDialog
          message={conflict.message}
          theirs={textsOnly(latest)}
          mine={textsOnly(conflict.mine)}
          isBusy={saving.isOverwriting}
          onTakeTheirs={onRenew}
          onSaveMine={() => saving.saveMine(latest.version)}
          onClose={saving.endConflict}
        />
      )}
    </form>
  )
}

function textsOnly(page: TextPage | InputOf<typeof consolePages.save>): Readonly<Record<string, string>> {
  const { slug, title_ru, title_uz, lead_ru, lead_uz, body_ru, body_uz } = page
  return { slug, title_ru, title_uz, lead_ru, lead_uz, body_ru, body_uz }
}
