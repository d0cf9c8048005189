import { FramedList } from '#console/ui/framed-list.tsx'
import { useQuery } from '@tanstack/react-query'
import { type CommandBatchRow, consoleCommands } from '#contract/console/commands.ts'
import { groupDigits } from '#contract/form/money.ts'
import { useCommandsText } from '#console/commands/commands-text.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { call } from '#console/session/call.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf, useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { Button } from '#console/ui/button.tsx'
import { KeyFigures } from '#console/ui/key-figures.tsx'
import { LinkButton } from '#console/ui/link-button.tsx'
import { Badge, Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { showFailure, showToast } from '#console/ui/toast.tsx'
import { stateTone } from './campaign-words.ts'

const facts = ['reached', 'left_out', 'sent', 'delivered', 'done', 'expired'] as const
const refreshMs = 5000

/** `/messages/commands`: commands to segments, the newest first, with how far they are. */
export function CommandsScreen() {
  const t = useCommandsText()
  const may = useMay()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleCommands.list, {}),
    queryFn: ({ signal }) => call(consoleCommands.list, {}, { signal }),
    refetchInterval: ({ state: { data: listed } }) =>
      listed?.commands.some(isMoving) === true ? refreshMs : false,
  })
  return (
    <Page
      title={t('title')}
      text={t('text')}
      acts={
        may('messages', 'edit') ? (
          <LinkButton href="/messages/commands/new" isPrimary>
            {t('new')}
          </LinkButton>
        ) : null
      }
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : data.commands.length === 0 ? (
        <Empty text={t('none')} />
      ) : (
        <FramedList label={t('title')}>
          {data.commands.map((one) => (
            <Row key={one.command_batch_id} batch={one} />
          ))}
        </FramedList>
      )}
    </Page>
  )
}

/** Whether it is still given, or devices that got it have not answered. */
function isMoving({ state, sent, delivered }: CommandBatchRow): boolean {
  return state === 'running' || sent + delivered > 0
}

function Row({ batch }: { readonly batch: CommandBatchRow }) {
  const t = useCommandsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const texts = language === 'uz' ? [batch.text_uz, batch.channel.uz] : [batch.text_ru, batch.channel.ru]
  const digits = (number: number) => groupDigits(String(number))
  return (
    <li>
      <strong>{[t(`kind.${batch.kind}`), ...texts].filter((part) => part !== '').join(': ')}</strong>
      <Badge tone={stateTone(batch.state)}>{t(`state.${batch.state}`)}</Badge>
      <small>
        {[
          formatMoment(batch.created_at, language, nowSec),
          segmentWords(batch.segment, t),
          t('recipients', { count: digits(batch.recipients) }),
          batch.by || t('operator'),
          batch.reason,
        ].join(' · ')}
      </small>
      <KeyFigures figures={facts.map((fact) => ({ name: t(`fact.${fact}`), value: digits(batch[fact]) }))} />
      {batch.state === 'running' ? <StopCommand id={batch.command_batch_id} /> : null}
    </li>
  )
}

const deviceNames = ['tv', 'phone', 'tablet', 'computer', 'other'] as const

/** The kind of device is the name of the segment where an engineer has loaded clients again. */
function segmentWords(segment: string, t: ReturnType<typeof useCommandsText>): string {
  const device = deviceNames.find((one) => one === segment)
  if (device !== undefined) return t(`devices.${device}`)
  return segment === '' ? t('everybody') : segment
}

function StopCommand({ id }: { readonly id: number }) {
  const t = useCommandsText()
  const mayStop = useMay()('messages', 'edit')
  const { mutate, isPending } = useAct(consoleCommands.stop, {
    changes: [consoleCommands.list],
    onDone: () => showToast(t('stopped')),
    onFailed: showFailure,
  })
  if (!mayStop) return null
  return (
    <Button look="danger" isPending={isPending} onPress={() => mutate({ command_batch_id: id })}>
      {t('stop')}
    </Button>
  )
}
