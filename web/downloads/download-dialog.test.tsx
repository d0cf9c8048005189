import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { downloads } from '#contract/playback/downloads.ts'
import { buildDownload } from '#tests/kit/dom/build-download.ts'
import { address, keepNothing, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { useLoginNeed } from '#web/session/login-needed.ts'
import { session } from '#web/session/session.ts'
import { Toaster } from '#web/ui/dialogs/toast.tsx'
import { DownloadButton } from './download-button.tsx'
import { addDownload, downloadOf } from './download-list.ts'

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  vi.stubGlobal('caches', {})
  vi.stubGlobal('indexedDB', {})
  server.responds(downloads.options, options)
})

const megabyte = 1_000_000
const options = {
  duration_sec: 5400,
  qualities: {
    item: [
      { height: 360, size_bytes: 300 * megabyte },
      { height: 480, size_bytes: 500 * megabyte },
      { height: 720, size_bytes: 1100 * megabyte },
    ],
  },
  audio: {
    item: [
      { language: 'ru', name: 'Русский', size_bytes: 60 * megabyte },
      { language: 'uz', name: 'Oʻzbekcha', size_bytes: 40 * megabyte },
    ],
  },
  subtitles: { item: [{ language: 'ru', name: 'Русский' }] },
} as const

function Page() {
  const need = useLoginNeed()
  return (
    <>
      <DownloadButton vid={10} vfid={1} title="Летят журавли" subtitle="Серия 2">
        {(isThere, press) => (
          <button type="button" onClick={press}>
            {isThere ? 'there' : 'save'}
          </button>
        )}
      </DownloadButton>
      <Toaster />
      <p data-testid="login">{need?.from ?? 'none'}</p>
    </>
  )
}

async function openDialog(language: 'ru' | 'uz' = 'ru') {
  const page = await show(<Page />, { at: '/movie/10?from=kids', as: viewer, language })
  await page.user.click(screen.getByRole('button', { name: 'save' }))
  await screen.findAllByRole('radio')
  return page
}

function total() {
  return words(screen.getByText(/^Займёт около/))
}

