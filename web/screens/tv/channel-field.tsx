import { SearchField } from '#web/ui/controls/search-field.tsx'
import { useTvText } from './guide/model/tv-text.ts'

interface ChannelFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

export function ChannelField({ value, onChange }: ChannelFieldProps) {
  const t = useTvText()
  return <SearchField label={t('search')} clear={t('clear')} value={value} onChange={onChange} />
}
