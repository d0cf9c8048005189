import { useLocation } from 'wouter'
import { consoleCampaigns, isNearlyEverybody } from '#contract/console/campaigns.ts'
import type { SegmentRules } from '#contract/console/segment-rules.ts'
import { consoleSegments } from '#contract/console/segments.ts'
import { groupDigits } from '#contract/form/money.ts'
import { useCall } from '#console/session/queries.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { Failed, Skeleton } from '#console/ui/page.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useMessagesText } from './messages-text.ts'

interface StartDialogProps {
  readonly campaignId: number
  /** As it is shown: a draft that was changed since then is not started. */
  readonly version: number
  readonly rules: SegmentRules
  readonly onClose: () => void
}

/** Says how many get it; for nearly all subscribers their number must be typed. */
export function StartDialog({ campaignId, version, rules, onClose }: StartDialogProps) {
  const t = useMessagesText()
  const base = useText()
  const [, go] = useLocation()
  const { data, error, refetch } = useCall(consoleSegments.count, { rules: JSON.stringify(rules) })
  const form = useForm(
    consoleCampaigns.start,
    { everybody: '' },
    {
      changes: [consoleCampaigns.card, consoleCampaigns.list],
      toInput: ({ everybody }) => ({
        ...{ campaign_id: campaignId, version, everybody: everybody.replace(/\s/g, '') || 0 },
      }),
      failureFields: { segment_is_everybody: 'everybody' },
      onDone: () => {
        showToast(t('started'))
        onClose()
        go(`/messages/${campaignId}`)
      },
    },
  )
  const count = data?.count ?? null
  // What could not be counted in time is counted when it is started, which may bring the question.
  const isEverybody =
    data !== undefined && (count === null || isNearlyEverybody({ count, total: data.total }))
  return (
    <Dialog title={t('start')} isOpen onClose={onClose} role="alertdialog">
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={2} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <form onSubmit={form.submit} noValidate>
          <FormBody problem={form.problem}>
            <p>
              {count === null
                ? t('startUncounted')
                : t('startQuestion', { count: groupDigits(String(count)) })}
            </p>
            {isEverybody ? (
              <TextField
                field={form.field('everybody')}
                label={
                  count === null
                    ? t('everybodyUncounted')
                    : t('everybodyField', { count: groupDigits(String(count)) })
                }
                inputMode="numeric"
                isFocused
              />
            ) : null}
            <DialogButtons>
              <Button onPress={onClose}>{base('common.cancel')}</Button>
              <Button type="submit" look="primary" isPending={form.isBusy}>
                {t('start')}
              </Button>
            </DialogButtons>
          </FormBody>
        </form>
      )}
    </Dialog>
  )
}
