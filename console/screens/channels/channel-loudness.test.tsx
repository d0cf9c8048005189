import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { ChannelLoudness } from './channel-loudness.tsx'

beforeEach(() => languageChoice.set('ru'))
afterEach(cleanup)

/** What the page says, with plain spaces. */
function saidOf(loudness: Parameters<typeof ChannelLoudness>[0]['loudness']): string {
  const { container } = render(<ChannelLoudness loudness={loudness} />)
  const said = container.textContent ?? ''
  cleanup()
  return said.replaceAll('\u00a0', ' ')
}

it('[ALIVE-05] says how loud a channel is and what the player does about it', () => {
  expect(saidOf({ integrated_lufs: -19.8, gain_db: -3.2 })).toBe(
    'Громкость за последний час −19,8 LUFS, плеер убавит на 3,2 дБ',
  )
  expect(saidOf({ integrated_lufs: -26, gain_db: 3 })).toBe(
    'Громкость за последний час −26 LUFS, плеер прибавит 3 дБ',
  )
  expect(saidOf({ integrated_lufs: -23, gain_db: 0 })).toContain('плеер её не меняет')
})

it('[ALIVE-05] says so when nothing was measured yet', () => {
  expect(saidOf(null)).toContain('ещё не измерена')
})
