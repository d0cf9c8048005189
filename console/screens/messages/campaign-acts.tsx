import { useState } from 'react'
import { consoleCampaigns } from '#contract/console/campaigns.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useText } from '#console/session/text.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { Dialog, DialogButtons } from '#console/ui/dialog.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { showFailure, showToast } from '#console/ui/toast.tsx'
import { useMessagesText } from './messages-text.ts'

type Campaign = ResponseOf<typeof consoleCampaigns.card>

const changes = [consoleCampaigns.card, consoleCampaigns.list]

/** Stops a campaign that is being sent, or goes on with a stopped one. */
export function CampaignActs({ campaign }: { readonly campaign: Campaign }) {
  const t = useMessagesText()
  const mayAct = useMay()('messages', 'act')
  const [isResuming, setIsResuming] = useState(false)
  const { campaign_id: id, state } = campaign
  const { mutate: stop, isPending } = useAct(consoleCampaigns.stop, {
    changes,
    onDone: () => showToast(t('stopped')),
    onFailed: showFailure,
  })
  if (!mayAct || state === 'done' || state === 'draft') return null
  return (
    <>
      {state === 'stopped' ? (
        <Button look="primary" onPress={() => setIsResuming(true)}>
          {t('resume')}
        </Button>
      ) : (
        <Button look="danger" isPending={isPending} onPress={() => stop({ campaign_id: id })}>
          {t('stop')}
        </Button>
      )}
      {isResuming ? <ResumeDialog campaign={campaign} onClose={() => setIsResuming(false)} /> : null}
    </>
  )
}

interface ResumeDialogProps {
  readonly campaign: Campaign
  readonly onClose: () => void
}

function ResumeDialog({ campaign, onClose }: ResumeDialogProps) {
  const t = useMessagesText()
  const base = useText()
  const form = useForm(
    consoleCampaigns.resume,
    { budget: campaign.budget === null ? '' : String(campaign.budget) },
    {
      changes,
      toInput: ({ budget }) => ({
        ...{ campaign_id: campaign.campaign_id, budget: budget.trim() === '' ? null : budget },
      }),
      onDone: () => {
        showToast(t('resumed'))
        onClose()
      },
    },
  )
  return (
    <Dialog title={t('resume')} isOpen onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <FormBody problem={form.problem}>
          <TextField
            field={form.field('budget')}
            label={t('budget')}
            hint={t('budgetHint')}
            inputMode="numeric"
            isFocused
          />
          <DialogButtons>
            <Button onPress={onClose}>{base('common.cancel')}</Button>
            <Button type="submit" look="primary" isPending={form.isBusy}>
              {t('resume')}
            </Button>
          </DialogButtons>
        </FormBody>
      </form>
    </Dialog>
  )
}