describe('[PLAYER-08] the download button', () => {
  it('sends a guest to the login and back to the page', async () => {
    const { user } = await show(<Page />, { at: '/movie/10?from=kids' })
    await user.click(screen.getByRole('button', { name: 'save' }))
    expect(screen.getByTestId('login').textContent).toBe('/movie/10?from=kids')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('links to the list when the film is already in it', async () => {
    session.signIn(viewer)
    addDownload(buildDownload({ vfid: 1 }))
    const { user } = await show(<Page />, { as: viewer })
    await user.click(screen.getByRole('button', { name: 'there' }))
    expect(address()).toBe('/my/downloads')
  })

  it('shows a message where the browser cannot store video', async () => {
    vi.stubGlobal('caches', undefined)
    Reflect.deleteProperty(globalThis, 'caches')
    const { user } = await show(<Page />, { as: viewer })
    await user.click(screen.getByRole('button', { name: 'save' }))
    expect(screen.getByRole('status').textContent).toBe(
      'Этот браузер не умеет сохранять видео. Попробуйте Chrome или Edge.',
    )
  })

  it('is not rendered on a television', async () => {
    await show(<Page />, { as: viewer, television: true })
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('[PLAYER-08] the download options', () => {
  it('default to a height for phones and the audio in the language of the page', async () => {
    await openDialog()
    expect(screen.getByText('Летят журавли · Серия 2')).toBeTruthy()
    expect(screen.getByRole('radio', { checked: true, name: /480p/ })).toBeTruthy()
    const sounds = within(screen.getByRole('group', { name: 'Озвучка' }))
    expect(sounds.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
    expect(total()).toBe('Займёт около 560 МБ')
  })

  it('default to Uzbek audio on an Uzbek page', async () => {
    await openDialog('uz')
    const [first, second] = screen.getAllByRole('checkbox') as HTMLInputElement[]
    expect([first?.checked, second?.checked]).toEqual([false, true])
  })

  it('show the size of the selection, in gigabytes from 1000 megabytes up', async () => {
    const { user } = await openDialog()
    await user.click(screen.getByRole('radio', { name: /720p/ }))
    expect(total()).toBe('Займёт около 1,2 ГБ')
    await user.click(screen.getByRole('radio', { name: /360p/ }))
    expect(total()).toBe('Займёт около 360 МБ')
  })

  it('require at least one audio track and no subtitles', async () => {
    const { user } = await openDialog()
    const [russian, uzbek] = within(screen.getByRole('group', { name: 'Озвучка' })).getAllByRole(
      'checkbox',
    ) as [HTMLInputElement, HTMLInputElement]
    await user.click(russian)
    expect(russian.checked).toBe(true)
    await user.click(uzbek)
    await user.click(russian)
    expect([russian.checked, uzbek.checked]).toEqual([false, true])
    expect(total()).toBe('Займёт около 540 МБ')
    expect(within(screen.getByRole('group', { name: 'Субтитры' })).getByRole('checkbox')).toHaveProperty(
      'checked',
      false,
    )
  })

  it('warn when there may be too little free space', async () => {
    const estimate = async () => ({ quota: 600 * megabyte, usage: 30 * megabyte })
    Object.defineProperty(navigator, 'storage', { value: { estimate }, configurable: true })
    const { user } = await openDialog()
    await screen.findByText(/Свободно около 570 МБ/)
    expect(screen.getByRole('alert').textContent).toMatch(/^Места может не хватить/)
    await user.click(screen.getByRole('radio', { name: /360p/ }))
    expect(screen.queryByRole('alert')).toBeNull()
    Reflect.deleteProperty(navigator, 'storage')
  })

  it('are stored; the dialog closes and links to the list', async () => {
    const { user } = await openDialog()
    await user.click(screen.getByRole('radio', { name: /720p/ }))
    await user.click(within(screen.getByRole('group', { name: 'Субтитры' })).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Скачать' }))
    expect(downloadOf(1)).toMatchObject({
      owner: viewer.abonement,
      vid: 10,
      title: 'Летят журавли',
      height: 720,
      audio: 'ru',
      texts: 'ru',
      bytes: 1160 * megabyte,
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'there' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Загрузки' }))
    expect(address()).toBe('/my/downloads')
  })

  it('show a message when the device cannot store data, and stay open', async () => {
    const { user } = await openDialog()
    const end = keepNothing()
    await user.click(screen.getByRole('button', { name: 'Скачать' }))
    end()
    expect(await screen.findByText(/Это устройство ничего не сохраняет/)).toBeTruthy()
    expect(screen.getAllByRole('radio')).toHaveLength(3)
  })
})

describe('[PLAYER-08] a film that cannot be downloaded', () => {
  it("shows the server's message as the reason", async () => {
    server.rejects(downloads.options, { failure: 'not_subscribed', message: 'Нужна подписка' })
    const { user } = await show(<Page />, { as: viewer })
    await user.click(screen.getByRole('button', { name: 'save' }))
    await screen.findByText('Нужна подписка')
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('shows what to do when the server is unreachable', async () => {
    server.isLost(downloads.options)
    const { user } = await show(<Page />, { as: viewer })
    await user.click(screen.getByRole('button', { name: 'save' }))
    await screen.findByText('Не получилось скачать. Попробуйте ещё раз.')
  })

  it('is requested with both ids', async () => {
    await openDialog()
    await waitFor(() => expect(server.requests(downloads.options)).toHaveLength(1))
    expect(server.requests(downloads.options)[0]?.input).toMatchObject({ vid: '10', vfid: '1' })
    expect(server.requests(downloads.options)[0]?.headers['authorization']).toBe(`Bearer ${viewer.token}`)
  })
})
