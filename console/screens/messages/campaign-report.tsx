import { FramedList } from '#console/ui/framed-list.tsx'
import type { CampaignReportRow } from '#contract/console/campaigns.ts'
import { groupDigits } from '#contract/form/money.ts'
import { moneyIn } from '#console/i18n/money.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { KeyFigures } from '#console/ui/key-figures.tsx'
import { Section } from '#console/ui/page.tsx'
import { reasonWords } from './campaign-words.ts'
import { useMessagesText } from './messages-text.ts'

const deliveryFacts = ['recipients', 'sent', 'waiting', 'skipped', 'failed', 'uncertain'] as const
const media = ['push', 'app', 'sms'] as const

/** What became of a campaign. */
export function CampaignReport({ report }: { readonly report: CampaignReportRow }) {
  const t = useMessagesText()
  const language = useLanguage()
  const digits = (number: number) => groupDigits(String(number))
  return (
    <>
      <Section title={t('delivery')}>
        <KeyFigures
          figures={[
            ...deliveryFacts.map((fact) => ({ name: t(fact), value: digits(report[fact]) })),
            ...media.map((medium) => ({ name: t(`medium.${medium}`), value: digits(report[medium]) })),
            { name: t('delivered'), value: digits(report.delivered) },
            { name: t('cost'), value: moneyIn(language, report.cost) },
          ]}
        />
      </Section>
      {report.reasons.length === 0 ? null : (
        <Section title={t('reasons')}>
          <FramedList>
            {report.reasons.map(({ reason, count }) => (
              <li key={reason}>
                <span>{reasonWords(reason, t)}</span>
                <span>{digits(count)}</span>
              </li>
            ))}
          </FramedList>
        </Section>
      )}
    </>
  )
}
