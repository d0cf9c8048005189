import { describe, expect, it } from 'vitest'
import { readOptions } from './package/app-options.ts'
import { tizenConfig, tizenPackageId, withWebapis } from './tizen/tizen-package.ts'
import { webosAppInfo } from './webos/webos-package.ts'
import { api } from '#contract/api.ts'
import { readXml } from '#tests/kit/apps/read-xml.ts'

function optionsOf(...args: string[]) {
  const read = readOptions(args, '1.2.3')
  if (read.kind !== 'ok') throw new Error(JSON.stringify(read))
  return read.options
}

describe("[APP-03] the operator's options for the apps", () => {
  it('have defaults', () => {
    expect(optionsOf()).toMatchObject({
      name: 'Ekran',
      version: '1.2.3',
      server: null,
      targets: ['webos', 'tizen', 'android', 'ios'],
    })
  })

  it('include the origin of a server and one platform', () => {
    const options = optionsOf('--server', 'https://tv.example.uz/', '--only', 'tizen')
    expect(options).toMatchObject({ server: 'https://tv.example.uz', targets: ['tizen'] })
  })

  it.each([
    [['--server', 'tv.example.uz'], '--server'],
    [['--server', 'https://tv.example.uz/uz'], '--server'],
    [['--server', 'https://a:b@tv.example.uz'], '--server'],
    [['--id', 'ekran'], '--id'],
    [['--id', 'Uz.Example.Ekran'], '--id'],
    [['--app-version', '1.0'], '--app-version'],
    [['--app-version', '1.1000.0'], '--app-version'],
    [['--app-version', '256.0.0', '--only', 'tizen'], '--app-version: for Tizen at most 255.255.65535'],
    [['--app-version', '1.256.0'], '--app-version: for Tizen at most 255.255.65535'],
    [['--name', 'a$(b)'], '--name'],
    [['--name', ''], '--name'],
    [['--only', 'roku'], '--only'],
    [['--colour', 'red'], '--help'],
  ])('rejects %j, naming the option', (args, named) => {
    const read = readOptions(args, '1.2.3')
    expect(read.kind).toBe('refused')
    expect(read.kind === 'refused' && read.problems.join(' ')).toContain(named)
  })
})

it('[APP-03] the highest version of a Samsung set is accepted, and does not limit other platforms', () => {
  expect(optionsOf('--app-version', '255.255.9999', '--only', 'tizen').version).toBe('255.255.9999')
  expect(optionsOf('--app-version', '2000.999.999', '--only', 'android').version).toBe('2000.999.999')
})

describe('[APP-03] the package for Samsung', () => {
  it('has its own id of ten letters and digits, the same for the same app id', () => {
    const ids = ['uz.example.ekran', 'uz.example.other', 'uz.ekran.app'].map(tizenPackageId)
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z\d]{9}$/)
    expect(new Set(ids).size).toBe(3)
    expect(tizenPackageId('uz.example.ekran')).toBe(ids[0])
  })

  it('may access only the server it was built for', () => {
    expect(tizenConfig(optionsOf('--server', 'https://tv.example.uz'))).toContain(
      '<access origin="https://tv.example.uz" subdomains="true"/>',
    )
    expect(tizenConfig(optionsOf())).toContain('<access origin="*"')
  })

  it("names its server's preview of the Smart Hub, and is not loaded again when a tile is pressed", () => {
    const elements = readXml(tizenConfig(optionsOf('--server', 'https://tv.example.uz')))
    const named = (name: string) => elements.filter((one) => one.name === name)
    expect(named('tizen:metadata').map(({ attributes }) => attributes)).toEqual([
      {
        key: 'http://samsung.com/tv/metadata/use.preview',
        value: `endpoint_URL=https://tv.example.uz${api.smartHub.preview.path}`,
      },
    ])
    expect(named('tizen:src')[0]?.attributes).toEqual({ name: 'index.html', reload: 'disable' })
    expect(named('tizen:operation')[0]?.attributes['name']).toBe(
      'http://samsung.com/appcontrol/operation/eden_resume',
    )
    const ofNobody = readXml(tizenConfig(optionsOf())).map(({ name }) => name)
    expect(ofNobody).not.toContain('tizen:metadata')
    expect(ofNobody).not.toContain('tizen:app-control')
  })

  it('is well-formed whatever the name of the company', () => {
    const config = tizenConfig(optionsOf('--name', 'A & <B> "TV"', '--vendor', 'Ёлка & Ko'))
    const elements = readXml(config)
    expect(elements.find(({ name }) => name === 'name')?.text).toBe('A & <B> "TV"')
    expect(elements.find(({ name }) => name === 'author')?.text).toBe('Ёлка & Ko')
    expect(elements.find(({ name }) => name === 'tizen:profile')?.attributes['name']).toBe('tv-samsung')
  })

  it('requests only privileges that the client uses', () => {
    const asked = readXml(tizenConfig(optionsOf()))
      .filter(({ name }) => name === 'tizen:privilege')
      .map(({ attributes }) => (attributes['name'] ?? '').split('/').at(-1))
    expect(asked).toEqual(['internet', 'tv.inputdevice', 'application.launch', 'productinfo', 'avplay'])
  })

  it("loads the set's own script before the client's, without which there is no webapis", () => {
    const page = withWebapis(
      '<head>\n<script src="app-package.js"></script><script src="x.js"></script></head>',
    )
    expect([...page.matchAll(/src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
      '$WEBAPIS/webapis/webapis.js',
      'app-package.js',
      'x.js',
    ])
    expect(() => withWebapis('<head></head>')).toThrow('no script')
  })
})

describe('[APP-03] the package for LG', () => {
  it('handles Back itself, and is notified when it is started again', () => {
    const info = webosAppInfo(optionsOf('--id', 'uz.example.ekran', '--name', 'Ekran TV'))
    expect(info).toMatchObject({
      ...{ id: 'uz.example.ekran', title: 'Ekran TV', version: '1.2.3', type: 'web', main: 'index.html' },
      ...{ disableBackHistoryAPI: true, handlesRelaunch: true, resolution: '1920x1080' },
    })
  })
})
