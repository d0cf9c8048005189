import { useState } from 'react'
import { consoleNotices, type NoticeKind } from '#contract/console/notices.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { ChangeList } from '#console/changes/change-list.tsx'
import { useNowSec } from '#console/session/now.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { BothLanguages } from './both-languages.tsx'
import { ConflictDialog } from '#console/changes/conflict-dialog.tsx'
import { noticeParts } from './content-parts.ts'
import { useContentText } from './content-text.ts'
import { localMoment, secOfMoment } from '#console/i18n/moments.ts'
import { useSaving } from './use-saving.ts'
import { useEditedVersion } from '#console/changes/use-edited-version.ts'
import styles from './content.module.css'

type Notice = ResponseOf<typeof consoleNotices.list>['notices'][number]

const hourSec = 3600

interface NoticeScreenProps {
  /** Null for a new one, which is of this kind. */
  readonly id: number | null
  readonly kind?: NoticeKind
}

/** `/works/<id>`; `/works/new` and `/works/outage` for a new one. */
export function NoticeScreen({ id, kind = 'works' }: NoticeScreenProps) {
  const t = useContentText()
  const nowSec = useNowSec()
  const [firstSec] = useState(nowSec)
  const { data, error, refetch } = useCall(consoleNotices.list, {}, { isEnabled: id !== null })
  const above = <BackLink href="/works" text={t('noticesTitle')} />
  const notice = id === null ? newNotice(kind, firstSec) : data?.notices.find((one) => one.id === id)
  if (notice === undefined)
    return (
      <Page title={t('noticesTitle')} above={above}>
        {data !== undefined ? (
          <Empty text={t('noticeGone')} />
        ) : error === null ? (
          <Skeleton lines={8} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const title = id === null ? t(`noticesAdd.${notice.kind}`) : notice.title_ru
  return (
    <Page title={title} above={above}>
      <NoticeEditor latest={notice} />
      {id === null ? null : (
        <Section title={t('history')}>
          <ChangeList filter={{ entity: 'service_notice', entity_id: id }} />
        </Section>
      )}
    </Page>
  )
}

/** Works begin in an hour and last one; an outage has begun, and nobody knows its end. */
function newNotice(kind: NoticeKind, nowSec: number): Notice {
  const begins = kind === 'works' ? nowSec + hourSec : nowSec
  return {
    ...{ id: 0, version: 0, state: 'planned', kind },
    ...{ title_ru: '', title_uz: '', text_ru: '', text_uz: '' },
    ...{ begins_at: begins, ends_at: kind === 'works' ? begins + hourSec : null },
  }
}

function NoticeEditor({ latest }: { readonly latest: Notice }) {
  const [notice, onRenew] = useEditedVersion(latest)
  return <NoticeForm key={notice.version} notice={notice} latest={latest} onRenew={onRenew} />
}

type Values = Readonly<
  Record<'title_ru' | 'title_uz' | 'text_ru' | 'text_uz' | 'begins_at' | 'ends_at', string>
>

interface NoticeFormProps {
  readonly notice: Notice
  readonly latest: Notice
  readonly onRenew: () => void
}

function NoticeForm({ notice, latest, onRenew }: NoticeFormProps) {
  const t = useContentText()
  const common = useText()
  const mayEdit = useMay()('health', 'edit')
  const { id, version, kind, state: _, ...fields } = notice
  const { form, conflict, ...saving } = useSaving<typeof consoleNotices.save, Values>({
    endpoint: consoleNotices.save,
    section: 'health',
    path: '/works',
    version,
    initial: {
      ...fields,
      begins_at: localMoment(fields.begins_at),
      ends_at: localMoment(fields.ends_at),
    },
    toInput: (values, over) => ({
      ...values,
      kind,
      id: id === 0 ? null : id,
      version: over,
      begins_at: secOfMoment(values.begins_at) ?? '',
      ends_at: values.ends_at === '' ? null : (secOfMoment(values.ends_at) ?? ''),
    }),
    failureFields: { works_period: 'ends_at' },
    onSaved: onRenew,
  })
  return (
    <form className={styles['editor']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <BothLanguages form={form} parts={noticeParts} />
        <div className={styles['settings']}>
          <TextField
            field={form.field('begins_at')}
            label={t('noticeBegins')}
            hint={t('noticeBeginsHint')}
            type="datetime-local"
          />
          <TextField
            field={form.field('ends_at')}
            label={t('noticeEnds')}
            hint={t(`noticeEndsHint.${kind}`)}
            type="datetime-local"
          />
        </div>
      </FormBody>
      {mayEdit ? (
        <div className={styles['formActs']}>
          <Button type="submit" look="primary" isPending={form.isBusy}>
            {common('common.save')}
          </Button>
        </div>
      ) : null}
      {conflict === undefined ? null : (
        <ConflictDialog
          message={conflict.message}
          theirs={latest}
          mine={fieldsOf(conflict.mine)}
          isBusy={saving.isOverwriting}
          onTakeTheirs={onRenew}
          onSaveMine={() => saving.saveMine(latest.version)}
          onClose={saving.endConflict}
        />
      )}
    </form>
  )
}

function fieldsOf({ version: _version, id: _id, ...fields }: InputOf<typeof consoleNotices.save>) {
  return fields as Readonly<Record<string, string | number | null>>
}
