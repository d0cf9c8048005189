import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { consoleBlackouts } from '#contract/console/blackouts.ts'
import type { InputOf } from '#contract/form/endpoint.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { call } from '#console/session/call.ts'
import { keyOf } from '#console/session/queries.ts'
import { Section } from '#console/ui/page.tsx'
import { usePeriodText, useScopeText } from './blackout-values.ts'
import { useBlackoutsText } from './blackouts-text.ts'

interface BlackoutPreviewProps {
  readonly input: InputOf<typeof consoleBlackouts.preview>
}

/** What would be closed by what is entered, before it is saved; what is missing, while it could not be. */
export function BlackoutPreview({ input }: BlackoutPreviewProps) {
  const t = useBlackoutsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const [periodOf, scopeOf] = [usePeriodText(), useScopeText()]
  const { devices = [], territories = [], target } = input
  const isChosen = target === 'title' ? input.vid !== null : input.cid !== null
  const { data, error } = useQuery({
    queryKey: keyOf(consoleBlackouts.preview, input),
    queryFn: ({ signal }) => call(consoleBlackouts.preview, input, { signal }),
    enabled: isChosen && input.from !== '' && devices.length > 0 && territories.length > 0,
    placeholderData: keepPreviousData,
  })
  if (!isChosen || (data === undefined && error === null)) return null
  return (
    <Section title={t('previewTitle')}>
      <div role="status">
        {data === undefined || error !== null ? (
          <p>{error?.message}</p>
        ) : (
          <>
            <p>
              {target === 'title'
                ? data.label
                : t('previewChannel', { label: data.label, count: data.programmes })}
            </p>
            <p>{periodOf(data)}</p>
            <p>{scopeOf({ devices: [...devices], territories: [...territories], holds: data.holds })}</p>
            {data.first.length === 0 ? null : (
              <ul>
                {data.first.map(({ title, begin }) => (
                  <li key={begin}>{`${formatMoment(begin, language, nowSec)} ${title}`}</li>
                ))}
              </ul>
            )}
            {devices.length < 3 ? <p>{t('previewOther')}</p> : null}
          </>
        )}
      </div>
    </Section>
  )
}
