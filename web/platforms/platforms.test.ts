import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { launchPath, pathInJson } from './launch-path.ts'
import { fillWakeLock, tizenPlatform } from './tizen.ts'
import { webosPlatform } from './webos.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('[APP-03] a link into the app', () => {
  it.each(['/channel/101', '/uz/tv', '/movie/5?from=search', '/'])('opens the page %s', (path) => {
    expect(launchPath(path)).toBe(path)
  })

  it.each([
    '',
    'https://evil.example/',
    '//evil.example/tv',
    '/no/such/page',
    5,
    null,
    `/tv?${'a'.repeat(3000)}`,
  ])('opens nothing at %j', (value) => {
    expect(launchPath(value)).toBeNull()
  })

  it('is read from the launch parameters, and invalid ones count as a plain start', () => {
    expect(pathInJson('{"contentTarget":"/movie/7"}', ['path', 'contentTarget'])).toBe('/movie/7')
    for (const text of ['', '{', '[]', 'null', '{"path":7}', '"/tv"'])
      expect(pathInJson(text, ['path'])).toBeNull()
  })
})

/** The service bus of a webOS set that responds with this, or never. */
function bridgeOf(response: string | null, asked: string[]) {
  return class {
    onservicecallback: ((response: string) => void) | null = null
    call(uri: string, parameters: string) {
      asked.push(uri, parameters)
      if (response !== null) queueMicrotask(() => this.onservicecallback?.(response))
    }
  }
}

describe('[APP-03] on a webOS set', () => {
  it('reads the model and the firmware from the service bus', async () => {
    const asked: string[] = []
    const response = '{"returnValue":true,"modelName":"OLED55C14LB","firmwareVersion":"03.34.30"}'
    const platform = webosPlatform({ PalmServiceBridge: bridgeOf(response, asked) })
    expect(await platform.device()).toEqual({ model: 'OLED55C14LB', firmware: '03.34.30' })
    expect(asked).toEqual([
      'luna://com.webos.service.tv.systemproperty/getSystemInfo',
      '{"keys":["modelName","firmwareVersion"]}',
    ])
  })

  it('has an unknown model where the bus does not respond or is missing', async () => {
    vi.useFakeTimers()
    const silent = webosPlatform({ PalmServiceBridge: bridgeOf(null, []) }).device()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await silent).toEqual({ model: '', firmware: '' })
    expect(await webosPlatform({}).device()).toEqual({ model: '', firmware: '' })
  })

  it.each([
    '',
    'null',
    '[]',
    '{',
    '7',
    '{"returnValue":false,"errorText":"no"}',
    '{"modelName":{"a":1}}',
    undefined,
  ])('has an unknown model where the bus responds with %j', async (response) => {
    const thrown: unknown[] = []
    const bridge = class {
      onservicecallback: ((response: string) => void) | null = null
      call() {
        queueMicrotask(() => {
          try {
            this.onservicecallback?.(response as string)
          } catch (error) {
            thrown.push(error)
          }
        })
      }
    }
    expect(await webosPlatform({ PalmServiceBridge: bridge }).device()).toEqual({ model: '', firmware: '' })
    expect(thrown).toEqual([])
  })

  it('is not ended by launch parameters or a detail that cannot be read', () => {
    const page = new EventTarget()
    vi.stubGlobal('document', page)
    const opened: string[] = []
    webosPlatform({ PalmSystem: { launchParams: '{' } }).followLaunches((path) => opened.push(path))
    for (const detail of [undefined, null, '/tv', 7, { path: 7 }, { path: 1n }])
      page.dispatchEvent(Object.assign(new Event('webOSRelaunch'), { detail }))
    expect(opened).toEqual([])
  })

  it('opens the page of its launch, and of each later launch while it runs', () => {
    const page = new EventTarget()
    vi.stubGlobal('document', page)
    const opened: string[] = []
    const activate = vi.fn()
    webosPlatform({ webOSSystem: { launchParams: '{"path":"/tv"}', activate } }).followLaunches((path) =>
      opened.push(path),
    )
    expect(activate).not.toHaveBeenCalled()
    page.dispatchEvent(
      Object.assign(new Event('webOSRelaunch'), { detail: { contentTarget: '/channel/101' } }),
    )
    page.dispatchEvent(Object.assign(new Event('webOSRelaunch'), { detail: {} }))
    expect(opened).toEqual(['/tv', '/channel/101'])
    // Each time it comes to the front, also without a page to open.
    expect(activate).toHaveBeenCalledTimes(2)
  })

  it('does not open the page of its launch again when the app has loaded its page again', () => {
    vi.stubGlobal('document', new EventTarget())
    const opened: string[] = []
    for (const path of ['/movie/7', '/movie/7', '/movie/8'])
      webosPlatform({ webOSSystem: { launchParams: JSON.stringify({ path }) } }).followLaunches((page) =>
        opened.push(page),
      )
    expect(opened).toEqual(['/movie/7', '/movie/8'])
  })
})

/** The part of a Tizen set's API that is used; records what was requested. */
function tizenSet(payload: string | null) {
  const switched: number[] = []
  return {
    switched,
    tizen: {
      application: {
        getCurrentApplication: () => ({
          getRequestedAppControl: () =>
            payload === null ? null : { appControl: { data: [{ key: 'PAYLOAD', value: [payload] }] } },
        }),
      },
    },
    webapis: {
      productinfo: {
        getRealModel: () => 'QE55Q80TAU',
        getModel: () => '20_KANTM2',
        getFirmware: () => 'T-1460',
      },
      appcommon: {
        AppCommonScreenSaverState: { SCREEN_SAVER_OFF: 0, SCREEN_SAVER_ON: 1 },
        setScreenSaver: (state: number) => void switched.push(state),
      },
    },
  }
}

describe('[APP-03] on a Tizen set', () => {
  it('reads the commercial model name, and the firmware', async () => {
    expect(await tizenPlatform(tizenSet(null)).device()).toEqual({ model: 'QE55Q80TAU', firmware: 'T-1460' })
    expect(await tizenPlatform({}).device()).toEqual({ model: '', firmware: '' })
  })

  it('starts at the home page where the set refuses to say what opened it', () => {
    vi.stubGlobal('window', new EventTarget())
    const refuses = () => {
      throw new Error('UnknownError')
    }
    const opened: string[] = []
    const application = { getCurrentApplication: () => ({ getRequestedAppControl: refuses }) }
    tizenPlatform({ tizen: { application } }).followLaunches((path) => opened.push(path))
    expect(opened).toEqual([])
  })

  it('opens the page of a tile of the home screen, also while it runs', () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const opened: string[] = []
    tizenPlatform(tizenSet('{"values":"/movie/5"}')).followLaunches((path) => opened.push(path))
    page.dispatchEvent(new Event('appcontrol'))
    expect(opened).toEqual(['/movie/5', '/movie/5'])
  })

  it('disables the screen saver during playback, and enables it afterwards', async () => {
    const set = tizenSet(null)
    const target: { wakeLock?: { request(): Promise<{ release(): Promise<void> }> } } = {}
    fillWakeLock(set, target)
    const lock = await target.wakeLock?.request()
    expect(set.switched).toEqual([0])
    await lock?.release()
    expect(set.switched).toEqual([0, 1])
  })

  it('leaves the wake lock of a newer engine alone', () => {
    const target = { wakeLock: 'own' }
    fillWakeLock(tizenSet(null), target)
    expect(target.wakeLock).toBe('own')
  })
})
