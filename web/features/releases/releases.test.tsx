import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { apps, defaultSwitches } from '#contract/site/apps.ts'
import { site } from '#contract/site/site.ts'
import { keepNothing, show, viewer, words } from '#tests/kit/dom/show.tsx'
import { simulateServer, type SimulatedServer } from '#tests/kit/dom/simulated-server.ts'
import { appPlatform } from './app-platform.ts'
import { forgetReports, reportApp, reportErrors } from './app-reports.ts'
import { closeUpdate, forgetClosedUpdates } from './closed-update.ts'
import { releaseState } from './release-state.ts'
import { restMs } from '#web/session/nags.ts'
import { session } from '#web/session/session.ts'
import { ReleaseLines } from './release-lines.tsx'
import { releaseSwitches } from './release-switches.ts'
import { beginStart, endStart, screenShown } from './safe-mode.ts'
import { startApp } from './start-app.ts'
import { storeRelease, type ReleaseResponse } from './stored-release.ts'
import { UpdateScreen } from './update-screen.tsx'

const store = 'https://play.google.com/store/apps/details?id=uz.ekran'
const response: ReleaseResponse = {
  update: 'none',
  minimumVersion: null,
  recommendedVersion: null,
  storeUrl: null,
  switches: defaultSwitches,
}
const app = { platform: 'webos', version: '1.3.0', model: 'OLED55C9PLA', firmware: '05.40.20' }

let server: SimulatedServer
beforeEach(() => {
  server = simulateServer()
  server.responds(accounts.status, { status: 0, reason: 'good', support_phone: '', renew: 0 })
  server.responds(site.ipCheck, { is_tasix: 1 })
  server.responds(apps.report, {})
  releaseState.set({ update: 'none', version: '', storeUrl: null, isSafeMode: false })
  forgetReports()
  forgetClosedUpdates()
  vi.stubGlobal('ekranApp', app)
})

function responses(own: Partial<ReleaseResponse>): void {
  server.responds(apps.release, { ...response, ...own, server: { version: '0.1.0' } })
}

async function start(): Promise<void> {
  await act(async () => void startApp())
  await waitFor(() => expect(server.requests(apps.release).length).toBeGreaterThan(0))
  await act(async () => undefined)
}

function reports() {
  return server.requests(apps.report).map(({ input }) => input)
}

describe('[REMOTE-03] the platform', () => {
  it('is the one a package names, shortened to what the server accepts', () => {
    vi.stubGlobal('ekranApp', { ...app, model: `  ${'m'.repeat(100)}`, firmware: 7 })
    expect(appPlatform()).toEqual({ ...app, model: 'm'.repeat(80), firmware: '' })
  })

  it.each([undefined, {}, { platform: 'symbian' }])('is a browser for %j', (value) => {
    vi.stubGlobal('ekranApp', value)
    expect(appPlatform()).toEqual({ platform: 'browser', version: '', model: '', firmware: '' })
    reportApp('crash', 'nothing is said')
    expect(reports()).toEqual([])
    storeRelease({ ...response, switches: { ...defaultSwitches, lowLatency: false } })
    expect(releaseSwitches()).toEqual(defaultSwitches)
  })
})

