import { useQuery } from '@tanstack/react-query'
import { consoleCampaigns } from '#contract/console/campaigns.ts'
import { groupDigits } from '#contract/form/money.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { call } from '#console/session/call.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { keyOf } from '#console/session/queries.ts'
import { KeyFigures } from '#console/ui/key-figures.tsx'
import { Failed, Section, Skeleton } from '#console/ui/page.tsx'
import { useMessagesText } from './messages-text.ts'

/** As the server counts it when nothing else is requested. */
const effectDays = 7
/** It changes slowly, and is the heaviest count of the screen. */
const freshMs = 5 * 60_000

/** What recipients did after their message: counted once when the screen is opened. */
export function CampaignEffect({ id }: { readonly id: number }) {
  const t = useMessagesText()
  const language = useLanguage()
  const input = { campaign_id: id }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(consoleCampaigns.effect, input),
    queryFn: ({ signal }) => call(consoleCampaigns.effect, input, { signal }),
    staleTime: freshMs,
  })
  const digits = (number: number) => groupDigits(String(number))
  const effect = data?.effect ?? null
  return (
    <Section title={t('effect')} text={t('effectText', { days: effectDays })}>
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={2} />
        ) : (
          <Failed error={error} onRetry={() => void refetch()} />
        )
      ) : effect === null ? (
        <p role="status">{t('effectLate')}</p>
      ) : (
        <KeyFigures
          figures={[
            { name: t('opened'), value: digits(effect.opened) },
            { name: t('paid'), value: digits(effect.paid) },
            { name: t('paidSum'), value: moneyIn(language, effect.paid_sum) },
            { name: t('watched'), value: digits(effect.watched) },
          ]}
        />
      )}
    </Section>
  )
}
