import { FramedList } from '#console/ui/framed-list.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleTemplates, type TemplateRow } from '#contract/console/templates.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { IconButton } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { showFailure, showToast } from '#console/ui/toast.tsx'
import { useMessagesText } from './messages-text.ts'
import styles from './messages.module.css'

/** `/messages/templates`: the templates by name. */
export function TemplatesScreen() {
  const t = useMessagesText()
  const mayEdit = useMay()('messages', 'edit')
  const [removing, setRemoving] = useState<TemplateRow>()
  const { data, error, refetch } = useCall(consoleTemplates.list, {})
  return (
    <Page
      title={t('templates')}
      text={t('templatesText')}
      above={<BackLink href="/messages" text={t('back')} />}
      isNarrow
      acts={mayEdit ? <LinkButton href="/messages/templates/new">{t('newTemplate')}</LinkButton> : undefined}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={5} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.templates.length === 0 ? (
        <Empty text={t('noTemplates')} />
      ) : (
        <FramedList label={t('templates')}>
          {data.templates.map((one) => (
            <li key={one.message_template_id}>
              <Link href={`/messages/templates/${one.message_template_id}`}>{one.name}</Link>
              <span className={styles['row']}>
                <Badge>{t(`kind.${one.kind}`)}</Badge>
                {mayEdit ? (
                  <IconButton
                    icon="close"
                    label={`${t('remove')}: ${one.name}`}
                    onPress={() => setRemoving(one)}
                  />
                ) : null}
              </span>
            </li>
          ))}
        </FramedList>
      )}
      {removing === undefined ? null : (
        <RemoveQuestion template={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Page>
  )
}

interface RemoveQuestionProps {
  readonly template: TemplateRow
  readonly onClose: () => void
}

function RemoveQuestion({ template, onClose }: RemoveQuestionProps) {
  const t = useMessagesText()
  const { mutate, isPending } = useAct(consoleTemplates.remove, {
    changes: [consoleTemplates.list],
    onDone: () => {
      showToast(t('removed'))
      onClose()
    },
    onFailed: showFailure,
  })
  return (
    <Question
      title={t('removeQuestion', { name: template.name })}
      text={t('removeText')}
      confirm={t('remove')}
      isOpen
      isDangerous
      isBusy={isPending}
      onConfirm={() => mutate({ message_template_id: template.message_template_id })}
      onClose={onClose}
    />
  )
}