describe('[REMOTE-03] [APP-03] a forced update', () => {
  it('shows a QR code of the store on a television, and a retry button', async () => {
    responses({ update: 'forced', minimumVersion: '1.4.0', storeUrl: store })
    await start()
    const { user } = await show(<UpdateScreen />, { television: true })
    expect(screen.getByRole('heading').textContent).toBe('Обновите приложение')
    expect(screen.getByRole('img', { name: new RegExp('play.google.com') })).toBeTruthy()
    expect(words()).toContain('Установлена версия 1.3.0, нужна 1.4.0 или новее')
    expect(screen.queryByRole('link')).toBeNull()
    const again = screen.getByRole('button', { name: 'Проверить снова' })
    expect(document.activeElement).toBe(again)
    responses({})
    await user.click(again)
    await waitFor(() => expect(releaseState.get().update).toBe('none'))
  })

  it('[APP-04] links to the store on a phone, in the language of the viewer', async () => {
    releaseState.set({ update: 'forced', version: '1.4.0', storeUrl: store, isSafeMode: false })
    await show(<UpdateScreen />, { language: 'uz' })
    expect(screen.getByRole('heading').textContent).toBe('Ilovani yangilang')
    expect(screen.getByRole('link', { name: 'Yangilash' }).getAttribute('href')).toBe(store)
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('shows where to look while no store is set, and that the server is unreachable', async () => {
    releaseState.set({ update: 'forced', version: '1.4.0', storeUrl: null, isSafeMode: false })
    server.isLost(apps.release)
    const { user } = await show(<UpdateScreen />, { television: true })
    expect(words()).toContain('Откройте магазин приложений на этом устройстве')
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain('Сервер не отвечает'))
  })
})

describe('[REMOTE-03] the release response', () => {
  it('is requested with the platform, version, model and firmware', async () => {
    responses({})
    await start()
    expect(server.requests(apps.release)[0]?.input).toEqual(app)
  })

  it('stays valid while the server is unreachable, for the version that received it', async () => {
    storeRelease({ ...response, update: 'forced', minimumVersion: '1.4.0' })
    server.isLost(apps.release)
    await start()
    expect(releaseState.get()).toMatchObject({ update: 'forced', version: '1.4.0' })
    vi.stubGlobal('ekranApp', { ...app, version: '1.4.0' })
    await start()
    expect(releaseState.get().update).toBe('none')
  })

  it('does not apply to another server of the same app', async () => {
    const servers = (server: string) => vi.stubGlobal('ekranApp', { ...app, server })
    servers('https://one.example.uz')
    storeRelease({ ...response, update: 'forced', minimumVersion: '1.4.0' })
    server.isLost(apps.release)
    servers('https://two.example.uz')
    await start()
    expect(releaseState.get().update).toBe('none')
    servers('https://one.example.uz')
    await start()
    expect(releaseState.get().update).toBe('forced')
  })

  it('applies its player switches from the next start on, also without a connection', async () => {
    const switches = { engine: 'native', lowLatency: false, previews: false, maxHeight: 1080 } as const
    responses({ switches })
    await start()
    expect(releaseSwitches()).toEqual(switches)
    const stopKeeping = keepNothing()
    storeRelease({ ...response, switches })
    stopKeeping()
    localStorage.setItem('ekran.release', 'nonsense')
    expect(releaseSwitches()).toEqual(defaultSwitches)
  })
})

describe('[REMOTE-03] a suggested update', () => {
  const soft = { update: 'soft', version: '1.5.0', storeUrl: store, isSafeMode: false } as const

  it('is one line that, once closed, does not come back for this version', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 15), toFake: ['Date'] })
    releaseState.set(soft)
    const first = await show(<ReleaseLines />)
    expect(words()).toContain('Вышла новая версия Ekran: 1.5.0')
    expect(screen.getByRole('link', { name: 'Обновить' }).getAttribute('href')).toBe(store)
    await first.user.click(screen.getByRole('button', { name: 'Не напоминать об этой версии' }))
    expect(words()).toBe('')
    first.unmount()
    for (const day of [16, 17, 400]) {
      forgetClosedUpdates()
      vi.setSystemTime(Date.UTC(2026, 0, day))
      const later = await show(<ReleaseLines />)
      expect(words()).toBe('')
      later.unmount()
    }
  })

  it('asks once for each version: one that was closed before another stays closed', async () => {
    for (const version of ['1.5.0', '1.6.0']) closeUpdate(version)
    forgetClosedUpdates()
    releaseState.set({ ...soft, version: '1.6.0' })
    await show(<ReleaseLines />)
    expect(words()).toBe('')
    await act(async () => releaseState.set(soft))
    expect(words()).toBe('')
    await act(async () => releaseState.set({ ...soft, version: '1.7.0' }))
    expect(words()).toContain('1.7.0')
  })

  it('stays closed where an earlier version of the app had stored that', async () => {
    localStorage.setItem('ekran.closedUpdate', '{"version":"1.5.0","atMs":1}')
    releaseState.set(soft)
    await show(<ReleaseLines />)
    expect(words()).toBe('')
  })

  it('stays closed when a session ends before any line was shown', async () => {
    localStorage.setItem('ekran.closedUpdate', '["1.5.0"]')
    const page = await show(<p />, { as: viewer })
    act(() => session.signOut())
    expect(localStorage.getItem('token')).toBeNull()
    page.unmount()
    releaseState.set(soft)
    await show(<ReleaseLines />)
    expect(words()).toBe('')
  })

  it.each(['nonsense', '[1,null]', '7', '{"version":3}'])('is shown where %s is stored', async (value) => {
    localStorage.setItem('ekran.closedUpdate', value)
    releaseState.set(soft)
    await show(<ReleaseLines />)
    expect(words()).toContain('1.5.0')
  })

  it('tells a television how to update, with a QR code of the store', async () => {
    releaseState.set(soft)
    const { user } = await show(<ReleaseLines />, { television: true })
    expect(screen.queryByRole('link')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Как обновить' }))
    expect(await screen.findByRole('img', { name: new RegExp('play.google.com') })).toBeTruthy()
    expect(words()).toContain('Откройте на телевизоре магазин приложений')
  })

  it('is shown at once for a version newer than the one that was closed', async () => {
    releaseState.set(soft)
    vi.useFakeTimers({ now: Date.UTC(2026, 1, 15), toFake: ['Date'] })
    const { user, unmount } = await show(<ReleaseLines />)
    await user.click(screen.getByRole('button'))
    unmount()
    vi.setSystemTime(Date.UTC(2026, 1, 15) + restMs)
    releaseState.set({ ...soft, version: '1.6.0' })
    await show(<ReleaseLines />, { language: 'uz' })
    expect(words()).toContain('Ekran ilovasining yangi versiyasi chiqdi: 1.6.0')
  })
})

