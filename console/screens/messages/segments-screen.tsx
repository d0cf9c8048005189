import { FramedList } from '#console/ui/framed-list.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { consoleSegments, type SegmentRow } from '#contract/console/segments.ts'
import { useAct, useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { IconButton } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { showFailure, showToast } from '#console/ui/toast.tsx'
import { useMessagesText } from './messages-text.ts'

/** `/messages/segments`: the saved segments by name. */
export function SegmentsScreen() {
  const t = useMessagesText()
  const mayEdit = useMay()('messages', 'edit')
  const [removing, setRemoving] = useState<SegmentRow>()
  const { data, error, refetch } = useCall(consoleSegments.list, {})
  return (
    <Page
      title={t('segments')}
      text={t('segmentsText')}
      above={<BackLink href="/messages" text={t('back')} />}
      isNarrow
      acts={<LinkButton href="/messages/segments/new">{t('newSegment')}</LinkButton>}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={5} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.segments.length === 0 ? (
        <Empty text={t('noSegments')} />
      ) : (
        <FramedList label={t('segments')}>
          {data.segments.map((one) => (
            <li key={one.segment_id}>
              <Link href={`/messages/segments/${one.segment_id}`}>{one.name}</Link>
              {mayEdit ? (
                <IconButton
                  icon="close"
                  label={`${t('remove')}: ${one.name}`}
                  onPress={() => setRemoving(one)}
                />
              ) : null}
            </li>
          ))}
        </FramedList>
      )}
      {removing === undefined ? null : (
        <RemoveQuestion segment={removing} onClose={() => setRemoving(undefined)} />
      )}
    </Page>
  )
}

interface RemoveQuestionProps {
  readonly segment: SegmentRow
  readonly onClose: () => void
}

function RemoveQuestion({ segment, onClose }: RemoveQuestionProps) {
  const t = useMessagesText()
  const { mutate, isPending } = useAct(consoleSegments.remove, {
    changes: [consoleSegments.list],
    onDone: () => {
      showToast(t('removed'))
      onClose()
    },
    onFailed: showFailure,
  })
  return (
    <Question
      title={t('removeQuestion', { name: segment.name })}
      text={t('removeText')}
      confirm={t('remove')}
      isOpen
      isDangerous
      isBusy={isPending}
      onConfirm={() => mutate({ segment_id: segment.segment_id })}
      onClose={onClose}
    />
  )
}
