import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Playback } from '#player/core/playback/playback.ts'
import { useLoudnessSection } from './loudness-section.ts'

afterEach(cleanup)

/** The section as its title and the chosen option, with a button for each. */
function Shown({ playback, canChangeVolume }: { playback: Playback; canChangeVolume: boolean }) {
  const [section] = useLoudnessSection(playback, { canChangeVolume })
  if (section === undefined) return <p>нет</p>
  return (
    <div>
      <p>{section.title}</p>
      {section.groups[0]?.choices.map(({ name, chosen, choose }) => (
        <button key={name} type="button" aria-pressed={chosen} onClick={choose}>
          {name}
        </button>
      ))}
    </div>
  )
}

/** A playback that stores the choice. */
function playbackOf(evenLoudness: boolean) {
  const choices = {
    evenLoudness,
    setEvenLoudness(isOn: boolean) {
      choices.evenLoudness = isOn
    },
  }
  return { choices } as unknown as Playback
}

it('[ALIVE-05] offers an even loudness where the page can change the volume', () => {
  const playback = playbackOf(true)
  render(<Shown playback={playback} canChangeVolume />)
  expect(screen.getByText('Ровная громкость')).toBeTruthy()
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('Включена')
  screen.getByRole('button', { name: 'Выключена' }).click()
  expect(playback.choices.evenLoudness).toBe(false)
})

it('[ALIVE-05] offers nothing where only the remote changes it', () => {
  render(<Shown playback={playbackOf(true)} canChangeVolume={false} />)
  expect(screen.getByText('нет')).toBeTruthy()
})