describe('[REMOTE-03] safe mode', () => {
  it('starts after three consecutive starts that did not end well, shows a message and reports it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    expect([beginStart(), beginStart(), beginStart()]).toEqual([false, false, false])
    storeRelease({ ...response, switches: { ...defaultSwitches, engine: 'native', maxHeight: 1080 } })
    expect(beginStart()).toBe(true)
    expect(releaseSwitches()).toEqual({
      engine: 'mse',
      lowLatency: false,
      previews: false,
      maxHeight: 1080,
    })
    vi.useRealTimers()
    responses({})
    await start()
    expect(reports()).toMatchObject([{ ...app, kind: 'start_failed' }])
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const { user } = await show(<ReleaseLines />)
    expect(words()).toContain('Безопасный режим')
    await user.click(screen.getByRole('button', { name: 'Обычный режим' }))
    expect(reload).toHaveBeenCalledOnce()
    expect(beginStart()).toBe(false)
    endStart()
  })

  it('does not start after starts that lived long enough or ended properly', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (let count = 0; count < 5; count += 1) {
      expect(beginStart()).toBe(false)
      if (count % 2 === 0) vi.advanceTimersByTime(20_000)
      else {
        screenShown()
        window.dispatchEvent(new Event('pagehide'))
      }
    }
  })

  it('does not start after quick reloads of an app that has shown its screen', () => {
    for (let count = 0; count < 5; count += 1) {
      expect(beginStart()).toBe(false)
      screenShown()
      window.dispatchEvent(new Event('beforeunload'))
    }
  })

  it('starts after three starts that were left before they showed a screen, or killed afterwards', () => {
    const leave = () => window.dispatchEvent(new Event('pagehide'))
    for (let count = 0; count < 3; count += 1) {
      expect(beginStart()).toBe(false)
      leave()
    }
    expect(beginStart()).toBe(true)
    endStart()
    for (let count = 0; count < 3; count += 1) {
      expect(beginStart()).toBe(false)
      // The process ends without an event.
      screenShown()
    }
    expect(beginStart()).toBe(true)
    endStart()
  })

  it('never starts where nothing can be stored, or where the stored value is invalid', () => {
    const stop = keepNothing()
    for (let count = 0; count < 5; count += 1) expect(beginStart()).toBe(false)
    stop()
    for (const value of ['nonsense', '{"starting":"many"}', '[]', '{"starting":-4}']) {
      localStorage.setItem('ekran.starts', value)
      expect(beginStart()).toBe(false)
    }
    endStart()
  })
})

describe('[REMOTE-03] unhandled errors', () => {
  it('are reported three times per start, each once, with the position and without an address', () => {
    reportErrors()
    const error = new TypeError('x is not a function')
    error.stack = 'TypeError: x\n at f (https://tv.example.uz/assets/app-1a2b.js?t=secret:3:14)'
    for (const fault of [error, error, new Error('b'), new Error('c'), new Error('d')])
      window.dispatchEvent(new ErrorEvent('error', { error: fault, message: fault.message }))
    window.dispatchEvent(
      Object.assign(new Event('unhandledrejection'), { reason: new DOMException('gone', 'AbortError') }),
    )
    expect(reports().map(({ message }) => String(message).split(' at ')[0])).toEqual([
      'TypeError: x is not a function',
      'Error: b',
      'Error: c',
    ])
    expect(JSON.stringify(reports())).not.toContain('secret')
  })
})
