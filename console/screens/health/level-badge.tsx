import { Badge } from '#console/ui/page.tsx'
import type { BoardChannel } from './board-filter.ts'
import { useHealthText } from './health-text.ts'

const tones = { bad: 'bad', warning: 'warn', good: 'good', off: 'plain' } as const

export function LevelBadge({ level }: Pick<BoardChannel, 'level'>) {
  const t = useHealthText()
  return <Badge tone={tones[level]}>{t(`level.${level}`)}</Badge>
}
