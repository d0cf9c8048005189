import { useNowSec } from '#console/session/now.ts'
import { useFilmEditorText } from './film-editor-text.ts'
import type { WindowState } from './window-values.ts'

/** Says the state of a film's windows: `opens in 3 days`, `5 hours left`, `ended`. */
export function useWindowWords(): (state: WindowState) => string {
  const t = useFilmEditorText()
  const nowSec = useNowSec()
  const left = (sec: number) => {
    const minutes = Math.max(1, Math.round(sec / 60))
    if (minutes < 60) return t('minutes', { count: minutes })
    if (minutes < 48 * 60) return t('hours', { count: Math.round(minutes / 60) })
    return t('days', { count: Math.round(minutes / (24 * 60)) })
  }
  return ({ state, at, territories }) => {
    const span = at === null ? '' : left(Math.abs(at - nowSec))
    const words =
      state === 'upcoming'
        ? t('state.upcoming', { left: span })
        : state === 'open' && at !== null
          ? t('state.openFor', { left: span })
          : t(`state.${state}`)
    const where = territories.filter((one) => one !== 'everywhere').map((one) => t(`territory.${one}`))
    return [words, ...(territories.includes('everywhere') ? [] : where)].join(' · ')
  }
}
