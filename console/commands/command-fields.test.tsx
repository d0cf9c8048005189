/** The fields of a command to devices. */
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { languageChoice } from '#console/session/preferences.ts'
import { CommandFields, useCommandDraft } from './command-fields.tsx'

function Form() {
  const draft = useCommandDraft()
  return (
    <>
      <CommandFields draft={draft} />
      <output>{`${draft.isReady ? 'ready' : 'not ready'}, ${draft.input.stays_sec}`}</output>
      <button type="button" onClick={() => draft.setKind('reload')}>
        reload
      </button>
    </>
  )
}

const said = (text: string) => expect(screen.getByRole('status').textContent).toBe(text)

beforeEach(() => {
  languageChoice.set('ru')
  render(<Form />)
})
afterEach(cleanup)

it('[MSG-02] says at the field that a number is out of its range, and is not ready with it', async () => {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Текст по-русски'), 'Авария')
  await user.type(screen.getByLabelText('Текст по-узбекски'), 'Avariya')
  said('ready, 30')
  const stays = screen.getByLabelText('Секунд на экране')
  await user.clear(stays)
  await user.type(stays, '301')
  screen.getByText('Целое число от 5 до 300')
  said('not ready, 301')
  const expires = screen.getByLabelText('Ждать устройство, минут')
  await user.clear(expires)
  screen.getByText('Целое число от 1 до 1440')
})

it('[MSG-02] does not send what was typed into a field that is not there any more', async () => {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Секунд на экране'), '9')
  said('not ready, 309')
  await user.click(screen.getByRole('button', { name: 'reload' }))
  said('ready, 30')
})
