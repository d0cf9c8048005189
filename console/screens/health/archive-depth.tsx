import type { consoleHealth } from '#contract/console/health.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatDecimal } from '#contract/form/money.ts'
import { useNowSec } from '#console/session/now.ts'
import { Section } from '#console/ui/page.tsx'
import { FactList } from '#console/ui/fact-list.tsx'
import { useHealthText } from './health-text.ts'

const daySec = 86_400

/** How much of a channel is recorded, its gaps, and how far the disk will reach. */
export function ArchiveDepth({ archive }: Pick<ResponseOf<typeof consoleHealth.channel>, 'archive'>) {
  const t = useHealthText()
  const nowSec = useNowSec()
  if (archive === null) return null
  const days = (sec: number) => formatDecimal(sec / daySec, 1)
  const gigabytes = (bytes: number) => formatDecimal(bytes / 1e9, 1)
  const { from, bytes, bytes_per_day: perDay, requested_sec: requested, expected_sec: expected } = archive
  const recorded = from === null ? 0 : Math.max(0, nowSec - from)
  return (
    <Section title={t('archive')} text={t('archiveText')}>
      <FactList
        facts={[
          [t('depth'), t('depthOf', { days: days(recorded), requested: days(requested) })],
          [t('expected'), expected === null ? t('unknown') : t('expectedDays', { days: days(expected) })],
          [t('size'), t('gigabytes', { size: gigabytes(bytes), day: gigabytes(perDay) })],
          [t('holesDay'), t('holes', archive.holes_of_day)],
          [t('holesWeek'), t('holes', archive.holes_of_week)],
        ]}
      />
    </Section>
  )
}
